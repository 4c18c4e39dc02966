"""All checks in their order, and the machine that they look at: each measures what it needs when it is first wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.doctor import (
    calibration,
    camera,
    controller,
    disk,
    film,
    journal,
    light,
    markers,
    panel,
    power,
    sound,
    temperature,
    wall_clock,
)
from kiosk.doctor.calibration import Kept
from kiosk.doctor.check import Check
from kiosk.doctor.running import Running
from kiosk.light.opening import AUTO, PORT
from kiosk.light.probe import Probe, probe
from kiosk.settings import Settings
from kiosk.sound.loudness import remembered
from vision.calibrating.versions import CURRENT
from vision.calibration import Calibration

COMMAND_TIME = 5.0
"""Seconds that a command of the system may take."""


@dataclass
class Machine:
    """What the checks look at. `held`: why the state directory cannot be used (None: it can). `root`: where
    `sys` and `run` are found."""

    settings: Settings
    clock: Clock
    on_pi: bool
    running: Running
    held: str | None = None
    root: Path = Path("/")

    @cached_property
    def film(self) -> film.Film:
        """Some seconds of the camera."""
        return film.film_apart(self.settings.camera, self.calibration_file if self.kept.there else None)

    @cached_property
    def _calibration(self) -> tuple[Kept, Calibration | None]:
        return calibration.looked(self.calibration_file, self.settings.camera, self.clock.wall())

    @property
    def calibration_file(self) -> Path:
        """Where the calibration is, or would be."""
        return self.settings.state_dir / CURRENT

    @property
    def kept(self) -> Kept:
        """What is known of the calibration."""
        return self._calibration[0]

    @property
    def calibration(self) -> Calibration | None:
        """The calibration, if it can be used."""
        return self._calibration[1]

    def contacts(self) -> panel.Contacts | None:
        """The panel's contacts; None where the keyboard stands for it."""
        return panel.looked(self._down) if self.settings.panel == "gpio" else None

    def _down(self) -> frozenset[Button]:
        from queue import SimpleQueue

        from kiosk.panel.gpio import GpioPanel

        # lgpio makes its notification pipes in the working directory unless it is told another place.
        os.environ.setdefault("LG_WD", str(self.settings.state_dir))
        opened = GpioPanel(SimpleQueue(), self.clock)
        try:
            return opened.closed
        finally:
            opened.close()

    def controller(self) -> Probe | None:
        """What the tray controller answers; None when the table is set up without one."""
        name = self.settings.light
        if name in ("none", "sim"):
            return None
        line = PORT if name == AUTO else name
        if name == AUTO and not Path(line).exists():
            return Probe(None, None, f"there is no {line}")
        return probe(line, self.clock)

    def say(self, command: Sequence[str]) -> str | None:
        """What a command of the system says."""
        return say(command)


def say(command: Sequence[str]) -> str | None:
    """What a command of the system says; None when it is not there, fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_TIME, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


Examine: TypeAlias = Callable[[Machine], Check]


def _camera(machine: Machine) -> Check:
    return camera.check(machine.film)


def _markers(machine: Machine) -> Check:
    if machine.film.last is None:
        return Check(markers.NAME, "broken", "there is no picture", markers.WANTED, "see to the camera first")
    return markers.check(markers.looked(machine.film.last, machine.calibration))


def _light(machine: Machine) -> Check:
    last = machine.film.last
    return light.check(None if last is None else light.looked(last, machine.calibration))


def _panel(machine: Machine) -> Check:
    return panel.check(machine.contacts())


def _controller(machine: Machine) -> Check:
    # On a table the usual setting means that there should be one.
    needed = machine.settings.light != AUTO or machine.on_pi
    return controller.check(machine.controller(), needed)


def _sound(machine: Machine) -> Check:
    from kiosk.sound.player import mixer

    volume = remembered(machine.settings.state_dir) or machine.settings.sound.volume
    return sound.check(sound.looked(mixer), volume, machine.on_pi)


def _disk(machine: Machine) -> Check:
    return disk.check(disk.looked(machine.settings.state_dir, machine.held))


def _clock(machine: Machine) -> Check:
    steps = machine.running.steps
    return wall_clock.check(wall_clock.looked(machine.root, machine.say, machine.clock.wall(), steps))


def _power(machine: Machine) -> Check:
    return power.check(power.looked(machine.root, machine.say))


def _temperature(machine: Machine) -> Check:
    return temperature.check(temperature.looked(machine.root))


def _journal(machine: Machine) -> Check:
    return journal.check(journal.looked(machine.settings.state_dir))


def _calibration(machine: Machine) -> Check:
    simulated = machine.settings.camera.partition(":")[0] == "sim"
    return calibration.check(machine.kept, simulated)


CHECKS: Mapping[str, Examine] = {
    camera.NAME: _camera,
    markers.NAME: _markers,
    light.NAME: _light,
    panel.NAME: _panel,
    controller.NAME: _controller,
    sound.NAME: _sound,
    disk.NAME: _disk,
    wall_clock.NAME: _clock,
    power.NAME: _power,
    temperature.NAME: _temperature,
    journal.NAME: _journal,
    calibration.NAME: _calibration,
}
"""Every check by its name. Each can be called by itself."""
TAKEN: Mapping[str, str] = {
    camera.NAME: "camera",
    markers.NAME: "camera",
    light.NAME: "camera",
    panel.NAME: "panel",
    controller.NAME: "light",
    sound.NAME: "",
}
"""The checks that need a device which a table that plays has to itself, and that device's part in its diary."""


def examined(name: str, machine: Machine) -> Check:
    """One check. While a table plays, its devices are left to it, and what it has written of them is told."""
    if machine.running.playing and name in TAKEN:
        return machine.running.told(name, TAKEN[name])
    return CHECKS[name](machine)


def versions(machine: Machine) -> dict[str, str]:
    """What runs here: for the bundle."""
    import platform

    import cv2
    import numpy as np
    import pygame

    from kiosk.diary import program_version

    model = machine.root / "proc/device-tree/model"
    return {
        "raflebord": program_version(),
        "python": sys.version.split()[0],
        "opencv": cv2.__version__,
        "numpy": np.__version__,
        "pygame": f"{pygame.version.ver}, SDL {'.'.join(map(str, pygame.version.SDL))}",
        "system": platform.platform(),
        "machine": model.read_text(errors="replace").strip("\0\n") if model.exists() else platform.machine(),
        "picamera2": _debian(machine, "python3-picamera2"),
        "lgpio": _debian(machine, "python3-lgpio"),
        "libcamera": _debian(machine, "libcamera-ipa"),
    }


def _debian(machine: Machine, package: str) -> str:
    """The version of one of Debian's packages."""
    return (
        machine.say(["dpkg-query", "--show", "--showformat=${Version}", package]) or "not installed"
    ).strip()
