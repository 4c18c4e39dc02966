"""Optional: the data on a partition of their own, and a root that is only read: a power cut cannot harm the system.

Order: first the data partition, then everything is installed on it, last the root is made read-only.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from setup import boot
from setup.saved import STATE
from setup.shell import Run, booted, run, succeeds
from setup.steps import LeftOut, Step, Trouble
from setup.versions import ROOT

LABEL = "raflebord-data"
MOUNT = Path("/data")
FSTAB = Path("/etc/fstab")
OPTIONS = "noatime,errors=remount-ro,nofail,x-systemd.device-timeout=15s"
"""nofail: without the partition the machine still starts and can be reached; the table does not, since it would store
its games in memory (`RequiresMountsFor=` in its unit)."""
BOUND = {"state": STATE, "opt": ROOT, "log": Path("/var/log/journal")}
"""What lies on the data partition, and where it is seen: games, versions, the system's log."""


def fstab_lines() -> list[str]:
    """What mounts the partition and what lies on it."""
    return [
        f"LABEL={LABEL} {MOUNT} ext4 {OPTIONS} 0 2",
        *(
            f"{MOUNT / name} {place} none bind,nofail,x-systemd.requires-mounts-for={MOUNT} 0 0"
            for name, place in BOUND.items()
        ),
    ]


def partition_steps(device: Path, run: Run = run) -> Iterator[Step | LeftOut]:
    """A partition for the data. It is formatted only if there is nothing on it; raises Trouble otherwise."""
    yield Step(
        f"make an ext4 file system named {LABEL} on {device}",
        lambda: _label(device) == LABEL,
        lambda: _format(run, device),
    )
    yield Step(
        f"mount it and its folders by {FSTAB}",
        lambda: set(fstab_lines()) <= set(_fstab()),
        lambda: _mount(run),
    )


def _label(device: Path) -> str:
    if not device.is_block_device():
        raise Trouble(f"{device} is no disk or partition: expected one such as /dev/mmcblk0p3 (see lsblk)")
    try:
        return run("blkid", "-o", "value", "-s", "LABEL", device).strip()
    except Trouble:
        return ""  # blkid finds nothing on it


def _format(run: Run, device: Path) -> None:
    if succeeds("blkid", device):
        raise Trouble(
            f"there is something on {device} already: not touched. To lose it: wipefs --all {device}"
        )
    run("mkfs.ext4", "-q", "-L", LABEL, device)


def _fstab() -> list[str]:
    return FSTAB.read_text(encoding="utf-8").splitlines() if FSTAB.exists() else []


def _mount(run: Run) -> None:
    kept = _fstab()
    FSTAB.write_text(
        "\n".join([*kept, *(line for line in fstab_lines() if line not in kept)]) + "\n", encoding="utf-8"
    )
    MOUNT.mkdir(exist_ok=True)
    run("mount", MOUNT)
    for name, place in BOUND.items():
        place.mkdir(parents=True, exist_ok=True)
        if not (MOUNT / name).exists():
            # Owners and rights as they are: `cp -a` into the new place, then it is laid over the old one.
            run("cp", "-a", place, MOUNT / name)
        run("mount", place)
    if booted():
        run("systemctl", "daemon-reload")


def read_only_steps(run: Run = run) -> Iterator[Step | LeftOut]:
    """The root is only read from the next boot on. `raspi-config nonint do_overlayfs 1` and a reboot undo it."""
    text = "make the root read-only from the next boot on (raspi-config's overlay)"
    path = boot.FOLDER / "cmdline.txt"
    if shutil.which("raspi-config") is None or not path.exists():
        yield LeftOut(text, "this is no Raspberry Pi OS")
        return

    def is_on() -> bool:
        return boot.OVERLAY in path.read_text(encoding="utf-8").split()

    def turn_on() -> None:
        run("raspi-config", "nonint", "do_overlayfs", "0")
        boot.rewrite(path, boot.cmdline(path.read_text(encoding="utf-8"), (boot.OVERLAY,)))

    yield Step(text, is_on, turn_on)
