"""Learning the colour of the café's own d6 from a picture of some of them, apart from each other on the felt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrating.check import LAYINGS, laying_of
from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.d6.colour import Colour, Three
from vision.d6.redye import weights
from vision.markers import markers_in
from vision.own_dice import OwnDice
from vision.reader import Reader
from vision.tray.cube import EDGE, Points
from vision.tray.light import light_of
from vision.tray.pose import RAIL, TrayView

_SCALE = 2.0
"""Pixels for a millimetre in which dice are looked for."""
_INSET = 4.0
"""What is nearer to a wall or the rail than this, mm, is not looked at."""
_LEAST = 4
"""So many dice must lie there: each has its place in the light."""
_UNLIKE = 0.1
"""What differs from the felt in any light by this share of white paper is no felt."""
_LIGHTER = 1.5
"""And what is so many times as light."""
_AREA = (60.0, 470.0)
"""Areas of what is seen of single dice and their sides, mm2: of those that are like the felt it is less."""
_CORE = 5.0
"""Half the width of the middle of a top face, mm: body and pips, and nothing else."""
_PIPS = 4.0
"""Of each hundred pixels of all middles at least so many show pips."""
_ALIKE, _AS_LIGHT = 0.1, 0.3
"""Bodies of one colour differ by these shares of white paper at most, from one place in the light to another: in hue,
and in lightness."""
_WHITE, _PALE = 0.86, 0.5
"""The least of a body's shares over the greatest: of white dice, and of those that are nearly white."""
_LIGHT = 0.4
"""Pale bodies are at least so light."""
_BLACK, _GREY = 0.6, 0.8
"""Bodies as dark as this and as even are black: with a mirrored lamp on it black plastic has up to 0.5 of paper's
tone."""
_CONTRAST = 0.35
"""Pips are so much lighter or darker than bodies, in one of the colours."""
_NOISE, _FELT = 2.2, 0.35
"""A strong colour is told from white with no more than so much noise for one of a pixel's: red has 2.0, and is read as
surely as white; blue has 2.4, and of drawn blue dice a quarter was asked about. The felt has no more than so much of a
body's light."""
_TOO_BRIGHT = 246.0
"""Of white paper lighter than this nothing can be told."""


Refusal: TypeAlias = Literal["markers", "bright", "few", "mixed", "pips", "black", "felt", "unread"]
"""Why nothing is learnt. markers: they cannot be seen. bright: white is burnt out. few: fewer than four single dice.
mixed: they are not all of one colour. pips: they have none that stand out. black: they are as dark as felt. felt: they
cannot be told from it, or from white, surely. unread: seen by it, they are not read as they were laid."""


class NotLearnt(Exception):
    """A picture from which no colour is learnt; the text is one line that whoever lays the dice can act on."""

    def __init__(self, why: Refusal, **numbers: str) -> None:
        super().__init__(REFUSALS[why].format(**numbers))
        self.why, self.numbers = why, numbers


REFUSALS: dict[Refusal, str] = {
    "markers": "The tray's markers cannot be seen: uncover them.",
    "bright": "The picture is too bright: lower the light.",
    "few": "Too few dice are seen: lay all six apart from each other, and nothing else.",
    "mixed": "These dice are not all of one colour: lay dice of one colour.",
    "pips": "Their pips do not stand out: white pips on a colour and dark pips on ivory can be read.",
    "black": "Black dice cannot be read: on felt nothing tells where they end, and the black d12 look alike.",
    "felt": "Their colour cannot be told surely from felt and white: use others.",
    "unread": "Asked for {asked}, read {read}: see that the dice lie as asked, and learn again.",
}


ASKED = LAYINGS[0]
"""What is laid to learn from."""


def learnt(pictures: Sequence[Image], calibration: Calibration | None) -> Colour | None:
    """The colour of the dice in pictures (BGR) of `ASKED`, learnt from the first and tried on all; None when they are
    white. Raises `NotLearnt`."""
    view = Reader(calibration).view(pictures[0])
    if view is None:
        raise NotLearnt("markers")
    colour = colour_in(pictures[0], view)
    reader = Reader(calibration, own=OwnDice(colour))
    trouble = laying_of([reader.read(picture) for picture in pictures], ASKED).trouble
    if trouble is not None:
        raise NotLearnt("unread", **{name: str(value) for name, value in trouble.numbers.items()})
    return colour


