"""The main loop with fake eyes, a fake panel and a fake clock."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pygame
import pytest
from by_hand_time import Clock

from kiosk.app import FRAME, IDLE, PUMP, App
from kiosk.buttons import Button, Lamp
from kiosk.events import (
    Answered,
    Edge,
    Event,
    Failed,
    Held,
    Pressed,
    Preview,
    PreviewReady,
    Quit,
    Released,
)
from kiosk.journal import Journal
from kiosk.match.ledger import Ledger
from kiosk.table import Table
from kiosk.words import Words


class Panel:
    """A panel whose contacts count at once."""

    def __init__(self) -> None:
        self.found: list[Pressed | Released | Held] = []
        self.lamps: list[dict[Button, Lamp]] = []
        self.edges: list[Edge] = []
        self.due: float | None = None

    def edge(self, edge: Edge) -> None:
        self.edges.append(edge)

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        found, self.found = self.found, []
        return found

    def next_due(self, now: float) -> float | None:
        return self.due

    def light(self, lamps: dict[Button, Lamp]) -> None:
        self.lamps.append(dict(lamps))

    def close(self) -> None: ...


class Eyes:
    def __init__(self) -> None:
        self.checked: list[float] = []
        self.answers: list[Answered] = []
        self.newest: Preview | None = None

    def check(self, now: float) -> None:
        self.checked.append(now)

    def preview(self) -> Preview | None:
        newest, self.newest = self.newest, None
        return newest

    def answered(self, event: Answered) -> None:
        self.answers.append(event)


class Window:
    def __init__(self) -> None:
        self.surface = pygame.Surface((4, 4))
        self.flips = 0

    def pump(self) -> None: ...

    def flip(self) -> None:
        self.flips += 1


class Page:
    """A screen that notes what happens to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entered = 0
        self.pressed: list[Button] = []
        self.moves = False
        self.shown: list[object] = []

    def enter(self, table: Table) -> None:
        self.entered += 1

    def press(self, button: Button, table: Table) -> None:
        self.pressed.append(button)
        if button is Button.CONFIRM:
            table.show("players")

    def lamps(self, table: Table) -> dict[Button, Lamp]:
        return {Button.CONFIRM: Lamp.BLINK} if self.name == "attract" else {}

    def draw(self, surface: pygame.Surface, table: Table, now: float) -> None:
        self.shown.append(table.tray)

    def still(self, table: Table, now: float) -> bool:
        return not self.moves


class House:
    def __init__(self, folder: Path) -> None:
        self.clock, self.panel, self.eyes, self.window = Clock(), Panel(), Eyes(), Window()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.table = Table(Words, Ledger(lambda: Journal(folder)), self.clock, "en")
        self.attract, self.players = Page("attract"), Page("players")
        screens = {"attract": self.attract, "players": self.players, "staff": Page("staff")}
        self.app = App(self.table, screens, self.panel, self.eyes, self.window, self.clock, self.events)

    def turn(self, *events: Event, seconds: float = 0.1) -> None:
        for event in events:
            self.events.put(event)
        self.clock.time += seconds
        self.app.turn(0)


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path)
    made.turn()
    return made


def test_the_first_picture_comes_at_once(house: House) -> None:
    assert house.attract.entered == 1
    assert house.window.flips == 1
    assert house.panel.lamps == [{Button.CONFIRM: Lamp.BLINK}]


def test_when_nothing_happens_nothing_is_drawn(house: House) -> None:
    house.turn()
    house.turn()
    assert house.window.flips == 1
    assert house.app.patience() == pytest.approx(PUMP)


def test_while_something_moves_it_is_drawn_but_not_too_often(house: House) -> None:
    house.attract.moves = True
    for _ in range(100):
        house.turn(seconds=FRAME / 4)
    assert 19 <= house.window.flips - 1 <= 26


def test_a_press_reaches_the_screen_that_is_shown(house: House) -> None:
    house.panel.found = [Pressed(Button.LEFT), Released(Button.LEFT)]
    house.turn()
    assert house.attract.pressed == [Button.LEFT]
    house.panel.found = [Pressed(Button.CONFIRM)]
    house.turn()
    assert house.players.entered == 1
    house.panel.found = [Pressed(Button.LEFT)]
    house.turn()
    assert house.players.pressed == [Button.LEFT]
    assert house.panel.lamps[-1] == {}


def test_staff_counts_only_when_held(house: House) -> None:
    house.panel.found = [Pressed(Button.STAFF)]
    house.turn()
    assert house.attract.pressed == []
    house.panel.found = [Held(Button.STAFF), Held(Button.LEFT)]
    house.turn()
    assert house.attract.pressed == []
    assert house.table.screen == "staff"


def test_edges_go_to_the_panel_and_answers_to_the_eyes(house: House) -> None:
    house.turn(Edge(Button.LEFT, True, 1.0), Answered(7, {"ok": True}))
    assert house.panel.edges == [Edge(Button.LEFT, True, 1.0)]
    assert house.eyes.answers == [Answered(7, {"ok": True})]


def test_the_newest_picture_is_fetched_and_drawn(house: House) -> None:
    house.eyes.newest = Preview(np.zeros((2, 2, 3), np.uint8), 1.0, (0.0, 0.0))
    house.turn(PreviewReady())
    assert house.table.tray is not None
    assert house.attract.shown[-1] is house.table.tray


def test_everything_else_goes_to_the_table(house: House) -> None:
    house.turn(Failed("camera", "gone"))
    assert house.table.faults == {"camera"}


def test_a_notice_lasts_until_the_next_press(house: House) -> None:
    house.table.notice = "Roll first."
    house.turn()
    assert house.table.notice
    house.panel.found = [Pressed(Button.LEFT)]
    house.turn()
    assert house.table.notice is None


def test_it_goes_back_to_the_beginning_when_nobody_is_here(house: House) -> None:
    house.panel.found = [Pressed(Button.CONFIRM)]
    house.turn()
    house.turn(seconds=IDLE - 1)
    assert house.table.screen == "players"
    house.panel.found = [Pressed(Button.LEFT)]
    house.turn()
    house.turn(seconds=IDLE - 1)
    assert house.table.screen == "players"
    house.turn(seconds=2)
    assert house.table.screen == "attract"


def test_it_wakes_for_what_the_panel_has_to_do(house: House) -> None:
    house.panel.due = house.clock.time + 0.004
    assert house.app.patience() == pytest.approx(0.004)


def test_it_sees_to_the_eyes(house: House) -> None:
    house.turn()
    assert house.eyes.checked[-1] == house.clock.time


def test_quit_ends_it(house: House) -> None:
    house.events.put(Quit())
    house.app.run()
    assert not house.app.running
