"""The made files: printed parts whole and not larger than the bed, sheets and picture with the tray's measures."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.tools import stl
from hardware.tools.dimensions import HERE, dimensions
from vision.cameras.protocol import Image
from vision.markers import markers_in
from vision.reader import Reader
from vision.tray.pose import TrayView

SIZE = dimensions()
STL = sorted((HERE / "stl").glob("*.stl"))
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
MAKEFILE = (HERE / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")


def listed(name: str) -> list[str]:
    found = re.search(rf"^{name} := (.*)$", MAKEFILE, re.MULTILINE)
    assert found
    return found[1].split()


def triangles(path: Path) -> NDArray[np.float32]:
    """The corners of a binary STL's triangles, N x 3 x 3 mm."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    assert len(data) == 84 + 50 * count
    return np.frombuffer(data, TRIANGLE, count, 84)["corners"]


def test_every_part_of_the_makefile_is_there_and_no_other() -> None:
    assert [path.stem for path in STL] == sorted(listed("PRINTED"))
    for kind in ("dxf", "svg"):
        assert sorted(path.stem for path in (HERE / "cut").glob(f"*.{kind}")) == sorted(listed("CUT"))
    assert sorted(path.stem for path in (HERE / "pictures").glob("*.png")) == sorted(listed("PICTURES"))


@pytest.mark.parametrize("path", STL, ids=lambda path: path.stem)
def test_a_printed_part_is_watertight(path: Path) -> None:
    """Each edge belongs to two triangles that run along it in opposite directions."""
    corners = triangles(path)
    _, names = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    names = names.reshape(-1, 3)
    assert (names != np.roll(names, 1, axis=1)).all(), "no triangle is a line"
    ways = np.concatenate([names[:, [0, 1]], names[:, [1, 2]], names[:, [2, 0]]])
    there, counts = np.unique(ways, axis=0, return_counts=True)
    back = np.unique(ways[:, ::-1], axis=0)
    assert (counts == 1).all()
    assert np.array_equal(there, back)


@pytest.mark.parametrize("path", STL, ids=lambda path: path.stem)
def test_a_printed_part_fits_the_bed_and_has_its_outside_outside(path: Path) -> None:
    corners = triangles(path).astype(float)
    extent = np.ptp(corners.reshape(-1, 3), axis=0)
    assert (extent <= [SIZE["bed_width"], SIZE["bed_depth"], SIZE["bed_height"]]).all()
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume > 1000


@pytest.mark.parametrize("path", STL, ids=lambda path: path.stem)
def test_a_printed_part_is_the_same_file_each_time(path: Path) -> None:
    """In whatever order OpenSCAD writes the triangles, and whatever corner it begins with."""
    data = path.read_bytes()
    triangles = np.frombuffer(data, stl.TRIANGLE, offset=stl.HEADER)[::-1].copy()
    triangles["corners"] = np.roll(triangles["corners"], 1, axis=1)
    assert stl.ordered(data[: stl.HEADER] + triangles.tobytes()) == data


HEAD = 2 * SIZE["head_radius"]
PRINTED = [
    (
        "rail_half",
        SIZE["felt"] / 2,
        SIZE["rail_right"] - SIZE["rail_left"],
        SIZE["rail_height"] + SIZE["felt_thickness"],
    ),
    ("head", HEAD, HEAD, SIZE["head_plate"] + SIZE["head_gap"]),
    ("hood", 2 * SIZE["hood_outer"], None, SIZE["light_gap"] + SIZE["opal"]),
    ("staff_cup", None, None, SIZE["staff_depth"]),
    ("case_base", SIZE["case_width"], SIZE["case_depth"], SIZE["case_height"]),
]


@pytest.mark.parametrize(("name", "width", "depth", "height"), PRINTED)
def test_a_printed_part_follows_the_dimensions(
    name: str, width: float | None, depth: float | None, height: float
) -> None:
    extent = np.ptp(triangles(HERE / "stl" / f"{name}.stl").reshape(-1, 3), axis=0)
    for measured, wanted in zip(extent, (width, depth, height), strict=True):
        assert wanted is None or measured == pytest.approx(wanted, abs=0.01)


