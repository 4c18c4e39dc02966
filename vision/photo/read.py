"""Reads a photograph of dice from above without markers: the scale is found from the dice themselves.

Every face must convince by its pips' layout, by its tones and by its border, and the face classifier must see the same
number. What looks like a die but does not convince is told as a die that is not sure.
"""

from __future__ import annotations

import time
from statistics import median

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.confidence import PHOTO
from vision.face_net import NONE, FaceNet, straightened
from vision.photo.close_look import Candidate, grey_of
from vision.photo.search import SIZES, SURE, search
from vision.photo.unread import Place, unread_places
from vision.reading import Die, Reading
from vision.small_net import Floats

_DIE_MM = 16.0
"""What the usual die of a picture is taken for, millimetres."""
_LIKE_A_DIE = 0.3
"""From this confidence of its border on, a face that cannot be read is told as a die all the same."""
_AGREED = 0.25
"""The classifier holds the same number for the likeliest and gives it at least this probability (the rest may go to
no readable face): 0.9 or more for 294 of 297 dice in photographs, 0.3 for the least."""


def read_photo(image: Image, net: FaceNet | None = None) -> Reading:
    """All d6 in a photograph from above (BGR uint8, height x width x 3).

    `net` is the face classifier, read anew when None. The reading has no tray: `x`, `y` and `zone` are None, `size`
    takes the usual die for 16 mm.
    """
    began = time.perf_counter()
    dice = _dice(image, _agreed(image, search(image), net or FaceNet()))
    ms = (time.perf_counter() - began) * 1000.0
    return Reading((image.shape[1], image.shape[0]), False, dice, (), ms)


def _agreed(image: Image, found: list[Candidate], net: FaceNet) -> list[Candidate]:
    """The same; what is sure is doubted where the classifier does not see the same number."""
    sure = [look for look in found if look.confidence >= SURE]
    if not sure:
        return found
    tone = np.asarray(image.min(axis=2), np.uint8)
    patches = [straightened(tone, np.array(_square_of(look), np.float64)) for look in sure]
    rows = net.read(np.stack(patches))
    denied = {id(look) for look, row in zip(sure, rows, strict=True) if not _agrees(row, look.fit.value)}
    return [look.doubted("second judge") if id(look) in denied else look for look in found]


def _agrees(row: Floats, value: int) -> bool:
    """Whether a row of the classifier's probabilities speaks for a value."""
    return int(row[:NONE].argmax()) + 1 == value and bool(row[value - 1] >= _AGREED)


def _dice(image: Image, found: list[Candidate]) -> tuple[Die, ...]:
    if not found:
        return ()
    sure = [look for look in found if look.confidence >= SURE]
    usual = median(look.outline.edge for look in sure or found)
    told = sure + [look for look in found if look not in sure and _is_like_a_die(look, usual)]
    unread = unread_places(grey_of(image), sure, told)
    return (*(_die(look, usual) for look in told), *(_unread(place) for place in unread))


def _is_like_a_die(look: Candidate, usual: float) -> bool:
    return look.border >= _LIKE_A_DIE and SIZES[0] < look.outline.edge / usual < SIZES[1]


def _die(look: Candidate, usual: float) -> Die:
    sure = look.confidence >= SURE
    return Die(
        "d6",
        look.fit.value if sure else None,
        "ok" if sure else "unsure",
        PHOTO.probability(look.confidence),
        look.fit.centre,
        look.outline.edge / usual * _DIE_MM,
        rotation=look.outline.rotation,
        outline=_square_of(look),
        guess=look.fit.value,
        margin=look.confidence,
        why=None if sure else look.why,
    )


def _unread(place: Place) -> Die:
    x, y, edge = place
    return Die(
        "d6", None, "unsure", 0.0, (x, y), _DIE_MM, outline=_square((x, y), edge, 0.0), why="no top face"
    )


def _square_of(look: Candidate) -> tuple[tuple[float, float], ...]:
    return _square(look.fit.centre, look.outline.edge, look.outline.rotation)


def _square(centre: tuple[float, float], edge: float, rotation: float) -> tuple[tuple[float, float], ...]:
    """The corners of a face in the picture's pixels."""
    return tuple((float(x), float(y)) for x, y in cv2.boxPoints((centre, (edge, edge), rotation)))
