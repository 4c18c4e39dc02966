"""No number without the network's agreement: it knows nothing of pips and sees the face alone."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.face_net import NONE, FaceNet
from vision.reader import Reader
from vision.small_net import Floats, Patches
from vision.tray.dice import dice_in
from vision.tray.scene import Scene, scene_of
from vision.tray.window import Window

RENDER = Path(__file__).parents[1] / "data" / "render"


class Stubborn(FaceNet):
    """Sees the same in every face, as surely as it is told to."""

    def __init__(self, column: int, sure: float) -> None:
        super().__init__()
        self._row = np.full(NONE + 1, (1 - sure) / NONE, np.float32)
        self._row[column] = sure

    def read(self, patches: Patches) -> Floats:
        return np.repeat(self._row[None], len(patches), axis=0)


@pytest.fixture(scope="module")
def scene() -> Scene:
    image = np.asarray(cv2.imread(str(RENDER / "dev_0002.jpg")), np.uint8)
    view = Reader().view(image)
    assert view is not None
    return scene_of(image, Window(view))


def numbers(scene: Scene, net: FaceNet) -> list[int]:
    dice, _ = dice_in(scene, net, np.array([220.0, 220.0, 220.0]))
    return sorted(die.value for die in dice if die.value is not None)


def test_the_network_agrees_with_what_lies_there(scene: Scene) -> None:
    assert len(numbers(scene, FaceNet())) >= 3


def test_what_the_network_does_not_see_is_asked(scene: Scene) -> None:
    assert numbers(scene, Stubborn(NONE, 0.9)) == []


def test_another_number_is_never_told_instead(scene: Scene) -> None:
    told = numbers(scene, FaceNet())
    for value in range(1, 7):
        assert numbers(scene, Stubborn(value - 1, 0.99)) == [one for one in told if one == value]
        assert numbers(scene, Stubborn(value - 1, 0.6)) == []
