"""Whether a die lies flat, told by its sides: the camera's place says how much of each side face must be seen.

A die that leans shows more of one side face, and less of the opposite one, than a flat one does there. Things
that stand or lie beside it must not be taken for side faces, and where nothing stands there is nothing to lean on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.cube import EDGE, SIDES, Points, turned
from vision.tray.edges import NEAREST, RAYS, STEP, Floats
from vision.tray.look import REACH, Looks
from vision.tray.pose import FELT, RAIL
from vision.tray.scene import Scene
from vision.tray.window import Plane

Bools = NDArray[np.bool_]

_LEVEL = 0.12
"""A side face is at least this share of the way from the felt's tone to the top face's (lit ones are more)."""
_OVER_WOOD = 0.45
"""The same over a wall or the rail: wood is lighter than felt."""
_STEP_TONE = 9.0
"""Least difference of tones that is no noise."""
_END, _END_RAY = 5.0, 0.5
"""The tone's step (of 255, over half a millimetre) at the far end of a side face in the shade: of the mean of all
rays, and of each but one."""
_END_OFF = 2
"""The end is looked for within so many steps of where it must be."""
_RAISED = (4.0, 8.0)
"""So far beyond a flat die's, mm, such an end lies of a side face that 14 to 30 degrees raise: 16 mm x sin."""
_LIGHTER, _UNEVEN = 6.0, 6.0
"""A side face in the shade is lighter than the felt, or more uneven, by more than this (of 255)."""
_AFTER = 0.8
"""What lies beyond a side face is looked at from so many mm behind its end on."""
_HALF = 6.0
"""Half the width of a side face without its rounded ends, mm."""
_OPPOSITE = [2, 3, 0, 1]
"""The opposite of each side."""
_AHEAD = (3, 0, 1, 2)
"""Quarter turns (counter-clockwise as seen) that bring each side to the right."""
_UNCOVERED = 3.3
"""A die that leans by 12 degrees shows so much more of one side face, and less of the opposite one: 16 mm x sin 12."""
_SOME, _INEXACT, _SHORTENED = 0.8, 0.25, 2.0
"""With more than the first of a side too much, mm, each millimetre by which the top face is shorter there than the
second counts that often: a neighbour may hide the rest of the side, and 12 degrees take 0.35 mm of the top face."""
_BLURRED = 1.4
"""So much of a side face that is out of sight the blurred edge of the top face may seem to show, mm."""
_IN_SIGHT, _NARROW = 1.5, 1.0
"""A side face that must be seen for less than this, mm, is too narrow to be missed: with the opposite one out of
sight, and with that one showing. When it could be seen and is not, the die would have to lean by more."""
_ENDLESS = 7.5
"""What goes on for longer beyond a die than this, mm, is no side face unless the top face is shortened, too: a
tilt that shows so much of a side face shortens the top face by 2 mm."""
_TOUCH = 1.5
"""Edges of flat dice are found within this distance of where they should be, mm."""
_RAGGED = 3.0
"""The far end of a side face runs along the near one: within this distance, mm."""
_SHOWN = 1.4
"""So much of a side face that must be hidden is more than a blurred edge, mm."""
_PEEPS = 0.7
"""With the opposite side face gone, so much of one that must be hidden says that the die leans, mm: over something
that cannot be seen itself."""
_AROUND_DICE = 0.5
"""Another die's outline may be wrong by this, mm."""
_RING = 6.0
"""Something within about this distance of a top face, mm, could hold the die up: 16 mm x sin 25 is 6.8 mm, and a
steeper die shows in other ways."""
_SOLID = 1.5
"""Slack for the places of walls and the rail, mm."""
_RAIL_SLACK = 2.0
"""What is nearer to the rail than this, mm, may be seen as a part of it."""
_NEIGHBOUR = 30.0
"""Dice whose middles are farther apart than this, mm, do not touch."""

