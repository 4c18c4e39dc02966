"""`raflebord journal`: every fault that is made in a journal on purpose is found, and nothing else is."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from disks import mount
from journal_games import a_game, write_games
from table_sitting import FIRST, Sitting

from kiosk import cli
from kiosk.journal import FILE, Archive, Begun, Ended, Journal, Moved, Noted
from kiosk.journal.counts import counted
from kiosk.journal.page import page
from kiosk.journal.replay import whole_game
from rules import GAMES, open_match
from rules.wire import read_move

OTHER = "4@20,220 1@70,200 3@60,60 4@130,240 6@180,130"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["journal", *words])
    told = capsys.readouterr()
    assert told.err == ""
    return code, told.out


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game of each kind."""
    directory = tmp_path_factory.mktemp("games")
    write_games(directory, list(GAMES), seed=4, most=80)
    return directory


@pytest.fixture
def copy(written: Path, tmp_path: Path) -> Path:
    (tmp_path / FILE).write_bytes((written / FILE).read_bytes())
    return tmp_path


@pytest.fixture
def archive(written: Path) -> Iterator[Archive]:
    opened = Archive(written)
    yield opened
    opened.close()


# verify


def test_a_journal_as_it_was_written_is_sound(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "verify", "--state-dir", str(written))
    assert code == 0
    assert told.startswith(f"sound: looked at {len(GAMES)} games, ")


def test_a_table_that_was_played_at_is_sound(sitting: Sitting, capsys: pytest.CaptureFixture[str]) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    table.undo()
    sitting.roll("4@40,120 1@90,90 3@60,20 4@150,40 6@170,120")
    code, told = said(capsys, "verify", "--state-dir", str(sitting.folder))
    assert (code, told.count("\n")) == (0, 1)


FAULTS = [
    ("UPDATE moves SET move = '{\"roll\": [6, 6, 6, 6, 6]}' WHERE game = 2 AND seq = 0", 2, "not as it was written"),
    ("UPDATE moves SET wall = wall + 1 WHERE game = 2 AND seq = 3", 2, "not as it was written"),
    ("DELETE FROM moves WHERE game = 2 AND seq = 5", 2, "move 5 is missing"),
    ("DELETE FROM moves WHERE game = 2 AND seq > 70", 2, "its last moves are gone"),
    ("DELETE FROM ends WHERE game = 1; DELETE FROM moves WHERE game = 1; DELETE FROM photographs WHERE game = 1;"
     "DELETE FROM notes; DELETE FROM games WHERE game = 1", 2, "the game before it is gone"),
    ("DELETE FROM games WHERE game = 2", 2, "there are moves that belong to nothing"),
    ("UPDATE games SET opening = '{\"game\": \"bingo\", \"players\": [\"A\"]}' WHERE game = 3", 3, "There is no game"),
    ("UPDATE games SET opening = '[' WHERE game = 3", 3, "it is no JSON"),
    ("UPDATE games SET language = 'fr' WHERE game = 3", 3, "its beginning is not as it was written"),
    ("UPDATE ends SET scores = '[1, 2]' WHERE game = 3", 3, "its end says [1, 2], the rules say"),
    ("UPDATE ends SET how = 'finished' WHERE game = 2", 2, "its end says finished, but by the rules it is not over"),
    ("UPDATE photographs SET picture = x'00' WHERE game = 4 AND seq = 0 AND place = 1", 4, "die 2 is not as it was"),
    ("DELETE FROM photographs WHERE game = 4 AND seq = 0 AND place = 1", 4, "the photograph of die 2 is gone"),
    ("INSERT INTO photographs VALUES (4, 0, 9, x'00')", 4, "has a photograph of die 10 that it did not have"),
    ("INSERT INTO photographs VALUES (4, 900, 0, x'00')", 4, "there are photographs that belong to nothing"),
    ("INSERT INTO cleared VALUES (4, 1.0)", 4, "has a photograph although they were removed"),
    ("UPDATE moves SET pictures = '7' WHERE game = 4 AND seq = 0", 4, "list of photographs cannot be read"),
    ("UPDATE moves SET dice = '[{\"value\": 1}]' WHERE game = 2 AND seq = 0", 2, "not those of the roll"),
    ("UPDATE moves SET dice = '7' WHERE game = 2 AND seq = 0", 2, "it is no list"),
    ("UPDATE notes SET what = 'nothing' WHERE note = 1", None, "a note (nothing) is not as it was written"),
    ("DELETE FROM notes WHERE note = 1", None, "or one before it is gone"),
]  # fmt: skip


