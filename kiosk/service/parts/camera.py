"""The camera: how many pictures a second, and whether each is a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.doctor.camera import LOST, SLOW, speed
from kiosk.doctor.film import Film
from kiosk.service.camera_line import CameraLine
from kiosk.service.trial import Bars, Gauge, Saying, Trial
from kiosk.words import msg

PATIENCE = 20.0
"""Seconds for a film; at four pictures a second it takes fifteen."""
FASTEST = 30.0
"""Pictures a second that fill the bar."""
LONGEST = 0.25
"""Seconds between two pictures that the highest bar stands for."""
DRAWN = 60


class CameraTrial(Trial):
    """`ask` gives the camera's process an order; `live`: the camera is a sensor or a simulated one, no film."""

    name = "camera"
    title = msg("Camera")

    def __init__(self, ask: Ask, clock: Clock) -> None:
        super().__init__()
        self._ask, self._line = ask, CameraLine(ask, clock, self._answered, PATIENCE)
        self.film: Film | None = None

    def begin(self, now: float) -> None:
        """Films."""
        super().begin(now)
        self.film = None
        self._line.drop()
        self.says = Saying(msg("The camera films for a few seconds."))
        self._line.order("film")

    def _answered(self, answer: Mapping[str, Any]) -> None:
        """What came of filming."""
        if not answer["ok"]:
            self.end()
            says = Saying(msg("The camera gives no picture. See that its cable is in."))
            self._judge("failed", says)
            return
        self.film = Film(None, answer["times"], answer["repeated"], answer["picture"], live=True)
        self.changes += 1

    def follow(self, now: float) -> None:
        """Judges the film, or that there is none."""
        if self.film is not None:
            self._finish(self.film)
        else:
            self._line.is_free(now)

    def _finish(self, film: Film) -> None:
        self.end()
        if speed(film)[0] == "fine":
            self._judge("passed", Saying(msg("Every picture comes, in time and once.")))
        else:
            says = Saying(
                msg("Pictures are late, missing or come twice. Is the machine hot, its supply weak?")
            )
            self._judge("failed", says)

    def end(self) -> None:
        """The camera watches the tray again."""
        self._line.drop()
        self._ask("leave")

    def bars(self) -> Bars | None:
        """The time from each picture to the next."""
        if self.film is None:
            return None
        gaps = [min(1.0, (later - one) / LONGEST) for one, later in pairwise(self.film.times[-DRAWN:])]
        return Bars(msg("Time from each picture to the next"), tuple(gaps), 1 / SLOW / LONGEST)

    def gauges(self) -> Sequence[Gauge]:
        """Rate, missing, twice."""
        film = self.film
        if film is None:
            return ()
        count = max(1, len(film.times))
        return (
            Gauge(
                msg("Pictures a second"),
                film.rate,
                places=1,
                share=min(1.0, film.rate / FASTEST),
                good=(SLOW / FASTEST, 1.0),
            ),
            _lost(msg("Missing, of 60"), film.dropped, count),
            _lost(msg("Twice, of 60"), film.repeated, count),
        )

    def figures(self) -> Mapping[str, object]:
        """The same for the diary."""
        film = self.film
        if film is None:
            return {}
        return {"rate": round(film.rate, 2), "dropped": film.dropped, "repeated": film.repeated}


def _lost(name: str, number: int, count: int) -> Gauge:
    return Gauge(name, number, share=min(1.0, number / count / (4 * LOST)), good=(0.0, 0.25))
