"""The pages to print: the tray's markers, the calibration card, the page for the focus.

    python -m hardware.tools.sheets FOLDER

Also writes the markers' cells for the drawings, so that the pictures show the real ones.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tools.dimensions import HERE, dimensions
from hardware.tools.drawing import Page

A4 = (210.0, 297.0)
DICTIONARY = cv2.aruco.DICT_4X4_50
PLACES = ("far left", "far right", "near right", "near left")
"""Where markers 0 to 3 go, as players see the tray."""
CARD = (7, 5)
"""Squares of the calibration card, across and down."""
CARD_SQUARE, CARD_MARKER = 32.0, 23.0
"""Edges of its squares and of the markers in them, mm."""
CARD_FIRST = 10
"""Its markers count from here: never one of the tray's own."""
CUT = 255.0
"""The focus page is cut here, mm from its top: the rest fits into the tray."""
_CROP, _OFF = 4.0, 1.0
"""Length of crop marks and their distance from the paper that is wanted, mm."""


def cells(name: int) -> list[list[int]]:
    """The 6 x 6 cells of a marker with its border, row by row from the top; 1 is white."""
    image = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), name, 6)
    return [[int(cell > 0) for cell in row] for row in image]


def draw_marker(page: Page, name: int, x: float, y: float, edge: float) -> None:
    """A marker with its top left corner at x, y: one black square with its white cells on it."""
    page.rect(x, y, edge, edge)
    cell = edge / 6
    for row, line in enumerate(cells(name)):
        for column, white in enumerate(line):
            if white:
                page.rect(x + column * cell, y + row * cell, cell, cell, "white")


def draw_ruler(page: Page, x: float, y: float, length: int = 100) -> None:
    """A ruler of `length` mm, to be checked with a steel one."""
    page.line(x, y, x + length, y, 0.2)
    for mm in range(length + 1):
        tick = 6.0 if mm % 10 == 0 else 4.0 if mm % 5 == 0 else 2.5
        page.line(x + mm, y, x + mm, y - tick, 0.15)
        if mm % 10 == 0:
            page.text(x + mm, y + 4, str(mm), 3, "middle")
    page.text(x + length + 6, y, "mm: lay a steel ruler on it.", 3)
    page.text(x + length + 6, y + 4, f"Not {length} mm? Print at 100 %.", 3)


def draw_crop_marks(page: Page, x: float, y: float, width: float, height: float) -> None:
    """Two short lines at each corner of the paper that is to be cut out."""
    for edge, out in ((x, -1), (x + width, 1)):
        for level, away in ((y, -1), (y + height, 1)):
            page.line(edge, level + away * _OFF, edge, level + away * (_OFF + _CROP))
            page.line(edge + out * _OFF, level, edge + out * (_OFF + _CROP), level)


def _page(title: str, *lines: str) -> Page:
    page = Page(f"Raflebord: {title}", *A4)
    page.text(20, 22, title, 7, bold=True)
    for number, line in enumerate(lines):
        page.text(20, 31 + 5 * number, line)
    draw_ruler(page, 20, 280)
    return page


def marker_sheet() -> Page:
    """Two sets of the tray's four markers, with crop marks."""
    size = dimensions()
    page = _page(
        "The tray's markers",
        "Print at 100 % (no 'fit to page') with a laser printer on matt white paper of 100 g. Check the ruler below.",
        "Cut along the crop marks: 28 x 28 mm, with its white border. Do not cover with film: it mirrors.",
        "Glue flat on the rim's corners, the words' side towards the players, edges flush with the rim's edges.",
    )
    for copy, top in enumerate((66.0, 172.0)):
        page.text(20, top - 10, "For the tray" if copy == 0 else "Spare set", 4.5, bold=True)
        for name, place in enumerate(PLACES):
            x, y = (32.0 if name in (0, 3) else 122.0), top + (0.0 if name < 2 else 46.0)
            _cut_out(page, name, place, x, y, size["marker"], size["marker_paper"])
    return page


def _cut_out(page: Page, name: int, place: str, x: float, y: float, edge: float, paper: float) -> None:
    border = (paper - edge) / 2
    draw_marker(page, name, x + border, y + border, edge)
    draw_crop_marks(page, x, y, paper, paper)
    page.text(x + paper + 8, y + paper / 2, f"{name}: {place}", 4, bold=True)
    page.text(x + paper + 8, y + paper / 2 + 5, f"black square {edge:g} mm", 3)
    page.text(x + paper / 2, y + paper + 8.5, f"{name}: this side towards the players", 2.6, "middle")


