"""What an option of a game is set to, in words. What it means the rules say themselves."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.words import Words, msg
from rules import Option
from rules.options import Value

VALUES: Mapping[str, str] = {
    "until_on_board": msg("until it is met"),
    "first_turn_only": msg("in the first turn only"),
    "may": msg("they may"),
    "must": msg("they must"),
    "turn": msg("a whole turn"),
    "single_roll": msg("a single roll"),
    "right": msg("on the right"),
    "left": msg("on the left"),
    "at_least": msg("the goal is enough"),
    "over": msg("only more"),
    "linear": msg("it adds"),
    "doubling": msg("it doubles"),
    "one_turn_each": msg("everybody else"),
    "finish_round": msg("up to the starter"),
}
"""The words among which options choose."""


def said(words: Words, option: Option, value: Value) -> str:
    """A value as people say it."""
    if isinstance(value, bool):
        return words.text("yes") if value else words.text("no")
    return words.number(value) if isinstance(value, int) else words.text(VALUES[value])
