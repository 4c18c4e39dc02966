"""Where the top face of a die ends, told by the tones along its sides.

A *profile* is the mean tone at each distance from the face's middle, outward across one side. Of a face laid straight
there is one of the whole side, one of each half of it, and one along each of four rays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tray.cube import EDGE

Floats = NDArray[np.float32]

STEP = 0.25
"""Millimetres for one pixel of a straightened face."""
NEAREST = 4.0
"""Profiles begin at this distance from the middle, mm."""
LATERAL = round(5.5 / STEP)
"""Profiles are means over this many pixels to either side of the middle line: the corners are rounded."""
RAYS = tuple(round(at / STEP) for at in (-5.0, -2.1, 2.1, 5.0))
"""Where along a side, pixels from its middle, no pip of a side face lies."""
SEARCH = 1.75
"""An edge is looked for within this distance of where it is expected, mm."""
_TRUST = 0.6
"""How much less an edge counts at the ends of the search: the share's square root."""
_BIAS = -0.15
"""Rounded edges begin to fall a little before the face ends, mm."""
_IN_SIGHT = 1.0
"""From this reach on, mm, a side face's far end is told apart from the top face's edge."""
_BLACK = 24.0
"""Faces darker than this tone are taken for this bright: in the dark, noise is not contrast."""


def profiles_of(patches: NDArray[np.uint8]) -> Floats:
    """Each side's profiles of faces laid straight (N x width x width): N x 4 x 7 x distances."""
    middle = patches.shape[1] // 2
    band = slice(middle - LATERAL, middle + LATERAL + 1)
    first = middle + round(NEAREST / STEP)
    last = patches.shape[1] - first
    tones = np.empty((len(patches), 2 * LATERAL + 1, 4, last), np.float32)
    tones[:, :, 0] = patches[:, :last, band][:, ::-1].transpose(0, 2, 1)
    tones[:, :, 1] = patches[:, band, first:]
    tones[:, :, 2] = patches[:, first:, band].transpose(0, 2, 1)[:, ::-1]
    tones[:, :, 3] = patches[:, band, :last][:, ::-1, ::-1]
    # Means as a product of matrices: several times as fast as taking them one by one. One product a face: for larger
    # ones the library starts threads, which cost more than they save.
    means = _WEIGHTS @ tones.reshape(*tones.shape[:2], 4 * last)
    return np.ascontiguousarray(means.reshape(len(patches), 3 + len(RAYS), 4, last).swapaxes(1, 2))


def _weights() -> Floats:
    """The weights of the places along a side in each of the seven profiles: 7 x places."""
    weights = np.zeros((3 + len(RAYS), 2 * LATERAL + 1), np.float32)
    weights[1, :LATERAL] = weights[2, LATERAL + 1 :] = 1 / LATERAL
    weights[0] = (weights[1] + weights[2]) / 2
    for row, at in zip(weights[3:], RAYS, strict=True):
        row[LATERAL + at - 2 : LATERAL + at + 3] = 1 / 5
    return weights


_WEIGHTS = _weights()
_WINDOW = np.arange(2 * round(SEARCH / STEP) + 1)
_EXPECTED = (1 - (np.linspace(-1, 1, len(_WINDOW)) * _TRUST) ** 2).astype(np.float32)


def edges_in(profiles: Floats, reach: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each side: where its edge lies beyond the expected place, how much farther on its second half than on its
    first (mm), and its fall: N x 4 each. With a side face in sight (`reach`, N x 4, mm), its far end counts too."""
    paper = np.maximum(profiles[:, :, 0, 4:10].mean(axis=2), np.float32(_BLACK))
    tones = profiles[:, :, :3] / paper[:, :, None, None]
    smooth = (tones[..., :-2] + 2 * tones[..., 1:-1] + tones[..., 2:]) / 4
    falls = np.maximum(smooth[..., :-4] - smooth[..., 4:], 0.0)
    # The first of the falls has its middle three steps from where the profile begins.
    begin = round((EDGE / 2 - NEAREST - SEARCH) / STEP) - 3
    here = falls[..., begin : begin + len(_WINDOW)]
    far = begin + _WINDOW + np.rint(reach / STEP).astype(np.intp)[..., None]
    side = np.arange(4)[None, :, None]
    beyond = falls[np.arange(len(falls))[:, None, None], side, :, np.minimum(far, falls.shape[3] - 1)]
    # Where a side face is as light as the top, only its far end falls: that must not pass for the top's edge.
    seen = np.where(reach > _IN_SIGHT, np.float32(1), np.float32(0))[..., None, None]
    here = (here + beyond.swapaxes(2, 3) * seen) * _EXPECTED
    peaks = _peaks(here)
    return peaks[..., 0] - np.float32(_BIAS), peaks[..., 2] - peaks[..., 1], here[..., 0, :].max(axis=2)


def _peaks(rows: Floats) -> Floats:
    """Where rows of falls are highest, mm from their middles: a parabola through three values."""
    width = rows.shape[-1]
    flat = rows.reshape(-1, width)
    best = flat.argmax(axis=1)
    row = np.arange(len(flat))
    before, after = flat[row, np.maximum(best - 1, 0)], flat[row, np.minimum(best + 1, width - 1)]
    bend = np.minimum(before + after - 2 * flat[row, best], -1e-6)
    inner = (best > 0) & (best < width - 1)
    shift = np.minimum(np.maximum((before - after) / (2 * bend), -0.5), 0.5) * inner
    found = (best + shift - (width - 1) / 2) * STEP
    return np.asarray(found, np.float32).reshape(rows.shape[:-1])
