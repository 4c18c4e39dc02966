"""`raflebord bench --accuracy`: the figures of `vision.accuracy` as tables or JSON."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from kiosk.cli import UsageError
from vision.accuracy import OUTCOMES, Accuracy, Outcome, Unlabelled, measured

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
    confidence = [
        f"| {low:.2f} to {high:.2f} | {count} | {expected:.3f} | {seen:.3f} |"
        for low, high, count, expected, seen in accuracy.reliability()
    ]
    return "\n".join(
        [
            f"{accuracy.pictures} pictures; numbers told where no such die lies: {accuracy.phantoms}",
            f"\n| dice {head} should be |\n| --- {rule} --- |",
            *groups,
            f"\n| flat dice, by light or source {head}\n| --- {rule}",
            *lights,
            "\n| confidence of numbers told | how many | mean confidence | share right |\n| --- | ---: | ---: | ---: |",
            *confidence,
            "\nNot right:\n" if accuracy.notes else "",
            *(f"- {note}" for note in accuracy.notes),
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
        "reliability": [
            {"from": low, "to": high, "count": count, "confidence": expected, "right": seen}
            for low, high, count, expected, seen in accuracy.reliability()
        ],
        "notes": accuracy.notes,
    }
