"""The audit: what the table did, day by day: games, rolls, questions, readings that people doubted, faults, uptime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from kiosk.journal.archive import Archive, GameRow, read_json
from kiosk.journal.diary_rows import Fault, Run, Tried, runs, tried
from kiosk.journal.entries import Damaged
from kiosk.journal.replay import Played, opened_again, whole_game
from rules import Roll

UNKNOWN = "unknown"
"""The day of what is stamped with a time that no calendar reaches."""
NEWEST = 50
"""Faults that are told one by one; all are counted."""


@dataclass
class Day:
    """Counts of one day. `contested`: rolls that people at the table doubted; `corrected`: those for which they set
    another value than the camera read; `taken_back`: rolls taken back by staff; `by_hand`: rolls that the camera did
    not read alone. `faults` by part. `starts` of the program, of which `crashes` after the program had ended by itself
    and `power_cuts` after the machine went down with it. `uptime` in seconds, `clock_steps` of the wall clock."""

    games: int = 0
    finished: int = 0
    left: int = 0
    rolls: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    contested: int = 0
    corrected: int = 0
    taken_back: int = 0
    by_hand: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    crashes: int = 0
    power_cuts: int = 0
    uptime: float = 0.0
    clock_steps: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """What every table of days begins with: games, rolls, questions, contested, corrected, faults."""
        return self.games, self.rolls, self.asked.total(), self.contested, self.corrected, self.faults.total()

    def add(self, other: Day) -> None:
        """Counts another day into this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Audit:
    """All days that anything is known of, in their order, and the newest faults."""

    days: dict[str, Day] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    """Games that make no sense; nothing of them is counted."""
    last_run: Run | None = None
    tests: dict[str, Tried] = field(default_factory=dict)
    """The newest result of each test of service mode."""

    @property
    def total(self) -> Day:
        """All days together."""
        total = Day()
        for day in self.days.values():
            total.add(day)
        return total


def audited(archive: Archive, zone: tzinfo | None = None) -> Audit:
    """Counts a whole journal. `zone`: whose days are meant; None: the machine's own. Raises Damaged when the diary
    makes no sense."""
    audit, calendar = Audit(), _Calendar(zone)
    for row in archive.games():
        try:
            opened_again(row)
            entries = whole_game(archive, row)
        except Damaged:
            audit.unreadable.append(row.game)
        else:
            _count_game(audit, calendar, row, entries)
    for note in archive.notes():
        if note.what == "asked":
            _day(audit, calendar, note.wall).asked[str(read_json(note.detail, dict).get("kind"))] += 1
    for run in runs(archive.diary()):
        _count_run(audit, calendar, run)
        audit.last_run = run
    audit.tests = {one.test: one for one in tried(archive.diary())}
    audit.days = dict(sorted(audit.days.items()))
    return audit


class _Calendar:
    """Days as people count them."""

    def __init__(self, zone: tzinfo | None) -> None:
        self._zone = zone

    def name(self, wall: float) -> str:
        """The day of a time, such as 2025-11-30."""
        moment = self._at(wall)
        return UNKNOWN if moment is None else moment.date().isoformat()

    def began(self, wall: float) -> float | None:
        """When that day began."""
        moment = self._at(wall)
        return None if moment is None else datetime(*moment.timetuple()[:3], tzinfo=moment.tzinfo).timestamp()

    def _at(self, wall: float) -> datetime | None:
        try:
            return datetime.fromtimestamp(wall, self._zone)
        except (ValueError, OverflowError, OSError):
            return None


def _day(audit: Audit, calendar: _Calendar, wall: float) -> Day:
    return audit.days.setdefault(calendar.name(wall), Day())


def _count_game(audit: Audit, calendar: _Calendar, row: GameRow, entries: tuple[Played, ...]) -> None:
    _day(audit, calendar, row.wall).games += 1
    if row.end is not None:
        ended = _day(audit, calendar, row.end[0])
        ended.finished += row.end[1] == "finished"
        ended.left += row.end[1] == "left"
    for played in entries:
        if isinstance(played.move, Roll):
            day = _day(audit, calendar, played.row.wall)
            day.rolls += 1
            day.by_hand += played.by_hand
            day.corrected += _corrected(played)
    for undo in _undone_rolls(entries):
        day = _day(audit, calendar, undo.row.wall)
        day.contested += undo.row.source == "button"
        day.taken_back += undo.row.source == "staff"


def _corrected(played: Played) -> bool:
    """People set another value than the camera had read."""
    return any("read" in die for die in played.dice) and played.row.source == "button"


def _undone_rolls(entries: tuple[Played, ...]) -> Iterator[Played]:
    """The entries that take a roll back."""
    standing: list[Played] = []
    for played in entries:
        if played.move is not None:
            standing.append(played)
        elif isinstance(standing.pop().move, Roll):
            yield played


def _count_run(audit: Audit, calendar: _Calendar, run: Run) -> None:
    day = _day(audit, calendar, run.began)
    day.starts += run.before != "lost"
    day.crashes += run.before == "crash"
    day.power_cuts += run.before == "power"
    for wall, seconds in run.alive:
        for end, part in _by_days(calendar, wall, seconds):
            _day(audit, calendar, end).uptime += part
    for wall, _ in run.steps:
        _day(audit, calendar, wall).clock_steps += 1
    for fault in run.faults:
        _day(audit, calendar, fault.since).faults[fault.part] += 1
    audit.faults = (audit.faults + run.faults)[-NEWEST:]


def _by_days(calendar: _Calendar, end: float, seconds: float) -> Iterator[tuple[float, float]]:
    """A stretch of time that ended then, in parts of one day each: a moment of the day, and seconds."""
    while seconds > 0:
        midnight = calendar.began(end)
        part = seconds if midnight is None else min(seconds, end - midnight)
        if part > 0:
            yield end, part
        seconds -= part
        # A moment before midnight belongs to the day before.
        end = end - part if part > 0 else end - 1e-3


def filled(days: dict[str, Day], most: int) -> dict[str, Day]:
    """The last `most` days up to the newest, those without anything among them."""
    known = sorted(name for name in days if name != UNKNOWN)
    if not known:
        return {}
    newest = date.fromisoformat(known[-1])
    wanted = [newest - timedelta(days=back) for back in reversed(range(most))]
    names = [one.isoformat() for one in wanted if one >= date.fromisoformat(known[0])]
    return {name: days.get(name, Day()) for name in names}


def as_lines(audit: Audit) -> Iterator[dict[str, Any]]:
    """The audit as plain data: one object for each day, each of the newest faults, and for all of it."""
    for name, day in audit.days.items():
        yield {"line": "day", "date": name, **_counts(day)}
    for fault in audit.faults:
        yield {"line": "fault", **vars(fault)}
    for one in audit.tests.values():
        yield {"line": "test", **vars(one)}
    yield {
        "line": "total",
        "days": len(audit.days),
        **_counts(audit.total),
        "unreadable": audit.unreadable,
    }


def _counts(day: Day) -> dict[str, Any]:
    plain = {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(day).items()}
    return {**plain, "uptime": round(day.uptime, 1)}
