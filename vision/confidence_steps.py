"""How many of the dice with some margin showed what they seemed to: the counts behind `vision.confidence`.

Written by `python -m vision.training.confidence`; see docs/accuracy.md. Each row: the least margin, how many different
dice, looks at them, looks that were right.
"""

from __future__ import annotations

MADE = "seed 7: 600 throws, 2 scenes of each kind, 400 photographs"
"""From what."""
TRAY: tuple[tuple[float, int, int, int], ...] = (
    (0, 591, 613, 428),
    (0.01, 69, 71, 69),
    (0.2, 64, 64, 64),
    (0.4, 115, 123, 111),
    (0.6, 50, 51, 51),
    (0.8, 2857, 3130, 3130),
)
BLACK: tuple[tuple[float, int, int, int], ...] = (
    (0, 394, 406, 219),
    (0.01, 22, 22, 18),
    (0.2, 34, 34, 34),
    (0.4, 47, 48, 43),
    (0.75, 1148, 1206, 1203),
)
PHOTO: tuple[tuple[float, int, int, int], ...] = (
    (0, 32, 32, 24),
    (0.01, 27, 27, 24),
    (0.2, 106, 106, 92),
    (0.4, 324, 324, 302),
    (0.6, 540, 540, 540),
)
