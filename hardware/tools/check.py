"""Checks what was made: parts whole and printable, nothing collides, sheets true, the camera sees what it expects.

    python -m hardware.tools.check

Says each finding on a line; exit 1 when one of them is bad. Needs OpenSCAD and what requirements.txt names.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import trimesh

from hardware.tools.dimensions import HERE, dimensions
from hardware.tools.sheets import CARD, CARD_SQUARE, card, markers_on
from vision.cameras.protocol import Image
from vision.markers import markers_in
from vision.reader import Reader

PLACED = HERE / "build" / "placed"
TOUCH = 2.0
"""Cubic millimetres that two bodies may share where they touch: rounding, not a collision."""
PX_PER_MM = 20.0
PRINT_ERROR, SEEN_ERROR = 0.06, 1.0
"""Millimetres by which a sheet and the camera's picture may be off."""
Finding = tuple[bool, str]


def printable() -> Iterator[Finding]:
    """Every printed part is watertight and fits the bed."""
    size = dimensions()
    bed = np.array([size["bed_width"], size["bed_depth"], size["bed_height"]])
    for path in sorted((HERE / "stl").glob("*.stl")):
        mesh = trimesh.load_mesh(path)
        extent = mesh.extents
        whole = bool(mesh.is_watertight and mesh.is_volume)
        fits = bool((np.sort(extent[:2]) <= np.sort(bed[:2])).all() and extent[2] <= bed[2])
        words = "watertight" if whole else "NOT watertight"
        measures = " x ".join(f"{value:.0f}" for value in extent)
        yield whole and fits, f"{path.name}: {words}, {measures} mm, {mesh.volume / 1000:.0f} cm3"


def part_names() -> list[str]:
    """The bodies of the assembly."""
    text = (HERE / "scad" / "table.scad").read_text(encoding="utf-8")
    names = re.findall(r'part\("(\w+)"', text)
    names += [
        f"{name}_{side}" for name in re.findall(r'part\(str\("(\w+)_"', text) for side in ("left", "right")
    ]
    names += ["cheek_left", "cheek_right", "hold1", "hold2", "hold3", "hold4", "hold5", "hold6"]
    return [*names, "left", "right", "bank", "confirm"]


def _place(name: str) -> Path:
    """The body in its place in the table, as a mesh."""
    path = PLACED / f"{name}.stl"
    sources = [HERE / "dimensions.scad", *(HERE / "scad").glob("*.scad")]
    if not path.exists() or path.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        order = ["nice", "-n", "15", "openscad", "--export-format", "binstl", "-o", str(path)]
        order += ["-D", f'only="{name}"', str(HERE / "scad" / "table.scad")]
        subprocess.run(order, check=True, capture_output=True)
    return path


def _bodies() -> dict[str, trimesh.Trimesh]:
    PLACED.mkdir(parents=True, exist_ok=True)
    names = part_names()
    with ThreadPoolExecutor(2) as pool:
        return {
            name: trimesh.load_mesh(path) for name, path in zip(names, pool.map(_place, names), strict=True)
        }


def _near(one: trimesh.Trimesh, other: trimesh.Trimesh) -> bool:
    return bool((one.bounds[0] < other.bounds[1]).all() and (other.bounds[0] < one.bounds[1]).all())


def collisions() -> Iterator[Finding]:
    """No two bodies of the assembly are in the same place."""
    bodies = _bodies()
    looked = 0
    for (name, one), (second, other) in itertools.combinations(bodies.items(), 2):
        if not _near(one, other):
            continue
        looked += 1
        with np.errstate(all="ignore"):  # trimesh divides by the volume, which mostly is none
            shared = trimesh.boolean.intersection([one, other], engine="manifold").volume
        if shared > TOUCH:
            yield False, f"{name} and {second} share {shared:.0f} mm3"
    yield True, f"{len(bodies)} bodies, {looked} pairs near each other looked at for collisions"


def _printed(name: str) -> Image:
    """A sheet's first page as a picture of PX_PER_MM pixels a millimetre (BGR)."""
    page = pypdfium2.PdfDocument(HERE / "sheets" / f"{name}.pdf")[0]
    grey = np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy())
    return np.repeat(grey.reshape(*grey.shape[:2], 1), 3, axis=2)


def sheets() -> Iterator[Finding]:
    """Markers and card are as large as they say, as OpenCV sees the PDF."""
    wanted = dimensions()["marker"]
    found = markers_on(_printed("markers"))
    for name, corners in sorted(found.items()):
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / PX_PER_MM
        off = float(np.abs(edges - wanted).max())
        yield off < PRINT_ERROR, f"marker {name} on paper: edges {edges.min():.2f} to {edges.max():.2f} mm"
    yield len(found) == 4, f"{len(found)} of 4 markers found on the sheet"
    places, names, _, _ = cv2.aruco.CharucoDetector(card()).detectBoard(_printed("calibration"))
    count = (CARD[0] - 1) * (CARD[1] - 1)
    if names is None or len(names) != count:
        yield False, "the calibration card is not found whole"
        return
    grid = np.asarray(places).reshape(CARD[1] - 1, CARD[0] - 1, 2) / PX_PER_MM
    steps = np.concatenate([np.diff(grid[..., 0], axis=1).ravel(), np.diff(grid[..., 1], axis=0).ravel()])
    off = float(np.abs(steps - CARD_SQUARE).max())
    yield (
        off < PRINT_ERROR,
        f"calibration card: {count} corners, squares {steps.min():.2f} to {steps.max():.2f} mm",
    )


def camera() -> Iterator[Finding]:
    """In the picture drawn from the lens the markers lie where the reader expects them."""
    image = np.asarray(cv2.imread(str(HERE / "pictures" / "camera.png")), np.uint8)
    view = Reader().view(image)
    if view is None:
        yield False, "camera.png: the tray is not found"
        return
    seen = markers_in(image)
    rim, height = dimensions()["wall_height"], dimensions()["camera_height"]
    expected = {name: view.millimetres(view.marker_corners[name], rim) for name in seen}
    miss = max(float(np.abs(view.millimetres(seen[name], rim) - expected[name]).max()) for name in seen)
    place = ", ".join(f"{value:.1f}" for value in view.camera)
    good = len(seen) == 4 and miss < SEEN_ERROR and abs(view.camera[2] - height) < SEEN_ERROR
    yield good, f"camera.png: {len(seen)} markers, off by {miss:.2f} mm at most; lens at {place} mm"


def main() -> int:
    """Runs all checks."""
    bad = 0
    for good, words in itertools.chain(printable(), sheets(), camera(), collisions()):
        print("ok " if good else "BAD", words)
        bad += not good
    print("all is well" if not bad else f"{bad} findings are bad")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
