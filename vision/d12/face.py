"""The top face of a d12 that stands in a known pose: its corners in the picture, and the face straightened."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.d12.body import ACROSS, TOP, TOP_RADIUS, Floats, seen
from vision.d12.net import RADIUS, SIZE
from vision.small_net import Patches
from vision.tray.pose import TrayView

_SQUARE = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * TOP_RADIUS + (0, 0, ACROSS / 2)
"""A square around the top face in its own plane, the die's own axes."""
_INNER = ((SIZE - 1) / 2 + _SQUARE[:, :2] / TOP_RADIUS * RADIUS).astype(np.float32)
"""The same square in a patch, pixels."""
_FINE = 1.2
"""From so many of the picture's pixels for one of a patch on, two are taken along each side and their mean is kept."""


def corners_of(view: TrayView, poses: Floats) -> Floats:
    """The corners of the top faces of dice in these poses (N x 6; see `d12.body`): N x 5 x 2 pixels of the picture."""
    return _pixels(view, poses, TOP)


def middles_of(view: TrayView, poses: Floats) -> Floats:
    """The middles of these faces: N x 2 pixels of the picture."""
    return _pixels(view, poses, np.array([(0.0, 0.0, ACROSS / 2)]))[:, 0]


def straightened(image: Image, view: TrayView, poses: Floats) -> Patches:
    """The top faces as `d12.net` wants them: grey, N x 48 x 48. `image` is the whole picture (BGR)."""
    squares = _pixels(view, poses, _SQUARE)
    patches = np.zeros((len(poses), SIZE, SIZE), np.uint8)
    for patch, square in zip(patches, squares, strict=True):
        patch[:] = _patch(image, square)
    return patches


def _pixels(view: TrayView, poses: Floats, points: Floats) -> Floats:
    places = seen(poses, points, view.camera).swapaxes(1, 2).reshape(-1, 2).astype(np.float64)
    return view.pixels(places, ACROSS).reshape(len(poses), len(points), 2)


def _patch(image: Image, square: Floats) -> Image:
    low = np.maximum(np.floor(square.min(axis=0)).astype(int) - 2, 0)
    high = np.ceil(square.max(axis=0)).astype(int) + 3
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.zeros((SIZE, SIZE), np.uint8)
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    pixels = np.hypot(*(square[1] - square[0])) / (2 * RADIUS)
    times = 2 if pixels > _FINE else 1
    # Borders of pixels, not their middles, keep their places when a patch is made smaller.
    inner = (_INNER + np.float32(0.5)) * times - np.float32(0.5)
    way = cv2.getPerspectiveTransform(inner, (square - low).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    side = SIZE * times
    fine = cv2.warpPerspective(grey, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(
        fine if times == 1 else cv2.resize(fine, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8
    )
