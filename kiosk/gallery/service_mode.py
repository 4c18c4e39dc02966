"""Pictures of service mode's menu, tests and audit: the real pages in front of parts that behave as they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kiosk.buttons import Button
from kiosk.doctor.disk import Room
from kiosk.doctor.power import Supply
from kiosk.doctor.wall_clock import Source
from kiosk.events import Edge, Event, Hit
from kiosk.gallery.studio import GalleryClock, Picture, Studio
from kiosk.gallery.wizard import Staged
from kiosk.journal.audit import Audit, Day
from kiosk.journal.diary_rows import Fault
from kiosk.light.messages import Light, Pattern, Status
from kiosk.light.mood import Scene
from kiosk.light.tray_light import Presence
from kiosk.light.wanted import Wanted
from kiosk.service.audit import AuditPage, Opened
from kiosk.service.dice_colour import ColourPage
from kiosk.service.dice_page import DicePage
from kiosk.service.menu import Menu
from kiosk.service.opening import Parts, all_tests
from kiosk.service.parts.machine import Looked, MachineTrial
from kiosk.service.parts.names import NAMES
from kiosk.service.screens.audit import AuditScreen
from kiosk.service.screens.menu import MenuScreen, TrialsScreen
from kiosk.service.screens.own_dice import ColourScreen, DiceScreen
from kiosk.service.screens.teach import TeachScreen
from kiosk.service.screens.trial import TrialScreen
from kiosk.service.teaching import Teaching
from kiosk.service.trials import Result, TrialPage, Trials
from kiosk.sound.sounding import Silence
from vision.calibrating.check import Asked
from vision.calibration import assumed
from vision.d6.lesson import ASKED

GREEN, YELLOW = Button.CONFIRM, Button.BANK
EVENING = 1764612000.0


class StagedLight:
    """A tray controller whose measurements are scripted: the room's light, and what was thrown away by then."""

    there: Presence = True
    answering: Presence = True

    def __init__(self, levels: Sequence[int] = (612,), thrown: Sequence[int] = (0,)) -> None:
        self._levels, self._thrown = cycle(levels), cycle(thrown)
        self.dawdle: Callable[[], None] = lambda: None
        """What happens before it answers."""

    def follow(self, scene: Scene, now: float) -> None:
        """Nothing is lit."""

    def keeps(self, event: Event, now: float) -> bool:
        """Nothing is kept."""
        return False

    def show(self, wanted: Wanted | None) -> None:
        """Nothing is lit."""

    def status(self, then: Callable[[Status | None], None]) -> None:
        """The next measurement."""
        self.dawdle()
        level, thrown = next(self._levels), next(self._thrown)
        then(Status(81000, level, 5034, 512, 0, thrown, 900, Light(160, 160), Pattern.IDLE))

    def close(self) -> None:
        """Nothing to let go of."""


class StagedSound(Silence):
    """Loudspeakers."""

    there: bool | None = True


def _film(late: int) -> Callable[..., None]:
    """A camera of twelve and a half pictures a second, of which so many were lost."""

    def ask(name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **_: Any) -> None:
        if name == "film":
            gaps = [0.0667 * (2 if index % 9 == 4 and index < 9 * late else 1) for index in range(60)]
            times = tuple(float(t) for t in np.cumsum(gaps))
            then({"ok": True, "times": times, "repeated": 0, "picture": np.zeros((4, 4, 3), np.uint8)})

    return ask


