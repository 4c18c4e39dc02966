"""Finds out what margins are worth: `python -m vision.training.confidence`; with `--check` only compares.

Draws pictures from a seed, reads them, and counts how often a die showed what it seemed to. Writes
`vision/confidence_steps.py` and the tables in docs/accuracy.md. Needs no PyTorch. A quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2

from vision.accuracy import calibration_error, reliability
from vision.confidence import TOLD, Step, Worth
from vision.training.counting import counted
from vision.training.margins import Seen, photographs, scenes, throws

SEED, THROWS, SCENES, PHOTOGRAPHS = 7, 600, 2, 400
"""Pictures of throws, scenes of each kind, photographs."""
BORDERS = (0.0, 0.01, 0.2, 0.4, 0.6, 0.8)
"""Margins are divided here: nothing at all, and fifths."""
PHOTO_BORDERS = BORDERS[:-1]
"""In photographs too few dice lie in the fourth fifth to be judged alone: the upper two are one."""
STEPS = Path(__file__).parents[1] / "confidence_steps.py"
PAGE = Path(__file__).parents[2] / "docs" / "accuracy.md"
_BEGIN, _END = "<!-- counted -->\n", "<!-- end of counted -->"
_HEAD = '''"""How many of the dice with some margin showed what they seemed to: the counts behind `vision.confidence`.

Written by `python -m vision.training.confidence`; see docs/accuracy.md. Each row: the least margin, how many different
dice, looks at them, looks that were right.
"""

from __future__ import annotations

MADE = "{made}"
"""From what."""
TRAY: tuple[tuple[float, int, int, int], ...] = (
{tray}
)
PHOTO: tuple[tuple[float, int, int, int], ...] = (
{photo}
)
'''


@dataclass(frozen=True)
class Amount:
    """What is drawn: the seed, throws, scenes of each kind, photographs."""

    seed: int
    throws: int
    scenes: int
    photographs: int

    def __str__(self) -> str:
        return (
            f"seed {self.seed}: {self.throws} throws, {self.scenes} scenes of each kind, "
            f"{self.photographs} photographs"
        )


def main(arguments: list[str] | None = None) -> int:
    """Counts, and writes what was counted; see the module."""
    args = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    amount = Amount(args.seed, args.throws, args.scenes, args.photographs)
    trays = chain(throws(amount.throws, amount.seed), scenes(amount.scenes, amount.seed))
    tray = _collected("throws and scenes", trays)
    photo = _collected("photographs", photographs(amount.photographs, amount.seed))
    if args.check:
        print(f"{amount}\n\n{compared('in a tray', tray)}\n{compared('in photographs', photo)}")
        return 0
    write(amount, tray, photo, args.steps, args.page)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training.confidence", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--throws", type=int, default=THROWS, help="throws on the simulated table")
    parser.add_argument("--scenes", type=int, default=SCENES, help="whole scenes of each kind")
    parser.add_argument("--photographs", type=int, default=PHOTOGRAPHS, help="photographs without markers")
    parser.add_argument("--check", action="store_true", help="compare what is written with fresh pictures")
    parser.add_argument("--steps", type=Path, default=STEPS, help="where the counts are written")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with their tables")
    return parser


def _collected(what: str, guesses: Iterable[Seen]) -> list[Seen]:
    print(f"drawing and reading {what}", file=sys.stderr, flush=True)
    return list(guesses)


def write(amount: Amount, tray: Sequence[Seen], photo: Sequence[Seen], steps: Path, page: Path) -> None:
    """Writes the counts as code and as tables; ValueError when the page has no place for them."""
    of_tray = counted([seen.look for seen in tray], BORDERS)
    of_photo = counted([seen.look for seen in photo], PHOTO_BORDERS)
    tables = [
        f"Drawn: {amount}.",
        _table("in a tray", of_tray),
        _table("in a photograph without markers", of_photo),
    ]
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"{page}: the tables belong between {_BEGIN.strip()} and {_END}")
    page.write_text(before + begin + "\n" + "\n\n".join(tables) + "\n\n" + end + after, encoding="utf-8")
    steps.write_text(_HEAD.format(made=amount, tray=_rows(of_tray), photo=_rows(of_photo)), encoding="utf-8")


def _rows(steps: Sequence[Step]) -> str:
    return "\n".join(f"    ({step.least:g}, {step.dice}, {step.looks}, {step.right})," for step in steps)


def _table(where: str, steps: Sequence[Step]) -> str:
    worth = Worth(steps)
    ends = [step.least for step in steps[1:]] + [1.0]
    rows = [_line(step, end, worth.probability(step.least)) for step, end in zip(steps, ends, strict=True)]
    head = f"| margin {where} | dice | looks | not so | share right | probability | told |"
    return "\n".join([head, "| --- | ---: | ---: | ---: | ---: | ---: | --- |", *rows])


def _line(step: Step, end: float, worth: float) -> str:
    counts = f"{step.dice} | {step.looks} | {step.looks - step.right} | {step.right / step.looks:.4f}"
    return f"| {step.least:g} to {end:g} | {counts} | {worth:.4f} | {'yes' if worth >= TOLD else 'no'} |"


def compared(where: str, seen: Sequence[Seen]) -> str:
    """What is written, against these guesses."""
    bins = reliability([one.guess for one in seen])
    rows = [
        f"| {one.low:g} to {one.high:g} | {one.count} | {one.told} | {one.expected:.4f} | {one.seen:.4f} |"
        for one in bins
    ]
    head = f"| confidence {where} | guesses | told | expected right | seen right |"
    error = f"Expected calibration error: {calibration_error(bins):.4f}"
    return "\n".join([head, f"| --- |{' ---: |' * 4}", *rows, "", error, ""])


if __name__ == "__main__":
    raise SystemExit(main())
