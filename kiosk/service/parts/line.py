"""The line to the tray controller: so many questions in a row, what was lost of them, and how long the answers took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.light.messages import Status
from kiosk.service.parts.asking import AskingTrial, Told
from kiosk.service.parts.light import SILENT
from kiosk.service.trial import Bars, Gauge, Saying
from kiosk.words import msg

ASKED = 50
LATE = 0.12
"""Seconds: an answer usually takes 0.01; what was lost is said again after 0.15 (`kiosk.light.session`)."""
SLOWEST = 0.3
"""Seconds that the highest bar stands for."""
MOST = 1
"""So many may be lost on a line that is used all evening."""
SILENCE = 3
"""Questions without an answer after which nobody is taken to be there."""


class LineTrial(AskingTrial):
    """Asks the controller behind `light`."""

    name = "line"
    title = msg("Line to the tray controller")
    opening = Saying(msg("The controller is asked fifty questions."))

    def _start(self) -> None:
        super()._start()
        self.told: list[Told] = []

    def _told(self, told: Told) -> None:
        self.told.append(told)
        if len(self.told) >= SILENCE and not self._answers():
            self._judge("failed", SILENT)
        elif len(self.told) >= ASKED:
            self._finish()

    def _finish(self) -> None:
        if self.lost > MOST:
            says = Saying(
                msg("Messages are lost on the line. Change the USB cable; lay it away from the lamps.")
            )
            self._judge("failed", says)
        else:
            self._judge("passed", Saying(msg("The line is clean.")))

    def _answers(self) -> list[Status]:
        return [one.status for one in self.told if one.status is not None]

    @property
    def lost(self) -> int:
        """What got lost: questions that had to be said again or were not answered, frames and bytes that the controller
        threw away meanwhile."""
        answers = self._answers()
        late = sum(one.status is None or one.took > LATE for one in self.told)
        return late + (_thrown(answers[-1]) - _thrown(answers[0]) if answers else 0)

    def bars(self) -> Bars:
        """How long the answers took."""
        shares = tuple(min(1.0, one.took / SLOWEST) for one in self.told)
        return Bars(msg("Time until each answer"), shares, LATE / SLOWEST)

    def gauges(self) -> Sequence[Gauge]:
        """Answers, losses, the usual time."""
        count, times = len(self.told), sorted(one.took for one in self.told)
        usual = 1000 * times[count // 2] if times else None
        return (
            Gauge(msg("Asked, of 50"), count, share=min(1.0, count / ASKED)),
            Gauge(msg("Lost"), self.lost, share=min(1.0, self.lost / (4 * MOST)), good=(0.0, 0.25)),
            Gauge(msg("Usual time"), usual, " ms"),
        )

    def figures(self) -> Mapping[str, object]:
        """How many were asked, and what was lost."""
        return {"asked": len(self.told), "lost": self.lost}


def _thrown(status: Status) -> int:
    return status.bad_frames + status.lost_bytes
