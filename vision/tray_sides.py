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

from vision.cube import EDGE, SIDES, Points, turned
from vision.tray import FELT, RAIL
from vision.tray_look import NEAREST, RAYS, REACH, STEP, Look
from vision.tray_scene import Scene

_LEVEL = 0.12
"""A side face is at least this share of the way from the felt's tone to the top face's (lit ones are more)."""
_STEP_TONE = 9.0
"""Least difference of tones that is no noise."""
_END, _END_RAY = 5.0, 0.5
"""The tone's step (of 255, over half a millimetre) at the far end of a side face in the shade: of the mean of all
rays, and of each but one."""
_END_OFF = 2
"""The end is looked for within so many steps of where it must be."""
_LIGHTER, _UNEVEN = 6.0, 6.0
"""A side face in the shade is lighter than the felt, or more uneven, by more than this (of 255)."""
_HALF = 6.0
"""Half the width of a side face without its rounded ends, mm."""
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
    """How a die's sides differ from those of a flat one.

    `surplus` is the most that a side reaches beyond the expected, mm, `beside` says that what is seen there is no
    side face: it is endless, or its end does not run along the die's side, or it is a top face that overlaps.
    `missing` is the widest side face (mm) that should be seen and is not, with something near that the die could
    lean on, or with the opposite side face in sight.
    """

    surplus: float
    beside: Beside
    missing: float


def sides_of(scene: Scene, look: Look, others: list[Look]) -> Sides:
    """The sides of the die at `look`; `others` are the other faces in the tray."""
    near = [other for other in others if _is_neighbour(look, other)]
    free = _free(scene, look, near)
    extra, spread = _extras(scene, look, free)
    is_face = extra <= _ENDLESS
    ragged = is_face & (extra > _TOUCH) & (spread > _RAGGED)
    beside: Beside = "ragged" if ragged.any() else "nothing" if is_face.all() else "endless"
    if any(_overlap(look, other) for other in near):
        beside = "overlap"
    clear = free > (EDGE / 2 + look.reach)[:, None]
    peeps = extra + look.reach
    tipped = np.roll(peeps, 2) >= _PEEPS
    due = (clear.sum(axis=1) > 1) & (look.reach > _due(look, free, tipped))
    due &= peeps < np.maximum(look.reach - _UNCOVERED, 0.0) + _BLURRED
    gone = [k for k in np.nonzero(due)[0].tolist() if not _is_seen(look, k, clear[k])]
    held = [float(look.reach[k]) for k in gone if tipped[k] or _is_held(scene, look, near, k)]
    # A side face that shows although the camera looks on the opposite one: the die leans by both together.
    shown = np.where(peeps > _SHOWN, extra - np.minimum(look.overhang, 0.0), extra)
    shown += np.where(extra > _SOME, _SHORTENED * np.maximum(_short(look) - _INEXACT, 0.0), 0.0)
    return Sides(float(shown[is_face].max(initial=0.0)), beside, max(held, default=0.0))


def _due(look: Look, free: Points, tipped: NDArray[np.bool_]) -> Points:
    """How wide each side face must be, mm, to be missed."""
    opposite_seen = np.roll((free > EDGE / 2 + _SHOWN).sum(axis=1) > 1, 2)
    return np.where(tipped, _NARROW, np.where(opposite_seen, _UNCOVERED - _SHOWN, _IN_SIGHT))


def _short(look: Look) -> Points:
    """By how much the top face is shorter than 16 mm across each side."""
    return -(look.off + np.roll(look.off, 2))


def _overlap(look: Look, other: Look) -> bool:
    """Whether two top faces lie on each other, which those of flat dice cannot."""
    points = turned(turned(_BORDER, look.turn) + look.centre - other.centre, -other.turn)
    return bool((np.abs(points) < EDGE / 2 - _INSIDE).all(axis=1).any())


def _free(scene: Scene, look: Look, near: list[Look]) -> Points:
    """How far from the die's middle something known begins along each ray of each side, mm: another die, a wall,
    the rail: 4 x rays."""
    far = NEAREST + STEP * np.arange(_BEGIN, look.rays.shape[2])
    along = np.stack([-SIDES[:, 1], SIDES[:, 0]], axis=1)
    feet = along[:, None] * (np.array(RAYS) * STEP)[:, None]
    ways = feet[:, :, None] + SIDES[:, None, None] * far[:, None]
    points = (turned(ways, look.turn) + look.centre).reshape(-1, 2)
    hit = (_on_wall(scene, points) | _on_dice(points, near)).reshape(ways.shape[:3])
    return np.asarray(np.where(hit.any(axis=2), far[hit.argmax(axis=2)], far[-1] + STEP))


def _extras(scene: Scene, look: Look, free: Points) -> tuple[Points, Points]:
    """How much farther than a flat die's each side is light, mm (of four rays the mean of the middle two), and how
    much that differs from ray to ray. What is light as far as something known reaches at least to there."""
    felt = float(scene.at(scene.felt, look.centre[None])[0])
    paper = look.profile[:, 4:12].mean(axis=1)
    level = felt + np.maximum(_LEVEL * (paper - felt), _STEP_TONE)
    light = (look.rays[..., _BEGIN:] > level[:, None, None]).astype(np.uint8)
    rows = light.reshape(-1, light.shape[2])
    over = cv2.morphologyEx(rows, cv2.MORPH_CLOSE, _PIP).reshape(light.shape) > 0
    lengths = np.where(over.all(axis=2), over.shape[2], over.argmin(axis=2))
    reached = np.sort(np.minimum((_BEGIN + lengths) * STEP + NEAREST, free), axis=1)
    # Its rounded ends, and what hides a part of it, make rays shorter: the second longest tells where it ends.
    beyond = reached[:, 2] - EDGE / 2
    return beyond - look.reach, reached[:, 3] - reached[:, 0]


