"""Pictures of a tray for the doctor."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.doctor.film import SETTLING
from vision.cameras.protocol import Image
from vision.sim.die import lying
from vision.sim.measures import mounted_view
from vision.sim.painter import Painter


@pytest.fixture(scope="session")
def tray() -> Image:
    rng = np.random.default_rng(1)
    return Painter(mounted_view((1280, 720), rng), rng).frame(
        [lying(3, 100.0, 100.0, 0.3)], [], None, dark=False
    )


@pytest.fixture(scope="session")
def reel(tray: Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some pictures of a tray, numbered."""
    folder = tmp_path_factory.mktemp("film")
    content = cv2.imencode(".jpg", tray)[1].tobytes()
    for index in range(SETTLING + 3):
        (folder / f"{index:03}.jpg").write_bytes(content)
    return folder


@pytest.fixture
def folder(reel: Path, tmp_path: Path) -> Path:
    """The pictures, and beside them a place for the table's state."""
    (tmp_path / "film").symlink_to(reel)
    return tmp_path
