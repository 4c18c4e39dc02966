"""`raflebord watch` as people and scripts call it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from watch_stage import Scene, Stage

from kiosk.cli import main
from vision.sim.table import SimTable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Bare felt for a second."""
    stage = Stage()
    for index in range(15):
        cv2.imwrite(str(tmp_path / f"{index:04}.png"), stage.draw(Scene()))
    return tmp_path


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_is_one_object_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(folder), "--json"]) == 0
    told = lines(capsys)
    assert [(one["state"], one["frame"]) for one in told] == [("settling", 0), ("empty", 2)]
    assert [one["t"] for one in told] == [0.0, 0.133]


def test_time_is_by_count_and_rounded(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(folder), "--json", "--fps", "29.97"]) == 0
    told = lines(capsys)
    assert told[-1]["t"] == round(int(str(told[-1]["frame"])) / 29.97, 3)


def test_words_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == ["    0.000 s  settling", "    0.133 s  empty"]


@pytest.mark.slow
def test_a_settled_line_carries_dice_and_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = SimTable(3)
    table.throw(2, values=[3, 6])
    while table.busy:
        table.advance(0.1)
    for index in range(8):
        cv2.imwrite(str(tmp_path / f"{index:04}.png"), table.frame())
    assert main(["watch", str(tmp_path), "--json"]) == 0
    last = lines(capsys)[-1]
    assert last["state"] == "settled"
    assert isinstance(last["dice"], list)
    assert sorted(die["value"] for die in last["dice"]) == [3, 6]
    expected = {"kind", "value", "status", "confidence", "x", "y", "px", "size", "zone", "id", "change"}
    assert set(last["dice"][0]) == expected
    assert sorted(die["id"] for die in last["dice"]) == [1, 2]
    assert [die["change"] for die in last["dice"]] == ["new", "new"]
    assert last["gone"] == []
    assert last["problems"] == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["/no/such/folder"], "there is no '/no/such/folder'"),
        (["v4l2:987"], "/dev/video987"),
        (["FOLDER", "--fps", "0"], "--fps 0: expected a number above 0"),
        (["FOLDER", "--fps", "nan"], "expected a number above 0"),
        (["FOLDER", "--fps", "fast"], "invalid float value"),
        (["FOLDER", "--calibration", "/no/such/file"], "/no/such/file"),
        (["FOLDER", "--unknown"], "unrecognized arguments"),
        ([], "SOURCE"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    words = ["watch", *(str(folder) if word == "FOLDER" else word for word in arguments)]
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    told = capsys.readouterr().err
    assert code == 2
    assert expected in told
    assert told.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["film.mp4", "photo.jpg"])
def test_the_libraries_own_remarks_are_kept_from_people(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("text " * 100)
    # A process of its own: the level of FFmpeg's talk is read once in each.
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from kiosk.cli import main; sys.exit(main(sys.argv[1:]))",
            "watch",
            name,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no video that can be read" in done.stderr
