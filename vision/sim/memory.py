"""How the dice lay a while ago: whoever judges a reading must know what lay there when it was made."""

from __future__ import annotations

from collections import deque

from vision.sim.script import Body

_KEPT = 120.0
"""Simulated seconds: at full speed many of them pass while a question is on its way."""
_SAME = 1e-6
"""Seconds; times that were summed up differently still mean the same frame."""

Bodies = tuple[Body, ...]


class Memory:
    """Remembers the bodies of the frames that were shown."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, Bodies]] = deque()

    def note(self, t: float, bodies: Bodies) -> None:
        """This is what the frame of the time `t` (simulated seconds, never earlier than the last one) shows."""
        # While nothing moves it is the very same tuple, and the oldest entry that still holds must stay.
        if not self._seen or self._seen[-1][1] is not bodies:
            self._seen.append((t, bodies))
        while len(self._seen) > 1 and self._seen[1][0] < t - _KEPT:
            self._seen.popleft()

    def at(self, t: float) -> Bodies:
        """What the last frame up to the time `t` showed; ValueError when that is forgotten or not yet known."""
        for noted, bodies in reversed(self._seen):
            if noted <= t + _SAME:
                return bodies
        raise ValueError(f"nothing is remembered of the time {t:.2f}")
