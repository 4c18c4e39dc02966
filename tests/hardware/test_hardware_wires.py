"""Every wire stands in one drawing and on the page and reaches far enough; what it joins is on the parts list."""

from __future__ import annotations

import re
from html import unescape

import pytest

from hardware.tools import currents, currents_page, ways, wires
from hardware.tools.dimensions import HERE
from hardware.tools.parts import parts

DRAWN = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "wiring").glob("*.yml"))}
PAGE = (HERE / "wires.md").read_text(encoding="utf-8")
WIRING = (HERE / "wiring.md").read_text(encoding="utf-8")
ASSEMBLY = (HERE / "assembly.md").read_text(encoding="utf-8")
NEEDED = " ".join(f"{part.name} {part.needed}" for part in parts())


def cables(drawn: str) -> dict[str, str]:
    """A drawing's cables: name and the rest of the line."""
    block = drawn.split("\ncables:\n")[1].split("\nconnections:")[0]
    return dict(re.findall(r"^  (\w+): \{(.*)\}$", block, re.MULTILINE))


def connectors(drawn: str) -> list[str]:
    return re.findall(r"^  (\w+):", drawn.split("connectors:\n")[1].split("\ncables:")[0], re.MULTILINE)


def length(cable: str) -> float:
    found = re.search(r"length: ([\d.]+)", cable)
    assert found
    return float(found[1])


def test_the_page_is_written_from_the_drawings() -> None:
    assert wires.page() == PAGE


def test_a_wire_stands_in_one_drawing_only() -> None:
    names = [name for drawn in DRAWN.values() for name in cables(drawn)]
    assert len(names) == len(set(names))
    for name in names:
        assert f"| {name} | " in PAGE


@pytest.mark.parametrize("drawing", DRAWN)
def test_every_end_in_the_picture_is_on_the_page(drawing: str) -> None:
    picture = (HERE / "wiring" / f"{drawing}.svg").read_text(encoding="utf-8")
    texts = [unescape(text) for text in re.findall(r">([^<]+)</text>", picture)]
    ends = [
        found for text in texts if (found := re.fullmatch(r"(\w+):(\d+):(.+)", text.replace("\xa0", " ")))
    ]
    assert len(ends) >= 2 * len(cables(DRAWN[drawing]))
    for thing, pin, name in (end.groups() for end in ends):
        assert f"| {thing} {pin}: {name} |" in PAGE or f"| {thing}: {name} |" in PAGE


@pytest.mark.parametrize("drawing", DRAWN)
def test_the_picture_was_made_from_the_drawing(drawing: str) -> None:
    picture = unescape((HERE / "wiring" / f"{drawing}.svg").read_text(encoding="utf-8"))
    for name in [*connectors(DRAWN[drawing]), *cables(DRAWN[drawing])]:
        assert f">{name}</text>" in picture


@pytest.mark.parametrize(
    "name", ["F1", "F2", "F3", "F4", "Q1", "Q2", "D1", "U1", "U2", "K1 to K10", "K11, K12"]
)
def test_what_the_drawings_name_is_on_the_parts_list(name: str) -> None:
    assert name in NEEDED


def test_the_parts_list_has_every_resistor() -> None:
    line = next(part.needed for part in parts() if part.name.startswith("resistors"))
    listed = {ohms: int(count) for count, ohms in re.findall(r"(\d+) of ([\d.]+ (?:kil|meg)?ohm)", line)}
    words = {"k": "kilohm", "M": "megohm"}
    wanted = {}
    for ohms, pieces, _ in currents_page.resistors():
        number, _, unit = ohms.partition(" ")
        wanted[f"{number} {words.get(unit, 'ohm')}"] = pieces
    assert listed == wanted


@pytest.mark.parametrize("name", ["W3", "W4", "W5"])
def test_the_lights_wires_reach_the_head(name: str) -> None:
    metres = length(cables(DRAWN["tray"])[name])
    assert metres == currents.LIGHT_WIRE
    assert 1000 * metres > 1.1 * ways.lights()


def test_the_cameras_cable_reaches_the_pi() -> None:
    cable = next(part for part in parts() if part.name.startswith("camera extension"))
    metres = re.search(r"way along bar, post and base is ([\d.]+) m", cable.needed)
    assert metres
    assert 1000 * float(metres[1]) == pytest.approx(ways.camera(), abs=50)
    assert int(cable.name.split()[2]) > 1.2 * ways.camera()


def test_the_ways_are_reckoned_as_the_drawings_are() -> None:
    derived = (HERE / "scad" / "derived.scad").read_text(encoding="utf-8")
    assert "stand_y = panel_y + 12 + screen_depth + 10;" in derived
    assert "case_front = stand_y - 62;" in derived


def test_the_supplys_own_cable_is_the_one_reckoned_with() -> None:
    assert length(cables(DRAWN["power"])["P2"]) == currents.SUPPLY_WIRE


def test_the_nano_has_enough_volts_behind_its_diode() -> None:
    """16 MHz want 4.5 V (the chip's data sheet); the lights' supply may have 4.9 V."""
    assert 4.9 - currents.DIODE > 4.5


def test_the_multimeters_lines_are_counted_through() -> None:
    lines = [int(number) for number in re.findall(r"^\| (\d+) \|", WIRING, re.MULTILINE)]
    assert lines == list(range(1, 18))
    assert "seventeen lines" in ASSEMBLY


def test_every_step_of_the_assembly_ends_with_a_test_and_a_way_out() -> None:
    steps = re.split(r"^## ", ASSEMBLY, flags=re.MULTILINE)[1:]
    assert [int(step.split(".")[0]) for step in steps] == list(range(9))
    for step in steps[:-1]:
        assert "*Test.*" in step
        assert "*If not:*" in step
    assert "raflebord doctor" in steps[-1]
