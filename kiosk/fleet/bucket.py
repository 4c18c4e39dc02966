"""How often something may happen: a few times at once, and then one now and then."""

from __future__ import annotations

from collections.abc import Callable


class Bucket:
    """Holds at most `size` drops; one more every `every` seconds. `now`: monotonic seconds."""

    def __init__(self, size: int, every: float, now: Callable[[], float]) -> None:
        self._size = float(size)
        self._every = every
        self._now = now
        self._left = self._size
        self._at = now()

    def take(self) -> bool:
        """Whether there was a drop left; it is gone then."""
        now = self._now()
        self._left = min(self._size, self._left + (now - self._at) / self._every)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
