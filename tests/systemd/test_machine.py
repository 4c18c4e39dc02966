"""A table's life in a real systemd: installed, started, frozen, killed, broken, updated, taken off again.

One test, since a machine takes a while to make. What is set shorter than on a table (`QUICK`) are pauses alone.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from machine import Machine, need_machine, need_systemd
from paho.mqtt.client import MQTT_ERR_SUCCESS, Client
from paho.mqtt.enums import CallbackAPIVersion
from wheels import make_wheel, never_starts

from kiosk.journal import FILE, Begun, Journal, Moved

TABLE = "raflebord.service"
FLEET = "raflebord-fleet.service"
RESTS = "raflebord-maintenance.service"
CONFIG = """
camera = "sim:size=640x360,fps=5"
panel = "keyboard"
light = "none"
contact = "Anna, 12 34 56 78"

[fleet]
broker = "127.0.0.1"
port = %d
tls = false
table = "table-1"
commands = ["attract"]
"""
QUICK = """
[Service]
Environment=SDL_VIDEODRIVER=dummy
WatchdogSec=8
TimeoutAbortSec=1
RestartSec=100ms
"""
SHOWN_BLIND = "[Service]\nEnvironment=SDL_VIDEODRIVER=dummy\nRestartSec=100ms\n"
NOT_SHOWN = "[Service]\nRestartSec=100ms\n"
SHORT_TRIAL = """
[Service]
ExecStart=
ExecStart=/opt/raflebord/versions/%I/bin/raflebord rules --list
"""
ALLOWED_TO_FLEET = ["open a socket", "draw numbers", "talk to its vision"]
ALLOWED = ["write to its own folder", "draw numbers", "talk to its vision"]


@pytest.fixture
def machine() -> Iterator[Machine]:
    need_machine()
    # Not pytest's own folder: nobody but root may enter that.
    with tempfile.TemporaryDirectory(prefix="raflebord-machine-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        made = Machine(Path(folder))
        yield made
        made.close()


class Table:
    """The table on the machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.state = machine.root / "var/lib/raflebord"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.broker_port = int(free.getsockname()[1])

    @property
    def life(self) -> tuple[int, int]:
        """The process that is the table (0: none), and how often it was restarted."""
        found = self.machine.show(TABLE, "MainPID", "NRestarts")
        return int(found["MainPID"]), int(found["NRestarts"])

    @property
    def version(self) -> str:
        return (self.machine.root / "opt/raflebord/current").readlink().name

    def says(self, status: str = "yatzy, 2 players") -> bool:
        """Whether it is ready and in the game that was begun, unless its status is another."""
        wanted = {"ActiveState": "active", "StatusText": status}
        return self.machine.show(TABLE, *wanted) == wanted

    def moves(self) -> int:
        with closing(sqlite3.connect(self.state / FILE)) as db:
            return int(db.execute("SELECT count(*) FROM moves").fetchone()[0])

    def back_after(self, *what: str) -> None:
        """The table is back in the same turn after this, as another process."""
        (pid, restarts), moves = self.life, self.moves()
        self.machine.does(*what)
        self.machine.wait(lambda: self.life[1] == restarts + 1 and self.says())
        assert self.life[0] != pid
        assert self.moves() == moves

    def update(self, version: str) -> tuple[int, str]:
        done = self.machine.run(
            "raflebord-update", "add", "--now", f"/mnt/wheels/raflebord-{version}-py3-none-any.whl"
        )
        return done.returncode, done.stdout + done.stderr


def test_a_table_lives_in_a_real_systemd(machine: Machine) -> None:
    table = Table(machine)
    for version, broken in (("0.1.0", {}), ("0.2.0", never_starts())):
        make_wheel(machine.root / "mnt/wheels", version, broken)
    installed_twice(table)
    started(table)
    denied_what_it_needs_not(table)
    has_a_line_to_a_broker(table)
    heals_when_the_vision_is_killed(table)
    table.back_after("systemctl", "kill", "-s", "KILL", "--kill-who=main", TABLE)
    frozen(table)
    rests_after_ten_failures(table)
    nightly(table)
    goes_back_by_itself(table)
    updated_and_back_by_hand(table)
    stops_when_told(table)
    uninstalled(table)


