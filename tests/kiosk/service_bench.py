"""A maintainer at the simulated table: the wizard, the camera's side of it, and what can befall the pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kiosk.buttons import Button
from kiosk.service.calibration import Wizard
from kiosk.service.camera_line import PAUSE
from vision.calibrating.session import ORDERS, Session
from vision.calibrating.versions import Versions
from vision.cameras.protocol import Frame, Image
from vision.sim.camera import SimCamera
from vision.sim.table import SimTable

Befall = Callable[[Image], Image]


class StillClock:
    """Goes on only when it is told to."""

    def __init__(self) -> None:
        self.t = 100.0

    def now(self) -> float:
        return self.t

    def wall(self) -> float:
        return 1764612000.0 + self.t


SIZE = (960, 540)
LAYINGS: Mapping[str, tuple[Any, list[int]]] = {
    "white": ("d6", [1, 2, 3, 4, 5, 6]),
    "others": ("d6", [1, 2, 3, 4, 6, 6]),
    "black": ("d12", [3, 7, 10]),
}


@cache
def drawn(lying: str) -> Image:
    """The simulated tray, empty or with a laying of dice; drawn once for all tests."""
    table = SimTable(3, size=SIZE)
    if lying != "empty":
        kind, values = LAYINGS[lying]
        table.throw(len(values), values=values, kind=kind)
        rest(table)
    return table.frame()


def rest(table: SimTable) -> None:
    """The dice come to rest."""
    while table.busy:
        table.advance(0.5)
    table.advance(0.5)


class Pictures:
    """A camera over a tray in which `lying` lies; a hand lays at once what it is told to."""

    def __init__(self) -> None:
        self.lying = "empty"
        self._index = 0

    def read(self) -> Frame:
        self._index += 1
        return Frame(drawn(self.lying), self._index / 10, self._index)

    def close(self) -> None:
        """Nothing to let go of."""

    def command(self, name: str, **arguments: Any) -> dict[str, Any]:
        self.lying = "empty" if name == "clear" else "white" if arguments["kind"] == "d6" else "black"
        return {"ok": True}

    def rest(self) -> None:
        """All lies still."""


class Simulated(SimCamera):
    """The simulated table itself."""

    def __init__(self) -> None:
        super().__init__(SimTable(3, size=SIZE), fps=10.0, speed=0.0, sleep=lambda _: None)

    def rest(self) -> None:
        rest(self.table)


class Camera:
    """Shows what the camera within sees, whatever befalls it."""

    def __init__(self, within: Pictures | Simulated) -> None:
        self.within = within
        self.befalls: Befall | None = None

    def read(self) -> Frame:
        frame = self.within.read()
        return frame if self.befalls is None else Frame(self.befalls(frame.image), frame.t, frame.index)

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass
class Bench:
    """Orders go through the same session as in the camera's own process, one frame after the other."""

    folder: Path
    within: Pictures | Simulated = field(default_factory=Pictures)
    clock: StillClock = field(default_factory=StillClock)
    dead: bool = False
    """The camera's process does not answer."""

    def __post_init__(self) -> None:
        self.camera = Camera(self.within)
        self.session = Session()
        self.orders: list[str] = []
        self.versions = Versions(self.folder)
        self.wizard = Wizard(self.ask, self.versions, self.clock, "sim", "Ida")
        self._waiting: list[tuple[int, Callable[[Mapping[str, Any]], None]]] = []
        self._number = 0

    def ask(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        self.orders.append(name)
        if name in ORDERS:
            self._number += 1
            self._waiting.append((self._number, then))
            self.session.begin(name, arguments, self._number)
        elif name == "calibrated":
            then({"ok": True})
        else:
            then(self.within.command(name, **arguments))

    def go_on(self, during: Callable[[int], None] = lambda _: None) -> None:
        """Time passes, and whatever was asked is answered. `during` is told each frame's number meanwhile."""
        self.clock.t += PAUSE + 0.01
        self.wizard.follow(self.clock.now())
        if not self.dead:
            self.answer(during)

    def answer(self, during: Callable[[int], None] = lambda _: None) -> None:
        """Whatever was asked is answered."""
        index = 0
        while self._waiting:
            during(index)
            index += 1
            done = self.session.add(self.camera.read(), self.camera)
            if done is not None:
                waiting = dict(self._waiting)
                self._waiting = [pair for pair in self._waiting if pair[0] != done[0]]
                waiting[done[0]](done[1])

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.wizard.press(button)
            self.go_on()

    def lay(self) -> None:
        """The table's own hand lays what is asked for, or clears the tray."""
        self.wizard.press(Button.RIGHT)
        self.within.rest()
        self.go_on()

    def to_tray(self) -> None:
        self.wizard.enter()
        self.go_on()
        self.press(Button.CONFIRM)

    def to_white(self) -> None:
        self.to_tray()
        self.press(Button.CONFIRM)
