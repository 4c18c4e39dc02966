"""How a d12 lies: the pose of a regular dodecahedron that explains a look best.

Three things are seen in any light: along the body's edges the tone changes, at its outline tone or colour change, and
there is ink in the middles of the faces and none on the edges between them. Numerals are not read here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.d12.body import (
    ACROSS,
    FIFTH,
    LEAN_X,
    LEAN_Y,
    SIZE,
    YAW,
    Floats,
    X,
    Y,
    seen,
)
from vision.d12.look import FINE, WIDE, Looks
from vision.d12.places import ALONG, places

Indices = NDArray[np.intp]

_CONTRAST = 15.0
"""A step of so many tones counts half of what the clearest counts."""
_INKED, _BARE = 0.35, 0.3
"""The share of a numeral's place that is ink, and the ink on an edge that says it is none."""
PARTS = 5
"""What a score is made of: the top's edges, the edges between the sides, the outline, ink where it must be, ink where
it must not be (negative). Each about 0..1."""
_WEIGHTS = np.array([1.0, 0.5, 1.0, 1.0, 1.0], np.float32)

_SHIFTS = np.arange(-4, 5, 2)
"""Poses are tried at so many pixels of a look from where a die may be."""
_WIDER = np.array([-5, 0, 5])
"""The same for dice that lean: they are less like what was looked for."""
TRIED = 1
"""So many of them are looked at closely."""
_ROUGH_GUESS = 0.1
"""By so much a guess from the ink alone gains more than another when it is climbed with."""
_FREE_ROUNDS = 4
_STEPS = np.array([0.6, 0.6, 3.0, 4.0, 4.0, 0.02])
"""First steps of the search along each of the pose's columns."""
_LESS = 0.6
"""A step becomes this much smaller when it has not helped."""


def _leans() -> Floats:
    """Changes of an upright pose that make it lean by 9 or 18 degrees any way, the first not at all.

    The top face, which is seen best, stays where it is for the most part.
    """
    ways = np.radians(np.arange(0, 360, 45.0))
    found = [np.zeros(6)]
    for lean in (9.0, 18.0):
        for way in ways:
            x, y = np.cos(way), np.sin(way)
            moved = -0.6 * ACROSS / 2 * np.sin(np.radians(lean))
            found.append(np.array([moved * x, moved * y, 0.0, lean * x, lean * y, 0.0]))
    return np.array(found)


_LEANS = _leans()


def leaning_ways(lean: float, directions: int, step: float) -> Floats:
    """Poses that lean so far (degrees) in each of so many directions, at all turns: K x 6."""
    yaws = np.arange(0.0, FIFTH, step)
    found = np.zeros((directions, len(yaws), 6))
    way = np.arange(directions)[:, None] * 2 * np.pi / directions
    found[:, :, YAW], found[:, :, SIZE] = yaws, 1.0
    found[:, :, LEAN_X], found[:, :, LEAN_Y] = lean * np.cos(way), lean * np.sin(way)
    return found.reshape(-1, 6)


