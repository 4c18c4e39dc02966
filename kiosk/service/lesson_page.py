"""A page on which the table learns from dice in the tray: it looks again and again, and one order at a time counts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.events import Event
from kiosk.service.camera_line import CameraLine
from kiosk.service.trial import Saying
from kiosk.words import msg
from vision.calibrating.versions import Versions
from vision.calibration import Calibration
from vision.cameras.protocol import Image


class LessonPage:
    """What such pages share. What comes of the order that counts is told to `_heard`. `simulated`: the table's own hand
    can lay the dice. What is learnt is kept in `FILE` beside the calibration, and counts from the moment at which the
    page is left."""

    FILE: ClassVar[str]

    def __init__(self, ask: Ask, versions: Versions, clock: Clock, *, simulated: bool = False) -> None:
        self._ask, self._line = ask, CameraLine(ask, clock, self._answered)
        self._versions, self.simulated = versions, simulated
        self.changes = 0
        """Grows whenever there is something new to draw."""
        self._clear()

    def _clear(self) -> None:
        """Nothing has been seen."""
        self.picture: Image | None = None
        self.says = Saying("")
        """The one sentence that counts now."""
        self.warns = False
        """Whether it says that something is in the way."""
        self.busy = False
        """Whether an order that counts is under way."""
        self._calibration: Calibration | None = None
        self._new = False

    def _begin(self) -> None:
        """The page is shown: what is learnt now belongs to the calibration in use."""
        self._line.drop()
        self._clear()
        version = self._versions.current()
        self._calibration = version.calibration if version is not None else None

    @property
    def path(self) -> Path:
        """Where what is learnt is kept."""
        return self._versions.path.with_name(self.FILE)

    def leave(self) -> None:
        """The camera's process takes up what was learnt, and watches the tray again."""
        self._line.drop()
        if self._new:
            self._ask("calibrated", path=str(self._versions.path))
        else:
            self._ask("leave")

    def follow(self, now: float) -> None:
        """Look again when it is time; an answer that does not come is a camera that gives no picture."""
        if self._line.is_free(now):
            self._line.order("look", lens=None)

    def hear(self, event: Event) -> None:
        """It only knows what it has asked for."""

    def _count(self, name: str, **arguments: Any) -> None:
        """Now it counts: what is under way is not waited for."""
        self._line.drop()
        self.busy = True
        self._say(msg("Leave the dice alone for a moment."))
        self._line.order(name, **arguments)

    def _answered(self, answer: Mapping[str, Any]) -> None:
        """What came of a look, or of the order that counts."""
        counted, self.busy = self.busy, False
        self.changes += 1
        if not answer["ok"]:
            self.picture = None
            self._say(msg("The camera gives no picture. See that its cable is in."), warns=True)
            return
        self.picture = answer["picture"]
        if counted:
            self._heard(answer)

    def _heard(self, answer: Mapping[str, Any]) -> None:
        """What came of the order that counted."""
        raise NotImplementedError

    def _say(self, text: str, *, warns: bool = False, **numbers: object) -> None:
        self.says, self.warns = Saying(text, numbers), warns
        self.changes += 1