def installed_twice(table: Table) -> None:
    machine = table.machine
    install = (
        "/usr/bin/python3",
        "/mnt/systemd/install",
        "--no-packages",
        "--no-start",
        "--find",
        "/mnt/wheels",
    )
    wheel = ("--wheel", "/mnt/wheels/raflebord-0.1.0-py3-none-any.whl")
    machine.does(*install, *wheel)
    again = machine.does(*install, *wheel).splitlines()
    assert sum(line.startswith("already:") for line in again) > 15, again
    assert "already:  write /etc/raflebord.toml, to be adapted" in again
    machine.write("/etc/raflebord.toml", CONFIG % table.broker_port)
    machine.write(f"/etc/systemd/system/{TABLE}.d/test.conf", QUICK)
    machine.write(f"/etc/systemd/system/{RESTS}.d/test.conf", SHOWN_BLIND)
    machine.write("/etc/systemd/system/raflebord-check@.service.d/test.conf", SHORT_TRIAL)
    machine.does("systemctl", "daemon-reload")


def started(table: Table) -> None:
    """In the middle of a game that was begun before."""
    owner = table.state.stat()
    with closing(Journal(table.state)) as journal:
        now = time.time()  # what is older than a few hours would be put aside
        journal.write(Begun(1, now, "da", {"game": "yatzy", "players": ["A", "B"], "options": {}}))
        dice = tuple({"value": 4, "x": 40.0 * place, "y": 60.0, "rolled": True} for place in range(1, 6))
        journal.write(Moved(1, 0, now, "camera", {"roll": [4] * 5}, dice))
    os.chown(table.state / FILE, owner.st_uid, owner.st_gid)
    table.machine.does("systemctl", "start", TABLE)
    table.machine.wait(table.says)
    assert table.machine.run("test", "-e", "/run/raflebord/in-use").returncode == 0


def denied_what_it_needs_not(table: Table) -> None:
    """The table's own unit, but for the program."""
    machine = table.machine
    machine.write("/var/lib/other/secret", "of another user")
    (machine.root / "var/lib/other/secret").chmod(0o600)
    machine.write("/root/letter", "a letter")
    machine.write("/mnt/wheels/probe.py", (Path(__file__).parent / "probe.py").read_text())
    (machine.root / "root").chmod(0o755)
    probe = "/usr/bin/python3 /mnt/wheels/probe.py"
    denied = machine.does(*probe.split(), "/tmp/probe.json")
    assert denied == "", "all of it is open to root outside the sandbox"
    # Nothing but the sandbox keeps these from the table's user.
    machine.does("chmod", "666", "/etc/planted", "/opt/raflebord/planted", "/var/lib/planted")
    assert through(machine, TABLE, "/var/lib/raflebord/probe.json") == ALLOWED
    machine.does("chmod", "-R", "o+rwx", "/var/lib/raflebord")
    assert through(machine, FLEET, "/var/lib/probe/probe.json", "StateDirectory=probe") == ALLOWED_TO_FLEET
    machine.does("chmod", "-R", "o-rwx", "/var/lib/raflebord")


def through(machine: Machine, unit: str, told: str, more: str = "") -> list[str]:
    """What goes through in a unit, were its program somebody else's."""
    lines = (machine.root / f"etc/systemd/system/{unit}").read_text().splitlines()
    left = (
        "ExecStart",
        "Type=",
        "Restart",
        "OnFailure",
        "Watchdog",
        "Conflicts",
        "RuntimeDirectory",
        "LoadC",
    )
    kept = "\n".join(line for line in lines if not line.startswith(left))
    service = f"[Service]\nType=oneshot\nExecStart=/usr/bin/python3 /mnt/wheels/probe.py {told}\n{more}"
    machine.write("/etc/systemd/system/probe.service", kept.replace("[Service]", service))
    machine.does("systemctl", "daemon-reload")
    machine.does("systemctl", "start", "probe.service")
    return list(json.loads(machine.does("cat", told)))


