"""What the table says during a turn of Thirty."""

from __future__ import annotations

from kiosk.screens import turn_words
from kiosk.screens.faults import is_away
from kiosk.screens.thirty_view import ThirtyView, view_of
from kiosk.table import LastTurn, Table
from kiosk.words import Words
from rules import Match, Roll
from rules.thirty import Lost, Out, Outcome


def say(table: Table, match: Match) -> str:
    """The one thing to do now."""
    if match.roll_off is not None or (match.expect.roll is not None and is_away(table)):
        return turn_words.roll(table, match)
    view = view_of(table, match)
    if view.face is not None:
        return _attack(table, view, view.face)
    if match.expect.roll is not None:
        return turn_words.roll(table, match)
    if view.outcome is not None:
        return _all_six(table.words, view.sum, view.outcome)
    return table.words.text("Keep at least one die, and roll the rest.")


def _attack(table: Table, view: ThirtyView, face: int) -> str:
    words = table.words
    if not view.taken:
        name = table.seats[view.victim or 0].name
        return words.text("Attack {name}! Roll for {face}s with all dice.", name=name, face=face)
    return words.plural(
        "Hit! Roll the last die for {face}s.", "Hit! Roll {count} dice for {face}s.", view.left, face=face
    )


def _all_six(words: Words, total: int, outcome: Outcome) -> str:
    """What it brings to keep all dice that lie there."""
    if outcome.face is not None:
        return words.text("All six make {sum}: you attack with {face}s.", sum=total, face=outcome.face)
    if outcome.loss:
        return words.text("All six make {sum}: you lose {points}.", sum=total, points=outcome.loss)
    return words.text("All six make {sum}: nothing is lost.", sum=total)


def note(table: Table, match: Match) -> str:
    """Who is attacked, or who has gone out."""
    words, view = table.words, view_of(table, match)
    out = table.last.told(Out) if table.last is not None else None
    if out is not None:
        return words.text("{name} is out.", name=table.seats[out.player].name)
    first = len(table.steps) < 2 or table.steps[-2].began
    told = turn_words.how_to_keep(table) if first else ""
    if told or view.victim is None:
        return told
    name = table.seats[view.victim].name
    if view.face is None:
        return words.text("More than 30 attacks {name}.", name=name)
    return words.text("Every {face} takes {face} from {name}.", face=view.face, name=name)


def ended(table: Table, last: LastTurn) -> tuple[str, str]:
    """How a turn ended, in a word or two, and the points lost by it."""
    words, lost = table.words, last.told(Lost)
    if lost is None:
        attacked = isinstance(table.steps[-1].move, Roll)
        return words.text("No hit") if attacked else words.text("Exactly 30"), words.number(0)
    points = words.number(-lost.points)
    if lost.player == last.seat:
        return words.text("Below 30"), points
    return f"→ {table.seats[lost.player].name}", points
