"""Whatever stands in a journal, `raflebord journal` says what is wrong with it and never falls over it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from journal_games import write_games

from kiosk import cli
from kiosk.journal import FILE

COLUMNS = ["games.opening", "moves.move", "moves.dice", "moves.pictures", "ends.scores", "notes.detail"]
NONSENSE = [
    "",
    "[" * 100_000,
    "7",
    "null",
    '"text"',
    "[1, [2]]",
    '[{"value": [1]}]',
    '[{"value": 1, "x": "left"}]',
    '{"undo": true}',
    '{"roll": ["one"]}',
    '{"roll": [1e999]}',
    '{"one": 3}',
    '{"0": 7}',
    '{"kind": [1]}',
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    directory = tmp_path_factory.mktemp("sound")
    write_games(directory, ["yatzy"], most=40, seed=2)
    return (directory / FILE).read_bytes()


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_said(
    sound: bytes, tmp_path: Path, column: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_bytes(sound)
    table, name = column.split(".")
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"DROP TRIGGER {table}_UPDATE")
        db.execute(f"UPDATE {table} SET {name} = ?", (text,))
    db.close()
    codes = [
        cli.main(["journal", what, "--state-dir", str(tmp_path)]) for what in ("verify", "export", "stats")
    ]
    told = capsys.readouterr()
    assert codes[0] == 1
    assert set(codes[1:]) <= {0, 1}
    assert "fault: " in told.out
    assert all("see 'raflebord journal verify'" in line for line in told.err.splitlines())
