"""What the games are: pure values and functions. No clock, no randomness, no input or output.

`open_match` gives a `Match`, `Match.apply` the next one; see `docs/rules-engine.md`.
"""

from rules.events import Event, LastRound, Over, Scored
from rules.games import GAMES, open_match
from rules.match import Match
from rules.moves import Bank, Dispute, Expect, Keep, Matching, Move, Pair, Pass, Roll, RollWanted, Score
from rules.opening import Opening
from rules.options import Option, Options
from rules.refused import Refused, Term

__all__ = [
    "GAMES",
    "Bank",
    "Dispute",
    "Event",
    "Expect",
    "Keep",
    "LastRound",
    "Match",
    "Matching",
    "Move",
    "Opening",
    "Option",
    "Options",
    "Over",
    "Pair",
    "Pass",
    "Refused",
    "Roll",
    "RollWanted",
    "Score",
    "Scored",
    "Term",
    "open_match",
]
