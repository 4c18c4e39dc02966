"""d6 of another colour are learnt from one picture, read as white ones are, and everybody else's are left alone."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.d6 import TAUGHT
from vision.d6.colour import Colour, ColourFault, beside, load
from vision.d6.lesson import ASKED, NotLearnt, learnt
from vision.d6.redye import weights
from vision.own_dice import OwnDice, own_dice
from vision.reader import Reader
from vision.reading import Reading
from vision.sim.dyes import DYES, WHITE, Dye
from vision.sim.light import linear
from vision.sim.table import SimTable

OTHER = (1, 2, 3, 4, 6, 6)
RED = Colour("strong", (0.42, 0.4, 0.9), (0.99, 0.99, 1.0), (0.31, 0.37, 0.21))


@cache
def laid(dye: str, faces: tuple[int, ...] = ASKED.faces) -> Image:
    """The simulated tray with dice of that dye; they lie at the same places whatever they are made of."""
    table = SimTable(3, size=(960, 540), dice=dye)
    if faces:
        table.throw(len(faces), values=faces)
        while table.busy:
            table.advance(0.5)
    return table.frame().copy()


@cache
def taught(dye: str) -> Reader:
    return Reader(own=OwnDice(learnt([laid(dye)], None)))


def told(reading: Reading) -> list[int]:
    return sorted(die.value for die in reading.dice if die.kind == "d6" and die.value is not None)


@pytest.mark.parametrize(("dye", "make"), [("white", None), ("ivory", "pale"), ("red", "strong")])
def test_a_colour_is_learnt_and_read(dye: str, make: str | None) -> None:
    colour = learnt([laid(dye)], None)
    assert (colour.make if colour is not None else None) == make
    assert told(taught(dye).read(laid(dye, OTHER))) == list(OTHER)


def test_yellowed_ivory_is_read_once_it_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Dye], DYES), "yellowed", Dye(linear(104, 190, 216), WHITE.ink))
    assert len(told(Reader().read(laid("yellowed")))) < 3, "it is too yellow for white"
    assert told(taught("yellowed").read(laid("yellowed", OTHER))) == list(OTHER)


def mixed() -> Image:
    """Some dice are red, the others blue."""
    image = laid("red").copy()
    image[:270] = laid("blue")[:270]
    return image


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (lambda: laid("white", ()), "few"),
        (lambda: laid("green"), "felt"),
        (lambda: laid("blue"), "felt"),
        (lambda: laid("black"), "black"),
        (lambda: laid("red", OTHER), "unread"),
        (lambda: laid("red") * 0, "markers"),
        (lambda: np.asarray(np.minimum(laid("red") * 1.3, 255), np.uint8), "bright"),
        (mixed, "mixed"),
    ],
)
def test_what_cannot_be_learnt_is_refused(image: object, why: str) -> None:
    with pytest.raises(NotLearnt) as refusal:
        learnt([image()], None)  # type: ignore[operator]
    assert refusal.value.why == why
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("theirs", ["white", "blue", "green"])
def test_other_peoples_dice_are_not_read_at_a_table_with_red_ones(theirs: str) -> None:
    reading = taught("red").read(laid(theirs))
    assert told(reading) == []
    if theirs == "white":
        assert [one.kind for one in reading.problems].count("foreign") == len(ASKED.faces)


def test_red_dice_are_not_read_at_a_table_with_white_ones() -> None:
    assert told(Reader().read(laid("red"))) == []


@pytest.mark.parametrize("strength", [0.3, 0.6, 1.0, 1.5, 3.0])
@pytest.mark.parametrize("wide", [0.8, 1.4])
def test_a_mirrored_lamp_is_no_pip(strength: float, wide: float) -> None:
    """A small bright spot in the middle of a 2 makes it no 3, and of a 4 no 5."""
    reader, image = taught("red"), laid("red")
    dice = {die.value: die.px for die in reader.read(image).dice}
    light = np.square(image / 255.0)
    rows, columns = np.indices(image.shape[:2])
    for value in (2, 4):
        x, y = dice[value]
        off = np.hypot(columns - x, rows - y) / 1.54
        light += strength * np.exp(-0.5 * (off / wide) ** 2)[..., None]
    glaring = np.asarray(np.minimum(np.sqrt(light) * 255, 255), np.uint8)
    seen = {die.px: die.value for die in reader.read(glaring).dice}
    for value in (2, 4):
        near = [one for px, one in seen.items() if np.hypot(*np.subtract(px, dice[value])) < 12]
        assert set(near) <= {value, None}


def test_weights_make_bodies_light_and_all_else_dark() -> None:
    way = weights(RED)
    assert way @ np.square(RED.body) == pytest.approx(1.0)
    assert way @ np.ones(3) < 0
    assert way @ np.square(RED.felt) <= 1e-9


def test_a_colour_is_kept_and_found_again(tmp_path: Path) -> None:
    assert beside(tmp_path / "calibration.json") is None
    RED.save(tmp_path / TAUGHT)
    assert beside(tmp_path / "calibration.json") == RED
    assert beside(None) is None


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"make": "golden"}, {"body": [1, 2]}, {"felt": [0, 0, float("nan")]}, {"pips": None}],
)
def test_a_file_that_tells_no_colour_is_said(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / TAUGHT
    RED.save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ColourFault, match=TAUGHT):
        load(path)
    faults: list[str] = []
    assert own_dice(tmp_path / "calibration.json", faults.append).d6 is None
    assert len(faults) == 1
