"""Whole scenes by chance, with their truth: a tray on a café table, dice in it, and one kind of trouble.

For measuring readers and for showing what they say. A kind's name and a seed always give the same scene.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.sim import arrangements as arranged
from vision.sim import d12_kinds
from vision.sim.boards import tray_bodies
from vision.sim.d12 import D12, top_points
from vision.sim.die import Pose, normal, top_value
from vision.sim.dyes import DYES
from vision.sim.exposure import developed
from vision.sim.measures import CAMERA_HEIGHT, FELT, FIELD_OF_VIEW, HALF, RIM, WALL, Floats, View, turn_about
from vision.sim.scene_kinds import KINDS
from vision.sim.setting import TEXELS, Setting, TrueDie
from vision.sim.sources import LIGHTS, Light
from vision.sim.still import Still, still


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and its truth: the d6 and the `black` d12. `light` and `felt` are the names of what was chosen."""

    kind: str
    seed: int
    image: Image
    dice: tuple[TrueDie, ...]
    light: str
    felt: str
    black: tuple[TrueDie, ...] = ()


def draw(kind: str, seed: int, size: tuple[int, int] | None = None, dyed: str = "white") -> Scene:
    """The scene of that kind (see `scene_kinds.KINDS`, `d12_kinds.KINDS`) and seed; in a picture of the kind's own
    size, or of `size`. `dyed`: what the table's own d6 are made of (`dyes.DYES`); all else stays the same."""
    rng = np.random.default_rng([seed, *kind.encode()])
    setting = Setting(rng, TEXELS if size is None else TEXELS * size[0] / 1280, DYES[dyed])
    {**KINDS, **d12_kinds.KINDS}[kind](setting)
    view = hung(size or setting.size, rng)
    bodies = [*tray_bodies(setting.tray, setting.shop, setting.cloth), *setting.others]
    first = len(bodies)
    bodies += [cube for cube, _ in setting.dice]
    blacks = len(bodies)
    bodies += [black for black, _ in setting.blacks]
    light = LIGHTS[setting.light](rng)
    shot = still(view, bodies, light)
    dice = tuple(
        replace(true, visible=_visible(shot, view, cube.pose, first + index))
        for index, (cube, true) in enumerate(setting.dice)
    )
    picture = developed(
        shot.light, replace(setting.exposure, level=setting.exposure.level / _brightness(light)), rng
    )
    black = tuple(
        _seen_black(shot, picture, view, body, true, blacks + index)
        for index, (body, true) in enumerate(setting.blacks)
    )
    return Scene(kind, seed, picture, dice, setting.light, setting.felt, black)


def _brightness(light: Light) -> float:
    return (light.sky + sum(source.strength for source in light.sources if source.beam is None)) * 1.05


def hung(size: tuple[int, int], rng: np.random.Generator) -> View:
    """A camera that hangs up to 3 degrees and 10 mm off and still sees the markers, with a lens that is not quite as
    its data sheet says."""
    markers = np.array([(x, y, -WALL) for x in (-RIM, FELT + RIM) for y in (-RIM, FELT + RIM)])
    while True:
        view = _hung(size, rng)
        seen = view.project(markers)
        if (seen > 1).all() and (seen < np.array(size) - 2).all():
            return view


def _hung(size: tuple[int, int], rng: np.random.Generator) -> View:
    width, height = size
    focal = width / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2)) * rng.uniform(0.985, 1.015)
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    lean = turn_about(arranged.towards(rng.uniform(0, 2 * math.pi)), math.radians(rng.uniform(0, 3)))
    rotation = turn_about(np.array([0, 0, 1.0]), math.radians(rng.uniform(-1.2, 1.2))) @ lean
    off = rng.uniform(-10, 10, 3) + np.array([FELT / 2, FELT / 2, -CAMERA_HEIGHT])
    lens = float(rng.uniform(-0.02, 0.02)), float(rng.uniform(-0.008, 0.008))
    return View(size, matrix, np.asarray(rotation), off, lens)


def _visible(shot: Still, view: View, pose: Pose, owner: int) -> float:
    """The share of the top face (without its rounded edges) that the picture shows."""
    up = normal(top_value(pose.turn))
    grid = np.linspace(-1, 1, 15) * (HALF - 2.0)
    first, second = np.roll(np.abs(up), 1), np.roll(np.abs(up), 2)
    points = np.array([up * HALF + a * first + b * second for a in grid for b in grid])
    return float(_owned(shot, view, pose.centre + points @ pose.turn.T, owner)[1].mean())


def _owned(shot: Still, view: View, points: Floats, owner: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The pixels of points (N x 3, world) as columns and rows (2 x N), and at which of them the picture shows the
    body."""
    x, y = np.rint(view.project(points)).astype(np.intp).T
    inside = (x >= 0) & (y >= 0) & (x < view.size[0]) & (y < view.size[1])
    x, y = np.where(inside, x, 0), np.where(inside, y, 0)
    return np.stack([x, y]), inside & (shot.owners[y, x] == owner)


def _seen_black(shot: Still, picture: Image, view: View, body: D12, true: TrueDie, owner: int) -> TrueDie:
    """The truth about a d12 with what can be seen of its top face."""
    points, ink = top_points(body)
    (x, y), seen = _owned(shot, view, points, owner)
    tones = picture[y, x].mean(axis=1)
    inked, bare = tones[seen & (ink > 0.8)], tones[seen & (ink < 0.05)]
    contrast = float(np.median(inked) - np.median(bare)) if len(inked) and len(bare) else None
    return replace(true, visible=float(seen.mean()), contrast=contrast)
