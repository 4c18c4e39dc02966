"""The gallery: real values in front of the simulated camera, written where it was asked to."""

from __future__ import annotations

from pathlib import Path

import cv2
import pygame
import pytest

from kiosk.cli import main
from kiosk.draw.kit import Kit
from kiosk.gallery.pictures import PICTURES, pictures
from kiosk.gallery.studio import studio


def test_names_are_given_once() -> None:
    assert len({picture.name for picture in PICTURES}) == len(PICTURES)


def test_a_picture_is_written_in_the_size_asked_for(tmp_path: Path) -> None:
    assert main(["gallery", "--out", str(tmp_path), "--size", "640x360", "--only", "players"]) == 0
    assert cv2.imread(str(tmp_path / "players.en.png")).shape == (360, 640, 3)


def test_the_same_gallery_every_time() -> None:
    made = [
        {name: shown.copy() for name, shown in pictures("en", (640, 360), {"turn-choose"})} for _ in (1, 2)
    ]
    one, other = (shot["turn-choose"].get_view("0").raw for shot in made)
    assert one == other


@pytest.mark.parametrize(
    "words", [["--size", "10x10"], ["--size", "9999x9999"], ["--size", "large"], ["--only", "nothing"]]
)
def test_bad_input_is_one_line(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", "--out", str(tmp_path), *words]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("seed", [52])
def test_a_shared_win_is_found_with_any_seed(seed: int) -> None:
    picture = next(picture for picture in PICTURES if picture.name == "result-shared")
    with studio("en", seed, pygame.Surface((640, 360)), Kit(), watched=False) as made:
        picture.prepare(made)
        assert made.table.match is not None
        assert made.table.match.winners == (0, 1)
