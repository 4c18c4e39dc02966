"""Ten Thousand and Farkle through `raflebord rules`, line by line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.referee import Referee

SIX = {"roll": {"kind": "d6", "count": 6}}
FRESH = {"points": 0, "left": 6, "dice": []}
GAMES = pytest.mark.parametrize("game", ["ten_thousand", "farkle"])


def answers(*lines: Any) -> list[dict[str, Any]]:
    referee = Referee()
    found = [referee.answer(line if isinstance(line, bytes) else json.dumps(line).encode()) for line in lines]
    return [json.loads(json.dumps(answer)) for answer in found]


def opening(game: str, *scores: int, **options: Any) -> dict[str, Any]:
    players = ["A", "B", "C", "D"][: len(scores)]
    return {"game": game, "players": players, "options": options, "position": {"scores": list(scores)}}


def test_a_turn_of_ten_thousand() -> None:
    opened, rolled, aside, again, banked = answers(
        opening("ten_thousand", 2000, 3000),
        {"roll": [6, 1, 2, 5, 2, 2]},
        {"keep": [2, 2, 1, 2]},
        {"roll": [5, 6]},
        {"bank": True},
    )
    assert opened == {
        "ok": True,
        "player": 0,
        "expects": SIX,
        "scores": [2000, 3000],
        "turn": FRESH,
        "events": [],
        "over": False,
    }
    assert rolled["expects"] == {
        "choose": [
            {"keep": dice}
            for dice in ([1], [5], [1, 5], [2, 2, 2], [1, 2, 2, 2], [2, 2, 2, 5], [1, 2, 2, 2, 5])
        ]
    }
    assert rolled["turn"] == {"points": 0, "left": 6, "dice": [6, 1, 2, 5, 2, 2]}
    assert aside["expects"] == {"roll": {"kind": "d6", "count": 2}, "choose": [{"bank": True}]}
    assert aside["turn"] == {"points": 300, "left": 2, "dice": [6, 1, 2, 5, 2, 2]}
    assert again["turn"] == {"points": 300, "left": 2, "dice": [5, 6]}
    assert banked == {
        "ok": False,
        "error": "First set aside what is to count of this roll.",
        "expects": {"choose": [{"keep": [5]}]},
    }


def test_hot_dice_a_farkle_and_taking_it_back() -> None:
    lines = answers(
        opening("farkle", 2000, 3000),
        {"roll": [1, 2, 3, 4, 5, 6]},
        {"keep": [1, 2, 3, 4, 5, 6]},
        {"roll": [2, 2, 3, 3, 4, 6]},
        {"undo": True},
        {"bank": True},
        {"state": True},
    )
    assert lines[2]["events"] == [{"event": "hot_dice", "points": 1500}]
    assert lines[2]["turn"] == {"points": 1500, "left": 6, "dice": [1, 2, 3, 4, 5, 6]}
    assert lines[3]["events"] == [{"event": "farkle", "lost": 1500}]
    assert (lines[3]["player"], lines[3]["turn"], lines[3]["expects"]) == (1, FRESH, SIX)
    assert lines[4] == {**lines[2], "events": []}
    assert lines[5]["events"] == [{"event": "scored", "points": 1500}]
    assert lines[6] == {
        **lines[5],
        "events": [],
        "out": [],
        "last_round": False,
        "options": {
            "roll_off": True,
            "entry": 500,
            "goal": 10_000,
            "hot_dice": "may",
            "entry_scope": "until_on_board",
            "three_ones": 300,
            "final": "turn",
        },
    }


def test_a_bust_the_list_and_the_end() -> None:
    lines = answers(
        opening("ten_thousand", 0, 9500),
        {"roll": [2, 2, 3, 3, 4, 6]},
        {"roll": [1, 1, 1, 2, 3, 4]},
        {"keep": [1, 1, 1]},
        {"bank": True},
        {"roll": [1, 1, 1, 2, 3, 4]},
        {"keep": [1, 1, 1]},
        {"bank": True},
        {"roll": [1, 1, 1, 2, 3, 4]},
        {"undo": True},
        {"state": True},
    )
    assert lines[1]["events"] == [{"event": "bust", "lost": 0}]
    assert lines[4]["events"] == [
        {"event": "scored", "points": 1000},
        {"event": "last_round", "players": [0]},
    ]
    assert lines[7]["events"] == [
        {"event": "scored", "points": 1000},
        {"event": "on_board"},
        {"event": "over"},
    ]
    assert (lines[7]["over"], lines[7]["player"], lines[7]["expects"]) == (True, None, {})
    assert lines[7]["winners"] == [1]
    assert lines[8] == {"ok": False, "error": "The match is over.", "expects": {}}
    assert (lines[10]["over"], lines[10]["last_round"], "winners" in lines[10]) == (False, True, False)


def test_farkle_begins_with_a_roll_off() -> None:
    lines = answers(
        {"game": "farkle", "players": ["A", "B"]}, {"roll": [5]}, {"roll": [5]}, {"roll": [2]}, {"roll": [3]}
    )
    one = {"roll": {"kind": "d6", "count": 1}}
    assert [line["player"] for line in lines] == [0, 1, 0, 1, 1]
    assert [line["expects"] for line in lines] == [one] * 4 + [SIX]


@GAMES
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b'{"keep": [-1]}',
        b'{"keep": [1.0]}',
        b'{"keep": [1e2]}',
        b'{"keep": [true]}',
        b'{"keep": [1, [1]]}',
        b'{"keep": {"1": 1}}',
        b'{"keep": [1], "bank": true}',
        b'{"keep": [1], "of": 2}',
        b'{"bank": 1}',
        b'{"bank": "true"}',
        b'{"pass": true}',
        b'{"dispute": true}',
        b'{"score": "ones"}',
        b'{"match": [{"target": 1, "dice": [1]}]}',
        b'{"keep": [' + b"1, " * 100_000 + b"1]}",
        b'{"keep": [' + b"9" * 5000 + b"]}",
        b'{"keep": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"roll": [1, 2, 3, 4, 5, 6], "kind": "d12"}',
    ],
    ids=lambda line: line[:24].decode(),
)
def test_what_is_no_move_here_harms_nothing(game: str, line: bytes) -> None:
    begun = opening(game, 2000, 3000), {"roll": [1, 1, 2, 2, 3, 3][::-1]}
    _, _, before, refused, after = answers(*begun, {"state": True}, line, {"state": True})
    assert (refused["ok"], bool(refused["error"]), refused["expects"]) == (False, True, before["expects"])
    assert after == before


LINES = st.dictionaries(
    st.sampled_from(["roll", "keep", "bank", "undo", "state", "kind", "pass"]),
    st.lists(st.integers(-1, 7), max_size=7) | st.booleans() | st.integers() | st.floats() | st.none(),
    max_size=2,
)


@GAMES
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_each_line_is_answered_and_a_refused_one_changes_nothing(game: str, data: st.DataObject) -> None:
    referee = Referee()
    assert referee.answer(json.dumps(opening(game, 2000, 3000)).encode())["ok"]
    for line in data.draw(st.lists(LINES, max_size=12)):
        before = referee.match
        answer = referee.answer(json.dumps(line).encode())
        assert answer["ok"] or (answer["error"] and referee.match is before)
