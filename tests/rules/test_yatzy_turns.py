"""A turn of Yatzy: rolling, keeping, writing, and playing it again after a dispute."""

from __future__ import annotations

import pytest
from rules_play import all_but, played, refusal, turn, yatzy

from rules import Dispute, Expect, Keep, Match, Over, Roll, RollWanted, Score
from rules.yatzy import FIELDS, FieldScored, Turn, disputable, disputed, worth

FIVE = Expect(RollWanted("d6", 5))


def kept(match: Match) -> list[tuple[int, ...]]:
    return [move.dice for move in match.expect.choose if isinstance(move, Keep)]


def fields(match: Match) -> list[str]:
    return [move.field for move in match.expect.choose if isinstance(move, Score)]


def test_a_turn_from_the_first_roll_to_the_sheet() -> None:
    match = yatzy(2)
    assert (match.player, match.expect, match.turn) == (0, FIVE, Turn())
    match = played(match, Roll((3, 4, 4, 5, 1)))
    assert match.turn == Turn(1, (3, 4, 4, 5, 1))
    match = played(match, Keep((4, 4)))
    assert match.expect == Expect(RollWanted("d6", 3))
    assert match.turn == Turn(1, (3, 4, 4, 5, 1), (4, 4))
    match = played(match, Roll((6, 4, 2)))
    assert match.turn == Turn(2, (6, 4, 4, 4, 2)), "dice that stay lie where they lay"
    match = played(match, Keep((4, 4, 4)), Roll((4, 4)))
    assert (kept(match), fields(match)) == ([], list(FIELDS)), "after the third roll a field is chosen"
    match, events = match.apply(Score("yatzy"))
    assert events == (FieldScored(50, "yatzy"),)
    assert (match.player, match.scores, match.expect, match.turn) == (1, (50, 0), FIVE, Turn())
    assert match.sheets == ({"yatzy": 50}, {})


def test_keeps_are_listed_once_each_by_count_then_values() -> None:
    match = played(yatzy(), Roll((4, 2, 4, 4, 2)))
    assert kept(match) == [
        (),
        *((2,), (4,)),
        *((2, 2), (2, 4), (4, 4)),
        *((2, 2, 4), (2, 4, 4), (4, 4, 4)),
        *((2, 2, 4, 4), (2, 4, 4, 4)),
    ]
    assert [isinstance(move, Keep) for move in match.expect.choose] == [True] * 11 + [False] * 15


def test_nothing_kept_rolls_all_five_again() -> None:
    match = played(yatzy(), Roll((1, 2, 3, 4, 6)), Keep(()))
    assert match.expect == FIVE
    assert played(match, Roll((6, 6, 6, 6, 6))).turn == Turn(2, (6, 6, 6, 6, 6))


def test_rolls_that_a_turn_leaves_unused_are_lost() -> None:
    match = played(yatzy(), *turn((1, 2, 3, 4, 6), "chance"), *turn((1, 2, 3, 4, 6), "chance"))
    match = played(
        match, Roll((1, 2, 3, 4, 6)), Keep(()), Roll((1, 2, 3, 4, 6)), Keep(()), Roll((1, 2, 3, 4, 6))
    )
    assert kept(match) == []
    assert refusal(match, Keep((6,))) == "All 3 rolls are used: choose a field."


def test_what_is_kept_may_be_chosen_anew() -> None:
    match = played(
        yatzy(), Roll((1, 1, 3, 4, 6)), Keep((1, 1)), Roll((6, 6, 5)), Keep((6, 6)), Roll((6, 6, 2))
    )
    assert match.turn == Turn(3, (6, 6, 6, 6, 2))


AFTER_ONE = played(yatzy(), Roll((1, 1, 2, 3, 4)))
AFTER_THREE = played(AFTER_ONE, Keep((1, 1)), Roll((5, 5, 6)), Keep((1, 1)), Roll((2, 3, 4)))
WRITTEN = played(yatzy(1), *turn((1, 1, 2, 3, 4), "ones"), Roll((1, 1, 1, 2, 2)))


