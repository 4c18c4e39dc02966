"""A camera above the simulated table: frames at a fixed rate of simulated time, and commands."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from vision.cameras.protocol import Frame
from vision.sim.auto import Pastime
from vision.sim.spec import SimSettings
from vision.sim.table import SimTable
from vision.sim.tray_light import LitTray, TrayLight

_CALM = 1.0
"""Simulated seconds without anything moving after which there is nothing new to see ..."""
_DRAWN_OUT = 0.01
"""... and the real seconds for which a frame then waits at full speed: whoever thinks meanwhile needs the machine."""


class SimCamera:
    """Shows `table` at `fps` frames a simulated second.

    Frames are paced in real time divided by `speed`; at 0 they come as fast as they are drawn, a little slower
    while nothing moves. `clock` and `sleep` are the real time's. With `pastime` the table plays by itself.
    """

    def __init__(
        self,
        table: SimTable,
        fps: float = 15.0,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        pastime: Pastime | None = None,
    ) -> None:
        self.table = table
        self._step = 1 / fps
        self._pace = self._step / speed if speed else 0.0
        self._clock, self._sleep = clock, sleep
        self._due: float | None = None
        self.pastime = pastime
        self._lit = LitTray(table.view)
        self._index = -1
        self._stirred = 0.0

    def read(self) -> Frame:
        """The next frame; `t` is simulated time."""
        self._wait()
        self._index += 1
        if self._index:
            self.table.advance(self._step)
        if self.pastime:
            self.pastime.play(self.table)
        return Frame(self._lit.lit(self.table.frame()), self._index * self._step, self._index)

    def close(self) -> None:
        """Nothing to let go of."""

    def command(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Gives the table a command, or asks it: plain data in, plain data out.

        Answers `{"ok": True, ...}`, or `{"ok": False, "error": one line}` when the table cannot do that.
        Commands: throw, misbehave, carry, clear, tip, dark, light; questions: truth, past, busy.
        """
        if name not in _COMMANDS and name != "light":
            known = ", ".join((*_COMMANDS, "light"))
            return {"ok": False, "error": f"no command {name!r}: there are {known}"}
        handler = self._light if name == "light" else partial(_COMMANDS[name], self.table)
        try:
            return {"ok": True, **handler(**arguments)}
        except (ValueError, TypeError) as problem:
            return {"ok": False, "error": str(problem)}

    def _light(
        self, left: float, right: float, ring: Sequence[int] = (0, 0, 0), **_: object
    ) -> dict[str, Any]:
        """The tray's own light looks like this from now on (`vision.sim.tray_light`)."""
        red, green, blue = ring
        self._lit.light = TrayLight(left, right, (red, green, blue))
        return {}

    def _wait(self) -> None:
        """Sleeps until the next frame is due; a frame that comes late moves the later ones with it."""
        if self.table.busy:
            self._stirred = self.table.now
        if not self._pace:
            if self.table.now - self._stirred > _CALM:
                self._sleep(_DRAWN_OUT)
            return
        now = self._clock()
        if self._due is not None and now < self._due:
            self._sleep(self._due - now)
        self._due = max(now, self._due or now) + self._pace


def open_sim(
    settings: SimSettings,
    seed: int,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> SimCamera:
    """The camera of a fresh table as `settings` say; `seed` counts when they name none."""
    chosen = seed if settings.seed is None else settings.seed
    table = SimTable(chosen, settings.trouble, settings.size, settings.dice)
    pastime = Pastime(np.random.default_rng(chosen)) if settings.auto else None
    return SimCamera(table, settings.fps, settings.speed, clock, sleep, pastime)


def _throw(table: SimTable, **arguments: Any) -> dict[str, Any]:
    return {"troubles": list(table.throw(**arguments))}


def _carry(table: SimTable, moves: Sequence[Sequence[Sequence[float]]]) -> dict[str, Any]:
    table.carry([((a[0], a[1]), (b[0], b[1])) for a, b in moves])
    return {}


def _misbehave(table: SimTable, trouble: str) -> dict[str, Any]:
    table.misbehave(trouble)
    return {}


def _clear(table: SimTable) -> dict[str, Any]:
    table.clear()
    return {}


def _tip(table: SimTable, x: float, y: float) -> dict[str, Any]:
    table.tip(x, y)
    return {}


def _dark(table: SimTable, seconds: float) -> dict[str, Any]:
    table.dark(seconds)
    return {}


def _past(table: SimTable, t: float) -> dict[str, Any]:
    return {"t": t, "dice": [asdict(die) for die in table.past(t)]}


def _truth(table: SimTable) -> dict[str, Any]:
    dice = [asdict(die) for die in table.truth()]
    return {
        "t": table.now,
        "busy": table.busy,
        "at_rest": table.at_rest,
        "throws": table.throws,
        "dice": dice,
    }


def _busy(table: SimTable) -> dict[str, Any]:
    return {"busy": table.busy}


_COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    "throw": _throw,
    "misbehave": _misbehave,
    "carry": _carry,
    "clear": _clear,
    "tip": _tip,
    "dark": _dark,
    "truth": _truth,
    "past": _past,
    "busy": _busy,
}
