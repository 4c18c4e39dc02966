"""Still pictures of the table with whatever lies on it: light, shadows and reflections worked out ray by ray.

Slower than `vision.sim.painter` (half a second a picture), which draws what moves; here nothing is approximated that a
reader of dice could notice: dice shade each other, walls throw their shadow on the felt, lenses bend.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.hits import Body
from vision.sim.light import Floats32
from vision.sim.measures import TABLE_TOP, UP, Floats, View
from vision.sim.sources import MIDDLE, SKY_LAMPS, Light, Source, sky_ways

_CENTRE = (0.0, 0.0)
_MORE = ((-0.33, 0.12), (0.12, -0.33), (0.3, 0.3))
"""Where in a pixel rays go through: one everywhere, these where something fine is seen."""
_COARSE = 2
"""Of the tray itself light is worked out for one of so many pixels along each side."""
NOTHING = -1
_BRIGHTEST = 1.6
"""A sensor's pixel holds no more light than this before it is full, whatever falls on a part of it."""
_FAR = 1e4
_BEYOND = 2.0
"""What lies outside this many pixels around a body is surely not of it."""
_BROAD = 500
"""Bodies wider than this in the picture, in pixels of 1280, are drawn with one ray a pixel."""


@dataclass(frozen=True)
class Box:
    """A part of the picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def window(self) -> tuple[slice, slice]:
        """The part as rows and columns."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def within(self, other: Box) -> Box | None:
        """What of this lies in another part, counted from its corner; None when nothing does."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        if left >= right or top >= bottom:
            return None
        return Box(left - other.left, top - other.top, right - other.left, bottom - other.top)

    def thinned(self, coarse: int) -> Box:
        """The part in a picture of every so many-th pixel."""
        return Box(
            self.left // coarse, self.top // coarse, -(-self.right // coarse), -(-self.bottom // coarse)
        )


Falls = tuple[Floats32, Floats32]
"""Light that falls on surfaces, and light that they mirror (3 x H x W each)."""


@dataclass(frozen=True, eq=False)
class Still:
    """`light` is linear (HxWx3); `owners` (HxW) tells which body (its index) the middle of each pixel shows."""

    light: Floats32
    owners: NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class _Lamp:
    """A point of light: its place, the source it belongs to (None: the sky), and which bodies shade which parts."""

    place: Floats
    source: Source | None
    shades: list[tuple[Body, Box]]


@dataclass(frozen=True, eq=False)
class _Sheet:
    """What one ray of each pixel shows: places, normals, linear colours, gloss (shine, power, glow), each 3 x H x W;
    how far away it is, and which body it is of (H x W)."""

    places: Floats32
    normals: Floats32
    colours: Floats32
    gloss: Floats32
    steps: Floats32
    owners: NDArray[np.int16]
    coarse: int = 1

    def thinned(self, coarse: int) -> _Sheet:
        """Every so many-th pixel along each side."""
        every = np.s_[..., ::coarse, ::coarse]
        places, normals, colours, gloss = self.places, self.normals, self.colours, self.gloss
        vectors = (places[every], normals[every], colours[every], gloss[every])
        return _Sheet(*vectors, self.steps[every], self.owners[every], coarse)


def still(view: View, bodies: Sequence[Body], light: Light) -> Still:
    """The picture of all bodies."""
    stage = _Stage(view, bodies, light)
    whole = Box(0, 0, *view.size)
    sheet = stage.sheet(whole, _CENTRE)
    falls = stage.light_on(sheet, whole, _COARSE)
    total, count = _sent(sheet, falls), np.ones((1, *sheet.steps.shape), np.float32)
    closely = stage.closely()
    for box in (box for body, box in closely if body.fine):
        total[:, *box.window] = count[:, *box.window] = 0
    for body, box in closely:
        total[:, *box.window] += stage.close(body, box, falls)
        count[:, *box.window] += len(_MORE)
    return Still(np.asarray((total / count).transpose(1, 2, 0), np.float32), sheet.owners)


def _sent(sheet: _Sheet, falls: Falls) -> Floats32:
    """The light that each pixel's surface sends to the camera."""
    spread, mirrored = falls
    return np.asarray(
        np.minimum(sheet.colours * (spread + sheet.gloss[2]) + mirrored, _BRIGHTEST), np.float32
    )


