"""What the faces of the café's own d12 look like: learnt once, each face laid up a few times.

Of every lesson the straightened top face is kept, and the ring of its five neighbours. A face is recognised by
correlation: its own tones at the five turns in which it may have been taken, and at the same turn the ring's. Makers
differ in the ring, so that it says something only about dice that were learnt.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12 import TAUGHT
from vision.d12.body import ACROSS, MIDDLES, OUTLINES, Floats, seen
from vision.d12.judges import TURNS, turned
from vision.d12.net import CORNERS, SIZE
from vision.small_net import Patches
from vision.tray.pose import TrayView

VERSION = 1
FACES = 12
RING = (5, 64)
"""Tones of a ring: so many neighbours, so many places on each."""
_SIDE = 24
"""Faces are compared this large, pixels."""
_GRID = 8
_REACH = 4.2
"""Places on a neighbour lie up to so far from its middle, mm."""
_DULL = 2.0
"""Tones that differ less are all alike."""


class TaughtFault(Exception):
    """A file of taught dice that cannot be used; the text is one line: what, where, what was expected."""


@dataclass(frozen=True, eq=False)
class Alike:
    """What N faces are most like: the number (1..12), how much (correlation, -1..1) its face and its ring are, and how
    much more than those of any other number (together, halved)."""

    value: NDArray[np.intp]
    face: Floats
    ring: Floats
    ahead: Floats


@dataclass(eq=False)
class Taught:
    """The faces that were learnt: numbers (K, 1..12), straightened top faces (K x 48 x 48) and rings (K x 5 x 64), all
    of one number turned alike. `spotted` dice have 1 to 12 spots in the place of numerals."""

    values: list[int] = field(default_factory=list)
    tops: list[Image] = field(default_factory=list)
    rings: list[Image] = field(default_factory=list)
    spotted: bool = False

    def add(self, value: int, top: Image, ring: Image) -> None:
        """Learn a face; it is turned as the first one of its number was."""
        turn = 0
        if value in self.values:
            first = self.values.index(value)
            turn = int(_turns(top[None], [self.tops[first]])[0, :, 0].argmax())
        self.values.append(value)
        self.tops.append(turned(top, turn))
        self.rings.append(np.roll(ring, -turn, axis=0))

    def forget(self, value: int) -> None:
        """Forget all that was learnt of a number."""
        for k in reversed(range(len(self.values))):
            if self.values[k] == value:
                del self.values[k], self.tops[k], self.rings[k]

    def copy(self) -> Taught:
        """The same, to be changed by itself."""
        return Taught(list(self.values), list(self.tops), list(self.rings), self.spotted)

    def missing(self) -> list[int]:
        """The numbers of which nothing has been learnt."""
        return [value for value in range(1, FACES + 1) if value not in self.values]

    def without(self, index: int) -> Taught:
        """All but one lesson."""
        rest = self.copy()
        del rest.values[index], rest.tops[index], rest.rings[index]
        return rest

    def alike(self, tops: Patches, rings: NDArray[np.uint8]) -> Alike:
        """What faces (N x 48 x 48) with their rings (N x 5 x 64) are most like. At least one face must be known."""
        faces = _turns(tops, self.tops)
        around = _ring_turns(rings, self.rings)
        count, _, known = faces.shape
        both = (faces + around) / 2
        flat = both.transpose(0, 2, 1).reshape(count, known, TURNS)
        best = flat.max(axis=2)
        numbers = np.array(self.values)
        by_number = np.full((count, FACES), -1.0)
        for value in set(self.values):
            by_number[:, value - 1] = best[:, numbers == value].max(axis=1)
        order = np.sort(by_number, axis=1)
        lesson = best.argmax(axis=1)
        turn = flat[np.arange(count), lesson].argmax(axis=1)
        every = np.arange(count)
        return Alike(
            numbers[lesson].astype(np.intp),
            faces[every, turn, lesson],
            around[every, turn, lesson],
            order[:, -1] - order[:, -2],
        )

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all; raises OSError."""
        draft = path.with_name(path.name + ".new")
        with draft.open("wb") as file:
            np.savez_compressed(
                file,
                version=np.array(VERSION),
                spotted=np.array(self.spotted),
                values=np.array(self.values, np.int64),
                tops=np.array(self.tops, np.uint8).reshape(-1, SIZE, SIZE),
                rings=np.array(self.rings, np.uint8).reshape(-1, *RING),
            )
        draft.replace(path)


