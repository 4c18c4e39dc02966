"""Lists of the best across tables: put together, kept, and read from whoever tells of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.fleet import played
from kiosk.fleet.house_list import FILE, HouseList
from kiosk.fleet.settings import FleetSettings, read_section
from kiosk.journal import Begun, Ended, Happened, Journal
from kiosk.listed import LISTED
from kiosk.outside import best
from kiosk.outside.announcement import Announcement, announced
from kiosk.outside.best import Entry, Finished, NoLists

FARKLE = ("farkle", "{}")
ENTRIES = st.builds(
    Entry,
    points=st.integers(0, 30).map(lambda n: 50 * n),
    seat=st.integers(0, 3),
    t=st.integers(1, 5),
    number=st.integers(1, 9),
    table=st.sampled_from(("table-1", "table-2", "table-3")),
    name=st.just("Bord"),
)
LISTS = st.dictionaries(st.sampled_from((FARKLE, ("yatzy", "{}"))), st.lists(ENTRIES).map(best.ranked))


def entry(points: int, table: str = "table-1", number: int = 1, seat: int = 0) -> Entry:
    return Entry(points, seat, 100.0, number, table, table.capitalize())


# Put together


@settings(max_examples=40)
@given(st.lists(ENTRIES, unique_by=lambda one: one.identity), st.randoms(use_true_random=False))
def test_the_best_of_all_is_the_best_of_the_best_of_each_table(entries: list[Entry], rng: Any) -> None:
    """So a table need not tell more than its own list, and the order in which tables tell does not matter."""
    tables = sorted({one.table for one in entries})
    rng.shuffle(tables)
    house: best.Lists = {}
    for table in tables:
        own = best.ranked(one for one in entries if one.table == table)
        house = best.merged(house, {FARKLE: own})
    assert house.get(FARKLE, ()) == best.ranked(entries)


@settings(max_examples=40)
@given(LISTS)
def test_telling_again_changes_nothing(lists: best.Lists) -> None:
    assert best.merged(lists, lists) == dict(sorted(lists.items()))
    assert best.read(best.written(lists, "x")) == lists


def test_a_table_that_got_another_name_is_called_so() -> None:
    old, new = entry(500), Entry(500, 0, 100.0, 1, "table-1", "The bar")
    assert best.merged({FARKLE: (old,)}, {FARKLE: (new,)}) == {FARKLE: (new,)}


def test_each_set_of_rules_has_its_list_and_what_was_put_right_is_in_none() -> None:
    games = [
        Finished(1, 10, {"game": "farkle", "options": {}}, (10_100, 400)),
        Finished(2, 11, {"game": "farkle", "options": {"roll_off": False}}, (9, 10_050)),
        Finished(3, 12, {"game": "farkle", "options": {"goal": 4000}}, (4100, 0)),
        Finished(4, 13, {"game": "farkle", "position": {"scores": [9000, 0]}}, (19_000, 0)),
        Finished(5, 14, {"game": "thirty"}, (3, -1)),
        Finished(6, 15, {"game": "of the future"}, (3, -1)),
    ]
    lists = best.best_of(games, "table-1", "Bord 1")
    told = {key: [(one.number, one.points) for one in entries] for key, entries in lists.items()}
    assert told == {
        FARKLE: [(1, 10_100), (2, 10_050), (1, 400), (2, 9)],
        ("farkle", '{"goal": 4000}'): [(3, 4100), (3, 0)],
        ("thirty", "{}"): [(5, 3)],
    }


def test_the_best_of_a_table_that_has_played_by_many_rules_fits_into_a_message() -> None:
    games = [
        Finished(n, n, {"game": "farkle", "options": {"goal": 4000 + 50 * n}}, (4000,) * 20)
        for n in range(300, 0, -1)
    ]
    text = best.written(best.best_of(games, "table-1-of-the-longest-name-ok", "Æ" * 16), "Æ" * 16)
    assert len(text.encode()) < best.LARGEST
    assert len(best.read(text)) == best.MOST_LISTS
    assert '"goal": 19000' in text, "the newest are told"


# Read from others


def lists_of(**changed: object) -> str:
    told = {"points": 50, "seat": 0, "t": 1.0, "number": 1, "table": "table-1", "name": "Bord 1", **changed}
    return json.dumps({"lists": [{"game": "farkle", "options": {}, "best": [told]}]})


def test_a_tables_own_list_is_read() -> None:
    assert best.read(lists_of(), "table-1") == {FARKLE: (Entry(50, 0, 1.0, 1, "table-1", "Bord 1"),)}


@pytest.mark.parametrize(
    "payload",
    [
        lists_of(table="table-2"),
        lists_of(table="../x"),
        lists_of(points="50"),
        lists_of(points=True),
        lists_of(points=10**12),
        lists_of(seat=-1),
        lists_of(number=1.5),
        lists_of(t="now"),
        lists_of(t=float("inf")),
        lists_of(name="x" * 17),
        lists_of(name="a\nb"),
        lists_of(more=1),
        '{"lists": [{"game": "chess", "options": {}, "best": []}]}',
        '{"lists": [{"game": "farkle", "options": {"goal": "high"}, "best": []}]}',
        '{"lists": [{"game": "farkle", "options": 7, "best": []}]}',
        '{"lists": [7]}',
        '{"lists": 7}',
        "{}",
        "[]",
        "nonsense",
        "[" * 50_000,
        " " * (best.LARGEST + 1),
    ],
)
def test_what_makes_no_sense_is_refused_as_a_whole(payload: str) -> None:
    with pytest.raises(NoLists):
        best.read(payload, "table-1")


# Kept by the house


def test_the_house_keeps_what_it_knows(tmp_path: Path) -> None:
    house = HouseList(tmp_path / FILE)
    assert house.hear("table-1", lists_of().encode())
    assert house.hear("table-2", lists_of(table="table-2", points=70).encode())
    assert not house.hear("table-1", lists_of().encode()), "told once more"
    again = HouseList(tmp_path / FILE)
    assert again.told == house.told
    assert [one.points for one in again.lists[FARKLE]] == [70, 50]


def test_who_tells_nonsense_or_of_another_table_is_left_out_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = HouseList(tmp_path / FILE)
    for _ in range(3):
        assert not house.hear("table-2", lists_of().encode())
        assert not house.hear("table-3", b"nonsense")
    assert not house.hear("house", lists_of(table="house").encode())
    assert (house.lists, len(caplog.records)) == ({}, 2)


def test_a_file_that_makes_no_sense_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("half of {")
    assert HouseList(tmp_path / FILE).lists == {}
    assert (tmp_path / f"{FILE}.damaged").read_text() == "half of {"


def test_a_full_disk_costs_the_memory_of_the_next_start_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = HouseList(tmp_path / "gone" / FILE)
    assert house.hear("table-1", lists_of().encode())
    assert "cannot be kept" in caplog.text


# What the journal tells


def test_the_journal_is_read_as_it_stands(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write(Happened(1.0, 0.0, "started", {"boot": "x", "version": "1"}))
    for number in range(1, played.TOLD + 6):
        opening = {"game": "farkle", "players": ["a", "b"], "options": {}}
        journal.write(Begun(number, 100.0 * number, "da", opening))
        journal.write(Ended(number, 100.0 * number + 50, "finished", (50 * number, 10_000)))
    journal.write(Begun(500, 1.0, "da", {"game": "yatzy", "players": ["a"]}))
    journal.write(Ended(500, 2.0, "left", (7,)))
    journal.write(Happened(9.0, 8.0, "failed", {"part": "camera", "text": "no frame"}))
    journal.write(Happened(9.0, 8.0, "staff", {"did": "lock"}))
    found = played.look(tmp_path)
    journal.close()
    games = json.loads(played.games_told(found))["games"]
    assert [game["number"] for game in games] == list(range(played.TOLD + 5, 5, -1))
    assert games[0] == {
        "number": 25,
        "t": 2550,
        "game": "farkle",
        "players": 2,
        "scores": [1250, 10_000],
        "winners": [2],
    }
    assert json.loads(played.counters_told(found)) == {
        "finished": 25,
        "left": 1,
        "games": {"farkle": {"finished": 25}, "yatzy": {"left": 1}},
        "starts": 1,
        "faults": {"camera": 1},
    }
    own = best.read(played.best_told(found, "table-1", "Bord 1"), "table-1")
    assert [one.points for one in own[FARKLE]] == [10_000] * LISTED


def test_no_journal_yet_is_said_and_no_more(tmp_path: Path) -> None:
    with pytest.raises(played.UNREADABLE):
        played.look(tmp_path)


# Settings and the line for the screen


def test_the_settings_of_a_table() -> None:
    told = {"broker": "b", "table": "table-1", "name": "Bord 1", "commands": ["volume"], "port": 1883}
    assert read_section(told) == FleetSettings("b", 1883, True, "table-1", "Bord 1", ("volume",))
    assert (read_section({}), FleetSettings().commands) == (FleetSettings(), ())


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (7, "a section"),
        ({"brokr": "x"}, "there is no setting 'brokr'"),
        ({"port": "8883"}, "port is a whole number"),
        ({"port": True}, "port is a whole number"),
        ({"port": 0}, "port is a number from 1"),
        ({"tls": "yes"}, "tls is true or false"),
        ({"commands": "restart"}, "commands is a list"),
        ({"commands": ["poweroff"]}, "commands are of restart, volume, attract"),
        ({"commands": [1]}, "commands are of"),
        ({"table": "Table 1"}, "table is a name"),
        ({"table": "a/b"}, "table is a name"),
        ({"table": "+"}, "table is a name"),
        ({"table": "house"}, "table is a name"),
        ({"name": "x" * 17}, "name is a text"),
        ({"discovery": "home assistant/#"}, "discovery is a prefix"),
    ],
)
def test_wrong_settings_are_refused_in_one_line(told: object, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        read_section(told)
    assert "\n" not in str(refused.value)


def test_the_line_for_the_screen_stays_over_a_restart(tmp_path: Path) -> None:
    announced(tmp_path).say({"da": "Musik"})
    assert announced(tmp_path).in_language("en") == "Musik"
    announced(tmp_path).say({})
    assert announced(tmp_path).in_language("da") == ""


@pytest.mark.parametrize("text", ["", "[]", "nonsense", '{"da": 7}'])
def test_one_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "announcement.json").write_text(text)
    assert announced(tmp_path).in_language("da") == Announcement().in_language("da") == ""
