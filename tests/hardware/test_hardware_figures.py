"""The pages' figures: known values for the formulas, and pages that are what their scripts write."""

from __future__ import annotations

import math
import re

import pytest

from hardware.tools import currents, currents_page, optics, optics_page, parts
from hardware.tools.dimensions import HERE, dimensions

PAGES = [("optics.md", optics_page.page), ("currents.md", currents_page.page), ("parts.md", parts.page)]
SIZE = dimensions()


@pytest.mark.parametrize(("name", "page"), PAGES)
def test_a_page_in_the_repository_is_what_its_script_writes(name: str, page: object) -> None:
    assert callable(page)
    assert (HERE / name).read_text(encoding="utf-8") == page()


def test_the_scale_is_the_designs() -> None:
    """At 1280 x 720 two pixels a millimetre of felt, a d6 about 33, a d12 about 42; 1.8 times that at 2304 x 1296."""
    height = SIZE["camera_height"]
    assert optics.scale(height) == pytest.approx(2.0, abs=0.02)
    assert SIZE["d6"] * optics.scale(height - SIZE["d6"]) == pytest.approx(33, abs=0.5)
    assert SIZE["d12"] * optics.scale(height - SIZE["d12"]) == pytest.approx(42, abs=0.5)
    assert optics.scale(height, optics.MODES[1]) / optics.scale(height) == pytest.approx(1.8)


def test_the_tray_fits_from_the_lowest_height_on() -> None:
    outside, rim = SIZE["felt"] + 2 * SIZE["rim_width"], SIZE["wall_height"]
    lowest = optics.lowest(outside, rim)
    assert optics.field(lowest - rim)[1] == pytest.approx(outside)
    assert lowest < SIZE["camera_height"] - 5, "5 mm less are allowed"
    assert optics.tilt_allowed(outside, lowest - rim) == pytest.approx(0)


def test_the_cropped_mode_does_not_show_the_tray() -> None:
    assert optics.field(SIZE["camera_height"] - SIZE["wall_height"], optics.MODES[2])[1] < SIZE["felt"]


def test_hood_and_opal_stay_out_of_the_picture() -> None:
    """Seen from the lens, 3 mm wide, the picture's corners are the widest."""
    corner = math.tan(math.radians(optics.DIAGONAL / 2))
    below = SIZE["light_gap"] + SIZE["opal"] - SIZE["lens_below"]
    assert below * corner + 3 < SIZE["hood_inner"]


def test_sharp_limits_blur_by_just_what_is_allowed() -> None:
    """The thin lens: an object at distance d is imaged at d f / (d - f); the cone's width on the sensor is the blur."""
    allowed = 0.005
    aperture = optics.FOCAL / optics.STOP
    image = optics.FOCUS * optics.FOCAL / (optics.FOCUS - optics.FOCAL)
    for distance in optics.sharp(optics.FOCUS, allowed):
        there = distance * optics.FOCAL / (distance - optics.FOCAL)
        assert abs(there - image) / there * aperture == pytest.approx(allowed, rel=0.01)


def test_felt_dice_and_markers_are_sharp() -> None:
    near, far = optics.sharp(optics.FOCUS, optics.pixel_on_sensor(optics.MODES[1]))
    assert near < SIZE["camera_height"] - SIZE["wall_height"]
    assert far > SIZE["camera_height"]


def test_light_falls_off_with_the_fourth_power_of_the_cosine_far_from_a_small_lamp() -> None:
    """Far away the rings are a point: E(x) = E(0) cos^4."""
    height = SIZE["camera_height"]
    far = 2000.0
    cosine = height / math.hypot(far, height)
    point = optics.LUMEN * optics.OPAL_PASSES * len(optics.leds()) / math.pi / height**2 * 1e6
    assert optics.lux(far, 0) == pytest.approx(point * cosine**4, rel=0.02)


