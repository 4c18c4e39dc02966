"""Moves and matches as JSON, and what is refused on the way in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rules_play import all_but, played, turn, yatzy

from rules import Bank, Dispute, Keep, Matching, Move, Over, Pair, Pass, Refused, Roll, Score, Term
from rules.saved import from_dict, to_dict
from rules.wire import event_as_dict, expect_as_dict, move_as_dict, parse, read_move
from rules.yatzy import FieldScored

FORMS: list[tuple[dict[str, Any], Move]] = [
    ({"roll": [3, 4, 4, 5, 1]}, Roll((3, 4, 4, 5, 1))),
    ({"roll": [4, 7, 11], "kind": "d12"}, Roll((4, 7, 11), "d12")),
    ({"keep": [4, 4]}, Keep((4, 4))),
    ({"keep": []}, Keep(())),
    ({"score": "full_house"}, Score("full_house")),
    (
        {"match": [{"target": 7, "dice": [2, 5]}, {"target": 4, "dice": [4]}]},
        Matching((Pair(7, (2, 5)), Pair(4, (4,)))),
    ),
    ({"bank": True}, Bank()),
    ({"pass": True}, Pass()),
    ({"dispute": True}, Dispute()),
]


@pytest.mark.parametrize(
    ("form", "move"), FORMS, ids=lambda value: next(iter(value)) if isinstance(value, dict) else ""
)
def test_each_move_has_one_form(form: dict[str, Any], move: Move) -> None:
    assert read_move(form) == move
    assert move_as_dict(move) == form
    assert read_move(parse(json.dumps(form))) == move


NO_MOVE = "There is no move here; a move is one of roll, keep, score, match, bank, pass, dispute."


def test_the_order_of_kept_dice_says_nothing() -> None:
    assert read_move({"keep": [5, 1, 4]}) == Keep((1, 4, 5))
    assert read_move({"roll": [1, 2], "kind": "d6"}) == Roll((1, 2))


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        (None, "A move must be an object, not null."),
        ([], "A move must be an object, not a list."),
        ({}, "There is no move here; a move is one of roll, keep, score, match, bank, pass, dispute."),
        (
            {"throw": [1]},
            "There is no move here; a move is one of roll, keep, score, match, bank, pass, dispute.",
        ),
        ({"roll": [1], "keep": [1]}, "One move a line; here are roll, keep."),
        ({"roll": [1], "colour": "red"}, '"colour" does not belong here.'),
        ({"keep": [1], "kind": "d6"}, '"kind" does not belong here.'),
        ({"roll": 5}, "The dice must be a list, not 5."),
        ({"roll": "12345"}, 'The dice must be a list, not "12345".'),
        ({"roll": None}, "The dice must be a list, not null."),
        ({"roll": [1, True]}, "A die is a whole number, not true."),
        ({"roll": [1, 2.0]}, "A die is a whole number, not 2.0."),
        ({"roll": [1, "2"]}, 'A die is a whole number, not "2".'),
        ({"roll": [[1]]}, "A die is a whole number, not a list."),
        ({"roll": [1] * 25}, "25 dice are more than there are."),
        ({"roll": [1], "kind": "d20"}, 'The kind of dice is d6 or d12, not "d20".'),
        ({"roll": [1], "kind": None}, "The kind of dice is d6 or d12, not null."),
        ({"keep": {"1": 2}}, "The dice must be a list, not an object."),
        ({"score": 3}, "A field is given by its name, not 3."),
        ({"match": [{"target": 7}]}, "The dice must be a list, not null."),
        ({"match": [{"dice": [1]}]}, "A target is a whole number, not null."),
        ({"match": [{"target": 7, "dice": [7], "x": 1}]}, '"x" does not belong here.'),
        ({"match": {"target": 7, "dice": [7]}}, "match must be a list, not an object."),
        ({"bank": False}, "bank is given as true, not false."),
        ({"bank": 1}, "bank is given as true, not 1."),
        ({"dispute": "true"}, 'dispute is given as true, not "true".'),
        ({"pass": True, "because": 1}, '"because" does not belong here.'),
    ],
)
def test_other_forms_are_refused(form: Any, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_move(form)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "This line is no JSON: Expecting value, column 1."),
        (
            "{'roll': [1]}",
            "This line is no JSON: Expecting property name enclosed in double quotes, column 2.",
        ),
        ('{"roll": [1]} {}', "This line is no JSON: Extra data, column 15."),
        ("[NaN]", 'Only whole numbers are used, not "NaN".'),
        ("[-Infinity]", 'Only whole numbers are used, not "-Infinity".'),
        ("[1.0]", 'Only whole numbers are used, not "1.0".'),
        ("[1e3]", 'Only whole numbers are used, not "1e3".'),
        ("9" * 16, 'A number is too large: "9999999999999999".'),
        ("9" * 10_000, 'A number is too large: "999999999999999999999999999999999999....'),
        ('{"a": 1, "a": 1}', "A key stands twice in one object."),
        ('[{"b": {"a": 1, "a": 2}}]', "A key stands twice in one object."),
    ],
    ids=lambda text: text[:20],
)
def test_json_is_read_strictly(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("{'roll': [1]}", 2), ('{"roll": [1]} {}', 15), ("\ufeff{}", 1), ('{"a": 01}', 8)],
)
def test_what_is_no_json_is_refused_with_the_place(text: str, column: int) -> None:
    with pytest.raises(Refused, match=rf"^This line is no JSON: .*, column {column}\.$"):
        parse(text)


@pytest.mark.parametrize("depth", [11, 100, 900, 1000, 1100, 100_000])
@pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused(depth: int, left: str, right: str) -> None:
    with pytest.raises(Refused, match="nested too deeply"):
        parse(left * depth + "1" + right * depth)


def test_events_and_expectations() -> None:
    assert event_as_dict(FieldScored(50, "yatzy")) == {"event": "scored", "field": "yatzy", "points": 50}
    assert event_as_dict(Over()) == {"event": "over"}
    match = yatzy(1, position={"sheets": [all_but("yatzy")]})
    assert expect_as_dict(match.expect) == {"roll": {"kind": "d6", "count": 5}}
    match = played(match, Roll((2, 2, 2, 2, 2)))
    keeps = [{"keep": [2] * count} for count in range(5)]
    assert expect_as_dict(match.expect) == {"choose": [*keeps, {"score": "yatzy"}]}
    assert expect_as_dict(played(match, Score("yatzy")).expect) == {}


def test_a_saved_match_holds_its_opening_and_moves() -> None:
    match = played(yatzy(1, position={"sheets": [{"ones": 2}]}, bonus=35), *turn((1, 2, 3, 4, 5), "chance"))
    saved = to_dict(match)
    assert saved["format"] == 1
    assert saved["opening"]["options"]["bonus_at"] == 63, "defaults are written out"
    assert saved["moves"] == [{"roll": [1, 2, 3, 4, 5]}, {"score": "chance"}]
    assert from_dict(json.loads(json.dumps(saved))) == match


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 2}, "This match was saved in format 2; 1 is read here."),
        ({"format": None}, "This match was saved in format null; 1 is read here."),
        ({"format": True}, "This match was saved in format true; 1 is read here."),
        ({"colour": "red"}, '"colour" does not belong here.'),
        ({"moves": None}, "moves must be a list, not null."),
        ({"opening": None}, "opening must be an object, not null."),
        ({"moves": [{"roll": [1, 2]}]}, "Dice to roll now: 5. There are 2."),
    ],
)
def test_other_saved_matches_are_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        from_dict({**to_dict(yatzy()), **change})
    assert str(refusal.value) == reason


def test_a_refusal_can_be_said_in_another_language() -> None:
    with pytest.raises(Refused) as refusal:
        yatzy().apply(Roll((1, 2)))
    assert refusal.value.template == "Dice to roll now: {wanted}. There are {given}."
    assert refusal.value.values == {"wanted": 5, "given": 2}


def test_a_word_of_the_rules_can_be_looked_up_and_is_said_without_underscores() -> None:
    match = played(yatzy(1), *turn((1, 2, 3, 4, 5), "small_straight"), Roll((1, 1, 1, 1, 1)))
    with pytest.raises(Refused) as refusal:
        match.apply(Score("small_straight"))
    field = refusal.value.values["field"]
    assert isinstance(field, Term) and field == "small_straight"
    assert str(refusal.value) == "The field small straight is already written."