def markers_on(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """The corners (4 x 2 pixels) of the tray's markers in a large, clean picture of a sheet, as exactly as OpenCV can;
    of several copies the last."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)
    corners, names, _ = detector.detectMarkers(image)
    return {
        int(name): found.reshape(4, 2).astype(float)
        for name, found in zip(np.ravel(names), corners, strict=True)
    }


def card() -> cv2.aruco.CharucoBoard:
    """The calibration card for OpenCV; lengths in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    ids = np.arange(CARD_FIRST, CARD_FIRST + CARD[0] * CARD[1] // 2)
    return cv2.aruco.CharucoBoard(CARD, CARD_SQUARE, CARD_MARKER, dictionary, ids)


def calibration_card() -> Page:
    """The card on a lying A4 page: a chessboard with markers in its white squares."""
    page = Page("Raflebord: calibration card", A4[1], A4[0])
    across, down = CARD[0] * CARD_SQUARE, CARD[1] * CARD_SQUARE
    left, top = (page.width - across) / 2, 14.0
    board = card()
    for row in range(CARD[1]):
        for column in range(CARD[0]):
            if (row + column) % 2 == 0:
                page.rect(left + column * CARD_SQUARE, top + row * CARD_SQUARE, CARD_SQUARE, CARD_SQUARE)
    for name, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        draw_marker(page, int(name), left + float(corners[0][0]), top + float(corners[0][1]), CARD_MARKER)
    draw_crop_marks(page, left - 6, top - 6, across + 12, down + 32)
    words = (
        f"ChArUco {CARD[0]} x {CARD[1]}, DICT_4X4_50 from {CARD_FIRST},",
        f"squares {CARD_SQUARE:g} mm, markers {CARD_MARKER:g} mm.",
        "Print at 100 %; glue flat on a stiff board.",
    )
    for number, line in enumerate(words):
        page.text(left, 182 + 4.5 * number, line, 3)
    draw_ruler(page, 108, 188)
    return page


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def draw_face(page: Page, value: int, x: float, y: float, edge: float) -> None:
    """A die's face: a thin square with pips a fifth of an edge wide, a quarter of an edge apart."""
    for x1, y1, x2, y2 in ((0, 0, 1, 0), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 0, 0)):
        page.line(x + x1 * edge, y + y1 * edge, x + x2 * edge, y + y2 * edge, 0.3)
    for across, down in _PIPS[value]:
        page.circle(x + edge / 2 + across * edge / 4, y + edge / 2 + down * edge / 4, edge / 10)


def draw_star(page: Page, x: float, y: float, radius: float, spokes: int = 24) -> None:
    """A Siemens star: where its spokes run together the lens gives up."""
    for spoke in range(spokes):
        turns = [2 * math.pi * (spoke + end) / spokes for end in (0.0, 0.5)]
        rim = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
        page.polygon((x, y), *rim)


def draw_lines(page: Page, x: float, y: float, pitch: float, edge: float) -> None:
    """Black lines half a `pitch` thick, upright, then lying, in two squares side by side."""
    for number in range(round(edge / pitch)):
        page.rect(x + number * pitch, y, pitch / 2, edge)
        page.rect(x + edge + 4, y + number * pitch, edge, pitch / 2)


def focus_page() -> Page:
    """Squares as large as dice, stars and lines, to be laid on the felt at the height of the dice's tops."""
    edge, large = dimensions()["d6"], dimensions()["d12"]
    page = _page(
        "Focus",
        f"Lay this page on something {edge:g} mm thick in the tray (six dice will do): there the dice's tops are.",
        "Cut along the line below, then it fits. At 1280 x 720 the 1.4 mm lines can be told apart, in the corners",
        "as in the middle; at 2304 x 1296 the 0.8 mm lines. Finer ones no lens can show in a picture of that size.",
    )
    for row in range(5):
        for value in range(1, 7):
            draw_face(page, value, 20 + (value - 1) * 28, 52 + row * 25, edge)
    for number, pitch in enumerate((2.0, 1.4, 0.8, 0.5)):
        x = 20 + number * 44
        draw_lines(page, x, 182, pitch, large * 0.8)
        page.text(x, 204, f"{pitch:g} mm", 3.4)
    for number in range(4):
        draw_star(page, 36 + number * 44, 227, 16)
    page.line(0, CUT, A4[0], CUT, 0.2)
    return page


SHEETS = {"markers": marker_sheet, "calibration": calibration_card, "focus": focus_page}


def drawn_cells() -> str:
    """The markers' cells as the drawings include them."""
    rows = ",\n".join(f"    {cells(name)}" for name in range(4))
    return (
        "// Made by tools/sheets.py: the cells of markers 0 to 3 (DICT_4X4_50), row by row from the top; 1 is white.\n"
        f"marker_cells = [\n{rows}];\n"
    )


def main(folder: Path) -> None:
    """Writes all pages and, when they changed, the cells: the pictures are drawn again when that file is newer."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SHEETS.items():
        make().save(folder / name)
    cells_file = HERE / "scad" / "marker_cells.scad"
    if not cells_file.exists() or cells_file.read_text(encoding="utf-8") != drawn_cells():
        cells_file.write_text(drawn_cells(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
