"""What staff read: which game it is, and what the last move was."""

from __future__ import annotations

from kiosk.match.steps import Step
from kiosk.screens.game_cards import card_of
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import Table
from kiosk.words import Words
from rules import Bank, Dispute, Keep, Match, Matching, Move, Pass, Roll, Score


def title(words: Words, match: Match) -> str:
    """The game, and how many play it."""
    return words.plural(
        "{game}, one player",
        "{game}, {count} players",
        len(match.players),
        game=words.text(card_of(match.game).title),
    )


def scores(table: Table, match: Match) -> str:
    """The first players with their points: enough to know whose game it is."""
    words = table.words
    pairs = zip(match.players[:4], match.scores, strict=False)
    listed = [f"{name}: {words.number(score)}".replace(" ", "\N{NO-BREAK SPACE}") for name, score in pairs]
    return ", ".join([*listed, "…"] if len(match.players) > len(listed) else listed)


def points(table: Table, match: Match) -> str:
    """The first players' points alone."""
    listed = [table.words.number(score) for score in match.scores[:4]]
    return ", ".join([*listed, "…"] if len(match.scores) > len(listed) else listed)


def last_move(table: Table) -> str:
    """Whose move would be taken back, and which it was."""
    step = table.steps[-1]
    told = _told(table.words, step.move)
    return told if step.seat is None else f"{_name(table, step)}: {told}"


def _name(table: Table, step: Step) -> str:
    assert step.seat is not None
    return table.seats[step.seat].name


def _told(words: Words, move: Move) -> str:
    match move:
        case Roll(dice):
            return words.text("rolled {values}", values=_values(dice))
        case Keep(dice):
            return words.text("kept {values}", values=_values(dice)) if dice else words.text("kept nothing")
        case Score(field):
            return words.text("wrote {field}", field=words.text(FIELD_NAMES[field]))
        case Matching(pairs):
            targets = words.joined([str(pair.target) for pair in pairs])
            return words.text("matched {targets}", targets=targets)
        case Bank():
            return words.text("stopped and wrote")
        case Pass():
            return words.text("stopped")
        case Dispute():
            return words.text("plays the turn again")


def _values(dice: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in dice)
