"""`raflebord-update`: versions side by side; a new one is tried, used when nobody plays, and taken back."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from setup import making, saved, trial
from setup.plan import ASKED_FOR
from setup.shell import Run, run
from setup.steps import Trouble
from setup.versions import Versions

SERVICE = "raflebord.service"
IN_USE = Path("/run/raflebord/in-use")
"""There while people play; its time is that of the last sign of them."""
LEFT = 15 * 60.0
"""Seconds without a sign of people after which a game is taken to be left. It goes on where it was all the same."""
LOOK = 20.0
"""Seconds between two looks whether anybody plays."""
LONGEST = 12 * 3600.0
"""Seconds for which an update waits."""
OUTCOME = 420.0
"""Seconds in which a new version has started, or has failed to twice."""
KEPT = 3
"""Versions that stay installed."""


@dataclass
class Updater:
    """Everything is handed in. `wall`: seconds since 1970, as files are stamped."""

    versions: Versions = field(default_factory=Versions)
    state: Path = saved.STATE
    in_use: Path = IN_USE
    run: Run = run
    say: Callable[[str], None] = print
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    moment: Callable[[], trial.Moment] = trial.this_moment

    def add(self, wheel: Path, links: Path | None, index: str | None, *, now: bool) -> None:
        """Install a wheel, try it, use it when nobody plays (`now`: at once); raises Trouble."""
        version = making.version_of(wheel)
        if version == self.versions.current:
            self.say(f"{version} is in use already")
            return
        self.say(f"installing {version} beside {self.versions.current or 'nothing'}")
        making.make(self.run, self.versions, wheel, links, index)
        self._try_out(version)
        if not now:
            self._wait()
        self.change_to(version)

    def _try_out(self, version: str) -> None:
        self.say(f"trying {version}: bots play a game with it")
        try:
            self.run("systemctl", "start", f"raflebord-check@{version}.service")
        except Trouble as trouble:
            raise Trouble(
                f"{version} failed its trial and is not used: journalctl -u raflebord-check@{version}"
            ) from trouble

    def is_in_use(self) -> bool:
        """Whether people play."""
        try:
            return self.wall() < self.in_use.stat().st_mtime + LEFT
        except OSError:
            return False

    def _wait(self) -> None:
        waited = 0.0
        while self.is_in_use():
            if waited == 0.0:
                self.say("people play: waiting for the end of their game")
            elif waited >= LONGEST:
                raise Trouble("people have played all the time: nothing was changed; try again later")
            self.sleep(LOOK)
            waited += LOOK

    def change_to(self, version: str) -> None:
        """Stop the table, copy what it knows, start it with this version; says how it went, raises Trouble if badly."""
        before = self.versions.current
        self.run("systemctl", "stop", SERVICE)
        try:
            if before is not None:
                saved.save(self.state, before)
                trial.begin(self.versions, version, before)
            self.versions.use(version)
        finally:
            self._start()
        self._tell_outcome(version)
        self._restart_others()

    def _start(self) -> None:
        """A first start in vain is tried again by the service itself."""
        self.run("systemctl", "reset-failed", SERVICE)
        try:
            self.run("systemctl", "start", SERVICE)
        except Trouble:
            self.say("the table did not start at once")

    def _restart_others(self) -> None:
        """What runs beside the table, if it runs, is of the same version; the table does not need it."""
        with contextlib.suppress(Trouble):
            self.run("systemctl", "try-restart", *ASKED_FOR)

    def _tell_outcome(self, version: str) -> None:
        waited = 0.0
        while waited < OUTCOME and self.versions.current == version:
            on = trial.running(self.versions, self.moment())
            if on is None or on.ready is not None:
                self.say(f"{version} is in use")
                return
            self.sleep(1.0)
            waited += 1.0
        raise Trouble(
            f"{version} did not start: {self.versions.current} is in use; see journalctl -u {SERVICE}"
        )

    def back(self) -> None:
        """The version before this one, at once; raises Trouble when there is none."""
        previous = self.versions.previous
        if previous is None:
            raise Trouble("there is no version to go back to")
        self.run("systemctl", "stop", SERVICE)
        try:
            self._go_back(previous)
        finally:
            self._start()
        self._restart_others()
        self.say(f"{previous} is in use")

    def starting(self) -> None:
        """The service is about to start the table: a new version that has failed to start twice goes."""
        failed = trial.starting(self.versions, self.moment())
        if failed is not None:
            self.say(f"{failed.version} did not start {trial.STARTS} times: back to {failed.back_to}")
            self._go_back(failed.back_to)
            self.versions.forget_previous()

    def _go_back(self, version: str) -> None:
        trial.end(self.versions)
        for name in saved.put_back(self.state, version):
            self.say(
                f"{name} was rewritten by the newer version: the copy made before the update is used again"
            )
        self.versions.use(version)

    def ready(self) -> None:
        """The service tells that the table is ready."""
        trial.ready(self.versions, self.moment())

    def show(self) -> None:
        """What is installed."""
        notes = {self.versions.previous: "before it", self.versions.current: "in use"}
        for version in self.versions.installed():
            self.say(f"{version}  {notes.get(version, '')}".rstrip())


def main(arguments: Sequence[str]) -> int:
    """The command; 0 when it did its work, 1 when not, 2 for bad input."""
    args = _parser().parse_args(arguments)
    logging.basicConfig(format="%(message)s")
    if os.geteuid() != 0:
        print("raflebord-update: has to be run as root: sudo raflebord-update ...", file=sys.stderr)
        return 2
    try:
        _do(args, Updater(say=lambda line: print(line, flush=True)))
    except (Trouble, OSError) as trouble:
        print(f"raflebord-update: {trouble}", file=sys.stderr)
        return 1
    return 0


def _do(args: argparse.Namespace, updater: Updater) -> None:
    if args.action == "add":
        _add(args, updater)
        for gone in updater.versions.clear(KEPT):
            updater.say(f"{gone} is removed")
    else:
        {"back": updater.back, "list": updater.show, "starting": updater.starting, "ready": updater.ready}[
            args.action
        ]()


def _add(args: argparse.Namespace, updater: Updater) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if args.source is None:
            wheel, links = making.fetched(updater.run, args.version, args.index, Path(folder)), None
        else:
            wheel = args.source if args.source.is_file() else making.newest_wheel(args.source)
            links = None if args.index else wheel.parent
        updater.add(wheel, links, args.index, now=args.now)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="raflebord-update", description=__doc__)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="install a version, try it, use it when nobody plays")
    add.add_argument(
        "source", nargs="?", type=Path, help="a wheel, or a folder such as a stick; left out: an index"
    )
    add.add_argument("--index", metavar="URL", help="where packages come from (left out: PyPI)")
    add.add_argument("--version", default="", help="from an index: this version, not the newest")
    add.add_argument("--now", action="store_true", help="do not wait for the end of a game")
    actions.add_parser("back", help="use the version before this one again")
    actions.add_parser("list", help="say what is installed")
    actions.add_parser("starting", help="called by the service before each start")
    actions.add_parser("ready", help="called by the service when the table is ready")
    return parser
