"""The first judge of the numeral on the top of a d12: a small network that has learnt numerals from drawn pictures.

It looks at the straightened pentagon in any of its turns. How it was trained, and what its probabilities are worth:
docs/d12.md.
"""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Patches = NDArray[np.uint8]
"""N x SIZE x SIZE, one tone a pixel: top faces straightened so that their corners are `CORNERS`."""
Floats = NDArray[np.float32]

SIZE = 48
"""Width and height of a patch, pixels."""
RADIUS = 22.0
"""The radius of the pentagon's circumscribed circle in a patch, pixels; its middle is the patch's."""
NONE = 12
"""The column of "nothing that can be told"; the columns before it are the numerals 1 to 12."""
MODEL = Path(__file__).parent / "models" / "d12_net.onnx"

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
        self._model = Model(model)

    def judge(self, patches: Patches) -> Floats:
        """The probabilities of the numerals 1 to 12 and of nothing that can be told: N x 13, each row sums to 1.

        `patches` is N x SIZE x SIZE; N may be 0. ValueError for another shape.
        """
        if patches.ndim != 3 or patches.shape[1:] != (SIZE, SIZE):
            raise ValueError(f"patches are N x {SIZE} x {SIZE}, not {patches.shape}")
        if len(patches) == 0:
            return np.zeros((0, NONE + 1), np.float32)
        return shares(self._model.scores(evened(patches)))


class Model:
    """An ONNX file as a network that several threads may ask, read when it is first asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._net: cv2.dnn.Net | None = None
        self._lock = threading.Lock()

    def scores(self, given: Floats) -> Floats:
        """The last layer's output, a row for each of the input's. Raises `cv2.error` when the file is no model."""
        with self._lock:
            if self._net is None:
                self._net = _read(self._path)
            self._net.setInput(given)
            scores = np.array(self._net.forward(), np.float32)
        return scores.reshape(len(given), -1)


def _read(model: Path) -> cv2.dnn.Net:
    # OpenCV 5 has two engines; its classic one takes two thirds of the other's time for a network as small as this.
    engine: int | None = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(model), *(() if engine is None else (engine,)))


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


def shares(scores: Floats) -> Floats:
    """Softmax of each row."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
