"""An older journal is upgraded, after a copy was made of it; what cannot be understood is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from kiosk.journal import (
    FILE,
    VERSION,
    Archive,
    Begun,
    Ended,
    Happened,
    Journal,
    Moved,
    StateUnusable,
    schema,
)
from kiosk.journal.verify import Looked, findings

OPENING = '{"game": "yatzy", "players": ["A"], "options": {}}'
BEGUN = Begun(1, 100.0, "da", {"game": "yatzy", "players": ["A"], "options": {}})


@pytest.fixture
def first_format(tmp_path: Path) -> Path:
    """A journal as the first version of the program wrote it."""
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for statement in schema.TABLES:
            db.execute(statement)
        for table in ("games", "moves", "photographs", "ends"):
            db.execute(schema.NEVER.format(table=table, what="UPDATE", when=""))
            db.execute(schema.NEVER.format(table=table, what="DELETE", when=""))
        db.execute("INSERT INTO games VALUES (1, 100.0, 'da', ?)", (OPENING,))
        dice = ", ".join(f'{{"value": {value}}}' for value in range(1, 6))
        db.execute(
            "INSERT INTO moves VALUES (1, 0, 101.0, 'camera', '{\"roll\": [1, 2, 3, 4, 5]}', ?)",
            (f"[{dice}]",),
        )
        db.execute("INSERT INTO photographs VALUES (1, 0, 2, x'ffd8')")
        db.execute("INSERT INTO ends VALUES (1, 102.0, 'left', '[0]')")
        db.execute("INSERT INTO games VALUES (2, 200.0, 'nb', ?)", (OPENING,))
        db.execute("PRAGMA user_version = 1")
    db.close()
    return tmp_path


def faults(directory: Path) -> list[str]:
    archive = Archive(directory)
    found = [finding.text for finding in findings(archive, Looked()) if finding.grade == "fault"]
    archive.close()
    return found


def test_an_older_journal_is_upgraded_and_loses_nothing(first_format: Path) -> None:
    journal = Journal(first_format)
    (moved,) = journal.moves(1)
    assert (moved.move, moved.photographs) == ({"roll": [1, 2, 3, 4, 5]}, {2: b"\xff\xd8"})
    found = journal.unfinished()
    assert found is not None
    assert found[0].game == 2
    journal.write(Moved(2, 0, 201.0, "camera", {"roll": [1, 1, 1, 1, 1]}, ({"value": 1},) * 5))
    journal.close()
    assert faults(first_format) == []


def test_a_journal_without_a_diary_gets_one(tmp_path: Path) -> None:
    """Format 2 as it was written: all of today's tables but the diary."""
    journal = Journal(tmp_path)
    journal.write(BEGUN)
    journal.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("DROP TABLE diary")
        db.execute("PRAGMA user_version = 2")
    db.close()
    journal = Journal(tmp_path)
    journal.write(Happened(101.0, 0.0, "started"))
    journal.close()
    assert faults(tmp_path) == []
    assert len(list(tmp_path.glob("*.format-2"))) == 1


def test_the_old_one_is_kept_beside_it(first_format: Path) -> None:
    Journal(first_format).close()
    (copy,) = [file for file in first_format.iterdir() if ".format-1" in file.name]
    with sqlite3.connect(copy) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM photographs").fetchone() == (1,)
    db.close()
    Journal(first_format).close()
    assert len([file for file in first_format.iterdir() if ".format-1" in file.name]) == 1, "once is enough"


def test_a_change_after_the_upgrade_is_noticed(first_format: Path) -> None:
    Journal(first_format).close()
    with sqlite3.connect(first_format / FILE) as db:
        db.execute("DROP TRIGGER moves_UPDATE")
        db.execute("UPDATE moves SET wall = 99.0")
    db.close()
    assert any("not as it was written" in text for text in faults(first_format))


def test_without_a_copy_it_is_not_upgraded(first_format: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(schema, "to_disk", full)
    before = (first_format / FILE).read_bytes()
    with pytest.raises(StateUnusable, match="no copy of it can be made first"):
        Journal(first_format)
    assert (first_format / FILE).read_bytes() == before
    assert [file.name for file in first_format.iterdir()] == [FILE]


def test_an_upgrade_that_is_cut_off_has_not_begun(
    first_format: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled_plug(db: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(schema, "seal_all", pulled_plug)
        with pytest.raises(KeyboardInterrupt):
            Journal(first_format)
    Journal(first_format).close()
    assert faults(first_format) == []


def test_an_older_journal_is_not_read_before_its_upgrade(first_format: Path) -> None:
    with pytest.raises(StateUnusable, match=f"format 1; {VERSION} is expected"):
        Archive(first_format)


def test_what_it_was_upgraded_from_equals_what_is_written_today(tmp_path: Path, first_format: Path) -> None:
    Journal(first_format).close()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    journal = Journal(fresh)
    dice = tuple({"value": value} for value in range(1, 6))
    for entry in (
        BEGUN,
        Moved(1, 0, 101.0, "camera", {"roll": [1, 2, 3, 4, 5]}, dice, {2: b"\xff\xd8"}),
        Ended(1, 102.0, "left", (0,)),
    ):
        journal.write(entry)
    journal.close()
    one, other = Archive(first_format), Archive(fresh)
    assert next(one.games()) == next(other.games())
    assert list(one.moves(1)) == list(other.moves(1))
    one.close()
    other.close()
