"""Moves, events and matches as JSON: the forms of `raflebord rules`, of the journal and of saved matches.

Reading is strict: one move, its keys and nothing else, whole numbers of a sensible size, flags exactly
`true`. Whether a move is legal is for the match to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from rules.events import Event
from rules.given import a_list, an_object
from rules.match import Match
from rules.moves import (
    SIDES,
    Bank,
    Dispute,
    Expect,
    Keep,
    Kind,
    Matching,
    Move,
    Pair,
    Pass,
    Roll,
    RollWanted,
    Score,
)
from rules.refused import Refused, quoted

MOST_DICE = 24
"""More dice than this table owns (six d6 and eighteen d12) cannot lie anywhere."""
LONGEST_NUMBER = 15
DEEPEST = 10
"""Lists and objects within each other; a saved match has six. Deeper ones could exhaust the stack later."""
TOO_DEEP = "This line is nested too deeply."

FLAGS: Mapping[str, Move] = {"bank": Bank(), "pass": Pass(), "dispute": Dispute()}


def parse(text: str) -> object:
    """The value of one JSON text; raises `Refused`. Stricter than JSON: whole numbers only, no key twice."""
    try:
        value: object = json.loads(
            text,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
            object_pairs_hook=_each_once,
        )
        return _shallow(value)
    except RecursionError:
        raise Refused(TOO_DEEP) from None
    except json.JSONDecodeError as problem:
        raise Refused(
            "This line is no JSON: {why}, column {at}.", why=problem.msg, at=problem.colno
        ) from None


def _shallow(value: object) -> object:
    """The value itself, if lists and objects stand within each other no deeper than is ever needed."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return value
    raise Refused(TOO_DEEP)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise Refused("A number is too large: {number}.", number=quoted(text))
    return int(text)


def _no_number(text: str) -> object:
    raise Refused("Only whole numbers are used, not {number}.", number=quoted(text))


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("A key stands twice in one object.")
    return found


def read_move(given: object) -> Move:
    """The move in one object such as `{"roll": [3, 4, 4, 5, 1]}`; raises `Refused`."""
    fields = an_object("A move", given)
    keys = [key for key in fields if key in READERS]
    if not keys:
        raise Refused("There is no move here; a move is one of {known}.", known=", ".join(READERS))
    if len(keys) > 1:
        raise Refused("One move a line; here are {given}.", given=", ".join(keys))
    return READERS[keys[0]](fields)


def only(fields: Mapping[str, object], *allowed: str) -> None:
    """Refuses keys other than these."""
    for key in fields:
        if key not in allowed:
            raise Refused("{key} does not belong here.", key=quoted(key))


def flag(fields: Mapping[str, object], key: str) -> None:
    """Refuses anything but exactly `{key: true}`."""
    only(fields, key)
    if fields[key] is not True:
        raise Refused("{key} is given as true, not {given}.", key=key, given=quoted(fields[key]))


def _dice(given: object) -> tuple[int, ...]:
    values = a_list("The dice", given)
    if len(values) > MOST_DICE:
        raise Refused("{count} dice are more than there are.", count=len(values))
    return tuple(_whole_number("A die", value) for value in values)


def _whole_number(what: str, given: object) -> int:
    if type(given) is not int:
        raise Refused("{what} is a whole number, not {given}.", what=what, given=quoted(given))
    return given


def _read_roll(fields: Mapping[str, object]) -> Roll:
    only(fields, "roll", "kind")
    return Roll(_dice(fields["roll"]), _kind(fields.get("kind", "d6")))


def _kind(given: object) -> Kind:
    for kind in SIDES:
        if given == kind:
            return kind
    raise Refused("The kind of dice is d6 or d12, not {given}.", given=quoted(given))


def _read_keep(fields: Mapping[str, object]) -> Keep:
    only(fields, "keep")
    return Keep(_dice(fields["keep"]))


def _read_score(fields: Mapping[str, object]) -> Score:
    only(fields, "score")
    field = fields["score"]
    if not isinstance(field, str):
        raise Refused("A field is given by its name, not {given}.", given=quoted(field))
    return Score(field)


def _read_matching(fields: Mapping[str, object]) -> Matching:
    only(fields, "match")
    return Matching(tuple(_read_pair(pair) for pair in a_list("match", fields["match"])))


def _read_pair(given: object) -> Pair:
    fields = an_object("A match", given)
    only(fields, "target", "dice")
    return Pair(_whole_number("A target", fields.get("target")), _dice(fields.get("dice")))


def _read_flag(key: str) -> Callable[[Mapping[str, object]], Move]:
    def read(fields: Mapping[str, object]) -> Move:
        flag(fields, key)
        return FLAGS[key]

    return read


READERS: Mapping[str, Callable[[Mapping[str, object]], Move]] = {
    "roll": _read_roll,
    "keep": _read_keep,
    "score": _read_score,
    "match": _read_matching,
    **{key: _read_flag(key) for key in FLAGS},
}


def move_as_dict(move: Move) -> dict[str, Any]:
    """The move in the form in which `read_move` takes it."""
    match move:
        case Roll(dice, "d6"):
            return {"roll": list(dice)}
        case Roll(dice, kind):
            return {"roll": list(dice), "kind": kind}
        case Keep(dice):
            return {"keep": list(dice)}
        case Score(field):
            return {"score": field}
        case Matching(pairs):
            return {"match": [{"target": pair.target, "dice": list(pair.dice)} for pair in pairs]}
        case _:
            return {next(key for key, value in FLAGS.items() if value == move): True}


def event_as_dict(event: Event) -> dict[str, Any]:
    """The event as `{"event": name, ...}`."""
    assert is_dataclass(event)
    return {"event": event.name, **asdict(event)}


def roll_as_dict(roll: RollWanted) -> dict[str, Any]:
    """The roll that is open."""
    return {"kind": roll.kind, "count": roll.count}


def expect_as_dict(expect: Expect) -> dict[str, Any]:
    """What is open: `roll`, `choose`, both; neither when the match is over."""
    found: dict[str, Any] = {}
    if expect.roll:
        found["roll"] = roll_as_dict(expect.roll)
    if expect.choose:
        found["choose"] = [move_as_dict(move) for move in expect.choose]
    return found


def match_as_dict(match: Match) -> dict[str, Any]:
    """What every answer tells of a match."""
    assert is_dataclass(match.turn)
    found = {
        "player": match.player,
        "expects": expect_as_dict(match.expect),
        "scores": list(match.scores),
        "turn": asdict(match.turn),
        "over": match.over,
    }
    return {**found, "winners": list(match.winners)} if match.over else found


def details_as_dict(match: Match) -> dict[str, Any]:
    """What the whole state adds to it."""
    details = asdict(match.details)
    some = {key: details[key] for key in ("sheets", "targets", "saved") if details[key]}
    return {
        **some,
        "out": details["out"],
        "options": asdict(match.options),
        "last_round": details["last_round"],
    }
