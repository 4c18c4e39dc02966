"""The pages to print: true in size, found by the reader, and the files are what the maker makes."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.tools import sheets
from hardware.tools.dimensions import HERE, dimensions
from hardware.tools.drawing import Circle, Line, Page
from vision.markers import markers_in
from vision.reader import Reader

PX = 8
SIZE = dimensions()


def corners_of(points: str) -> NDArray[np.float64]:
    return np.array([[float(value) for value in pair.split(",")] for pair in points.split()])


def rasterised(path: Path) -> NDArray[np.uint8]:
    """The filled rectangles of one of our SVG pages, PX pixels a millimetre."""
    text = path.read_text(encoding="utf-8")
    head = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert head, "the page says its size in millimetres"
    width, height, across, down = (float(value) for value in head.groups())
    assert (width, height) == (across, down), "a unit is a millimetre"
    image = np.full((round(height * PX), round(width * PX), 3), 255, np.uint8)
    for points, tone in re.findall(r'<polygon points="([^"]+)" fill="(\w+)"/>', text):
        (left, top), (right, bottom) = (
            np.round(edge(corners_of(points), axis=0) * PX).astype(int) for edge in (np.min, np.max)
        )
        image[top:bottom, left:right] = 0 if tone == "black" else 255
    return image


@pytest.mark.parametrize("name", sorted(sheets.SHEETS))
def test_a_page_in_the_repository_is_what_its_maker_makes(name: str, tmp_path: Path) -> None:
    page = sheets.SHEETS[name]()
    (tmp_path / name).with_suffix(".svg").write_text(page.svg(), encoding="utf-8")
    assert (HERE / "sheets" / f"{name}.svg").read_text(encoding="utf-8") == page.svg()


@pytest.mark.parametrize("name", sorted(sheets.SHEETS))
def test_a_pdf_page_is_as_large_as_the_drawing(name: str) -> None:
    page = sheets.SHEETS[name]()
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", (HERE / "sheets" / f"{name}.pdf").read_bytes())
    assert box
    millimetres = [float(value) / 72 * 25.4 for value in box.groups()]
    assert millimetres == pytest.approx([page.width, page.height], abs=0.01)


def test_the_drawings_show_the_real_markers() -> None:
    assert (HERE / "scad" / "marker_cells.scad").read_text(encoding="utf-8") == sheets.drawn_cells()


def test_all_four_markers_are_found_on_the_sheet_at_their_size() -> None:
    found = sheets.markers_on(rasterised(HERE / "sheets" / "markers.svg"))
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / PX
        assert edges == pytest.approx([SIZE["marker"]] * 4, abs=0.05)


def test_a_tray_made_with_the_printed_markers_is_found() -> None:
    """The sheet's own pixels, cut out at the crop marks and laid on a rim as the camera would see them."""
    sheet = rasterised(HERE / "sheets" / "markers.svg")
    side = int(SIZE["marker_paper"])
    outside = SIZE["felt"] + 2 * SIZE["rim_width"]
    tray = np.full((720, 1280, 3), 60, np.uint8)
    found = sheets.markers_on(sheet)
    # From the lens the rim is nearer than the felt: so many pixels a millimetre there.
    scale = 1280 / (2 * (SIZE["camera_height"] - SIZE["wall_height"]) * np.tan(np.radians(33)))
    for name, corners in found.items():
        centre = corners.mean(axis=0)
        patch = cv2.getRectSubPix(sheet, (side * PX, side * PX), tuple(centre))
        small = cv2.resize(patch, (round(side * scale),) * 2, interpolation=cv2.INTER_AREA)
        across, down = (-1 if name in (0, 3) else 1), (-1 if name < 2 else 1)
        middle = np.array([640.0, 360.0]) + scale * (outside - side) / 2 * np.array([across, down])
        left, top = np.round(middle - small.shape[0] / 2).astype(int)
        tray[top : top + small.shape[0], left : left + small.shape[1]] = small
    view = Reader().view(tray)
    assert view is not None
    assert view.markers == 4
    assert view.camera == pytest.approx([SIZE["felt"] / 2, SIZE["felt"] / 2, SIZE["camera_height"]], abs=3)


def test_the_calibration_card_is_found_whole_and_true() -> None:
    image = rasterised(HERE / "sheets" / "calibration.svg")
    corners, names, _, _ = cv2.aruco.CharucoDetector(sheets.card()).detectBoard(image)
    across, down = sheets.CARD
    assert len(names) == (across - 1) * (down - 1)
    grid = corners.reshape(down - 1, across - 1, 2) / PX
    assert np.diff(grid[..., 0], axis=1) == pytest.approx(sheets.CARD_SQUARE, abs=0.1)
    assert np.diff(grid[..., 1], axis=0) == pytest.approx(sheets.CARD_SQUARE, abs=0.1)


def test_the_card_is_never_taken_for_the_tray() -> None:
    assert markers_in(rasterised(HERE / "sheets" / "calibration.svg")) == {}


def test_the_ruler_is_as_long_as_it_says() -> None:
    page = Page("ruler", 210, 297)
    sheets.draw_ruler(page, 20, 280)
    lines = [shape for shape in page.shapes if isinstance(shape, Line)]
    assert max(line.x1 for line in lines) - min(line.x1 for line in lines) == 100
    assert len(lines) == 1 + 101


def test_the_focus_page_fits_into_the_tray_and_has_dice_of_the_right_size() -> None:
    shapes = sheets.focus_page().shapes
    assert SIZE["felt"] >= sheets.CUT
    assert sheets.A4[0] < SIZE["felt"]
    edges = {abs(shape.x2 - shape.x1) for shape in shapes if isinstance(shape, Line) and shape.width == 0.3}
    assert max(edges) == pytest.approx(SIZE["d6"])


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_says(value: int) -> None:
    page = Page("face", 20, 20)
    sheets.draw_face(page, value, 2, 2, 16)
    assert sum(isinstance(shape, Circle) for shape in page.shapes) == value
