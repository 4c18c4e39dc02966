"""A sound player of Maxi Yatzy: the one of Yatzy (`rules.yatzy_bot`) with other aims.

The pars are this bot's own averages, rounded. It does not count what a saved roll is worth.
"""

from __future__ import annotations

from rules.bots import Decision, Rng
from rules.match import Match
from rules.maxi_yatzy import FORM
from rules.yatzy_bot import Aims, decide_by

AIMS = Aims(
    FORM,
    {
        "ones": 3,
        "twos": 7,
        "threes": 11,
        "fours": 15,
        "fives": 19,
        "sixes": 23,
        "one_pair": 11,
        "two_pairs": 20,
        "three_pairs": 24,
        "three_of_a_kind": 15,
        "four_of_a_kind": 18,
        "five_of_a_kind": 14,
        "small_straight": 11,
        "large_straight": 15,
        "full_straight": 12,
        "full_house": 23,
        "villa": 16,
        "tower": 18,
        "chance": 28,
        "maxi_yatzy": 20,
    },
    alike=4,
)


def decide(match: Match, rng: Rng) -> Decision:
    """What to keep or to write; `rng` chooses among equals."""
    return decide_by(AIMS, match, rng)
