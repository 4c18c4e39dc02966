"""`raflebord bench --accuracy`: the figures of `vision.accuracy` as tables or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from kiosk.bench import not_right
from kiosk.cli import UsageError
from rules.moves import SIDES
from vision.accuracy import (
    OUTCOMES,
    Accuracy,
    Bin,
    Guess,
    Outcome,
    Unlabelled,
    calibration_error,
    measured,
    reliability,
)
from vision.reading import Kind

EXPECTED = {"flat": "read", "leaning": "asked", "other": "either, but never wrong"}


def run(folders: list[Path], page: Path | None, *, as_json: bool) -> int:
    """Read all labelled pictures and print how well; `page`: where to show each die that is not right; raises
    UsageError."""
    try:
        accuracy = measured(folders)
        if page is not None:
            not_right.write(page, accuracy, _figures(accuracy))
    except (Unlabelled, OSError) as problem:
        raise UsageError(str(problem)) from problem
    print(json.dumps(_as_dict(accuracy)) if as_json else tables(accuracy))
    return 0


def tables(accuracy: Accuracy) -> str:
    """What the command prints, as Markdown: the figures, and a line for each die that was not read right."""
    told = ["\nNot right:\n", *(f"- {one}" for one in accuracy.not_right)] if accuracy.not_right else []
    return "\n".join([_figures(accuracy), *told])


def _figures(accuracy: Accuracy) -> str:
    """What became of the dice, whether confidence holds, and which number was told for which."""
    groups = [
        _row(f"{kind}, {group}", counts) + f" {EXPECTED[group]} |"
        for (kind, group), counts in sorted(accuracy.by_group.items())
    ]
    lights = [_row(f"{kind}, {light}", counts) for (kind, light), counts in sorted(accuracy.by_light.items())]
    head, rule = f"| {' | '.join(OUTCOMES)} |", "| ---: " * len(OUTCOMES) + "|"
    return "\n".join(
        [
            f"{accuracy.pictures} pictures; numbers told where no such die lies: {accuracy.phantoms}",
            f"\n| dice {head} should be |\n| --- {rule} --- |",
            *groups,
            f"\n| flat dice, by light or source {head}\n| --- {rule}",
            *lights,
            _reliability("flat dice found", accuracy.flat()),
            _reliability("all that was taken for a die", accuracy.guesses),
            *(_confusion(kind, accuracy) for kind in sorted(accuracy.confused)),
        ]
    )


def _reliability(what: str, guesses: Sequence[Guess]) -> str:
    """Confidence against truth, told or not, and the expected calibration error."""
    bins = reliability(guesses)
    return "\n".join(
        [
            f"\n| confidence, {what} | how many | told | expected right | seen right |\n| --- |{' ---: |' * 4}",
            *(
                f"| {one.low:g} to {one.high:g} | {one.count} | {one.told} | {one.expected:.4f} | {one.seen:.4f} |"
                for one in bins
            ),
            f"\nExpected calibration error: {calibration_error(bins):.4f}",
        ]
    )


def _confusion(kind: Kind, accuracy: Accuracy) -> str:
    """Which number was told for which."""
    told = accuracy.confused[kind]
    sides = range(1, SIDES[kind] + 1)
    rows = [
        f"| {shown} | {' | '.join(str(told[shown, number] or '') for number in (*sides, None))} |"
        for shown in sides
    ]
    return "\n".join(
        [
            f"\n| flat {kind} showing | {' | '.join(map(str, sides))} | none told |",
            f"| ---: {'| ---: ' * (len(sides) + 1)}|",
            *rows,
        ]
    )


def _row(name: str, counts: Counter[Outcome]) -> str:
    return f"| {name} | " + " | ".join(str(counts[outcome]) for outcome in OUTCOMES) + " |"


def _as_dict(accuracy: Accuracy) -> dict[str, object]:
    return {
        "pictures": accuracy.pictures,
        "phantoms": accuracy.phantoms,
        "groups": {
            f"{kind} {group}": dict(counts) for (kind, group), counts in sorted(accuracy.by_group.items())
        },
        "lights": {
            f"{kind} {light}": dict(counts) for (kind, light), counts in sorted(accuracy.by_light.items())
        },
        "reliability": _bins(reliability(accuracy.flat())),
        "reliability_of_all": _bins(reliability(accuracy.guesses)),
        "notes": [str(one) for one in accuracy.not_right],
    }


def _bins(bins: Sequence[Bin]) -> dict[str, object]:
    return {"bins": [asdict(one) for one in bins], "calibration_error": calibration_error(bins)}
