"""Target Dice and Thirty line by line, as `raflebord rules` speaks them."""

from __future__ import annotations

import json
from typing import Any

from rules.referee import Referee

TARGET_DICE = {"game": "target_dice", "players": ["A", "B"]}
THIRTY = {"game": "thirty", "players": ["A", "B", "C"]}
WHITE = {"roll": {"kind": "d6", "count": 6}}
BLACK = {"roll": {"kind": "d12", "count": 3}}


def answers(*lines: object) -> list[dict[str, Any]]:
    referee = Referee()
    told = [referee.answer(json.dumps(line).encode()) for line in lines]
    return [json.loads(json.dumps(answer)) for answer in told]


def one(target: int, *dice: int) -> dict[str, Any]:
    return {"match": [{"target": target, "dice": list(dice)}]}


def test_target_dice_from_the_first_targets_to_the_second_turn() -> None:
    opened, first, second, rolled, refused, matched, new = answers(
        {**TARGET_DICE, "first": 1},
        {"roll": [4, 7, 11], "kind": "d12"},
        {"roll": [5, 6, 7], "kind": "d12"},
        {"roll": [2, 3, 4, 5, 5, 6]},
        {"match": [{"target": 4, "dice": [4]}, {"target": 7, "dice": [3, 4]}]},
        {
            "match": [
                {"target": 4, "dice": [4]},
                {"target": 11, "dice": [6, 5]},
                {"target": 7, "dice": [2, 5]},
            ]
        },
        {"roll": [1, 2, 12], "kind": "d12"},
    )
    assert opened == {
        "ok": True,
        "player": 1,
        "expects": BLACK,
        "scores": [0, 0],
        "turn": {"points": 0, "white": [], "targets": []},
        "events": [],
        "over": False,
    }
    assert (first["player"], first["expects"]) == (0, BLACK)
    assert (second["player"], second["expects"]) == (1, WHITE)
    assert second["turn"] == {"points": 0, "white": [], "targets": [4, 7, 11]}
    assert rolled["turn"] == {"points": 0, "white": [2, 3, 4, 5, 5, 6], "targets": [4, 7, 11]}
    assert rolled["expects"] == {
        "choose": [
            one(4, 4),
            one(7, 2, 5),
            one(7, 3, 4),
            one(11, 5, 6),
            one(11, 2, 3, 6),
            one(11, 2, 4, 5),
        ]
    }
    assert (refused["ok"], refused["expects"]) == (False, rolled["expects"])
    assert refused["error"] == "A die serves once, and the unused ones are 2, 3, 4, 5, 5, 6."
    assert matched["events"] == [
        {"event": "matched", "target": 4, "dice": [4]},
        {"event": "matched", "target": 11, "dice": [5, 6]},
        {"event": "matched", "target": 7, "dice": [2, 5]},
    ]
    assert (matched["expects"], matched["scores"]) == (BLACK, [0, 0])
    assert matched["turn"] == {"points": 22, "white": [3], "targets": []}
    assert new["events"] == [{"event": "scored", "points": 22}]
    assert (new["player"], new["expects"], new["scores"]) == (0, WHITE, [0, 22])
    assert new["turn"] == {"points": 0, "white": [], "targets": [5, 6, 7]}


def test_the_whole_state_of_target_dice() -> None:
    position = {"player": 1, "scores": [0, 40], "targets": [[4, 7, 11], [5]]}
    state = answers({**TARGET_DICE, "position": position, "options": {"stop_early": True}}, {"state": True})[
        1
    ]
    assert state == {
        "ok": True,
        "player": 1,
        "expects": WHITE,
        "scores": [0, 40],
        "turn": {"points": 0, "white": [], "targets": [5]},
        "events": [],
        "over": False,
        "targets": [[4, 7, 11], [5]],
        "out": [],
        "options": {
            "roll_off": False,
            "stop_early": True,
            "reroll_leftover": False,
            "refill_each_turn": False,
            "goal": 100,
        },
        "last_round": False,
    }


def test_passing_the_last_round_and_the_end_of_target_dice() -> None:
    position = {"scores": [95, 99], "targets": [[5], [1, 2]]}
    lines = answers(
        {**TARGET_DICE, "position": position, "options": {"stop_early": True}},
        {"roll": [5, 1, 1, 1, 1, 1]},
        one(5, 5),
        {"roll": [2, 9, 11], "kind": "d12"},
        {"pass": True},
        {"roll": [1, 6, 6, 6, 6, 6]},
        {"pass": True},
        {"state": True},
        {"undo": True},
    )
    assert lines[1]["expects"]["choose"] == [one(5, 5), one(5, 1, 1, 1, 1, 1), {"pass": True}]
    assert lines[4]["events"] == [{"event": "scored", "points": 5}, {"event": "last_round", "players": [1]}]
    over = lines[6]
    assert over["events"] == [{"event": "scored", "points": 0}, {"event": "over"}]
    assert (over["over"], over["player"], over["expects"], over["winners"]) == (True, None, {}, [0])
    assert (lines[7]["last_round"], lines[7]["winners"]) == (True, [0])
    assert (lines[8]["over"], lines[8]["player"], lines[8]["scores"]) == (False, 1, [100, 99])


