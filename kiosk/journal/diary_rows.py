"""The diary read back: runs of the program, faults with their lengths, steps of the wall clock, tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast, get_args

from kiosk.journal.archive import DiaryRow, read_json
from kiosk.journal.entries import Damaged

Before: TypeAlias = Literal["first", "stopped", "crash", "power", "lost"]
"""How the run before ended. first: there was none. lost: the run's own start is not written here, since the journal in
which it was had to be set aside. stopped: as asked. crash: the program ended by itself or was killed
while the machine ran on. power: the machine went down with it."""
Verdict: TypeAlias = Literal["passed", "failed", "absent"]
"""What came of a test. absent: there is no such part at the table."""
STEPPED = 60.0
"""Seconds by which wall clock and running time may part without anybody having set the clock."""


@dataclass
class Fault:
    """A part that did not work. `until` is None where nothing says that it healed before the run's end; seconds since
    1970."""

    part: str
    text: str
    since: float
    until: float | None = None


@dataclass
class Run:
    """The program from a start to its end, or to the last that was heard of it."""

    began: float
    boot: str
    before: Before
    version: str = ""
    up: float = 0.0
    stopped: bool = False
    alive: list[tuple[float, float]] = field(default_factory=list)
    """For each entry after the start: the wall clock, and the seconds since the entry before it."""
    steps: list[tuple[float, float]] = field(default_factory=list)
    """When the wall clock was set (after it, seconds since 1970), and by how much, seconds."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def away(self) -> tuple[Fault, ...]:
        """The faults that had not healed at the end of what is written."""
        return tuple(fault for fault in self.faults if fault.until is None)


@dataclass(frozen=True)
class Tried:
    """A test of service mode; `wall`: when, seconds since 1970."""

    test: str
    verdict: Verdict
    wall: float


def tried(rows: Iterable[DiaryRow]) -> Iterator[Tried]:
    """All tests, oldest first; raises Damaged at an entry that makes no sense."""
    for row in rows:
        if row.what == "tested":
            detail = read_json(row.detail, dict)
            verdict = detail.get("verdict")
            if verdict not in get_args(Verdict):
                raise Damaged(f"it is no test's result: {row.detail[:40]}")
            yield Tried(str(detail.get("test", "")), cast(Verdict, verdict), row.wall)


def runs(rows: Iterable[DiaryRow]) -> Iterator[Run]:
    """All runs, oldest first; raises Damaged at an entry that makes no sense."""
    run, wall = None, 0.0
    for row in rows:
        if row.what == "started":
            if run is not None:
                yield run
            run = _begun(row, run)
        else:
            run = run or Run(row.wall, "", "lost", up=row.up)
            _add(run, row, wall or row.wall)
        wall = row.wall
    if run is not None:
        yield run


def _begun(row: DiaryRow, last: Run | None) -> Run:
    detail = read_json(row.detail, dict)
    boot = str(detail.get("boot", ""))
    before: Before = "first"
    if last is not None and last.stopped:
        before = "stopped"
    elif last is not None:
        before = "crash" if boot and boot == last.boot else "power"
    return Run(row.wall, boot, before, str(detail.get("version", "")))


def _add(run: Run, row: DiaryRow, wall: float) -> None:
    passed = max(0.0, row.up - run.up)
    run.up = max(run.up, row.up)
    run.alive.append((row.wall, passed))
    step = row.wall - wall - passed
    if abs(step) > STEPPED:
        run.steps.append((row.wall, step))
    if row.what == "failed":
        detail = read_json(row.detail, dict)
        run.faults.append(Fault(str(detail.get("part", "")), str(detail.get("text", "")), row.wall))
    elif row.what == "healed":
        _heal(run, str(read_json(row.detail, dict).get("part", "")), row.wall)
    run.stopped = run.stopped or row.what == "stopped"


def _heal(run: Run, part: str, wall: float) -> None:
    for fault in run.faults:
        if fault.part == part and fault.until is None:
            fault.until = wall
