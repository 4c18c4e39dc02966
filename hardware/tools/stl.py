"""Puts the triangles of a binary STL into one fixed order: OpenSCAD writes the same ones in another order each time.

python -m hardware.tools.stl FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

HEADER = 84
"""Bytes before the first triangle: 80 of header, 4 that count the triangles."""
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
"""50 bytes each (the format of 3D Systems, 1989)."""


def ordered(data: bytes) -> bytes:
    """The same body: each triangle from its first corner on (by x, y, z), the way round kept; triangles by corners."""
    triangles = np.frombuffer(data, TRIANGLE, offset=HEADER).copy()
    corners = triangles["corners"]
    first = [min(range(3), key=lambda corner: tuple(triangle[corner])) for triangle in corners]
    turned = (np.arange(3) + np.array(first)[:, None]) % 3
    triangles["corners"] = np.take_along_axis(corners, turned[:, :, None], axis=1)
    order = np.lexsort(triangles["corners"].reshape(len(triangles), 9).T[::-1])
    return data[:HEADER] + triangles[order].tobytes()


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_bytes(ordered(file.read_bytes()))
