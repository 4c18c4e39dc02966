"""Reads a still picture: with the tray's markers in sight in millimetres, without them as a plain photograph."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.cube import EDGE
from vision.photo import read_photo
from vision.reading import Die, Problem, Reading
from vision.tray import TrayView, markers_in, view_of
from vision.tray_dice import dice_in
from vision.tray_problems import problems_in
from vision.tray_spots import MARGIN, SCALE, scene_of

_WIDEST = 2304
"""Wider pictures are made smaller first, pixels: more says nothing more about dice of this size."""
_DARK = 45
"""A picture whose lightest parts are darker than this (of 255) shows nothing."""


class Reader:
    """Reads pictures from one camera; `calibration` as in `vision.calibration`, None: Camera Module 3."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._calibration = calibration

    def read(self, image: Image) -> Reading:
        """All that a picture (BGR uint8, height x width x 3) tells. Never raises for any picture."""
        began = time.perf_counter()
        size = (image.shape[1], image.shape[0])
        zoom = min(1.0, _WIDEST / size[0])
        small = _smaller(image, zoom) if zoom < 1.0 else image
        found = self._read(small)
        reading = replace(found, size=size, dice=tuple(_zoomed(die, 1 / zoom) for die in found.dice))
        problems = tuple(replace(one, px=tuple(value / zoom for value in one.px)) for one in found.problems)
        return replace(reading, problems=problems, ms=(time.perf_counter() - began) * 1000)

    def view(self, image: Image) -> TrayView | None:
        """Where the tray is in a picture of at most 2304 pixels' width; None when it cannot be told."""
        return view_of(markers_in(image), (image.shape[1], image.shape[0]), self._calibration)

    def _read(self, image: Image) -> Reading:
        size = (image.shape[1], image.shape[0])
        if min(size) < 16:
            return Reading(size, tray=False)
        if _is_dark(image):
            return Reading(size, tray=False, problems=(Problem("dark", "It is too dark to see anything."),))
        markers = markers_in(image)
        if not markers:
            return read_photo(image)
        view = view_of(markers, size, self._calibration)
        if view is None:
            text = "The tray's markers are hidden or have moved: nothing is read until three can be seen."
            return Reading(size, tray=False, problems=(Problem("markers", text),))
        rectified = view.rectified(image, EDGE, SCALE, MARGIN)
        problems = problems_in(rectified, view)
        dice = _beside(dice_in(scene_of(rectified), view), problems)
        return Reading(size, tray=True, dice=dice, problems=problems)


def read_picture(image: Image, calibration: Calibration | None = None) -> Reading:
    """One picture read by itself; see `Reader.read`."""
    return Reader(calibration).read(image)


def _beside(dice: list[Die], problems: tuple[Problem, ...]) -> tuple[Die, ...]:
    """The dice, those that a hand touches or covers as `covered`."""
    hands = [problem.px for problem in problems if problem.kind == "hand"]
    return tuple(_covered(die) if any(_within(die, box) for box in hands) else die for die in dice)


def _within(die: Die, box: tuple[float, ...]) -> bool:
    left, top, right, bottom = box
    return left < die.px[0] < right and top < die.px[1] < bottom and die.status != "ok"


def _covered(die: Die) -> Die:
    return replace(die, status="covered", value=None)


def _is_dark(image: Image) -> bool:
    small = cv2.resize(image, (64, 36), interpolation=cv2.INTER_AREA)
    return bool(np.percentile(small, 98) < _DARK)


def _smaller(image: Image, zoom: float) -> Image:
    size = (_WIDEST, max(1, round(image.shape[0] * zoom)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _zoomed(die: Die, factor: float) -> Die:
    """The die with its places in the pixels of a picture `factor` times as large."""
    if factor == 1.0:
        return die
    outline = tuple((x * factor, y * factor) for x, y in die.outline)
    return replace(die, px=(die.px[0] * factor, die.px[1] * factor), outline=outline)
