"""`raflebord bench --accuracy`: what counts as right, asked, missed, wrong, and what is no label."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiosk.bench.accuracy import tables
from kiosk.cli import main
from vision.accuracy import Accuracy, Bin, Labelled, Truth, calibration_error, outcome_of, reliability
from vision.reading import Die, Reading

RENDER = Path(__file__).parents[1] / "data" / "render"


def die(value: int | None, px: tuple[float, float] = (100.0, 100.0), sure: float = 0.99) -> Die:
    return Die("d6", value, "unsure" if value is None else "ok", sure, px, 16.0)


def asked(guess: int, px: tuple[float, float] = (100.0, 100.0), sure: float = 0.3) -> Die:
    return Die("d6", None, "unsure", sure, px, 16.0, guess=guess)


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
    assert len(accuracy.not_right) == 2


def test_without_places_values_are_matched_one_by_one() -> None:
    four = Truth("d6", 4, None, 0.0, "flat")
    accuracy = counted([four, four], [die(4), die(5, (200.0, 100.0))])
    assert dict(accuracy.by_group["d6", "flat"]) == {"right": 1, "missed": 1}
    assert accuracy.phantoms == 1


def test_a_die_that_seems_to_show_the_number_but_was_not_told_is_asked_about() -> None:
    four = Truth("d6", 4, None, 0.0, "flat")
    assert dict(counted([four], [asked(4)]).by_group["d6", "flat"]) == {"asked": 1}


def test_confidence_is_compared_with_truth() -> None:
    here = [Truth("d6", 4, (100.0 * k, 100.0), 30.0, "flat") for k in range(4)]
    seen = [die(4 if k else 3, (100.0 * k, 100.0), 0.85) for k in range(4)]
    bins = reliability(counted(here, seen).flat())
    assert bins == [Bin(0.8, 0.9, 4, 4, pytest.approx(0.85), 0.75)]
    assert calibration_error(bins) == pytest.approx(0.1)


def test_a_guess_that_was_not_told_counts_as_well() -> None:
    here = [Truth("d6", 4, (100.0 * k, 100.0), 30.0, "flat") for k in range(4)]
    seen = [asked(4 if k else 3, (100.0 * k, 100.0)) for k in range(4)]
    assert reliability(counted(here, seen).flat()) == [Bin(0.1, 0.5, 4, 0, pytest.approx(0.3), 0.75)]


@pytest.mark.parametrize(
    ("group", "found", "right"),
    [
        ("flat", asked(4), True),
        ("flat", asked(5), False),
        ("other", asked(4), True),
        ("leaning", asked(4), False),
    ],
)
def test_a_guess_is_right_when_a_die_shows_it_that_may_be_told(group: str, found: Die, right: bool) -> None:
    accuracy = counted([Truth("d6", 4, (100.0, 100.0), 30.0, group)], [found])  # type: ignore[arg-type]
    assert [guess.right for guess in accuracy.guesses] == [right]
    assert len(accuracy.flat()) == (group == "flat")


def test_a_guess_where_nothing_lies_is_wrong_and_at_no_flat_die() -> None:
    accuracy = counted([Truth("d6", 4, (300.0, 300.0), 30.0, "flat")], [asked(4)])
    assert [guess.right for guess in accuracy.guesses] == [False] and not accuracy.flat()


def test_a_die_at_which_nothing_can_be_guessed_has_no_confidence_to_compare() -> None:
    assert not counted([Truth("d6", 4, (100.0, 100.0), 30.0, "flat")], [die(None)]).guesses


def test_the_error_is_the_mean_distance_between_expected_and_seen() -> None:
    bins = [Bin(0.0, 0.5, 1, 0, 0.2, 0.0), Bin(0.9, 1.0, 3, 3, 0.96, 1.0)]
    assert calibration_error(bins) == pytest.approx((0.2 + 3 * 0.04) / 4)
    assert calibration_error([]) == 0.0


def test_the_rendered_trays_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--accuracy", str(RENDER)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 6 and told["phantoms"] == 0
    assert told["groups"]["d6 flat"].get("wrong", 0) == 0
    assert told["groups"]["d6 flat"]["right"] > 15
    assert sum(one["count"] for one in told["reliability"]["bins"]) > 15
    assert 0 <= told["reliability"]["calibration_error"] < 0.1


def test_the_table_of_confidence_tells_expected_and_seen() -> None:
    here = [Truth("d6", 4, (100.0 * k, 100.0), 30.0, "flat") for k in range(4)]
    page = tables(counted(here, [die(4 if k else 3, (100.0 * k, 100.0), 0.85) for k in range(4)]))
    assert "| 0.8 to 0.9 | 4 | 4 | 0.8500 | 0.7500 |" in page
    assert page.count("Expected calibration error: 0.1000") == 2


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
