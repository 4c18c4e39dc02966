"""The sheet's fields by their names on paper."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.words import msg

FIELD_NAMES: Mapping[str, str] = {
    "ones": msg("Ones"),
    "twos": msg("Twos"),
    "threes": msg("Threes"),
    "fours": msg("Fours"),
    "fives": msg("Fives"),
    "sixes": msg("Sixes"),
    "one_pair": msg("One pair"),
    "two_pairs": msg("Two pairs"),
    "three_of_a_kind": msg("Three of a kind"),
    "four_of_a_kind": msg("Four of a kind"),
    "small_straight": msg("Small straight"),
    "large_straight": msg("Large straight"),
    "full_house": msg("Full house"),
    "chance": msg("Chance"),
    "yatzy": msg("Yatzy"),
}
"""Messages, to be looked up in the language spoken."""
