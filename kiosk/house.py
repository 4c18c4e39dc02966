"""Puts the table together from its parts, and takes it apart again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue

from kiosk.app import FRAME, App, Follower
from kiosk.calibrating.current import current_for
from kiosk.chosen import Chosen
from kiosk.clock import Clock
from kiosk.diary import Diary, boot_id
from kiosk.draw.kit import Kit
from kiosk.events import Event, Events
from kiosk.eyes import Eyes, Process, start_process
from kiosk.journal import Journal
from kiosk.light.opening import MakeLight
from kiosk.light.tray_light import NoLight
from kiosk.match.ledger import Ledger
from kiosk.panel.protocol import Panel
from kiosk.pictures.following import keepers
from kiosk.screens import all_screens, games
from kiosk.screens.base import Screen
from kiosk.service.mode import Leaf, Service
from kiosk.service.page import Place
from kiosk.sound.sounding import Silence, Sounding
from kiosk.table import Table
from kiosk.window import Window
from kiosk.words import Words
from vision import heap
from vision.calibration import NAME as CALIBRATION

MakePanel = Callable[[Events, "Eyes", Table], Panel]
MakeWindow = Callable[[Events, Panel], Window]


@dataclass(frozen=True)
class House:
    """The parts of a table that is open."""

    app: App
    table: Table
    eyes: Eyes
    window: Window
    screens: Mapping[str, Screen]
    events: Events


@contextmanager
def opened(
    state_dir: Path,
    camera: str,
    language: str,
    clock: Clock,
    make_panel: MakePanel,
    make_window: MakeWindow,
    frame: float = FRAME,
    make_light: MakeLight = lambda *_: NoLight(),
    make_sound: Callable[[], Sounding] = Silence,
    followers: Sequence[Follower] = (),
    chosen: Chosen | None = None,
) -> Iterator[House]:
    """A table ready to run, going on with an unfinished game if there is one.

    Whoever opens it holds the state directory (`state_lock`). The window comes first and the camera last: people see
    something at once. Raises StateUnusable, NoDisplay.
    """
    heap.kept_small()
    events: SimpleQueue[Event] = SimpleQueue()
    with ExitStack() as stack:
        ledger = Ledger(partial(Journal, state_dir))
        stack.callback(ledger.close)
        diary = Diary(ledger, clock, boot_id())
        stack.callback(diary.close)
        table = Table(cache(Words), ledger, clock, language, games(), chosen)
        calibration = state_dir / CALIBRATION
        eyes = Eyes(camera, None, events, clock, partial(_start_eyes, state_dir))
        panel = make_panel(events, eyes, table)
        stack.callback(panel.close)
        window = make_window(events, panel)
        stack.callback(window.close)
        light = make_light(events, eyes.ask, calibration)
        stack.callback(light.close)
        sound = make_sound()
        stack.callback(sound.close)
        stack.callback(eyes.close)
        table.resume()
        kept = keepers(state_dir, eyes.ask, clock, calibration)
        kit = Kit()
        screens = all_screens(kit)

        def service_pages() -> Mapping[Place, Leaf]:
            from kiosk.service.opening import Parts, pages

            parts = Parts(lambda: panel.closed, light, sound, eyes.ask, camera, state_dir, clock)
            return pages(parts, diary.write, kit)

        app = App(
            table,
            screens,
            panel,
            eyes,
            window,
            clock,
            events,
            frame,
            light,
            sound,
            [diary, *kept, *followers],
            Service(service_pages),
        )
        yield House(app, table, eyes, window, screens, events)


def _start_eyes(state_dir: Path, camera: str, _: Path | None) -> tuple[Process, Connection]:
    """The camera's process, each time with the calibration that is in use then."""
    return start_process(camera, current_for(state_dir, camera))
