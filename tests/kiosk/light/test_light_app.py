"""The main loop and the tray's light: what goes where."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pygame
import pytest
from by_hand_time import Clock

from kiosk.app import IDLE, App
from kiosk.events import Event, Failed, Hit, LightShown
from kiosk.journal import Journal
from kiosk.light.mood import Scene
from kiosk.match.ledger import Ledger
from kiosk.table import Table
from kiosk.words import Words


class Panel:
    def poll(self, now: float) -> list[Any]:
        return []

    def next_due(self, now: float) -> None:
        return None

    def light(self, lamps: object) -> None: ...


class Eyes:
    woken = 0

    def check(self, now: float) -> None: ...

    def preview(self) -> None: ...

    def wake(self) -> None:
        self.woken += 1


class Window:
    surface = pygame.Surface((4, 4))

    def pump(self) -> None: ...

    def flip(self) -> None: ...


class Page:
    def enter(self, table: Table) -> None: ...

    def lamps(self, table: Table) -> dict[Any, Any]:
        return {}

    def draw(self, surface: object, table: Table, now: float) -> None: ...

    def still(self, table: Table, now: float) -> bool:
        return True


class Light:
    def __init__(self) -> None:
        self.followed: list[Scene] = []
        self.offered: list[Event] = []
        self.keeping = False

    def follow(self, scene: Scene, now: float) -> None:
        self.followed.append(scene)

    def keeps(self, event: Event, now: float) -> bool:
        self.offered.append(event)
        return self.keeping

    def close(self) -> None: ...


class Loop:
    def __init__(self, folder: Path) -> None:
        self.clock, self.eyes, self.light = Clock(), Eyes(), Light()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.table = Table(Words, Ledger(lambda: Journal(folder)), self.clock, "en")
        screens: Any = {"attract": Page()}
        panel: Any = Panel()
        eyes: Any = self.eyes
        window: Any = Window()
        self.app = App(self.table, screens, panel, eyes, window, self.clock, self.events, light=self.light)

    def turn(self, *events: Event) -> None:
        for event in events:
            self.events.put(event)
        self.app.turn(0)


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    return Loop(tmp_path)


def test_the_light_follows_the_table_in_each_turn_of_the_loop(loop: Loop) -> None:
    loop.turn()
    loop.turn()
    assert loop.light.followed == [loop.table, loop.table]


def test_a_hit_on_the_felt_wakes_the_eyes_and_shows_that_somebody_is_here(loop: Loop) -> None:
    loop.turn()
    before = loop.app._idle_at
    loop.clock.time += IDLE / 2
    loop.turn(Hit(400))
    assert loop.eyes.woken == 1
    assert loop.app._idle_at == pytest.approx(before + IDLE / 2)


def test_what_the_light_keeps_does_not_reach_the_table(loop: Loop) -> None:
    loop.light.keeping = True
    loop.turn(Failed("camera", "gone"))
    assert loop.table.faults == frozenset()
    loop.light.keeping = False
    loop.turn(Failed("camera", "gone"), LightShown(1, 2))
    assert loop.table.faults == {"camera"}
    assert LightShown(1, 2) in loop.light.offered