def places_in(path: Path) -> NDArray[np.float64]:
    """All places in a DXF's lines, N x 2 mm."""
    lines = path.read_text(encoding="utf-8").split("\n")
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    start = next(index for index, pair in enumerate(pairs) if pair[1].strip() == "ENTITIES")
    across = [float(value) for code, value in pairs[start:] if code.strip() in ("10", "11")]
    down = [float(value) for code, value in pairs[start:] if code.strip() in ("20", "21")]
    return np.array([across, down]).T


def outline(name: str) -> NDArray[np.float64]:
    """All places in the lines of a sheet of ours."""
    return places_in(HERE / "cut" / f"{name}.dxf")


OUTSIDE = SIZE["felt"] + 2 * SIZE["rim_width"]
STRIP = SIZE["wall_height"] + SIZE["felt_thickness"] - SIZE["sheet"]
EXTENTS = [
    ("tray_floor", OUTSIDE, OUTSIDE),
    ("tray_rim", OUTSIDE, OUTSIDE),
    ("strip_inner_long", SIZE["felt"] + 2 * SIZE["sheet"], STRIP),
    ("strip_inner_short", SIZE["felt"], STRIP),
    ("strip_outer_long", OUTSIDE, STRIP),
    ("strip_outer_short", OUTSIDE - 2 * SIZE["sheet"], STRIP),
    ("felt_roll", SIZE["rail_left"], SIZE["felt"]),
    ("felt_lane", SIZE["felt"] - SIZE["rail_right"], SIZE["felt"]),
    ("panel", SIZE["base_width"], SIZE["panel_depth"]),
    ("base", SIZE["base_width"], SIZE["base_depth"]),
]


@pytest.mark.parametrize(("name", "width", "height"), EXTENTS)
def test_a_sheet_has_the_trays_measures(name: str, width: float, height: float) -> None:
    assert np.ptp(outline(name), axis=0) == pytest.approx([width, height], abs=0.01)


def test_the_rims_hole_is_the_felt() -> None:
    places = outline("tray_rim")
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    inside = places[(np.abs(places - middle) < OUTSIDE / 2 - 1).all(axis=1)]
    assert np.ptp(inside, axis=0) == pytest.approx([SIZE["felt"]] * 2, abs=0.01)


def test_the_cutting_page_has_the_sheets_measures() -> None:
    page = (HERE / "cutting.md").read_text(encoding="utf-8")
    for name in listed("CUT"):
        width, height = np.ptp(outline(name), axis=0)
        line = next(line for line in page.splitlines() if f"`cut/{name}.dxf`" in line)
        if name != "opal":
            assert f"{width:.0f} x {height:.0f}" in line
        else:
            assert f"{width:.0f} round" in line
    for name in listed("PRINTED"):
        assert f"`stl/{name}.stl`" in page


def camera_picture() -> tuple[Image, TrayView]:
    """The picture drawn from the lens, and where the reader finds the tray in it."""
    image = np.asarray(cv2.imread(str(HERE / "pictures" / "camera.png")), np.uint8)
    view = Reader().view(image)
    assert view is not None
    return image, view


def test_the_camera_sees_the_markers_where_it_expects_them() -> None:
    """The picture is drawn from the lens: the reader finds the tray in it, to a millimetre."""
    image, view = camera_picture()
    assert view.camera == pytest.approx([SIZE["felt"] / 2, SIZE["felt"] / 2, SIZE["camera_height"]], abs=1)
    seen = markers_in(image)
    assert len(seen) == 4
    for name, corners in seen.items():
        there = view.millimetres(corners, SIZE["wall_height"])
        assert there == pytest.approx(view.millimetres(view.marker_corners[name], SIZE["wall_height"]), abs=1)


def dark_along(height: float) -> NDArray[np.float64]:
    """Where, along the middle of the tray, the picture is as dark as the rail: x in mm if it lay at this height."""
    image, view = camera_picture()
    along = np.arange(SIZE["rail_left"] - 8, SIZE["rail_right"] + 8, 0.25)
    pixels = np.round(
        view.pixels(np.column_stack([along, np.full(len(along), SIZE["felt"] / 2)]), height)
    ).astype(int)
    return np.asarray(along[image[pixels[:, 1], pixels[:, 0]].max(axis=1) < 45])


