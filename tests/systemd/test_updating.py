"""Versions side by side: tried, used when nobody plays, taken back; with a machine that only says what it was told."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from machine import SYSTEMD

from kiosk.journal import Archive, Begun, Journal, Moved, Noted
from kiosk.journal.verify import Looked, findings

sys.path.insert(0, str(SYSTEMD))

from setup.steps import Trouble
from setup.trial import SETTLED, Moment
from setup.update import LEFT, LONGEST, Updater
from setup.versions import WHOLE, Versions, order

from setup import making, saved, trial


class Machine:
    """A machine with version 0.1.0 in use and a journal. `boots`: which versions start."""

    def __init__(self, folder: Path) -> None:
        self.root, self.state, self.in_use = folder / "opt", folder / "state", folder / "in-use"
        self.state.mkdir()
        self.clock, self.ran, self.said = 1000.0, list[str](), list[str]()
        self.starts: dict[str, bool] = {"0.1.0": True, "0.2.0": True}
        self.fails: set[str] = set()
        self.versions = Versions(self.root)
        for version in ("0.1.0", "0.2.0"):
            self.install(version)
        self.versions.use("0.1.0")
        self.write_journal(3)
        self.updater = Updater(
            self.versions,
            self.state,
            self.in_use,
            self.run,
            self.said.append,
            lambda: self.clock,
            self.sleep,
            self.moment,
        )

    def install(self, version: str) -> None:
        (self.root / "versions" / version).mkdir(parents=True)
        (self.root / "versions" / version / WHOLE).touch()

    def write_journal(self, format_: int) -> None:
        with closing(sqlite3.connect(self.state / saved.JOURNAL)) as db:
            db.execute("CREATE TABLE IF NOT EXISTS games (game)")
            db.execute("INSERT INTO games VALUES (?)", (format_,))
            db.execute(f"PRAGMA user_version = {format_}")
            db.commit()

    def games(self) -> list[int]:
        with closing(sqlite3.connect(self.state / saved.JOURNAL)) as db:
            return [row[0] for row in db.execute("SELECT game FROM games")]

    def moment(self) -> Moment:
        return Moment("boot", self.clock)

    def sleep(self, seconds: float) -> None:
        self.clock += seconds

    def run(self, *words: object) -> str:
        said = " ".join(map(str, words))
        self.ran.append(said)
        if any(said.startswith(one) for one in self.fails):
            raise Trouble(f"failed: {said}")
        if said == "systemctl start raflebord.service":
            self._start()
        return ""

    def _start(self) -> None:
        """As the service does it: the pre- and post-commands, and again after a start in vain."""
        self.updater.starting()
        first = self.versions.current
        while not self.starts[str(self.versions.current)]:
            self.updater.starting()
        self.updater.ready()
        if self.versions.current != first:
            raise Trouble("the first start failed")

    def plays_at(self, seconds: float) -> None:
        self.in_use.touch()
        os.utime(self.in_use, (seconds, seconds))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_version_that_starts_is_in_use_and_the_one_before_is_kept(machine: Machine) -> None:
    machine.updater.change_to("0.2.0")
    assert (machine.versions.current, machine.versions.previous) == ("0.2.0", "0.1.0")
    assert machine.said == ["0.2.0 is in use"]
    assert machine.ran[0] == "systemctl stop raflebord.service"


def test_a_version_that_does_not_start_twice_is_taken_back(machine: Machine) -> None:
    machine.starts["0.2.0"] = False
    with pytest.raises(Trouble, match=r"0.2.0 did not start: 0.1.0 is in use"):
        machine.updater.change_to("0.2.0")
    assert machine.versions.current == "0.1.0"
    assert machine.versions.previous is None, "nobody should go back to it by hand"
    assert "0.2.0 did not start 2 times: back to 0.1.0" in machine.said


def test_a_version_that_falls_over_in_its_first_minute_is_taken_back(machine: Machine) -> None:
    machine.updater.change_to("0.2.0")
    for _ in range(2):
        machine.clock += SETTLED - 1
        machine.updater.starting()
        machine.updater.ready()
    assert machine.versions.current == "0.1.0"


@pytest.mark.parametrize(("boot", "seconds"), [("boot", SETTLED), ("the next boot", 0.0)])
def test_once_it_has_run_for_a_minute_or_up_to_a_power_cut_it_stays(
    machine: Machine, boot: str, seconds: float
) -> None:
    machine.updater.change_to("0.2.0")
    moment = Moment(boot, machine.clock + seconds)
    for _ in range(9):
        assert trial.starting(machine.versions, moment) is None
    assert machine.versions.current == "0.2.0"


def test_a_version_that_fails_its_trial_is_never_used(machine: Machine, tmp_path: Path) -> None:
    machine.fails.add("systemctl start raflebord-check@0.2.0.service")
    with pytest.raises(
        Trouble, match=r"0.2.0 failed its trial and is not used: journalctl -u raflebord-check@0.2.0"
    ):
        machine.updater.add(wheel(tmp_path, "0.2.0"), None, None, now=True)
    assert machine.versions.current == "0.1.0"
    assert "systemctl stop raflebord.service" not in machine.ran


def wheel(folder: Path, version: str) -> Path:
    path = folder / f"raflebord-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as files:
        files.writestr(making.LOCK, "opencv-python==5.0.0.93")
    return path


def test_it_waits_until_nobody_plays(machine: Machine, tmp_path: Path) -> None:
    machine.plays_at(machine.clock)
    began = machine.clock
    machine.updater.add(wheel(tmp_path, "0.2.0"), None, None, now=False)
    assert LEFT <= machine.clock - began < LEFT + 30
    assert machine.versions.current == "0.2.0"


def test_it_gives_up_when_people_play_all_day(machine: Machine, tmp_path: Path) -> None:
    machine.plays_at(machine.clock + 2 * LONGEST)
    with pytest.raises(Trouble, match="people have played all the time"):
        machine.updater.add(wheel(tmp_path, "0.2.0"), None, None, now=False)
    assert "systemctl stop raflebord.service" not in machine.ran


def test_the_version_in_use_is_not_installed_again(machine: Machine, tmp_path: Path) -> None:
    machine.updater.add(wheel(tmp_path, "0.1.0"), None, None, now=False)
    assert machine.ran == []


def test_without_room_for_a_copy_nothing_is_changed_and_the_table_goes_on(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "ROOM", 1 << 60)
    with pytest.raises(Trouble, match="a copy of the journal needs"):
        machine.updater.change_to("0.2.0")
    assert machine.versions.current == "0.1.0"
    assert machine.ran[-1] == "systemctl start raflebord.service"


def test_where_room_is_low_the_copy_does_without_old_photographs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a journal that the table takes for sound."""
    opening = {"game": "yatzy", "players": ["A"], "options": {}}
    with closing(Journal(tmp_path)) as journal:
        for game in (1, 2, 3):
            journal.write(Begun(game, float(game), "da", opening))
            dice = tuple({"value": 4, "x": 40.0 * place, "y": 60.0} for place in range(1, 6))
            pictures = {place: bytes(200_000) for place in range(5)}
            journal.write(Moved(game, 0, float(game), "camera", {"roll": [4] * 5}, dice, pictures))
    free = (tmp_path / saved.JOURNAL).stat().st_size + saved.PLENTY - 1
    monkeypatch.setattr(saved.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, free))  # type: ignore[attr-defined]
    copy = saved.save(tmp_path, "0.1.0")
    assert copy is not None
    with closing(Journal(copy)) as journal:
        assert journal.set_aside is None
        journal.write(Noted(3, 1, 4.0, "asked", {"kind": "hand"}))
    with closing(Archive(copy)) as archive:
        assert archive.cleared() == {1, 2}
        assert archive.photograph_count()[0] == 5
        assert [finding for finding in findings(archive, Looked()) if finding.grade == "fault"] == []