def has_a_line_to_a_broker(table: Table) -> None:
    """With a password that systemd hands over; what it tells is the table's, and an order reaches the table."""
    machine, broker = table.machine, Broker(table)
    assert oct((machine.root / "etc/raflebord-broker").stat().st_mode)[-3:] == "700"
    machine.write("/etc/raflebord-broker/password", "word\n")
    machine.does("systemctl", "start", FLEET)
    connected = {"StatusText": f"connected to 127.0.0.1:{table.broker_port}"}
    machine.wait(lambda: machine.show(FLEET, "StatusText") == connected)
    broker.wait(lambda told: told.get("game") == "yatzy")
    broker.order('{"do": "attract", "text": "Musik"}')
    broker.wait(lambda told: told.get("attract") == "Musik")
    broker.close()
    machine.wait(lambda: machine.show(FLEET, "StatusText") != connected)
    assert table.says(), "nothing of it reaches the table"
    machine.does("systemctl", "stop", FLEET)


class Broker:
    """A Mosquitto in the machine that lets everybody in, and somebody who listens there."""

    def __init__(self, table: Table) -> None:
        need_systemd("mosquitto")
        self._machine, self._port = table.machine, table.broker_port
        machine = table.machine
        settings = f"user root\nallow_anonymous true\nlistener {self._port} 127.0.0.1\n"
        machine.write("/etc/broker.conf", settings)
        machine.does(
            "systemd-run", "--unit=broker", shutil.which("mosquitto") or "", "-c", "/etc/broker.conf"
        )
        self._told: dict[str, Any] = {}
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = lambda _, __, message: self._told.update(json.loads(message.payload))
        machine.wait(self._connected)
        self._client.subscribe("raflebord/table-1/state")

    def _connected(self) -> bool:
        try:
            return self._client.connect("127.0.0.1", self._port) == MQTT_ERR_SUCCESS
        except OSError:
            return False

    def order(self, order: str) -> None:
        self._client.publish("raflebord/table-1/do", order)

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> None:
        def told() -> bool:
            self._client.loop(0.2)
            return bool(self._told) and until(self._told)

        self._machine.wait(told, pause=0.0)

    def close(self) -> None:
        self._client.disconnect()
        self._machine.does("systemctl", "stop", "broker")


def heals_when_the_vision_is_killed(table: Table) -> None:
    life = table.life
    table.machine.does("sh", "-c", f"pkill -KILL -P {life[0]} -f spawn_main")
    table.machine.wait(lambda: table.says("yatzy, 2 players; away: camera"))
    table.machine.wait(table.says)
    assert table.life == life


def frozen(table: Table) -> None:
    """The main loop stands still, the process and all its threads live."""
    table.back_after("systemctl", "kill", "-s", "STOP", "--kill-who=main", TABLE)
    assert "Watchdog timeout" in table.machine.log("-u", TABLE)


def rests_after_ten_failures(table: Table) -> None:
    """A mistake in the settings: it starts ten times in vain, then rests; put right, it goes on by itself."""
    machine = table.machine
    machine.write("/etc/raflebord.toml", "camra = 1\n" + CONFIG % table.broker_port)
    machine.does("systemctl", "reset-failed", TABLE)  # earlier starts do not count
    machine.run("systemctl", "restart", TABLE)
    machine.wait(lambda: machine.show(RESTS, "ActiveState") == {"ActiveState": "active"})
    said = machine.log("-u", TABLE, "-n", "300")
    assert said.count("there is no setting 'camra'") in (9, 10), (
        said
    )  # the limit counts the start before as well
    assert "Start request repeated too quickly" in said
    machine.write("/etc/raflebord.toml", CONFIG % table.broker_port)
    words_where_no_picture_can_be_shown(machine)
    machine.does("systemctl", "reset-failed", TABLE)
    machine.does("systemctl", "stop", RESTS)  # as it ends by itself after ten minutes
    machine.wait(table.says)
    assert machine.show(RESTS, "ActiveState") == {"ActiveState": "inactive"}