def colour_in(image: Image, view: TrayView) -> Colour | None:
    """The colour of the dice in a picture (BGR) in which the tray lies as in `view`; None when they are white. Raises
    `NotLearnt`."""
    markers = markers_in(image)
    if not markers:
        raise NotLearnt("markers")
    white = light_of(image, markers, view).white
    if white.max() > _TOO_BRIGHT:
        raise NotLearnt("bright")
    flat = view.rectified(image, EDGE, _SCALE, 0.0)
    shares = np.asarray(cv2.GaussianBlur(flat, (3, 3), 0) / white, np.float32)
    felt = np.median(shares[_ground(shares.shape[:2]) > 0], axis=0).astype(np.float64)
    faces = [shares[part].reshape(-1, 3) for part in _cores(shares, felt)]
    if len(faces) < _LEAST:
        raise NotLearnt("few")
    bodies = np.array([np.median(face, axis=0) for face in faces], np.float64)
    body = np.median(bodies, axis=0)
    if not _are_alike(bodies, body):
        raise NotLearnt("mixed")
    return _judged(body, _pips(faces, body), felt)


def _are_alike(bodies: Points, body: Points) -> bool:
    """Whether bodies (N x 3) are all of one colour; a lamp that they mirror adds white."""
    off = bodies - body
    lighter = off.mean(axis=1)
    return bool(np.abs(off - lighter[:, None]).max() < _ALIKE and np.abs(lighter).max() < _AS_LIGHT)


def _ground(shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Where felt is seen in a straightened picture, and not the rail: 1 there."""
    ground = np.zeros(shape, np.uint8)
    low, high = round(_INSET * _SCALE), round((260.0 - _INSET) * _SCALE)
    ground[low:high, low:high] = 1
    left, right = (round(at * _SCALE) for at in (RAIL[0] - _INSET, RAIL[1] + _INSET))
    ground[:, left:right] = 0
    return ground


def _cores(shares: NDArray[np.float32], felt: Points) -> Iterator[tuple[slice, slice]]:
    """The middles of the top faces of single dice."""
    own = (_strange(shares, felt) & (_ground(shares.shape[:2]) > 0)).astype(np.uint8)
    closed = cv2.morphologyEx(own, cv2.MORPH_CLOSE, _square(3.0))
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(closed, cv2.MORPH_OPEN, _square(8.0))
    )
    half = round(_CORE * _SCALE)
    for stat, (x, y) in zip(stats[1:count], middles[1:count], strict=True):
        if _AREA[0] < stat[4] / _SCALE**2 < _AREA[1]:
            row, column = round(float(y)), round(float(x))
            yield slice(row - half, row + half + 1), slice(column - half, column + half + 1)


def _square(width: float) -> NDArray[np.uint8]:
    side = 2 * round(width * _SCALE / 2) + 1
    return np.ones((side, side), np.uint8)


def _strange(shares: NDArray[np.float32], felt: Points) -> NDArray[np.bool_]:
    """What is not the felt, in the light or in the shade."""
    way = (felt / np.linalg.norm(felt)).astype(np.float32)
    along = shares @ way
    beside = np.abs(shares - along[..., None] * way).max(axis=2)
    return np.asarray((beside > _UNLIKE) | (along > _LIGHTER * np.linalg.norm(felt)))


def _pips(faces: list[NDArray[np.float32]], body: Points) -> Points:
    """The colour of what on the faces is least like the body."""
    pixels = np.concatenate(faces).astype(np.float64)
    off = np.abs(pixels - body).max(axis=1)
    return np.asarray(np.median(pixels[off >= np.percentile(off, 100 - _PIPS)], axis=0))


def _judged(body: Points, pips: Points, felt: Points) -> Colour | None:
    """What dice of this colour are, if they can be read."""
    even = float(body.min() / body.max())
    if body.max() < _BLACK and even > _GREY:
        raise NotLearnt("black")
    if np.abs(pips - body).max() < _CONTRAST:
        raise NotLearnt("pips")
    if pips.max() < body.max():
        if even < _PALE or body.max() < _LIGHT:
            raise NotLearnt("pips")
        return None if even > _WHITE else Colour("pale", _three(body), _three(pips), _three(felt))
    found = Colour("strong", _three(body), _three(pips), _three(felt))
    if not _stands_out(found):
        raise NotLearnt("felt")
    return found


def _stands_out(colour: Colour) -> bool:
    """Whether a strong colour is told from white and from the felt."""
    way = weights(colour)
    return bool(np.linalg.norm(way) < _NOISE and way @ np.array(colour.felt) < _FELT)


def _three(colour: Points) -> Three:
    first, second, third = (round(float(value), 4) for value in colour)
    return first, second, third
