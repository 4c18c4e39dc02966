"""Pulls the plug at random moments of a record of everything that the journal wrote, and looks at what is left.

    python tests/table/power_cut.py --cuts 200 --seed 1

A program writes games with photographs, closes the journal in between, and notes after each entry that it was
acknowledged; `recorder.c` writes down each write, cut, removal and sync. Then a disk is played up to a moment: what was
synced is there; of what was not, each sector of 512 bytes is there or not, by chance and whatever came after it; names
that were not synced come in their order. On what is left the table is started. Every acknowledged entry must be there,
at most the one that was being written besides, and the journal must be sound.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from kiosk.journal import FILE, Archive, Begun, Ended, Entry, Journal, Moved, Noted
from kiosk.journal.verify import Looked, findings

HERE = Path(__file__).parent
SECTOR = 512
LIVES = (("yatzy", "farkle"), ("thirty",), ("yatzy",))
"""The games of each life of the program; between two the journal is closed as it should be."""
MOVES = 55
PHOTOGRAPH = 4000
ACKNOWLEDGED = "acknowledged"
NOT_STORED = (ACKNOWLEDGED, f"{FILE}-shm")
"""Beside the notes: what the programs share in memory, which is made anew at each start."""


# What is written


def entries() -> list[list[Entry]]:
    """Everything that is written down, life by life."""
    sys.path.insert(0, str(HERE.parent / "kiosk"))
    from journal_games import a_game

    rng, number, lives = random.Random(1), 0, list[list[Entry]]()
    for games in LIVES:
        lives.append([])
        for game in games:
            number += 1
            lives[-1] += [_large(entry, rng) for entry in a_game(number, game, rng, most=MOVES)]
    return lives


def _large(entry: Entry, rng: random.Random) -> Entry:
    """With photographs as large as real ones, so that the log of changes fills up."""
    if not isinstance(entry, Moved):
        return entry
    return replace(entry, photographs={place: rng.randbytes(PHOTOGRAPH) for place in entry.photographs})


def write_all(directory: Path) -> None:
    """The program whose plug is pulled."""
    notes = os.open(directory / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT)
    for life in entries():
        with closing(Journal(directory)) as journal:
            for entry in life:
                journal.write(entry)
                os.write(notes, b".")


def recorded(folder: Path, compiler: str = "cc") -> list[Event]:
    """What the program did to its files."""
    library, record, state = folder / "recorder.so", folder / "record", folder / "recorded"
    state.mkdir()
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", library, HERE / "recorder.c", "-ldl"], check=True
    )
    environ = {"LD_PRELOAD": str(library), "RECORDED": str(state), "RECORD": str(record)}
    command = [sys.executable, __file__, "--child", str(state)]
    subprocess.run(command, env={**os.environ, **environ}, check=True)
    shutil.rmtree(state)
    return list(_events(record.read_bytes(), state))


@dataclass(frozen=True)
class Event:
    """o: opened, w: written, t: cut, s: synced, u: removed. `name` "" is the directory itself."""

    letter: str
    name: str
    offset: int
    data: bytes


def _events(record: bytes, state: Path) -> Iterator[Event]:
    at = 0
    while at < len(record):
        letter, named = struct.unpack_from("<cQ", record, at)
        at += 9
        name = Path(record[at : at + named].decode())
        offset, length = struct.unpack_from("<QQ", record, at + named)
        at += named + 16
        data = record[at : at + length]
        at += length
        yield Event(letter.decode(), "" if name == state else name.name, offset, data)


# The disk


@dataclass
class File:
    """What is surely stored, and what is on its way."""

    stored: bytearray = field(default_factory=bytearray)
    waiting: list[Event] = field(default_factory=list)

    def sync(self) -> None:
        """All of it is stored."""
        for event in self.waiting:
            _apply(self.stored, event)
        self.waiting.clear()

    def left(self, rng: random.Random, share: float) -> bytes:
        """What a power cut leaves of it, if this share of what waits is stored."""
        found = bytearray(self.stored)
        for event in self.waiting:
            for part in _sectors(event):
                if rng.random() < share:
                    _apply(found, part)
        return bytes(found)


def _sectors(event: Event) -> Iterator[Event]:
    if event.letter == "t":
        yield event
    start, end = event.offset, event.offset + len(event.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield Event("w", event.name, start, event.data[start - event.offset : stop - event.offset])
        start = stop


def _apply(content: bytearray, event: Event) -> None:
    if event.letter == "t":
        del content[event.offset :]
    end = event.offset + len(event.data)
    content.extend(bytes(max(0, end - len(content))))
    content[event.offset : end] = event.data


class Disk:
    """One directory on a disk."""

    def __init__(self) -> None:
        self._names: dict[str, File] = {}
        self._changes: list[tuple[str, File | None]] = []
        self._stored: dict[str, File] = {}
        self.acknowledged = 0

    def do(self, event: Event) -> None:
        """What the program did next."""
        if event.name == ACKNOWLEDGED:
            self.acknowledged += event.letter == "w"
        elif event.name == "":
            self._sync(event)
        elif event.name not in NOT_STORED:
            self._do_to_file(event)

    def _sync(self, event: Event) -> None:
        if event.letter == "s":
            self._stored = dict(self._names)
            self._changes.clear()

    def _do_to_file(self, event: Event) -> None:
        if event.letter == "u":
            del self._names[event.name]
            self._changes.append((event.name, None))
            return
        if event.name not in self._names:
            self._names[event.name] = File()
            self._changes.append((event.name, self._names[event.name]))
        if event.letter == "s":
            self._names[event.name].sync()
        elif event.letter in "wt":
            self._names[event.name].waiting.append(event)

    def cut(self, rng: random.Random, into: Path) -> None:
        """Writes what is left when the power goes now."""
        share = rng.choice([0.0, 0.3, 0.7, 1.0, rng.random()])
        names = dict(self._stored)
        for name, file in self._changes[: rng.randint(0, len(self._changes))]:
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file
        for name, file in names.items():
            (into / name).write_bytes(file.left(rng, share))


# What is left


def keys(lives: list[list[Entry]]) -> list[tuple[object, ...]]:
    """What tells entries apart, in the order in which they were written."""
    return [_key(entry) for life in lives for entry in life]


def _key(entry: Entry) -> tuple[object, ...]:
    match entry:
        case Begun(game):
            return ("game", game)
        case Moved(game, seq):
            return ("move", game, seq)
        case Ended(game):
            return ("end", game)
        case Noted(game, seq):
            return ("note", game, seq)
        case _:
            raise TypeError(entry)


def found(state: Path) -> set[tuple[object, ...]]:
    """The entries of a journal."""
    with closing(Archive(state)) as archive:
        games = list(archive.games())
        return (
            {("game", row.game) for row in games}
            | {("end", row.game) for row in games if row.end is not None}
            | {("move", row.game, move.seq) for row in games for move in archive.moves(row.game)}
            | {("note", note.game, note.seq) for note in archive.notes()}
        )


def wrong_with(state: Path, written: list[tuple[object, ...]], acknowledged: int) -> Iterator[str]:
    """Starts the table on what is left; what is not as it should be."""
    with closing(Journal(state)) as journal:
        if journal.set_aside is not None:
            yield "the journal is damaged"
    there = found(state)
    if there not in (set(written[:acknowledged]), set(written[: acknowledged + 1])):
        yield f"{acknowledged} entries were acknowledged, {len(there)} are there"
    with closing(Archive(state)) as archive:
        yield from (finding.text for finding in findings(archive, Looked()) if finding.grade == "fault")


def moments(events: list[Event], cuts: int, rng: random.Random) -> list[int]:
    """When the plug is pulled: a third of the times while the journal's own file is written, which is seldom."""
    own = [index for index, event in enumerate(events) if event.name == FILE]
    chosen = [rng.choice(own) for _ in range(cuts // 3)]
    return sorted([*chosen, *(rng.randrange(len(events)) for _ in range(cuts - len(chosen)))])


def check(events: list[Event], cuts: int, seed: int, folder: Path) -> list[str]:
    """What went wrong in so many power cuts; nothing, one hopes."""
    rng, disk, done, wrong = random.Random(seed), Disk(), 0, list[str]()
    written = keys(entries())
    for number, moment in enumerate(moments(events, cuts, rng)):
        for event in events[done:moment]:
            disk.do(event)
        done = moment
        state = folder / f"cut-{number}"
        state.mkdir()
        disk.cut(rng, state)
        wrong += [
            f"cut {number} before event {moment}: {text}"
            for text in wrong_with(state, written, disk.acknowledged)
        ]
        shutil.rmtree(state)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    args = parser.parse_args()
    if args.child:
        write_all(args.child)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        events = recorded(Path(folder))
        wrong = check(events, args.cuts, args.seed, Path(folder))
    synced = sum(event.letter == "s" for event in events)
    print(f"{len(events)} events, {synced} syncs, {sum(map(len, entries()))} entries")
    print(
        "\n".join(wrong) or f"{args.cuts} power cuts: nothing lost that was acknowledged, every journal sound"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
