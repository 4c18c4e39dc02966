"""The calibration wizard: which step it is, what was found, what may be pressed.

It knows what the camera's process answers and nothing of how that is found; the screen draws what stands here. A
calibration is kept only when the dice were read as asked; until then, and whatever goes wrong, the one before stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, TypeAlias

from kiosk.ask import Ask
from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.service.camera_line import CameraLine
from vision.calibrating.check import LAYINGS, Asked, Laying, together
from vision.calibrating.lens import COVERAGE, POSES, Coverage
from vision.calibrating.look import Look
from vision.calibrating.troubles import Trouble
from vision.calibrating.versions import NoVersion, Version, Versions
from vision.calibration import Calibration, CalibrationFault
from vision.calibration_record import Made
from vision.cameras.protocol import Image
from vision.reading import Reading

Step: TypeAlias = Literal["start", "card", "tray", "white", "black", "compare", "kept"]
"""start: what is in use. card: the lens is measured. tray: the empty tray. white, black: the check with dice. compare:
new against old. kept: done."""
CHECKS = 5
"""Pictures of the dice when it counts; while people lay them one is looked at."""
_ASKED: Mapping[Step, Asked] = {"white": LAYINGS[0], "black": LAYINGS[1]}
_LIVE: frozenset[Step] = frozenset({"start", "card", "tray", "white", "black"})


class Wizard:
    """One maintainer at the table. `camera` as on the command line; `who` is written into what is kept."""

    def __init__(self, ask: Ask, versions: Versions, clock: Clock, camera: str, who: str = "") -> None:
        self._ask, self._clock = ask, clock
        self._line = CameraLine(ask, clock, self._answered)
        self.versions = versions
        """All that were kept."""
        self._camera, self._who = camera, who
        self.step: Step = "start"
        self.changes = 0
        """Grows whenever there is something new to draw."""
        self._clear()

    def _clear(self) -> None:
        """Nothing has been measured."""
        self.lens: Calibration | None = None
        """The lens as measured with the card, now or before."""
        self.made: Calibration | None = None
        """What has been measured, on its way to being kept."""
        self.layings: list[Laying] = []
        """The checks with dice that were passed."""
        self.version: Version | None = None
        """What is in use."""
        self.picture: Image | None = None
        """The last one, so many of whose pixels are one of the camera's: `zoom`."""
        self.zoom = 1.0
        self.may_go_back = False
        """Whether there is a calibration before the one in use."""
        self._anew = True
        self._forget()

    def _forget(self) -> None:
        """What was made out in the step before says nothing in this one."""
        self.look: Look | None = None
        self.coverage: Coverage | None = None
        self.corners: tuple[tuple[float, float], ...] = ()
        self.laying: Laying | None = None
        self.reading: Reading | None = None
        self.trouble: Trouble | None = None
        """What is wrong in the last picture, or was when it counted (`said`)."""
        self.said = False
        self.busy = False
        self.full = False
        """What was to be kept could not be written."""

    # -- what people do ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        """The key was turned."""
        self._clear()
        self.version = self.versions.current()
        before = self.version.calibration if self.version else None
        measured = before is not None and before.lens is not None and before.lens.origin == "card"
        self.lens = before if measured and self._is_own(before) else None
        self._go("start")

    def _is_own(self, before: Calibration | None) -> bool:
        """Whether it was made of this camera, as far as it says."""
        return before is not None and (before.made is None or before.made.camera == self._camera)

    def leave(self) -> None:
        """Back to the table."""
        self._line.drop()
        self._ask("leave")

    @property
    def simulated(self) -> bool:
        """Whether the table's own hand can lay what is asked for."""
        return self._camera.partition(":")[0] == "sim"

    @property
    def asked(self) -> Asked | None:
        """The dice that are to be laid in this step."""
        return _ASKED.get(self.step)

    @property
    def enough(self) -> bool:
        """Whether the card was seen often enough."""
        coverage = self.coverage
        return coverage is not None and coverage.poses >= POSES and coverage.share >= COVERAGE

    def may(self, button: Button) -> bool:
        """Whether a button does something now."""
        if self.busy:
            return button is Button.LEFT
        return button in self._doings()

    def press(self, button: Button) -> None:
        """A button went down; one that may not be pressed does nothing."""
        if self.may(button):
            self._doings()[button]()
            self.changes += 1

    def _doings(self) -> Mapping[Button, Callable[[], None]]:
        """What each button does in this step. LEFT leads back to the start; from there the screen leaves."""
        back = {Button.LEFT: partial(self._go, "start")}
        hand = {Button.RIGHT: self._simulate} if self.simulated else {}
        earlier = {Button.BANK: self._go_back} if self.may_go_back else {}
        match self.step:
            case "start":
                begin = {Button.CONFIRM: partial(self._go, "tray"), Button.RIGHT: partial(self._go, "card")}
                return {**begin, **earlier}
            case "card":
                return {**back, **({Button.CONFIRM: self._measure_lens} if self.enough else {})}
            case "tray":
                clear = self.said or (self.look is not None and self.trouble is None)
                return {**back, **hand, **({Button.CONFIRM: self._measure} if clear else {})}
            case "white":
                return {**back, **hand, Button.CONFIRM: self._check}
            case "black":
                skip = {Button.BANK: partial(self._go, "compare")}
                return {**back, **hand, **skip, Button.CONFIRM: self._check}
            case "compare":
                return {**back, Button.CONFIRM: self._keep}
            case "kept":
                return {Button.CONFIRM: self.enter, **earlier}

    def _go(self, step: Step) -> None:
        self.step = step
        self._line.drop()
        self._forget()
        if step in ("start", "kept"):
            self.made, self.layings = None, []
            number = self.version.number if self.version else 0
            earlier = [one for one in self.versions.all() if one.number < number]
            self.may_go_back = any(one.calibration is not None for one in earlier)
        self._anew |= step == "card"
        self.changes += 1

    # -- what is asked of the camera -----------------------------------------------------------------------------

    def follow(self, now: float) -> None:
        """Look again when it is time; an answer that does not come is a camera that gives no picture."""
        if self._line.is_free(now) and self._looks:
            self._look()

    @property
    def _looks(self) -> bool:
        """Whether what lies there is looked at all the time. What was said of dice is looked at again until it is
        mended; what was said of the tray is seen in several pictures only, and stands."""
        return self.step in _LIVE and (not self.said or self.asked is not None)

    def _look(self) -> None:
        if self.step == "card":
            self._line.order("card", anew=self._anew)
            self._anew = False
        elif self.asked is not None:
            self._line.order("check", calibration=self.made, asked=self.asked, frames=1)
        else:
            self._line.order("look", lens=self.lens)

    def _measure(self) -> None:
        self._count(partial(self._line.order, "measure", lens=self.lens))

    def _measure_lens(self) -> None:
        self._count(partial(self._line.order, "lens"))

    def _check(self) -> None:
        self._count(
            partial(self._line.order, "check", calibration=self.made, asked=self.asked, frames=CHECKS)
        )

    def _count(self, order: Callable[[], None]) -> None:
        """Now it counts: what is under way is not waited for."""
        self._line.drop()
        self.trouble, self.said, self.busy = None, False, True
        order()

    def _simulate(self) -> None:
        """The simulated table's hand empties the tray, or lays what is asked for."""
        asked = self.asked
        if asked is None:
            self._ask("clear")
        else:
            self._ask("throw", count=len(asked.faces), values=list(asked.faces), kind=asked.kind)
        self.said = False

    # -- what the camera answers ---------------------------------------------------------------------------------

    def _answered(self, answer: Mapping[str, Any]) -> None:
        """An answer to what was asked in this step."""
        counted, self.busy = self.busy, False
        self.changes += 1
        if not answer["ok"]:
            self.picture, self.trouble, self.said = None, Trouble("no_pictures"), counted
            return
        self.picture, self.zoom = answer["picture"], answer["zoom"]
        self.trouble, self.said = answer["trouble"], (counted or self.said) and answer["trouble"] is not None
        self.look = answer.get("look", self.look)
        self.laying, self.reading = answer.get("laying"), answer.get("reading")
        self.corners = answer.get("corners", ())
        self.coverage = answer.get("coverage", self.coverage)
        if counted and self.trouble is None:
            self._go_on(answer)

    def _go_on(self, answer: Mapping[str, Any]) -> None:
        """What counted has gone well."""
        if self.step == "card":
            self.lens = answer["lens"]
            self._go("tray")
        elif self.step == "tray":
            self.made = answer["calibration"]
            self._go("white")
        elif self.asked is not None:
            self.layings.append(answer["laying"])
            self._go("black" if self.step == "white" else "compare")

    # -- what is kept --------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        made, before = self.made, self.version.calibration if self.version else None
        assert made is not None
        when = datetime.fromtimestamp(self._clock.wall(), UTC).isoformat(timespec="seconds")
        whole = replace(
            made,
            light=before.light if before else None,
            checked=together(self.layings),
            made=Made(when, self._who, self._camera),
        )
        try:
            self.version = self.versions.keep(whole)
        except OSError:
            self.full = True
            return
        self._use()

    def _go_back(self) -> None:
        try:
            self.version = self.versions.go_back()
        except (NoVersion, CalibrationFault, OSError):
            self.full = True
            return
        self._use()

    def _use(self) -> None:
        """The camera's process takes up what is in use now."""
        self._ask("calibrated", path=str(self.versions.path))
        self._go("kept")
