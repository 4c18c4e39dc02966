"""The nightly chores at a journal that somebody may be writing to; and the screen of a table that rests."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from journal_games import BEGAN, write_games

from kiosk import cli
from kiosk.commands.rest import _contact
from kiosk.journal import FILE, Archive, Journal
from kiosk.nightly import DAY, PAGE, Chores, NightlySettings, read_section
from kiosk.resting import RestingScreen
from kiosk.settings import gathered

NIGHT = BEGAN + 100 * DAY


class Night:
    """A table with three games, the first of them a hundred days ago, and a stick."""

    def __init__(self, folder: Path) -> None:
        self.state, self.stick, self.said = folder / "state", folder / "stick", list[str]()
        self.state.mkdir()
        self.stick.mkdir()
        write_games(self.state, ["yatzy", "thirty", "farkle"], most=12)
        for folder in ("calibrations", "backups"):
            (self.state / folder).mkdir()
            (self.state / folder / "0001.json").write_text("{}")
        (self.state / "calibration.json").symlink_to("calibrations/0001.json")

    def chores(self, wall: float = NIGHT, **settings: object) -> bool:
        given = NightlySettings(**{"backup": self.stick, **settings})  # type: ignore[arg-type]
        return Chores(self.state, given, wall, self.said.append).do()

    def copies(self) -> list[str]:
        return sorted(path.name for path in self.stick.iterdir())

    def photographs(self, folder: Path | None = None) -> int:
        with closing(Archive(folder or self.state)) as archive:
            return archive.photograph_count()[0]


def name_of(day: int) -> str:
    """The copy made so many days after the first."""
    return time.strftime("raflebord-%Y%m%dT%H%M%S", time.gmtime(NIGHT + day * DAY))


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def test_a_night_leaves_a_sound_copy_and_a_new_page(night: Night) -> None:
    assert night.chores()
    (copy,) = night.stick.iterdir()
    assert sorted(path.name for path in copy.iterdir()) == [PAGE, "calibration.json", "calibrations", FILE]
    assert (copy / "calibrations/0001.json").is_file()
    assert not (copy / "calibration.json").is_symlink(), "sticks know no links"
    with closing(Archive(copy)) as archive:
        assert len(list(archive.games())) == 3
    assert "<html" in (night.state / PAGE).read_text(encoding="utf-8")
    assert "journal: 3 games, 36 moves: sound" in night.said


def test_a_table_that_plays_is_not_held_up(night: Night) -> None:
    """What it writes meanwhile is in the copy or comes in the next one; nothing is lost."""
    with closing(Journal(night.state)) as journal:
        assert journal.last_game == 3
        assert night.chores(photograph_days=99)
        assert journal.last_game == 3


def test_so_many_copies_stay(night: Night) -> None:
    for day in range(4):
        night.chores(NIGHT + day * DAY, copies=2)
    assert night.copies() == [name_of(2), name_of(3)]


def test_what_was_broken_off_is_no_copy_and_in_nobodys_way(night: Night) -> None:
    (night.stick / f"{name_of(0)}.part").mkdir()
    night.chores(copies=1)
    assert night.copies() == [name_of(0)]


def test_without_a_stick_it_says_so(night: Night) -> None:
    assert night.chores(backup=night.stick / "not there")
    assert any(line.startswith("no copy was made") for line in night.said)


def test_a_journal_with_a_fault_is_copied_and_the_sound_copies_stay(night: Night) -> None:
    night.chores(NIGHT, copies=1)
    with closing(sqlite3.connect(night.state / FILE)) as db:
        db.execute("DROP TRIGGER moves_UPDATE")
        db.execute("UPDATE moves SET wall = wall + 1 WHERE game = 2 AND seq = 3")
        db.commit()
    assert not night.chores(NIGHT + DAY, copies=1)
    assert any(line.startswith("journal: game 2, move 3: ") for line in night.said)
    assert len(night.copies()) == 2


def test_a_journal_that_cannot_be_read_fails_every_chore_that_needs_it(night: Night) -> None:
    (night.state / FILE).write_bytes(b"no journal at all" * 1000)
    assert not night.chores()
    assert [name for name in night.copies() if not name.endswith(".part")] == []


def test_the_oldest_copies_make_room_but_the_last_one_stays(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(3):
        night.chores(NIGHT + day * DAY)
    full = shutil._ntuple_diskusage(10**9, 10**9, 0)  # type: ignore[attr-defined]
    monkeypatch.setattr("kiosk.nightly.shutil.disk_usage", lambda _: full)
    assert not night.chores(NIGHT + 4 * DAY)
    assert night.copies() == [name_of(2)]
    assert any("there is no room for it" in line for line in night.said)


@pytest.mark.parametrize(("days", "gone"), [(0, 0), (101, 0), (99, 2)])
def test_photographs_go_by_age_but_those_of_the_last_game_stay(night: Night, days: int, gone: int) -> None:
    before = night.photographs()
    night.chores(photograph_days=days)
    with closing(Archive(night.state)) as archive:
        assert len(archive.cleared()) == gone
        assert len(list(archive.games())) == 3
    assert (night.photographs() < before) == bool(gone)


BAD = [
    ("soon", r"a section \[nightly\] was expected"),
    ({"backups": "/x"}, "there is no setting 'backups'; there are backup, copies, photograph_days"),
    ({"backup": "stick"}, "backup is a folder such as"),
    ({"backup": 3}, "backup is a folder such as"),
    ({"copies": 0}, "copies is a whole number, at least 1"),
    ({"copies": True}, "copies is a whole number, at least 1"),
    ({"photograph_days": -1}, "photograph_days is a whole number, at least 0"),
]


@pytest.mark.parametrize(("given", "said"), BAD)
def test_a_section_with_a_mistake_is_refused_in_one_line(given: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_section(given)


def test_the_section_is_read_from_the_tables_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('contact = "Anna"\n[nightly]\nbackup = "/srv/copies"\ncopies = 3\n')
    settings = gathered({}, file, {"HOME": "/home/pi"}, on_pi=True)
    assert (settings.nightly.backup, settings.nightly.copies, settings.contact) == (
        Path("/srv/copies"),
        3,
        "Anna",
    )


def test_the_command(night: Night, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'[nightly]\nbackup = "{night.stick}"\n')
    assert cli.main(["nightly", "--state-dir", str(night.state), "--config", str(file)]) == 0
    assert "copied to" in capsys.readouterr().out
    assert cli.main(["nightly", "--state-dir", str(tmp_path / "none")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# The screen of a table that rests


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 1024), (800, 480)])
@pytest.mark.parametrize(
    "contact", ["", "Anna", "Kulturhuset, teknisk service, spørg efter Birgitte: +45 12 34 56 78"]
)
def test_everything_it_says_fits(size: tuple[int, int], contact: str) -> None:
    surface = pygame.Surface(size)
    screen = RestingScreen(contact)
    screen.draw(surface, 0.0)
    assert screen.cut == []


def test_a_file_with_a_mistake_names_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text("contact = 3")
    assert _contact(file) == ""
    assert "contact is a text" in capsys.readouterr().err


def test_it_ends_by_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """That it is told to end is tried with a real service manager."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    assert cli.main(["rest", "--minutes", "0"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert cli.main(["rest", "--minutes", "0.0001"]) == 0
    for number, handler in handlers.items():
        signal.signal(number, handler)
