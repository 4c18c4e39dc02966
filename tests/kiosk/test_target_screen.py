"""Target Dice on the screen: sums being built, what is offered, what the buttons do."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from at_studio import headline, lamps

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.gallery.studio import Studio, studio
from kiosk.screens.target_dice import TargetDiceScreen
from kiosk.screens.target_rules import rules
from kiosk.screens.target_view import TargetView, choices, dice_of, labels, made_of, view_of
from rules import Matching, Pair, Roll, open_match
from rules.matches import points
from rules.target_dice import TargetDiceOptions

TARGETS = ([4, 7, 11], [5, 6, 7])


@pytest.fixture
def at_table() -> Iterator[Studio]:
    with studio("en", 3, pygame.Surface((640, 360)), watched=False) as made:
        yield made


def begun(made: Studio, *dice: int, **options: object) -> Studio:
    made.table.begin("target_dice", 2, {"roll_off": False, **options})
    made.draw()
    for targets in TARGETS:
        made.stage.roll(targets)
    if dice:
        made.stage.roll(dice)
    made.draw()
    return made


def view(made: Studio) -> TargetView:
    assert isinstance(made.shown, TargetDiceScreen)
    assert made.table.match is not None
    return made.shown.view(made.table, made.table.match)


def clear(made: Studio) -> None:
    made.press(
        *[hold for hold, die in zip(HOLDS, made.table.dice, strict=False) if die.kept and not die.aside]
    )


def hold(made: Studio, *values: int) -> None:
    for value in values:
        dice = zip(HOLDS, made.table.dice, strict=False)
        made.press(next(hold for hold, die in dice if die.value == value and not die.kept))


def test_targets_come_first_then_white_dice(at_table: Studio) -> None:
    at_table.begin("target_dice", 2, 0)
    assert headline(at_table) == "Roll three black dice: they are your targets."
    at_table.stage.roll(TARGETS[0])
    at_table.stage.roll(TARGETS[1])
    assert headline(at_table) == "Roll all six dice."


def test_the_rules_own_example_in_one_press(at_table: Studio) -> None:
    begun(at_table, 2, 3, 4, 5, 5, 6)
    assert sorted(pair.target for pair in view(at_table).way) == [4, 7, 11]
    assert view(at_table).points == 22
    at_table.press(Button.CONFIRM)
    assert headline(at_table) == "All three matched! Roll three new black dice."
    at_table.stage.roll([3, 10, 12])
    assert headline(at_table) == "This matches 3."
    at_table.press(Button.CONFIRM)
    assert headline(at_table) == "All six used! Roll all six again."


def test_a_sum_is_built_die_by_die(at_table: Studio) -> None:
    clear(begun(at_table, 2, 3, 4, 5, 5, 6))
    assert headline(at_table) == "Choose dice that make one of your targets."
    assert Button.CONFIRM not in lamps(at_table)
    hold(at_table, 2)
    assert headline(at_table) == "2 so far: 2 more for the 4."
    hold(at_table, 5)
    assert headline(at_table) == "This matches 7."
    hold(at_table, 6)
    assert headline(at_table) == "6 so far: 5 more for the 11.", "the 7 is made; the 6 begins another sum"
    assert Button.CONFIRM not in lamps(at_table)
    hold(at_table, 5)
    assert headline(at_table) == "This matches 11 and 7."
    at_table.press(Button.CONFIRM)
    assert at_table.table.match is not None
    assert at_table.table.match.details.targets[0] == (4,)


def test_too_much_is_said(at_table: Studio) -> None:
    clear(begun(at_table, 2, 3, 4, 6, 6, 6))
    hold(at_table, 6, 6)
    assert headline(at_table) == "12 is none of your open targets."


def test_right_walks_over_the_most_and_every_single_match(at_table: Studio) -> None:
    begun(at_table, 2, 3, 4, 5, 5, 6)
    match = at_table.table.match
    assert match is not None
    seen = []
    for _ in choices(match):
        seen.append(view(at_table).way)
        at_table.press(Button.RIGHT)
    assert tuple(seen) == choices(match)
    assert {way for way in seen if len(way) == 1} >= {
        move.pairs for move in match.expect.choose if isinstance(move, Matching)
    }
    assert view(at_table).way == seen[0]


def test_the_same_dice_can_be_meant_for_other_targets(at_table: Studio) -> None:
    """1, 4 and 5 make a 10, or two 5s: RIGHT says which."""
    assert [pair.target for pair in made_of((10, 5, 5), (1, 4, 5))] == [5, 5]
    ten = (Pair(10, (1, 4, 5)),)
    assert made_of((10, 5, 5), (1, 4, 5), ten) == ten
    assert made_of((10, 5, 5), (1, 4), ten) == (Pair(5, (1, 4)),), "other dice are marked by now"


def test_each_marked_die_says_which_target_it_makes(at_table: Studio) -> None:
    clear(begun(at_table, 2, 3, 4, 5, 5, 6))
    hold(at_table, 2, 5, 6)
    found = labels(at_table.table.dice, view(at_table))
    assert sorted(found.values()) == ["…", "→ 7", "→ 7"]


def test_one_may_stop_only_where_the_house_says_so(at_table: Studio) -> None:
    begun(at_table, 2, 3, 4, 5, 5, 6)
    assert Button.BANK not in lamps(at_table)
    at_table.press(Button.BANK)
    assert at_table.table.match is not None
    assert at_table.table.match.player == 0
    at_table.table.put_aside()
    begun(at_table, 2, 3, 4, 5, 5, 6, stop_early=True)
    assert lamps(at_table)[Button.BANK] is Lamp.ON
    at_table.press(Button.BANK)
    assert at_table.table.match.player == 1


@pytest.mark.parametrize(
    "options", [{}, {"reroll_leftover": True}, {"refill_each_turn": True, "stop_early": True}]
)
def test_a_whole_game_of_green_presses_keeps_to_the_rules(
    at_table: Studio, options: dict[str, object]
) -> None:
    """What the screen offers is always legal, scores what it says, and the game ends."""
    begun(at_table, **options)
    table = at_table.table
    for _ in range(400):
        match = table.match
        assert match is not None
        if match.over:
            break
        if match.expect.roll is not None:
            at_table.stage.roll()
            continue
        shown = view(at_table)
        assert shown.ready
        assert shown.points == match.turn.points + points(shown.way)
        at_table.press(Button.CONFIRM)
        assert isinstance(table.steps[-1].move, Matching)
    assert table.screen == "result"


def test_dice_of_a_way_are_those_of_its_pairs() -> None:
    assert sorted(dice_of((Pair(7, (2, 5)), Pair(4, (4,))))) == [2, 4, 5]


def test_while_dice_are_rolled_nothing_is_offered() -> None:
    match = open_match({"game": "target_dice", "players": ["A", "B"]})
    assert choices(match) == ()
    match, _ = match.apply(Roll((4, 7, 11), "d12"))
    assert choices(match) == ()


def test_a_kit_of_its_own_draws_the_same() -> None:
    pictures = []
    for kit in (Kit(), Kit()):
        with studio("da", 5, pygame.Surface((640, 360)), kit, watched=False) as made:
            begun(made, 2, 3, 4, 5, 5, 6)
            pictures.append(pygame.image.tobytes(made.draw(), "RGB"))
            assert view_of(made.table, made.table.match).ready if made.table.match else False
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("changed", [False, True])
def test_the_rules_name_no_colour_of_dice_that_may_have_any(changed: bool) -> None:
    """A table may be taught six-sided dice of another colour; only the targets are always black."""
    options = TargetDiceOptions(reroll_leftover=changed, stop_early=changed, refill_each_turn=changed)
    said = [line.text.message for page in rules(options) for line in page.lines]
    assert not [sentence for sentence in said if "white" in sentence.lower()]
