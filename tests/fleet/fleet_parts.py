"""Tables that are played by bots, the fleet's programs beside them, and somebody who listens at the broker."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from broker import Mosquitto

from kiosk.clock import SystemClock
from kiosk.events import Event
from kiosk.fleet import letterbox
from kiosk.fleet.bridge import Bridge
from kiosk.fleet.house_service import HouseService
from kiosk.fleet.line import Line, Message, Pace, Subscription
from kiosk.fleet.settings import FleetSettings
from kiosk.fleet.telling import Telling
from kiosk.gallery.studio import GalleryClock
from kiosk.gallery.table import StagedTable
from kiosk.journal import FILE
from kiosk.outside import places

QUICK = Pace(first=0.02, longest=0.1, every=0.05)
PATIENCE = 60.0


def wait(until: Callable[[], object], what: str = "") -> None:
    """Until it is so."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, f"waited in vain: {what or until}"
        time.sleep(0.01)


class PlayedTable:
    """A table without camera or screen, otherwise as `raflebord play` puts it together; `seed`: of its dice."""

    def __init__(self, folder: Path, seed: int, commands: Sequence[str] = ()) -> None:
        self.run, self.state = folder / "run", folder / "state"
        self.run.mkdir(parents=True)
        self.state.mkdir()
        self.clock = GalleryClock()
        self._staged = StagedTable(self.state, self.clock, "da", seed, watched=False)
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._telling = Telling(self.run / places.STATE, self.clock)
        self._stack = ExitStack()
        box = letterbox.opened(self.run / places.LETTERBOX, self._events, commands, SystemClock())
        self._stack.enter_context(box)
        self.turn()

    @property
    def table(self) -> Any:
        return self._staged.table

    def turn(self) -> None:
        """Once round the main loop."""
        try:
            while True:
                self.table.take(self._events.get_nowait())
        except Empty:
            self._telling.follow(self.table)

    def begin(self, game: str, **options: object) -> None:
        self.table.begin(game, 2, {"roll_off": False, **options})
        self.turn()

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.clock.go_on(7.0)
            self._staged.play_turns(1)
            self.turn()

    def finish(self) -> tuple[int, ...]:
        """The game to its end; the scores."""
        while not self.table.match.over:
            self.play(1)
        scores = self.table.match.scores
        self.table.show("attract")
        self.turn()
        return tuple(scores)

    def close(self) -> None:
        self._stack.close()
        self._staged.close()


def journal(folder: Path) -> list[tuple[Any, ...]]:
    """Every row of a journal, seals and all."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [(table, *row) for table in sorted(tables) for row in db.execute(f"SELECT * FROM {table}")]


class Running:
    """A program of the fleet in a thread of its own."""

    def __init__(self, service: Bridge | HouseService) -> None:
        self.service = service
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.service.turn()
        self.service.close()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


def settings(table: str, *commands: str) -> FleetSettings:
    number = table.rpartition("-")[2]
    return FleetSettings(broker="localhost", table=table, name=f"Bord {number}", commands=commands)


def bridge(broker: Mosquitto, played: PlayedTable, table: str, *commands: str) -> Running:
    seen = broker.seen_by(table)
    return Running(
        Bridge(settings(table, *commands), seen, played.run, played.state, SystemClock(), pace=QUICK)
    )


def house(broker: Mosquitto, folder: Path) -> Running:
    folder.mkdir(exist_ok=True)
    return Running(HouseService(broker.seen_by("house"), folder, SystemClock(), pace=QUICK))


class Listener:
    """Staff at the broker: sees everything, may send orders."""

    def __init__(self, broker: Mosquitto, user: str = "staff") -> None:
        self.seen: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        subscriptions = (Subscription("raflebord/#"), Subscription("homeassistant/#"))
        status = f"raflebord/{user}/status"
        self._line = Line(broker.seen_by(user), status, subscriptions, self._hear, SystemClock(), QUICK)
        self._send: SimpleQueue[tuple[str, bytes, bool]] = SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._line.turn(0.02)
            while self._line._client is not None and self._line.there and not self._send.empty():
                topic, payload, retain = self._send.get()
                self._line._client.publish(topic, payload, retain=retain)
        self._line.close()

    def _hear(self, message: Message) -> None:
        self.seen[message.topic] = message.payload.decode()
        self.counts[message.topic] = self.counts.get(message.topic, 0) + 1

    def read(self, topic: str) -> Any:
        """What stands there; an empty object for nothing."""
        return json.loads(self.seen.get(f"raflebord/{topic}", "{}"))

    def send(self, table: str, order: object, retain: bool = False) -> None:
        payload = order if isinstance(order, bytes) else json.dumps(order).encode()
        self._send.put((f"raflebord/{table}/do", payload, retain))

    @property
    def there(self) -> bool:
        return self._line.there and self._line.settled()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
