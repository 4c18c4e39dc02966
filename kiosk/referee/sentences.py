"""The referee's advice in words: what happened, then what to do; never whose fault it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from kiosk.referee.advice import Advice, AdviceKind
from kiosk.words import Words, msg

Params = Mapping[str, object]
Sentence = Callable[[Words, Params], str]


def _plain(message: str) -> Sentence:
    return lambda words, params: words.text(message, **params)


def _count(params: Params) -> int:
    return cast(int, params["count"])


def _values(params: Params) -> tuple[str, ...]:
    return tuple(str(value) for value in cast("tuple[int, ...]", params["values"]))


def _covered(words: Words, params: Params) -> str:
    return words.plural(
        "Something covers a die. Take it away, please.",
        "Something covers {count} dice. Take it away, please.",
        _count(params),
    )


def _too_few(words: Words, params: Params) -> str:
    seen, wanted = cast(int, params["seen"]), cast(int, params["wanted"])
    return words.plural(
        "I see {seen} of {wanted} dice. Is one on the floor? Roll it in.",
        "I see {seen} of {wanted} dice. Are some on the floor? Roll them in.",
        wanted - seen,
        seen=seen,
        wanted=wanted,
    )


def _too_many(words: Words, params: Params) -> str:
    return words.plural(
        "One die too many was rolled. Take one out and roll the rest again.",
        "{count} dice too many were rolled. Take {count} out and roll the rest again.",
        _count(params),
    )


def _extra(words: Words, params: Params) -> str:
    return words.plural(
        "The marked die does not belong to this roll. Take it out.",
        "The {count} marked dice do not belong to this roll. Take them out.",
        _count(params),
    )


def _wrong_kind(words: Words, params: Params) -> str:
    if params["rolled"] == "d12":
        return words.plural(
            "Only black dice are rolled now. Take the marked one out.",
            "Only black dice are rolled now. Take the {count} marked ones out.",
            _count(params),
        )
    return words.plural(
        "No black dice are rolled now. Take the marked one out.",
        "No black dice are rolled now. Take the {count} marked ones out.",
        _count(params),
    )


def _leaning(words: Words, params: Params) -> str:
    return words.plural(
        "One die is leaning. Roll it again.",
        "{count} dice are leaning. Roll them again.",
        _count(params),
    )


def _stacked(words: Words, params: Params) -> str:
    return words.plural(
        "One die lies on another. Roll it again.",
        "{count} dice lie on each other. Roll them again.",
        _count(params),
    )


def _unsure(words: Words, params: Params) -> str:
    return words.plural(
        "One die is hard to read. Move it a little, or roll it again.",
        "{count} dice are hard to read. Move them a little, or roll them again.",
        _count(params),
    )


def _not_rolled(words: Words, params: Params) -> str:
    return words.plural(
        "One die still lies where it was. Roll it too.",
        "{count} dice still lie where they were. Roll them too.",
        _count(params),
    )


def _kept_missing(words: Words, params: Params) -> str:
    values = _values(params)
    return words.plural(
        "A kept die is gone. Lay {values} in the lane on the right.",
        "Kept dice are gone. Lay {values} in the lane on the right.",
        len(values),
        values=words.joined(values),
    )


def _kept_rolled(words: Words, params: Params) -> str:
    values = _values(params)
    return words.plural(
        "A kept die was rolled too. Lay {values} in the lane and roll the others again.",
        "Kept dice were rolled too. Lay {values} in the lane and roll the others again.",
        len(values),
        values=words.joined(values),
    )


def _kept_moved(words: Words, params: Params) -> str:
    values = _values(params)
    return words.plural(
        "Is the marked die the {values} that you kept?",
        "Are the marked dice the ones that you kept: {values}?",
        len(values),
        values=words.joined(values),
    )


def _rolled_early(words: Words, params: Params) -> str:
    values = _values(params)
    if not values:
        return words.text("You have rolled already. Does this roll count, with nothing kept?")
    return words.text(
        "You have rolled already. Does this roll count, with {values} kept?", values=words.joined(values)
    )


SENTENCES: Mapping[AdviceKind, Sentence] = {
    "hand": _plain(msg("A hand is in the way. Take it out of the tray, please.")),
    "dark": _plain(msg("It is too dark to see the dice. Give the tray some light, please.")),
    "bright": _plain(msg("It is too bright to see the dice. Shade the tray a little, please.")),
    "lens": _plain(msg("Something is in front of the camera. Take it away, please.")),
    "markers": _plain(msg("The marks in the corners are hidden. Clear the rim of the tray, please.")),
    "covered": _covered,
    "foreign": _plain(msg("Dice are missing, and something else lies in the tray. Take it out, please.")),
    "too_few": _too_few,
    "too_many": _too_many,
    "extra": _extra,
    "wrong_kind": _wrong_kind,
    "leaning": _leaning,
    "stacked": _stacked,
    "unsure": _unsure,
    "not_rolled": _not_rolled,
    "kept_turned": _plain(msg("The marked die was kept as a {value}. Turn it back, please.")),
    "kept_missing": _kept_missing,
    "kept_rolled": _kept_rolled,
    "turned": _plain(msg("The marked die was rolled as a {value}. Turn it back, please.")),
    "kept_moved": _kept_moved,
    "rolled_again": _plain(msg("More dice than asked for were rolled. Does this roll count?")),
    "rolled_early": _rolled_early,
    "found": _plain(msg("Were these dice rolled for this turn?")),
    "choose_first": _plain(msg("The last roll is not decided yet. Choose first, then roll again.")),
}

OTHERWISE: Mapping[AdviceKind, str] = {
    "kept_moved": msg("If not, lay the kept dice in the lane as they were."),
    "rolled_again": msg("If not, lay the kept dice back and roll the others."),
    "rolled_early": msg("If not, lay the dice as they were, and choose."),
    "found": msg("If not, just roll."),
    "choose_first": msg("What lies there now does not count: the table remembers the roll before."),
}
"""How people say no to a question, with their hands; or what else there is to know."""


def sentence(words: Words, advice: Advice) -> str:
    """What the table says about it."""
    return SENTENCES[advice.kind](words, advice.params)


def otherwise(words: Words, advice: Advice) -> str:
    """What to do if the answer to a question is no, or what else there is to know; empty where there is nothing."""
    return words.text(OTHERWISE[advice.kind]) if advice.kind in OTHERWISE else ""
