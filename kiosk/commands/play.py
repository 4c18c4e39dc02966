"""`raflebord play`: the table."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.cli import UsageError
from kiosk.journal import StateUnusable, state_lock
from kiosk.logs import log_to_stderr
from kiosk.settings import Settings, gathered, is_pi

if TYPE_CHECKING:
    from kiosk.clock import Clock
    from kiosk.events import Events
    from kiosk.eyes import Eyes
    from kiosk.fleet.telling import Telling
    from kiosk.in_use import InUse
    from kiosk.panel.protocol import Panel
    from kiosk.sound.loudness import Loudness
    from kiosk.sound.sounding import TableSound
    from kiosk.table import Table
    from kiosk.window import Window

HELP = "the table: on a Pi with its camera and panel, elsewhere simulated in a window"
OUT = Path("out")
"""Where the pictures go when there is no display."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options. None means: not given, so the file or the machine decides."""
    parser.add_argument(
        "--windowed", action="store_const", const=True, help="in a window, not on the whole screen"
    )
    parser.add_argument("--camera", metavar="sim|pi|v4l2:N|FOLDER|VIDEO", help="where the pictures come from")
    parser.add_argument("--panel", metavar="keyboard|gpio", help="where the buttons are")
    parser.add_argument(
        "--light",
        metavar="none|sim|PORT",
        help="the tray's light: none, the simulated table's, or the tray controller's serial line",
    )
    parser.add_argument("--state-dir", metavar="DIR", help="where games are stored")
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file with the same settings")
    parser.add_argument("--lang", metavar="da|nb|en", help="the language spoken at first")


def run(args: argparse.Namespace) -> int:
    """Play until asked to leave; without a display a bot plays."""
    names = ("windowed", "camera", "panel", "light", "state_dir", "lang")
    given = {name: getattr(args, name) for name in names}
    settings = gathered(given, args.config, os.environ, is_pi())
    log_to_stderr()
    try:
        # Before anything is imported that takes its time: whoever starts a second table is told at once.
        with state_lock(settings.state_dir):
            return _play_or_show(settings, args.lang)
    except StateUnusable as problem:
        raise UsageError(str(problem)) from problem


def _play_or_show(settings: Settings, wished: str | None) -> int:
    """Play; where there is no display, and neither a Pi nor a service that should have one, a bot plays."""
    from kiosk.window import NoDisplay

    try:
        return _play(settings, wished)
    except NoDisplay as problem:
        if is_pi() or "NOTIFY_SOCKET" in os.environ:
            print(f"raflebord play: {problem}", file=sys.stderr)
            return 1
        return _play_unseen(settings)


def _play(settings: Settings, wished: str | None) -> int:
    """`wished`: the language asked for by hand, which a game that goes on speaks as well."""
    from kiosk import heartbeat, house
    from kiosk.chosen import chosen_before
    from kiosk.clock import SystemClock
    from kiosk.events import Quit
    from kiosk.light.opening import light_maker
    from kiosk.window import Window, no_keys

    clock = SystemClock()
    heart = heartbeat.of_this_process(clock)
    loudness = _loudness(settings, clock)

    def make_window(events: Events, panel: Panel) -> Window:
        on_key = getattr(panel, "key", no_keys)
        return Window(events, windowed=settings.windowed, on_key=on_key)

    def make_panel(events: Events, eyes: Eyes, table: Table) -> Panel:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: events.put(Quit()))
        return _panel(settings, events, eyes, table)

    with (
        house.opened(
            settings.state_dir,
            settings.camera,
            settings.lang,
            clock,
            make_panel,
            make_window,
            make_light=light_maker(settings.light, clock),
            make_sound=lambda: _sound(loudness, clock),
            followers=[heart, *_in_use(clock), *_telling(settings, clock)],
            chosen=chosen_before(settings.state_dir, settings.screen, loudness),
        ) as opened,
        _letterbox(settings, opened.events, clock),
    ):
        if wished:
            opened.table.set_language(wished)
        heart.need("vision", lambda: opened.eyes.heard, heartbeat.VISION)
        try:
            opened.app.run()
        finally:
            heart.close()
    return 0


def _in_use(clock: Clock) -> list[InUse]:
    from kiosk.in_use import InUse, in_use_file

    file = in_use_file(os.environ)
    return [] if file is None else [InUse(file, clock)]


def _telling(settings: Settings, clock: Clock) -> list[Telling]:
    """What the fleet's own program may read, at a table that has one."""
    from kiosk.fleet.telling import Telling
    from kiosk.outside.places import STATE, run_directory

    folder = run_directory(os.environ)
    return [Telling(folder / STATE, clock)] if settings.fleet.broker and folder is not None else []


def _letterbox(settings: Settings, events: Events, clock: Clock) -> AbstractContextManager[None]:
    """Where that program may put what comes from afar."""
    from kiosk.fleet.letterbox import opened
    from kiosk.outside.places import LETTERBOX, run_directory

    folder = run_directory(os.environ)
    if not settings.fleet.broker or folder is None:
        return nullcontext()
    return opened(folder / LETTERBOX, events, settings.fleet.commands, clock)


def _loudness(settings: Settings, clock: Clock) -> Loudness:
    from kiosk.sound.loudness import Loudness, read_night, remember, remembered

    volume = remembered(settings.state_dir) or settings.sound.volume
    keep = partial(remember, settings.state_dir)
    return Loudness(volume, read_night(settings.sound.night), clock.wall, keep)


def _sound(loudness: Loudness, clock: Clock) -> TableSound:
    from kiosk.sound.player import Player
    from kiosk.sound.sounding import TableSound

    return TableSound(Player(clock.now), loudness)


def _panel(settings: Settings, events: Events, eyes: Eyes, table: Table) -> Panel:
    from kiosk.clock import SystemClock

    if settings.panel == "gpio":
        from kiosk.panel.gpio import GpioPanel
        from kiosk.panel.mending import MendingPanel

        # lgpio makes its notification pipes in the working directory unless it is told another place.
        os.environ.setdefault("LG_WD", str(settings.state_dir))
        return MendingPanel(lambda: GpioPanel(events, SystemClock()), events)

    import pygame

    from kiosk.panel.keyboard import KeyboardPanel
    from kiosk.sim.hands import SimHands

    hands = SimHands(eyes.ask, table)
    simulated = settings.camera.partition(":")[0] == "sim"
    extra = {pygame.K_SPACE: hands.throw, pygame.K_c: hands.lay_aside} if simulated else {}
    return KeyboardPanel(events, SystemClock(), extra)


def _play_unseen(settings: Settings) -> int:
    """There is no display: a bot game, offscreen."""
    from kiosk.sim.botgame import Wanted, play

    print(
        f"raflebord play: no display here; bots play a game, pictures of it go to {OUT.resolve()}",
        file=sys.stderr,
    )
    wanted = Wanted("yatzy", players=2, seed=1, out=OUT, language=settings.lang)
    summary = play(wanted, lambda line: print(line, file=sys.stderr))
    print(
        f"raflebord play: {summary.rolls} rolls, scores {summary.scores}; pictures in {OUT.resolve()}",
        file=sys.stderr,
    )
    return 0 if summary.true else 1
