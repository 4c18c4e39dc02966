"""The first judge of the numeral on the top of a d12: a small network that has learnt numerals from drawn pictures.

It looks at the straightened pentagon in any of its turns. How it was trained, and what its probabilities are worth:
docs/d12.md.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.small_net import Floats, Patches, SmallNet, check_shape, shares

SIZE = 48
"""Width and height of a patch, pixels."""
RADIUS = 22.0
"""The radius of the pentagon's circumscribed circle in a patch, pixels; its middle is the patch's."""
NONE = 12
"""The column of "nothing that can be told"; the columns before it are the numerals 1 to 12."""
MODEL = Path(__file__).parents[1] / "models" / "d12_net.onnx"

_AROUND = 2 * np.pi * np.arange(5) / 5 - np.pi / 2
CORNERS: Floats = np.asarray(
    (SIZE - 1) / 2 + RADIUS * np.column_stack([np.cos(_AROUND), np.sin(_AROUND)]), np.float32
)
"""Where the corners of a face lie in its patch, 5 x 2, clockwise from the one that points straight up."""
_FLAT = 4.0
"""Patches of less deviation (tones) are not stretched to full contrast: that would only show noise."""


class NumeralNet:
    """The network; its `model` (ONNX) is read when it is first asked.

    Raises `cv2.error` then, when the file is missing or broken. One instance may be used by several threads.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._model = SmallNet(model)

    def judge(self, patches: Patches) -> Floats:
        """The probabilities of the numerals 1 to 12 and of nothing that can be told: N x 13, each row sums to 1.

        `patches` is N x SIZE x SIZE, straightened so that the faces' corners are `CORNERS`; N may be 0. ValueError for
        another shape.
        """
        check_shape(patches, SIZE)
        if len(patches) == 0:
            return np.zeros((0, NONE + 1), np.float32)
        return shares(self._model.scores(evened(patches)))


def told(row: Floats, threshold: float) -> int | None:
    """The numeral that a row of probabilities tells; None when it is not sure of one."""
    best = int(row.argmax())
    return best + 1 if best != NONE and row[best] >= threshold else None


def evened(patches: Patches) -> Floats:
    """The network's input: every patch about 0, N x 1 x SIZE x SIZE; the deviation inside the pentagon is made 1."""
    tones = patches.astype(np.float32)
    inside = tones[:, _INSIDE]
    mean = inside.mean(axis=1)[:, None, None]
    deviation = inside.std(axis=1)[:, None, None]
    return np.asarray(np.clip((tones - mean) / np.maximum(deviation, _FLAT), -4, 4)[:, None], np.float32)


def _pentagon() -> NDArray[np.bool_]:
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((CORNERS - (SIZE - 1) / 2) * 0.92 + (SIZE - 1) / 2).astype(np.int32), 1)
    return np.asarray(mask > 0)


_INSIDE = _pentagon()
