"""`raflebord read`: one answer a picture, one line for what cannot be read."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.cli import main

RAFLEBORD = [sys.executable, "-c", "import sys; from kiosk.cli import main; sys.exit(main())"]
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


def test_names_are_told_as_given_and_pictures_of_one_name_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = (RENDER / "dev_0002.jpg").read_bytes()
    files = ["./a/x.jpg", "b//x.jpg", ""]
    for file in files[:2]:
        Path(file).parent.mkdir()
        Path(file).write_bytes(picture)
    assert main(["read", "--json", *files, "--annotate", "out"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["file"] for answer in answers] == files
    assert sorted(path.name for path in Path("out").iterdir()) == ["x-2.read.jpg", "x.read.jpg"]


def test_a_pipe_or_a_device_is_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    assert main(["read", "--json", str(pipe), "/dev/zero"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all("regular file" in answer["error"] for answer in answers)
    assert main(["read", "x.jpg", "--calibration", str(pipe)]) == 2


def test_output_is_utf8_whatever_the_name(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.jpg"
    done = subprocess.run([*RAFLEBORD, "read", "--json", name], capture_output=True, check=False)
    assert json.loads(done.stdout.decode("utf-8"))["file"].endswith("\\xff.jpg")


@pytest.mark.parametrize("words", [["read", "--json", "no.jpg"], ["rules", "--list"]])
def test_a_full_disk_under_the_output_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*RAFLEBORD, *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"\n"), b"No space left" in done.stderr) == (1, 1, True)


def test_closed_input_is_one_line() -> None:
    command = f"exec {shlex.join(RAFLEBORD)} rules <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr.count(b"\n"), b"Traceback" in done.stderr) == (2, 1, False)
