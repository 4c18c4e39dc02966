"""A sound player of Farkle, by `rules.push_bot`.

With one to five dice left it stops at 300, 250, 400, 950 and 2800 points.
"""

from __future__ import annotations

from rules.bots import Decision, Rng
from rules.match import Match
from rules.push_bot import Odds
from rules.push_bot import decide as decide_by

ODDS = Odds(
    gain={1: 187, 2: 104, 3: 109, 4: 149, 5: 213, 6: 485},
    miss={1: 4 / 6, 2: 16 / 36, 3: 60 / 216, 4: 204 / 1296, 5: 600 / 7776, 6: 1080 / 46656},
)


def decide(match: Match, rng: Rng) -> Decision:
    """What to set aside, or whether to stop; `rng` chooses among equals."""
    return decide_by(match, rng, ODDS)
