"""`raflebord bench --accuracy`: what counts as right, asked, missed, wrong, and what is no label."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiosk.cli import main
from vision.accuracy import Accuracy, Labelled, Truth, outcome_of
from vision.reading import Die, Reading

RENDER = Path(__file__).parents[1] / "data" / "render"


def die(value: int | None, px: tuple[float, float] = (100.0, 100.0), sure: float = 0.99) -> Die:
    return Die("d6", value, "unsure" if value is None else "ok", sure, px, 16.0)


@pytest.mark.parametrize(
    ("group", "found", "outcome"),
    [
        ("flat", die(4), "right"),
        ("flat", die(5), "wrong"),
        ("flat", die(None), "asked"),
        ("flat", None, "missed"),
        ("leaning", die(4), "wrong"),
        ("leaning", die(None), "asked"),
        ("other", die(4), "right"),
        ("other", die(3), "wrong"),
    ],
)
def test_what_became_of_a_four(group: str, found: Die | None, outcome: str) -> None:
    assert outcome_of(Truth("d6", 4, (100.0, 100.0), 30.0, group), found) == outcome  # type: ignore[arg-type]


def counted(dice: list[Truth], seen: list[Die]) -> Accuracy:
    accuracy = Accuracy()
    accuracy.add(
        Labelled(Path("x.jpg"), "sun", tuple(dice)), Reading((640, 480), tray=True, dice=tuple(seen))
    )
    return accuracy


def test_a_number_where_no_die_lies_is_a_phantom() -> None:
    accuracy = counted([Truth("d6", 4, (300.0, 300.0), 30.0, "flat")], [die(4)])
    assert (accuracy.phantoms, dict(accuracy.by_group["d6", "flat"])) == (1, {"missed": 1})
    assert len(accuracy.notes) == 2


def test_without_places_values_are_matched_one_by_one() -> None:
    four = Truth("d6", 4, None, 0.0, "flat")
    accuracy = counted([four, four], [die(4), die(5, (200.0, 100.0))])
    assert dict(accuracy.by_group["d6", "flat"]) == {"right": 1, "missed": 1}
    assert accuracy.phantoms == 1


def test_confidence_is_compared_with_truth() -> None:
    here = [Truth("d6", 4, (100.0 * k, 100.0), 30.0, "flat") for k in range(4)]
    seen = [die(4 if k else 3, (100.0 * k, 100.0), 0.85) for k in range(4)]
    assert counted(here, seen).reliability() == [(0.8, 0.9, 4, pytest.approx(0.85), 0.75)]


def test_the_rendered_trays_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--accuracy", str(RENDER)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 6 and told["phantoms"] == 0
    assert told["groups"]["d6 flat"].get("wrong", 0) == 0
    assert told["groups"]["d6 flat"]["right"] > 15


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (None, "", "neither truth.json nor labels.json"),
        ("truth.json", "[]", "an object was expected"),
        ("truth.json", '{"frames": [{"file": "a.jpg"}]}', "in the list of frames"),
        ("labels.json", '{"a.jpg": {"kind": "d6"}}', "in a picture's label"),
        ("labels.json", '{"a.jpg": {"kind": "d6", "values": [1]}}', "is no picture"),
        ("labels.json", "not json", "cannot be read as JSON"),
    ],
)
def test_bad_labels_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str | None, text: str, words: str
) -> None:
    if name:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["bench", "--accuracy", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert words in said and len(said.splitlines()) == 1
