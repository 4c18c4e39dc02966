"""What the doctor makes of the machine: disk, clock, supply, warmth."""

from __future__ import annotations

from pathlib import Path

import pytest
from doctor_checks import NOW

from kiosk.doctor import disk, power, temperature, wall_clock
from kiosk.doctor.check import Grade


def test_the_disk(tmp_path: Path) -> None:
    assert disk.check(disk.looked(tmp_path)).grade == "fine"
    gone = disk.check(disk.looked(tmp_path / "nothing"))
    assert (gone.grade, "cannot be written" in gone.found) == ("broken", True)
    assert (
        disk.check(disk.looked(tmp_path, held="no permission to write /x")).found
        == "no permission to write /x"
    )
    assert disk.check(disk.Room("/x", None, free=10**8, spare=-1)).grade == "look"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "source, grade, words",
    [
        (wall_clock.Source(True, False, NOW), "fine", "set by the net; no battery clock"),
        (wall_clock.Source(False, True, NOW), "fine", "not set by the net; a battery clock"),
        (wall_clock.Source(False, False, NOW), "look", "not set by the net"),
        (wall_clock.Source(None, False, NOW), "elsewhere", "not on this machine"),
        (wall_clock.Source(True, True, 12.0), "look", "years behind"),
        (wall_clock.Source(True, True, NOW, (-259200.0, 90.0)), "fine", "set by -3.0 days, +90 s while"),
    ],
)
def test_the_clock(source: wall_clock.Source, grade: Grade, words: str) -> None:
    check = wall_clock.check(source)
    assert check.grade == grade
    assert words in check.found


@pytest.mark.parametrize(
    "said, file, rtc, expected",
    [
        ("yes\n", False, True, (True, True)),
        ("no\n", False, False, (False, False)),
        (None, False, False, (None, False)),
        ("no\n", True, False, (True, False)),
        (None, True, False, (True, False)),
    ],
)
def test_where_the_time_comes_from(
    tmp_path: Path, said: str | None, file: bool, rtc: bool, expected: tuple[bool | None, bool]
) -> None:
    if file:
        (tmp_path / wall_clock.SYNCHRONISED).parent.mkdir(parents=True)
        (tmp_path / wall_clock.SYNCHRONISED).touch()
    if rtc:
        (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    found = wall_clock.looked(tmp_path, lambda command: said, NOW, ())
    assert (found.net, found.battery) == expected


BITS = [
    (0x0, "fine", "now: well; since the start: well (0x0)"),
    (0x1, "look", "now: voltage too low; since"),
    (0x50005, "look", "now: voltage too low, slowed down; since the start: voltage too low, slowed down"),
    (0x50000, "look", "now: well; since the start: voltage too low, slowed down"),
    (0x80008, "look", "now: warm, near the limit; since the start: warm"),
    (0x20000, "look", "since the start: clock capped"),
]


@pytest.mark.parametrize("bits, grade, words", BITS)
@pytest.mark.parametrize("way", ["kernel", "newer kernel", "vcgencmd"])
def test_the_supply(tmp_path: Path, way: str, bits: int, grade: Grade, words: str) -> None:
    said = None
    if way == "vcgencmd":
        said = f"throttled=0x{bits:x}\n"
    else:
        soc = "soc/soc:firmware" if way == "kernel" else "soc@107c000000/soc@107c000000:firmware"
        file = tmp_path / "sys/devices/platform" / soc / "get_throttled"
        file.parent.mkdir(parents=True)
        file.write_text(f"{bits:x}\n")
    check = power.check(power.looked(tmp_path, lambda command: said))
    assert check.grade == grade
    assert words in check.found
    assert ("supply" in check.todo) == bool(bits & 0x10001)


@pytest.mark.parametrize("alarm, grade", [("1", "look"), ("0", "fine"), ("x", "elsewhere")])
def test_the_kernels_own_alarm(tmp_path: Path, alarm: str, grade: Grade) -> None:
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        folder = tmp_path / f"sys/class/hwmon/hwmon{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
    (folder / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    assert power.check(power.looked(tmp_path, lambda command: None)).grade == grade


@pytest.mark.parametrize("words", ["", "VCHI initialization failed", "throttled=0xzz"])
def test_what_no_firmware_said_is_no_number(tmp_path: Path, words: str) -> None:
    assert power.check(power.looked(tmp_path, lambda command: words)).grade == "elsewhere"


@pytest.mark.parametrize(
    "degrees, grade", [(48312, "fine"), (79000, "look"), (86000, "look"), (None, "elsewhere")]
)
def test_the_temperature(tmp_path: Path, degrees: int | None, grade: Grade) -> None:
    if degrees is not None:
        for number, milli in enumerate((degrees - 9000, degrees)):
            folder = tmp_path / f"sys/class/thermal/thermal_zone{number}"
            folder.mkdir(parents=True)
            (folder / "temp").write_text(f"{milli}\n")
    check = temperature.check(temperature.looked(tmp_path))
    assert check.grade == grade
    assert degrees is None or f"{degrees / 1000:.0f} degrees" in check.found