# Back


def test_back_by_hand_keeps_what_was_played_in_the_same_format(machine: Machine) -> None:
    machine.updater.change_to("0.2.0")
    machine.write_journal(3)
    machine.updater.back()
    assert (machine.versions.current, machine.games()) == ("0.1.0", [3, 3])


def test_back_to_a_version_that_cannot_read_the_new_format_gets_the_copy(machine: Machine) -> None:
    calibrations = machine.state / "calibrations"
    calibrations.mkdir()
    for version in (2, 3):
        (calibrations / f"000{version}.json").write_text(json.dumps({"version": version}))
    in_use = machine.state / "calibration.json"
    in_use.symlink_to("calibrations/0002.json")
    machine.updater.change_to("0.2.0")
    machine.write_journal(4)
    in_use.unlink()
    in_use.symlink_to("calibrations/0003.json")
    machine.updater.back()
    assert machine.games() == [3]
    assert json.loads(in_use.read_text()) == {"version": 2}
    assert json.loads((calibrations / "0003.json").read_text()) == {"version": 3}, "nothing is overwritten"
    (aside,) = machine.state.glob("journal.sqlite3.format-4-*")
    with closing(sqlite3.connect(aside)) as db:
        assert [row[0] for row in db.execute("SELECT game FROM games")] == [3, 4], "nothing is deleted"