class _Stage:
    """What the camera sees, and the lamps with what stands in their way."""

    def __init__(self, view: View, bodies: Sequence[Body], light: Light) -> None:
        self._view, self._light = view, light
        self.seen = [
            (index, body, box) for index, body in enumerate(bodies) if (box := _box(view, body.corners))
        ]
        self._lamps = list(_lamps(view, bodies, light))

    def closely(self) -> list[tuple[Body, Box]]:
        """The bodies that have to be looked at closely, and where."""
        broad = _BROAD * self._view.size[0] / 1280
        return [
            (body, box)
            for _, body, box in self.seen
            if body.fine or min(box.right - box.left, box.bottom - box.top) < broad
        ]

    def close(self, body: Body, box: Box, falls: Falls) -> Floats32:
        """The light that a body and what is around it send, the sum of several rays for each pixel; the light that
        falls on it is worked out anew where the body is fine."""
        total = np.zeros((3, box.bottom - box.top, box.right - box.left), np.float32)
        known = falls[0][:, *box.window], falls[1][:, *box.window]
        for shift in _MORE:
            sheet = self.sheet(box, shift)
            total += _sent(sheet, self.light_on(sheet, box, 1) if body.fine else known)
        return total

    def sheet(self, part: Box, shift: tuple[float, float]) -> _Sheet:
        """What one ray of each pixel in a part of the picture meets."""
        rays = self._view.rays(part.left, part.top, part.right, part.bottom, shift).astype(np.float32)
        shape = rays.shape[1:]
        places, normals, colours, gloss = np.zeros((4, 3, *shape), np.float32)
        nowhere, nobody = np.full(shape, np.inf, np.float32), np.full(shape, NOTHING, np.int16)
        sheet = _Sheet(places, normals, colours, gloss, nowhere, nobody)
        for index, body, box in self.seen:
            if inner := box.within(part):
                _lay(sheet, body, index, inner, self._view.centre, rays)
        return sheet

    def light_on(self, sheet: _Sheet, part: Box, coarse: int) -> Falls:
        """The light that falls on each pixel's surface and the light that it mirrors to the camera; worked out for one
        of so many pixels along each side, since it changes slowly."""
        thin = sheet.thinned(coarse)
        spread, mirrored = np.zeros_like(thin.places), np.zeros_like(thin.places)
        shining = np.flatnonzero(thin.gloss[0].ravel() > 0)
        eyes = self._view.centre.astype(np.float32)[:, None] - thin.places.reshape(3, -1)[:, shining]
        eyes /= np.sqrt((eyes * eyes).sum(axis=0))
        for lamp in self._lamps:
            if lamp.source:
                _add(spread, mirrored, thin, lamp, lamp.source, part, shining, eyes)
            else:
                _add_sky(spread, thin, lamp, self._light, part)
        shape = sheet.steps.shape
        return _refined(spread, coarse, shape), _refined(mirrored, coarse, shape)


def _lamps(view: View, bodies: Sequence[Body], light: Light) -> Iterator[_Lamp]:
    # Felt and table shade nothing: all else lies above them.
    high = [body for body in bodies if body.casts and body.corners[:, 2].min() < 0]
    places = [(place, source) for source in light.sources for place in source.lamps()]
    for place, source in [*places, *((MIDDLE + _FAR * way, None) for way in sky_ways())]:
        shades = [(body, _box(view, _shadow(body.corners, place))) for body in high]
        yield _Lamp(place, source, [(body, box) for body, box in shades if box])


def _shadow(corners: Floats, lamp: Floats) -> Floats:
    """The corners of a body and of its shadow on the café table."""
    share = (TABLE_TOP - lamp[2]) / (corners[:, 2] - lamp[2])
    return np.vstack([corners, lamp + share[:, None] * (corners - lamp)])


def _box(view: View, points: Floats) -> Box | None:
    """The part of the picture that the hull of the points covers; None when it is out of sight."""
    seen = view.project(points)
    size = np.array(view.size)
    left, top = np.clip(np.floor(seen.min(axis=0) - _BEYOND), 0, size).astype(int).tolist()
    right, bottom = np.clip(np.ceil(seen.max(axis=0) + _BEYOND) + 1, 0, size).astype(int).tolist()
    return Box(left, top, right, bottom) if right > left and bottom > top else None


