"""What the table says during a turn of Ten Thousand or Farkle."""

from __future__ import annotations

from kiosk import refusals
from kiosk.screens import turn_words
from kiosk.screens.faults import is_away
from kiosk.screens.push_view import PushView, view_of
from kiosk.table import LastTurn, Table
from kiosk.words import Words
from rules import Match, Scored


def say(table: Table, match: Match) -> str:
    """The one thing to do now."""
    if match.roll_off is not None:
        return turn_words.roll(table, match)
    view = view_of(table, match)
    if match.expect.roll is None:
        return _choose(table, view)
    return _roll_on(table, view) if view.points else turn_words.roll(table, match)


def _choose(table: Table, view: PushView) -> str:
    words = table.words
    if view.gain is None:
        if view.marked.dice and view.why_not is not None:
            return refusals.sentence(words, view.why_not)
        return words.text("Choose the dice that shall count.")
    if view.may_bank:
        return words.text("Set dice aside, then roll on or bank.")
    return words.text("Set dice aside, then roll on.")


def _roll_on(table: Table, view: PushView) -> str:
    words, points = table.words, table.words.number(view.points)
    if is_away(table):
        return _unseen(table, view)
    if view.hot and view.may_bank:
        return words.text("All six count! Roll them again, or bank {points}.", points=points)
    if view.hot:
        return words.text("All six count! Roll them all again.")
    if not view.may_bank:
        return words.plural("Roll the die.", "Roll the {count} dice.", view.left)
    return words.plural(
        "Roll the die, or bank {points}.",
        "Roll the {count} dice, or bank {points}.",
        view.left,
        points=points,
    )


def _unseen(table: Table, view: PushView) -> str:
    """No camera sees the dice fall just now."""
    if view.may_bank:
        return table.words.text("Roll and enter the dice, or bank.")
    return table.words.text("Roll, then enter what the dice show.")


def note(table: Table, match: Match, lost: int | None) -> str:
    """Why the turn may not be stopped yet, what the last round demands, or what the turn before has lost."""
    view = view_of(table, match)
    if view.hot and match.expect.roll is not None:
        return ""
    if view.points and view.gain is not None and view.why_not is not None:
        return refusals.sentence(table.words, view.why_not)
    if match.details.last_round:
        highest = table.words.number(max(match.scores))
        return table.words.text("Last turn! The highest so far is {points}.", points=highest)
    return "" if lost is None or table.last is None else _came_to_nothing(table, table.last, lost)


def _came_to_nothing(table: Table, last: LastTurn, lost: int) -> str:
    words, name = table.words, table.seats[last.seat].name
    if not lost:
        return words.text("{name} rolled nothing that scores.", name=name)
    points = words.number(lost)
    return words.text("{name} rolled nothing that scores: {points} lost.", name=name, points=points)


def ended(words: Words, last: LastTurn, lost: int | None, bust: str) -> tuple[str, str]:
    """How the turn before has ended, in a word or two, and its points."""
    if lost is not None:
        points = words.number(lost)
        return words.text(bust), words.text("{points} lost", points=points) if lost else points
    scored = last.told(Scored)
    return words.text("Banked"), words.number(scored.points if scored is not None else 0)
