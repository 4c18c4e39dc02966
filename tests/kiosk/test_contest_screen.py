"""The screen on which people say what a die really shows."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from kiosk.buttons import HOLDS, Button
from kiosk.gallery.studio import Studio, studio
from rules import GAMES, Roll

DICE = {"yatzy": 5, "thirty": 6, "ten_thousand": 6, "farkle": 6}


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        yield made


def contested(made: Studio, game: str) -> list[int]:
    """A roll, and the screen on which it is contested; gives the values read."""
    made.begin(game, 2, 0)
    made.stage.roll([1, 5, 5, 2, 3, 4][: DICE[game]])
    read = [die.value for die in made.table.dice]
    made.press(Button.LEFT, Button.BANK)
    assert made.table.screen == "contest"
    return read


@pytest.mark.parametrize("game", DICE)
def test_two_presses_lead_there_and_every_press_raises_the_die_above_it(at_table: Studio, game: str) -> None:
    read = contested(at_table, game)
    at_table.press(HOLDS[0], *[HOLDS[1]] * 6, HOLDS[2], HOLDS[2], Button.CONFIRM)
    raised = [read[0] % 6 + 1, read[1], (read[2] + 1) % 6 + 1, *read[3:]]
    assert [die.value for die in at_table.table.dice] == raised
    assert at_table.table.steps[-1].source == "button"
    assert [die.read is not None for die in at_table.table.dice][:3] == [True, False, True]
    assert at_table.table.screen == game


@pytest.mark.parametrize("button", [Button.CONFIRM, Button.LEFT])
def test_what_nobody_has_changed_stands(at_table: Studio, button: Button) -> None:
    contested(at_table, "farkle")
    before = at_table.table.match
    at_table.press(button)
    assert at_table.table.match is before
    assert at_table.table.steps[-1].source == "camera"


def test_a_change_can_be_left_alone(at_table: Studio) -> None:
    contested(at_table, "farkle")
    before = at_table.table.match
    at_table.press(HOLDS[0], Button.LEFT, Button.LEFT, Button.BANK, Button.CONFIRM)
    assert at_table.table.match is before


def test_yellow_has_it_rolled_again(at_table: Studio) -> None:
    contested(at_table, "thirty")
    at_table.press(Button.BANK)
    match = at_table.table.match
    assert match is not None
    assert match.expect.roll is not None
    assert (at_table.table.screen, match.expect.roll.count) == ("thirty", 6)


def test_black_dice_go_up_to_twelve(at_table: Studio) -> None:
    at_table.begin("target_dice", 2, 0)
    at_table.stage.roll([12, 11, 3])
    lie = [doubted.die.value for doubted in at_table.table.contested]
    at_table.press(Button.LEFT, Button.BANK, HOLDS[lie.index(12)], HOLDS[lie.index(11)], Button.CONFIRM)
    assert at_table.table.match is not None
    assert sorted(at_table.table.match.details.targets[0]) == [1, 3, 12]


def test_a_roll_that_decides_who_begins_can_be_contested(at_table: Studio) -> None:
    at_table.table.begin("farkle", 2)
    at_table.draw()
    at_table.stage.roll([3])
    at_table.press(Button.LEFT, Button.BANK, HOLDS[0], Button.CONFIRM)
    assert at_table.table.match is not None
    assert list(at_table.table.match.moves) == [Roll((4,))]
    assert at_table.table.match.roll_off is not None


def test_before_the_first_roll_there_is_nothing_to_contest(at_table: Studio) -> None:
    for game in DICE:
        assert game in GAMES
        at_table.begin(game, 2, 0)
        at_table.press(Button.LEFT, Button.BANK)
        assert at_table.table.screen == "rules"
        at_table.table.put_aside()


def test_when_the_next_roll_comes_meanwhile_people_are_told(at_table: Studio) -> None:
    at_table.begin("yatzy", 2, 1)
    at_table.press(Button.LEFT, Button.BANK)
    at_table.draw()
    at_table.stage.roll([1, 2, 3, 4, 6])
    at_table.draw()
    before = at_table.table.match
    assert HOLDS[0] not in at_table.shown.lamps(at_table.table)
    at_table.press(Button.CONFIRM)
    assert (at_table.table.match, at_table.table.screen) == (before, "yatzy")
