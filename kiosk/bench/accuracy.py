"""`raflebord bench --accuracy`: the figures of `vision.accuracy` as tables or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from kiosk.cli import UsageError
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

EXPECTED = {"flat": "read", "leaning": "asked", "other": "either, but never wrong"}


def run(folders: list[Path], *, as_json: bool) -> int:
    """Read all labelled pictures and print how well; raises UsageError."""
    try:
        accuracy = measured(folders)
    except Unlabelled as problem:
        raise UsageError(str(problem)) from problem
    print(json.dumps(_as_dict(accuracy)) if as_json else tables(accuracy))
    return 0


def tables(accuracy: Accuracy) -> str:
    """The whole page, as Markdown."""
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
            "\nNot right:\n" if accuracy.notes else "",
            *(f"- {note}" for note in accuracy.notes),
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
        "notes": accuracy.notes,
    }


def _bins(bins: Sequence[Bin]) -> dict[str, object]:
    return {"bins": [asdict(one) for one in bins], "calibration_error": calibration_error(bins)}
