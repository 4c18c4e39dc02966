"""The journal on real SQLite: what is written stays, whatever happens to the program or the disk."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from disks import small_disk

from kiosk.journal import FILE, Begun, Damaged, Ended, Journal, Moved, StateUnusable, state_lock
from kiosk.match.ledger import Ledger

OPENING = {"game": "yatzy", "players": ["A", "B"], "options": {}, "first": 0}
BEGUN = Begun(1, 100.0, "da", OPENING)
ROLL = Moved(1, 0, 101.0, "camera", {"roll": [1, 2, 3, 4, 5]}, ({"value": 1},), {0: b"jpeg"})
KEEP = Moved(1, 1, 102.0, "button", {"keep": [4]}, ())


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    yield opened
    opened.close()


def test_what_was_written_is_read_back(journal: Journal) -> None:
    for entry in (BEGUN, ROLL, KEEP):
        journal.write(entry)
    assert journal.unfinished() == (BEGUN, (ROLL, KEEP))
    assert journal.last_game == 1


def test_a_game_that_ended_is_not_gone_on_with(journal: Journal) -> None:
    for entry in (BEGUN, ROLL, Ended(1, 103.0, "finished", (10, 20))):
        journal.write(entry)
    assert journal.unfinished() is None


def test_only_the_last_game_is_gone_on_with(journal: Journal) -> None:
    journal.write(BEGUN)
    journal.write(Begun(2, 200.0, "nb", OPENING))
    found = journal.unfinished()
    assert found is not None
    assert found[0].game == 2


def test_a_move_is_written_whole_or_not_at_all(journal: Journal) -> None:
    journal.write(BEGUN)
    bad = Moved(1, 0, 1.0, "camera", {"roll": [1]}, (), {0: b"ok", 0.5: b"no place"})  # type: ignore[dict-item]
    with pytest.raises(sqlite3.IntegrityError):
        journal.write(bad)
    assert journal.unfinished() == (BEGUN, ())


def test_no_move_is_stored_twice(journal: Journal) -> None:
    journal.write(BEGUN)
    journal.write(ROLL)
    with pytest.raises(sqlite3.IntegrityError):
        journal.write(ROLL)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM moves", "UPDATE moves SET move = '{}'", "DELETE FROM games"]
)
def test_nothing_is_ever_changed_or_removed(journal: Journal, tmp_path: Path, statement: str) -> None:
    journal.write(BEGUN)
    journal.write(ROLL)
    with (
        sqlite3.connect(tmp_path / FILE) as db,
        pytest.raises(sqlite3.IntegrityError, match="only ever added"),
    ):
        db.execute(statement)
    db.close()


def test_it_is_written_through_to_the_disk(journal: Journal) -> None:
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("damage", ["text", "zeros", "cut", "empty tables"])
def test_a_damaged_journal_is_set_aside_and_a_new_one_begun(tmp_path: Path, damage: str) -> None:
    first = Journal(tmp_path)
    first.write(BEGUN)
    for seq in range(200):
        first.write(Moved(1, seq, 1.0, "camera", {"roll": [1]}, (), {0: b"x" * 500}))
    first.close()
    path = tmp_path / FILE
    whole = path.read_bytes()
    if damage == "text":
        path.write_text("this is no database, " * 100)
    elif damage == "zeros":
        path.write_bytes(whole[:4096] + bytes(8192) + whole[12288:])
    elif damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    else:
        db = sqlite3.connect(path)
        db.execute("DROP TABLE photographs")
        db.close()
    ledger = Ledger(lambda: Journal(tmp_path))
    assert ledger.unfinished() is None
    assert ledger.stored
    aside = [file for file in tmp_path.iterdir() if ".damaged-" in file.name]
    assert len(aside) == 1
    ledger.write(BEGUN)
    assert ledger.stored
    ledger.close()


def test_a_journal_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StateUnusable, match="newer Raflebord"):
        Journal(tmp_path)


def test_a_gap_among_the_moves_is_damage(journal: Journal) -> None:
    journal.write(BEGUN)
    journal.write(KEEP)
    with pytest.raises(Damaged, match="move 0"):
        journal.unfinished()


# The state directory


def test_two_programs_do_not_share_a_state_directory(tmp_path: Path) -> None:
    with state_lock(tmp_path), pytest.raises(StateUnusable, match="another Raflebord"), state_lock(tmp_path):
        pass


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, signal, sys\n"
        "from kiosk.journal import state_lock\n"
        "with state_lock(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    with state_lock(tmp_path):
        pass


def test_the_state_directory_is_made(tmp_path: Path) -> None:
    with state_lock(tmp_path / "a" / "b"):
        assert (tmp_path / "a" / "b").is_dir()


def test_a_file_is_no_state_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateUnusable, match="cannot use the state directory"), state_lock(tmp_path / "file"):
        pass


def test_without_permission_to_write_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As root every directory may be written, so the answer of the system is what is replaced here.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(StateUnusable, match="no permission to write"), state_lock(tmp_path):
        pass


# A full disk, for real: a tmpfs of 512 KiB.


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "small", "512k") as place:
        yield place


def fill(place: Path) -> Path:
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1024))
    return ballast


def test_a_full_disk_costs_nothing(disk: Path) -> None:
    ledger = Ledger(lambda: Journal(disk))
    ledger.write(BEGUN)
    ledger.write(ROLL)
    ballast = fill(disk)
    later = [Moved(1, seq, 1.0, "camera", {"roll": [1]}, (), {0: b"x" * 9000}) for seq in range(1, 8)]
    for entry in later:
        ledger.write(entry)
    assert not ledger.stored
    ballast.unlink()
    ledger.retry()
    assert ledger.stored
    assert ledger.unfinished() == (BEGUN, (ROLL, *later))
    ledger.close()


def test_what_was_stored_before_the_disk_was_full_is_there_after_a_restart(disk: Path) -> None:
    ledger = Ledger(lambda: Journal(disk))
    ledger.write(BEGUN)
    ledger.write(ROLL)
    fill(disk)
    ledger.write(KEEP)
    ledger.close()
    again = Ledger(lambda: Journal(disk))
    found = again.unfinished()
    assert found is not None
    assert found[0] == BEGUN
    assert found[1][:1] == (ROLL,)
    again.close()


def test_a_journal_that_cannot_even_be_begun_is_begun_later(disk: Path) -> None:
    ballast = fill(disk)
    ledger = Ledger(lambda: Journal(disk))
    ledger.write(BEGUN)
    assert not ledger.stored
    ballast.unlink()
    ledger.write(ROLL)
    assert ledger.stored
    assert ledger.unfinished() == (BEGUN, (ROLL,))
    ledger.close()


def test_a_journal_that_breaks_under_a_game_is_begun_anew_with_the_whole_game(tmp_path: Path) -> None:
    ledger = Ledger(lambda: Journal(tmp_path))
    ledger.write(BEGUN)
    ledger.write(ROLL)
    ledger.close()
    ledger = Ledger(lambda: Journal(tmp_path))
    assert ledger.unfinished() is not None
    (tmp_path / FILE).write_text("no database at all " * 2000)
    ledger.write(KEEP)
    ledger.retry()
    assert ledger.stored
    assert ledger.unfinished() == (BEGUN, (ROLL, KEEP))
    ledger.close()


def test_games_are_numbered_upwards_even_if_the_clock_goes_back(tmp_path: Path) -> None:
    ledger = Ledger(lambda: Journal(tmp_path))
    first = ledger.next_game(1000.0)
    assert ledger.next_game(3.0) > first
    ledger.close()
