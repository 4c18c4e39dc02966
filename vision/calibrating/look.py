"""One picture looked at by whoever sets up the camera: the markers, the light, the focus, and what is wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibrating.pose import Fit, Floats, fit
from vision.calibrating.troubles import PLACES, Trouble
from vision.calibration import FIELD_OF_VIEW, Calibration
from vision.cameras.protocol import Image
from vision.markers import IDS, Markers, markers_in
from vision.tray.light import light_of
from vision.tray.pose import MARKER, RIM, marker_places

HEIGHT = 490.0
"""Of the lens above the felt, mm, as the arch is drawn."""
HEIGHTS = (430.0, 560.0)
"""What is believed of it: outside the lens is another one, or the arch is set wrongly."""
SHARP = 0.8
"""Edges of the markers are blurred by at most so much, mm; in focus it is 0.4 to 0.65 (the pixels' own width is most of
it), and from 1.15 on pips drown."""
_DARK, _BRIGHT = 90.0, 254.0
"""White paper is lighter than this (of 255) and darker than that."""
_BLACK, _FEW = 45, 0.02
"""A picture of which less than this share is lighter than that tone is dark."""
_GLARING = 0.6
"""A picture of which so much is burnt out is too bright."""
_OFF = 0.6
"""The markers may lie so far from where the pose would have them, mm: one that is glued 2.4 mm off pulls the pose so
far that all four seem 0.6 mm off. On rendered pictures it is below 0.07."""
_UPRIGHT = 30.0
"""A camera may hang turned by so much, degrees."""
_ALONG = 316.0
"""The rim's height and width, mm: from paper to paper."""


@dataclass(frozen=True, eq=False)
class Look:
    """`markers` that were seen, `expected` where all four should be (none when nothing tells), `fit` the pose when
    three or more are seen, `white` their paper's colour (BGR), `blur` of their edges in mm. `trouble`: the first thing
    that is wrong."""

    size: tuple[int, int]
    markers: Markers
    expected: Markers
    fit: Fit | None
    white: tuple[float, float, float] | None
    blur: float | None
    trouble: Trouble | None


def look_at(image: Image, lens: Calibration | None = None) -> Look:
    """What a picture (BGR) of the tray tells. `lens`: None for the Camera Module 3 as its data sheet has it."""
    size = (image.shape[1], image.shape[0])
    markers = markers_in(image)
    found = fit(markers, size, lens)
    expected = found.view().marker_corners if found else _expected(markers)
    white, blur = _light(image, markers, found)
    trouble = (
        _light_trouble(image, markers, white)
        or _sight_trouble(image, markers, expected, lens)
        or (_pose_trouble(found, markers, size) if found else None)
        or _focus_trouble(blur)
    )
    return Look(size, markers, expected, found, white, blur, trouble)


def _light(
    image: Image, markers: Markers, found: Fit | None
) -> tuple[tuple[float, float, float] | None, float | None]:
    if found is None:
        return None, None
    light = light_of(image, markers, found.view(len(markers)))
    blue, green, red = light.white.tolist()
    return (blue, green, red), light.blur


def _light_trouble(
    image: Image, markers: Markers, white: tuple[float, float, float] | None
) -> Trouble | None:
    some = image[::8, ::8]
    if np.count_nonzero(some > _BLACK) < _FEW * some.size or (white and max(white) < _DARK):
        return Trouble("dark")
    if np.count_nonzero(some >= _BRIGHT) > _GLARING * some.size or (white and min(white) >= _BRIGHT):
        return Trouble("bright")
    return None


def _sight_trouble(
    image: Image, markers: Markers, expected: Markers, lens: Calibration | None
) -> Trouble | None:
    """Markers that are not seen, and why."""
    if not markers:
        mirrored = len(markers_in(np.ascontiguousarray(image[:, ::-1]))) > 1
        return Trouble("mirrored" if mirrored else "no_markers")
    hidden = [name for name in IDS if name not in markers]
    if not hidden:
        return None
    size = (image.shape[1], image.shape[0])
    if _sees_too_little(markers, size):
        return Trouble(
            "wrong_lens", {"degrees": round(_degrees(markers, size)), "usual": round(FIELD_OF_VIEW)}
        )
    boxes = tuple(_box(expected[name]) for name in hidden)
    return Trouble("marker_hidden", {"place": PLACES[hidden[0]], "marker": hidden[0]}, boxes)


