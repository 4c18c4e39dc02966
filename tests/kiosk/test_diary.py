"""The table's own diary: starts, stops, faults and signs of life, sealed in the journal."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from table_sitting import Clock, Sitting

from kiosk.diary import RUNNING, Diary, boot_id
from kiosk.events import Failed, Healed
from kiosk.journal import FILE, Archive, Journal
from kiosk.journal.verify import Looked, findings
from kiosk.match.ledger import Ledger


class Watched:
    """A table whose diary is kept, as the main loop does it."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.sitting = Sitting(folder)
        self.diary = Diary(self.sitting.ledger, self.clock, "b00t")

    def happens(self, *events: Failed | Healed) -> None:
        for event in events:
            self.diary.hear(event)
            self.sitting.table.take(event)
        self.diary.follow(self.sitting.table)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def written(folder: Path) -> list[tuple[str, float, dict[str, str]]]:
    archive = Archive(folder)
    found = [(row.what, row.up, json.loads(row.detail)) for row in archive.diary()]
    archive.close()
    return found


def faults(folder: Path) -> list[str]:
    archive = Archive(folder)
    found = [finding.text for finding in findings(archive, Looked())]
    archive.close()
    return found


def test_a_start_tells_the_machines_start_and_the_version(watched: Watched, tmp_path: Path) -> None:
    ((what, up, detail),) = written(tmp_path)
    assert (what, up, detail["boot"]) == ("started", 0.0, "b00t")
    assert detail["version"]


def test_a_fault_is_written_once_with_its_text_and_so_is_its_end(watched: Watched, tmp_path: Path) -> None:
    watched.clock.time += 10.0
    watched.happens(Failed("camera", "the camera gives no picture"))
    watched.happens()
    watched.happens(Failed("panel", "stuck"))
    watched.clock.time += 5.0
    watched.happens(Healed("camera"))
    assert written(tmp_path)[1:] == [
        ("failed", 10.0, {"part": "camera", "text": "the camera gives no picture"}),
        ("failed", 10.0, {"part": "panel", "text": "stuck"}),
        ("healed", 15.0, {"part": "camera"}),
    ]


def test_signs_of_life_come_only_when_nothing_else_has_been_written(watched: Watched, tmp_path: Path) -> None:
    watched.clock.time += RUNNING - 1
    watched.happens(Failed("light", "away"))
    watched.clock.time += RUNNING - 1
    watched.happens()
    assert [what for what, *_ in written(tmp_path)] == ["started", "failed"]
    watched.clock.time += 1
    watched.happens()
    assert written(tmp_path)[-1] == ("running", 2 * RUNNING - 1, {})


def test_the_end_is_written(watched: Watched, tmp_path: Path) -> None:
    watched.diary.close()
    assert [what for what, *_ in written(tmp_path)] == ["started", "stopped"]


def test_what_cannot_be_stored_waits_and_is_stored_in_its_order(tmp_path: Path) -> None:
    folder = tmp_path / "away"
    clock, ledger = Clock(), Ledger(lambda: Journal(folder))
    diary = Diary(ledger, clock, "b00t")
    diary.close()
    assert not ledger.stored
    folder.mkdir()
    ledger.retry()
    assert [what for what, *_ in written(folder)] == ["started", "stopped"]


def test_a_diary_and_games_are_sound_together(watched: Watched, tmp_path: Path) -> None:
    table = watched.sitting.begin()
    watched.happens(Failed("light", "away"), Healed("light"))
    watched.happens(Failed("camera", "gone"))
    table.put_aside()
    watched.diary.close()
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE diary SET up = 1000.0 WHERE entry = 2",
        "UPDATE diary SET detail = '{}' WHERE what = 'failed'",
        "DELETE FROM diary WHERE entry = 2",
    ],
)
def test_what_is_changed_in_it_is_found(watched: Watched, tmp_path: Path, change: str) -> None:
    watched.happens(Failed("camera", "gone"))
    watched.diary.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute(change)
        for what in ("UPDATE", "DELETE"):
            db.execute(f"DROP TRIGGER diary_{what}")
        db.execute(change)
    db.close()
    assert any("the diary" in text and "not as it was written" in text for text in faults(tmp_path))


def test_an_entry_of_the_diary_is_no_part_of_a_game_that_is_saved_from_a_broken_journal(
    tmp_path: Path,
) -> None:
    watched = Watched(tmp_path)
    watched.sitting.begin()
    watched.happens(Failed("camera", "gone"))
    watched.sitting.ledger.set_aside(ValueError("broken"))
    watched.sitting.table.put_aside()
    archive = Archive(tmp_path)
    assert [row.what for row in archive.diary()] == []
    archive.close()


def test_a_machine_that_does_not_tell_its_start(tmp_path: Path) -> None:
    assert boot_id(tmp_path / "nothing") == ""
    (tmp_path / "id").write_text("0123456789abcdef\n")
    assert boot_id(tmp_path / "id") == "01234567"
