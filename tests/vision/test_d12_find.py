"""Black d12 in rendered trays are found, and it is told how they stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.d12.body import TOP, seen
from vision.d12.find import places_in
from vision.d12.stand import Stands, stands_at
from vision.d12.standing import StandingNet
from vision.reader import Reader
from vision.tray.pose import TrayView
from vision.tray.scene import scene_of
from vision.tray.window import Window

HERE = Path(__file__).parents[1] / "data" / "render"
FRAMES = json.loads((HERE / "truth.json").read_text(encoding="utf-8"))["frames"]
BLACK = [frame for frame in FRAMES if any(die["type"] == "d12" for die in frame["dice"])]
PAPER = 200.0


def stands_in(image: Image) -> tuple[TrayView, Stands]:
    reader = Reader()
    view = reader.view(image)
    assert view is not None
    white = [die for die in reader.read(image).dice if die.kind == "d6"]
    places = places_in(scene_of(image, Window(view)), white, PAPER)
    return view, stands_at(image, view, places, PAPER, StandingNet())


def picture(frame: dict[str, Any]) -> Image:
    return np.asarray(cv2.imread(str(HERE / frame["file"])), np.uint8)


def flat_dice(frame: dict[str, Any]) -> list[dict[str, Any]]:
    return [die for die in frame["dice"] if die["type"] == "d12" and die["tilt_deg"] < 1]


@pytest.mark.parametrize("frame", BLACK, ids=lambda frame: frame["file"])
def test_every_flat_d12_is_found_and_stands(frame: dict[str, Any]) -> None:
    view, stands = stands_in(picture(frame))
    for die in flat_dice(frame):
        off = np.hypot(*(stands.poses[:, :2] - die["centre_mm"][:2]).T)
        nearest = int(off.argmin())
        assert off[nearest] < 2.0
        assert not stands.leaning[nearest]
        assert corners_off(view, stands.poses[nearest], die["top_poly_px"]) < 3.5


def corners_off(view: TrayView, pose: np.ndarray, true: list[list[float]]) -> float:
    """How far the corners of the top face are from the true ones, whichever corner is the first, pixels."""
    # The rendered dice's rounded edges make the flat part of a face 0.932 of a sharp one's.
    corners = seen(pose[None], TOP * (0.932, 0.932, 1.0), view.camera)[0].T.astype(np.float64)
    mine = view.pixels(corners, 20.0)
    ways = [np.roll(order, k, axis=0) for order in (mine, mine[::-1]) for k in range(5)]
    return min(float(np.hypot(*(way - np.array(true)).T).max()) for way in ways)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame["file"])
def test_nothing_else_stands_there_like_a_d12(frame: dict[str, Any]) -> None:
    _, stands = stands_in(picture(frame))
    true = np.array([die["centre_mm"][:2] for die in frame["dice"] if die["type"] == "d12"]).reshape(-1, 2)
    for pose in stands.poses[np.minimum(stands.present, stands.upright) > 0]:
        assert np.hypot(*(true - pose[:2]).T).min(initial=np.inf) < 6.0


def test_an_empty_list_of_places_is_answered() -> None:
    image = picture(FRAMES[0])
    view = Reader().view(image)
    assert view is not None
    assert len(stands_at(image, view, np.zeros((0, 2)), PAPER, StandingNet())) == 0