def _is_seen(look: Look, side: int, clear: NDArray[np.bool_]) -> bool:
    """Whether a side face is there although it is dark: it ends where it must, or differs from the felt beyond."""
    return _ends(look, side, clear) or bool(clear.all() and _stands_out(look, side))


def _ends(look: Look, side: int, clear: NDArray[np.bool_]) -> bool:
    """Whether the tone has a step along the far end of a side face: up or down, for the felt beyond it may be lit."""
    rays = look.rays[side][clear]
    steps = rays[:, 2:] - rays[:, :-2]
    at = round((EDGE / 2 + float(look.reach[side]) - NEAREST) / STEP) - 1
    first, last = at - _END_OFF, min(at + _END_OFF, steps.shape[1] - 2)
    mean = steps.mean(axis=0)
    best = first + int(np.abs(mean[first : last + 1]).argmax())
    # Not the tail of the top face's blurred edge: it only gets flatter.
    is_peak = abs(mean[best]) >= np.abs(mean[[best - 1, best + 1]]).max()
    alike = int((steps[:, best] * np.sign(mean[best]) > _END_RAY).sum())
    # The rounded corner, or the neighbouring side face, may take one ray's step away.
    return bool(is_peak and abs(mean[best]) > _END and alike >= max(len(rays) - 1, min(len(rays), 2)))


def _stands_out(look: Look, side: int) -> bool:
    """Whether a side face is lighter than the felt beyond it, or pips make it uneven along the side."""
    patch = np.rot90(look.patch, _AHEAD[side])
    middle = len(patch) // 2
    end = min(EDGE / 2 + float(look.reach[side]), REACH - 2.0)
    wide = slice(middle - round(_HALF / STEP), middle + round(_HALF / STEP) + 1)
    first, last, after = (middle + round(far / STEP) for far in (EDGE / 2 + 1.1, end - 0.2, end + 0.8))
    face = patch[wide, first : max(last, first + 2)].astype(np.float64)
    felt = patch[wide, after : after + max(last - first, 4)].astype(np.float64)
    return bool(face.mean() - felt.mean() > _LIGHTER or _unevenness(face) - _unevenness(felt) > _UNEVEN)


def _unevenness(part: Points) -> float:
    """How much the tone differs along the side, at the same distance from it."""
    # Not what changes with the distance: that may be the die's own shadow.
    return float(cv2.blur(part - part.mean(axis=0), (1, 5)).std())


def _is_neighbour(look: Look, other: Look) -> bool:
    return bool(np.abs(look.centre - other.centre).max() < _NEIGHBOUR)


def _on_wall(scene: Scene, points: Points) -> NDArray[np.bool_]:
    """Which points (N x 2, at the top faces' height) hide a part of a wall or the rail."""
    camera = scene.view.camera
    floor = camera[:2] + (points - camera[:2]) * camera[2] / (camera[2] - EDGE)
    outside = ((floor < 0) | (floor > FELT)).any(axis=1)
    return np.asarray(
        outside | ((floor[:, 0] > RAIL[0] - _RAIL_SLACK) & (floor[:, 0] < RAIL[1] + _RAIL_SLACK))
    )


def _on_dice(points: Points, others: list[Look]) -> NDArray[np.bool_]:
    """Which points lie on one of the other dice: its top face or one of its side faces."""
    hit = np.zeros(len(points), np.bool_)
    for other in others:
        local = turned(points - other.centre, -other.turn)
        up, right, down, left = (EDGE / 2 + _AROUND_DICE + other.reach).tolist()
        hit |= (local > (-left, -up)).all(axis=1) & (local < (right, down)).all(axis=1)
    return hit


def _is_held(scene: Scene, look: Look, near: list[Look], side: int) -> bool:
    """Whether anything is near that could hold the die up opposite of a side, which it would then lean over."""
    inward = turned((scene.view.camera[:2] - look.centre) * EDGE / scene.view.camera[2], -look.turn)
    ways = _CIRCLE[_CIRCLE @ SIDES[side] < _BEHIND]
    edge = ways / np.abs(ways).max(axis=1, keepdims=True) * (EDGE / 2 + 1.5)
    edge = edge + np.maximum(ways @ inward, 0)[:, None] * ways
    rings = edge + ways * np.arange(0.5, _RING, 1.0)[:, None, None]
    points = turned(rings.reshape(-1, 2), look.turn) + look.centre
    solid = _on_dice(points, near)
    # Walls and the rail hold a die where they are at its height, not where they meet the felt.
    solid |= ((points < _SOLID) | (points > FELT - _SOLID)).any(axis=1)
    solid |= (points[:, 0] > RAIL[0] - _SOLID) & (points[:, 0] < RAIL[1] + _SOLID)
    return bool(solid.any() or (scene.at(scene.light, points) > 0).sum() > 2)
