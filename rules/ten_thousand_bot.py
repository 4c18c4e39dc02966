"""A sound player of Ten Thousand, by `rules.push_bot`.

With one to five dice left it stops at 300, 250, 400, 1000 and 3050 points.
"""

from __future__ import annotations

from rules.bots import Decision, Rng
from rules.match import Match
from rules.push_bot import Odds
from rules.push_bot import decide as decide_by

ODDS = Odds(
    gain={1: 173, 2: 99, 3: 109, 4: 157, 5: 233, 6: 443},
    miss={1: 4 / 6, 2: 16 / 36, 3: 60 / 216, 4: 204 / 1296, 5: 600 / 7776, 6: 1440 / 46656},
)


def decide(match: Match, rng: Rng) -> Decision:
    """What to set aside, or whether to stop; `rng` chooses among equals."""
    return decide_by(match, rng, ODDS)
