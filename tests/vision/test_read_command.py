"""`raflebord read`: one answer a picture, one line for what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.cli import main

RENDER = Path(__file__).parents[1] / "data" / "render"


def test_each_file_gets_one_object_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "text.jpg"
    broken.write_text("this is no picture", encoding="utf-8")
    good = RENDER / "dev_0002.jpg"
    code = main(["read", "--json", str(broken), str(good), str(tmp_path / "missing.png")])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 1
    assert [answer["file"] for answer in answers] == [str(broken), str(good), str(tmp_path / "missing.png")]
    assert "error" in answers[0] and "error" in answers[2]
    assert answers[1]["tray"] is True and answers[1]["size"] == [1280, 720]
    keys = {"kind", "value", "status", "confidence", "x", "y", "px", "size", "zone"}
    assert all(set(die) == keys for die in answers[1]["dice"])


def test_annotate_writes_a_picture_with_what_was_seen(tmp_path: Path) -> None:
    assert main(["read", str(RENDER / "dev_0002.jpg"), "--annotate", str(tmp_path / "out")]) == 0
    drawn = cv2.imread(str(tmp_path / "out" / "dev_0002.read.jpg"))
    plain = cv2.imread(str(RENDER / "dev_0002.jpg"))
    assert drawn is not None and plain is not None
    assert drawn.shape == plain.shape
    assert np.abs(drawn.astype(int) - plain.astype(int)).max() > 100


@pytest.mark.parametrize(
    "words", [["read"], ["read", "x.jpg", "--colour"], ["read", "x.jpg", "--calibration", "no.json"]]
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
