"""From several pictures of the empty tray to what is kept of them; or to what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from vision.calibrating.look import Look, look_at
from vision.calibrating.pose import Fit, Floats, fit
from vision.calibrating.troubles import Trouble, Troubled
from vision.calibration import Calibration
from vision.calibration_record import LensRecord, Placed, Seen
from vision.cameras.protocol import Image
from vision.markers import IDS, Markers
from vision.reader import Reader
from vision.tray.pose import FELT, TrayView

MOVED = 0.5
"""The markers may move by so much from picture to picture, mm: more is a bump. Their noise is below 0.1 mm."""
GRAINY = 9.0
"""Noise from picture to picture is at most this (standard deviation, of 255)."""
CELL = 20.0
"""Width of a cell of the flat field, mm."""
_MOST = 0.2
"""A trouble seen in more than this share of the pictures counts."""
_SHOWS = 1.0
"""Pixels for a millimetre in which the felt is measured."""
_INSIDE = 4.0
"""What is nearer to the felt's edge, mm, is left out: walls throw it into shade."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What the pictures tell: the pose, the markers' mean corners, the light, the noise, the felt's brightness."""

    fit: Fit
    markers: Markers
    seen: Seen

    def calibration(self) -> Calibration:
        """What is kept of it, on the way to a whole calibration."""
        corners = tuple(
            (name, tuple((float(x), float(y)) for x, y in self.markers[name]))
            for name in sorted(self.markers)
        )
        turn, shift = (tuple(float(value) for value in part) for part in (self.fit.turn, self.fit.shift))
        placed = Placed((turn[0], turn[1], turn[2]), (shift[0], shift[1], shift[2]), self.fit.error, corners)
        lens = self.fit.lens
        return replace(lens, lens=lens.lens or LensRecord("assumed"), placed=placed, seen=self.seen)


def survey(pictures: Sequence[Image], lens: Calibration | None = None, empty: bool = True) -> Survey:
    """The tray in pictures (BGR, all of one size) taken one after the other; raises `Troubled`.

    `lens`: None for the Camera Module 3 as its data sheet has it. `empty`: nothing lies on the felt, or it is said;
    otherwise there is no flat field.
    """
    if not pictures:
        raise Troubled(Trouble("no_pictures"))
    looks = [look_at(picture, lens) for picture in pictures]
    _check_still(looks)
    _check_looks(looks)
    markers = _mean(looks)
    found = fit(markers, looks[0].size, lens)
    if found is None:
        raise Troubled(Trouble("no_markers"))
    view = found.view()
    if empty:
        _check_empty(pictures, found.lens)
    noise = _noise(pictures, view)
    if noise is not None and noise > GRAINY:
        raise Troubled(Trouble("grainy", {"noise": round(noise, 1), "limit": GRAINY}))
    return Survey(found, markers, _seen(looks, noise, _flat(pictures, view) if empty else ()))


def _check_still(looks: Sequence[Look]) -> None:
    """Raises Troubled when markers are not where they were in the first picture that shows them."""
    first: Markers = {}
    for look in looks:
        first = {**look.markers, **first}
    shifts = [_shift(look.markers, first) for look in looks if look.markers]
    scale = next((look.fit.px_per_mm for look in looks if look.fit), None)
    if scale is not None and max(shifts) > MOVED * scale:
        raise Troubled(Trouble("bumped", {"off": round(max(shifts) / scale, 1)}))


def _shift(markers: Markers, first: Markers) -> float:
    """How far the markers have moved on the mean, pixels."""
    ways = np.array([(markers[name] - first[name]).mean(axis=0) for name in markers])
    return float(np.hypot(*np.median(ways, axis=0)))


def _check_looks(looks: Sequence[Look]) -> None:
    """Raises Troubled for what is wrong in more than a few pictures."""
    kinds = Counter(look.trouble.kind for look in looks if look.trouble)
    for kind, count in kinds.most_common(1):
        if count > _MOST * len(looks):
            raise Troubled(next(look.trouble for look in looks if look.trouble and look.trouble.kind == kind))


def _mean(looks: Sequence[Look]) -> Markers:
    seen = {name: [look.markers[name] for look in looks if name in look.markers] for name in IDS}
    return {name: np.asarray(np.median(corners, axis=0)) for name, corners in seen.items() if corners}


def _check_empty(pictures: Sequence[Image], lens: Calibration) -> None:
    """Raises Troubled when dice, a hand or things are in the first or the last picture."""
    reader = Reader(lens)
    for picture in {id(one): one for one in (pictures[0], pictures[-1])}.values():
        reading = reader.read(picture)
        things = [one.px for one in reading.problems if one.kind in ("hand", "foreign", "stacked")]
        boxes = [
            *things,
            *((*np.min(die.outline, axis=0), *np.max(die.outline, axis=0)) for die in reading.dice),
        ]
        if boxes:
            tidy = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in boxes)
            raise Troubled(Trouble("not_empty", px=tidy))


def _seen(looks: Sequence[Look], noise: float | None, flat: tuple[tuple[float, ...], ...]) -> Seen:
    blue, green, red = np.median([look.white for look in looks if look.white], axis=0).tolist()
    blur = float(np.median([look.blur for look in looks if look.blur is not None]))
    return Seen((blue, green, red), blur, noise, flat)


def _noise(pictures: Sequence[Image], view: TrayView) -> float | None:
    """The noise of the felt's pixels from one picture to the next; None with one picture.

    The median of what differs is 0.954 standard deviations of one picture's noise (0.6745 times the square root of 2).
    """
    if len(pictures) < 2:
        return None
    felts = [_felt(picture, view) for picture in pictures[:3]]
    apart = [np.median(np.abs(one - other)) for one, other in pairwise(felts)]
    return float(np.median(apart)) / 0.954


def _felt(picture: Image, view: TrayView) -> Floats:
    """The felt's pixels as they are in the picture, grey: no straightening, which would smooth the noise."""
    (left, top), (right, bottom) = view.corners.min(axis=0), view.corners.max(axis=0)
    grow = _INSIDE * view.px_per_mm
    rows = slice(max(0, int(top + grow)), int(bottom - grow))
    columns = slice(max(0, int(left + grow)), int(right - grow))
    return np.asarray(picture[rows, columns].mean(axis=2), np.float64)


def _flat(pictures: Sequence[Image], view: TrayView) -> tuple[tuple[float, ...], ...]:
    """The felt's brightness over its mean, in cells of 20 mm."""
    flat = view.rectified(pictures[0], 0.0, _SHOWS, 0.0)
    # Blurred: grain and weave are no part of it.
    grey = cv2.GaussianBlur(flat, (0, 0), 3.0).mean(axis=2)
    cells = int(FELT / CELL)
    blocks = grey.reshape(cells, int(CELL), cells, int(CELL)).swapaxes(1, 2).reshape(cells, cells, -1)
    # The median: the rail, a seam and a crumb are less than half of a cell.
    levels = np.median(blocks, axis=2)
    return tuple(tuple(round(float(value), 3) for value in row) for row in levels / levels.mean())
