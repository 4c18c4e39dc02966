"""A whole game of bots at the simulated table: the same program as `play`, offscreen, with a guest at its buttons.

Nothing is short-cut between picture and score. When a roll is recorded, and only then, it is compared with what
lay on the simulated table at the moment of the reading that it was taken from: by now the next throw may be on.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pygame
from gpiozero.pins.mock import MockFactory

from kiosk import house
from kiosk.buttons import Button
from kiosk.clock import Clock, SystemClock
from kiosk.events import Events
from kiosk.house import House
from kiosk.journal import state_lock
from kiosk.light.opening import light_maker
from kiosk.match.steps import Step
from kiosk.panel.gpio import CONTACT_PINS, GpioPanel
from kiosk.panel.mending import MendingPanel
from kiosk.sim.guest import Guest
from kiosk.sim.hands import SimHands, lying
from kiosk.table import Table
from kiosk.window import Window
from rules import Roll
from vision.reading import Kind

FRAME = 1.0
"""Seconds between two pictures of the screen when nobody watches."""
PICTURES = "size=960x540,fps=5"
"""Small and few, since drawing them takes most of the time; still enough to see dice roll and to read them."""
LAST_ANSWERS = 10.0
"""Seconds for which what is still being asked at the end is waited for."""
STUCK = 120.0
"""Seconds without a move after which the game is given up."""


@dataclass(frozen=True)
class Wanted:
    """Which game to play. `speed`: how many times faster than life, 0: as fast as can be; `noise`: how often a
    throw goes wrong, 0 to 1; `light`: none, sim or the tray controller's serial line."""

    game: str
    players: int
    seed: int
    out: Path
    speed: float = 0.0
    noise: float = 0.0
    language: str = "en"
    light: str = "none"

    @property
    def camera(self) -> str:
        """The simulated camera that this needs."""
        return f"sim:seed={self.seed},trouble={self.noise},speed={self.speed},{PICTURES}"


@dataclass
class Summary:
    """How it went. `compared`: recorded rolls that the truth was known of; `misreads`: those of them that were not
    what lay there; `asked`: how often people were asked for something."""

    game: str
    players: int
    seed: int
    rolls: int = 0
    compared: int = 0
    misreads: int = 0
    asked: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    @property
    def true(self) -> bool:
        """The game ended and every recorded roll was what lay there."""
        return bool(self.winners) and self.compared == self.rolls and self.misreads == 0


class MockPanel:
    """The panel's own buttons on mock pins, and the finger that presses them."""

    def __init__(self, clock: Clock) -> None:
        self._pins = MockFactory()
        self._clock = clock

    def make(self, events: Events, *_: object) -> MendingPanel:
        """The panel as on a Pi, but for the pins."""
        return MendingPanel(lambda: GpioPanel(events, self._clock, lambda: self._pins), events)

    def contact(self, button: Button, down: bool) -> None:
        """Close or open a contact to ground."""
        pin = self._pins.pin(CONTACT_PINS[button])
        pin.drive_low() if down else pin.drive_high()


def play(wanted: Wanted, say: Callable[[str], None], state_dir: Path | None = None) -> Summary:
    """Play the game; leaves screenshots and `summary.json` in `wanted.out`.

    `say` is told now and then how it goes. Without a `state_dir` the journal is thrown away afterwards.
    """
    wanted.out.mkdir(parents=True, exist_ok=True)
    clock, summary = SystemClock(), Summary(wanted.game, wanted.players, wanted.seed)
    panel = MockPanel(clock)
    began = clock.now()
    with tempfile.TemporaryDirectory() as spare:
        place = state_dir or Path(spare)
        window = partial(_window)
        light = light_maker(wanted.light, clock)
        opening = house.opened(place, wanted.camera, "da", clock, panel.make, window, FRAME, light)
        with state_lock(place), opening as opened:
            _Game(opened, panel, clock, wanted, summary, say).run()
    summary.seconds = round(clock.now() - began, 1)
    (wanted.out / "summary.json").write_text(json.dumps(asdict(summary)) + "\n", encoding="utf-8")
    return summary


def _window(events: Events, _: object) -> Window:
    return Window(events, windowed=False, hidden=True)


