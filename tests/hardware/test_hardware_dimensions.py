"""The drawings' dimensions are those that the software believes."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.tools import optics
from hardware.tools.dimensions import HERE, dimensions
from kiosk import theme
from kiosk.buttons import Button
from kiosk.draw.buttons import PLACES
from vision import calibration
from vision.cameras import pi
from vision.sim import measures
from vision.tray import pose as tray

SIZE = dimensions()

SAME = [
    ("felt", tray.FELT),
    ("felt", measures.FELT),
    ("wall_height", tray.RIM),
    ("wall_height", measures.WALL),
    ("rim_width", measures.RIM),
    ("rail_left", tray.RAIL[0]),
    ("rail_left", measures.RAIL_LEFT),
    ("rail_right", tray.RAIL[1]),
    ("rail_right", measures.RAIL_RIGHT),
    ("rail_height", measures.RAIL_HEIGHT),
    ("marker", tray.MARKER),
    ("marker", measures.MARKER),
    ("marker_paper", measures.MARKER_PAPER),
    ("camera_height", measures.CAMERA_HEIGHT),
    ("table_below", measures.TABLE_TOP),
    ("d6", measures.EDGE),
]


@pytest.mark.parametrize(("name", "believed"), SAME)
def test_a_dimension_is_what_the_software_believes(name: str, believed: float) -> None:
    assert SIZE[name] == believed


def test_the_base_board_is_where_the_sheets_put_it() -> None:
    assert SIZE["felt_thickness"] + SIZE["sheet"] == SIZE["table_below"]


def test_markers_lie_in_the_middle_of_the_rims_corners() -> None:
    assert measures.marker_centres()[0].tolist() == [
        -SIZE["rim_width"] / 2,
        -SIZE["rim_width"] / 2,
        -SIZE["wall_height"],
    ]
    assert SIZE["marker_paper"] == SIZE["rim_width"]


@pytest.mark.parametrize("button", list(PLACES))
def test_a_button_lies_below_its_place_on_the_screen(button: Button) -> None:
    assert SIZE[f"{button.value}_at"] == PLACES[button]


def test_neighbouring_buttons_leave_room_for_their_flanges() -> None:
    unit = SIZE["screen_active"] / theme.WIDTH
    places = sorted(
        (place, "small" if button in (Button.LEFT, Button.RIGHT) else "big")
        for button, place in PLACES.items()
    )
    for (one, kind), (other, next_kind) in pairwise(places):
        half = (SIZE[f"button_{kind}"] + SIZE[f"button_{next_kind}"]) / 2
        assert (other - one) * unit >= half + 5


def test_the_optics_page_reckons_with_the_softwares_lens_and_focus() -> None:
    assert optics.ACROSS == calibration.FIELD_OF_VIEW == measures.FIELD_OF_VIEW
    assert pytest.approx(1000 * pi.DISTANCE) == optics.FOCUS
    assert (optics.TAKEN.width, optics.TAKEN.height) == pi.SIZE
    assert optics.TAKEN.fps == pi.RATES[pi.SIZE]


def test_the_drawings_name_no_measure_that_is_a_dimension() -> None:
    """What another file wrote down once more would not follow a change."""
    for path in (HERE / "scad").glob("*.scad"):
        code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        numbers = {float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", code)}
        own = {
            SIZE[name]
            for name in ("felt", "rail_left", "rail_right", "camera_height", "screen_active", "base_width")
        }
        assert not numbers & own, path.name


def test_a_dimension_file_may_have_comments_and_negative_numbers(tmp_path: Path) -> None:
    file = tmp_path / "d.scad"
    file.write_text("// size = 1;\nsize = 2.5;   // mm\nbelow = -3;\nboth = size * 2;\n", encoding="utf-8")
    assert dimensions(file) == {"size": 2.5, "below": -3.0}
