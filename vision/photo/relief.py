"""How far a thing stands out from its ground: the band of side face or shadow around its top face.

A die is as high as it is wide: unless the camera hangs straight above it and no lamp throws a shadow, a side face or a
shadow is seen beside its top. What is printed or cut out flat has no such band, or only the narrow shadow of its
own thickness.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.levelled import PX, Numbers, between, levelled

_MIDDLE = (-0.6, 0.6)
"""The part of a side looked at: no rounded corners."""
_FAR = 1.9
"""From here on (half edges from the middle) lies the ground."""
_BEGINS = 1.2
"""The face ends before this place, or what follows is as light as the face: no shadow, and no side in the shade."""
_PEAK = 0.12
"""The start of the band (half of it that wide is enough, in half edges x 2) tells its tone."""
_UNLIKE = 0.1
"""The band differs from the ground by this share of the face's tone at least."""
_NOISE = 3.0
"""It differs by so many times as much as the ground's tones do from each other."""
_EVEN = 0.03
"""An even ground's tones differ by this share of the face's tone."""
_LONGEST = 0.7
"""A band that goes on beyond this (edges) has no end: it is another thing or a change of the ground."""


def relief_of(
    image: NDArray[np.uint8],
    centre: tuple[float, float],
    edge: float,
    rotation: float,
    step: float,
    wary: bool = False,
) -> float:
    """The width of the widest band beside a face, edges: 0 where there is none.

    `image` is BGR; `centre` and `edge` are its pixels, `rotation` degrees; beyond its border the picture is
    darker than the face by the share `step` at least. A `wary` look takes no tone for a band's that the ground on
    another side has, too, where that is even: where other things lie around, the ground as a whole may be like none.
    """
    flat = levelled(image, centre, edge, rotation)
    seen = levelled(np.full(image.shape[:2], 1, np.uint8), centre, edge, rotation, cv2.BORDER_CONSTANT)
    face = np.percentile(between(flat, (-0.8, 0.8), (-0.8, 0.8)).reshape(-1, 3), 65, axis=0)
    sides = [np.rot90(flat, turns) for turns in range(4)]
    in_sight = [bool(between(np.rot90(seen, turns), (1.0, 2.4), _MIDDLE).all()) for turns in range(4)]
    profiles = [_profile(side) for side, whole in zip(sides, in_sight, strict=True) if whole]
    if not profiles:
        return 0.0
    grounds = [_ground_of(profile) for profile in profiles]
    around, *tones = (np.median(ground, axis=0) for ground in (np.concatenate(grounds), *grounds))
    others = [
        tone for tone, ground in zip(tones, grounds, strict=True) if wary and _is_even(ground, tone, face)
    ]
    return max(
        _width(profile, face, (around, own), others, step)
        for profile, own in zip(profiles, tones, strict=True)
    )


def _profile(side: Numbers) -> Numbers:
    """The tones from the middle of the face outwards to the right: steps x 3."""
    return np.asarray(np.median(between(side, (0.0, 2.75), _MIDDLE), axis=0), np.float64)


def _ground_of(profile: Numbers) -> Numbers:
    return profile[round(_FAR * PX) :]


def _noise_of(ground: Numbers, tone: Numbers) -> float:
    """How much the tones of the ground differ from their median."""
    return float(np.median(np.abs(ground - tone).max(axis=1)))


def _is_even(ground: Numbers, tone: Numbers, face: Numbers) -> bool:
    return _noise_of(ground, tone) <= _EVEN * max(float(face.max()), 24.0)


def _width(
    profile: Numbers, face: Numbers, grounds: Sequence[Numbers], others: Sequence[Numbers], step: float
) -> float:
    """How far the band on one side reaches beyond the face, edges.

    A band is unlike the ground around the whole face and unlike the one on this side: beside another thing, or
    where the light falls off, one of the two is no ground.
    """
    change = ((face - profile) / np.maximum(face, 24.0)).max(axis=1)[round(0.8 * PX) :]
    begins = round(0.8 * PX) + int((change > step / 2).argmax())
    if not (change > step / 2).any() or begins > _BEGINS * PX:
        return 0.0
    noise = _noise_of(_ground_of(profile), np.median(_ground_of(profile), axis=0))
    least = max(_UNLIKE * max(float(face.max()), 24.0), _NOISE * noise)
    unlike = _unlike(profile, grounds, others)
    # The side of a die gets less light than its top, and its shadow none: what is lighter is another thing.
    unlike[profile.max(axis=1) > face.max()] = 0.0
    width = _band(unlike, max(begins + 2, round(1.12 * PX)), least)
    return width if width < _LONGEST else 0.0


def _unlike(profile: Numbers, grounds: Sequence[Numbers], others: Sequence[Numbers]) -> Numbers:
    """How far the tones of a profile lie from those of the ground; they may lie half as far from those of the
    `others`, since the light falls off from one side to the other."""
    offs = [share * np.abs(profile - tone) for share, tones in ((1, grounds), (2, others)) for tone in tones]
    return np.asarray(np.min([off.max(axis=1) for off in offs], axis=0), np.float64)


def _band(unlike: Numbers, begins: int, least: float) -> float:
    """Where the tones that begin at a step of the profile have come halfway to those of the ground, edges beyond
    the border; 0 when they are the ground's from the start."""
    peak = float(np.percentile(unlike[begins:][: round(2 * _PEAK * PX)], 75))
    if peak < least:
        return 0.0
    like = unlike[begins:] <= 0.5 * peak
    ends = int(like.argmax()) if like.any() else len(like)
    return (begins + ends) / (2 * PX) - 0.5
