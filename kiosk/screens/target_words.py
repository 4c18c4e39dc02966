"""What the table says during a turn of Target Dice."""

from __future__ import annotations

from kiosk.screens import turn_words
from kiosk.screens.faults import is_away
from kiosk.screens.target_view import TargetView
from kiosk.table import LastTurn, Table
from kiosk.words import Words
from rules import Match, RollWanted, Scored
from rules.target_dice import TARGETS, WHITE


def say(table: Table, match: Match, view: TargetView) -> str:
    """The one thing to do now."""
    wanted = match.expect.roll
    if match.roll_off is not None or (wanted is not None and is_away(table)):
        return turn_words.roll(table, match)
    if wanted is not None:
        return (
            _black(table.words, view, wanted) if wanted.kind == "d12" else _white(table.words, view, wanted)
        )
    if view.rest:
        return _building(table.words, view)
    if view.way:
        made = [table.words.number(pair.target) for pair in view.way]
        return table.words.text("This matches {targets}.", targets=table.words.joined(made))
    if view.may_pass:
        return table.words.text("Choose dice that make one of your targets, or stop.")
    return table.words.text("Choose dice that make one of your targets.")


def _black(words: Words, view: TargetView, wanted: RollWanted) -> str:
    if view.points:
        return words.text("All three matched! Roll three new black dice.")
    if wanted.count == TARGETS:
        return words.text("Roll three black dice: they are your targets.")
    return words.plural(
        "Roll one black die: a new target.", "Roll {count} black dice: new targets.", wanted.count
    )


def _white(words: Words, view: TargetView, wanted: RollWanted) -> str:
    if wanted != WHITE:
        return words.plural("Roll the last die.", "Roll the {count} dice.", wanted.count)
    if view.points:
        return words.text("All six used! Roll all six again.")
    return words.text("Roll all six dice.")


def _building(words: Words, view: TargetView) -> str:
    """A sum that is no target, yet."""
    total = sum(view.rest)
    higher = [target for target in view.still_open if target > total]
    if not higher:
        return words.text("{sum} is none of your open targets.", sum=total)
    return words.text(
        "{sum} so far: {more} more for the {target}.", sum=total, more=min(higher) - total, target=min(higher)
    )


def note(table: Table, match: Match, view: TargetView) -> str:
    """What stays as it is, what the last round means, or how the turn before ended."""
    words, wanted = table.words, match.expect.roll
    if wanted is not None and wanted.kind == "d12":
        return words.text("The other dice stay as they lie.") if view.white and view.points else ""
    if match.details.last_round:
        highest = words.number(max(match.scores))
        return words.text("Last turn! The highest so far is {points}.", points=highest)
    scored = table.last.told(Scored) if table.last is not None else None
    if table.last is None or scored is None or scored.points:
        return ""
    return words.text("{name} could match nothing.", name=table.seats[table.last.seat].name)


def ended(words: Words, last: LastTurn) -> tuple[str, str]:
    """How the turn before has ended, in a word or two, and its points; or which targets were rolled."""
    scored = last.told(Scored)
    if scored is None:
        return words.text("Targets"), "  ".join(str(die.value) for die in last.dice if die.kind == "d12")
    return words.text("Points"), words.number(scored.points)
