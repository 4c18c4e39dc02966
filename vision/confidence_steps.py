"""How many of the dice with some margin showed what they seemed to: the counts behind `vision.confidence`.

Written by `python -m vision.training.confidence`; see docs/accuracy.md. Each row: the least margin, how many different
dice, looks at them, looks that were right.
"""

from __future__ import annotations

MADE = "seed 7: 600 throws, 2 scenes of each kind, 400 photographs"
"""From what."""
TRAY: tuple[tuple[float, int, int, int], ...] = (
    (0, 580, 602, 414),
    (0.01, 69, 71, 69),
    (0.2, 66, 66, 66),
    (0.4, 127, 136, 124),
    (0.6, 49, 49, 49),
    (0.8, 2855, 3126, 3126),
)
BLACK: tuple[tuple[float, int, int, int], ...] = (
    (0, 391, 405, 219),
    (0.01, 21, 21, 21),
    (0.2, 32, 32, 32),
    (0.4, 51, 52, 49),
    (0.75, 1146, 1209, 1206),
)
PHOTO: tuple[tuple[float, int, int, int], ...] = (
    (0, 32, 32, 24),
    (0.01, 27, 27, 24),
    (0.2, 106, 106, 92),
    (0.4, 324, 324, 302),
    (0.6, 540, 540, 540),
)
