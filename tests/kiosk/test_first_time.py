"""What helps those who sit here for the first time, and those who have to go."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.gallery.studio import Studio, studio
from kiosk.screens.turn import TurnScreen

KEEP = "To keep a die, press the button below it."


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.draw()
        yield made


def note(made: Studio) -> str:
    assert isinstance(made.shown, TurnScreen)
    assert made.table.match is not None
    return made.shown.note(made.table, made.table.match)


@pytest.mark.parametrize("game", ["yatzy", "thirty"])
def test_in_the_first_turn_it_says_how_a_die_is_kept_until_one_is(at_table: Studio, game: str) -> None:
    dice = (3, 3, 5, 1, 6, 6)
    at_table.rolled(game, 2, 0, *dice[: 5 if game == "yatzy" else 6])
    assert note(at_table) == KEEP
    at_table.press(HOLDS[0])
    assert note(at_table) != KEEP


def test_who_has_a_field_on_the_sheet_knows(at_table: Studio) -> None:
    at_table.rolled("yatzy", 2, 1, 3, 3, 5, 1, 6)
    assert note(at_table) == KEEP, "the second player has not played yet"
    at_table.rolled("yatzy", 2, 2, 3, 3, 5, 1, 6)
    assert note(at_table) == ""


@pytest.mark.parametrize(("rolls", "tied"), [((4, 4, 2), True), ((4, 4, 2, 3), True), ((4, 2), False)])
def test_a_tie_in_the_roll_off_is_said(
    at_table: Studio, monkeypatch: pytest.MonkeyPatch, rolls: tuple[int, ...], tied: bool
) -> None:
    said: list[str] = []
    at_table.table.begin("farkle", 3)
    for value in rolls:
        at_table.stage.roll([value])
    monkeypatch.setattr("kiosk.draw.pen.Pen.write", lambda _, text, *__, **___: said.append(text))
    at_table.draw()
    assert ("A tie: the highest roll again" in said, "The highest die begins" in said) == (tied, not tied)


@pytest.mark.parametrize(("game", "lit"), [("yatzy", HOLDS), ("farkle", HOLDS[1:])])
def test_every_number_of_players_that_can_be_chosen_is_lit(
    at_table: Studio, game: str, lit: tuple[Button, ...]
) -> None:
    at_table.table.choose_game(game)
    at_table.table.show("players")
    lamps = at_table.shown.lamps(at_table.table)
    assert [hold for hold in HOLDS if lamps.get(hold) is Lamp.ON] == list(lit)


def test_who_has_to_go_puts_the_game_aside_and_nothing_is_lost(at_table: Studio) -> None:
    at_table.rolled("yatzy", 3, 4, 3, 3, 5, 1, 6)
    played = at_table.table.match
    at_table.press(Button.LEFT)
    assert at_table.shown.lamps(at_table.table)[HOLDS[5]] is Lamp.ON
    at_table.press(HOLDS[5])
    assert at_table.table.screen == "attract"
    at_table.press(Button.BANK)
    assert (at_table.table.match, at_table.table.screen) == (played, "yatzy")


def test_without_a_game_there_is_nothing_to_put_aside(at_table: Studio) -> None:
    at_table.press(Button.LEFT)
    assert HOLDS[5] not in at_table.shown.lamps(at_table.table)
    at_table.press(HOLDS[5])
    assert at_table.table.screen == "rules"
