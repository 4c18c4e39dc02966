"""What people and machines may do wrong: one clear line each, exit 2, or play that goes on and says so."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk import cli
from kiosk.journal import FILE, Journal

REQUIRED = {
    "read": ["x.jpg"],
    "watch": ["x"],
    "demo": ["--game", "yatzy", "--players", "2", "--seed", "1"],
    "teach": ["d12"],
    "house": ["--keep", "x"],
}
"""What a command asks for before it looks at anything else."""


def one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    try:
        code = cli.main(argv)
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1, told.err
    return told.err


@pytest.mark.parametrize("command", cli.names())
def test_every_command_refuses_an_unknown_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = one_line([command, *REQUIRED.get(command, []), "--colour"], capsys)
    assert "unrecognized arguments: --colour" in said


@pytest.mark.parametrize("argv", [["roll"], [], ["--colour"]])
def test_without_a_known_command_it_says_what_there_is(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "COMMAND" in one_line(argv, capsys)


# Pictures


def read(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    code = cli.main(["read", str(path), "--json"])
    (line,) = capsys.readouterr().out.splitlines()
    return code, json.loads(line)


def test_a_text_that_calls_itself_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text.jpg"
    path.write_text("no picture")
    code, said = read(path, capsys)
    assert code == 1
    assert "is not a picture" in str(said["error"])


def test_a_folder_is_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = read(tmp_path, capsys)
    assert code == 1
    assert "directory" in str(said["error"])


@pytest.mark.parametrize("size", [(1, 1), (3000, 4000)], ids=["one pixel", "12 megapixels"])
def test_a_picture_of_any_size_is_read(
    tmp_path: Path, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), np.full((*size, 3), 120, np.uint8))
    code, said = read(path, capsys)
    assert (code, said["dice"], said["size"]) == (0, [], [size[1], size[0]])


def test_an_empty_folder_is_no_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds no pictures" in one_line(["watch", str(tmp_path)], capsys)


# The table


def test_a_file_is_no_state_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert "cannot use the state directory" in one_line(["play", "--state-dir", str(file)], capsys)


def test_a_folder_is_no_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot read" in one_line(["play", "--config", str(tmp_path)], capsys)


def test_a_journal_of_a_newer_program_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(tmp_path).close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert "newer Raflebord" in one_line(["play", "--state-dir", str(tmp_path)], capsys)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.slow
def test_with_a_broken_journal_no_camera_and_no_panel_it_opens_all_the_same(tmp_path: Path) -> None:
    """The real program: it says what is wrong, a line each, runs on, and leaves when asked to."""
    state, pictures = tmp_path / "state", tmp_path / "pictures"
    state.mkdir()
    pictures.mkdir()
    (state / FILE).write_text("this is no database, " * 100)
    words = ["play", "--camera", str(pictures), "--panel", "gpio", "--state-dir", str(state)]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "GPIOZERO_PIN_FACTORY": "lgpio"}
    command = [sys.executable, "-c", "from kiosk.cli import main; raise SystemExit(main())", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stderr is not None
        said, end = "", time.monotonic() + 60
        while "holds no pictures" not in said and time.monotonic() < end:
            said += process.stderr.readline()
        assert process.poll() is None, said
        process.send_signal(signal.SIGTERM)
        said += process.stderr.read()
    assert process.returncode == 0
    assert "the journal was damaged" in said
    assert "panel cannot be opened" in said
    assert said.count("holds no pictures") == 1
    assert "Traceback" not in said
    assert any(".damaged-" in file.name for file in state.iterdir())