_PIP = np.ones((1, round(1.5 / STEP) + 1), np.uint8)
"""Pips of a side face, seen from above, are up to 1.5 mm high: light goes on beyond them."""

_BEGIN = round((EDGE / 2 - 1 - NEAREST) / STEP)
"""Where along a profile a side face may begin."""
_FAR = np.arange(NEAREST + _BEGIN * STEP, REACH + STEP / 2, STEP)
"""Distances from a die's middle at which things beside it are looked for, mm."""
_FEET = np.stack([-SIDES[:, 1], SIDES[:, 0]], axis=1)[:, None] * (np.array(RAYS) * STEP)[:, None]
_OUTWARD = _FEET[:, :, None] + SIDES[:, None, None] * _FAR[:, None]
"""The places along the rays of each side, mm in the die's own axes: 4 x rays x distances x 2."""
_FARTHEST = 1.2 * float(np.hypot(_OUTWARD[..., 0], _OUTWARD[..., 1]).max())
"""A little more than the distance of the farthest of these, on the felt, mm."""
_WAYS = 2 * np.pi * np.arange(32) / 32
_CIRCLE = np.stack([np.cos(_WAYS), np.sin(_WAYS)], axis=1)
_BEHIND = -0.3
"""Cosine of the angle with a side from which on a direction is opposite to it."""

_INSIDE = 1.0
"""Places that lie so deep in two top faces, mm, say that one of the two dice does not lie flat."""

_BORDER = np.array([(x, y) for x in (-1.0, -0.5, 0.0, 0.5, 1.0) for y in (-1.0, 1.0)])
_BORDER = np.concatenate([_BORDER, _BORDER[:, ::-1]]) * (EDGE / 2 - _INSIDE)

Beside = Literal["nothing", "endless", "ragged", "overlap"]


@dataclass(frozen=True, eq=False)
class Sides:
    """How the sides of N dice differ from those of flat ones.

    `surplus` is the most that a side reaches beyond the expected, mm, `beside` says that what is seen there is no
    side face: it is endless, or its end does not run along the die's side, or it is a top face that overlaps.
    `missing` is the widest side face (mm) that should be seen and is not, with something near that the die could
    lean on, or with the opposite side face in sight; `gone` the same with nothing of that.
    """

    surplus: Points
    beside: tuple[Beside, ...]
    missing: Points
    gone: Points


def sides_of(scene: Scene, looks: Looks, known: Bools) -> Sides:
    """The sides of the dice at `looks`; those that are `known` (N) are what may be seen beside the others."""
    if len(looks) == 0:
        return Sides(np.zeros(0), (), np.zeros(0), np.zeros(0))
    near = _neighbours(looks, known)
    free, of_dice = _free(scene, looks, near)
    extra, spread = _extras(scene, looks, free, of_dice)
    is_face = extra <= _ENDLESS
    ragged = is_face & (extra > _TOUCH) & (spread > _RAGGED)
    peeps = extra + looks.reach
    # A side face that shows although the camera looks on the opposite one: the die leans by both together.
    shown = np.where(peeps > _SHOWN, extra - np.minimum(looks.overhang, 0.0), extra)
    shown += np.where(extra > _SOME, _SHORTENED * np.maximum(_short(looks) - _INEXACT, 0.0), 0.0)
    surplus = np.where(is_face, shown, 0.0).max(axis=1, initial=0.0)
    beside = tuple(
        _beside(looks, k, near[k], bool(ragged[k].any()), bool(is_face[k].all())) for k in range(len(looks))
    )
    return Sides(surplus, beside, *_missing(scene, looks, near, free, peeps))


