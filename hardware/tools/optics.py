"""What the camera sees, worked out: field, scale, sharpness, light, blur, flicker.

Lengths in millimetres, times in seconds, angles in degrees unless a name says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.tools.dimensions import dimensions

ACROSS = 66.0
"""Field of view across, degrees; Camera Module 3 (raspberrypi.com, camera documentation, hardware specification)."""
DIAGONAL = 75.0
FOCAL, STOP, PIXEL = 4.74, 1.8, 0.0014
"""Focal length mm, f-number, edge of a sensor's pixel mm (same source)."""
SENSOR = (4608, 2592)
FOCUS = 480.0
"""Distance to which the software locks the focus: a little above the felt."""
HALF_RING_LEDS = 24
LUMEN = 7.0
"""Light of one LED of a strip with 120 LEDs a metre and 9.6 W a metre, at about 90 lm/W."""
OPAL_PASSES = 0.6
"""Share of the light that 3 mm opal acrylic lets through (makers' data sheets: 0.5 to 0.7)."""
INCIDENT = 250.0
"""Calibration constant of incident-light meters, lux second (ISO 2720: 240 to 400)."""
PWM_HZ = 16e6 / 512
"""The tray controller's timer: 16 MHz, 9 bits."""


@dataclass(frozen=True)
class Mode:
    """A sensor mode: picture in pixels, frames a second, and the share of the sensor's width that it uses."""

    width: int
    height: int
    fps: float
    used: float


MODES = (Mode(4608, 2592, 14.35, 1.0), Mode(2304, 1296, 56.03, 1.0), Mode(1536, 864, 120.13, 2 / 3))
"""What the sensor can do (libcamera lists them with `rpicam-hello --list-cameras`)."""
TAKEN = Mode(1280, 720, 30.0, 1.0)
"""What the table takes: the 2304 x 1296 mode made smaller by the Pi."""


def tangent(mode: Mode = TAKEN) -> float:
    """Half the picture's width for each millimetre of distance."""
    return mode.used * math.tan(math.radians(ACROSS / 2))


def field(distance: float, mode: Mode = TAKEN) -> tuple[float, float]:
    """Width and height that the picture shows at this distance from the lens."""
    width = 2 * distance * tangent(mode)
    return width, width * mode.height / mode.width


def scale(distance: float, mode: Mode = TAKEN) -> float:
    """Pixels for one millimetre at this distance from the lens."""
    return mode.width / field(distance, mode)[0]


def lowest(span: float, below: float, mode: Mode = TAKEN) -> float:
    """The lowest height above the felt from which `span` fits into the picture's height, `below` mm above it."""
    return below + span / (2 * tangent(mode) * mode.height / mode.width)


def tilt_allowed(span: float, distance: float, mode: Mode = TAKEN) -> float:
    """Degrees that the camera may lean before something `span` high at `distance` leaves the picture above or below."""
    edge = math.atan(tangent(mode) * mode.height / mode.width)
    return math.degrees(edge - math.atan(span / 2 / distance))


def sharp(focus: float, blur: float) -> tuple[float, float]:
    """The nearest and the farthest distance at which a point's image is at most `blur` mm wide on the sensor.

    With the hyperfocal distance H = f^2 / (N c) + f: near = s (H - f) / (H + s - 2 f), far = s (H - f) / (H - s).
    """
    hyperfocal = FOCAL**2 / (STOP * blur) + FOCAL
    near = focus * (hyperfocal - FOCAL) / (hyperfocal + focus - 2 * FOCAL)
    far = focus * (hyperfocal - FOCAL) / (hyperfocal - focus) if focus < hyperfocal else math.inf
    return near, far


def pixel_on_sensor(mode: Mode) -> float:
    """Edge of one of the picture's pixels on the sensor."""
    return SENSOR[0] * mode.used * PIXEL / mode.width


def leds() -> list[tuple[float, float]]:
    """Where the LEDs of both half rings are, from the point below the lens."""
    size = dimensions()
    pieces, each = int(size["light_pieces"]), 2 * HALF_RING_LEDS // int(size["light_pieces"])
    places = []
    for piece in range(pieces):
        turn = 2 * math.pi * (piece + 0.5) / pieces
        for led in range(each):
            along = size["light_piece"] * ((led + 0.5) / each - 0.5)
            x = size["light_radius"] * math.cos(turn) - along * math.sin(turn)
            y = size["light_radius"] * math.sin(turn) + along * math.cos(turn)
            places.append((x, y))
    return places


def lux(x: float, y: float) -> float:
    """Light on the felt at x, y from its middle: each LED radiates as Lambert says, E = F cos^4 / (pi h^2)."""
    height = dimensions()["camera_height"]
    return sum(
        LUMEN * OPAL_PASSES / math.pi * height**2 / ((x - u) ** 2 + (y - v) ** 2 + height**2) ** 2 * 1e6
        for u, v in leds()
    )


def exposure(illuminance: float, iso: float) -> float:
    """Seconds for a right exposure: t = C N^2 / (E S)."""
    return INCIDENT * STOP**2 / (illuminance * iso)


def blur(speed: float, seconds: float, distance: float, mode: Mode = TAKEN) -> float:
    """Pixels over which a point smears that moves at `speed` mm/s."""
    return speed * seconds * scale(distance, mode)


def flicker(seconds: float, frequency: float, duty: float) -> float:
    """How much brighter the luckiest line is than the unluckiest one, as a share: light that is on for `duty` of each
    period falls on lines that are open for `seconds`, each at another phase."""
    period = 1 / frequency
    rest = seconds % period
    whole = seconds - rest
    on = duty * period
    most, least = min(rest, on), max(0.0, rest - (period - on))
    return (most - least) / (whole * duty + (most + least) / 2)


def mirrored() -> float:
    """How far from the tray's middle a level, glossy face shows the lights: halfway, as lens and lights are level."""
    return dimensions()["light_radius"] / 2
