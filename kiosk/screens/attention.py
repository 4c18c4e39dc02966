"""Marks beat for a few seconds when there is something new to say, and then stay lit."""

from __future__ import annotations

import math

from kiosk import theme

STEPS = 24
"""Moments drawn a second."""


class Attention:
    """Remembers when its subject came up."""

    def __init__(self) -> None:
        self._subject: object = None
        self._since = 0.0

    def look(self, subject: object, now: float) -> float:
        """How far the beat is, 0 to 1, for what is spoken of now; 0 when it has stopped."""
        if subject != self._subject:
            self._subject, self._since = subject, now
        age = now - self._since
        if subject is None or age >= theme.ATTENTION:
            return 0.0
        moment = math.floor(age * STEPS) / STEPS
        return 0.5 - 0.5 * math.cos(2 * math.pi * moment / theme.PULSE)
