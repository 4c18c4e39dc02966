"""Contested rolls keep their whole picture, labelled by the people who contested them; so do faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from table_sitting import FIRST, Clock, Sitting

from kiosk import cli
from kiosk.events import Failed, Preview, Seen, StateSeen
from kiosk.pictures.contested import ContestedPictures, labelled
from kiosk.pictures.faults import PAUSE, FaultPictures
from kiosk.pictures.shelf import LABELS, UNLABELLED, Shelf
from kiosk.referee.table_die import TableDie
from rules import Score
from vision.accuracy import measured
from vision.cameras.protocol import Image
from vision.observations import Settled
from vision.reader import read_picture
from vision.reading import Reading
from vision.sim.die import lying
from vision.sim.measures import mounted_view
from vision.sim.painter import Painter
from vision.worker.kept_picture import ORDERS, KeptPicture

ROOM = 10**9
SPOTS = ((40.0, 60.0), (90.0, 150.0), (130.0, 60.0), (170.0, 200.0), (180.0, 90.0))
VALUES = (1, 4, 4, 6, 2)


def shelf(folder: Path, budget: int = ROOM, most: int = 100, spare: int = ROOM) -> Shelf:
    return Shelf(folder, "contested", budget, most, lambda _: spare)


def labels(folder: Path, name: str = LABELS) -> dict[str, Any]:
    file = folder / name
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


class Eyes:
    """The camera's process: holds the picture of the newest reading, does `keep` and `kept`."""

    def __init__(self) -> None:
        self.held, self.latest = KeptPicture(), None
        self.asked: list[str] = []

    def show(self, image: Image, reading: Reading, t: float) -> None:
        self.latest = Settled(t, int(t), reading, image, (), ())

    def ask(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        assert name in ORDERS
        self.asked.append(name)
        then(self.held.answer(name, arguments["t"], self.latest))


class Watched:
    """A table that is followed as the main loop does it."""

    def __init__(self, folder: Path) -> None:
        self.sitting, self.eyes = Sitting(folder), Eyes()
        self.folder = folder / "contested"
        self.table = self.sitting.begin()
        self.keeper = ContestedPictures(
            self.eyes.ask, shelf(self.folder), Clock(), folder / "calibration.json"
        )
        self.t = 0.0

    def see(self, reading: Reading, image: Image) -> None:
        self.t += 1.0
        self.eyes.show(image, reading, self.t)
        self.table.take(StateSeen("rolling"))
        self.table.take(StateSeen("settled"))
        seen = Seen(reading, tuple(image[:40, :40] for _ in reading.dice), self.t)
        self.keeper.hear(seen)
        self.table.take(seen)
        self.keeper.follow(self.table)

    def do(self, what: Callable[[], object]) -> None:
        what()
        self.keeper.follow(self.table)


@pytest.fixture(scope="module")
def tray() -> Image:
    """Five dice on the simulated table: 1 4 4 6 2 from left to right."""
    rng = np.random.default_rng(3)
    spots = sorted(SPOTS)
    dice = [lying(value, x, y, 0.2) for value, (x, y) in zip(VALUES, spots, strict=True)]
    return Painter(mounted_view((1280, 720), rng), rng).frame(dice, [], None, dark=False)


@pytest.fixture(scope="module")
def read(tray: Image) -> Reading:
    found = read_picture(tray)
    assert sorted(die.value or 0 for die in found.dice) == sorted(VALUES)
    return found


def misread(reading: Reading, value: int, instead: int) -> Reading:
    """As if the camera had read one of the dice wrongly."""
    wrong = next(index for index, die in enumerate(reading.dice) if die.value == value)
    dice = [replace(die, value=instead) if index == wrong else die for index, die in enumerate(reading.dice)]
    return replace(reading, dice=tuple(dice))


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


# what is kept


def test_a_corrected_roll_keeps_its_picture_with_what_people_said(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(misread(read, 6, 5), tray)
    assert watched.table.match is not None
    watched.do(lambda: watched.table.correct(VALUES))
    ((name, label),) = labels(watched.folder).items()
    assert name.startswith("contested__")
    assert sorted(label["values"]) == sorted(VALUES)
    assert sorted(die["value"] for die in label["read"]) == sorted([1, 4, 4, 5, 2])
    kept = cv2.imread(str(watched.folder / name))
    assert np.array_equal(kept, tray), "the very pixels that were read"
    assert labels(watched.folder, UNLABELLED) == {}


def test_bench_accuracy_reads_the_folder_and_finds_who_was_right(
    watched: Watched, tray: Image, read: Reading, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One roll that the camera had misread, and one that it had read well and people changed to a wrong number."""
    watched.see(misread(read, 6, 5), tray)
    watched.do(lambda: watched.table.correct(VALUES))
    (tmp_path / "later").mkdir()
    later = Watched(tmp_path / "later")
    later.keeper = ContestedPictures(
        later.eyes.ask, shelf(watched.folder), Clock(), tmp_path / "calibration.json"
    )
    later.see(read, tray)
    later.do(lambda: later.table.correct([1, 4, 4, 6, 3]))
    assert cli.main(["bench", "--accuracy", str(watched.folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 2
    assert told["groups"]["d6 flat"] == {"right": 9, "wrong": 1}
    assert told["phantoms"] == 0
    assert told["lights"] == {"d6 contested": {"right": 9, "wrong": 1}}


def test_a_roll_that_is_rolled_again_is_kept_without_labels(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(read, tray)
    watched.do(watched.table.roll_again)
    assert labels(watched.folder) == {}
    ((name, told),) = labels(watched.folder, UNLABELLED).items()
    assert len(told["read"]) == 5
    assert (watched.folder / name).exists()


def test_what_staff_takes_back_is_kept_too_but_only_the_roll(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(read, tray)
    watched.do(lambda: watched.table.play(Score("chance")))
    watched.do(watched.table.undo)
    assert not watched.folder.exists()
    watched.do(watched.table.undo)
    assert len(labels(watched.folder, UNLABELLED)) == 1


def test_people_who_correct_themselves_are_taken_at_their_last_word(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(misread(read, 6, 5), tray)
    watched.do(lambda: watched.table.correct([1, 4, 4, 3, 2]))
    watched.do(lambda: watched.table.correct(VALUES))
    ((name, label),) = labels(watched.folder).items()
    assert sorted(label["values"]) == sorted(VALUES)
    assert label["read"]
    assert [file.name for file in watched.folder.glob("*.png")] == [name]
    watched.do(watched.table.roll_again)
    assert labels(watched.folder) == {}
    (told,) = labels(watched.folder, UNLABELLED).values()
    assert "values" not in told
    assert told["read"] == label["read"]


def test_what_people_enter_is_told_beside_the_picture_that_could_not_be_read(
    watched: Watched, tray: Image, read: Reading
) -> None:
    (first, *rest) = read.dice
    unread = replace(first, value=None, status="unsure")
    watched.see(replace(read, dice=(unread, *rest)), tray)
    assert watched.table.steps == ()
    watched.do(lambda: watched.table._play.enter(VALUES))
    assert labels(watched.folder) == {}
    (told,) = labels(watched.folder, UNLABELLED).values()
    assert told["said"] == list(VALUES)
    assert sum(die["value"] is None for die in told["read"]) == 1


def test_what_is_entered_without_a_camera_has_no_picture(watched: Watched) -> None:
    watched.do(lambda: watched.table._play.enter(VALUES))
    assert not watched.folder.exists()


def test_a_game_that_is_left_contests_nothing(watched: Watched, tray: Image, read: Reading) -> None:
    watched.see(read, tray)
    watched.do(lambda: watched.sitting.begin())
    assert not watched.folder.exists()
    assert watched.eyes.asked == ["keep"]


def test_a_picture_that_the_camera_no_longer_holds_costs_nothing(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(read, tray)
    watched.eyes.held = KeptPicture()
    watched.do(lambda: watched.table.correct(VALUES))
    assert not watched.folder.exists()


def test_a_missing_picture_is_told_as_what_it_is(
    watched: Watched, tray: Image, read: Reading, caplog: pytest.LogCaptureFixture
) -> None:
    """What people entered was not contested by anybody."""
    watched.see(
        replace(read, dice=(replace(read.dice[0], value=None, status="unsure"), *read.dice[1:])), tray
    )
    watched.eyes.latest = None
    watched.do(lambda: watched.table._play.enter(VALUES))
    assert "there is no picture of a roll that people entered" in caplog.text
    assert "a contested roll" not in caplog.text


def test_a_later_reading_does_not_take_the_place_of_the_rolls_picture(
    watched: Watched, tray: Image, read: Reading
) -> None:
    watched.see(read, tray)
    watched.eyes.show(np.zeros_like(tray), read, 99.0)
    watched.do(lambda: watched.table.correct(VALUES))
    (name,) = labels(watched.folder)
    assert np.array_equal(cv2.imread(str(watched.folder / name)), tray)


def test_the_calibration_lies_beside_them_and_they_are_read_with_it(
    watched: Watched, tray: Image, read: Reading, tmp_path: Path
) -> None:
    lens = {"size": [1280, 720], "focal": [985.0, 985.0], "middle": [639.5, 359.5], "distortion": [0] * 5}
    made = {"when": "2025-11-30T12:00:00Z", "who": "Halvdan", "camera": "", "note": "Halvdan was here"}
    (tmp_path / "calibration.json").write_text(json.dumps({**lens, "version": 2, "made": made}))
    watched.see(read, tray)
    watched.do(lambda: watched.table.correct(VALUES))
    laid = json.loads((watched.folder / "calibration.json").read_text())
    assert laid == {**lens, "version": 2, "made": {**made, "who": "", "note": ""}}
    assert measured([watched.folder]).pictures == 1
    (watched.folder / "calibration.json").write_text("{}")
    with pytest.raises(Exception, match="is not a calibration file"):
        measured([watched.folder])


# labels


def a_die(value: int, x: float, y: float, kind: str = "d6", **more: Any) -> TableDie:
    return TableDie(value, None, x, y, kind=kind, **more)  # type: ignore[arg-type]


def test_dice_that_nobody_has_named_are_as_they_were_read_and_those_not_read_have_no_label(
    read: Reading,
) -> None:
    first, second, *rest = read.dice
    unread = replace(second, value=None, status="unsure", guess=None)
    assert first.x is not None
    assert first.y is not None
    found = labelled(replace(read, dice=(first, unread, *rest)), [a_die(3, first.x + 1, first.y)])
    assert [one["value"] for one in found] == [3, *(die.value for die in rest)]


def test_a_die_that_no_camera_saw_is_nowhere(read: Reading) -> None:
    lie = [a_die(6, -1000.0, -1000.0, entered=True)]
    assert [one["value"] for one in labelled(read, lie)] == [die.value for die in read.dice]


def test_two_kinds_of_dice_are_not_confused(read: Reading) -> None:
    (first, *_) = read.dice
    assert first.x is not None
    assert first.y is not None
    found = labelled(replace(read, dice=(first,)), [a_die(11, first.x, first.y, kind="d12")])
    assert [(one["kind"], one["value"]) for one in found] == [("d6", first.value)]


# the shelf


def test_within_the_budget_the_oldest_go_first_and_no_label_is_left_behind(tmp_path: Path) -> None:
    kept = shelf(tmp_path / "f", budget=100)
    for number in range(5):
        kept.keep(b"x" * 30, "png", {"kind": "d6", "values": [number]}, {})
    names = [f"contested__{number:06}.png" for number in (3, 4, 5)]
    assert sorted(file.name for file in (tmp_path / "f").glob("*.png")) == names
    assert list(labels(tmp_path / "f")) == names


def test_no_more_than_so_many(tmp_path: Path) -> None:
    kept = shelf(tmp_path / "f", most=2)
    for _ in range(4):
        kept.keep(b"x", "png", None, {})
    assert list(labels(tmp_path / "f", UNLABELLED)) == ["contested__000003.png", "contested__000004.png"]


def test_on_a_full_disk_nothing_is_kept_and_nothing_raised(tmp_path: Path) -> None:
    shelf(tmp_path / "f", spare=10).keep(b"x" * 30, "png", None, {})
    assert list((tmp_path / "f").iterdir()) == []
    shelf(tmp_path / "no" / "f").keep(b"x", "png", None, {})


def test_labels_that_were_damaged_are_begun_anew(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    (tmp_path / LABELS).write_text("{ no")
    kept.keep(b"x", "png", {"kind": "d6", "values": [1]}, {})
    assert list(labels(tmp_path)) == ["contested__000001.png"]


# faults


def test_a_fault_keeps_what_the_camera_saw_last_but_not_over_and_over(
    tmp_path: Path, sitting: Sitting
) -> None:
    clock = Clock()
    keeper = FaultPictures(Shelf(tmp_path / "faults", "fault", ROOM, 3, lambda _: ROOM), clock)
    failed = Failed("camera", "the camera gives no picture")
    keeper.hear(failed)
    keeper.follow(sitting.table)
    assert not (tmp_path / "faults").exists(), "nothing was seen yet"
    sitting.table.take(Preview(np.full((50, 50, 3), 90, np.uint8), None, None))
    for pause in (0.0, 1.0, PAUSE, PAUSE, PAUSE):
        clock.time += pause
        keeper.hear(failed)
        keeper.follow(sitting.table)
    found = labels(tmp_path / "faults", UNLABELLED)
    assert len(found) == 3
    assert {one["text"] for one in found.values()} == {"the camera gives no picture"}
    keeper.hear(StateSeen("fault", "dark"))
    clock.time += PAUSE
    keeper.follow(sitting.table)
    assert "dark" in {one["text"] for one in labels(tmp_path / "faults", UNLABELLED).values()}
    assert FIRST