@pytest.mark.parametrize("statement, game, text", FAULTS, ids=[f"{f[2]}-{n}" for n, f in enumerate(FAULTS)])
def test_what_was_changed_is_found(
    copy: Path, statement: str, game: int | None, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(copy / FILE) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.executescript(statement)
    db.close()
    code, told = said(capsys, "verify", "--json", "--state-dir", str(copy))
    *lines, last = map(json.loads, told.splitlines())
    assert code == 1
    assert last["sound"] is False
    assert any(text in line["text"] and game in (None, line["game"]) for line in lines), told


@pytest.mark.parametrize("place", range(1, 8))
def test_bits_that_turned_over_are_found(copy: Path, place: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that forgets: one byte in the middle of a page; what lies there differs from place to place."""
    content = bytearray((copy / FILE).read_bytes())
    with sqlite3.connect(copy / FILE) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    pages = len(content) // size
    at = pages * place // 8 * size + size // 2
    content[at] ^= 0x10
    (copy / FILE).write_bytes(content)
    code, told = said(capsys, "verify", "--state-dir", str(copy))
    assert code == 1 or told.startswith("sound")
    if told.startswith("sound"):
        assert _of_no_use(copy, content, at), "what was written has changed and nobody noticed"


def _of_no_use(copy: Path, content: bytearray, at: int) -> bool:
    """Whether everything that is written reads the same with and without the byte."""
    turned = _dump(copy)
    content[at] ^= 0x10
    (copy / FILE).write_bytes(content)
    return turned == _dump(copy)


def _dump(directory: Path) -> list[object]:
    with sqlite3.connect(directory / FILE) as db:
        tables = ("games", "moves", "photographs", "ends", "notes")
        found = [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall() for table in tables]
    db.close()
    return list(found)


@pytest.mark.parametrize("damage", [b"no database " * 500, b""], ids=["text", "empty"])
def test_a_file_that_is_no_journal(tmp_path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE).write_bytes(damage)
    try:
        code = cli.main(["journal", "verify", "--state-dir", str(tmp_path)])
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert code in (1, 2)
    assert len((told.out + told.err).splitlines()) == 1


def test_half_a_file(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = (copy / FILE).read_bytes()
    (copy / FILE).write_bytes(content[: len(content) // 2])
    code, told = said(capsys, "verify", "--state-dir", str(copy))
    assert code == 1
    assert "fault: " in told


@pytest.mark.parametrize("words", [["export"], ["stats"], []])
def test_a_damaged_journal_is_said_by_the_others_too(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_bytes(b"no database " * 500)
    assert cli.main(["journal", *words, "--state-dir", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "see 'raflebord journal verify'" in told.err


def test_a_clock_that_jumps_by_ten_years_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Forward in the middle of one game, back in the next."""
    journal, rng = Journal(tmp_path), random.Random(1)
    years, number, now = 10 * 365.25 * 86400, 0, 1.7e9
    for jump in (years, -years, 0.0):
        number = max(number + 1, int(now))  # as the ledger numbers games
        for seq, entry in enumerate(a_game(number, "thirty", rng, now, most=8)):
            wall = now + seq + (jump if seq > 4 else 0.0)
            match entry:
                case Begun(game, _, language, opening):
                    journal.write(Begun(game, wall, language, opening))
                case Moved(game, at, _, source, move, dice, photographs):
                    journal.write(Moved(game, at, wall, source, move, dice, photographs))
                case Ended(game, _, how, scores):
                    journal.write(Ended(game, wall, how, scores))
                case Noted():
                    pass
        now += jump
    journal.close()
    code, told = said(capsys, "verify", "--state-dir", str(tmp_path))
    assert code == 0
    assert "note: game " in told
    assert "the machine's clock went back from 2033" in told
    assert "sound: looked at 3 games" in told
    _, told = said(capsys, "export", "--state-dir", str(tmp_path))
    numbers = [line["number"] for line in map(json.loads, told.splitlines()) if line["line"] == "game"]
    assert numbers == sorted(set(numbers))


# export


def exported(directory: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    code, told = said(capsys, "export", "--state-dir", str(directory))
    assert code == 0
    return [json.loads(line) for line in told.splitlines()]


def test_an_export_begins_with_its_format(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exported(written, capsys)[0] == {"line": "journal", "format": 1}


def test_an_export_holds_every_game_and_every_move(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = exported(written, capsys)
    games = [line for line in lines if line["line"] == "game"]
    assert [line["game"] for line in games] == list(GAMES)
    with sqlite3.connect(written / FILE) as db:
        (count,) = db.execute("SELECT count(*) FROM moves").fetchone()
    db.close()
    assert len([line for line in lines if line["line"] in ("roll", "move")]) == count


def test_an_exported_game_can_be_played_again(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = exported(written, capsys)
    for game in (line for line in lines if line["line"] == "game"):
        match = open_match(game["opening"])  # type: ignore[arg-type]
        for line in lines:
            if line["number" if "number" in line else "line"] == game["number"] and "move" in line:
                assert line["seat"] == match.player
                match, _ = match.apply(read_move(line["move"]))
        assert list(match.scores) == game["scores"]
        assert list(match.winners) == game["winners"]


def test_what_was_taken_back_is_exported_as_such(
    sitting: Sitting, capsys: pytest.CaptureFixture[str]
) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    sitting.roll(OTHER)
    table.agree()
    rolls = [line for line in exported(sitting.folder, capsys) if line["line"] == "roll"]
    assert [line["stands"] for line in rolls] == [False, True]
    assert rolls[1]["photographs"] == [0, 1, 2, 3, 4]


# stats


def test_the_counts_add_up(archive: Archive) -> None:
    counts = counted(archive)
    assert sorted(counts.games) == sorted(GAMES)
    assert sum(one.rolls for one in counts.games.values()) == counts.rolls
    dice = [die for kind in counts.thrown.values() for roll in kind for die in roll]
    assert sum(map(sum, counts.faces.values())) == len(dice)
    assert counts.faces["d6"][2] == sum(roll.count(3) for roll in counts.thrown["d6"])
    assert len(counts.places) == len(dice)
    assert (counts.taken_back, counts.by_hand) == (0, 0)
    assert counts.asked.total() > 0


def test_rolls_taken_back_or_set_by_hand_do_not_count_for_the_dice(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    sitting.roll(OTHER)
    table.agree()
    table.correct([4, 1, 3, 4, 5])
    archive = Archive(sitting.folder)
    counts, (row,) = counted(archive), archive.games()
    assert len(whole_game(archive, row)) == 5
    archive.close()
    assert (counts.rolls, counts.taken_back, counts.by_hand) == (3, 2, 1)
    assert sum(counts.faces["d6"]) == 0


def test_what_people_are_asked_is_counted(sitting: Sitting) -> None:
    """Once as long as it is said; again when it is said again."""
    sitting.begin()
    for words in (
        "4@40,120 1@30,30 4@90,90",
        "4@40,120 1@30,30 4@90,90",
        "4@40,120 1@30,30 4@90,90 5@150,200 /@60,200",
    ):
        sitting.roll(words)
    archive = Archive(sitting.folder)
    notes = [(note.seq, json.loads(note.detail)["kind"]) for note in archive.notes()]
    assert counted(archive).asked.total() == len(notes)
    archive.close()
    assert notes == [(0, "too_few"), (0, "leaning")]


def test_a_game_that_makes_no_sense_is_left_out_and_named(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(copy / FILE) as db:
        db.execute("DROP TRIGGER games_UPDATE")
        db.execute("UPDATE games SET opening = '{}' WHERE game = 2")
    db.close()
    code, told = said(capsys, "stats", "--state-dir", str(copy))
    assert code == 0
    assert "game 2 makes no sense" in told
    code, told = said(capsys, "--json", "--state-dir", str(copy))
    assert json.loads(told)["unreadable"] == [2]


def test_loaded_dice_are_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_games(tmp_path, ["yatzy"], most=300, loaded=0.3)
    code, told = said(capsys, "stats", "--json", "--state-dir", str(tmp_path))
    found = json.loads(told)
    assert code == 0
    assert found["dice"]["d6"]["test"]["p"] < 0.001
    assert found["dice"]["d12"]["test"] is None
    assert found["overall"] == found["dice"]["d6"]["test"]


def test_the_page_is_whole_and_loads_nothing(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    code, told = said(capsys, "stats", "--html", str(file), "--state-dir", str(written))
    assert code == 0
    assert "chi-square" in told
    text = file.read_text()
    tree = ET.fromstring(re.sub("<meta[^>]*>|<!doctype html>", "", text))
    assert len(list(tree.iter("svg"))) == 7
    assert not any(key in node.attrib for node in tree.iter() for key in ("src", "href"))
    assert "nan" not in text
    assert "p is not the probability that the dice are fair" in text


def test_the_page_of_an_empty_journal(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    archive = Archive(tmp_path)
    text = page(counted(archive))
    archive.close()
    assert "The camera has not read any dice yet." in text


# Bad input, and two programs at once


@pytest.mark.parametrize(
    "words, text",
    [
        (["verify", "--state-dir", "/nothing/there"], "there is no journal in /nothing/there"),
        (["verify", "--html", "x.html"], "--html goes with stats"),
        (["sing"], "invalid choice: 'sing'"),
    ],
)
def test_bad_input_is_one_line(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = cli.main(["journal", *words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1
    assert text in told.err


def test_a_page_that_cannot_be_written(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["journal", "--html", "/nothing/page.html", "--state-dir", str(written)]) == 2
    assert "/nothing/page.html: cannot be written" in capsys.readouterr().err


def test_it_is_read_while_the_table_plays(tmp_path: Path) -> None:
    """Another program reads while this one holds the directory and writes; neither is in the other's way."""
    journal, rng = Journal(tmp_path), random.Random(3)
    entries = list(a_game(1, "yatzy", rng, most=60))
    for entry in entries[:40]:
        journal.write(entry)
    command = [sys.executable, "-c", "import sys; from kiosk.cli import main; sys.exit(main())"]
    command += ["journal", "verify", "--state-dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
        for entry in entries[40:]:
            journal.write(entry)
        assert reader.stdout is not None
        told = reader.stdout.read()
    journal.close()
    assert reader.returncode == 0
    assert told.startswith("sound: looked at 1 game, ")


def test_what_is_read_is_one_moment(tmp_path: Path) -> None:
    journal, rng = Journal(tmp_path), random.Random(3)
    entries: list[Begun | Moved | Ended | Noted] = list(a_game(1, "yatzy", rng, most=20))
    for entry in entries[:10]:
        journal.write(entry)
    archive = Archive(tmp_path)
    before = len(list(archive.moves(1)))
    for entry in entries[10:]:
        journal.write(entry)
    assert len(list(archive.moves(1))) == before
    archive.close()
    journal.close()


def test_reading_changes_nothing(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (written / FILE).read_bytes()
    for words in (["verify"], ["stats"], ["export"]):
        said(capsys, *words, "--state-dir", str(written))
    assert (written / FILE).read_bytes() == before


@pytest.fixture
def read_only(written: Path, tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "read-only"
    place.mkdir()
    if not mount("--bind", str(written), str(place)):
        pytest.skip("mounting is not allowed here")
    if not mount("-o", "remount,bind,ro", str(place)):
        subprocess.run(["umount", str(place)], check=True)
        pytest.skip("mounting read-only is not allowed here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_journal_that_may_only_be_read_is_read(read_only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "verify", "--state-dir", str(read_only))
    assert (code, told.count("\n")) == (0, 1)
