"""The heartbeat, with a fake clock and a real socket; and the file that says that people play."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from by_hand_time import Clock
from table_sitting import Sitting

from kiosk.buttons import Button
from kiosk.events import Edge, Failed, Tick
from kiosk.heartbeat import VISION, Heartbeat, status
from kiosk.in_use import EVERY, FILE, InUse, in_use_file
from kiosk.notify import allowed, teller


class Manager:
    """The service manager's end of the socket."""

    def __init__(self, address: str) -> None:
        self.environ = {"NOTIFY_SOCKET": address}
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(address.replace("@", "\0", 1))
        self._line.setblocking(False)

    def told(self) -> list[str]:
        """What has come since the last look."""
        found = []
        try:
            while True:
                found.append(self._line.recv(4096).decode())
        except BlockingIOError:
            return found

    def close(self) -> None:
        self._line.close()


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify") if request.param == "file" else f"@raflebord-{os.getpid()}")
    yield made
    made.close()


class Beating:
    """A heartbeat that wants to be heard every 8 seconds, so it beats every 2."""

    def __init__(self, manager: Manager, sitting: Sitting) -> None:
        self.clock, self.table, self.heard = Clock(), sitting.table, 100.0
        self.heart = Heartbeat(teller(manager.environ), self.clock, 8.0)
        self.heart.need("vision", lambda: self.heard, VISION)
        self._manager = manager

    def turn(self, seconds: float = 0.0) -> list[str]:
        """A turn of the main loop so many seconds later; what the manager is told."""
        self.clock.time += seconds
        self.heart.follow(self.table)
        return self._manager.told()


@pytest.fixture
def beating(manager: Manager, sitting: Sitting) -> Beating:
    return Beating(manager, sitting)


def test_ready_is_said_once_a_turn_with_a_picture_has_ended(beating: Beating) -> None:
    assert "READY=1" not in beating.turn()
    assert beating.turn() == ["READY=1"]
    assert beating.turn() == []


def test_it_beats_four_times_in_the_time_allowed(beating: Beating) -> None:
    beating.turn()
    beating.turn()
    assert [beating.turn(0.5).count("WATCHDOG=1") for _ in range(8)] == [0, 0, 0, 1, 0, 0, 0, 1]


def test_a_loop_that_does_not_turn_gives_no_heartbeat(beating: Beating, manager: Manager) -> None:
    beating.turn()
    beating.turn()
    beating.clock.time += 100
    assert manager.told() == []


def test_vision_that_is_silent_for_too_long_stops_the_heartbeat_until_it_is_heard_again(
    beating: Beating, caplog: pytest.LogCaptureFixture
) -> None:
    beating.turn()
    assert "WATCHDOG=1" in beating.turn(VISION)
    assert beating.turn(3.0) == []
    assert beating.turn(3.0) == []
    assert [record.message for record in caplog.records] == ["no heartbeat: nothing is heard of vision"]
    beating.heard = beating.clock.time
    assert beating.turn() == ["WATCHDOG=1"]


def test_the_status_says_what_is_played_and_what_is_away(beating: Beating, sitting: Sitting) -> None:
    assert "STATUS=nobody plays" in beating.turn()
    sitting.begin(3)
    sitting.table.take(Failed("camera", "unplugged"))
    assert "STATUS=yatzy, 3 players; away: camera" in beating.turn()
    assert not any(text.startswith("STATUS") for text in beating.turn())


def test_the_end_is_told(beating: Beating, manager: Manager) -> None:
    beating.heart.close()
    assert manager.told() == ["STOPPING=1"]


def test_a_manager_that_is_gone_or_does_not_read_is_no_harm(tmp_path: Path) -> None:
    address = tmp_path / "notify"
    teller({"NOTIFY_SOCKET": str(address)})("WATCHDOG=1")
    deaf = Manager(str(address))
    for _ in range(2000):  # more than a socket takes
        teller(deaf.environ)("WATCHDOG=1")
    deaf.close()


def test_without_a_manager_nobody_is_told_and_nothing_is_watched(sitting: Sitting) -> None:
    told: list[str] = []
    heart = Heartbeat(told.append, Clock(), allowed({}, 1))
    heart.follow(sitting.table)
    heart.follow(sitting.table)
    assert "WATCHDOG=1" not in told
    teller({})("READY=1")
    teller({"NOTIFY_SOCKET": "vsock:2:1"})("READY=1")


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_time_allowed_is_this_process_own(environ: dict[str, str], seconds: float | None) -> None:
    assert allowed(environ, 7) == seconds


def test_status_of_a_table_without_a_game(sitting: Sitting) -> None:
    assert status(sitting.table) == "nobody plays"


# The file that says that people play


class Using:
    def __init__(self, folder: Path, sitting: Sitting) -> None:
        self.clock, self.sitting, self.file = Clock(), sitting, folder / FILE
        self.in_use = InUse(self.file, self.clock)

    def turn(self, seconds: float = EVERY, pressed: bool = False) -> bool:
        """A turn so much later; whether the file has been touched in it."""
        self.clock.time += seconds
        if self.file.exists():
            os.utime(self.file, (0, 0))
        self.in_use.hear(Edge(Button.HOLD1, True, 0.0) if pressed else Tick())
        self.in_use.follow(self.sitting.table)
        return self.file.exists() and self.file.stat().st_mtime > 0


@pytest.fixture
def using(tmp_path: Path, sitting: Sitting) -> Using:
    (tmp_path / FILE).touch()  # left behind by a table that was killed
    return Using(tmp_path, sitting)


def test_a_table_at_which_nobody_plays_is_not_in_use(using: Using) -> None:
    using.turn()
    assert not using.file.exists()


def test_the_file_is_as_old_as_the_last_sign_of_people(using: Using) -> None:
    using.turn()
    using.sitting.begin()
    assert using.turn(pressed=True)
    assert not using.turn()
    assert using.file.exists()
    assert using.turn(pressed=True)
    assert not using.turn(1.0, pressed=True), "every few seconds is enough"
    using.sitting.table.put_aside()
    using.turn()
    assert not using.file.exists()


def test_a_roll_is_a_sign_of_people(using: Using) -> None:
    using.sitting.begin()
    using.turn()
    using.sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 2@160,60")
    assert using.turn()


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path: Path, sitting: Sitting) -> None:
    sitting.begin()
    InUse(tmp_path / "not there" / FILE, Clock()).follow(sitting.table)


@pytest.mark.parametrize(
    ("environ", "file"),
    [
        ({}, None),
        ({"RUNTIME_DIRECTORY": "/run/raflebord"}, Path("/run/raflebord/in-use")),
        ({"RUNTIME_DIRECTORY": "/run/a:/run/b"}, Path("/run/a/in-use")),
    ],
)
def test_the_file_lies_where_the_manager_says(environ: dict[str, str], file: Path | None) -> None:
    assert in_use_file(environ) == file
