"""A close look at some places of the tray: each face there is laid straight and moved until its edges fit.

The picture around a guessed face is resampled along the die's own axes. Each side then tells by one profile, the
mean tone at each distance from the middle, where the top face ends: there the tone falls. All faces of a picture
are looked at together.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, Points, overhangs, turned
from vision.tray_scene import Floats, Plane, Scene

STEP = 0.25
"""Millimetres for one pixel of a patch."""
REACH = 17.0
"""Half the width of a patch, mm."""
NEAREST = 4.0
"""Profiles begin at this distance from the middle, mm."""
_SIZE = round(2 * REACH / STEP) + 1
_MIDDLE = _SIZE // 2
_LATERAL = round(5.5 / STEP)
"""Profiles are means over this many pixels to either side of the middle line: the corners are rounded."""
RAYS = tuple(round(at / STEP) for at in (-5.0, -2.1, 2.1, 5.0))
"""Where along a side, pixels from its middle, no pip of a side face lies."""
_SEARCH = 1.75
"""An edge is looked for within this distance of where it is expected, mm."""
_TRUST = 0.6
"""How much less an edge counts at the ends of the search: the share's square root."""
_BIAS = -0.15
"""Rounded edges begin to fall a little before the face ends, mm."""
_IN_SIGHT = 1.0
"""From this reach on, mm, a side face's far end is told apart from the top face's edge."""
_FALL = 0.05
"""Least fall of an edge that counts, as a share of the face's tone."""
_TOO_WIDE = 0.9
"""Edges of one die are not farther apart than 16 mm and this, mm."""
_ROUNDS = 3
_STILL, _STRAIGHT = 0.12, 1.0
"""A face moved by less, mm, and turned by less, degrees, has been found."""


@dataclass(frozen=True, eq=False)
class Look:
    """A face laid straight.

    `patch` (uint8, `STEP` mm a pixel, `REACH` mm to each side) has the die's axes; `centre` (mm) and `turn`
    (degrees) are the face's. The others are told of each side (in the order of `cube.SIDES`): `overhang` as in
    `cube.overhangs` for a flat die there (mm), `profile` the mean tone at each distance (from `NEAREST` in steps
    of `STEP`), `rays` the same along four lines between the places of its pips, `off` how far the edge lies beyond
    where it is expected (mm), `fall` how strongly the tone falls there (share of the face's tone).
    """

    patch: Plane
    centre: Points
    turn: float
    overhang: Points
    profile: Points
    rays: Points
    off: Points
    fall: Points

    @property
    def reach(self) -> Points:
        """How far the side faces of a flat die must be seen beyond the top face, mm."""
        return np.maximum(self.overhang, 0.0)


def looks_at(scene: Scene, centres: Points, turns: Points) -> list[Look]:
    """The faces near `centres` (N x 2, mm), turned by about `turns` (degrees)."""
    centres, turns = centres.copy(), turns.copy()
    looks: list[Look | None] = [None] * len(turns)
    moving = np.arange(len(turns))
    for _ in range(_ROUNDS):
        if not len(moving):
            break
        batch = _Batch(scene, centres[moving], turns[moving])
        for k, look in zip(moving.tolist(), batch.looks(), strict=True):
            looks[k] = look
        shift, twist = batch.corrections()
        centres[moving] += np.stack([turned(s, t) for s, t in zip(shift, turns[moving], strict=True)])
        turns[moving] += twist
        moving = moving[(np.hypot(*shift.T) > _STILL) | (np.abs(twist) > _STRAIGHT)]
    return [look for look in looks if look is not None]


class _Batch:
    """Several faces laid straight and measured at once."""

    def __init__(self, scene: Scene, centres: Points, turns: Points) -> None:
        self.centres, self.turns = centres, turns
        self.overhang = overhangs(centres, turns, scene.view.camera)
        self.patches = _straight(scene, centres, turns)
        self.profiles = _profiles(self.patches)
        self.off, self.slant, self.fall = _edges(self.profiles, np.maximum(self.overhang, 0.0))

    def looks(self) -> list[Look]:
        """Each face by itself."""
        return [
            Look(
                self.patches[k],
                self.centres[k],
                float(self.turns[k]),
                self.overhang[k],
                self.profiles[k, :, 0],
                self.profiles[k, :, 3:],
                self.off[k],
                self.fall[k],
            )
            for k in range(len(self.turns))
        ]

    def corrections(self) -> tuple[Points, Points]:
        """How far each face has to be moved (mm, its own axes) and turned (degrees) for its edges to fit."""
        seen = self.fall > _FALL
        up, right, down, left = range(4)
        shift = np.stack([self._balance(seen, right, left), self._balance(seen, down, up)], axis=1)
        good = (self.fall * (seen & (np.abs(self.off) < _SEARCH - STEP))) + 1e-9
        slant = (good * self.slant).sum(axis=1) / good.sum(axis=1)
        return shift, -np.degrees(np.arctan2(slant, _LATERAL * STEP))

    def _balance(self, seen: NDArray[np.bool_], ahead: int, behind: int) -> Points:
        """The shift along an axis that its two edges ask for, or the one of them that is seen."""
        first, second = seen[:, ahead] * 1.0, seen[:, behind] * 1.0
        # Too far apart, one of them is another thing's: the steeper is believed.
        wide = seen[:, ahead] & seen[:, behind] & (self.off[:, ahead] + self.off[:, behind] > _TOO_WIDE)
        steeper = self.fall[:, ahead] > self.fall[:, behind]
        first[wide & ~steeper] = second[wide & steeper] = 0.0
        asked = first * self.off[:, ahead] - second * self.off[:, behind]
        return np.asarray(asked / np.maximum(first + second, 1.0))


