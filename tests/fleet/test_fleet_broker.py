"""Tables, a house list and a real Mosquitto that goes and comes back; set up as docs/fleet.md says."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from broker import Mosquitto, need_mosquitto, password, set_up
from fleet_parts import QUICK, Listener, PlayedTable, bridge, house, journal, settings, wait

from kiosk.clock import SystemClock
from kiosk.fleet.bridge import Bridge

GAMES = {"table-1": ("farkle", 3), "table-2": ("thirty", 4)}
"""What is played at each table, and by which seed."""
SHORT = {"farkle": {"goal": 4000}, "thirty": {"start_points": 15}}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_mosquitto()
    folder = tmp_path_factory.mktemp("prepared")
    set_up(folder)
    return folder


@pytest.fixture
def broker(prepared: Path, tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(Path(shutil.copytree(prepared, tmp_path / "broker")))
    made.start()
    yield made
    made.kill()


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def seated(folder: Path, table: str, *commands: str) -> PlayedTable:
    return PlayedTable(folder / table, GAMES[table][1], commands)


def opened(played: PlayedTable, table: str) -> None:
    game = GAMES[table][0]
    played.begin(game, **SHORT[game])
    played.play(2)


def test_two_tables_and_a_house_list_while_the_broker_goes_and_comes_back(
    broker: Mosquitto, tmp_path: Path, open_: ExitStack
) -> None:
    tables = {name: open_.enter_context(closing(seated(tmp_path, name))) for name in GAMES}
    staff = open_.enter_context(closing(Listener(broker, "homeassistant")))
    open_.enter_context(closing(house(broker, tmp_path / "house")))
    for name, played in tables.items():
        open_.enter_context(closing(bridge(broker, played, name)))
    wait(lambda: all(staff.read(f"{name}/state").get("running") for name in tables))
    for name, played in tables.items():
        opened(played, name)
        wait(lambda name=name: staff.read(f"{name}/state")["game"] == GAMES[name][0])
    told_of_all_that_happens(staff, tables)
    broker.kill()
    scores = {name: played.finish() for name, played in tables.items()}
    for name, played in tables.items():
        opened(played, name)
    broker.start()
    for name in tables:
        wait(lambda name=name: staff.read(f"{name}/counters").get("finished") == 1)
        assert staff.read(f"{name}/games")["games"][0]["scores"] == list(scores[name])
        assert staff.seen[f"raflebord/{name}/status"] == "online"
    wait(lambda: len(staff.read("house/best").get("lists", ())) == 2)
    the_same_as_without(tables, tmp_path)


def told_of_all_that_happens(staff: Listener, tables: dict[str, PlayedTable]) -> None:
    for name, played in tables.items():
        match = played.table.match
        told = staff.read(f"{name}/state")
        wait(lambda name=name, match=match: staff.read(f"{name}/state")["scores"] == list(match.scores))
        assert told["name"] == f"Bord {name[-1]}"
        device = json.loads(staff.seen[f"homeassistant/device/raflebord/{name}/config"])
        assert device["device"]["name"] == f"Bord {name[-1]}"


def the_same_as_without(tables: dict[str, PlayedTable], folder: Path) -> None:
    """The journals are those of games that were played where no broker was ever heard of."""
    for name, played in tables.items():
        alone = seated(folder / "alone", name)
        opened(alone, name)
        alone.finish()
        opened(alone, name)
        assert journal(alone.state) == journal(played.state)
        alone.close()


def test_the_house_list_counts_each_game_once_and_survives_everybody(
    broker: Mosquitto, tmp_path: Path, open_: ExitStack
) -> None:
    played = open_.enter_context(closing(seated(tmp_path, "table-1")))
    opened(played, "table-1")
    best = max(played.finish())
    with closing(house(broker, tmp_path / "house")), closing(bridge(broker, played, "table-1")):
        with closing(Listener(broker)) as staff:
            wait(lambda: staff.read("house/best").get("lists"))
            first = staff.read("house/best")["lists"][0]
            assert [first["best"][0]["points"], first["best"][0]["name"]] == [best, "Bord 1"]
            assert first["options"] == {"goal": 4000}
        wait(lambda: played.table.honours.house or played.turn())
    broker.kill()
    (tmp_path / "broker" / "mosquitto.db").unlink(missing_ok=True)
    broker.start()
    staff = open_.enter_context(closing(Listener(broker)))
    open_.enter_context(closing(house(broker, tmp_path / "house")))
    wait(lambda: staff.read("house/best").get("lists"))
    assert staff.read("house/best")["lists"] == [first], (
        "a broker that has forgotten everything, no table in sight"
    )
    open_.enter_context(closing(bridge(broker, played, "table-1")))
    wait(lambda: "raflebord/table-1/best" in staff.seen)
    opened(played, "table-1")
    played.finish()
    wait(lambda: len(staff.read("house/best")["lists"][0]["best"]) == 4)


def test_bad_credentials_are_said_once_and_tried_again(
    broker: Mosquitto, tmp_path: Path, open_: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    played = open_.enter_context(closing(seated(tmp_path, "table-1")))
    for word, ca, why in (
        ("wrong", broker.ca, "it refuses 'table-1': "),
        (password("table-1"), None, "its certificate is not to be trusted"),
    ):
        seen = broker.seen_by("table-1", word)
        told = Bridge(
            settings("table-1"),
            type(seen)(seen.host, seen.port, seen.user, seen.password, ca=ca),
            played.run,
            played.state,
            SystemClock(),
            pace=QUICK,
        )
        caplog.clear()
        tries = 0
        while tries < 4:
            before = told.line.connections
            told.turn()
            tries += told.line.connections > before
        said = [record.getMessage() for record in caplog.records if "broker" in record.getMessage()]
        assert len(said) == 1, said
        assert why in said[0]
        assert why in told.line.state


def test_a_table_may_write_under_its_own_name_only(
    broker: Mosquitto, tmp_path: Path, open_: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody has the password of table 1, and says to be table 2."""
    played = open_.enter_context(closing(seated(tmp_path, "table-2")))
    staff = open_.enter_context(closing(Listener(broker)))
    wait(lambda: staff.there)
    liar = Bridge(
        settings("table-2"),
        broker.seen_by("table-1"),
        played.run,
        played.state,
        SystemClock(),
        pace=QUICK,
    )
    while sum("does not let 'table-1' write" in record.getMessage() for record in caplog.records) < 5:
        liar.turn()
    liar.close()
    assert not [topic for topic in staff.seen if "table-2" in topic]