def test_both_halves_have_the_same_leds() -> None:
    places = optics.leds()
    assert len(places) == 2 * optics.HALF_RING_LEDS
    assert sum(x > 0 for x, _ in places) == optics.HALF_RING_LEDS


@pytest.mark.parametrize(
    ("seconds", "frequency", "duty", "share"),
    [
        (0.010, 100.0, 0.5, 0.0),
        (0.005, 100.0, 0.5, 2.0),
        (0.0125, 100.0, 0.5, 0.4),
        (0.015, 100.0, 0.5, 2 / 3),
    ],
)
def test_flicker_of_simple_cases(seconds: float, frequency: float, duty: float, share: float) -> None:
    """Whole periods: none. Half a period, half on: one line sees it all, another nothing."""
    assert optics.flicker(seconds, frequency, duty) == pytest.approx(share, abs=1e-6)


def test_the_tray_controllers_light_shows_no_stripes() -> None:
    assert optics.flicker(0.010, optics.PWM_HZ, 0.6) < 0.01


def test_the_firmwares_timer_and_levels_are_those_on_the_pages() -> None:
    source = HERE.parent / "firmware" / "src"
    assert "nine bits" in (source / "board_m328p.c").read_text(encoding="utf-8")
    settings = (source / "settings.c").read_text(encoding="utf-8")
    known = re.search(r"\.level = (\d+), \.ring_limit = (\d+)", settings)
    assert known
    assert (int(known[1]), int(known[2])) == (optics_page.LEVEL, currents_page.RING_LIMIT)
    leds = re.search(r"#define RING_LEDS (\d+)", (source / "pattern.h").read_text(encoding="utf-8"))
    assert leds
    assert int(leds[1]) == currents.RING_LEDS


@pytest.mark.parametrize(
    ("ohms", "shop"), [(100, 100), (197, 220), (101, 100), (125, 120), (287, 330), (950, 1000), (4600, 4700)]
)
def test_resistors_are_taken_from_the_shops_row(ohms: float, shop: int) -> None:
    assert currents.nearest(ohms) == shop


@pytest.mark.parametrize("switch", [currents.DMOS, currents.DARLINGTON])
@pytest.mark.parametrize("led", currents.LAMPS)
def test_lamps_shine_and_live_in_the_worst_case(switch: currents.Switch, led: currents.Led) -> None:
    usual, least, most = currents.current(led, switch, currents.nearest(currents.wanted(led, switch)))
    assert least < usual < most
    assert least > 0.003
    assert most < 0.020


def test_no_pin_of_the_pi_carries_a_lamp_and_the_supplies_are_large_enough() -> None:
    assert currents.lights() < 0.75 * 4
    assert 2 * currents.half_ring() < 1.0
    assert currents.led_ring() < 2.0
    assert currents.LAMPS_LIT * currents.LAMP_WANTED < 0.5


def test_a_wire_loses_what_ohm_says() -> None:
    """One metre of 1 mm2 has 17.5 milliohm; there and back at 1 A that is 35 mV."""
    assert currents.wire_drop(1.0, 1.0, 1.0) == pytest.approx(0.035)


def test_brighter_rooms_read_higher() -> None:
    readings = [currents.room_reading(lux) for lux in (1, 10, 100, 1000)]
    assert readings == sorted(readings)
    assert all(0 < reading < 1023 for reading in readings)


def test_the_list_has_what_the_design_names() -> None:
    names = " ".join(part.name for part in parts.parts()).lower()
    for word in (
        "raspberry pi 5",
        "camera module 3",
        "screen",
        "lit push button",
        "key switch",
        "led strip",
        "ws2812",
        "nano",
        "piezo",
        "photoresistor",
        "power supply 5 v",
        "fuses",
        "felt",
        "d6 16 mm",
        "d12 20 mm",
    ):
        assert word in names


@pytest.mark.parametrize("part", parts.parts(), ids=lambda part: part.name)
def test_every_part_says_what_matters(part: parts.Part) -> None:
    assert part.needed
    assert part.amount > 0
    assert part.price > 0
