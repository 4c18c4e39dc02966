"""One time of quiet: when the tray is read, and what the readings come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.reading import Reading
from vision.watch.agree import ENOUGH, agree
from vision.watch.sight import Sight

Verdict: TypeAlias = Literal["empty", "hand", "settled", "unread"]
"""empty: bare felt. hand: the reader sees one. settled: dice, read. unread: no dice, and a problem says why."""

QUIET, _DOUBTFUL_QUIET = 0.2, 0.25
"""Seconds of quiet before dice count as settled, and when one of them shows no value: it may be on the point of
toppling over, which begins too slowly to be seen."""
_EMPTY_QUIET = 0.1
"""The same before bare felt counts as empty."""
_LAST_QUIET = 0.8
"""Until now the readings may come to agree; then what they do not agree on is unsure, and what the eye sees
and the reader does not belongs to the felt."""
_FIRST = 0.06
"""Seconds of quiet before the first reading: most pauses are shorter, and a reading is not cheap."""
_APART = 0.06
"""Seconds between readings, so that they do not share one moment's noise ..."""
_RELAXED = 0.5
"""... and later on, when something lies there that cannot be read, or a hand."""
_SLACK = 1e-6
"""Times of frames are sums of fractions."""


@dataclass(frozen=True)
class Judgement:
    """`verdict` None: not yet. `reading` is what the readings agree on."""

    verdict: Verdict | None
    reading: Reading

    @property
    def is_bare(self) -> bool:
        """Whether nothing at all was seen on the felt."""
        return not self.reading.dice and not self.reading.problems


class Rest:
    """Collects the readings of one time of quiet."""

    def __init__(self) -> None:
        self._readings: list[Reading] = []
        self._due = _FIRST

    def is_due(self, quiet: float) -> bool:
        """Whether a frame after `quiet` seconds of quiet should be read."""
        return quiet >= self._due - _SLACK

    def add(self, reading: Reading, sight: Sight) -> Judgement:
        """One more reading, of a frame that showed `sight`."""
        self._readings.append(reading)
        judgement = self._judge(sight.quiet + _SLACK, sight.things)
        undecided = judgement.verdict is None and sight.quiet < _LAST_QUIET
        self._due = sight.quiet + (_APART if undecided else _RELAXED)
        return judgement

    def _judge(self, quiet: float, things: bool) -> Judgement:
        last = self._readings[-1]
        if any(problem.kind == "hand" for problem in last.problems):
            self._readings.clear()
            return Judgement("hand", last)
        if not last.dice:
            return Judgement(self._without_dice(quiet, things), last)
        return self._judge_dice(quiet)

    def _without_dice(self, quiet: float, things: bool) -> Verdict | None:
        """What two readings say that saw no die."""
        recent = self._readings[-2:]
        if len(recent) < 2 or any(reading.dice for reading in recent):
            return None
        if not any(reading.problems for reading in recent):
            return "empty" if quiet >= (_LAST_QUIET if things else _EMPTY_QUIET) else None
        if quiet < _LAST_QUIET or not all(reading.problems for reading in recent):
            return None
        # It may be over at any moment without anything moving, as when the light comes back.
        self._readings.clear()
        return "unread"

    def _judge_dice(self, quiet: float) -> Judgement:
        agreement = agree(self._readings)
        reading = agreement.reading
        all_read = all(die.status == "ok" for die in reading.dice)
        if agreement.unanimous and quiet >= (QUIET if all_read else _DOUBTFUL_QUIET):
            return Judgement("settled", reading)
        forced = quiet >= _LAST_QUIET and len(self._readings) >= ENOUGH and bool(reading.dice)
        return Judgement("settled" if forced else None, reading)
