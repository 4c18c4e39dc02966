"""What the light is to be: the one value that the table hands to whatever shows it."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.light.messages import Light, Ring

LEVEL = 160
"""Of the white light where no calibration says otherwise; also what a new controller shows by itself."""


@dataclass(frozen=True)
class Wanted:
    """White light of the two halves, and what the ring shows."""

    light: Light = Light(LEVEL, LEVEL)  # noqa: RUF009 (a frozen value)
    ring: Ring = Ring()  # noqa: RUF009
