"""Finds out what margins are worth: `python -m vision.training.confidence`; with `--check` only compares.

Draws pictures from a seed, reads them, and counts how often a die showed what it seemed to. Writes
`vision/confidence_steps.py` and the tables in docs/accuracy.md. Needs no PyTorch. Half an hour on one core.
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
from vision.training.margins import Seen, black_throws, photographs, scenes, throws

SEED, THROWS, SCENES, PHOTOGRAPHS = 7, 600, 2, 400
"""Pictures of throws, scenes of each kind, photographs."""
BORDERS = (0.0, 0.01, 0.2, 0.4, 0.6, 0.8)
"""Margins are divided here: nothing at all, and fifths."""
PHOTO_BORDERS = BORDERS[:-1]
"""In photographs too few dice lie in the fourth fifth to be judged alone: the upper two are one."""
BLACK_BORDERS = (*PHOTO_BORDERS[:-1], 0.75)
"""Of d12: below the last a die that leaned was told with one version of OpenCV and had 0.40 with another."""
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
BLACK: tuple[tuple[float, int, int, int], ...] = (
{black}
)
PHOTO: tuple[tuple[float, int, int, int], ...] = (
{photo}
)
'''


Guesses = dict[str, list[Seen]]
"""Guesses by where they were made."""


@dataclass(frozen=True)
class Amount:
    """What is drawn: the seed, throws (of six d6, and as many of three d12), scenes of each kind, photographs."""

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
    seen = _seen(amount)
    if args.check:
        print(f"{amount}\n", *(compared(where, guesses) for where, guesses in seen.items()), sep="\n")
        return 0
    write(amount, seen, args.steps, args.page)
    return 0


def _seen(amount: Amount) -> Guesses:
    """What was guessed in trays at d6 and at d12, and in photographs."""
    seed = amount.seed
    trays = _collected(
        "throws and scenes",
        chain(throws(amount.throws, seed), black_throws(amount.throws, seed), scenes(amount.scenes, seed)),
    )
    return {
        "of a d6 in a tray": [one for one in trays if one.guess.die.kind == "d6"],
        "of a d12 in a tray": [one for one in trays if one.guess.die.kind == "d12"],
        "in a photograph without markers": _collected("photographs", photographs(amount.photographs, seed)),
    }


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


def write(amount: Amount, seen: Guesses, steps: Path, page: Path) -> None:
    """Writes the counts as code and as tables; ValueError when the page has no place for them."""
    counts = {
        where: counted([one.look for one in guesses], borders)
        for (where, guesses), borders in zip(
            seen.items(), (BORDERS, BLACK_BORDERS, PHOTO_BORDERS), strict=True
        )
    }
    tables = [f"Drawn: {amount}.", *(_table(where, found) for where, found in counts.items())]
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"{page}: the tables belong between {_BEGIN.strip()} and {_END}")
    page.write_text(before + begin + "\n" + "\n\n".join(tables) + "\n\n" + end + after, encoding="utf-8")
    tray, black, photo = (_rows(found) for found in counts.values())
    steps.write_text(_HEAD.format(made=amount, tray=tray, black=black, photo=photo), encoding="utf-8")


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
