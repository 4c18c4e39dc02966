"""Watches the tray: empty, hand, rolling, settling, settled, fault.

Every frame is looked at small (`picture`, `sight`), which costs about a millisecond. Only when
all is quiet the reader is asked, on several frames that must agree (`rest`, `agree`). There is no
clock here: time is what the frames say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

import numpy as np

from vision.cameras.protocol import Frame, Image
from vision.observations import Observation, Settled, State, StateChanged, TrayFault
from vision.reading import Problem, Reading
from vision.tray.pose import TrayView
from vision.watch.agree import edge_px, same_dice
from vision.watch.faults import Health
from vision.watch.picture import Field, tray_field, whole_picture
from vision.watch.rest import Judgement, Rest, Verdict
from vision.watch.sight import Eye, Sight
from vision.watch.tracks import Tracks

Locate: TypeAlias = Callable[[Image], TrayView | None]
"""Finds the tray in a picture, or None."""

_GHOST, _THING = 2.0, 10.0
"""Seconds of quiet after which what looks like a hand becomes background: when the reader sees nothing there, or
no tray at all (no hand is so large), and when it sees some thing, such as a coaster on the rim. Hands have been
taken for things."""
_BUMPED = 2.0
"""Pixels that the tray may seem to have moved before it is looked for anew."""
_HAND_LINGERS = 0.15
"""Seconds for which a moving hand may look like less than one: only its fingertips over the rim."""
_AROUND = 1.1
"""Radius around a die, in its edges, that is not background: the die and its shadow."""


_LOST = Problem(
    "markers", "The tray's markers cannot be seen any more: is the camera out of focus, or has it been moved?"
)


class TrayReader(Protocol):
    """What reads a whole picture (`vision.reader.Reader`)."""

    def read(self, image: Image) -> Reading:
        """All that this picture tells."""


class Watcher:
    """The tray's state, frame by frame.

    `reader` reads the quiet tray, `locate` finds the tray in a picture (without one the whole picture is
    watched). `live`: the frames come from a sensor, so that the very same picture twice means it has stopped.
    """

    def __init__(self, reader: TrayReader, locate: Locate = lambda image: None, live: bool = False) -> None:
        self._reader = reader
        self._locate = locate
        self._health = Health(live)
        self._eye: Eye | None = None
        self._size = (0, 0)
        self._tray: TrayView | None = None
        self._rest = Rest()
        self._verdict: Verdict | None = None
        self._state: State | None = None
        self._fault: TrayFault | None = None
        self._quiet = False
        self._hand_seen = float("-inf")
        self._told: Reading | None = None
        self._tracks = Tracks()
        self._rolled = False

    @property
    def state(self) -> State:
        """The tray's state as of the last frame."""
        return self._state or "settling"

    @property
    def field(self) -> Field | None:
        """What part of the picture is watched; None before the first usable frame."""
        return self._eye.field if self._eye else None

    @property
    def tray(self) -> TrayView | None:
        """Where the tray is, as far as is known."""
        return self._tray

    def feed(self, frame: Frame) -> list[Observation]:
        """What this frame changes, in order. Frames come in the order of their time."""
        symptom = self._health.symptom(frame.image, self._quiet)
        sight = None if symptom else self._eye_for(frame).look(frame.image, frame.t)
        if sight and sight.covered:
            symptom = "covered"
        if sight:
            self._quiet = sight.quiet > 0
        fault = self._health.fault(symptom, frame.t)
        if fault:
            return self._become(frame, "fault", fault)
        if sight is None:
            # Bad for a moment only: if all is as before afterwards, nothing has happened.
            return []
        return self._moving(frame, sight) if sight.quiet <= 0 else self._resting(frame, sight)

    # -- states ------------------------------------------------------------------------------------------

    def _moving(self, frame: Frame, sight: Sight) -> list[Observation]:
        self._rest, self._verdict = Rest(), None
        if sight.hand or sight.covered:
            self._hand_seen = frame.t
            return self._become(frame, "hand")
        if self._state == "hand" and frame.t - self._hand_seen < _HAND_LINGERS:
            return []
        if sight.things and self._state:
            return self._become(frame, "rolling")
        # A shadow over the bare felt is nothing; where dice lay, they have just gone.
        return [] if self._state == "empty" else self._become(frame, "settling")

    def _resting(self, frame: Frame, sight: Sight) -> list[Observation]:
        if sight.hand or sight.covered:
            return self._holding_still(frame, sight)
        if self._verdict in ("empty", "settled"):
            return self._become(frame, self._verdict)
        if self._rest.is_due(sight.quiet):
            return self._judged(frame, self._ask(frame, sight))
        return [] if self._state in ("empty", "hand", "settled") else self._become(frame, "settling")

    def _holding_still(self, frame: Frame, sight: Sight) -> list[Observation]:
        self._hand_seen = frame.t
        if sight.quiet >= _GHOST and self._rest.is_due(sight.quiet):
            reading = self._ask(frame, sight).reading
            is_none = not reading.problems or _LOST in reading.problems
            if is_none or (sight.quiet >= _THING and not _shows_hand(reading)):
                self._learn(frame, reading)
        return self._become(frame, "hand")

    def _judged(self, frame: Frame, judgement: Judgement) -> list[Observation]:
        self._verdict = judgement.verdict
        if judgement.verdict == "unread":
            # Told once; it is looked at again and again until there are dice or bare felt.
            self._verdict = None
            return self._become(frame, "settled") + self._news(frame, judgement)
        if judgement.verdict is None:
            stays = self._state == "settled" or (self._state == "empty" and judgement.is_bare)
            return [] if stays else self._become(frame, "settling")
        if judgement.verdict == "hand":
            return self._become(frame, "hand")
        self._learn(frame, judgement.reading)
        return self._become(frame, judgement.verdict) + self._news(frame, judgement)

    def _become(self, frame: Frame, state: State, fault: TrayFault | None = None) -> list[Observation]:
        if (state, fault) == (self._state, self._fault):
            return []
        self._state, self._fault = state, fault
        self._rolled |= state == "rolling"
        return [StateChanged(frame.t, frame.index, state, fault)]

    # -- readings ----------------------------------------------------------------------------------------

    def _ask(self, frame: Frame, sight: Sight) -> Judgement:
        reading = self._reader.read(frame.image)
        if self._tray and not reading.tray and not reading.problems:
            # Where a tray was, what looks like dice without one is not to be believed.
            reading = replace(reading, dice=(), problems=(_LOST,))
        return self._rest.add(reading, sight)

    def _news(self, frame: Frame, judgement: Judgement) -> list[Observation]:
        """The settled reading, unless it is what has been told already."""
        rolled, self._rolled = self._rolled, False
        if judgement.verdict == "empty":
            self._told = None
            self._tracks.forget()
            return []
        reading = judgement.reading
        if self._told and same_dice(self._told, reading):
            return []
        self._told = reading
        followed = self._tracks.follow(reading, rolled)
        return [Settled(frame.t, frame.index, reading, frame.image, followed.tracks, followed.gone)]

    # -- the eye -----------------------------------------------------------------------------------------

    def _eye_for(self, frame: Frame) -> Eye:
        size = (frame.image.shape[1], frame.image.shape[0])
        if self._eye is None or self._size != size:
            self._size = size
            self._rest, self._verdict = Rest(), None
            self._tray = self._locate(frame.image)
            self._eye = Eye(tray_field(size, self._tray.corners) if self._tray else whole_picture(size))
        return self._eye

    def _learn(self, frame: Frame, reading: Reading) -> None:
        """No hand is there: what is no die is the background. The tray is looked for again, too."""
        tray = self._locate(frame.image)
        if tray is not None and self._has_moved(tray):
            self._tray, self._eye = tray, Eye(tray_field(self._size, tray.corners))
            self._eye.look(frame.image, frame.t)
        eye = self._eye_for(frame)
        edges = [edge_px(die, reading.size[0]) for die in reading.dice]
        if edges and eye.field.corners is None:
            eye.resize(float(np.median(edges)))
        eye.learn([(die.px, _AROUND * edge) for die, edge in zip(reading.dice, edges, strict=True)])

    def _has_moved(self, tray: TrayView) -> bool:
        return self._tray is None or bool(np.abs(tray.corners - self._tray.corners).max() > _BUMPED)


def _shows_hand(reading: Reading) -> bool:
    return any(problem.kind == "hand" for problem in reading.problems)
