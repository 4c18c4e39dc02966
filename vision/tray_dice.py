"""Dice in a tray that has been found: every top face, judged.

Three witnesses must agree before a value is given: the pattern of the spots (`tray_faces`), the tones of the nine
places of the face (`witness`), and the outline: a die that lies flat ends exactly where `cube` says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cube import EDGE, SIDES, foot, overhang, turned
from vision.layouts import FaceFit
from vision.pips import Pip
from vision.reading import Die, Status
from vision.tray import FELT, RAIL, TrayView, zone_of
from vision.tray_faces import Face, faces_in, top_corners
from vision.tray_rests import Rest, rests_in
from vision.tray_spots import MARGIN, SCALE, Points, Scene
from vision.witness import agreement

_STEP = 0.4
_RAY = np.arange(-1.6, 12.0, _STEP)
"""Distances beyond the top face's edge at which the outline is looked for, mm."""
_LATERAL = np.array([-5.6, -2.3, -1.8, 1.8, 2.3, 5.6])
"""Where along the side the rays go out, mm from its middle: between the places of a side face's pips."""
_SIDE = 0.15
"""A side face in the shade is at least this share of the way from the felt's tone to the top face's."""
_FLAT, _LEANS = 1.7, 2.6
"""How much further than expected a flat die's outline may reach, and from where on it surely leans, mm. A tilt of
12 degrees uncovers 16 mm x sin 12 = 3.3 mm of a side face."""
_PIP_RADII = (1.0, 1.3, 1.6)
"""Radii of small, usual and large pips, mm: one set of dice has one of them."""
_TO_WALL, _TO_DIE = 13.5, 24.0
"""Distances of a die's middle from a wall and from another die within which it could lean on them, mm."""
_SQUARE = 0.6
"""Fit of the light square from which something that cannot be read is taken for a die."""
_SURE = 0.8
"""Confidence from which a value is given."""


@dataclass(frozen=True)
class Outline:
    """How the outline differs from that of a flat die: the largest surplus over its sides, and how much of the
    top face itself is not light, mm. (A side face may be as dark as the felt: it is not missed.)"""

    surplus: float
    shortfall: float
    hidden: tuple[float, ...]
    """Of each side, how much of it should be in sight and is not (or is as dark as the felt), mm."""


def dice_in(scene: Scene, view: TrayView) -> list[Die]:
    """The d6 in a scene of this view, the surest first."""
    camera = view.camera
    faces = faces_in(scene, camera)
    read = [_judged(scene, view, face, [other for other in faces if other is not face]) for face in faces]
    # A light face of something else may have a spot, but it is not square.
    read = [die for die, face in zip(read, faces, strict=True) if die.status == "ok" or face.square > _SQUARE]
    return read + [_unread(view, rest) for rest in rests_in(scene, faces, camera)]


def _unread(view: TrayView, rest: Rest) -> Die:
    """A die without a top face to read: it leans, or something lies on it."""
    middle = view.pixels(rest.centre[None], EDGE)[0]
    corners = view.pixels(rest.corners, EDGE)
    return Die(
        kind="d6",
        value=None,
        status="cocked" if rest.spots > 1 else "unsure",
        confidence=0.5,
        px=(float(middle[0]), float(middle[1])),
        size=EDGE,
        x=float(rest.centre[0]),
        y=float(rest.centre[1]),
        zone=zone_of(float(rest.centre[0])),
        outline=tuple((float(x), float(y)) for x, y in corners),
    )


def _judged(scene: Scene, view: TrayView, face: Face, others: list[Face]) -> Die:
    outline = _outline(scene, face, others, view.camera)
    sure = _confidence(scene, face, outline)
    sure = min(sure, _climb(_undercut(face, others, outline), 2.4, 1.8))
    status: Status = "ok" if sure >= _SURE else "unsure"
    if outline.surplus > _LEANS:
        status = "cocked"
    corners = view.pixels(top_corners(face), EDGE)
    middle = view.pixels(face.centre[None], EDGE)[0]
    return Die(
        kind="d6",
        value=face.value if status == "ok" else None,
        status=status,
        confidence=sure if status != "cocked" else 1 - sure,
        px=(float(middle[0]), float(middle[1])),
        size=EDGE * face.spread / (EDGE / 4) if face.value > 3 else EDGE,
        x=float(face.centre[0]),
        y=float(face.centre[1]),
        zone=zone_of(float(face.centre[0])),
        rotation=face.turn,
        outline=tuple((float(x), float(y)) for x, y in corners),
    )


def _confidence(scene: Scene, face: Face, outline: Outline) -> float:
    """The weakest witness, with what each thinks of the others."""
    return min(
        _climb(face.strength, 0.04, 0.08),
        _climb(face.extra / face.strength, 0.6, 0.3),
        _climb(face.miss, 1.4, 0.9),
        _climb(face.square, 0.35, 0.55),
        _climb(outline.surplus, _LEANS, _FLAT),
        _climb(outline.shortfall, 1.7, 1.2),
        _climb(_skew(scene, face), 0.14, 0.085),
        _climb(_tones(scene, face), 0.0, 0.5),
    )