def _edge(markers: Markers) -> float:
    """A marker's edge in the picture, pixels."""
    corners = np.array(list(markers.values()))
    edges = corners - np.roll(corners, 1, axis=1)
    return float(np.median(np.hypot(edges[..., 0], edges[..., 1])))


def _sees_too_little(markers: Markers, size: tuple[int, int]) -> bool:
    """Whether markers look so large that the rim cannot be in the picture."""
    return _edge(markers) / MARKER * _ALONG > 1.02 * min(size)


def _degrees(markers: Markers, size: tuple[int, int]) -> float:
    """How much a lens sees across that shows the markers so large from the arch."""
    focal = _edge(markers) / MARKER * (HEIGHT - RIM)
    return math.degrees(2 * math.atan(size[0] / 2 / focal))


def _pose_trouble(found: Fit, markers: Markers, size: tuple[int, int]) -> Trouble | None:
    if abs(found.roll) > _UPRIGHT:
        return Trouble("turned", {"degrees": round(abs(found.roll))})
    height = float(found.view().camera[2])
    if not HEIGHTS[0] < height < HEIGHTS[1]:
        return _height_trouble(found, markers, size, height)
    worst = max(found.off, key=lambda name: found.off[name])
    if found.off[worst] > _OFF:
        worst, off = _culprit(markers, size, found, worst)
        numbers = {"place": PLACES[worst], "marker": worst, "off": round(off, 1)}
        return Trouble("marker_off", numbers, (_box(markers[worst]),))
    return None


def _height_trouble(found: Fit, markers: Markers, size: tuple[int, int], height: float) -> Trouble:
    if found.lens.lens is not None and found.lens.lens.origin == "card":
        low, high = (round(limit) for limit in HEIGHTS)
        return Trouble("height", {"height": round(height), "low": low, "high": high})
    return Trouble("wrong_lens", {"degrees": round(_degrees(markers, size)), "usual": round(FIELD_OF_VIEW)})


def _culprit(markers: Markers, size: tuple[int, int], found: Fit, worst: int) -> tuple[int, float]:
    """The marker without which the others fit best, and how far off it lies then (mm)."""
    best = (found.off[worst], worst, found)
    for name in markers if len(markers) == len(IDS) else ():
        rest = fit({other: at for other, at in markers.items() if other != name}, size, found.lens)
        if rest is not None:
            best = min(best, (max(rest.off.values()), name, rest), key=lambda one: one[0])
    _, name, rest = best
    off = (markers[name] - rest.view().marker_corners[name]).mean(axis=0)
    return name, float(np.hypot(*off)) / rest.px_per_mm


def _focus_trouble(blur: float | None) -> Trouble | None:
    if blur is None or blur <= SHARP:
        return None
    return Trouble("blurred", {"blur": round(blur, 2), "limit": SHARP})


def _expected(markers: Markers) -> Markers:
    """Where all four are, as far as one or two of them tell: a flat map of the rim."""
    if not markers:
        return {}
    names: Sequence[int] = list(markers)
    places = np.concatenate([marker_places()[name][:, :2] for name in names])
    seen = np.concatenate([markers[name] for name in names])
    if len(names) == 1:
        # Of one marker's four corners a whole plane is too much to ask: turned, larger, moved.
        way = cv2.estimateAffinePartial2D(places, seen)[0]
        way = None if way is None else np.vstack([way, (0.0, 0.0, 1.0)])
    else:
        way = cv2.findHomography(places, seen)[0]
    if way is None:
        return {}
    return {
        name: _mapped(np.asarray(way, np.float64), corners[:, :2])
        for name, corners in marker_places().items()
    }


def _mapped(way: Floats, points: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points[None], way)[0], np.float64)


def _box(corners: Floats) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right, bottom
