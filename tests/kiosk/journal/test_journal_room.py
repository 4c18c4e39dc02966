"""Photographs have a budget and go, oldest first, when space runs low; moves never go."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from disks import small_disk
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.journal import FILE, Archive, Begun, Ended, Journal, Moved, room
from kiosk.journal.verify import Looked, findings
from kiosk.photographs import BUDGET, decoded, encoded

OPENING = {"game": "yatzy", "players": ["A"], "options": {}}


# A roll's photographs


@settings(max_examples=30)
@given(dice=st.integers(1, 9), side=st.integers(1, 200), seed=st.integers(0, 99))
def test_a_roll_never_takes_more_than_its_budget(dice: int, side: int, seed: int) -> None:
    """Noise is what JPEG likes least."""
    noise = np.random.default_rng(seed).integers(0, 256, (side, side, 3), dtype=np.uint8)
    found = encoded(dict.fromkeys(range(dice), noise))
    assert sum(map(len, found.values())) <= BUDGET
    assert sorted(found) == list(range(dice))


def test_photographs_of_dice_keep_the_best_quality() -> None:
    die = np.full((96, 96, 3), 60, np.uint8)
    cv2.circle(die, (48, 48), 12, (230, 230, 230), -1)
    found = encoded({2: die})
    assert sorted(found) == [2]
    again = decoded(found[2])
    assert again is not None
    assert np.abs(again.astype(int) - die).mean() < 1.5


def test_no_photograph_is_better_than_too_much_of_it() -> None:
    assert encoded({0: np.zeros((96, 96, 3), np.uint8)}, budget=10) == {}


def test_a_damaged_photograph_is_none() -> None:
    assert decoded(b"no picture") is None


# Space


class Disk:
    """`spare` bytes may still be used; what the journal frees inside its file it finds for itself."""

    spare = 10**9

    def __call__(self, directory: Path) -> int:
        return self.spare


def roll(game: int, seq: int, size: int = 3000) -> Moved:
    dice = ({"value": 1},) * 5
    return Moved(game, seq, 1.0, "camera", {"roll": [1] * 5}, dice, {0: random.Random(seq).randbytes(size)})


def play(journal: Journal, game: int, rolls: int = 1, size: int = 3000) -> None:
    journal.write(Begun(game, float(game), "da", OPENING))
    for seq in range(rolls):
        journal.write(roll(game, seq, size))
    journal.write(Ended(game, 2.0, "left", (0,)))


def games_with_photographs(journal: Journal) -> list[int]:
    return [game for (game,) in journal._db.execute("SELECT DISTINCT game FROM photographs ORDER BY game")]


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def journal(tmp_path: Path, disk: Disk) -> Iterator[Journal]:
    opened = Journal(tmp_path, disk)
    for game in range(1, 6):
        play(opened, game)
    yield opened
    opened.close()


def test_as_long_as_there_is_room_nothing_goes(journal: Journal) -> None:
    assert games_with_photographs(journal) == [1, 2, 3, 4, 5]


def test_when_space_is_low_the_oldest_go_first_and_no_more_than_needed(journal: Journal, disk: Disk) -> None:
    disk.spare = -1
    journal.write(Begun(6, 6.0, "da", OPENING))
    assert games_with_photographs(journal) == [2, 3, 4, 5]


def test_only_a_few_go_at_once(journal: Journal, disk: Disk) -> None:
    disk.spare = -(10**9)
    journal.write(Begun(6, 6.0, "da", OPENING))
    assert games_with_photographs(journal) == [3, 4, 5]
    journal.write(Begun(7, 7.0, "da", OPENING))
    assert games_with_photographs(journal) == [5]


def test_the_moves_stay_and_the_journal_is_sound(journal: Journal, disk: Disk, tmp_path: Path) -> None:
    disk.spare = -(10**9)
    journal.write(Begun(6, 6.0, "da", OPENING))
    assert [len(list(journal.moves(game))) for game in range(1, 6)] == [1] * 5
    archive, looked = Archive(tmp_path), Looked()
    (note,) = findings(archive, looked)
    archive.close()
    assert (note.grade, looked.games, looked.moves, looked.photographs) == ("note", 6, 5, 3)
    assert "photographs of 2 games were removed" in note.text


def test_the_photographs_of_the_game_that_is_played_never_go(tmp_path: Path, disk: Disk) -> None:
    disk.spare = -(10**9)
    journal = Journal(tmp_path, disk)
    play(journal, 1, rolls=3)
    assert room.clear_oldest(journal._db, 1.0) is None
    assert [len(moved.photographs) for moved in journal.moves(1)] == [1, 1, 1]
    journal.close()


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM photographs", "INSERT INTO cleared VALUES (5, 1.0)", "DELETE FROM moves WHERE game = 1"],
)
def test_nothing_else_can_be_removed(journal: Journal, tmp_path: Path, statement: str) -> None:
    with sqlite3.connect(tmp_path / FILE) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(statement)
    db.close()


def test_a_disk_says_what_may_still_be_used(tmp_path: Path) -> None:
    spare = room.spare_bytes(tmp_path)
    (tmp_path / "much").write_bytes(bytes(4_000_000))
    assert spare - room.spare_bytes(tmp_path) > 1_000_000 or spare < 0


@pytest.fixture
def real_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "small", "24m") as place:
        yield place


def test_on_a_disk_that_is_full_for_years_every_move_is_stored(real_disk: Path) -> None:
    """24 megabytes of which 16 may be used, and 24 of photographs."""
    journal = Journal(real_disk)
    for game in range(1, 81):
        play(journal, game, rolls=4, size=75_000)
    assert sum(len(list(journal.moves(game))) for game in range(1, 81)) == 320
    assert 80 in games_with_photographs(journal)
    assert 1 not in games_with_photographs(journal)
    journal.close()