class _Game:
    """One run: the loop, the guest, the album and the comparison with the truth."""

    def __init__(
        self,
        opened: House,
        panel: MockPanel,
        clock: Clock,
        wanted: Wanted,
        summary: Summary,
        say: Callable[[str], None],
    ) -> None:
        self._house, self._clock, self._wanted, self._summary, self._say = opened, clock, wanted, summary, say
        self._table = opened.table
        self._hands = SimHands(opened.eyes.ask, opened.table)
        pause = 0.6 / wanted.speed if wanted.speed else 0.0
        self._guest = Guest(
            opened.table,
            opened.screens,
            panel.contact,
            self._hands,
            clock,
            random.Random(wanted.seed),
            wanted.players,
            wanted.language,
            self._picture,
            pause,
            wanted.game,
        )
        self._album = Album(wanted.out)
        self._steps = len(opened.table.steps)
        self._said: object = None
        self._deadline = clock.now() + STUCK

    def run(self) -> None:
        """Until the result is shown, or nothing moves any more."""
        app, table = self._house.app, self._table
        while app.running and self._clock.now() < self._deadline:
            app.turn(min(self._guest.patience(), app.patience()))
            self._note()
            if table.screen == "result":
                self._end()
                return
            self._guest.act()

    def _note(self) -> None:
        """Count what happened since the last look."""
        table, summary = self._table, self._summary
        if table.advice is not self._said:
            self._said = table.advice
            summary.asked += table.advice is not None
        if len(table.steps) == self._steps:
            return
        self._steps = len(table.steps)
        self._deadline = self._clock.now() + STUCK
        step = table.steps[-1]
        if isinstance(step.move, Roll):
            summary.rolls += 1
            compare = partial(self._compare, summary.rolls, step, step.move.kind)
            self._hands.command("past", compare, t=step.seen_at)

    def _compare(self, roll: int, step: Step, kind: Kind, past: Mapping[str, Any]) -> None:
        lay = [die for die in lying(past) if die.kind == kind]
        told = [die for die in step.lie if die.kind == kind]
        self._summary.compared += 1
        if Counter(die.value for die in lay) != Counter(die.value for die in told):
            self._summary.misreads += 1
            recorded = [(die.value, round(die.x), round(die.y)) for die in told]
            there = [(die.value, round(die.x), round(die.y)) for die in lay]
            self._say(f"roll {roll}: {recorded} was recorded, {there} lay there at {step.seen_at:.2f} s")

    def _end(self) -> None:
        match = self._table.match
        assert match is not None
        self._summary.scores, self._summary.winners = list(match.scores), list(match.winners)
        end = self._clock.now() + LAST_ANSWERS
        while self._hands.busy and self._clock.now() < end:
            self._house.app.turn(0.01)
        self._picture()

    def _picture(self) -> None:
        """Keep what the screen shows now, if it is of a kind that is still wanted."""
        kind, moves = kind_of(self._table), len(self._table.steps)
        if self._album.wants(kind, moves):
            self._house.app.draw_now()
            self._album.keep(kind, moves, self._house.window.surface)


class Album:
    """A screenshot of each kind of screen, in a folder: the first one, and a later one when the game is on its way."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, int] = {}

    def wants(self, kind: str, moves: int) -> bool:
        """Whether this kind has not been seen, or only when the sheets were still empty."""
        return kind not in self._kept or self._kept[kind] < LATER <= moves

    def keep(self, kind: str, moves: int, surface: pygame.Surface) -> None:
        """Save the picture."""
        self._kept[kind] = moves
        picture = cv2.cvtColor(pygame.surfarray.array3d(surface).swapaxes(0, 1), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(self._folder / f"{kind}.png"), picture)


LATER = 40
"""Moves after which the sheets are worth a picture."""


def kind_of(table: Table) -> str:
    """The name of what is on the screen: the screen, and in a game what it asks for."""
    match = table.match
    if match is None or table.screen != match.game:
        return table.screen
    if table.advice is not None:
        return f"{table.screen}-{'question' if table.advice.question else 'advice'}"
    if match.roll_off is not None:
        return f"{table.screen}-roll-off"
    if match.expect.roll:
        return f"{table.screen}-roll{'-on' if any(die.kept for die in table.dice) else ''}"
    return f"{table.screen}-{'keep' if any(die.kept for die in table.dice) else 'choose'}"
