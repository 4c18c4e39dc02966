"""Reads a still picture: with the tray's markers in sight in millimetres, without them as a plain photograph."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.d6.read import D6Reader
from vision.d12.judges import Judges
from vision.d12.photo import with_d12
from vision.d12.read import D12Reader, beside
from vision.face_net import FaceNet
from vision.laps import Lap, unheard
from vision.markers import Markers, markers_in, markers_near
from vision.own_dice import OwnDice
from vision.photo.read import read_photo
from vision.reading import Die, Problem, Reading
from vision.tray.light import light_of
from vision.tray.pose import TrayView, view_of
from vision.tray.problems import things_in
from vision.tray.scene import scene_of
from vision.tray.window import Window

_WIDEST = 2304
"""Wider pictures are made smaller first, pixels: more says nothing more about dice of this size."""
_SMALLEST = 16
"""A picture with a shorter side shows nothing, pixels."""
_DARK, _LIGHT = 45, 0.02
"""A picture of which less than this share is lighter than this tone (of 255) shows nothing."""
_ENOUGH = 2
"""So many markers at their places say that neither camera nor tray has moved."""
_STILL = 0.0008
"""A marker within this share of the picture's width of where it was has not moved: 1 px of 1280."""

_DARK_TEXT = "It is too dark to see the dice: turn the light on."
_MARKERS_TEXT = (
    "The tray's markers are hidden or have moved: the dice are read when three of them can be seen."
)


class Reader:
    """Reads pictures from one camera; `calibration` as in `vision.calibration`, None: Camera Module 3.

    It remembers where the tray was: while two markers are seen at their places the others may be hidden. `lap` is
    told whenever a stage of a reading of the tray has ended (`vision.laps`). `own`: what is known of the table's own
    dice.
    """

    def __init__(
        self, calibration: Calibration | None = None, lap: Lap = unheard, own: OwnDice | None = None
    ) -> None:
        self._calibration = calibration
        self._lap = lap
        self._known: Window | None = None
        self._net = FaceNet()
        self._judges = Judges()
        own = own or OwnDice()
        self._d6 = D6Reader(own.d6, self._net)
        self._d12 = D12Reader(own.d12, self._judges)

    def read(self, image: Image) -> Reading:
        """All that a picture (BGR uint8, height x width x 3) tells. Never raises for any picture."""
        began = time.perf_counter()
        size = (image.shape[1], image.shape[0])
        zoom = min(1.0, _WIDEST / size[0])
        found = self._read(_smaller(image, zoom) if zoom < 1.0 else image)
        dice = tuple(_zoomed(die, 1 / zoom) for die in found.dice)
        problems = tuple(replace(one, px=tuple(value / zoom for value in one.px)) for one in found.problems)
        ms = (time.perf_counter() - began) * 1000
        return replace(found, size=size, dice=dice, problems=problems, ms=ms)

    def view(self, image: Image) -> TrayView | None:
        """Where the tray is in a picture of at most 2304 pixels' width; None when it cannot be told."""
        window, _ = self._found(image)
        return None if window is None else window.view

    def _found(self, image: Image) -> tuple[Window | None, Markers]:
        """The tray's window and the markers that were seen."""
        size = (image.shape[1], image.shape[0])
        known = self._known
        if known is not None and known.view.size == size:
            markers = markers_near(image, known.markers)
            if _ENOUGH <= len(markers) <= known.view.markers and _at_their_places(markers, known):
                return known, markers
        markers = markers_in(image)
        view = view_of(markers, size, self._calibration)
        if view is None:
            return None, markers
        self._known = Window(view)
        return self._known, markers

    def _read(self, image: Image) -> Reading:
        size = (image.shape[1], image.shape[0])
        if min(size) < _SMALLEST:
            return Reading(size, tray=False)
        if _is_dark(image):
            return Reading(size, tray=False, problems=(Problem("dark", _DARK_TEXT),))
        window, markers = self._found(image)
        self._lap("markers")
        if not markers:
            return with_d12(read_photo(image, self._net), image, self._judges)
        if window is None:
            return Reading(size, tray=False, problems=(Problem("markers", _MARKERS_TEXT),))
        return self._read_tray(image, window, markers)

    def _read_tray(self, image: Image, window: Window, markers: Markers) -> Reading:
        light = light_of(image, markers, window.view)
        self._lap("light")
        scene = scene_of(image, window)
        self._lap("scene")
        dice, doubts = self._d6.read(scene, light.white, self._lap)
        dice, blacks, glares = self._d12.read(scene, dice, light.white)
        self._lap("d12")
        scale = window.view.px_per_mm
        things = tuple(beside(things_in(scene, dice, light.white), blacks, scale))
        self._lap("things")
        strange = beside(_elsewhere(doubts, things), blacks, scale)
        problems = (*light.problems, *things, *strange, *glares)
        told = _beside_hands([*dice, *blacks], things)
        return Reading(window.view.size, tray=True, dice=told, problems=problems)


def read_picture(image: Image, calibration: Calibration | None = None, own: OwnDice | None = None) -> Reading:
    """One picture read by itself; see `Reader` and `Reader.read`."""
    return Reader(calibration, own=own).read(image)


def _at_their_places(markers: Markers, window: Window) -> bool:
    """Whether the markers are where they have to be in this window."""
    known = window.markers
    expected = known.corners[[known.names.index(name) for name in markers]]
    off = (np.array(list(markers.values())) - expected).mean(axis=1)
    return bool((np.hypot(off[:, 0], off[:, 1]) < _STILL * window.view.size[0]).all())


def _beside_hands(dice: list[Die], problems: tuple[Problem, ...]) -> tuple[Die, ...]:
    """The dice; those that a hand may cover and that cannot be read are `covered`."""
    hands = [problem.px for problem in problems if problem.kind == "hand"]
    return tuple(_covered(die) if any(_is_under(die, box) for box in hands) else die for die in dice)


def _elsewhere(problems: list[Problem], known: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems without those things that lie where one is known already."""
    return tuple(
        one
        for one in problems
        if one.kind != "foreign" or not any(_holds(other.px, one.px) for other in known)
    )


def _holds(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def _is_under(die: Die, box: tuple[float, ...]) -> bool:
    left, top, right, bottom = box
    return left < die.px[0] < right and top < die.px[1] < bottom and die.status != "ok"


def _covered(die: Die) -> Die:
    return replace(die, status="covered", value=None)


def _is_dark(image: Image) -> bool:
    some = image[:: max(1, image.shape[0] // 45), :: max(1, image.shape[1] // 80)]
    return bool(np.count_nonzero(some > _DARK) < _LIGHT * some.size)


def _smaller(image: Image, zoom: float) -> Image:
    size = (_WIDEST, max(1, round(image.shape[0] * zoom)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _zoomed(die: Die, factor: float) -> Die:
    """The die with its places in the pixels of a picture `factor` times as large."""
    if factor == 1.0:
        return die
    outline = tuple((x * factor, y * factor) for x, y in die.outline)
    return replace(die, px=(die.px[0] * factor, die.px[1] * factor), outline=outline)
