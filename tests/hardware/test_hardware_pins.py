"""Pin table, drawings and software are one: a test for each pair."""

from __future__ import annotations

import re

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.tools import pins
from hardware.tools.dimensions import HERE
from kiosk.buttons import Button
from kiosk.panel.gpio import CONTACT_PINS, LAMP_PINS

FIRMWARE = HERE.parent / "firmware" / "src" / "board_m328p.c"
ARDUINO = {**{f"PD{pin}": f"D{pin}" for pin in range(8)}, **{f"PB{pin}": f"D{pin + 8}" for pin in range(6)}}
"""Port pin of the ATmega328P -> its name on a Nano."""


def test_the_page_is_written_from_the_programs_tables() -> None:
    assert (HERE / "pins.md").read_text(encoding="utf-8") == pins.page()


def test_the_drawing_is_written_from_the_programs_tables() -> None:
    assert (HERE / "wiring" / "panel.yml").read_text(encoding="utf-8") == pins.drawing()


def test_the_picture_shows_every_pin_of_the_panel() -> None:
    picture = (HERE / "wiring" / "panel.svg").read_text(encoding="utf-8")
    for kind, table in (("contact", CONTACT_PINS), ("lamp", LAMP_PINS)):
        for button, pin in table.items():
            assert f"Pi:{pins.HEADER[pin]}:GPIO {pin}: {button.name} {kind}" in picture


def test_header_pins_are_those_of_a_real_pi() -> None:
    factory = MockFactory(revision="c03114")
    try:
        for gpio, place in pins.HEADER.items():
            header, number = next(iter(factory.board_info.find_pin(f"GPIO{gpio}"))), place
            assert (header[0].name, header[1].number) == ("J8", number)
    finally:
        factory.close()


def test_power_and_ground_come_from_pins_that_give_them() -> None:
    factory = MockFactory(revision="c03114")
    try:
        header = factory.board_info.headers["J8"]
        assert header.pins[pins.PIN_5V].name == "5V"
        assert header.pins[pins.PIN_GROUND].name == "GND"
    finally:
        factory.close()


def test_every_lamp_has_a_switch_of_its_own() -> None:
    switches = [pins.chip(button) for button in LAMP_PINS]
    assert len(set(switches)) == len(switches)
    for number, entry, out in switches:
        assert number in (1, 2)
        assert 1 <= entry <= 8
        assert entry + out == 19, "outputs lie opposite their inputs"


def test_every_button_has_a_plug_of_its_own() -> None:
    assert [pins.terminal(button) for button in CONTACT_PINS] == [f"K{number}" for number in range(1, 13)]


@pytest.mark.parametrize(
    ("button", "tint", "ohms"),
    [(Button.HOLD1, "white", 220), (Button.BANK, "yellow", 330), (Button.CONFIRM, "green", 220)],
)
def test_lamps_have_the_colours_of_the_table(button: Button, tint: str, ohms: int) -> None:
    assert pins.tint(button) == tint
    assert pins.resistor(button) == ohms


def firmware_pins() -> dict[str, str]:
    """The firmware's own names of its pins -> the Nano's."""
    code = FIRMWARE.read_text(encoding="utf-8")
    ports = {name: ARDUINO[port] for name, port in re.findall(r"#define (\w+_PIN) (P[BD]\d)\b", code)}
    channels = {name: f"A{channel}" for name, channel in re.findall(r"#define (PIEZO|AMBIENT) (\d)\b", code)}
    return {**ports, **channels}


def test_the_tray_controllers_drawing_has_the_firmwares_pins() -> None:
    drawn = (HERE / "wiring" / "tray.yml").read_text(encoding="utf-8")
    found = firmware_pins()
    labels = {
        "LEFT_PIN": "left half",
        "RIGHT_PIN": "right half",
        "RING_PIN": "ring",
        "PIEZO": "piezo",
        "AMBIENT": "photoresistor",
    }
    assert set(found) == set(labels)
    picture = (HERE / "wiring" / "tray.svg").read_text(encoding="utf-8")
    for name, pin in found.items():
        assert f"{pin} {labels[name]}" in drawn
        assert f"{pin} {labels[name]}" in picture


def test_the_page_about_wires_has_the_firmwares_pins_too() -> None:
    page = (HERE / "wiring.md").read_text(encoding="utf-8")
    found = firmware_pins()
    for name, words in (
        ("LEFT_PIN", "gate of Q1 (left half)"),
        ("RIGHT_PIN", "gate of Q2 (right half)"),
        ("RING_PIN", "DIN of the WS2812 ring"),
    ):
        assert re.search(rf"\| {found[name]} \| [^|]+\| {re.escape(words)} \|", page)
    assert f"| {found['PIEZO']} | 10 kilohm | the piezo's disc" in page
    assert f"| {found['AMBIENT']} | the photoresistor | 5V |" in page
