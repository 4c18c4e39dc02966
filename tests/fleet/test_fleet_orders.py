"""Orders from afar: what is one, who may give which, and what a table makes of it."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from fleet_parts import PlayedTable, wait

from kiosk.clock import SystemClock
from kiosk.events import Event, HouseTold, Ordered
from kiosk.fleet import letterbox
from kiosk.fleet.bucket import Bucket
from kiosk.fleet.letterbox import Letterbox
from kiosk.fleet.line import Message
from kiosk.fleet.order_desk import SAY_AGAIN, OrderDesk
from kiosk.outside import best, orders, places
from kiosk.outside.best import Entry
from kiosk.outside.orders import KINDS, Announce, Restart, SetVolume, Unwanted

NOW = 1_764_612_000.0
ORDERS = [
    ({"do": "restart"}, Restart()),
    ({"do": "restart", "at": NOW - 29}, Restart()),
    ({"do": "volume", "volume": "off"}, SetVolume("off")),
    ({"do": "attract", "text": " Musik "}, Announce({"da": "Musik", "nb": "Musik", "en": "Musik"})),
    ({"do": "attract", "text": ""}, Announce({})),
    ({"do": "attract", "da": "Smørrebrød – 95 kr.", "en": ""}, Announce({"da": "Smørrebrød – 95 kr."})),
]
REFUSED: list[tuple[object, str]] = [
    ({"do": "poweroff"}, "there is no such order"),
    ({"do": ["restart"]}, "there is no such order"),
    ({}, "there is no such order"),
    ([], "it is no JSON object"),
    ("restart", "it is no JSON object"),
    ({"do": "restart", "at": NOW - 31}, "it is not of now"),
    ({"do": "restart", "at": NOW + 31}, "it is not of now"),
    ({"do": "restart", "at": float("nan")}, "it is not of now"),
    ({"do": "restart", "at": "now"}, "its time is no number"),
    ({"do": "restart", "at": True}, "its time is no number"),
    ({"do": "restart", "now": True}, "it does not say what it should"),
    ({"do": "volume"}, "it does not say what it should"),
    ({"do": "volume", "volume": "loud"}, "it does not say what it should"),
    ({"do": "volume", "volume": {}}, "it does not say what it should"),
    ({"do": "attract"}, "it does not say what it should"),
    ({"do": "attract", "fr": "Musique"}, "it does not say what it should"),
    ({"do": "attract", "text": "a", "da": "b"}, "it does not say what it should"),
    ({"do": "attract", "text": 7}, "its text is no text"),
    ({"do": "attract", "text": "x" * 81}, "its text is too long"),
    ({"do": "attract", "text": "two\nlines"}, "its text has signs that the table cannot write"),
    ({"do": "attract", "text": "музыка"}, "its text has signs that the table cannot write"),
    ({"do": "attract", "text": "\u202eback"}, "its text has signs that the table cannot write"),
]


@pytest.mark.parametrize(("told", "order"), ORDERS)
def test_an_order_is_read_and_can_be_written_again(told: object, order: orders.Order) -> None:
    assert orders.read(json.dumps(told), KINDS, NOW) == order
    assert orders.read(orders.written(order), KINDS, NOW) == order


@pytest.mark.parametrize(("told", "why"), REFUSED)
def test_what_is_no_order_is_refused(told: object, why: str) -> None:
    with pytest.raises(Unwanted, match=f"^{why}$"):
        orders.read(json.dumps(told), KINDS, NOW)


@pytest.mark.parametrize("payload", [b"", b"\xff\xfe", b"{", b"[" * 900, b'{"do": "restart"}' + b" " * 1100])
def test_nonsense_is_refused(payload: bytes) -> None:
    with pytest.raises(Unwanted):
        orders.read(payload, KINDS, NOW)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_allowed_unless_it_is_named(kind: str) -> None:
    told = next(told for told, order in ORDERS if orders.kind_of(order) == kind)
    for allowed in ((), tuple(set(KINDS) - {kind})):
        with pytest.raises(Unwanted, match="not on the list"):
            orders.read(json.dumps(told), allowed, NOW)


def test_a_few_at_once_and_then_one_now_and_then() -> None:
    now = [100.0]
    bucket = Bucket(3, 2.0, lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] += 2.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 1e6
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


# The desk


class Clock:
    time = 100.0

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return NOW


class Desk:
    """A desk before a letterbox that takes `room` messages."""

    def __init__(self, room: int = 100) -> None:
        self.clock, self.dropped, self._room = Clock(), list[dict[str, Any]](), room
        self._desk = OrderDesk(self._drop, ("volume",), self.clock)

    def _drop(self, message: str) -> bool:
        self.dropped.append(json.loads(message))
        return len(self.dropped) <= self._room

    def hear(self, told: object, retained: bool = False, times: int = 1) -> dict[str, Any]:
        for _ in range(times):
            self._desk.hear(Message("raflebord/x/do", json.dumps(told).encode(), retained))
        return dict(json.loads(self._desk.told))


LOUD = {"do": "volume", "volume": "high"}


def test_what_is_allowed_goes_into_the_letterbox() -> None:
    desk = Desk()
    assert desk.hear(LOUD) == {"followed": 1, "refused": 0, "why": {}}
    assert desk.dropped == [{"order": LOUD}]


def test_all_else_is_counted_and_each_reason_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk()
    desk.hear({"do": "restart"}, times=500)
    desk.hear(LOUD, retained=True, times=500)
    told = desk.hear(LOUD, times=500)
    assert told["why"] == {
        "it is not on the list of what is allowed": 500,
        "it was retained: it would come again and again": 500,
        "there are too many": 495,
    }
    assert len(desk.dropped) == 5
    assert len(caplog.records) == 3
    desk.clock.time += SAY_AGAIN
    desk.hear({"do": "restart"}, times=2)
    assert caplog.records[-1].getMessage().endswith("it is not on the list of what is allowed (501 so far)")
    assert len(caplog.records) == 4


def test_a_table_that_is_off_gets_nothing_later() -> None:
    assert Desk(room=0).hear(LOUD) == {"followed": 0, "refused": 1, "why": {"the table is not there": 1}}


# The letterbox


LISTS = {("yatzy", "{}"): (Entry(271, 0, NOW, 7, "table-2", "Bord 2"),)}


@pytest.mark.parametrize(
    ("message", "events"),
    [
        ({"order": {"do": "restart"}}, [Ordered(Restart())]),
        ({"order": LOUD}, []),
        ({"order": "restart"}, []),
        ({"house": json.loads(best.written(LISTS, "house"))}, [HouseTold(LISTS)]),
        ({"house": {"lists": [{"game": "chess", "options": {}, "best": []}]}}, []),
        ({"house": 7}, []),
        ({"poweroff": True}, []),
        ([], []),
    ],
)
def test_the_table_checks_what_comes_as_if_nobody_had(message: object, events: list[Event]) -> None:
    got = list[Event]()
    Letterbox(got.append, ("restart",), Clock()).take(json.dumps(message).encode())
    assert got == events


@pytest.mark.parametrize("message", [b"\xff", b"{", b"[" * 50_000, b" " * (letterbox.LARGEST + 1)])
def test_nonsense_in_the_letterbox_harms_nobody(message: bytes) -> None:
    got = list[Event]()
    Letterbox(got.append, KINDS, Clock()).take(message)
    assert got == []


def test_a_flood_into_the_letterbox_leaves_a_few_events_and_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    events: SimpleQueue[Event] = SimpleQueue()
    with letterbox.opened(tmp_path / places.LETTERBOX, events, KINDS, SystemClock()):
        assert oct((tmp_path / places.LETTERBOX).stat().st_mode)[-3:] == "660"
        for _ in range(2000):
            places.drop(tmp_path, json.dumps({"order": {"do": "restart"}}))
        wait(lambda: events.qsize() >= orders.AT_ONCE)
    assert events.qsize() <= orders.AT_ONCE + 3, "one more in two seconds, on a slow machine"
    assert len(caplog.records) <= 1
    assert not (tmp_path / places.LETTERBOX).exists()
    assert places.drop(tmp_path, "{}") is False


def test_a_letterbox_that_cannot_be_opened_is_no_reason_not_to_play(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with letterbox.opened(tmp_path / "no" / "such", SimpleQueue(), KINDS, SystemClock()):
        assert "no letterbox" in caplog.text


def test_one_that_was_left_by_a_table_that_was_killed_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / places.LETTERBOX
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as left:
        left.bind(str(file))
    events: SimpleQueue[Event] = SimpleQueue()
    with letterbox.opened(file, events, KINDS, SystemClock()):
        assert places.drop(tmp_path, json.dumps({"order": LOUD}))
        wait(lambda: events.qsize() == 1)


# The table


@pytest.fixture
def played(tmp_path: Path) -> Any:
    made = PlayedTable(tmp_path, 1, KINDS)
    made.begin("farkle")
    made.play(3)
    yield made
    made.close()


def told(played: PlayedTable) -> dict[str, Any]:
    played.turn()
    return dict(json.loads((played.run / places.STATE).read_text()))


def test_a_restart_is_the_staffs_own_and_can_be_taken_back(played: PlayedTable) -> None:
    before = played.table.match
    played.table.take(Ordered(Restart()))
    assert told(played)["scores"] == [0, 0]
    assert played.table.staff.may_bring_back.game.match is before
    played.table.staff.bring_back()
    assert told(played)["scores"] == list(before.scores)


def test_where_nobody_plays_there_is_nothing_to_restart(tmp_path: Path) -> None:
    played = PlayedTable(tmp_path / "other", 1)
    played.table.take(Ordered(Restart()))
    assert (told(played)["game"], played.table.screen) == (None, "attract")
    played.close()


def test_a_line_for_the_screen_is_spoken_in_the_tables_language(played: PlayedTable) -> None:
    played.table.take(Ordered(Announce({"da": "Musik", "en": "Music"})))
    assert told(played)["attract"] == "Musik"
    played.table.set_language("en")
    assert told(played)["attract"] == "Music"
    played.table.set_language("nb")
    assert told(played)["attract"] == "Musik", "another language is better than none"
    played.table.take(Ordered(Announce({})))
    assert told(played)["attract"] == ""


def test_what_is_told_is_written_when_it_changes_and_only_then(played: PlayedTable) -> None:
    file = played.run / places.STATE
    told(played)
    stamp = file.stat().st_ino
    for _ in range(50):
        played.turn()
    assert file.stat().st_ino == stamp
    played.play(1)
    assert file.stat().st_ino != stamp
    assert {"running": True, "game": "farkle", "players": 2, "in_use": True}.items() <= told(played).items()


def test_a_game_begun_and_over_between_two_looks_shows_in_its_number(played: PlayedTable) -> None:
    played.finish()
    over = told(played)
    played.begin("farkle", goal=1000)
    played.finish()
    again = told(played)
    assert (over["game"], over["in_use"]) == (again["game"], again["in_use"])
    assert 0 < over["number"] < again["number"]