@pytest.mark.parametrize(
    ("match", "move", "reason"),
    [
        (yatzy(), Score("chance"), "Roll first. Dice to roll: 5."),
        (yatzy(), Keep((1,)), "Roll first. Dice to roll: 5."),
        (yatzy(), Roll((1, 2, 3, 4)), "Dice to roll now: 5. There are 4."),
        (yatzy(), Roll((1, 2, 3, 4, 7)), "A die shows 1 to 6, not 7."),
        (yatzy(), Roll((1, 2, 3, 4, 0)), "A die shows 1 to 6, not 0."),
        (yatzy(), Roll((1, 2, 3, 4, 5), "d12"), 'd6 dice are rolled now, not "d12".'),
        (yatzy(), Dispute(), "A turn can be disputed only after it is scored and before the next roll."),
        (AFTER_ONE, Roll((1, 2, 3, 4, 5)), "No roll is open now: first choose."),
        (AFTER_ONE, Keep((1, 1, 1)), "Only dice that lie there can stay: 1, 1, 2, 3, 4."),
        (AFTER_ONE, Keep((1, 1, 2, 3, 4)), "Keeping all 5 leaves nothing to roll: choose a field."),
        (AFTER_ONE, Score("sevens"), 'There is no field "sevens" on the sheet.'),
        (played(AFTER_ONE, Keep((1,))), Keep((1, 1)), "Roll first. Dice to roll: 4."),
        (played(AFTER_ONE, Keep((1,))), Score("ones"), "Roll first. Dice to roll: 4."),
        (played(AFTER_ONE, Keep((1,))), Roll((1, 2, 3)), "Dice to roll now: 4. There are 3."),
        (AFTER_THREE, Keep((1,)), "All 3 rolls are used: choose a field."),
        (AFTER_THREE, Roll((1, 2, 3, 4, 5)), "No roll is open now: first choose."),
        (WRITTEN, Score("ones"), "The field ones is already written."),
    ],
)
def test_moves_that_are_refused_say_why(match: Match, move: object, reason: str) -> None:
    assert refusal(match, move) == reason  # type: ignore[arg-type]


def test_what_the_dice_are_worth_before_choosing() -> None:
    match = played(
        yatzy(1, position={"sheets": [all_but("ones", "full_house", "yatzy")]}), Roll((1, 1, 1, 4, 4))
    )
    assert worth(match) == {"ones": 3, "full_house": 11, "yatzy": 0}
    assert worth(played(match, Keep((1, 1, 1)))) == {}, "not while dice are in the hand"


@pytest.mark.parametrize(
    ("options", "free", "dice", "writable"),
    [
        ({}, ("ones", "sixes", "yatzy"), (1, 2, 3, 4, 5), ["ones", "sixes", "yatzy"]),
        ({"strict_zero": True}, ("ones", "sixes", "yatzy"), (1, 2, 3, 4, 5), ["ones"]),
        ({"strict_zero": True}, ("ones", "sixes", "yatzy"), (2, 2, 3, 4, 5), ["ones", "sixes", "yatzy"]),
        ({"forced_order": True}, ("ones", "sixes", "yatzy"), (6, 6, 6, 6, 6), ["ones"]),
        ({"forced_order": True}, ("sixes", "yatzy"), (1, 1, 1, 1, 1), ["sixes"]),
        ({"forced_order": True, "strict_zero": True}, ("ones", "sixes"), (6, 6, 6, 6, 6), ["ones"]),
    ],
)
def test_which_fields_may_be_written(
    options: dict[str, bool], free: tuple[str, ...], dice: tuple[int, ...], writable: list[str]
) -> None:
    match = played(yatzy(1, position={"sheets": [all_but(*free)]}, **options), Roll(dice))
    assert fields(match) == list(worth(match)) == writable
    for field in FIELDS:
        if field in writable:
            played(match, Score(field))
        else:
            assert refusal(match, Score(field))


def test_why_a_free_field_may_not_be_written() -> None:
    strict = played(yatzy(1, strict_zero=True), Roll((1, 1, 2, 3, 5)))
    assert refusal(strict, Score("yatzy")) == "The field yatzy gives 0 here, and another one scores."
    forced = played(yatzy(1, forced_order=True), Roll((1, 1, 2, 3, 5)))
    assert refusal(forced, Score("yatzy")) == "The next field is ones."


