"""The black dice taught on the table's own screen: the same lessons as on the command line, refused in plain words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from service_bench import PAUSE, Bench, rest

from kiosk.buttons import Button
from kiosk.service.camera_line import PATIENCE
from kiosk.service.screens.trial_views import sentence
from kiosk.service.teaching import Teaching
from kiosk.service.trial import Saying
from kiosk.words import Words
from vision.calibration import assumed
from vision.cameras.protocol import Image
from vision.d12 import TAUGHT
from vision.d12.judges import Judges, Verdict
from vision.d12.net import SIZE as PATCH
from vision.d12.taught import FACES, RING, Taught, load
from vision.sim.table import SimTable
from vision.small_net import Patches

GREEN, YELLOW, LEFT, RIGHT = Button.CONFIRM, Button.BANK, Button.LEFT, Button.RIGHT


@cache
def showing(*faces: int) -> Image:
    """The simulated tray with black dice showing these faces."""
    table = SimTable(5, size=(1280, 720))
    if faces:
        table.throw(len(faces), values=list(faces), kind="d12")
        rest(table)
    return table.frame().copy()


class Lessons:
    """A maintainer with black dice; the camera sees what lies there."""

    def __init__(self, folder: Path, calibrated: bool = True) -> None:
        self.bench = Bench(folder)
        self.bench.camera.befalls = lambda _: self.lying
        self.lying = showing()
        if calibrated:
            self.bench.versions.keep(assumed((1280, 720)))
        self.page = Teaching(self.bench.ask, self.bench.versions, self.bench.clock)
        self.path = folder / TAUGHT

    def go_on(self, seconds: float = PAUSE + 0.01) -> None:
        self.bench.clock.t += seconds
        self.page.follow(self.bench.clock.now())
        self.bench.answer()

    def learn(self, *faces: int) -> None:
        self.lying = showing(*faces)
        self.page.press(GREEN)
        self.bench.answer()

    @property
    def said(self) -> str:
        says = self.page.says
        return sentence(Words("en"), Saying(says.text, {"face": self.page.face, **says.numbers}))


@pytest.fixture
def lessons(tmp_path: Path) -> Lessons:
    made = Lessons(tmp_path)
    made.page.enter()
    return made


def test_a_face_is_learnt_and_kept_at_once_and_the_next_is_asked_for(lessons: Lessons) -> None:
    assert lessons.said == "Lay one to three black dice with the 1 up, nothing else. Then learn it."
    lessons.page.press(YELLOW)
    lessons.page.press(YELLOW)
    lessons.learn(3, 3)
    assert load(lessons.path).values == [3, 3]
    assert lessons.said == "The 3 is learnt. Now lay the 1 up."


def test_a_face_taught_again_replaces_what_was_known(lessons: Lessons) -> None:
    for _ in range(2):
        lessons.page.face = 3
        lessons.learn(3, 3)
    assert load(lessons.path).values == [3, 3]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((), "No black die lies flat. Lay one in the middle of the tray."),
        ((7, 7), "That looks like the 7. Lay the 3 up."),
    ],
)
def test_what_is_no_lesson_is_refused_and_nothing_is_kept(
    lessons: Lessons, faces: tuple[int, ...], said: str
) -> None:
    lessons.page.face = 3
    lessons.learn(*faces)
    assert (lessons.said, lessons.page.warns) == (said, True)
    assert not lessons.path.exists()
    assert lessons.page.face == 3, "the same one is asked for"


def test_what_may_be_another_number_is_asked_about_once(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = Judges.heard

    def unsure(judges: Judges, patches: Patches) -> Verdict:
        verdict = hear(judges, patches)
        return Verdict(verdict.value, verdict.agreed * 0.8, verdict.least * 0.8)

    monkeypatch.setattr(Judges, "heard", unsure)
    lessons.page.face = 3
    lessons.learn(7, 7)
    assert lessons.said.startswith("Is that the 3? It looks more like the 7.")
    assert not lessons.path.exists()
    lessons.learn(7, 7)
    assert load(lessons.path).values == [3, 3], "who lays the dice knows better"


def test_without_markers_nothing_is_learnt(lessons: Lessons) -> None:
    lessons.lying = showing() * 0
    lessons.page.press(GREEN)
    lessons.bench.answer()
    assert lessons.said == "The markers cannot be seen. Clear the rim."


def test_a_full_disk_is_said(lessons: Lessons, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Taught, "save", refuse)
    lessons.page.face = 3
    lessons.learn(3, 3)
    assert lessons.said == "It could not be stored. Is the disk full?"
    assert lessons.page.taught.values == []


def test_a_camera_that_gives_no_picture_is_said(lessons: Lessons) -> None:
    lessons.page.press(GREEN)
    lessons.bench.clock.t += PATIENCE + 1
    lessons.page.follow(lessons.bench.clock.now())
    assert lessons.said == "The camera gives no picture. See that its cable is in."


def test_without_a_calibration_there_is_nothing_to_learn_for(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path, calibrated=False)
    lessons.page.enter()
    assert lessons.said == "Calibrate the camera first: what is learnt belongs to it."
    lessons.learn(3, 3)
    assert "lesson" not in lessons.bench.orders


def test_dice_with_spots_are_counted(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    Taught(spotted=True).save(lessons.path)
    lessons.page.enter()
    assert lessons.said.startswith("These dice have spots")
    assert not lessons.page.may_learn


def test_a_file_that_cannot_be_read_is_replaced(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    lessons.path.write_bytes(b"nonsense")
    lessons.page.enter()
    assert lessons.said == "What was learnt cannot be read. Everything is learnt anew."


def test_faces_that_are_known_are_not_asked_for_again(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path)
    taught = Taught()
    for face in range(1, FACES + 1):
        if face != 9:
            blank = showing()[:1, :1, 0].repeat(PATCH, 0).repeat(PATCH, 1)
            taught.add(face, blank, showing()[: RING[0], : RING[1], 0].copy())
    taught.save(lessons.path)
    lessons.page.enter()
    assert lessons.page.face == 9


def test_what_was_learnt_counts_once_the_page_is_left(lessons: Lessons) -> None:
    lessons.page.leave()
    assert lessons.bench.orders[-1] == "leave", "nothing new: only the watch goes on"
    lessons.page.enter()
    lessons.page.face = 3
    lessons.learn(3, 3)
    lessons.page.leave()
    assert lessons.bench.orders[-1] == "calibrated"


def test_the_picture_is_live(lessons: Lessons) -> None:
    assert lessons.page.picture is None
    lessons.go_on()
    assert lessons.page.picture is not None
    assert lessons.page.press(LEFT) == "dice"