def test_without_a_version_before_there_is_no_way_back(machine: Machine) -> None:
    with pytest.raises(Trouble, match="there is no version to go back to"):
        machine.updater.back()
    assert machine.ran == []


def test_so_many_copies_are_kept(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(10, 60))
    monkeypatch.setattr(saved.time, "strftime", lambda _: f"20251130T1200{next(times)}")
    for _ in range(3):
        machine.updater.change_to("0.2.0")
        machine.updater.change_to("0.1.0")
    assert len(list((machine.state / saved.FOLDER).iterdir())) == saved.KEPT


def test_a_damaged_journal_is_no_reason_to_lose_it(machine: Machine) -> None:
    (machine.state / saved.JOURNAL).write_bytes(b"no journal" * 500)
    with pytest.raises(Trouble, match="cannot be copied"):
        machine.updater.change_to("0.2.0")
    assert machine.versions.current == "0.1.0"
    assert machine.ran[-1] == "systemctl start raflebord.service"


# Versions


def test_versions_are_put_in_order() -> None:
    wanted = ["0.1.0", "0.2.0a1", "0.2.0rc1", "0.2.0", "0.2.0.post1", "0.2.0.1", "0.10.0", "1.0"]
    assert sorted(random.Random(1).sample(wanted, len(wanted)), key=order) == wanted


@pytest.mark.parametrize("name", ["../etc", "0.1.0+local", "0.1/0", "", "new", "0.1 0", "0.1-1"])
def test_what_is_no_version_is_refused(machine: Machine, name: str) -> None:
    with pytest.raises(Trouble, match="is no version"):
        machine.versions.path(name)


def test_a_version_that_was_not_installed_to_the_end_is_none(machine: Machine) -> None:
    (machine.root / "versions" / "0.3.0").mkdir()
    assert machine.versions.installed() == ["0.1.0", "0.2.0"]
    with pytest.raises(Trouble, match=r"version 0.3.0 is not installed: there are 0.1.0, 0.2.0"):
        machine.versions.use("0.3.0")


def test_old_versions_go_but_never_those_in_use(machine: Machine) -> None:
    for version in ("0.3.0", "0.4.0", "0.5.0"):
        machine.install(version)
    machine.versions.use("0.3.0")
    assert machine.versions.clear(3) == ["0.2.0", "0.4.0"]
    assert machine.versions.installed() == ["0.1.0", "0.3.0", "0.5.0"]


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"version": 3}', '{"ready": {"boot": 1}}'])
def test_a_trial_that_cannot_be_read_is_none(machine: Machine, text: str) -> None:
    """A plug that was pulled must not keep the table from starting."""
    (machine.root / trial.FILE).write_text(text)
    assert trial.starting(machine.versions, machine.moment()) is None
    assert not (machine.root / trial.FILE).exists()


