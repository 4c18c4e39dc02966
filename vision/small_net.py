"""A small network in an ONNX file, asked through OpenCV: what all judges of faces have in common."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Patches = NDArray[np.uint8]
"""N x width x width, one tone a pixel."""
Floats = NDArray[np.float32]


class SmallNet:
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


def check_shape(patches: Patches, size: int) -> None:
    """ValueError unless patches are N x `size` x `size`."""
    if patches.ndim != 3 or patches.shape[1:] != (size, size):
        raise ValueError(f"patches are N x {size} x {size}, not {patches.shape}")


def shares(scores: Floats) -> Floats:
    """Softmax of each row."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