def test_the_camera_sees_the_rail_where_the_reader_puts_it() -> None:
    """Of the side turned to the lens the foot is seen, of the other only the top, whose edge is broken by 1 mm."""
    assert dark_along(0.0).min() == pytest.approx(SIZE["rail_left"], abs=0.6)
    assert dark_along(SIZE["rail_height"]).max() == pytest.approx(SIZE["rail_right"] - 0.5, abs=0.8)


@pytest.mark.parametrize("name", ["strip_outer_long", "tray_rim", "panel"])
def test_a_sheet_in_the_repository_is_what_openscad_makes(name: str, tmp_path: Path) -> None:
    if shutil.which("openscad") is None:
        pytest.skip("openscad is not installed (Debian: apt-get install openscad): sheets are not made again")
    made = tmp_path / f"{name}.dxf"
    order = ["openscad", "-o", str(made), "-D", f'part="{name}"', str(HERE / "scad" / "export.scad")]
    subprocess.run(order, check=True, capture_output=True)
    one, other = (np.unique(np.round(places, 3), axis=0) for places in (places_in(made), outline(name)))
    assert np.array_equal(one, other)


def test_what_is_made_is_small() -> None:
    folders = ("stl", "cut", "pictures", "sheets", "wiring")
    assert sum(path.stat().st_size for folder in folders for path in (HERE / folder).iterdir()) < 3_000_000


@pytest.mark.parametrize("page", sorted(HERE.glob("*.md")), ids=lambda page: page.stem)
def test_pages_point_at_what_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text) + re.findall(
        r"`((?:cut|stl|sheets|tools|wiring|pictures)/[\w./]+\w)`", text
    )
    for link in links:
        assert (HERE / link).exists(), link


POST = SIZE["camera_height"] + SIZE["lens_below"] + SIZE["head_plate"] + SIZE["head_gap"]
TOLD = [
    ("assembly.md", f"posts of {POST + SIZE['table_below']:.0f} mm"),
    ("assembly.md", f"a bar of {2 * SIZE['arch_half'] + SIZE['profile']:.0f} mm"),
    ("assembly.md", f"its underside {POST:.0f} mm above the felt"),
    ("assembly.md", f"middle of each {SIZE['light_radius']:.0f} mm from the lens"),
    ("assembly.md", f"it hangs {SIZE['light_gap']:.0f} mm below the plate"),
    ("parts.csv", f"spacers of {SIZE['light_gap']:.0f} mm"),
    ("assembly.md", f"both diagonals ({SIZE['felt'] * 2**0.5:.1f} mm"),
    ("assembly.md", f"0 and 1 are {SIZE['felt'] + SIZE['rim_width']:.0f} mm apart"),
    ("assembly.md", f"lens {SIZE['camera_height']:.0f} mm"),
    ("cutting.md", f"2 of {POST + SIZE['table_below']:.0f}"),
    ("cutting.md", f"1 of {2 * SIZE['arch_half'] + SIZE['profile']:.0f}"),
    (
        "parts.csv",
        f"2 x {POST + SIZE['table_below']:.0f} mm, 1 x {2 * SIZE['arch_half'] + SIZE['profile']:.0f} mm",
    ),
    ("README.md", f"felt {SIZE['felt']:.0f} x {SIZE['felt']:.0f} mm"),
    (
        "README.md",
        f"rail from {SIZE['rail_left']:.0f} to {SIZE['rail_right']:.0f} mm, {SIZE['rail_height']:.0f} mm above",
    ),
    ("README.md", f"black squares of {SIZE['marker']:.0f} mm on paper of {SIZE['marker_paper']:.0f} mm"),
    ("README.md", f"bed of {SIZE['bed_width']:.0f} x {SIZE['bed_depth']:.0f} mm"),
]


@pytest.mark.parametrize(("page", "words"), TOLD)
def test_the_pages_tell_the_measures_of_the_dimensions(page: str, words: str) -> None:
    assert words in (HERE / page).read_text(encoding="utf-8")
