"""How long nobody has touched the table while a game is under way: first it is asked, then the game is put aside.

Nothing here waits; the moments are told by whoever calls.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

ASK = 600.0
"""Seconds without a press, a hand or a roll after which the table asks whether anybody is still there."""
LEAVE = 300.0
"""Seconds from the question until the game is put aside."""
KEEP = 3 * 3600.0
"""Seconds for which it can be taken up again: people come back from a meal, not the next day."""
UNDO = 600.0
"""Seconds for which staff can bring back a game that they have put away."""
Due: TypeAlias = Literal["nothing", "ask", "leave"]


class Pause:
    """Begins anew with every sign of life."""

    def __init__(self, now: float) -> None:
        self._since = now
        self._left: float | None = None

    def alive(self, now: float) -> None:
        """Somebody is here."""
        self._since = now

    def due(self, now: float, in_play: bool) -> Due:
        """What is to be done at this moment. While dice are `in_play` it is only asked, however long it takes."""
        quiet = now - self._since
        if quiet >= ASK + LEAVE and not in_play:
            return "leave"
        return "ask" if quiet >= ASK else "nothing"

    def left(self, wall: float) -> None:
        """The game that goes on after a start was played last at this moment, seconds since 1970."""
        self._left = wall

    def taken_up(self) -> None:
        """Somebody plays it again."""
        self._left = None

    def is_from_before(self, wall: float) -> bool:
        """Whether that was so long ago that nobody comes back: the table was switched off over night.

        A Pi's clock may be set only after the start, so this is to be asked again later.
        """
        return self._left is not None and wall - self._left >= KEEP