def load(path: Path) -> Taught:
    """What was learnt; raises `TaughtFault`."""
    try:
        with np.load(path, allow_pickle=False) as data:
            if int(data["version"]) != VERSION:
                raise TaughtFault(
                    f"{path}: is of version {int(data['version'])}, version {VERSION} was expected"
                )
            values, tops, rings = (np.asarray(data[name]) for name in ("values", "tops", "rings"))
            spotted = bool(data["spotted"])
    except OSError as problem:
        raise TaughtFault(
            f"{path}: cannot be read ({problem.strerror or 'no file of taught dice'})"
        ) from problem
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as problem:
        raise TaughtFault(f"{path}: is not a file of taught dice") from problem
    count = len(values)
    fits = tops.shape == (count, SIZE, SIZE) and rings.shape == (count, *RING)
    if (
        not fits
        or not tops.dtype == rings.dtype == np.uint8
        or not set(values.tolist()) <= set(range(1, FACES + 1))
    ):
        raise TaughtFault(f"{path}: holds faces that no d12 has")
    return Taught(values.astype(int).tolist(), list(tops), list(rings), spotted)


def beside(calibration: Path | None) -> Taught | None:
    """What was learnt of the dice of the table that this file is the calibration of, None when nothing was; raises
    `TaughtFault`."""
    path = calibration.with_name(TAUGHT) if calibration else None
    return load(path) if path and path.exists() else None


def rings_of(image: Image, view: TrayView, poses: Floats) -> NDArray[np.uint8]:
    """The tones of the neighbours of dice in these poses (N x 6) in the whole picture (BGR): N x 5 x 64, beginning
    with the one clockwise from the top face's first corner."""
    if len(poses) == 0:
        return np.zeros((0, *RING), np.uint8)
    flat = seen(poses, _ring_places(), view.camera).swapaxes(1, 2).reshape(-1, 2).astype(np.float64)
    where = view.pixels(flat, ACROSS).astype(np.float32).reshape(len(poses), -1, 2)
    rings = [_sampled(image, places) for places in where]
    return np.stack(rings).reshape(-1, *RING)


def _sampled(image: Image, places: NDArray[np.float32]) -> Image:
    low = np.maximum(np.floor(places.min(axis=0)).astype(int) - 1, 0)
    high = np.ceil(places.max(axis=0)).astype(int) + 2
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.zeros((len(places), 1), np.uint8)
    grey = cv2.GaussianBlur(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    where = (places - low.astype(np.float32))[:, None]
    return np.asarray(
        cv2.remap(grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


@cache
def _ring_places() -> Floats:
    """Places on a grid about the middle of each of the five sides, the die's own axes: 320 x 3."""
    steps = np.linspace(-_REACH, _REACH, _GRID)
    found = []
    for face, middle in zip(OUTLINES[1:], MIDDLES[1:], strict=True):
        along = (face[1] - face[0]) / np.linalg.norm(face[1] - face[0])
        down = np.cross(middle / np.linalg.norm(middle), along)
        found.append((middle + steps[:, None, None] * down + steps[:, None] * along).reshape(-1, 3))
    return np.concatenate(found)


def _turns(tops: Patches, known: list[Image]) -> Floats:
    """Correlations of faces (N) in each of five turns with those that are known (K): N x 5 x K."""
    every = np.array([[turned(top, turn) for turn in range(TURNS)] for top in tops])
    one = _evened(every.reshape(-1, SIZE, SIZE))
    return np.asarray(one @ _evened(np.array(known)).T).reshape(len(tops), TURNS, len(known))


def _evened(patches: Patches) -> Floats:
    """Faces made small, what is outside left out, with mean 0 and length 1: N x pixels."""
    small = [cv2.resize(patch, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)[_inside()] for patch in patches]
    return _unit(np.array(small, np.float64))


def _ring_turns(rings: NDArray[np.uint8], known: list[Image]) -> Floats:
    """Correlations of rings (N) in each of five turns with those that are known (K): N x 5 x K."""
    count = len(rings)
    every = np.stack([np.roll(rings, -turn, axis=1) for turn in range(TURNS)], axis=1)
    return np.asarray(_sides(every.reshape(-1, *RING)) @ _sides(np.array(known)).T).reshape(
        count, 5, len(known)
    )


def _sides(rings: NDArray[np.uint8]) -> Floats:
    """Each side's tones with mean 0 and deviation 1, the whole of length 1: one side is often in the shade."""
    tones = rings.astype(np.float64)
    tones -= tones.mean(axis=2, keepdims=True)
    tones /= np.maximum(tones.std(axis=2, keepdims=True), _DULL)
    return _unit(tones.reshape(len(rings), -1))


def _unit(rows: Floats) -> Floats:
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6))


@cache
def _inside() -> NDArray[np.bool_]:
    """The pixels of a small face that lie well inside the pentagon."""
    corners = (CORNERS - (SIZE - 1) / 2) * 0.88 * _SIDE / SIZE + (_SIDE - 1) / 2
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0
