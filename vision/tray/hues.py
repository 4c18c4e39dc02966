"""Whether what lies somewhere is white, seen in the light that falls on the tray."""

from __future__ import annotations

import numpy as np

from vision.tray.cube import Points, turned_each
from vision.tray.scene import Scene

_AT = np.array([-6.4, -3.2, 0.0, 3.2, 6.4])
_GRID = np.array([(x, y) for y in _AT for x in _AT])
_PARTS = np.array(
    [
        np.ones(25),
        *(_GRID[:, axis] == end for axis in (0, 1) for end in (_AT[0], _AT[-1])),
    ]
)
_COUNTS = _PARTS.sum(axis=1)[:, None]
"""The places on a face, mm in its own axes; all of them, and those along each side (1 there), and how many."""
_DARK = 36.0
"""Of what is darker than this (of 255) no hue can be told."""


def whiteness(scene: Scene, centres: Points, turns: Points, white: Points) -> tuple[Points, Points]:
    """The least of the three colours as a share of the greatest, both as shares of what the light gives (`white`,
    BGR): 1 is white or grey. Of each face (N: `centres` N x 2 mm, `turns` degrees), and of its least white border."""
    window = scene.window
    seen = window.seen(turned_each(_GRID, turns) + centres[:, None]) / window.zoom + np.array(window.origin)
    last = np.array(scene.image.shape[1::-1]) - 1
    cell = np.rint(np.minimum(np.maximum(seen, 0), last)).astype(np.intp)
    tones = scene.image[cell[..., 1], cell[..., 0]].astype(np.float64)
    means = _PARTS @ tones / _COUNTS
    own = means / np.maximum(white, 1.0)
    share = own.min(axis=2) / np.maximum(own.max(axis=2), 1e-6)
    share = np.where(means.max(axis=2) < _DARK, 1.0, share)
    return share[:, 0], share.min(axis=1, initial=1.0)