class Round:
    """A maintainer on the page of one test."""

    def __init__(self, studio: Studio, test: str, light: StagedLight | None = None, late: int = 0) -> None:
        self.clock: GalleryClock = studio.clock
        parts = Parts(
            frozenset,
            light or StagedLight(),
            StagedSound(),
            _film(late),
            "sim",
            Path("/nowhere"),
            studio.clock,
        )
        tests = [
            MachineTrial(_machine, lambda work: work()) if one.name == "machine" else one
            for one in all_tests(parts)
        ]
        self.tests = Trials(tests, lambda *_: None, studio.clock)
        self.tests.at = next(index for index, one in enumerate(tests) if one.name == test)
        self.page = TrialPage(self.tests)
        self.page.enter()
        studio.before = TrialScreen(studio.kit, self.page)

    def wait(self, seconds: float, steps: int = 1) -> None:
        """Time passes for the test."""
        for _ in range(steps):
            self.clock.go_on(seconds / steps)
            self.page.follow(self.clock.now())

    def press(self, *buttons: Button) -> None:
        """Press buttons one after the other."""
        for button in buttons:
            self.page.press(button)

    def touch(self, button: Button, bounce: float = 0.002) -> None:
        """A button goes down and up, and bounces for so many seconds."""
        now = self.clock.now()
        for down, at in ((True, 0.0), (False, bounce / 2), (True, bounce)):
            self.page.hear(Edge(button, down, now + at))
        self.wait(0.1)
        self.page.hear(Edge(button, False, self.clock.now()))
        self.wait(0.1)


def _machine() -> Looked:
    return Looked(
        Room("/var/lib/raflebord", None, 21_400_000_000, 9_000_000_000),
        58.0,
        Supply(0x50000, None),
        Source(True, True, EVENING),
    )


def _buttons(studio: Studio) -> None:
    here = Round(studio, "buttons")
    for button in list(NAMES)[:7]:
        here.touch(button, 0.0094 if button is Button.HOLD4 else 0.002)


def _stuck(studio: Studio) -> None:
    here = Round(studio, "buttons")
    for button in NAMES:
        if button is not Button.BANK:
            here.touch(button)
    here.page.hear(Edge(Button.BANK, True, here.clock.now()))
    here.wait(8.0, 20)


def _lamps(studio: Studio) -> None:
    Round(studio, "lamps").press(GREEN, GREEN, YELLOW, GREEN)


def _light(studio: Studio) -> None:
    Round(studio, "light").press(GREEN)


def _knocks(studio: Studio) -> None:
    here = Round(studio, "knocks")
    here.wait(2.5)
    for strength in (410, 633):
        here.page.hear(Hit(strength))
        here.wait(1.0)


def _room(studio: Studio) -> None:
    levels = [612, 615, 610, 608, 611, 614, 420, 180, 95, 90, 92, 101, 300]
    Round(studio, "room", StagedLight(levels)).wait(3.2, 16)


def _line(studio: Studio) -> None:
    light, seconds = StagedLight(thrown=[*range(7), *[6] * 50]), cycle([0.011] * 7 + [0.161, 0.014])
    light.dawdle = lambda: studio.clock.go_on(next(seconds))
    Round(studio, "line", light).wait(1.0, 60)
    studio.clock.go_on(1.2 - (studio.clock.now() % 1.0))


def _sound(studio: Studio) -> None:
    Round(studio, "sound").press(GREEN, GREEN)


def _screen(studio: Studio) -> None:
    Round(studio, "screen")


def _frame(studio: Studio) -> None:
    Round(studio, "screen").press(*[GREEN] * 6)


def _camera(studio: Studio, late: int) -> None:
    Round(studio, "camera", late=late).wait(0.1)


def _its_machine(studio: Studio) -> None:
    Round(studio, "machine").wait(0.1)


def _menu(studio: Studio) -> None:
    menu = Menu()
    menu.press(Button.RIGHT)
    menu.press(Button.RIGHT)
    studio.before = MenuScreen(studio.kit, menu)


def _tests(studio: Studio) -> None:
    here = Round(studio, "room")
    verdicts = {"buttons": "passed", "lamps": "failed", "light": "passed", "knocks": "passed"}
    here.tests.results = {name: Result(verdict, EVENING) for name, verdict in verdicts.items()}  # type: ignore[arg-type]
    here.tests.results["sound"] = Result("absent", EVENING)
    studio.before = TrialsScreen(studio.kit, here.tests)