def test_over_when_all_fields_of_all_players_are_full() -> None:
    match = yatzy(2, position={"player": 1, "sheets": [all_but("ones"), all_but("yatzy")]})
    match, events = played(match, Roll((6, 6, 6, 6, 6))).apply(Score("yatzy"))
    assert (match.player, events) == (0, (FieldScored(50, "yatzy"),))
    match, events = played(match, Roll((1, 1, 1, 1, 1))).apply(Score("ones"))
    assert events == (FieldScored(5, "ones"), Over())
    assert (match.over, match.player, match.winners, match.expect) == (True, None, (1,), Expect())
    assert refusal(match, Roll((1, 2, 3, 4, 5))) == "The match is over."
    assert refusal(match, Score("ones")) == "The match is over."


def test_equal_totals_share_the_win() -> None:
    match = yatzy(
        3,
        position={"sheets": [all_but("ones"), {**all_but("ones"), "ones": 3}, all_but("ones") | {"ones": 1}]},
    )
    match = played(match, *turn((1, 1, 1, 4, 5), "ones"))
    assert (match.scores, match.winners) == ((3, 3, 1), (0, 1))


def test_a_seat_whose_sheet_is_full_is_passed_over() -> None:
    match = yatzy(3, position={"sheets": [{}, {**all_but()}, {}]})
    assert played(match, *turn((1, 2, 3, 4, 5), "chance")).player == 2


# Dispute

SCORED = played(yatzy(2), *turn((1, 2, 3, 4, 6), "small_straight"))


def test_a_disputed_turn_is_played_again_for_its_field() -> None:
    match, events = SCORED.apply(Dispute())
    assert (match.player, match.expect, match.scores, events) == (0, FIVE, (0, 0), ())
    assert (match.sheets, disputed(match), disputable(match)) == (({}, {}), "small_straight", None)
    match = played(match, Roll((1, 2, 3, 4, 6)))
    assert fields(match) == ["small_straight"]
    assert refusal(match, Score("chance")) == "This turn is played again for small straight."
    match = played(match, Keep((1, 2, 3, 4)), Roll((6,)), Keep((1, 2, 3, 4)), Roll((5,)))
    assert match.expect.choose == (Score("small_straight"),)
    match, events = match.apply(Score("small_straight"))
    assert (events, match.player, match.scores) == ((FieldScored(15, "small_straight"),), 1, (15, 0))


@pytest.mark.parametrize("options", [{"strict_zero": True}, {"forced_order": True}, {}])
def test_a_disputed_field_may_be_written_for_nothing(options: dict[str, bool]) -> None:
    match = played(yatzy(1, **options), *turn((1, 1, 1, 1, 1), "ones"), Dispute(), Roll((2, 2, 3, 3, 4)))
    assert worth(match) == {"ones": 0}
    assert played(match, Score("ones")).sheets == ({"ones": 0},)


def test_a_turn_may_be_disputed_again_and_again() -> None:
    match = SCORED
    for _ in range(3):
        match = played(match, Dispute(), *turn((1, 2, 3, 4, 5), "small_straight"))
    assert (match.player, match.scores) == (1, (15, 0))


def test_a_dispute_is_open_until_the_next_roll() -> None:
    assert disputable(SCORED) == (0, "small_straight")
    match = played(SCORED, Roll((1, 2, 3, 4, 6)))
    assert disputable(match) is None
    assert refusal(match, Dispute()).startswith("A turn can be disputed only")
    assert refusal(played(SCORED, Dispute()), Dispute()).startswith("A turn can be disputed only")


def test_the_last_turn_of_a_match_may_be_disputed_when_it_is_over() -> None:
    match = played(yatzy(1, position={"sheets": [all_but("ones")]}), *turn((1, 1, 2, 3, 4), "ones"))
    assert match.over
    match = played(match, Dispute())
    assert (match.over, match.player, match.winners) == (False, 0, ())
    match, events = played(match, Roll((1, 2, 3, 4, 5))).apply(Score("ones"))
    assert (match.over, match.scores, events) == (True, (1,), (FieldScored(1, "ones"), Over()))


def test_taking_back_goes_through_a_dispute() -> None:
    match = played(SCORED, Dispute(), Roll((6, 6, 6, 6, 6)))
    assert match.undo().undo() == SCORED
    assert disputable(match.undo().undo()) == (0, "small_straight")
    assert match.undo().undo().undo().undo() == yatzy(2)
