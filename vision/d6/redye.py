"""The tray's picture as if its own coloured dice were white ones with dark pips.

One weighing of the three colours of each pixel's light gives its tone: the colour of the dice's bodies becomes light,
and everything else as dark as felt: white (which their pips are), grey, and the felt itself. It is the weighing with
the least noise of all that do that. What is of a colour that no mixture of body and white has becomes dark, too. It
weighs light and not tones, since a lamp that a glossy body mirrors adds white
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
_LIKE, _UNLIKE = 0.12, 0.25
"""Light of another hue beside that of a body, as a share of it: so much may be noise; with so much it is no body."""
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


def _other_hue(colour: Colour) -> Points:
    """The direction (of length 1) in which light differs from all mixtures of a body's light and white: 3."""
    aside = np.cross(np.square(colour.body), np.ones(3))
    return np.asarray(aside / np.linalg.norm(aside))


def _least(known: list[Points], wanted: list[float]) -> Points:
    """The shortest weights that give these colours these values."""
    return np.asarray(np.linalg.pinv(np.array(known)) @ np.array(wanted))


def redyed(image: Image, window: Window, colour: Colour, white: Points) -> Image:
    """The picture with its part in the window redyed; `white` is the light's colour (BGR, 0..255)."""
    left, top, right, bottom = window.box
    own = image[top:bottom, left:right]
    light = body_tone(white)
    tone = _tone(own, colour, white, light, _DARK / _LIGHT * light)
    out = image.copy()
    out[top:bottom, left:right] = tone[..., None]
    return out


def body_tone(white: Points) -> float:
    """The tone of a body in a redyed picture."""
    return _LIGHT * float(white.min())


def _tone(own: Image, colour: Colour, white: Points, light: float, dark: float) -> NDArray[np.uint8]:
    """The tones: `light` for a body, none darker than `dark`."""
    shares = np.asarray(_TONES[:, None] / np.square(np.maximum(white, 1.0)), np.float32)
    ways = np.asarray([weights(colour), _other_hue(colour)], np.float32)
    body, aside = cv2.split(cv2.transform(cv2.LUT(own, shares[None]), ways))
    body = np.maximum(body, np.float32((dark / light) ** 2))
    like = (np.float32(_UNLIKE) - np.abs(aside) / body) * np.float32(1 / (_UNLIKE - _LIKE))
    tone = cv2.sqrt(body) * np.clip(like, 0, 1) * np.float32(light)
    # Differences of colours have several times their noise, which would look like faint spots.
    return np.maximum(np.asarray(cv2.medianBlur(cv2.convertScaleAbs(tone), 3), np.uint8), np.uint8(dark))