def _teach(studio: Studio, refused: bool) -> None:
    """Three faces are known; the next one lies there, or another in its place."""
    with TemporaryDirectory(prefix="raflebord-") as folder:
        staged = Staged(Path(folder), studio.clock, 3)
        staged.wizard.versions.keep(assumed((1280, 720)))
        teaching = Teaching(staged.ask, staged.wizard.versions, studio.clock)
        teaching.enter()
        for face in (1, 2, 3):
            staged.lay(Asked("d12", (face, face)))
            teaching.press(GREEN)
        staged.lay(Asked("d12", (7, 7) if refused else (4, 4)))
        if refused:
            teaching.press(GREEN)
        studio.clock.go_on(1.0)
        teaching.follow(studio.clock.now())
        studio.before = TeachScreen(studio.kit, teaching)
        studio.clock.go_on(1.2 - (studio.clock.now() % 1.0))
        studio.draw()


def _dice(studio: Studio, spotted: bool) -> None:
    """What is known of the dice; those with spots are chosen, or are about to be."""
    with TemporaryDirectory(prefix="raflebord-") as folder:
        staged = Staged(Path(folder), studio.clock, 3)
        page = DicePage(staged.ask, staged.wizard.versions)
        page.enter()
        page.press(Button.RIGHT)
        if spotted:
            page.press(GREEN)
        studio.before = DiceScreen(studio.kit, page)
        studio.draw()


def _colour(studio: Studio, dice: str) -> None:
    """Dice of a colour are learnt, or refused."""
    with TemporaryDirectory(prefix="raflebord-") as folder:
        staged = Staged(Path(folder), studio.clock, 3, dice)
        staged.wizard.versions.keep(assumed((1280, 720)))
        page = ColourPage(staged.ask, staged.wizard.versions, studio.clock)
        page.enter()
        staged.lay(ASKED)
        page.press(GREEN)
        studio.before = ColourScreen(studio.kit, page)
        studio.clock.go_on(1.2 - (studio.clock.now() % 1.0))
        studio.draw()


def _audit(studio: Studio) -> None:
    page = AuditPage(lambda: Opened(_two_weeks()), lambda work: work())
    page.enter()
    page.follow(studio.clock.now())
    studio.before = AuditScreen(studio.kit, page)


def _two_weeks() -> Audit:
    audit = Audit(faults=[Fault("camera", "gone", EVENING - 90_000, EVENING - 89_400)])
    for day in range(17, 31):
        games = 6 + day * 7 % 11
        counted = Day(games=games, rolls=games * 61 + day, contested=day % 3, corrected=day % 2)
        counted.asked["leaning"] = games // 2
        counted.uptime = 3600 * (9 + day % 4) + 1000
        counted.faults["camera"] = day % 13 == 3
        counted.crashes = int(day == 22)
        audit.days[f"2025-11-{day}"] = counted
    return audit


_PREPARED: Mapping[str, Callable[[Studio], None]] = {
    "service-menu": _menu,
    "service-tests": _tests,
    "service-test-buttons": _buttons,
    "service-test-buttons-stuck": _stuck,
    "service-test-lamps": _lamps,
    "service-test-light": _light,
    "service-test-knocks": _knocks,
    "service-test-room": _room,
    "service-test-line": _line,
    "service-test-sound": _sound,
    "service-test-screen": _screen,
    "service-test-screen-frame": _frame,
    "service-test-camera": partial(_camera, late=0),
    "service-test-camera-late": partial(_camera, late=5),
    "service-test-machine": _its_machine,
    "service-teach": partial(_teach, refused=False),
    "service-teach-other": partial(_teach, refused=True),
    "service-dice": partial(_dice, spotted=False),
    "service-dice-spots": partial(_dice, spotted=True),
    "service-colour": partial(_colour, dice="red"),
    "service-colour-refused": partial(_colour, dice="black"),
    "service-audit": _audit,
}
PICTURES: tuple[Picture, ...] = tuple(Picture(name, 3, prepare) for name, prepare in _PREPARED.items())
"""The menu, the list of tests, each test, the audit."""
