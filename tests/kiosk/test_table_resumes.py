"""The table and its journal: after a restart everything is as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from table_sitting import FIRST, Sitting, greys, moves, shown

from kiosk.events import Tick
from kiosk.journal import FILE, Begun, Journal
from kiosk.table import LANGUAGES, Table
from rules import Roll, Score


def play_a_little(sitting: Sitting) -> Table:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.hold(2)
    table.keep()
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    table.undo()
    sitting.roll("4@40,120 4@90,90 3@60,20 4@150,40 6@170,120")
    return table


def test_after_a_restart_everything_is_as_it_was(sitting: Sitting) -> None:
    before = play_a_little(sitting)
    after = sitting.again()
    assert moves(after) == moves(before)
    assert shown(after) == shown(before)
    assert [(d.kept, d.rolled, d.lane) for d in after.dice] == [
        (d.kept, d.rolled, d.lane) for d in before.dice
    ]
    assert greys(after) == shown(after)
    assert after.screen == "yatzy"
    assert after.language == "en"
    assert [seat.name for seat in after.seats] == ["Player 1", "Player 2"]


def test_the_game_goes_on_after_a_restart_and_another(sitting: Sitting) -> None:
    play_a_little(sitting)
    table = sitting.again()
    table.play(Score("three_of_a_kind"))
    table = sitting.again()
    assert moves(table)[-1] == Score("three_of_a_kind")
    assert table.last is not None
    assert [die.value for die in table.last.dice] == [3, 4, 4, 4, 6]
    assert table.last.dice[0].crop is not None


def test_a_game_that_staff_put_away_does_not_come_back_by_itself(sitting: Sitting) -> None:
    play_a_little(sitting)
    sitting.table.staff.new_game()
    assert sitting.table.match is None
    assert sitting.table.screen == "games"
    assert sitting.again().match is None


def test_a_journal_that_makes_no_sense_costs_only_that_game(sitting: Sitting) -> None:
    play_a_little(sitting)
    nonsense = sitting.ledger._journal
    assert nonsense is not None
    nonsense._db.execute("DROP TRIGGER moves_UPDATE")
    nonsense._db.execute("UPDATE moves SET move = '{\"roll\": [9]}' WHERE seq = 0")
    table = sitting.again()
    assert table.match is None
    assert any(".damaged-" in file.name for file in sitting.folder.iterdir())
    table.begin("yatzy", 1)
    assert "journal" not in table.faults


def test_a_journal_set_aside_is_said_until_somebody_presses_a_button(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no journal at all " * 100)
    sitting = Sitting(tmp_path)
    assert sitting.table.renewed
    assert any(".damaged-" in file.name for file in tmp_path.iterdir())
    sitting.table.attend()
    assert not sitting.table.renewed
    assert not sitting.again().renewed, "once is enough"


def test_a_journal_that_cannot_be_written_is_said_and_heals(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    table = sitting.begin()
    with monkeypatch.context() as broken:

        def full(self: Journal, entry: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        broken.setattr(Journal, "write", full)
        sitting.roll(FIRST)
        assert "journal" in table.faults
        assert shown(table) == [1, 4, 4, 6, 2], "the game goes on"
    table.take(Tick())
    assert "journal" not in table.faults
    assert moves(sitting.again()) == [Roll((1, 4, 4, 6, 2))]


@pytest.mark.parametrize(
    "change, screen",
    [({"opening": {"game": "maxi_yatzy", "players": ["A", "B"]}}, "attract"), ({"language": "fr"}, "yatzy")],
    ids=["a game without screens", "a language that is not spoken"],
)
def test_what_cannot_be_shown_is_no_reason_to_stop(
    tmp_path: Path, change: dict[str, Any], screen: str
) -> None:
    sitting = Sitting(tmp_path)
    begun = Begun(1, sitting.clock.wall(), "en", {"game": "yatzy", "players": ["A", "B"]})
    Journal(tmp_path).write(replace(begun, **change))
    table = sitting.again()
    assert (table.screen, table.language in LANGUAGES) == (screen, True)
    table.begin("yatzy", 1)
    assert table.screen == "yatzy"
    assert not any(".damaged-" in file.name for file in tmp_path.iterdir())