def test_thirty_from_the_roll_off_to_the_second_turn() -> None:
    lines = answers(
        THIRTY,
        {"roll": [2]},
        {"roll": [6]},
        {"roll": [1]},
        {"roll": [6, 6, 6, 1, 2, 2]},
        {"keep": [6, 6, 6]},
        {"roll": [6, 6, 4]},
        {"keep": [4, 6, 6]},
        {"roll": [4, 4, 1, 2, 3, 5]},
        {"roll": [1, 1, 1, 1]},
    )
    assert (lines[0]["player"], lines[0]["expects"]) == (0, {"roll": {"kind": "d6", "count": 1}})
    assert (lines[3]["player"], lines[3]["scores"], lines[3]["expects"]) == (1, [30, 30, 30], WHITE)
    fresh = {"phase": "collect", "sum": 0, "face": None, "taken": 0, "left": 6, "dice": []}
    assert lines[3]["turn"] == fresh
    assert lines[4]["turn"] == {**fresh, "dice": [6, 6, 6, 1, 2, 2]}
    assert lines[4]["expects"]["choose"][:4] == [
        {"keep": [1]},
        {"keep": [2]},
        {"keep": [6]},
        {"keep": [1, 2]},
    ]
    assert lines[4]["expects"]["choose"][-1] == {"keep": [1, 2, 2, 6, 6, 6]}
    assert lines[5]["turn"] == {**fresh, "sum": 18, "taken": 3, "left": 3, "dice": [6, 6, 6, 1, 2, 2]}
    assert lines[7]["events"] == [{"event": "attack", "face": 4, "victim": 0}]
    attack = {"phase": "attack", "sum": 34, "face": 4, "taken": 0, "left": 6, "dice": []}
    assert (lines[7]["turn"], lines[7]["expects"], lines[7]["player"]) == (attack, WHITE, 1)
    assert lines[8]["turn"] == {**attack, "taken": 2, "left": 4, "dice": [4, 4, 1, 2, 3, 5]}
    assert lines[8]["expects"] == {"roll": {"kind": "d6", "count": 4}}
    assert lines[9]["events"] == [{"event": "lost", "player": 0, "points": 8}]
    assert (lines[9]["player"], lines[9]["scores"], lines[9]["turn"]) == (2, [22, 30, 30], fresh)


def test_the_whole_state_of_thirty_and_its_end() -> None:
    lines = answers(
        {**THIRTY, "position": {"player": 2, "scores": [3, -2, 0]}},
        {"state": True},
        {"roll": [5, 5, 5, 5, 5, 4]},
        {"keep": [5, 5, 5, 5, 5, 4]},
        {"roll": [1, 2, 3, 4, 5, 6]},
    )
    assert (lines[1]["scores"], lines[1]["out"], lines[1]["last_round"]) == ([3, -2, 0], [1], False)
    assert lines[1]["options"] == {
        "roll_off": True,
        "zero_eliminates": False,
        "victim": "right",
        "start_points": 30,
    }
    assert "targets" not in lines[1] and "sheets" not in lines[1]
    over = lines[3]
    assert over["events"] == [
        {"event": "lost", "player": 2, "points": 1},
        {"event": "out", "player": 2},
        {"event": "over"},
    ]
    assert (over["scores"], over["winners"], over["expects"]) == ([3, -2, -1], [0], {})
    assert lines[4] == {"ok": False, "error": "The match is over.", "expects": {}}


def test_huge_and_odd_lines_are_refused_and_change_nothing() -> None:
    many = {"match": [{"target": 4, "dice": [4]}] * 2000}
    odd: list[Any] = [
        many,
        {"match": []},
        {"match": [{"target": 4}]},
        {"match": [{"target": 4.0, "dice": [4]}]},
        {"match": [{"target": True, "dice": [4]}]},
        {"match": [{"target": 4, "dice": []}]},
        {"match": [{"target": 4, "dice": [10**14]}]},
        {"match": [{"target": 4, "dice": [4], "points": 4}]},
        {"match": {"target": 4, "dice": [4]}},
        {"pass": True},
        {"pass": 1},
        {"keep": [4]},
        {"bank": True},
        {"dispute": True},
        {"score": "chance"},
        {"roll": [1, 2, 3, 4, 5, 6]},
        {"roll": [1, 2, 3], "kind": "d12"},
        {"roll": [1, 2, 3], "kind": "d20"},
    ]
    position = {"targets": [[4, 7, 11], [5]]}
    start = [{**TARGET_DICE, "position": position}, {"roll": [2, 3, 4, 5, 5, 6]}]
    told = answers(*start, *odd, {"state": True})
    assert all(not answer["ok"] and answer["error"] for answer in told[2:-1])
    assert all(answer["expects"] == told[1]["expects"] for answer in told[2:])
    assert told[-1]["turn"] == told[1]["turn"]