def _refined(plane: Floats32, coarse: int, shape: tuple[int, ...]) -> Floats32:
    """Values of one of so many pixels (3 x h x w) as values of each (3 x H x W)."""
    if coarse == 1:
        return plane
    way = np.array([[coarse, 0, 0], [0, coarse, 0]], np.float64)
    parts = [
        cv2.warpAffine(part, way, shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in plane
    ]
    return np.asarray(parts, np.float32)


def _lay(sheet: _Sheet, body: Body, index: int, box: Box, eye: Floats, rays: Floats32) -> None:
    """Puts a body in front of what lies behind it."""
    part = rays[:, *box.window].reshape(3, -1)
    hit = body.meets(eye, part)
    if not len(hit.which):
        return
    near = hit.steps < sheet.steps[box.window].ravel()[hit.which]
    which, steps = hit.which[near], hit.steps[near]
    places = eye.astype(np.float32)[:, None] + steps * part[:, which]
    gloss = (body.gloss.shine, body.gloss.power, body.gloss.glow)
    for axis in range(3):
        _put(sheet.places[axis], box, which, places[axis])
        _put(sheet.normals[axis], box, which, hit.normals[axis, near])
        _put(sheet.colours[axis], box, which, hit.colours[axis, near])
        _put(sheet.gloss[axis], box, which, gloss[axis])
    _put(sheet.steps, box, which, steps)
    _put(sheet.owners, box, which, index)


def _put(plane: NDArray[Any], box: Box, which: NDArray[np.intp], values: NDArray[Any] | float) -> None:
    """Writes values at the given pixels (counted within the box) of a plane."""
    part = plane[box.window].copy()
    part.ravel()[which] = values
    plane[box.window] = part


def _add(
    spread: Floats32,
    mirrored: Floats32,
    sheet: _Sheet,
    lamp: _Lamp,
    source: Source,
    part: Box,
    shining: NDArray[np.intp],
    eyes: Floats32,
) -> None:
    """Adds the light of one lamp: spread by every surface, mirrored by those that shine (Blinn-Phong)."""
    ways = lamp.place.astype(np.float32)[:, None, None] - sheet.places
    far = np.sqrt((ways * ways).sum(axis=0))
    strength = _strength(source, lamp.place, sheet.places) / np.square(far / _far(lamp.place))
    strength *= _open(lamp, sheet, ways, part)
    ways /= far
    cosine = np.maximum((ways * sheet.normals).sum(axis=0), 0)
    tint = np.array(source.tint, np.float32)[:, None]
    spread += (strength * cosine) * tint[..., None]
    half = ways.reshape(3, -1)[:, shining] + eyes
    half /= np.sqrt((half * half).sum(axis=0))
    facing = np.maximum((half * sheet.normals.reshape(3, -1)[:, shining]).sum(axis=0), 1e-4)
    shine, power, _ = sheet.gloss.reshape(3, -1)[:, shining]
    mirrored.reshape(3, -1)[:, shining] += tint * shine * np.power(facing, power) * strength.ravel()[shining]


def _far(lamp: Floats) -> np.float32:
    return np.float32(np.linalg.norm(lamp - MIDDLE))


def _add_sky(spread: Floats32, sheet: _Sheet, lamp: _Lamp, light: Light, part: Box) -> None:
    """Adds the light from one direction of the sky."""
    way = (lamp.place - MIDDLE).astype(np.float32)
    ways = np.broadcast_to(way[:, None, None], sheet.places.shape)
    unit = way / np.linalg.norm(way)
    cosine = np.maximum(np.tensordot(unit, sheet.normals, 1), 0)
    # Each of them gives a level surface the same.
    strength = np.float32(light.sky / SKY_LAMPS / -unit[2]) * cosine * _open(lamp, sheet, ways, part)
    spread += strength * np.array(light.sky_tint, np.float32)[:, None, None]


def _strength(source: Source, lamp: Floats, places: Floats32) -> Floats32:
    """How strongly each place can be lit by one of the source's lamps, before distance and angle."""
    upright = float((MIDDLE - lamp) @ -UP / np.linalg.norm(lamp - MIDDLE))
    level = np.float32(source.strength / source.points / upright)
    if source.beam is None:
        return np.full(places.shape[1:], level)
    x, y, radius, edge = source.beam
    # The beam goes to (x, y) on the felt: places above it are followed down along the light.
    down = places[2] / np.float32(-lamp[2])
    on_felt = places[:2] - down * (lamp[:2, None, None].astype(np.float32) - places[:2])
    off = np.hypot(on_felt[0] - x, on_felt[1] - y)
    return np.asarray(level * np.clip((radius - off) / np.float32(edge) + 0.5, 0, 1), np.float32)


def _open(lamp: _Lamp, sheet: _Sheet, ways: Floats32, part: Box) -> Floats32:
    """1 where the lamp can be seen, 0 in the shade of a body."""
    out = np.ones(sheet.steps.shape, np.float32)
    for body, box in lamp.shades:
        inner = box.within(part)
        if inner is None:
            continue
        inner = inner.thinned(sheet.coarse)
        points, towards = (of[:, *inner.window].reshape(3, -1) for of in (sheet.places, ways))
        shaded = out[inner.window]
        shaded[body.hides(points, towards).reshape(shaded.shape)] = 0
    return out
