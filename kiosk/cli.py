"""The command `raflebord`: finds its subcommands in `kiosk.commands`, one file each.

A command module offers `HELP` (one line), `add_arguments(parser)` and `run(args) -> exit code`. Only the
module that is asked for is imported, so `raflebord rules` never pays for a camera.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

from kiosk import commands


class UsageError(Exception):
    """Bad input to a command: the text is one clear line (what, where, what was expected)."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        """One line on standard error instead of argparse's usage block."""
        print(f"{self.prog}: {message} (see '{self.prog} --help')", file=sys.stderr)
        raise SystemExit(2)


def names() -> list[str]:
    """The names of all subcommands, from the files in `kiosk/commands`."""
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code (2 for bad input)."""
    # pygame greets on standard output, which belongs to the commands.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _Parser(prog="raflebord", description="A dice table for cafés.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    for name in names():
        if wanted in names() and name != wanted:
            continue
        module = importlib.import_module(f"kiosk.commands.{name}")
        module.add_arguments(subparsers.add_parser(name, help=module.HELP, description=module.HELP))
    args = parser.parse_args(arguments)
    command = importlib.import_module(f"kiosk.commands.{args.command}")
    try:
        return int(command.run(args))
    except UsageError as problem:
        print(f"raflebord {args.command}: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (for example `| head`): nothing more to say to anybody.
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