# Making a version


def test_the_newest_wheel_on_a_stick_is_taken(tmp_path: Path) -> None:
    for name in ("raflebord-0.9.0", "raflebord-0.10.0", "raflebord-0.10.0rc1", "numpy-2.2.0", "raflebord-x"):
        (tmp_path / f"{name}-py3-none-any.whl").touch()
    assert making.newest_wheel(tmp_path).name == "raflebord-0.10.0-py3-none-any.whl"


def test_a_stick_without_a_wheel_is_said(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="there is no wheel of Raflebord"):
        making.newest_wheel(tmp_path)


def test_other_peoples_packages_are_taken_over_and_ours_are_not(tmp_path: Path) -> None:
    old, new = (tmp_path / name / "lib/python3.13/site-packages" for name in ("old", "new"))
    for path in (
        old / "cv2/__init__.py",
        old / "kiosk/app.py",
        old / "raflebord-0.1.0.dist-info/RECORD",
        new / "x.py",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    making.take_over(tmp_path / "old", tmp_path / "new")
    assert sorted(path.name for path in new.iterdir()) == ["cv2", "x.py"]
    assert (new / "cv2/__init__.py").samefile(old / "cv2/__init__.py")


def test_an_installation_that_fails_leaves_nothing(machine: Machine, tmp_path: Path) -> None:
    def run(*words: object) -> str:
        if "venv" in words:
            Path(str(words[-1])).mkdir()
            return ""
        raise Trouble("no such package")

    machine.versions.use("0.2.0")
    (machine.root / "current").unlink()
    with pytest.raises(Trouble, match="no such package"):
        making.make(run, machine.versions, wheel(tmp_path, "0.3.0"), tmp_path, None)
    assert not (machine.root / "versions" / "0.3.0").exists()


WORDS: list[tuple[Path | None, str | None, list[str]]] = [
    (Path("/stick"), None, ["--no-index", "--find-links", "/stick"]),
    (None, "https://packages.example", ["--index-url", "https://packages.example"]),
    (None, None, []),
]


@pytest.mark.parametrize(("links", "index", "words"), WORDS)
def test_where_packages_come_from(
    machine: Machine, tmp_path: Path, links: Path | None, index: str | None, words: list[str]
) -> None:
    (machine.root / "current").unlink()
    making.make(made(machine), machine.versions, wheel(tmp_path, "0.3.0"), links, index)
    others, ours = (line for line in machine.ran if " install " in line)
    assert ours.endswith(" ".join(["--no-input", *words, str(tmp_path / "raflebord-0.3.0-py3-none-any.whl")]))
    lock = machine.versions.path("0.3.0") / "requirements.txt"
    assert others.endswith(" ".join([*words, "--require-hashes", "--no-deps", "--requirement", str(lock)]))
    assert lock.read_text() == "opencv-python==5.0.0.93", "as the wheel lists it"
    assert "0.3.0" in machine.versions.installed()


def test_a_wheel_that_is_not_whole_is_said_and_leaves_nothing(machine: Machine, tmp_path: Path) -> None:
    broken = tmp_path / "raflebord-0.3.0-py3-none-any.whl"
    broken.write_bytes(b"PK")
    (machine.root / "current").unlink()
    with pytest.raises(Trouble, match="is not whole"):
        making.make(made(machine), machine.versions, broken, tmp_path, None)
    assert "0.3.0" not in machine.versions.installed()


def made(machine: Machine) -> Callable[..., str]:
    """What makes a folder where a virtual environment is to be."""

    def run(*words: object) -> str:
        if "venv" in words:
            Path(str(words[-1])).mkdir()
        return machine.run(*words)

    return run
