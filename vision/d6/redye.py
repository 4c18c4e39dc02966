"""The tray's picture as if its own coloured dice were white ones with dark pips.

One weighing of the three colours of each pixel's light gives its tone: the colour of the dice's bodies becomes light,
and everything else as dark as felt: white (which their pips are), grey, and the felt itself. It is the weighing with
the least noise of all that do that. It weighs light and not tones, since a lamp that a glossy body mirrors adds white
light: in that the body keeps its tone.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d6.colour import Colour
from vision.tray.cube import Points
from vision.tray.window import Window

_LIGHT, _DARK = 0.9, 0.12
"""Tones of bodies and of all else, shares of the paper's: those of white dice and of dark felt."""
_AGAINST = 0.1
"""So much of a body's light as much white takes away: its noise must not be seen."""
_HIDDEN = 0.0
"""A felt that would have more than this share of a body's light is weighed to nothing, too."""
_BURNT, _BRIGHTER = 250.0, 1.35
"""Lighter than this (of 255), or than paper by this, is no paint but a mirrored lamp ..."""
_ON_BODY = 6.0
"""... if it is narrower than this, mm, and lies on a body: it is made as light as a lamp on a white die."""
_TONES = np.arange(256.0) ** 2
"""Cameras write about the square root of the light."""


def weights(colour: Colour) -> Points:
    """What the light in each colour (share of the paper's, BGR) adds to that of a body: 3."""
    body, felt = np.square(colour.body), np.square(colour.felt)
    known, wanted = [body, np.ones(3)], [1.0, -_AGAINST]
    found = _least(known, wanted)
    if found @ felt > _HIDDEN:
        found = _least([*known, felt], [*wanted, 0.0])
    return found


def _least(known: list[Points], wanted: list[float]) -> Points:
    """The shortest weights that give these colours these values."""
    return np.asarray(np.linalg.pinv(np.array(known)) @ np.array(wanted))


def redyed(image: Image, window: Window, colour: Colour, white: Points) -> Image:
    """The picture with its part in the window redyed; `white` is the light's colour (BGR, 0..255)."""
    left, top, right, bottom = window.box
    own = image[top:bottom, left:right]
    least = float(white.min())
    tone = _tone(own, weights(colour) * np.square(_LIGHT * least / np.maximum(white, 1.0)), _DARK * least)
    tone[_glints(own, tone, white, window.view.px_per_mm)] = 255
    out = image.copy()
    out[top:bottom, left:right] = tone[..., None]
    return out


def _tone(own: Image, way: Points, dark: float) -> NDArray[np.uint8]:
    """The tones of the light that is weighed `way`, none darker than `dark`."""
    parts = cv2.LUT(own, np.asarray(_TONES[:, None] * way, np.float32)[None])
    light = cv2.transform(parts, np.ones((1, 3), np.float32)).reshape(own.shape[:2])
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(np.maximum(light, np.float32(dark**2)))), np.uint8)


def _glints(own: Image, tone: NDArray[np.uint8], white: Points, scale: float) -> NDArray[np.bool_]:
    """Where a body mirrors a lamp."""
    limit = np.minimum(white * _BRIGHTER, _BURNT)
    bright = cv2.inRange(own, limit, np.full(3, 255.0))
    if not cv2.countNonZero(bright):
        return np.zeros(tone.shape, np.bool_)
    body = (tone > _LIGHT * white.min() / 3).astype(np.uint8)
    side = 2 * round(_ON_BODY * scale / 2) + 1
    near = cv2.morphologyEx(body, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    return np.asarray(cv2.bitwise_and(bright, near * np.uint8(255)) > 0)
