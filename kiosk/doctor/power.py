"""The supply: what a Pi says of its voltage and of being slowed down, now and since it was started."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.doctor.check import Check, elsewhere

NAME = "voltage"
WANTED = "never too low since the start, never slowed down"
FIRMWARE = (
    "sys/devices/platform/soc/soc:firmware/get_throttled",
    "sys/devices/platform/soc@*/*:firmware/get_throttled",
)
"""Where the kernel tells what the firmware says; hexadecimal. The second as newer kernels name it."""
BITS = {0: "voltage too low", 1: "clock capped", 2: "slowed down", 3: "warm, near the limit"}
"""What `vcgencmd get_throttled` tells (the Raspberry Pi documentation of vcgencmd); 16 higher: since the start."""
SINCE = 16
LOW = 0


@dataclass(frozen=True)
class Supply:
    """`bits` as the firmware gives them, None where there is no such firmware; `alarm`: the kernel's own under-voltage
    alarm (hwmon rpi_volt), None where there is none."""

    bits: int | None
    alarm: bool | None


def looked(root: Path, run: Callable[[Sequence[str]], str | None]) -> Supply:
    """Asks the kernel first, then the firmware's own command."""
    return Supply(_bits(root, run), _alarm(root))


def _bits(root: Path, run: Callable[[Sequence[str]], str | None]) -> int | None:
    for place in FIRMWARE:
        for file in root.glob(place):
            if (found := _hexadecimal(_read(file))) is not None:
                return found
    told = run(["vcgencmd", "get_throttled"])
    return _hexadecimal((told or "").strip().removeprefix("throttled="))


def _hexadecimal(text: str) -> int | None:
    try:
        return int(text, 16)
    except ValueError:
        return None


def _alarm(root: Path) -> bool | None:
    for monitor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if _read(monitor / "name") == "rpi_volt":
            return {"0": False, "1": True}.get(_read(monitor / "in0_lcrit_alarm"))
    return None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def check(supply: Supply) -> Check:
    """Judges the supply: a weak one costs speed and pictures long before the table stops."""
    if supply.bits is None and supply.alarm is None:
        return elsewhere(NAME)
    bits = supply.bits or 0
    now = [words for bit, words in BITS.items() if bits >> bit & 1]
    since = [words for bit, words in BITS.items() if bits >> (bit + SINCE) & 1]
    if supply.alarm and BITS[LOW] not in since:
        since.insert(0, BITS[LOW])
    code = "" if supply.bits is None else f" (0x{bits:x})"
    found = f"now: {', '.join(now) or 'well'}; since the start: {', '.join(since) or 'well'}{code}"
    if BITS[LOW] in now or BITS[LOW] in since:
        todo = (
            "use the Pi's own supply (5.1 V, 3 A and more) with its own cable; nothing else fed from its USB"
        )
        return Check(NAME, "look", found, WANTED, todo)
    if now or since:
        return Check(NAME, "look", found, WANTED, "too warm: free the air's way, clean or fit a fan")
    return Check(NAME, "fine", found, WANTED)
