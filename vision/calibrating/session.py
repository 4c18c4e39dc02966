"""What a screen can ask of the camera while somebody calibrates it: the frames go here instead of to the watcher.

Each order takes some frames and is answered once. Nothing is kept between orders but the positions of the card: the
lens and the calibration that are being made are the asker's, who hands them in again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from vision.calibrating.card import card_in
from vision.calibrating.check import Asked, laying_of
from vision.calibrating.lens import Sightings, measured
from vision.calibrating.locking import lock, nothing
from vision.calibrating.look import look_at
from vision.calibrating.survey import survey
from vision.calibrating.troubles import Troubled
from vision.calibration import Calibration
from vision.cameras.protocol import Camera, Frame, Image
from vision.d6.lesson import NotLearnt, learnt
from vision.d12.lesson import DOUBTED, SURELY, NoLesson, confused, judges_for, laid_in, learn
from vision.own_dice import OwnDice
from vision.reader import Reader

ORDERS = frozenset({"look", "measure", "card", "lens", "check", "film", "lesson", "colour", "leave"})
"""look: one picture of the tray (`lens`). measure: several (`lens`), with the camera's settings locked. card: one of
the calibration card (`anew`: forget those before). lens: the lens that the card's pictures tell. check: dice against
what was asked (`calibration`, `asked`, `frames`). film: when its pictures come (`times`, seconds), and how many are
the one before once more (`repeated`). lesson: one face of the table's own d12 (`face`), learnt anew beside what is
known (`taught`; `calibration`; `again`: who was asked about a doubt says that it is right). colour: that of the
table's own d6 (`calibration`), tried on what was asked for. leave: back to watching."""
WIDTH = 960
"""Of the pictures in the answers, pixels."""
FRAMES = 8
"""Pictures of the empty tray ..."""
COLOUR = 3
"""Pictures of dice whose colour is learnt."""
APART = 3
"""... one of so many frames, so that a bump within a second is seen."""
FILM = 60
"""Pictures of a film."""
_STEP = 4
"""Every fourth pixel of every fourth row tells whether a picture is the one before."""


@dataclass
class _Order:
    name: str
    arguments: Mapping[str, Any]
    number: int
    taken: list[Image] = field(default_factory=list)
    passed: int = 0
    times: list[float] = field(default_factory=list)
    repeated: int = 0
    before: int | None = None

    def take(self, frame: Frame) -> None:
        """What it needs of the next frame: a film only remembers its pictures' times."""
        if self.name == "film":
            self.times.append(frame.t)
            checksum = zlib.crc32(frame.image[::_STEP, ::_STEP].tobytes())
            self.repeated, self.before = self.repeated + (checksum == self.before), checksum
            self.taken = [frame.image]
        elif self.passed % self.apart == 0:
            self.taken.append(frame.image)
        self.passed += 1

    @property
    def full(self) -> bool:
        """Whether it can be answered."""
        return self.passed >= FILM if self.name == "film" else len(self.taken) >= self.wanted

    @property
    def wanted(self) -> int:
        """Pictures that it needs."""
        return {"measure": FRAMES, "colour": COLOUR, "check": int(self.arguments.get("frames", 1))}.get(
            self.name, 1
        )

    @property
    def apart(self) -> int:
        """One of so many frames is taken."""
        return APART if self.name == "measure" else 1


