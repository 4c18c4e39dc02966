"""Teaching the table its own black dice, one face after the other: what is known, what is asked for, what was refused.

What is learnt, and from what, is `vision.d12.lesson`'s; the same lessons are given by `raflebord teach d12`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk.ask import Ask
from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.service.lesson_page import LessonPage
from kiosk.service.page import Place
from kiosk.service.trial import BACK
from kiosk.words import msg
from vision.calibrating.versions import Versions
from vision.d12 import TAUGHT
from vision.d12.taught import FACES, Taught, TaughtFault, load

_REFUSALS = {
    "markers": msg("The markers cannot be seen. Clear the rim."),
    "nothing": msg("No black die lies flat. Lay one in the middle of the tray."),
    "other": msg("That looks like the {other}. Lay the {face} up."),
    "doubt": msg("Is that the {face}? It looks more like the {other}. If it is, press Learn once more."),
}


class Teaching(LessonPage):
    """The page. Each face is kept as soon as it is learnt."""

    FILE = TAUGHT

    def __init__(self, ask: Ask, versions: Versions, clock: Clock, *, simulated: bool = False) -> None:
        super().__init__(ask, versions, clock, simulated=simulated)
        self._forget()

    def _forget(self) -> None:
        self.taught = Taught()
        """What is known."""
        self.face = 1
        """The face that is asked for."""
        self._doubted = False

    # -- the page ------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """With what is known, at the first face that is not."""
        self._begin()
        self._forget()
        self._say(msg("Lay one to three black dice with the {face} up, nothing else. Then learn it."))
        try:
            self.taught = load(self.path) if self.path.exists() else Taught()
        except TaughtFault:
            self._say(msg("What was learnt cannot be read. Everything is learnt anew."), warns=True)
        self.face = next(iter(self.taught.missing()), 1)
        if self._calibration is None:
            self._say(msg("Calibrate the camera first: what is learnt belongs to it."), warns=True)
        elif self.taught.spotted:
            self._say(msg("These dice have spots, which are counted: there is nothing to learn."))

    @property
    def may_learn(self) -> bool:
        """Whether a face can be learnt now."""
        return self._calibration is not None and not self.taught.spotted and not self.busy

    def press(self, button: Button) -> Place | None:
        """Green: learn. Yellow: another face. RIGHT: the simulated hand lays what is asked for."""
        if button is BACK:
            return "dice"
        if not self.may_learn:
            return None
        if button is Button.CONFIRM:
            self._learn()
        elif button is Button.BANK:
            self._ask_for(self.face % FACES + 1)
            self._say(msg("Lay one to three black dice with the {face} up, nothing else. Then learn it."))
        elif button is Button.RIGHT and self.simulated:
            self._ask("throw", count=2, values=[self.face] * 2, kind="d12")
        return None

    # -- lessons -------------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        again, self._doubted = self._doubted, False
        self._count("lesson", face=self.face, taught=self.taught, calibration=self._calibration, again=again)

    def _heard(self, answer: Mapping[str, Any]) -> None:
        if "why" in answer:
            self._doubted = answer["why"] == "doubt"
            self._say(_REFUSALS[answer["why"]], warns=True, other=answer["other"])
        else:
            self._keep(answer["taught"], answer["confused"])

    def _keep(self, taught: Taught, confused: tuple[tuple[int, int], ...]) -> None:
        try:
            taught.save(self.path)
        except OSError:
            self._say(msg("It could not be stored. Is the disk full?"), warns=True)
            return
        self.taught, self._new = taught, True
        before = self.face
        self._ask_for(next(iter(taught.missing()), self.face % FACES + 1))
        if confused:
            one, other = confused[0]
            self._say(
                msg("The {one} looks like the {other}. Teach both anew."), warns=True, one=one, other=other
            )
        elif not taught.missing():
            self._say(msg("All twelve faces are learnt, and none looks like another."))
        else:
            self._say(msg("The {before} is learnt. Now lay the {face} up."), before=before)

    def _ask_for(self, face: int) -> None:
        self.face, self._doubted = face, False
        self.changes += 1
