"""The machine itself: disk, temperature, voltage, clock, judged as `raflebord doctor` judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.clock import Clock
from kiosk.doctor import disk, power, temperature, wall_clock
from kiosk.doctor.check import Check, Grade
from kiosk.doctor.disk import Room
from kiosk.doctor.power import LOW, SINCE, Supply
from kiosk.doctor.temperature import WARM
from kiosk.doctor.wall_clock import Source
from kiosk.service.errand import Errand, Start, in_a_thread
from kiosk.service.trial import Gauge, Item, Mark, Saying, Trial
from kiosk.words import msg

MARKS: Mapping[Grade, Mark] = {"fine": "good", "elsewhere": "absent", "untried": "absent"}
HOTTEST = 100.0
"""Degrees that fill the bar."""


@dataclass(frozen=True)
class Looked:
    """What was found: the disk, degrees Celsius (None: nothing measures them), the supply, where the time is from."""

    room: Room
    degrees: float | None
    supply: Supply
    source: Source

    @property
    def checks(self) -> tuple[Check, ...]:
        """What the doctor says of each."""
        return (
            disk.check(self.room),
            temperature.check(self.degrees),
            power.check(self.supply),
            wall_clock.check(self.source),
        )


def look(state_dir: Path, clock: Clock) -> Looked:
    """Looks at this machine; takes up to a few seconds."""
    from kiosk.doctor.listing import say

    root = Path("/")
    return Looked(
        disk.looked(state_dir),
        temperature.looked(root),
        power.looked(root, say),
        wall_clock.looked(root, say, clock.wall(), ()),
    )


class MachineTrial(Trial):
    """`looks` looks at the machine, beside the main loop by `start`."""

    name = "machine"
    title = msg("The machine")

    def __init__(self, looks: Callable[[], Looked], start: Start = in_a_thread) -> None:
        super().__init__()
        self._looks, self._start = looks, start
        self._errand: Errand[Looked] | None = None
        self.found: Looked | None = None

    def begin(self, now: float) -> None:
        """Looks."""
        super().begin(now)
        self.found = None
        self.says = Saying(msg("A moment ..."))
        self._errand = Errand(self._looks, self._start)

    def follow(self, now: float) -> None:
        """Judges what was found."""
        found = self._errand.result() if self._errand is not None else None
        if found is None:
            return
        self.found = found
        bad = [index for index, check in enumerate(found.checks) if check.grade in ("look", "broken")]
        if bad:
            self._judge("failed", Saying(_TODO[bad[0]]))
        else:
            self._judge("passed", Saying(msg("All as it should be.")))

    def items(self) -> Sequence[Item]:
        """The four, and what each is like."""
        if self.found is None:
            return tuple(Item(name, "now") for name in _NAMES)
        told = (
            _free(self.found.room),
            _degrees(self.found.degrees),
            _supply(self.found.supply),
            _source(self.found.source),
        )
        return tuple(
            Item(name, MARKS.get(check.grade, "bad"), None if check.grade == "elsewhere" else figure)
            for name, check, figure in zip(_NAMES, self.found.checks, told, strict=True)
        )

    def gauges(self) -> Sequence[Gauge]:
        """The figures with a limit."""
        if self.found is None:
            return ()
        room, degrees = self.found.room, self.found.degrees
        free = Gauge(msg("Free on the disk"), room.free / 1e9, " GB", 1)
        if degrees is None:
            return (free,)
        warm = Gauge(
            msg("Processor"),
            degrees,
            " °C",
            share=min(1.0, degrees / HOTTEST),
            good=(0.0, WARM / HOTTEST),
        )
        return (free, warm)

    def figures(self) -> Mapping[str, object]:
        """What the doctor found, in its words."""
        return {} if self.found is None else {check.name: check.found for check in self.found.checks}


_NAMES = (msg("Disk"), msg("Temperature"), msg("Voltage"), msg("Clock"))
_TODO = (
    msg("The disk is full or cannot be written. Free it, or change the card."),
    msg("Too warm. Free the air's way; clean the fan or fit one."),
    msg("The supply is weak or the machine too warm. Use the Pi's own supply with its own cable."),
    msg("Nothing sets the clock. Connect the net, or fit a battery clock."),
)


def _free(room: Room) -> Saying:
    if room.trouble is not None:
        return Saying(msg("cannot be written"))
    return Saying(msg("{gb} GB free"), {"gb": f"{room.free / 1e9:.0f}"})


def _degrees(degrees: float | None) -> Saying:
    return Saying(msg("{degrees} °C"), {"degrees": f"{degrees or 0:.0f}"})


def _supply(supply: Supply) -> Saying:
    """The worst there is to say: now before since the start, low voltage before slowness."""
    bits = supply.bits or 0
    if bits >> LOW & 1:
        return Saying(msg("too low now"))
    if bits >> (LOW + SINCE) & 1 or supply.alarm:
        return Saying(msg("was too low since the start"))
    if bits & 0xF:
        return Saying(msg("slowed down now"))
    return Saying(msg("was slowed down since the start") if bits >> SINCE else msg("never too low"))


def _source(source: Source) -> Saying:
    if source.wall < wall_clock.PRESENT_DAYS:
        return Saying(msg("years behind"))
    if source.net:
        return Saying(msg("set by the net"))
    return Saying(msg("kept by a battery") if source.battery else msg("set by nobody"))