def _straight(scene: Scene, centres: Points, turns: Points) -> NDArray[np.uint8]:
    """The picture's tones along the axes of dice there: N x patch."""
    corners = np.array([(-REACH, -REACH), (REACH, -REACH), (REACH, REACH), (-REACH, REACH)])
    places = np.stack([turned(corners, turn) + centre for centre, turn in zip(centres, turns, strict=True)])
    seen = (scene.view.pixels(places.reshape(-1, 2), EDGE) - scene.origin).reshape(places.shape)
    last = _SIZE - 1.0
    flat = np.array([(0, 0), (last, 0), (last, last), (0, last)], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patches = np.empty((len(turns), _SIZE, _SIZE), np.uint8)
    for patch, quad in zip(patches, seen.astype(np.float32), strict=True):
        way = cv2.getPerspectiveTransform(flat, quad)
        cv2.warpPerspective(
            scene.full, way, (_SIZE, _SIZE), dst=patch, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return patches


def _profiles(patches: NDArray[np.uint8]) -> Points:
    """Each side's profile: of all of it, of its first and second half, along four rays: N x 4 x 7 x distances."""
    band = slice(_MIDDLE - _LATERAL, _MIDDLE + _LATERAL + 1)
    first = _MIDDLE + round(NEAREST / STEP)
    last = _SIZE - first
    tones = patches.astype(np.float32)
    sides = (
        tones[:, :last, band][:, ::-1].transpose(0, 2, 1),
        tones[:, band, first:],
        tones[:, first:, band].transpose(0, 2, 1)[:, ::-1],
        tones[:, band, :last][:, ::-1, ::-1],
    )
    # Means as one product of matrices: several times as fast as taking them one by one.
    return np.stack([_MEANS @ np.ascontiguousarray(side) for side in sides], axis=1).astype(np.float64)


def _means() -> Floats:
    """The weights of the places along a side in each of the seven profiles: 7 x places."""
    weights = np.zeros((3 + len(RAYS), 2 * _LATERAL + 1), np.float32)
    weights[1, :_LATERAL] = weights[2, _LATERAL + 1 :] = 1 / _LATERAL
    weights[0] = (weights[1] + weights[2]) / 2
    for row, at in zip(weights[3:], RAYS, strict=True):
        row[_LATERAL + at - 2 : _LATERAL + at + 3] = 1 / 5
    return weights


_MEANS = _means()


def _edges(profiles: Points, reach: Points) -> tuple[Points, Points, Points]:
    """Of each side: where its edge lies beyond the expected place, how much farther on its second half than on its
    first (mm), and its fall: N x 4 each. With a side face in sight, its far end counts too."""
    paper = np.maximum(profiles[:, :, 0, 4:10].mean(axis=2), 24.0)[:, :, None, None]
    profiles = profiles[:, :, :3]
    smooth = (profiles[..., :-2] + 2 * profiles[..., 1:-1] + profiles[..., 2:]) / 4
    falls = np.maximum((smooth[..., :-4] - smooth[..., 4:]) / paper, 0.0)
    # The first of the falls has its middle three steps from where the profile begins.
    begin = round((EDGE / 2 - NEAREST - _SEARCH) / STEP) - 3
    window = begin + np.arange(2 * round(_SEARCH / STEP) + 1)
    far = np.minimum(window + np.rint(reach / STEP).astype(np.intp)[..., None], falls.shape[3] - 1)
    beyond = np.take_along_axis(
        falls, np.broadcast_to(far[:, :, None], (*falls.shape[:3], len(window))), axis=3
    )
    # Where a side face is as light as the top, only its far end falls: that must not pass for the top's edge.
    expected = 1 - (np.linspace(-1, 1, len(window)) * _TRUST) ** 2
    here = (falls[..., window] + beyond * (reach > _IN_SIGHT)[..., None, None]) * expected
    peaks = _peaks(here)
    return peaks[..., 0] - _BIAS, peaks[..., 2] - peaks[..., 1], here[..., 0, :].max(axis=2)


def _peaks(rows: Points) -> Points:
    """Where rows of falls are highest, mm from their middles: a parabola through three values."""
    last = rows.shape[-1] - 1
    best = rows.argmax(axis=-1)[..., None]
    before, here, after = (
        np.take_along_axis(rows, np.clip(best + step, 0, last), axis=-1) for step in (-1, 0, 1)
    )
    bend = np.minimum(before + after - 2 * here, -1e-6)
    shift = np.clip((before - after) / (2 * bend), -0.5, 0.5) * ((best > 0) & (best < last))
    return np.asarray((best + shift - last / 2)[..., 0] * STEP)
