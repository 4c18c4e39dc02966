"""The window on desktops of all sizes."""

from __future__ import annotations

import pytest

from kiosk.window import SIZE, fitting


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((2560, 1440), SIZE),
        ((1920, 1080), (1728, 972)),
        ((1280, 720), (1152, 648)),
        ((1280, 1024), (1152, 648)),
    ],
)
def test_a_window_fits_its_desktop(desktop: tuple[int, int], size: tuple[int, int]) -> None:
    assert fitting(desktop) == size
