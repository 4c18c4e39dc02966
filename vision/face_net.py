"""A second judge of a die's top face: a small network that has learnt faces from drawn pictures.

It looks at the straightened face with a little of what is around it and shares nothing with the code that fits
patterns of pips. How it was trained, and what its probabilities are worth: docs/classifier.md.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.small_net import Floats, Patches, SmallNet, check_shape, shares

Plane = NDArray[np.uint8]
"""One tone a pixel, the least of the three colours: height x width."""

SIZE = 40
"""Width and height of a patch, pixels."""
REACH = 0.75
"""How far a patch reaches from the middle of the face, edges: half an edge is the face, the rest surroundings."""
NONE = 6
"""The column of "no readable face"; the columns before it are the values 1 to 6."""
SURE = 0.7
"""From this probability on a face is taken as told; the reliability table in docs/classifier.md says why."""
MODEL = Path(__file__).parent / "models" / "face_net.onnx"

_FINEST = 4
"""A face of more pixels than a patch is first straightened up to this many times as large, then made smaller."""
_FLAT = 6.0
"""Patches of less deviation (tones) are not stretched to full contrast: that would only show noise."""


class FaceNet:
    """The network; its `model` (ONNX) is read when it is first asked.

    Raises `cv2.error` then, when the file is missing or broken. One instance may be used by several threads.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._model = SmallNet(model)

    def read(self, patches: Patches) -> Floats:
        """The probabilities of 1, 2, 3, 4, 5, 6 and of no readable face: N x 7, each row sums to 1.

        `patches` is N x SIZE x SIZE, as `straightened` or `middles_of` make them; N may be 0.
        """
        check_shape(patches, SIZE)
        if len(patches) == 0:
            return np.zeros((0, NONE + 1), np.float32)
        return shares(self._model.scores(evened(patches)))


def told(row: Floats, threshold: float = SURE) -> int | None:
    """The value that a row of probabilities tells; None when it is not sure of one."""
    best = int(row.argmax())
    return best + 1 if best != NONE and row[best] >= threshold else None


def straightened(tone: Plane, corners: NDArray[np.float64]) -> Plane:
    """The patch (SIZE x SIZE) of the face with these corners, 4 x 2 pixels of the picture, in order around it."""
    edge = float(max(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1]))))
    times = int(np.clip(np.ceil(2 * REACH * edge / SIZE), 1, _FINEST))
    side = SIZE * times
    # Borders of pixels, not their centres: a patch is as wide as its pixels.
    low, high = (side * (0.5 + sign * 0.25 / REACH) - 0.5 for sign in (-1, 1))
    face = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    way = cv2.getPerspectiveTransform(face, np.asarray(corners, np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpPerspective(tone, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return _smaller(np.asarray(fine, np.uint8))


def middles_of(patches: Patches, px_per_edge: float) -> Patches:
    """The patches (N x SIZE x SIZE) out of larger straightened squares (N x width x width) whose middles are the
    faces'."""
    if not len(patches):
        return np.zeros((0, SIZE, SIZE), np.uint8)
    side = round(2 * REACH * px_per_edge)
    first, odd = divmod(patches.shape[1] - side, 2)
    part = slice(first, first + side + odd)
    middle = np.ascontiguousarray(patches[:, part, part])
    if odd:
        # The middle lies between two pixels. All in one picture, one below the other: one call, not many.
        tall = cv2.blur(middle.reshape(-1, side + 1), (2, 2), anchor=(0, 0))
        middle = np.ascontiguousarray(tall.reshape(middle.shape)[:, :side, :side])
    small = cv2.resize(middle.reshape(-1, side), (SIZE, SIZE * len(middle)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(-1, SIZE, SIZE)


def evened(patches: Patches) -> Floats:
    """The network's input: every patch about 0 with a deviation of 1, N x 1 x SIZE x SIZE."""
    tones = patches.reshape(len(patches), -1).astype(np.float32)
    tones -= tones.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.einsum("ij,ij->i", tones, tones) / tones.shape[1])
    return np.asarray(tones / np.maximum(deviation, _FLAT)[:, None], np.float32).reshape(-1, 1, SIZE, SIZE)


def _smaller(fine: Plane) -> Plane:
    if fine.shape == (SIZE, SIZE):
        return fine
    return np.asarray(cv2.resize(fine, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)
