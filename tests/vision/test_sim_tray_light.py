"""The simulated table's own light: two halves that can be switched, and the ring's glow on the wood."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.reader import Reader
from vision.sim.camera import SimCamera
from vision.sim.table import SimTable
from vision.sim.tray_light import LitTray, TrayLight

SIZE = (960, 540)
HALVES = [(2.0, 0.0), (0.0, 2.0), (1.0, 0.0), (0.5, 0.5), (1.0, 1.0)]


@pytest.fixture(scope="module")
def thrown() -> tuple[LitTray, Image, list[int]]:
    table = SimTable(seed=4, size=SIZE)
    table.throw(5)
    while table.busy:
        table.advance(0.1)
    values = [one.value for one in table.truth() if one.place == "roll" and one.value]
    return LitTray(table.view), table.frame(), sorted(values)


def lit(thrown: tuple[LitTray, Image, list[int]], *light: object) -> Image:
    tray, picture, _ = thrown
    tray.light = TrayLight(*light)  # type: ignore[arg-type]
    return tray.lit(picture)


def test_the_usual_light_changes_nothing(thrown: tuple[LitTray, Image, list[int]]) -> None:
    assert lit(thrown) is thrown[1]


def test_each_half_gives_more_to_its_own_side(thrown: tuple[LitTray, Image, list[int]]) -> None:
    third = SIZE[0] // 3
    left, right = lit(thrown, 2.0, 0.0), lit(thrown, 0.0, 2.0)
    assert left[:, :third].mean() > 1.1 * right[:, :third].mean()
    assert right[:, -third:].mean() > 1.1 * left[:, -third:].mean()


def test_less_light_is_darker_and_none_is_nearly_dark(thrown: tuple[LitTray, Image, list[int]]) -> None:
    means = [lit(thrown, share, share).mean() for share in (1.5, 1.0, 0.5, 0.0)]
    assert means == sorted(means, reverse=True)
    assert means[-1] < 0.35 * means[1]


@pytest.mark.parametrize("ring", [(0, 0, 0), (255, 60, 20)])
@pytest.mark.parametrize("halves", HALVES)
def test_dice_are_read_in_any_of_these_lights(
    thrown: tuple[LitTray, Image, list[int]], halves: tuple[float, float], ring: tuple[int, int, int]
) -> None:
    reading = Reader().read(lit(thrown, *halves, ring))
    assert reading.tray
    assert sorted(die.value for die in reading.dice if die.value) == thrown[2]


def test_the_ring_glows_on_wood_and_not_on_felt(thrown: tuple[LitTray, Image, list[int]]) -> None:
    before, after = thrown[1].astype(int), lit(thrown, 1.0, 1.0, (255, 0, 0)).astype(int)
    difference = after - before
    middle = difference[SIZE[1] // 2 - 50 : SIZE[1] // 2 + 50, SIZE[0] // 2 - 50 : SIZE[0] // 2 + 50]
    assert np.abs(middle).max() <= 1
    assert difference[:, :40, 2].mean() > 5, "red"
    assert np.abs(difference[:, :40, :2]).max() <= 1, "nothing but red"


def test_a_camera_takes_the_order() -> None:
    camera = SimCamera(SimTable(seed=1, size=(320, 180)), speed=0, sleep=lambda _: None)
    before = camera.read().image.mean()
    assert camera.command("light", left=0.2, right=0.2, ring=[0, 0, 0], pattern=1) == {"ok": True}
    assert camera.read().image.mean() < 0.8 * before
    assert not camera.command("light", left=-1, right=0)["ok"]
    assert not camera.command("light", left=1)["ok"]
    assert not camera.command("light", left=1, right=1, ring=[1, 2])["ok"]
