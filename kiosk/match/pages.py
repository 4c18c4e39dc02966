"""The match as it is written down and read back: what goes into the journal for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from kiosk import photographs
from kiosk.journal import Begun, Damaged, Moved
from kiosk.match.steps import LastTurn, Source, Step
from kiosk.referee.table_die import NOWHERE, TableDie
from rules import Dispute, Event, Match, Move, Refused, Roll, Scored, open_match
from rules.wire import move_as_dict, read_move
from vision.reading import Kind

UNDO: Mapping[str, Any] = {"undo": True}
FLAGS = ("kept", "rolled", "lane", "aside", "offered")
"""What is stored of a die besides value and place (and `kind` where it is a d12, `read` where people have set the
value, `entered` and no place where they have told it); what an older journal lacks is not so."""


def advance(
    match: Match, before: tuple[TableDie, ...], move: Move, lay: Callable[[Match], tuple[TableDie, ...]]
) -> tuple[Match, Step]:
    """The match after a move and the step that it is; raises Refused.

    `before`: the dice before it. `lay` gives those after it, for the match after it.
    """
    after, events = match.apply(move)
    dice, began = lay(after), match.roll_off is not None and after.roll_off is None
    if not _ended(match, after, move, events):
        return after, Step(move, "button", dice, began=began, seat=match.player)
    assert match.player is not None
    last = LastTurn(match.player, events, dice if isinstance(move, Roll) else before)
    return after, Step(move, "button", (), last, seat=match.player)


def _ended(before: Match, after: Match, move: Move, events: tuple[Event, ...]) -> bool:
    """Whether a turn has ended with this move."""
    if before.roll_off is not None or isinstance(move, Dispute):
        return False
    return after.player != before.player or any(isinstance(event, Scored) for event in events)


def page(
    step: Step, before: tuple[TableDie, ...]
) -> tuple[dict[str, Any], tuple[dict[str, Any], ...], dict[int, bytes]]:
    """A step as plain data: the move, all dice after it, and the photographs (by place) new in it."""
    dice = tuple(_as_dict(die) for die in step.lie)
    known = [die.crop for die in before]
    new = {
        place: die.crop
        for place, die in enumerate(step.lie)
        if die.crop is not None and not any(die.crop is crop for crop in known)
    }
    return move_as_dict(step.move), dice, photographs.encoded(new)


def _as_dict(die: TableDie) -> dict[str, Any]:
    flags = {name: getattr(die, name) for name in FLAGS}
    special = {"kind": die.kind} if die.kind != "d6" else {}
    read = {"read": die.read} if die.read is not None else {}
    place = {"x": round(die.x, 1), "y": round(die.y, 1)} if die.placed else {}
    entered = {"entered": True} if die.entered else {}
    return {"value": die.value, **place, **flags, **special, **read, **entered}


def read_back(begun: Begun, moves: Iterable[Moved]) -> tuple[Match, list[Step]]:
    """The match and its steps as they were; raises Damaged when they make no sense."""
    try:
        match, steps = open_match(begun.opening), list[Step]()
        for moved in moves:
            match, steps = _turned(match, steps, moved)
    except (Refused, KeyError, TypeError, ValueError, IndexError) as problem:
        raise Damaged(f"game {begun.game}: {problem}") from problem
    return match, steps


def _turned(match: Match, steps: list[Step], moved: Moved) -> tuple[Match, list[Step]]:
    """One entry further."""
    if moved.move == UNDO:
        return match.undo(), steps[:-1]
    move = read_move(moved.move)
    before = steps[-1].dice if steps else ()
    dice = tuple(_die(place, given, moved, before) for place, given in enumerate(moved.dice))
    after, step = advance(match, before, move, lambda _: dice)
    return after, [*steps, replace(step, source=_source(moved.source))]


def _source(text: str) -> Source:
    known: tuple[Source, ...] = ("camera", "button", "staff")
    return next(source for source in known if source == text)


def _die(place: int, given: Mapping[str, Any], moved: Moved, before: tuple[TableDie, ...]) -> TableDie:
    """A die as it was stored, with its photograph: of this move, or of the roll that it comes from."""
    picture = moved.photographs.get(place)
    crop = photographs.decoded(picture) if picture else before[place].crop if place < len(before) else None
    flags = {name: bool(given.get(name, False)) for name in FLAGS}
    kind: Kind = "d12" if given.get("kind") == "d12" else "d6"
    read = int(given["read"]) if "read" in given else None
    x, y = (float(given.get(name, nowhere)) for name, nowhere in zip("xy", NOWHERE, strict=True))
    entered = bool(given.get("entered", False))
    return TableDie(int(given["value"]), crop, x, y, **flags, kind=kind, read=read, entered=entered)
