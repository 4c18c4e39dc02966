"""How far the arch's cables have to go, millimetres, laid square along the wood; from `dimensions.scad`.

The sums follow scad/derived.scad; a test compares the cables of parts list and drawings with them.
"""

from __future__ import annotations

import math

from hardware.tools.dimensions import dimensions

_CASE_FRONT = 24.0
"""From the case's front to the Pi's edge."""
_CAMERA_SOCKET = 55.0
"""From the case's left wall to the Pi's camera sockets, about."""


def down_the_arch() -> float:
    """From the head's middle along the bar, down a post, along the base to the console's front."""
    size = dimensions()
    bar = size["camera_height"] + size["lens_below"] + size["head_plate"] + size["head_gap"]
    to_console = size["felt"] / 2 + size["console_front"]
    return size["head_gap"] + size["arch_half"] + bar + size["table_below"] + to_console


def _case() -> tuple[float, float, float]:
    """The case's left and right wall from the tray's middle; its front from the console's front."""
    size = dimensions()
    panel = size["panel_depth"] * math.cos(math.radians(size["panel_rise"]))
    front = panel + 12 + size["screen_depth"] + 10 - 62
    return -size["case_width"] / 2, size["case_width"] / 2, front


def camera() -> float:
    """From the camera down the left post to the Pi's socket."""
    left, _, front = _case()
    return down_the_arch() + abs(dimensions()["arch_half"] + left + _CAMERA_SOCKET) + front + _CASE_FRONT


def lights() -> float:
    """From the head down the right post, round the case's right back corner to the tray controller."""
    _, right, front = _case()
    size = dimensions()
    return down_the_arch() + (size["arch_half"] - right) + front + size["case_depth"] + size["case_width"] / 2
