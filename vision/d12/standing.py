"""How surely a d12 stands on a face: a small network weighs what upright and leaning poses of it say.

It has learnt from drawn dice in all lights (`vision.training.d12.standing`). What it weighs are figures about poses,
not pictures; those about ink are left out of dice with spots, and of some of the dice that it has learnt from.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.d12.body import SIZE, Floats, X, Y, tilt_of
from vision.small_net import SmallNet

Signs = NDArray[np.float32]
"""N x SIGNS, see `signs_of`."""
Values = NDArray[np.float32]
SIGNS = 29
MODEL = Path(__file__).parents[1] / "models" / "d12_standing.onnx"
_OF_INK = [0, 4, 5, 9, 10, *range(11, 23)]
"""Which of the signs tell of ink: two parts of each score, and the inks of all faces."""


def signs_of(
    upright: Floats,
    free: Floats,
    scores: tuple[Values, Values, Values],
    parts: tuple[Values, Values],
    inks: tuple[Values, Values],
    darkness: Floats,
) -> Signs:
    """What is weighed, for N dice.

    The best `upright` and `free` poses (N x 6, `d12.body`); the upright one's score, how much better the best of some
    leaning ones is, and the score of the free one (N each); what both scores are made of (N x 5) and the ink in the
    faces in sight (N x 6); how dark the die is (N, tones).
    """
    score, tried, reached = scores
    moved = np.hypot(free[:, X] - upright[:, X], free[:, Y] - upright[:, Y])
    lean = (tried, reached - score, tilt_of(free) / 10, 10 * np.abs(free[:, SIZE] - 1), darkness / 100, moved)
    columns = [score[:, None], *parts, *map(_sides_sorted, inks), np.column_stack(lean)]
    return np.concatenate(columns, axis=1, dtype=np.float32)


def _sides_sorted(inks: Values) -> Values:
    """The top's ink, then the sides', the least first: which side is which depends on the turn."""
    return np.column_stack([inks[:, :1], np.sort(inks[:, 1:], axis=1)])


def without_ink(signs: Signs) -> Signs:
    """The same where nothing is known of the ink: noughts."""
    bare = signs.copy()
    bare[:, _OF_INK] = 0.0
    return bare


class StandingNet:
    """The network; its `model` (ONNX) is read when it is first asked. Raises `cv2.error` when it is none."""

    def __init__(self, model: Path = MODEL) -> None:
        self._model = SmallNet(model)

    def steadiness(self, signs: Signs) -> Floats:
        """The logarithm of the odds that each die stands on a face, and does not lean by 12 degrees or more: N."""
        if len(signs) == 0:
            return np.zeros(0)
        return self._model.scores(signs)[:, 0].astype(np.float64)