class Session:
    """Orders and their answers. `own`: what is known of the table's own dice."""

    def __init__(self, own: OwnDice | None = None) -> None:
        self._own = own
        self._orders: list[_Order] = []
        self._sightings = Sightings()
        self._reader: tuple[Calibration | None, Reader] | None = None
        self._held = False
        self.on = False
        """Whether frames are wanted here: from the first order until `leave`."""

    def frees(self, name: str) -> bool:
        """Whether a camera has to find its settings anew for this order: those that it holds are a calibration's, or of
        a measurement before."""
        return not self.on or (self._held and name in ("look", "measure"))

    def begin(self, name: str, arguments: Mapping[str, Any], number: int) -> None:
        """An order (see `ORDERS`)."""
        if self.frees(name):
            self._held = False
        self.on = True
        self._orders.append(_Order(name, arguments, number))

    def add(
        self, frame: Frame, camera: Camera, meanwhile: Callable[[], None] = nothing
    ) -> tuple[int, dict[str, Any]] | None:
        """The number and the answer of the order that is done with this frame, if one is. `meanwhile` is called now and
        then while the camera takes its time.

        An answer has `ok`, `picture` (BGR, 960 wide) with its `zoom` (its pixels for one of the camera's), `trouble`
        (a `Trouble` or None), and what was asked for.
        """
        if not self._orders:
            return None
        order = self._orders[0]
        if order.name == "measure" and not order.passed:
            self._lock(order, camera, meanwhile)
        order.take(frame)
        if not order.full:
            return None
        self._orders.pop(0)
        picture, zoom = _small(order.taken[-1])
        try:
            found = self._answer(order)
        except Troubled as problem:
            found = {"trouble": problem.trouble}
        return order.number, {"ok": True, "trouble": None, "picture": picture, "zoom": zoom, **found}

    def _lock(self, order: _Order, camera: Camera, meanwhile: Callable[[], None]) -> None:
        """Hold the camera's settings; a camera that fails at that is not asked again."""
        self._orders.remove(order)
        order.arguments = {**order.arguments, "locked": lock(camera, meanwhile)}
        self._held = True
        self._orders.insert(0, order)

    def _answer(self, order: _Order) -> dict[str, Any]:
        arguments, pictures = order.arguments, order.taken
        match order.name:
            case "look":
                look = look_at(pictures[0], arguments["lens"])
                return {"look": look, "trouble": look.trouble}
            case "measure":
                found = survey(pictures, arguments["lens"]).calibration()
                return {"calibration": replace(found, locked=arguments["locked"])}
            case "card":
                return self._card(pictures[0], bool(arguments["anew"]))
            case "lens":
                return {"lens": measured(self._sightings)}
            case "check":
                return self._check(pictures, arguments)
            case "lesson":
                return self._lesson(pictures[0], arguments)
            case "colour":
                return _colour(pictures, arguments["calibration"])
            case "film":
                return {"times": tuple(order.times), "repeated": order.repeated}
            case _:
                self.on = bool(self._orders)
                return {}

    def _card(self, picture: Image, anew: bool) -> dict[str, Any]:
        if anew:
            self._sightings = Sightings()
        sighting = card_in(picture)
        useful = self._sightings.add(sighting)
        corners = () if sighting is None else tuple(map(tuple, sighting.seen.tolist()))
        return {"useful": useful, "corners": corners, "coverage": self._sightings.coverage}

    def _check(self, pictures: list[Image], arguments: Mapping[str, Any]) -> dict[str, Any]:
        asked = arguments["asked"]
        assert isinstance(asked, Asked)
        reader = self._reader_for(arguments["calibration"])
        readings = [reader.read(picture) for picture in pictures]
        laying = laying_of(readings, asked)
        return {"laying": laying, "reading": readings[-1], "trouble": laying.trouble}

    def _lesson(self, picture: Image, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """`taught` and `confused` as `vision.d12.lesson` has them, or why nothing was learnt: `why` and `other`."""
        face, draft = int(arguments["face"]), arguments["taught"].copy()
        draft.forget(face)
        judges = judges_for(draft)
        try:
            laid = laid_in(picture, self._reader_for(arguments["calibration"]), judges)
            learn(draft, face, laid, SURELY if arguments["again"] else DOUBTED)
        except NoLesson as refusal:
            return {"why": refusal.why, "other": refusal.other}
        return {"taught": draft, "confused": tuple(confused(draft))}

    def _reader_for(self, calibration: Calibration | None) -> Reader:
        """The reader with this calibration; made once, since its networks take a moment to load."""
        if self._reader is None or self._reader[0] != calibration:
            self._reader = calibration, Reader(calibration, own=self._own)
        return self._reader[1]


def _colour(pictures: list[Image], calibration: Calibration | None) -> dict[str, Any]:
    """`colour` (None: white) as `vision.d6.lesson` has it, or why it is not learnt: `why` and `numbers`."""
    try:
        return {"colour": learnt(pictures, calibration)}
    except NotLearnt as refusal:
        return {"why": refusal.why, "numbers": refusal.numbers}


def _small(picture: Image) -> tuple[Image, float]:
    zoom = min(1.0, WIDTH / picture.shape[1])
    if zoom == 1.0:
        return picture, 1.0
    small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), zoom
