"""The top faces in a rectified tray: every arrangement of spots that could be a face of a d6, and the best of them.

A face is laid through each pair of spots that could be its diagonal (or on one spot: a one). What speaks for it
are its spots and the light square around them; what speaks against it is any spot on it that it does not explain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.cube import EDGE, foot, top_face, turned
from vision.layouts import LAYOUTS
from vision.tray_spots import Points, Scene

SPREAD = EDGE / 4
"""Distance of an outer pip from the face's middle lines, mm."""
_DIAGONAL = (9.2, 13.2)
"""Distance of two pips in opposite corners, mm: 16 mm dice have 0.21 to 0.29 edges of spread."""
_NEAR = 1.3
"""A spot belongs to a place of the layout within this distance, mm."""
_ON_FACE = 6.6
"""A spot within this distance of both middle lines lies on the face, mm: outer pips lie at 4.6 at the most."""
_APART = 12.5
"""Two dice lie at least this far apart, mm (16 less what a doubtful fit may miss)."""
_GRID = np.array([(x, y) for x in np.linspace(-7, 7, 9) for y in np.linspace(-7, 7, 9)])
_BORDER = np.array(
    [(u, s) for u in np.linspace(-0.9, 0.9, 8) for s in (-1, 1)]
    + [(s, u) for u in np.linspace(-0.9, 0.9, 8) for s in (-1, 1)]
)
_INSIDE, _OUTSIDE = EDGE / 2 - 0.8, EDGE / 2 + 1.3
_TURNS = np.arange(0.0, 90.0, 3.0)
_SHIFTS = np.array([(0.0, 0.0)] + [(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0) if x or y])
_FINE = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])


@dataclass(frozen=True, eq=False)
class Face:
    """A face that may be there. `centre` in mm at the top face's height, `turn` in degrees, `spread` of the outer
    pips in mm, `members` the spots' numbers, `miss` their largest distance from the layout, mm.

    `strength` is the weakest member's response and `extra` the strongest unexplained spot on the face.
    `paper` and `felt` are the tones of the face and around it, `square` how well the light square fits (0..1).
    """

    value: int
    centre: Points
    turn: float
    spread: float
    members: tuple[int, ...]
    miss: float
    strength: float = 0.0
    extra: float = 0.0
    paper: float = 0.0
    felt: float = 0.0
    square: float = 0.0
    score: float = 0.0


def faces_in(scene: Scene, camera: Points) -> list[Face]:
    """The faces in a scene, the surest first; no two lie on each other. `camera` in tray mm."""
    seen = [face for face in _possible(scene.spots) if _on_felt(face)]
    plausible = [face for raw in _on_paper(scene, seen) if (face := _weighed(scene, raw)) is not None]
    patterns = [face for face in plausible if face.value > 1]
    fitted = [face for raw in patterns if (face := _fitted(scene, raw, camera)) is not None]
    ones = _lone([face for face in plausible if face.value == 1], fitted)
    fitted += [face for raw in ones if (face := _fitted(scene, raw, camera)) is not None]
    chosen: list[Face] = []
    for face in sorted(fitted, key=lambda face: -face.score):
        if all(np.hypot(*(face.centre - other.centre)) > _APART for other in chosen):
            chosen.append(face)
    return chosen


def _lone(ones: list[Face], fitted: list[Face]) -> list[Face]:
    """The ones that are no pip of a plain four, five or six."""
    plain = [face for face in fitted if face.value > 3 and face.extra == 0.0 and face.square > 0.6]
    return [one for one in ones if all(np.hypot(*(one.centre - face.centre)) > _ON_FACE for face in plain)]


def _on_felt(face: Face) -> bool:
    return bool((face.centre > 2).all() and (face.centre < 258).all())


def _possible(spots: Points) -> Iterator[Face]:
    """Every arrangement of spots that is one of the six layouts."""
    places = spots[:, :2]
    for i in range(len(spots)):
        yield Face(1, places[i], 0.0, SPREAD, (i,), 0.0)
    if len(spots) < 2:
        return
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    first, second = np.nonzero(np.triu((apart > _DIAGONAL[0]) & (apart < _DIAGONAL[1])))
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        yield from _on_diagonal(places, i, j)