def may_be_raised(looks: Looks) -> Bools:
    """Beyond which sides the tone has a step along them where a raised side face would end: N x 4. So do shadows."""
    steps = looks.rays[..., 2:] - looks.rays[..., :-2]
    mean = steps.mean(axis=2)
    alike = (steps * np.sign(mean)[:, :, None] > _END_RAY).sum(axis=2) >= len(RAYS) - 1
    beyond = NEAREST - EDGE / 2 + STEP * np.arange(1, mean.shape[2] + 1) - looks.overhang[..., None]
    there = (beyond > _RAISED[0]) & (beyond < _RAISED[1])
    return np.asarray(((np.abs(mean) > _END) & alike & there).any(axis=2))


def _neighbours(looks: Looks, known: Bools) -> Bools:
    """Which known dice may touch each die: N x N."""
    apart = np.abs(looks.centre[:, None] - looks.centre).max(axis=2)
    return np.asarray((apart < _NEIGHBOUR) & known & ~np.eye(len(looks), dtype=np.bool_))


def _beside(looks: Looks, die: int, near: Bools, ragged: bool, all_faces: bool) -> Beside:
    """What lies beside a die that is no side face of it."""
    if any(_overlap(looks, die, other) for other in np.nonzero(near)[0].tolist()):
        return "overlap"
    return "ragged" if ragged else "nothing" if all_faces else "endless"


def _missing(scene: Scene, looks: Looks, near: Bools, free: Points, peeps: Points) -> tuple[Points, Points]:
    """How wide the widest side face is, mm, that should be seen of each die and is not: with a reason, and in all."""
    clear = free > (EDGE / 2 + looks.reach)[..., None]
    tipped = peeps[:, _OPPOSITE] >= _PEEPS
    due = (clear.sum(axis=2) > 1) & (looks.reach > _due(free, tipped))
    due &= peeps < np.maximum(looks.reach - _UNCOVERED, 0.0) + _BLURRED
    missing, gone = np.zeros((2, len(looks)))
    for die, side in np.argwhere(due).tolist():
        if _is_seen(looks, die, side, clear[die, side], free[die]):
            continue
        gone[die] = max(gone[die], looks.reach[die, side])
        if tipped[die, side] or _is_held(scene, looks, near[die], die, side):
            missing[die] = max(missing[die], looks.reach[die, side])
    return missing, gone


def _due(free: Points, tipped: Bools) -> Points:
    """How wide each side face must be, mm, to be missed: N x 4."""
    opposite_seen = ((free > EDGE / 2 + _SHOWN).sum(axis=2) > 1)[:, _OPPOSITE]
    return np.where(tipped, _NARROW, np.where(opposite_seen, _UNCOVERED - _SHOWN, _IN_SIGHT))


def _short(looks: Looks) -> Points:
    """By how much the top faces are shorter than 16 mm across each side: N x 4."""
    return np.asarray(-(looks.off + looks.off[:, _OPPOSITE]), np.float64)


def _overlap(looks: Looks, die: int, other: int) -> bool:
    """Whether two top faces lie on each other, which those of flat dice cannot."""
    border = turned(_BORDER, float(looks.turn[die])) + looks.centre[die]
    points = turned(border - looks.centre[other], -float(looks.turn[other]))
    return bool((np.abs(points) < EDGE / 2 - _INSIDE).all(axis=1).any())


def _free(scene: Scene, looks: Looks, near: Bools) -> tuple[Points, Points]:
    """How far from each die's middle something known begins along each ray of each side, mm: another die, a wall,
    the rail; and how far another die does: N x 4 x rays each."""
    free, of_dice = np.full((2, len(looks), *_OUTWARD.shape[:2]), _FAR[-1] + STEP)
    for die in np.flatnonzero(_near_wall(scene, looks.centre) | near.any(axis=1)).tolist():
        points = turned(_OUTWARD, float(looks.turn[die])) + looks.centre[die]
        on_dice = _on_dice(points, looks, near[die])
        for kept, hit in ((of_dice, on_dice), (free, on_dice | _on_wall(scene, points))):
            kept[die] = np.where(hit.any(axis=2), _FAR[hit.argmax(axis=2)], kept[die])
    return free, of_dice


