"""`raflebord rules`: one answer to each line, whatever the line is."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules_play import all_but

from kiosk.cli import main
from kiosk.commands.rules import LONGEST_LINE, serve
from rules import GAMES
from rules.yatzy import FIELDS

OPENING = {"game": "yatzy", "players": ["Åse", "B"]}
FIVE = {"roll": {"kind": "d6", "count": 5}}
FRESH = {"rolls": 0, "dice": [], "kept": []}


def answers(*lines: object) -> list[dict[str, Any]]:
    """The answers to these lines, each an object or raw bytes."""
    raw = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    out = BytesIO()
    serve(BytesIO(raw), out)
    return [json.loads(line) for line in out.getvalue().decode("utf-8").splitlines()]


def test_a_turn_line_by_line() -> None:
    opened, rolled, kept, again, scored = answers(
        OPENING,
        {"roll": [3, 4, 4, 5, 1]},
        {"keep": [4, 4]},
        {"roll": [4, 1, 2]},
        {"score": "three_of_a_kind"},
    )
    assert opened == {
        "ok": True,
        "player": 0,
        "expects": FIVE,
        "scores": [0, 0],
        "turn": FRESH,
        "events": [],
        "over": False,
    }
    assert rolled["turn"] == {"rolls": 1, "dice": [3, 4, 4, 5, 1], "kept": []}
    assert list(rolled["expects"]) == ["choose"]
    assert rolled["expects"]["choose"][-15:] == [{"score": field} for field in FIELDS]
    assert (kept["expects"], kept["turn"]["kept"]) == ({"roll": {"kind": "d6", "count": 3}}, [4, 4])
    assert again["turn"] == {"rolls": 2, "dice": [4, 4, 4, 1, 2], "kept": []}
    assert scored == {
        "ok": True,
        "player": 1,
        "expects": FIVE,
        "scores": [12, 0],
        "turn": FRESH,
        "events": [{"event": "scored", "field": "three_of_a_kind", "points": 12}],
        "over": False,
    }


def test_the_whole_state() -> None:
    state = answers({**OPENING, "position": {"player": 1, "sheets": [{"ones": 3}, {}]}}, {"state": True})[1]
    assert state == {
        "ok": True,
        "player": 1,
        "expects": FIVE,
        "scores": [3, 0],
        "turn": FRESH,
        "events": [],
        "over": False,
        "sheets": [{"ones": 3}, {}],
        "out": [],
        "last_round": False,
        "options": {
            "roll_off": False,
            "bonus_at": 63,
            "bonus": 50,
            "full_house_five_kind": False,
            "two_pairs_four_kind": False,
            "forced_order": False,
            "strict_zero": False,
        },
    }


def test_the_end_the_dispute_and_taking_back() -> None:
    lines = answers(
        {**OPENING, "players": ["A"], "position": {"sheets": [all_but("ones")]}},
        {"roll": [1, 1, 2, 3, 4]},
        {"score": "ones"},
        {"roll": [1, 2, 3, 4, 5]},
        {"dispute": True},
        {"undo": True},
        {"undo": True},
        {"undo": True},
        {"undo": True},
    )
    over = lines[2]
    assert over["events"] == [{"event": "scored", "field": "ones", "points": 2}, {"event": "over"}]
    assert (over["over"], over["player"], over["expects"], over["winners"]) == (True, None, {}, [0])
    assert lines[3] == {"ok": False, "error": "The match is over.", "expects": {}}
    assert (lines[4]["over"], lines[4]["scores"], "winners" in lines[4]) == (False, [0], False)
    assert lines[5] == {**over, "events": []}
    assert (lines[6]["over"], lines[7]["turn"]) == (False, FRESH)
    assert lines[8] == {"ok": False, "error": "There is nothing to take back.", "expects": FIVE}


def test_the_roll_off() -> None:
    opened, first, second = answers({**OPENING, "options": {"roll_off": True}}, {"roll": [2]}, {"roll": [6]})
    one = {"roll": {"kind": "d6", "count": 1}}
    assert (opened["player"], opened["expects"], opened["turn"]["roll_off"]) == (0, one, [None, None])
    assert (first["player"], first["expects"], first["turn"]["roll_off"]) == (1, one, [2, None])
    assert (second["player"], second["expects"], second["turn"]) == (1, FIVE, FRESH)


GARBAGE: list[bytes] = [
    b"",
    b"   ",
    b"\r",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"hello",
    b"null",
    b"1",
    b"[]",
    b"{}",
    b'"roll"',
    b'{"roll": [1, 2, 3, 4, 5]',
    b'{"roll": [1, 2, 3, 4, 5.0]}',
    b'{"roll": [1, 2, 3, 4, NaN]}',
    b'{"roll": [1, 2, 3, 4, 5], "roll": [1, 2, 3, 4, 5]}',
    b'{"roll": [1, 2, 3, 4, ' + b"9" * 5000 + b"]}",
    b'{"state": false}',
    b'{"undo": 1}',
    b'{"undo": true, "state": true}',
    b'{"score": "\\ud800"}',
    b'{"\\udc00": 1}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"score": ' + b"[" * 950 + b"]" * 950 + b"}",
    b"x" * (LONGEST_LINE - 1),
    b"x" * LONGEST_LINE,
    b"x" * (3 * LONGEST_LINE + 7),
]


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: f"{line[:24]!r}-{len(line)}")
def test_garbage_gets_one_refusal_and_harms_nothing(line: bytes) -> None:
    before, opened, during, after = answers(line, OPENING, line, {"state": True})
    assert (before["ok"], before["expects"], bool(before["error"])) == (False, {}, True)
    assert opened["ok"]
    assert (during["ok"], during["expects"], bool(during["error"])) == (False, FIVE, True)
    assert after["turn"] == FRESH


@pytest.mark.parametrize(
    "line", [{"roll": [1, 2, 3, 4, 5]}, {"state": True}, {"undo": True}, {"players": ["A"]}]
)
def test_before_a_match_every_line_is_an_opening(line: dict[str, Any]) -> None:
    refused = answers(line)[0]
    assert refused["error"] == 'No match is open: begin with {"game": ..., "players": [...]}.'


def test_later_an_opening_is_refused() -> None:
    assert "already" in answers(OPENING, OPENING)[1]["error"]


def test_refusals_and_questions_are_not_taken_back() -> None:
    lines = answers(OPENING, {"roll": [1, 2, 3, 4, 5]}, {"keep": [6]}, {"state": True}, {"undo": True})
    assert [line["ok"] for line in lines] == [True, True, False, True, True]
    assert lines[4] == lines[0]


def test_the_last_line_needs_no_end() -> None:
    out = BytesIO()
    serve(BytesIO(json.dumps(OPENING).encode()), out)
    assert json.loads(out.getvalue())["ok"]


def test_no_line_no_answer() -> None:
    assert answers() == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "roll",
    "keep",
    "score",
    "match",
    "bank",
    "pass",
    "dispute",
    "undo",
    "state",
    "kind",
    "game",
    "players",
]
LINES = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=3).map(lambda line: json.dumps(line).encode())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.binary(max_size=40).filter(lambda line: b"\n" not in line) | LINES, max_size=8))
def test_each_line_gets_exactly_one_answer(lines: list[bytes]) -> None:
    found = answers(OPENING, *lines, {"state": True})
    assert len(found) == len(lines) + 2
    for answer in found:
        assert isinstance(answer["ok"], bool) and isinstance(answer["expects"], dict)
        assert answer["ok"] or answer["error"].strip()
    assert found[-1]["ok"]


def test_memory_stays_flat_while_lines_are_refused() -> None:
    class Endless:
        """So many lines that nobody can keep; in the middle a very long one."""

        def __init__(self, count: int) -> None:
            self.lines = self._lines(count)

        def _lines(self, count: int) -> Iterator[bytes]:
            yield json.dumps(OPENING).encode() + b"\n"
            for number in range(count):
                yield b'{"keep": [%d], "x": "' % number + b"y" * 4000 + b'"}\n'
            yield from [b"z" * LONGEST_LINE] * 30

        def readline(self, most: int) -> bytes:
            return next(self.lines, b"")

    class Nowhere:
        def write(self, data: bytes) -> None: ...

        def flush(self) -> None: ...

    tracemalloc.start()
    try:
        serve(Endless(2000), Nowhere())  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 5 * LONGEST_LINE
    finally:
        tracemalloc.stop()


def test_answers_come_at_once() -> None:
    """A person or a program at the other end waits for each answer before writing the next line."""
    command = [sys.executable, "-c", "from kiosk.cli import main; raise SystemExit(main(['rules']))"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        rng, line = Random(1), dict(OPENING)
        for _ in range(30):
            process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["ok"]
            line = an_open_move(answer["expects"], rng)
        process.stdin.close()
        assert process.wait(timeout=10) == 0
        assert process.stdout.read() == b""


def an_open_move(expects: dict[str, Any], rng: Random) -> dict[str, Any]:
    if "roll" in expects:
        return {"roll": [rng.randint(1, 6) for _ in range(expects["roll"]["count"])]}
    move: dict[str, Any] = rng.choice(expects["choose"])
    return move


def test_a_match_is_played_from_the_answers_alone() -> None:
    class Player:
        """Writes each line from the answer before; needs nothing else to reach the end."""

        def __init__(self) -> None:
            self.answer: dict[str, Any] = {}
            self.rng = Random(7)

        def readline(self, most: int) -> bytes:
            if self.answer.get("over"):
                return b""
            line = an_open_move(self.answer["expects"], self.rng) if self.answer else OPENING
            return json.dumps(line).encode() + b"\n"

        def write(self, data: bytes) -> None:
            self.answer = json.loads(data)
            assert self.answer["ok"]

        def flush(self) -> None: ...

    player = Player()
    serve(player, player)  # type: ignore[arg-type]
    assert player.answer["winners"]


def test_the_list_of_games_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--list"]) == 0
    text = capsys.readouterr().out
    for word in (
        "yatzy",
        "1 to 100 players",
        "bonus_at",
        "63",
        "a whole number from 0 to 1000000",
        "upper six fields",
    ):
        assert word in text


def test_the_list_of_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--list", "--json"]) == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [game["game"] for game in games] == list(GAMES)
    yatzy = next(game for game in games if game["game"] == "yatzy")
    assert yatzy["players"] == {"least": 1, "most": 100}
    assert yatzy["options"][1] == {
        "name": "bonus_at",
        "type": "number",
        "default": 63,
        "range": "a whole number from 0 to 1000000",
        "meaning": "The sum of the upper six fields that brings the bonus.",
    }


@pytest.mark.parametrize("arguments", [["rules", "--json"], ["rules", "--game"], ["rules", "extra"]])
def test_wrong_options_are_one_line_and_exit_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    assert (code, captured.out, captured.err.count("\n")) == (2, "", 1)