def _on_diagonal(places: Points, i: int, j: int) -> Iterator[Face]:
    """The layouts with spots `i` and `j` in opposite corners."""
    centre = (places[i] + places[j]) / 2
    way = places[j] - places[i]
    spread = float(np.hypot(*way)) / np.sqrt(8)
    turn = float(np.degrees(np.arctan2(way[1], way[0]))) - 45
    local = turned(places - centre, -turn)
    near = [k for k in np.nonzero(np.abs(local).max(axis=1) < _ON_FACE)[0].tolist() if k not in (i, j)]
    nodes = {(-1, -1): (0.0, i), (1, 1): (0.0, j)}
    for k in near:
        node = (round(local[k, 0] / spread), round(local[k, 1] / spread))
        miss = float(np.hypot(*(local[k] - np.array(node) * spread)))
        if miss < _NEAR and miss < nodes.get(node, (_NEAR, -1))[0]:
            nodes[node] = (miss, k)
    for value in range(2, 7):
        for layout in (LAYOUTS[value], tuple((y, x) for x, y in LAYOUTS[value])):
            if all(node in nodes for node in layout):
                taken = [nodes[node] for node in layout]
                members = tuple(k for _, k in taken)
                yield Face(value, centre, turn % 90, spread, members, max(miss for miss, _ in taken))
                break


def _on_paper(scene: Scene, faces: list[Face]) -> list[Face]:
    """The faces whose middle is much lighter than the felt, with both tones."""
    if not faces:
        return []
    centres = np.array([face.centre for face in faces])
    papers = np.median(scene.at(scene.face, centres[:, None] + _GRID * 0.7), axis=1)
    felts = scene.at(scene.felt, centres)
    tones = zip(faces, papers.tolist(), felts.tolist(), strict=True)
    return [replace(face, paper=paper, felt=felt) for face, paper, felt in tones if paper > felt * 1.6 + 20]


def _weighed(scene: Scene, face: Face) -> Face | None:
    """The face with its spots weighed; None where an unexplained spot says that it is another one."""
    strengths = scene.spots[:, 2]
    local = turned(scene.spots[:, :2] - face.centre, -face.turn)
    on_face = np.abs(local).max(axis=1) < _ON_FACE
    if face.value == 1:
        on_face = np.hypot(*local.T) < _ON_FACE
    on_face[list(face.members)] = False
    extra = float(strengths[on_face].max(initial=0.0))
    own = strengths[list(face.members)]
    if extra > own.min():
        return None
    return replace(face, strength=float(own.min()), extra=extra)


def _fitted(scene: Scene, face: Face, camera: Points) -> Face | None:
    """The face turned to where its light square lies; None when no light square is there."""
    turns = _TURNS if face.value == 1 else np.array([face.turn])
    fits = _squares(scene, face, turns, camera)
    if face.value == 1:
        turns = turns[fits.argmax()] + _FINE
        fits = _squares(scene, face, turns, camera)
    best, turn = float(fits.max()), float(turns[fits.argmax()])
    if face.value == 1:
        face, best = _shifted(scene, face, turn, camera)
    light = scene.at(scene.face, turned(_GRID, turn) + face.centre) > face.felt + 0.35 * (
        face.paper - face.felt
    )
    if light.mean() < 0.93:
        return None
    own = scene.spots[list(face.members), 2]
    score = float(own.sum() - 2.2 * face.extra + 0.8 * best * own.mean())
    return replace(face, turn=turn % 90, square=best, score=score)


def _shifted(scene: Scene, face: Face, turn: float, camera: Points) -> tuple[Face, float]:
    """A one moved a little to where its square fits best: a glint can draw the middle of its only pip aside."""
    shifts = [replace(face, centre=face.centre + shift) for shift in _SHIFTS]
    fits = [float(_squares(scene, moved, np.array([turn]), camera)[0]) for moved in shifts]
    best = int(np.argmax(fits))
    return shifts[best], fits[best]


def _squares(scene: Scene, face: Face, turns: Points, camera: Points) -> Points:
    """How light the border of the face turned by each of `turns` is inside, less how light it is around the die."""
    level = face.felt + 0.3 * (face.paper - face.felt)
    angle = np.radians(turns)[:, None]
    x, y = _BORDER[:, 0], _BORDER[:, 1]
    border = np.stack([x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], axis=-1)
    # Seen from the camera the foot lies a little inward: look beyond the side faces there, not on them.
    shift = foot(face.centre, 0.0, camera).mean(axis=0) - face.centre
    along = (border @ shift > 0)[..., None]
    inside = border * _INSIDE + face.centre
    around = border * _OUTSIDE + face.centre + along * shift
    light = scene.at(scene.face, np.stack([inside, around])) > level
    return np.asarray(light[0].mean(axis=1) - light[1].mean(axis=1))


def top_corners(face: Face) -> Points:
    """The corners of the top face, mm at its height."""
    return top_face(face.centre, face.turn)