def words_where_no_picture_can_be_shown(machine: Machine) -> None:
    """On the console; here it is a file."""
    machine.does("sh", "-c", "touch /dev/tty1 && chgrp tty /dev/tty1 && chmod 620 /dev/tty1")
    machine.write(f"/etc/systemd/system/{RESTS}.d/test.conf", NOT_SHOWN)
    machine.does("systemctl", "daemon-reload")
    machine.does("systemctl", "kill", "-s", "KILL", RESTS)
    machine.wait(lambda: "Anna, 12 34 56 78" in machine.ran("cat", "/dev/tty1"))
    assert "Bordet holder pause." in machine.ran("cat", "/dev/tty1")
    machine.wait(lambda: machine.show(RESTS, "ActiveState") == {"ActiveState": "active"})


def nightly(table: Table) -> None:
    """Without a stick."""
    table.machine.does("systemctl", "start", "raflebord-nightly.service")
    assert (table.state / "audit.html").is_file()
    assert "no copy was made: /media/raflebord cannot be written" in table.machine.log(
        "-u", "raflebord-nightly"
    )


def goes_back_by_itself(table: Table) -> None:
    code, said = table.update("0.2.0")
    assert code == 1, said
    assert "0.2.0 did not start: 0.1.0 is in use" in said
    table.machine.wait(table.says)
    assert table.version == "0.1.0"
    assert "0.2.0 did not start 2 times: back to 0.1.0" in table.machine.log("-u", TABLE)
    assert [path.name for path in (table.state / "backups").iterdir() if (path / FILE).exists()]


def updated_and_back_by_hand(table: Table) -> None:
    """From a stick (here a folder), by the unit that does it shut in; nobody plays any more."""
    machine = table.machine
    make_wheel(machine.root / "media/raflebord", "0.3.0")
    machine.does("rm", "/run/raflebord/in-use")
    machine.does("systemctl", "start", "raflebord-update.service")
    assert "0.3.0 is in use" in machine.log("-u", "raflebord-update")
    assert table.version == "0.3.0"
    table.machine.wait(table.says)
    table.machine.does("raflebord-update", "back")
    table.machine.wait(table.says)
    assert table.version == "0.1.0"
    assert "0.1.0  in use" in table.machine.ran("raflebord-update", "list")


def stops_when_told(table: Table) -> None:
    """Within three seconds, as a clean end and with the journal closed: no log of changes is left beside it."""
    began = time.monotonic()
    table.machine.does("systemctl", "stop", TABLE)
    assert time.monotonic() < began + 3.0
    ended = {"ActiveState": "inactive", "Result": "success", "ExecMainStatus": "0"}
    assert table.machine.show(TABLE, *ended) == ended
    assert not list(table.state.glob(f"{FILE}-*"))
    with closing(sqlite3.connect(table.state / FILE)) as db:
        assert db.execute("SELECT what FROM diary ORDER BY entry DESC LIMIT 1").fetchone() == ("stopped",)


def uninstalled(table: Table) -> None:
    machine, moves = table.machine, table.moves()
    machine.does("raflebord-install", "--uninstall")
    left = machine.ran(
        "sh", "-c", "ls -d /opt/raflebord* /usr/local/*bin/raflebord* /etc/systemd/system/raflebord*"
    )
    assert [line for line in left.split() if not line.endswith(".d")] == []
    assert "ExecStart" not in machine.show(TABLE, "ExecStart")
    assert table.moves() == moves
    assert (machine.root / "etc/raflebord.toml").exists()