def _tones(scene: Scene, face: Face) -> float:
    """How surely the nine places of the face are dark and light as the value demands (0..1)."""
    fits = [_as_fit(scene, face, radius) for radius in _PIP_RADII]
    return max(agreement(tone, fit) for tone in (scene.tone, scene.dark) for fit in fits)


def _supports(face: Face, others: list[Face]) -> list[Points]:
    """The directions in which there is something near that a die could lean on: a wall, the rail, another die."""
    x, y = (float(value) for value in face.centre)
    gaps = {(-1.0, 0.0): x, (1.0, 0.0): FELT - x, (0.0, -1.0): y, (0.0, 1.0): FELT - y}
    found = [np.array(way) for way, gap in gaps.items() if gap < _TO_WALL]
    middle = sum(RAIL) / 2
    if abs(x - middle) < _TO_WALL + (RAIL[1] - RAIL[0]) / 2:
        found.append(np.array([np.sign(middle - x), 0.0]))
    ways = [other.centre - face.centre for other in others]
    return found + [way / np.hypot(*way) for way in ways if np.hypot(*way) < _TO_DIE]


def _undercut(face: Face, others: list[Face], outline: Outline) -> float:
    """The largest part of a side face that should be in sight and is not, on a side that faces away from something
    the die could lean on, mm: there a leaning die hides its side under itself."""
    supports = _supports(face, others)
    sides = turned(SIDES, face.turn)
    lost = [
        hidden
        for side, hidden in zip(sides, outline.hidden, strict=True)
        if any(float(side @ way) < -0.6 for way in supports)
    ]
    return max(lost, default=0.0)


def _as_fit(scene: Scene, face: Face, radius: float) -> FaceFit:
    """The face in the rectified picture's pixels, with pips of this radius (mm)."""
    x, y = ((face.centre + MARGIN) * SCALE).tolist()
    spread = face.spread * SCALE
    pips = tuple(
        Pip(
            float((scene.spots[k, 0] + MARGIN) * SCALE),
            float((scene.spots[k, 1] + MARGIN) * SCALE),
            radius * SCALE,
        )
        for k in face.members
    )
    return FaceFit(
        face.value, 1.0, (x, y), EDGE * SCALE, face.turn, face.miss / EDGE, pips, 1.0, (spread, spread)
    )


def _skew(scene: Scene, face: Face) -> float:
    """How far the layout is from square, 0..1: a face that leans is drawn out. 0 with too few pips to tell."""
    if face.value < 4:
        return 0.0
    local = turned(scene.spots[list(face.members), :2] - face.centre, -face.turn)
    corners = local[np.abs(local).min(axis=1) > face.spread / 2]
    if len(corners) != 4:
        return 1.0
    first, second = (float(length) for length in np.abs(corners).mean(axis=0))
    slant = abs(float((corners[:, 0] * corners[:, 1]).mean())) / (first * second)
    unequal = 0.0 if face.value == 6 else 1 - min(first, second) / max(first, second)
    return max(unequal, slant)


def _outline(scene: Scene, face: Face, others: list[Face], camera: Points) -> Outline:
    """Looks outward over each side for the place where the die ends."""
    expected = overhang(face.centre, face.turn, camera)
    level = face.felt + max(_SIDE * (face.paper - face.felt), 8.0)
    surplus = shortfall = -1.0
    hidden = [0.0, 0.0, 0.0, 0.0]
    for number, (side, reach) in enumerate(zip(SIDES, expected, strict=True)):
        across = np.array([-side[1], side[0]])
        rays = (EDGE / 2 + _RAY)[None, :, None] * side + _LATERAL[:, None, None] * across
        points = turned(rays, face.turn) + face.centre
        known = _elsewhere(points, others, camera)
        ended = (scene.at(scene.tone, points) <= level) | known
        where = np.where(ended.any(axis=1), _RAY[ended.argmax(axis=1)], _RAY[-1])
        if known[:, 0].mean() > 0.4:  # pressed against something: where the face ends cannot be seen
            continue
        reached = float(np.median(where))
        surplus, shortfall = max(surplus, reached - reach), max(shortfall, -reached)
        hidden[number] = reach - reached
    return Outline(surplus, shortfall, tuple(hidden))


def _elsewhere(
    points: Points, others: list[Face], camera: Points
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which points belong to something known: another die, the wall, the rail."""
    x, y = points[..., 0], points[..., 1]
    known = (x < 0) | (y < 0) | (x > FELT) | (y > FELT) | ((x > RAIL[0] - 1) & (x < RAIL[1] + 1))
    for other in others:
        if np.hypot(*(other.centre - points.reshape(-1, 2).mean(axis=0))) > 40:
            continue
        for middle in (other.centre, foot(other.centre, other.turn, camera).mean(axis=0)):
            known |= np.abs(turned(points - middle, -other.turn)).max(axis=-1) < EDGE / 2
    return known


def _climb(value: float, bad: float, good: float) -> float:
    """0 at `bad`, rising to 1 at `good` (which may lie on either side of it)."""
    return float(np.clip((value - bad) / (good - bad), 0.0, 1.0))
