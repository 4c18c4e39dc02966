"""Thirty on the screen: the sum that the marked dice make, what all six bring, who is attacked."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.gallery.studio import Studio, studio
from kiosk.screens.thirty_view import view_of
from kiosk.screens.turn import TurnScreen
from rules.thirty import Outcome


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        made.begin("thirty", 3, 0)
        yield made


def said(made: Studio) -> tuple[str, str]:
    screen, match = made.shown, made.table.match
    assert isinstance(screen, TurnScreen)
    assert match is not None
    return screen.headline(made.table), screen.note(made.table, match)


def rolled(made: Studio, *dice: int) -> Studio:
    made.stage.roll(dice)
    made.draw()
    return made


def all_kept(made: Studio, *dice: int) -> Studio:
    rolled(made, *dice).press(*HOLDS)
    return made


def test_green_waits_for_at_least_one_die(at_table: Studio) -> None:
    rolled(at_table, 6, 5, 4, 2, 1, 6)
    assert at_table.shown.lamps(at_table.table) == {Button.LEFT: Lamp.ON}
    at_table.press(Button.HOLD1)
    assert at_table.shown.lamps(at_table.table) == {
        Button.LEFT: Lamp.ON,
        Button.HOLD1: Lamp.ON,
        Button.CONFIRM: Lamp.BLINK,
    }


def test_the_sum_counts_what_is_marked(at_table: Studio) -> None:
    rolled(at_table, 6, 6, 6, 5, 5, 1)
    for presses, total, left, short in ((0, 0, 6, 30), (3, None, 3, None), (6, 29, 0, 1)):
        at_table.press(
            *[hold for n, hold in enumerate(HOLDS) if n < presses and not at_table.table.dice[n].kept]
        )
        assert at_table.table.match is not None
        view = view_of(at_table.table, at_table.table.match)
        assert view.sum == sum(die.value for die in at_table.table.dice if die.kept)
        assert (view.sum if total is not None else None, view.left) == (total, left)
        assert short is None or view.short == short


@pytest.mark.parametrize(
    ("last", "outcome", "words"),
    [
        (1, Outcome(1, None), "All six make 29: you lose 1."),
        (2, Outcome(0, None), "All six make 30: nothing is lost."),
        (6, Outcome(0, 4), "All six make 34: you attack with 4s."),
    ],
)
def test_what_all_six_bring_is_said_before_it_is_agreed_to(
    at_table: Studio, last: int, outcome: Outcome, words: str
) -> None:
    all_kept(at_table, 6, 6, 6, 5, 5, last)
    assert at_table.table.match is not None
    assert view_of(at_table.table, at_table.table.match).outcome == outcome
    assert said(at_table)[0] == words


def test_an_attack_says_whom_with_what_and_how_far_it_is(at_table: Studio) -> None:
    assert said(at_table)[1] == "More than 30 attacks Player 3."
    all_kept(at_table, 6, 6, 6, 5, 5, 6).press(Button.CONFIRM)
    assert said(at_table) == (
        "Attack Player 3! Roll for 4s with all dice.",
        "Every 4 takes 4 from Player 3.",
    )
    rolled(at_table, 4, 4, 1, 2, 3, 6)
    assert said(at_table)[0] == "Hit! Roll 4 dice for 4s."
    assert at_table.table.match is not None
    view = view_of(at_table.table, at_table.table.match)
    assert (view.face, view.taken, view.loss, view.victim, view.left) == (4, 2, 8, 2, 4)
    assert at_table.shown.lamps(at_table.table) == {Button.LEFT: Lamp.ON}, "nothing is chosen in an attack"


def test_who_goes_out_is_said(at_table: Studio) -> None:
    at_table.play_until(lambda match: bool(match.details.out))
    assert at_table.table.match is not None
    if not at_table.table.match.over:
        out = at_table.table.match.details.out[0]
        assert said(at_table)[1] == f"Player {out + 1} is out."


def test_a_rematch_moves_the_start_one_seat_and_rolls_no_more_for_it(at_table: Studio) -> None:
    at_table.table.put_aside()
    at_table.table.begin("thirty", 2, {"roll_off": True})
    at_table.stage.roll([2])
    at_table.stage.roll([5])
    at_table.play_until(lambda match: match.over)
    assert at_table.table.screen == "result"
    at_table.press(Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.roll_off is None
    assert at_table.table.match.player == 0
