"""Farkle and Ten Thousand on the screen: what the buttons do, what is told, and that it all comes from the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from at_studio import headline, lamps

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.events import Failed
from kiosk.gallery.studio import Studio, studio
from kiosk.screens.push_scores import alike, others
from kiosk.screens.push_view import ranked, view_of
from kiosk.screens.turn import TurnScreen
from rules import Bank, Keep, open_match
from rules.push import options_of, turn_of, worth


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        yield made


def begun(made: Studio, *dice: int, game: str = "farkle") -> Studio:
    made.begin(game, 2, 0)
    made.stage.roll(dice)
    made.draw()
    return made


def kept(made: Studio) -> Keep:
    return Keep(tuple(die.value for die in made.table.dice if die.kept and not die.aside))


def test_the_lamps_show_the_proposal_and_what_may_be_done(at_table: Studio) -> None:
    shine = lamps(begun(at_table, 1, 5, 5, 3, 2, 6))
    lit = [hold for hold, die in zip(HOLDS, at_table.table.dice, strict=True) if die.value in (1, 5)]
    assert set(shine) == {*lit, Button.LEFT, Button.RIGHT, Button.CONFIRM}
    assert shine[Button.CONFIRM] is Lamp.BLINK, "200 cannot be banked: green is what the table waits for"


def test_where_both_can_be_done_neither_is_urged(at_table: Studio) -> None:
    shine = lamps(begun(at_table, 5, 5, 5, 1, 2, 3))
    assert (shine[Button.CONFIRM], shine[Button.BANK]) == (Lamp.ON, Lamp.ON)
    assert headline(at_table) == "Set dice aside, then roll on or bank."


def test_right_walks_over_every_choice_and_comes_back(at_table: Studio) -> None:
    begun(at_table, 1, 1, 5, 5, 5, 3)
    assert at_table.table.match is not None
    choices = worth(at_table.table.match)
    seen = []
    for _ in choices:
        seen.append(kept(at_table))
        at_table.press(Button.RIGHT)
    assert [choices[keep] for keep in seen] == sorted(choices.values(), reverse=True)
    assert set(seen) == set(choices)
    assert kept(at_table) == seen[0]


def test_dice_that_score_nothing_darken_green_and_say_why(at_table: Studio) -> None:
    begun(at_table, 1, 5, 5, 3, 2, 6)
    at_table.press(*[hold for hold, die in zip(HOLDS, at_table.table.dice, strict=True) if die.value == 3])
    assert Button.CONFIRM not in lamps(at_table)
    assert headline(at_table) == "A 3 alone scores nothing; it takes at least three alike."
    at_table.press(Button.RIGHT)
    assert kept(at_table) == Keep((1, 5, 5))


def test_with_no_dice_chosen_people_are_asked_to_choose(at_table: Studio) -> None:
    begun(at_table, 1, 2, 2, 3, 4, 6)
    at_table.press(*[hold for hold, die in zip(HOLDS, at_table.table.dice, strict=True) if die.value == 1])
    assert headline(at_table) == "Choose the dice that shall count."


def test_yellow_too_early_says_what_is_missing(at_table: Studio) -> None:
    begun(at_table, 1, 5, 5, 3, 2, 6)
    assert Button.BANK not in lamps(at_table)
    at_table.press(Button.BANK)
    assert headline(at_table) == "The first points take 500 in one turn; this one has 200."


def test_green_sets_aside_and_the_rest_is_rolled_or_the_turn_banked(at_table: Studio) -> None:
    begun(at_table, 5, 5, 5, 1, 2, 3).press(Button.CONFIRM)
    assert headline(at_table) == "Roll the 2 dice, or bank 600."
    assert lamps(at_table) == {Button.LEFT: Lamp.ON, Button.BANK: Lamp.ON}
    at_table.press(Button.BANK)
    assert at_table.table.match is not None
    assert at_table.table.match.scores == (600, 0)


def test_without_the_camera_the_turn_goes_on(at_table: Studio) -> None:
    begun(at_table, 5, 5, 5, 1, 2, 3)
    at_table.table.take(Failed("camera", ""))
    assert headline(at_table) == "Set dice aside, then roll on or bank."
    at_table.press(Button.CONFIRM)
    assert headline(at_table) == "Roll and enter the dice, or bank."
    assert lamps(at_table)[Button.CONFIRM] is Lamp.BLINK
    at_table.press(Button.BANK)
    assert at_table.table.match is not None
    assert at_table.table.match.scores == (600, 0)
    assert headline(at_table) == "Roll, then enter what the dice show."


def test_all_six_may_be_rolled_again_in_farkle_and_must_in_ten_thousand(at_table: Studio) -> None:
    begun(at_table, 1, 2, 3, 4, 5, 6).press(Button.CONFIRM)
    assert headline(at_table) == "All six count! Roll them again, or bank 1,500."
    at_table.table.put_aside()
    begun(at_table, 1, 2, 3, 4, 5, 6, game="ten_thousand").press(Button.CONFIRM)
    assert headline(at_table) == "All six count! Roll them all again."
    assert Button.BANK not in lamps(at_table)


@pytest.mark.parametrize("game", ["farkle", "ten_thousand"])
def test_what_is_shown_is_what_the_rules_make_of_it(at_table: Studio, game: str) -> None:
    """Through a game of bots: the view before a choice is the match after it."""
    at_table.begin(game, 3, 0)
    table, looked = at_table.table, 0
    while looked < 40 and table.match is not None and not table.match.over:
        match = table.match
        if table.may_keep:
            view, looked = view_of(table, match), looked + 1
            after, _ = match.apply(view.marked)
            assert view.options == ranked(match)
            assert view.options[0] == (view.marked, view.gain), "the best is proposed"
            assert (view.points, view.left) == (turn_of(after).points, turn_of(after).left)
            assert view.may_bank is (Bank() in after.expect.choose)
            table.keep()
        elif match.expect.choose and turn_of(match).left < 3:
            table.bank()
        else:
            at_table.stage.roll()


def test_the_list_of_what_scores_is_the_rules_own(at_table: Studio) -> None:
    listed = options_of(open_match({"game": "farkle", "players": ["A", "B"]})).combinations()
    told = alike(listed)
    assert told[1] == {1: 100, 5: 50}
    assert told[3] == {1: 300, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
    assert {count: set(points.values()) for count, points in told.items() if count > 3} == {
        4: {1000},
        5: {2000},
        6: {3000},
    }
    assert sorted(others(listed).values()) == [1500, 1500, 1500, 2500]


def test_the_last_round_says_what_it_takes(at_table: Studio) -> None:
    at_table.begin("farkle", 2, 0)
    at_table.play_until(lambda match: match.details.last_round)
    assert at_table.table.match is not None
    highest = max(at_table.table.match.scores)
    assert isinstance(at_table.shown, TurnScreen)
    assert f"{highest:,}" in at_table.shown.note(at_table.table, at_table.table.match)


def test_scores_beyond_six_players_are_paged_while_a_roll_is_waited_for(at_table: Studio) -> None:
    at_table.begin("farkle", 7, 0)
    screen = at_table.shown
    assert isinstance(screen, TurnScreen)
    assert at_table.table.match is not None
    assert screen.page(at_table.table.match) == 0
    at_table.press(Button.RIGHT)
    assert screen.page(at_table.table.match) == 1
    at_table.table.put_aside()
    at_table.begin("farkle", 6, 0)
    assert Button.RIGHT not in at_table.shown.lamps(at_table.table)


def test_a_kit_of_its_own_draws_the_same() -> None:
    """The board does not depend on what was drawn before."""
    pictures = []
    for kit in (Kit(), Kit()):
        with studio("da", 5, pygame.Surface((640, 360)), kit, watched=False) as made:
            begun(made, 1, 5, 5, 3, 2, 6)
            pictures.append(pygame.image.tobytes(made.draw(), "RGB"))
    assert pictures[0] == pictures[1]