_UPRIGHT = leaning_ways(0.0, 1, 6.0)
_LEANING = leaning_ways(20.0, 6, 9.0)
_STEEP = np.concatenate([leaning_ways(20.0, 6, 9.0), leaning_ways(32.0, 10, 9.0)])
_FAR, _FOLLOWED = np.arange(-12, 13, 4), 4
"""The shifts for steep ones, pixels of a look, and how many of them are followed up."""
_PLACES = places()
_NUMERALS = _PLACES.numerals.reshape(-1, 3)
_EDGES, _OUTLINE = len(_PLACES.lines), 10
"""So many edges are looked at; those from the second number on are the outline's."""
_ROUGH = np.concatenate([_PLACES.numerals[1:].reshape(-1, 3), _PLACES.lines[:_OUTLINE, ::2].reshape(-1, 3)])
_ROUGHLY = np.repeat(
    np.array([1.0, -1.0]) / (_PLACES.numerals[1:].size / 3, _PLACES.lines[:_OUTLINE, ::2].size / 3),
    (_PLACES.numerals[1:].size // 3, _PLACES.lines[:_OUTLINE, ::2].size // 3),
).astype(np.float32)
"""Where ink must and must not be, for a first guess, and what it counts there."""

_TONE, _HUE, _INK = range(3)
_FIRST = np.concatenate([_PLACES.inner, _PLACES.inner[_OUTLINE:]]).reshape(-1, 3)
_SECOND = np.concatenate([_PLACES.outer, _PLACES.outer[_OUTLINE:]]).reshape(-1, 3)
_PAIRS = len(_FIRST)
"""So many pairs of places are compared, one on each side of an edge: tones, then the outline's hues."""
_POINTS = np.concatenate([_FIRST, _SECOND, _NUMERALS, _PLACES.lines.reshape(-1, 3)])
_TONES, _HUES = _PLACES.inner.size // 3, _PLACES.inner[_OUTLINE:].size // 3
_PLANES = np.repeat(
    (_TONE, _HUE, _TONE, _HUE, _INK), (_TONES, _HUES, _TONES, _HUES, len(_POINTS) - 2 * _PAIRS)
)
"""In which plane each of the points is looked at."""


def _means(groups: int, of: int) -> NDArray[np.float32]:
    """The matrix that takes means of so many groups of so many neighbouring values."""
    return np.repeat(np.eye(groups, dtype=np.float32), of, axis=0) / np.float32(of)


_EDGE_MEANS = _means(_PAIRS // len(ALONG), len(ALONG))
_NUMERAL_MEANS = _means(6, len(_NUMERALS) // 6) / np.float32(_INKED)
_LINE_MEANS = _means(_EDGES, len(ALONG)) / np.float32(_BARE)
_KINDS = np.zeros((_EDGES, 3), np.float32)
_KINDS[:5, 0], _KINDS[5:_OUTLINE, 1], _KINDS[_OUTLINE:, 2] = 1 / 5, 1 / 5, 1 / (_EDGES - _OUTLINE)
"""Which edges make up the first three parts of a score."""


def parts_of(looks: Looks, which: Indices, poses: Floats, camera: Floats) -> NDArray[np.float32]:
    """What speaks for poses (N x 6) in the looks `which` (N): N x PARTS."""
    # As few steps as possible: for so few values most of the time goes into starting each.
    at = _pixels(seen(poses, _POINTS, camera), looks, which, _PLANES)
    values = looks.planes.ravel().take(at, mode="clip")
    steps = np.abs((values[:, :_PAIRS] - values[:, _PAIRS : 2 * _PAIRS]) @ _EDGE_MEANS)
    np.maximum(steps[:, _OUTLINE:_EDGES], steps[:, _EDGES:], out=steps[:, _OUTLINE:_EDGES])
    steps = steps[:, :_EDGES]
    inks = values[:, 2 * _PAIRS :]
    parts = np.empty((len(at), PARTS), np.float32)
    parts[:, :3] = (steps / (steps + np.float32(_CONTRAST))) @ _KINDS
    parts[:, 3] = np.minimum(inks[:, : len(_NUMERALS)] @ _NUMERAL_MEANS, 1).mean(axis=1)
    parts[:, 4] = -np.minimum(inks[:, len(_NUMERALS) :] @ _LINE_MEANS, 1).mean(axis=1)
    return parts


def _pixels(
    places: NDArray[np.float32], looks: Looks, which: Indices, planes: Indices | int
) -> NDArray[np.int32]:
    """Where places (N x 2 x M, seen mm) are in the planes of looks, counted row by row: N x M. What lies outside a
    look is somewhere else in it, or in another."""
    start = (WIDE - 1) / 2 + 0.5 - looks.centre[which] * FINE
    at = (places * np.float32(FINE) + start.astype(np.float32)[:, :, None]).astype(np.int32)
    first = (np.asarray(planes) * len(looks) + which[:, None]) * WIDE**2
    return np.asarray(at[:, 1] * WIDE + at[:, 0] + first.astype(np.int32))


def scores_of(looks: Looks, which: Indices, poses: Floats, camera: Floats) -> NDArray[np.float32]:
    """How well poses (N x 6) explain the looks `which` (N): up to about 3.5."""
    return np.asarray(parts_of(looks, which, poses, camera) @ _WEIGHTS, np.float32)


def first_poses(looks: Looks, camera: Floats) -> tuple[Floats, NDArray[np.float32]]:
    """For each look the upright poses that its ink alone speaks for most (N x TRIED x 6), and how much ink lies where
    the best of them wants it, less what lies on its edges (N, about -1..1)."""
    poses, good = inked_poses(looks, camera, _UPRIGHT, _SHIFTS, TRIED)
    return poses.reshape(len(looks), TRIED, 6), good


def flat_poses(looks: Looks, starts: Floats, camera: Floats) -> tuple[Floats, NDArray[np.float32]]:
    """For each look the pose of a die that stands on a face (N x 6), and its score (N); from the best of these starts
    (N x K x 6)."""
    count, tried = starts.shape[:2]
    every = np.arange(count)
    poses, scores = climbed(looks, np.repeat(every, tried), starts.reshape(-1, 6), camera, (X, Y, YAW), 3)
    best = scores.reshape(count, tried).argmax(axis=1) + every * tried
    return climbed(looks, every, poses[best], camera, (X, Y, YAW), 2)


def inked_poses(
    looks: Looks, camera: Floats, ways: Floats, shifts: Indices, most: int
) -> tuple[Floats, NDArray[np.float32]]:
    """For each look the poses that its ink speaks for most (N * most x 6), and how much for the best (N): each of some
    `ways` to lie (K x 6, about the look's middle), moved by some `shifts` (pixels) along x and y; each way at its best
    place."""
    count, kinds = len(looks), len(ways)
    poses = np.tile(ways, (count, 1))
    poses[:, :2] += np.repeat(looks.centre, kinds, axis=0)
    at = _pixels(seen(poses, _ROUGH, camera), looks, np.repeat(np.arange(count), kinds), _INK)
    # Shifts are whole pixels: the places are worked out once.
    moves = (shifts[:, None] * WIDE + shifts).reshape(-1, 1).astype(np.int32)
    inks = looks.planes.ravel().take(at[:, None] + moves, mode="clip")
    good = (inks @ _ROUGHLY).reshape(count, kinds, -1)
    order = np.argsort(-good.max(axis=2), axis=1)[:, :most]
    chosen = good[np.arange(count)[:, None], order].argmax(axis=2).ravel()
    found = poses.reshape(count, kinds, 6)[np.arange(count)[:, None], order].reshape(-1, 6)
    rows, columns = np.divmod(chosen, len(shifts))
    found[:, X] += shifts[columns] / FINE
    found[:, Y] += shifts[rows] / FINE
    return found, np.asarray(good.max(axis=(1, 2)), np.float32)


def some_leaning(looks: Looks, flat: Floats, camera: Floats) -> tuple[Floats, NDArray[np.float32]]:
    """Some poses around upright ones (N x 6) that lean are tried: the best for each look, the upright one among them
    (N x 6), and how much better than that the best of those that lean is (N, mostly negative)."""
    count = len(looks)
    every = np.arange(count)
    poses = (flat[:, None] + _LEANS).reshape(-1, 6)
    scores = scores_of(looks, np.repeat(every, len(_LEANS)), poses, camera).reshape(count, -1)
    return poses.reshape(count, -1, 6)[every, scores.argmax(axis=1)], scores[:, 1:].max(axis=1) - scores[:, 0]


def free_poses(looks: Looks, starts: Floats, camera: Floats) -> tuple[Floats, NDArray[np.float32]]:
    """For each look the pose of a die that may lean and be a little larger or smaller (N x 6), and its score (N); from
    the better of `starts` (N x 6) and of where the ink alone says that a leaning die is."""
    every = np.arange(len(looks))
    inked, _ = inked_poses(looks, camera, _LEANING, _WIDER, 1)
    # The ink's guess is rough: it needs less to be followed.
    rough = scores_of(looks, every, inked, camera) + np.float32(_ROUGH_GUESS)
    better = rough > scores_of(looks, every, starts, camera)
    columns = (X, Y, YAW, LEAN_X, LEAN_Y, SIZE)
    return climbed(looks, every, np.where(better[:, None], inked, starts), camera, columns, _FREE_ROUNDS)


def leaning_poses(looks: Looks, camera: Floats) -> tuple[Floats, NDArray[np.float32]]:
    """For each look the pose of a die that leans, wherever the ink alone says that it may be (N x 6), and its score
    (N): for places where no upright die is."""
    count = len(looks)
    starts, _ = inked_poses(looks, camera, _STEEP, _FAR, _FOLLOWED)
    columns = (X, Y, YAW, LEAN_X, LEAN_Y, SIZE)
    which = np.repeat(np.arange(count), _FOLLOWED)
    found, scores = climbed(looks, which, starts, camera, columns, _FREE_ROUNDS + 2)
    best = scores.reshape(count, -1).argmax(axis=1) + np.arange(count) * _FOLLOWED
    return found[best], scores[best]


def climbed(
    looks: Looks, which: Indices, poses: Floats, camera: Floats, columns: tuple[int, ...], rounds: int
) -> tuple[Floats, NDArray[np.float32]]:
    """Poses (N x 6) in the looks `which` moved along some of their columns to where their scores are highest (N).

    In every round a pose and its neighbours along the columns are scored together; it goes on at the peak that they
    make out, with half the steps.
    """
    count, axes, sizes = len(poses), len(columns), _STEPS[list(columns)]
    across = np.zeros((2 * axes + 1, 6))
    across[np.arange(2 * axes) + 1, np.repeat(columns, 2)] = np.repeat(sizes, 2) * np.tile((-1.0, 1.0), axes)
    every, many = np.arange(count), np.repeat(which, 2 * axes + 1)
    best, scores = poses.copy(), np.full(count, -np.inf, np.float32)
    poses = poses.copy()
    for k in range(rounds):
        step = _LESS**k
        around = poses[:, None] + across * step
        values = scores_of(looks, many, around.reshape(-1, 6), camera).reshape(count, -1)
        first = values.argmax(axis=1)
        better = values[every, first] > scores
        best[better], scores[better] = around[every, first][better], values[every, first][better]
        # From the best that is known: a peak that was made out and is none is left again.
        jump = _peak(values[:, 1:].reshape(count, axes, 2), values[:, 0]) * sizes * step
        poses = np.where((first == 0)[:, None], poses, best) if k else poses
        poses[:, columns] += np.where((first == 0)[:, None] | (k == 0), jump, 0.0)
    return best, scores


def _peak(values: NDArray[np.float32], middle: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where parabolas through values one step before and after (N x axes x 2) a middle one (N) are highest, steps;
    at most one."""
    before, after = values[..., 0], values[..., 1]
    bend = before + after - 2 * middle[:, None]
    peak = (before - after) / np.where(bend < -1e-6, 2 * bend, -1e-6)
    return np.asarray(np.clip(peak, -1, 1), np.float32)


def inks_of(looks: Looks, poses: Floats, camera: Floats) -> NDArray[np.float32]:
    """The share of each face's middle that is ink, one pose (N x 6) a look: N x 6."""
    return np.asarray(_in_faces(looks, poses, camera, _INK).mean(axis=2), np.float32)


def face_tones(looks: Looks, poses: Floats, camera: Floats) -> NDArray[np.float32]:
    """How light each of the six faces in sight is without its numeral (0..255), one pose (N x 6) a look: N x 6."""
    return np.asarray(np.median(_in_faces(looks, poses, camera, _TONE), axis=2), np.float32)


def _in_faces(looks: Looks, poses: Floats, camera: Floats, plane: int) -> NDArray[np.float32]:
    """The values of a plane in the middle of each face: N x 6 x places."""
    at = _pixels(seen(poses, _NUMERALS, camera), looks, np.arange(len(looks)), plane)
    return looks.planes.ravel().take(at, mode="clip").reshape(len(poses), 6, -1)
