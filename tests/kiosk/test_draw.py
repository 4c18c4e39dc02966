"""The drawing kit: text that fits, panels that cover, pictures that are kept."""

from __future__ import annotations

import pygame
import pytest

from kiosk.buttons import Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import lit
from kiosk.draw.dice import PIPS, SPOT, face
from kiosk.draw.kit import Kit
from kiosk.draw.lines import wrapped
from kiosk.draw.pen import Pen
from kiosk.draw.signs import SHAPES
from kiosk.draw.tray import tray_view
from kiosk.theme import PAPER


@pytest.fixture
def kit() -> Kit:
    return Kit()


@pytest.fixture
def pen(kit: Kit) -> Pen:
    return Pen(pygame.Surface((1920, 1080)), kit)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 600)])
def test_a_unit_is_as_large_as_fits(kit: Kit, size: tuple[int, int]) -> None:
    pen = Pen(pygame.Surface(size), kit)
    assert pen.w >= 1920 - 1e-6
    assert pen.h >= 1080 - 1e-6
    assert min(pen.w - 1920, pen.h - 1080) == pytest.approx(0)


@pytest.mark.parametrize("face", ["text", "bold"])
def test_figures_are_tabular(kit: Kit, face: str) -> None:
    assert len({kit.font(face, 46).size(digit)[0] for digit in "0123456789"}) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("face", ["text", "bold", "voice"])
def test_the_typefaces_have_our_letters(kit: Kit, face: str) -> None:
    metrics = kit.font(face, 46).metrics("æøåÆØÅé–")  # type: ignore[arg-type]
    assert all(metric is not None for metric in metrics)


def test_text_shrinks_before_it_is_cut(pen: Pen) -> None:
    assert pen.write("Three of a kind", Box(0, 0, 190, 40), 40, least=20) <= 190
    assert pen.kit.cut == []


def test_text_that_cannot_fit_is_noticed(pen: Pen) -> None:
    pen.write("Three of a kind", Box(0, 0, 30, 40), 40)
    assert pen.kit.cut == ["Three of a kind"]


def test_two_lines_break_between_sentences(kit: Kit) -> None:
    text = "I see 4 of 5 dice. Is one on the floor?"
    assert wrapped(kit, text, "text", 40, 480) == ("I see 4 of 5 dice.", "Is one on the floor?")


def test_lines_are_about_equally_long(kit: Kit) -> None:
    lines = wrapped(kit, "one two three four five six seven eight", "text", 40, 560)
    widths = [kit.font("text", 40).size(line)[0] for line in lines]
    assert min(widths) > 0.6 * max(widths)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_drawn_die_has_its_pips(value: int) -> None:
    drawn = face(100, value)
    assert len(PIPS[value]) == value
    assert all(drawn.get_at((round(x * 96), round(y * 96)))[:3] == SPOT for x, y in PIPS[value])


def test_no_two_signs_look_alike() -> None:
    looks = {pygame.image.tobytes(make(40, PAPER), "RGBA") for make in SHAPES.values()}
    assert len(looks) == len(SHAPES)


def test_a_large_panel_has_round_corners_and_no_gaps(pen: Pen) -> None:
    pen.panel(Box(10, 10, 200, 100), (9, 99, 9), 20)
    assert pen.surface.get_at((10, 10))[:3] == (0, 0, 0)
    assert all(
        pen.surface.get_at(at)[:3] == (9, 99, 9) for at in [(110, 10), (10, 60), (209, 60), (110, 109)]
    )


def test_a_slot_is_painted_again_only_for_another_key(kit: Kit) -> None:
    painted: list[int] = []
    for key in (1, 1, 2):
        kit.slot("base", key, (4, 4), lambda _, key=key: painted.append(key))  # type: ignore[misc]
    assert painted == [1, 2]


def test_a_lamp_blinks_half_the_time() -> None:
    assert [lit(Lamp.BLINK, now) for now in (0.1, 0.6, 1.1)] == [True, False, True]
    assert lit(Lamp.ON, 0.6)
    assert not lit(Lamp.OFF, 0.1)


def test_a_die_is_seen_further_out_than_it_lies() -> None:
    view = tray_view(Box(0, 0, 700, 700))
    assert view.top_of(130, 130) == pytest.approx((view.box.cx, view.box.cy))
    at = view.top_of(230, 130)[0]
    assert at > view.box.cx + 100 * view.scale