def _extras(scene: Scene, looks: Looks, free: Points, of_dice: Points) -> tuple[Points, Points]:
    """How much farther than a flat die's each side is light, mm (the second longest of its four rays), and how
    much that differs from ray to ray: N x 4. What is light as far as something known reaches at least to there; what is
    as white as a die goes on over wood."""
    lengths = np.minimum(_light_for(scene, looks, _LEVEL), free)
    if (free < of_dice).any():
        lengths = np.maximum(lengths, np.minimum(_light_for(scene, looks, _OVER_WOOD), of_dice))
    reached = np.sort(lengths, axis=2)
    # Its rounded ends, and what hides a part of it, make rays shorter: the second longest tells where it ends.
    beyond = reached[..., 2] - EDGE / 2
    return beyond - looks.reach, reached[..., 3] - reached[..., 0]


def _light_for(scene: Scene, looks: Looks, share: float) -> Points:
    """How far from the middle each ray is lighter than that share of the way from felt to paper, mm: N x 4 x rays."""
    felt = scene.at(scene.felt, looks.centre).astype(np.float64)[:, None]
    paper = looks.profile[..., 4:12].mean(axis=2)
    level = felt + np.maximum(share * (paper - felt), _STEP_TONE)
    light = (looks.rays[..., _BEGIN:] > level[..., None, None]).astype(np.uint8)
    rows = light.reshape(-1, light.shape[3])
    dark = cv2.morphologyEx(rows, cv2.MORPH_CLOSE, _PIP).reshape(light.shape) == 0
    lengths = np.where(dark.any(axis=3), dark.argmax(axis=3), dark.shape[3])
    return np.asarray((_BEGIN + lengths) * STEP + NEAREST)


def _is_seen(looks: Looks, die: int, side: int, clear: Bools, free: Points) -> bool:
    """Whether a side face is there although it is dark: it ends where it must, or differs from the felt beyond. `clear`
    says which of its rays nothing known cuts short, `free` how far those of all sides go on (4 x rays, mm)."""
    reach = float(looks.reach[die, side])
    if _ends(looks.rays[die, side][clear], reach):
        return True
    if not clear.all():
        return False
    patches = [np.rot90(looks.patch[die], _AHEAD[one]) for one in range(4)]
    # A blurred edge is lighter than the felt beyond it, too: also where the side face must be hidden.
    alone = (looks.overhang[die] < 0) & (free > EDGE / 2 + 2 * reach + _AFTER).all(axis=1)
    bare = [_rise(patches[one], reach) for one in np.flatnonzero(alone).tolist()]
    if _rise(patches[side], reach) - max(min(bare, default=0.0), 0.0) > _LIGHTER:
        return True
    face, felt = _beyond(patches[side], reach)
    return _unevenness(face) - _unevenness(felt) > _UNEVEN


def _ends(rays: Floats, reach: float) -> bool:
    """Whether the tone has a step along the far end of a side face: up or down, for the felt beyond it may be lit."""
    steps = rays[:, 2:] - rays[:, :-2]
    at = round((EDGE / 2 + reach - NEAREST) / STEP) - 1
    first, last = at - _END_OFF, min(at + _END_OFF, steps.shape[1] - 2)
    mean = steps.mean(axis=0)
    best = first + int(np.abs(mean[first : last + 1]).argmax())
    # Not the tail of the top face's blurred edge: it only gets flatter.
    is_peak = abs(mean[best]) >= np.abs(mean[[best - 1, best + 1]]).max()
    alike = int((steps[:, best] * np.sign(mean[best]) > _END_RAY).sum())
    # The rounded corner, or the neighbouring side face, may take one ray's step away.
    return bool(is_peak and abs(mean[best]) > _END and alike >= max(len(rays) - 1, min(len(rays), 2)))


def _rise(patch: Plane, reach: float) -> float:
    """How much lighter the side face on the right is than the felt beyond it (tones)."""
    face, felt = _beyond(patch, reach)
    return float(face.mean() - felt.mean())


