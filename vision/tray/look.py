"""A close look at some places of the tray: each face there is laid straight and moved until its edges fit.

The picture around a guessed face is resampled along the die's own axes; its edges (`edges`) tell how far it has
to be moved and turned. All faces of a picture are looked at together.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.cube import EDGE, Points, overhangs, turned_each
from vision.tray.edges import LATERAL, SEARCH, STEP, Floats, edges_in, profiles_of
from vision.tray.scene import Scene

REACH = 17.0
"""Half the width of a patch, mm."""
_SIZE = round(2 * REACH / STEP) + 1
_FALL = 0.05
"""Least fall of an edge that counts, as a share of the face's tone."""
_TOO_WIDE = 0.9
"""Edges of one die are not farther apart than 16 mm and this, mm."""
_AS_WIDE = 0.35
"""What is as wide as something else differs from it by less than this, mm."""
_ROUNDS = 3
_STILL, _STRAIGHT = 0.2, 1.2
"""A face moved by less, mm, and turned by less, degrees, has been found."""
_CORNERS = np.array([(-REACH, -REACH), (REACH, -REACH), (REACH, REACH), (-REACH, REACH)])
_PATCH = np.array([(0, 0), (_SIZE - 1, 0), (_SIZE - 1, _SIZE - 1), (0, _SIZE - 1)], np.float32)


@dataclass(frozen=True, eq=False)
class Looks:
    """N faces laid straight.

    `patch` (N x width x width, uint8, `STEP` mm a pixel, `REACH` mm to each side) has the die's axes; `centre` (N x 2,
    mm) and `turn` (N, degrees) are the face's. The others are told of each side (N x 4, in the order of `cube.SIDES`):
    `overhang` as in `cube.overhangs` for a flat die there (mm), `profile` the mean tone at each distance (from
    `NEAREST` in steps of `STEP`), `rays` the same along four lines between the places of its pips, `off` how far the
    edge lies beyond where it is expected (mm), `slant` how much farther on its second half than on its first (mm),
    `fall` how strongly the tone falls there (share of the face's tone).
    """

    patch: NDArray[np.uint8]
    centre: Points
    turn: Points
    overhang: Points
    profile: Floats
    rays: Floats
    off: Floats
    slant: Floats
    fall: Floats

    def __len__(self) -> int:
        return len(self.turn)

    @property
    def reach(self) -> Points:
        """How far the side faces of flat dice must be seen beyond the top face, mm: N x 4."""
        return np.maximum(self.overhang, 0.0)

    @property
    def wide(self) -> Floats:
        """How much wider than 16 mm each face looks, mm, the mean of both axes: N."""
        return np.asarray(self.off.sum(axis=1) / 2)

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Looks:
        """Some of the faces."""
        return Looks(*(part[which] for part in vars(self).values()))

    def put(self, which: NDArray[np.intp], others: Looks) -> None:
        """Other faces in the place of some."""
        for own, other in zip(vars(self).values(), vars(others).values(), strict=True):
            own[which] = other


def looks_at(scene: Scene, centres: Points, turns: Points) -> Looks:
    """The faces near `centres` (N x 2, mm), turned by about `turns` (N, degrees)."""
    looks = _measured(scene, centres, turns)
    moving, now = np.arange(len(looks)), looks
    for _ in range(_ROUNDS - 1):
        shift, twist = _corrections(now)
        far = (np.hypot(shift[:, 0], shift[:, 1]) > _STILL) | (np.abs(twist) > _STRAIGHT)
        if not far.any():
            break
        moving = moving[far]
        moved = now.centre[far] + turned_each(shift[far, None], now.turn[far])[:, 0]
        now = _measured(scene, moved, (now.turn + twist)[far])
        looks.put(moving, now)
    return looks


def _measured(scene: Scene, centres: Points, turns: Points) -> Looks:
    overhang = overhangs(centres, turns, scene.view.camera)
    patches = _straight(scene, centres, turns)
    profiles = profiles_of(patches)
    edges = edges_in(profiles, np.maximum(overhang, 0.0).astype(np.float32))
    return Looks(patches, centres, turns, overhang, profiles[:, :, 0], profiles[:, :, 3:], *edges)


def _corrections(looks: Looks) -> tuple[Points, Points]:
    """How far each face has to be moved (mm, its own axes) and turned (degrees) for its edges to fit."""
    seen = looks.fall > _FALL
    up, right, down, left = range(4)
    shift = np.stack([_balance(looks, seen, right, left), _balance(looks, seen, down, up)], axis=1)
    good = (looks.fall * (seen & (np.abs(looks.off) < SEARCH - STEP))) + 1e-9
    slant = (good * looks.slant).sum(axis=1) / good.sum(axis=1)
    return shift, -np.degrees(np.arctan2(slant, LATERAL * STEP))


def _balance(looks: Looks, seen: NDArray[np.bool_], ahead: int, behind: int) -> Points:
    """The shift along an axis that its two edges ask for, or the one of them that is seen."""
    first, second = seen[:, ahead] * 1.0, seen[:, behind] * 1.0
    # Too far apart, one of them is another thing's: the steeper is believed, ...
    width = looks.off[:, ahead] + looks.off[:, behind]
    wide = seen[:, ahead] & seen[:, behind] & (width > _TOO_WIDE)
    steeper = looks.fall[:, ahead] > looks.fall[:, behind]
    # ... but where they are as far apart as the top and a side face together, that one is lit as much as the top.
    over = looks.overhang[:, ahead] - looks.overhang[:, behind]
    lit = (np.abs(width - looks.reach[:, [ahead, behind]].max(axis=1)) < _AS_WIDE) & (np.abs(over) > _AS_WIDE)
    steeper = np.where(lit, over < 0, steeper)
    first[wide & ~steeper] = second[wide & steeper] = 0.0
    asked = first * looks.off[:, ahead] - second * looks.off[:, behind]
    return np.asarray(asked / np.maximum(first + second, 1.0))


def _straight(scene: Scene, centres: Points, turns: Points) -> NDArray[np.uint8]:
    """The picture's tones along the axes of dice there: N x patch."""
    places = turned_each(_CORNERS, turns) + centres[:, None]
    seen = scene.view.pixels(places.reshape(-1, 2), EDGE) - scene.window.origin
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patches = np.empty((len(turns), _SIZE, _SIZE), np.uint8)
    for patch, quad in zip(patches, seen.astype(np.float32).reshape(-1, 4, 2), strict=True):
        way = cv2.getPerspectiveTransform(_PATCH, quad)
        cv2.warpPerspective(
            scene.full, way, (_SIZE, _SIZE), dst=patch, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return patches
