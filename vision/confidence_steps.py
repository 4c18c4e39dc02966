"""How many of the dice with some margin showed what they seemed to: the counts behind `vision.confidence`.

Written by `python -m vision.training.confidence`; see docs/accuracy.md. Each row: the least margin, how many different
dice, looks at them, looks that were right.
"""

from __future__ import annotations

MADE = "seed 7: 600 throws, 2 scenes of each kind, 400 photographs"
"""From what."""
TRAY: tuple[tuple[float, int, int, int], ...] = (
    (0, 584, 604, 436),
    (0.01, 75, 77, 75),
    (0.2, 63, 63, 60),
    (0.4, 108, 110, 87),
    (0.6, 51, 51, 51),
    (0.8, 2758, 2959, 2955),
)
BLACK: tuple[tuple[float, int, int, int], ...] = (
    (0, 40, 40, 17),
    (0.2, 16, 16, 14),
    (0.6, 15, 15, 15),
    (0.95, 247, 247, 246),
)
PHOTO: tuple[tuple[float, int, int, int], ...] = (
    (0, 32, 32, 24),
    (0.01, 27, 27, 24),
    (0.2, 101, 101, 87),
    (0.4, 305, 305, 283),
    (0.6, 564, 564, 564),
)