def _beyond(patch: Plane, reach: float) -> tuple[Points, Points]:
    """The side face on the right, and the felt beyond it."""
    middle = len(patch) // 2
    end = min(EDGE / 2 + reach, REACH - 2.0)
    wide = slice(middle - round(_HALF / STEP), middle + round(_HALF / STEP) + 1)
    first, last, after = (middle + round(far / STEP) for far in (EDGE / 2 + 1.1, end - 0.2, end + _AFTER))
    face = patch[wide, first : max(last, first + 2)].astype(np.float64)
    return face, patch[wide, after : after + max(last - first, 4)].astype(np.float64)


def _unevenness(part: Points) -> float:
    """How much the tone differs along the side, at the same distance from it."""
    # Not what changes with the distance: that may be the die's own shadow.
    return float(cv2.blur(part - part.mean(axis=0), (1, 5)).std())


def _on_wall(scene: Scene, points: Points) -> Bools:
    """Which points (any shape x 2, at the top faces' height) hide a part of a wall or the rail."""
    return _within(_floor(scene, points), 0.0)


def _near_wall(scene: Scene, centres: Points) -> Bools:
    """Beside which dice (N x 2) any such point could lie."""
    return _within(_floor(scene, centres), _FARTHEST)


def _floor(scene: Scene, points: Points) -> Points:
    """What points at the top faces' height hide, on the felt."""
    camera = scene.view.camera
    return np.asarray(camera[:2] + (points - camera[:2]) * (camera[2] / (camera[2] - EDGE)))


def _within(floor: Points, reach: float) -> Bools:
    """Which points on the felt are within reach of a wall or the rail, mm."""
    x, y = floor[..., 0], floor[..., 1]
    outside = (x < reach) | (x > FELT - reach) | (y < reach) | (y > FELT - reach)
    rail = (x > RAIL[0] - _RAIL_SLACK - reach) & (x < RAIL[1] + _RAIL_SLACK + reach)
    return np.asarray(outside | rail)


def _on_dice(points: Points, looks: Looks, others: Bools) -> Bools:
    """Which points (any shape x 2) lie on one of the other dice: its top face or one of its side faces."""
    hit = np.zeros(points.shape[:-1], np.bool_)
    for other in np.nonzero(others)[0].tolist():
        local = turned(points - looks.centre[other], -float(looks.turn[other]))
        up, right, down, left = (EDGE / 2 + _AROUND_DICE + looks.reach[other]).tolist()
        hit |= (local > (-left, -up)).all(axis=-1) & (local < (right, down)).all(axis=-1)
    return hit


def _is_held(scene: Scene, looks: Looks, near: Bools, die: int, side: int) -> bool:
    """Whether anything is near that could hold the die up opposite of a side, which it would then lean over."""
    centre, turn, camera = looks.centre[die], float(looks.turn[die]), scene.view.camera
    inward = turned((camera[:2] - centre) * EDGE / camera[2], -turn)
    ways = _CIRCLE[_CIRCLE @ SIDES[side] < _BEHIND]
    edge = ways / np.abs(ways).max(axis=1, keepdims=True) * (EDGE / 2 + 1.5)
    edge = edge + np.maximum(ways @ inward, 0)[:, None] * ways
    rings = edge + ways * np.arange(0.5, _RING, 1.0)[:, None, None]
    points = turned(rings.reshape(-1, 2), turn) + centre
    solid = _on_dice(points, looks, near)
    # Walls and the rail hold a die where they are at its height, not where they meet the felt.
    solid |= ((points < _SOLID) | (points > FELT - _SOLID)).any(axis=1)
    solid |= (points[:, 0] > RAIL[0] - _SOLID) & (points[:, 0] < RAIL[1] + _SOLID)
    return bool(solid.any() or (scene.at(scene.light, points) > 0).sum() > 2)