def test_orders_are_followed_if_they_are_allowed_and_a_flood_is_not(
    broker: Mosquitto, tmp_path: Path, open_: ExitStack
) -> None:
    commands = ("restart", "attract")
    played = open_.enter_context(closing(seated(tmp_path, "table-1", *commands)))
    staff = open_.enter_context(closing(Listener(broker)))
    open_.enter_context(closing(bridge(broker, played, "table-1", *commands)))
    opened(played, "table-1")
    wait(lambda: staff.read("table-1/state").get("game") == "farkle")
    staff.send("table-1", {"do": "restart"})
    wait(lambda: played.turn() or not any(played.table.match.scores))
    staff.send("table-1", {"do": "attract", "da": "Musik klokken 20", "en": "Music at 8"})
    wait(lambda: played.turn() or staff.read("table-1/state").get("attract") == "Musik klokken 20")
    rows = journal(played.state)
    staff.send("table-1", {"do": "restart"}, retain=True)
    staff.send("table-1", {"do": "volume", "volume": "high"})
    staff.send("table-1", {"do": "restart", "at": 1.0})
    staff.send("table-1", {"do": "poweroff"})
    staff.send("table-1", b"x" * 30_000)
    wait(lambda: staff.read("table-1/orders").get("refused") == 5)
    assert staff.read("table-1/orders")["followed"] == 2
    for _ in range(3000):
        staff.send("table-1", {"do": "nonsense"})
    played.play(4)
    wait(lambda: staff.read("table-1/orders").get("refused") == 3005)
    assert staff.counts["raflebord/table-1/orders"] < 300, "what is counted is not told each time"
    untouched = journal(played.state)
    assert [row for row in untouched if row[0] != "moves" and row not in rows] == []


def test_the_programs_as_they_are_started(broker: Mosquitto, tmp_path: Path, open_: ExitStack) -> None:
    """By their commands, with credentials as systemd hands them over; they say goodbye."""
    played = open_.enter_context(closing(seated(tmp_path, "table-1")))
    staff = open_.enter_context(closing(Listener(broker)))
    config = tmp_path / "raflebord.toml"
    config.write_text(f'[fleet]\nbroker = "localhost"\nport = {broker.port}\ntable = "table-1"\n')
    words = {
        "fleet": ["--state-dir", str(played.state), "--run-dir", str(played.run)],
        "house": ["--keep", str(tmp_path)],
    }
    programs = {}
    for name, user in (("fleet", "table-1"), ("house", "house")):
        folder = tmp_path / f"credentials-{name}"
        folder.mkdir()
        (folder / "broker_password").write_text(f"{password(user)}\n")
        (folder / "broker_ca.pem").write_bytes(broker.ca.read_bytes())
        command = [
            str(Path(sys.executable).with_name("raflebord")),
            name,
            "--config",
            str(config),
            *words[name],
        ]
        programs[user] = subprocess.Popen(command, env={**os.environ, "CREDENTIALS_DIRECTORY": str(folder)})
    wait(lambda: all(staff.seen.get(f"raflebord/{user}/status") == "online" for user in programs))
    wait(lambda: staff.read("table-1/state").get("running"))
    programs["table-1"].send_signal(signal.SIGTERM)
    assert programs["table-1"].wait(10) == 0
    wait(lambda: staff.seen["raflebord/table-1/status"] == "offline")
    programs["house"].kill()
    programs["house"].wait(10)
    wait(lambda: staff.seen["raflebord/house/status"] == "offline", "the broker tells its last will")
