"""The command `raflebord`: finds its subcommands in `kiosk.commands`, one file each.

A command module offers `HELP` (one line), `add_arguments(parser)` and `run(args) -> exit code`. Only the
module that is asked for is imported, so `raflebord rules` never pays for a camera.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import logging
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

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
    return _run(importlib.import_module(f"kiosk.commands.{args.command}"), args)


def _run(command: ModuleType, args: argparse.Namespace) -> int:
    """The command's exit code; what went wrong is said in one line."""
    try:
        code = int(command.run(args))
        sys.stdout.flush()
        return code
    except UsageError as problem:
        print(f"raflebord {args.command}: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (for example `| head`): nothing more to say to anybody.
        _write_no_more()
        return 1
    except OSError as problem:
        where = problem.filename or "the output cannot be written"
        print(f"raflebord {args.command}: {where}: {problem.strerror}", file=sys.stderr)
        logging.getLogger(__name__).debug("%s has failed", args.command, exc_info=problem)
        _write_no_more()
        return 1
    except KeyboardInterrupt:
        return 130


def _write_no_more() -> None:
    """What is still waiting to be written goes nowhere, or Python would complain of it once more at the end."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
