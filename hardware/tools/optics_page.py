"""The page `hardware/optics.md`, written around the figures of `optics`.

python -m hardware.tools.optics_page > hardware/optics.md
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hardware.tools import optics
from hardware.tools.dimensions import dimensions
from hardware.tools.optics import MODES, PWM_HZ, TAKEN

LEVEL = 160
"""The white light's usual level, of 255 (firmware/src/settings.c)."""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _heights() -> str:
    size = dimensions()
    rim, outside = size["wall_height"], size["felt"] + 2 * size["rim_width"]
    rows = []
    for height in (460.0, 475.0, size["camera_height"], 505.0, 520.0, 560.0):
        across, down = optics.field(height - rim)
        lean = optics.tilt_allowed(outside, height - rim)
        rows.append(
            (
                f"{height:.0f}",
                f"{across:.0f} x {down:.0f}",
                f"{(down - outside) / 2:.0f}",
                f"{lean:.1f}" if lean > 0 else "does not fit",
                f"{optics.scale(height):.2f}",
                f"{size['d6'] * optics.scale(height - size['d6']):.0f}",
                f"{size['d12'] * optics.scale(height - size['d12']):.0f}",
            )
        )
    head = (
        "lens above the felt, mm",
        "seen at the rim, mm",
        "to spare above and below, mm",
        "may lean, degrees",
        "px/mm on the felt",
        "a d6, px",
        "a d12, px",
    )
    return table(head, rows)


def _modes() -> str:
    size = dimensions()
    height, rim = size["camera_height"], size["wall_height"]
    outside = size["felt"] + 2 * size["rim_width"]
    rows = []
    for mode in (*MODES, TAKEN):
        across, down = optics.field(height - rim, mode)
        near, far = optics.sharp(optics.FOCUS, optics.pixel_on_sensor(mode))
        name = f"{mode.width} x {mode.height}" + (" (taken)" if mode is TAKEN else "")
        rows.append(
            (
                name,
                f"{mode.fps:.0f}",
                f"{across:.0f} x {down:.0f}",
                "yes" if down > outside else "**no**",
                f"{optics.scale(height, mode):.2f}",
                f"{size['d6'] * optics.scale(height - size['d6'], mode):.0f}",
                f"{near:.0f} to {far:.0f}",
                f"{height - far:.0f} to {height - near:.0f}",
            )
        )
    head = (
        "picture",
        "frames/s",
        "seen at the rim, mm",
        "tray fits",
        "px/mm on the felt",
        "a d6, px",
        "sharp from the lens, mm",
        "sharp above the felt, mm",
    )
    return table(head, rows)


def _light() -> str:
    half = dimensions()["felt"] / 2
    rows = []
    for name, x, y in (("middle", 0.0, 0.0), ("edge", half, 0.0), ("corner", half, half)):
        here = optics.lux(x, y)
        share = here / optics.lux(0, 0)
        rows.append(
            (
                name,
                f"{here:.0f}",
                f"{share:.0%}",
                *(f"{1000 * optics.exposure(here, iso):.1f}" for iso in (200, 400, 800)),
            )
        )
    head = ("on the felt", "lux", "of the middle", "exposure at ISO 200, ms", "ISO 400, ms", "ISO 800, ms")
    return table(head, rows)


def _blur() -> str:
    distance = dimensions()["camera_height"] - dimensions()["d6"]
    speeds = (
        ("thrown", 1000.0),
        ("rolling out", 300.0),
        ("coming to rest", 50.0),
        ("a table that shakes", 5.0),
    )
    times = (0.0005, 0.001, 0.002, 0.005, 0.010)
    rows = [
        (f"{name}, {speed:.0f} mm/s", *(f"{optics.blur(speed, seconds, distance):.2g}" for seconds in times))
        for name, speed in speeds
    ]
    return table(
        ("smear in pixels at an exposure of", *(f"{1000 * seconds:g} ms" for seconds in times)), rows
    )


def _percent(share: float) -> str:
    return "over 100 %" if share > 1 else f"{100 * share:.2g} %"


def _flicker() -> str:
    times = (0.0005, 0.001, 0.0033, 0.0077, 0.010)
    kinds = (
        (f"the tray controller, {PWM_HZ / 1000:.2f} kHz", PWM_HZ, 2 * LEVEL / 512),
        ("Arduino's analogWrite, 490 Hz", 490.0, LEVEL / 256),
        ("a lamp on 50 Hz mains, wholly modulated", 100.0, 0.5),
    )
    rows = [
        (name, *(_percent(optics.flicker(seconds, frequency, duty)) for seconds in times))
        for name, frequency, duty in kinds
    ]
    return table(("stripes, at an exposure of", *(f"{1000 * seconds:g} ms" for seconds in times)), rows)


def page() -> str:
    """The whole page."""
    size = dimensions()
    outside, height, rim = size["felt"] + 2 * size["rim_width"], size["camera_height"], size["wall_height"]
    lowest = optics.lowest(outside, rim)
    cropped = optics.lowest(outside, rim, MODES[2])
    near, far = optics.sharp(optics.FOCUS, optics.pixel_on_sensor(TAKEN))
    corner = optics.lux(size["felt"] / 2, size["felt"] / 2) / optics.lux(0, 0)
    iso = 100 * optics.INCIDENT * optics.STOP**2 / (optics.lux(0, 0) * LEVEL / 255) / (0.010 * 100)
    line = 1 / MODES[1].fps / MODES[1].height
    return f"""# The optics on paper

Every figure here is worked out by `tools/optics.py` from `dimensions.scad` and the data of the Camera Module 3
({optics.ACROSS:g} degrees across, {optics.DIAGONAL:g} corner to corner, focal length {optics.FOCAL} mm,
f/{optics.STOP}, pixels of {1000 * optics.PIXEL:g} µm, {optics.SENSOR[0]} x {optics.SENSOR[1]}; Raspberry Pi's
camera documentation). A test keeps page and script the same. Nothing here was measured on a table: the first
one built may correct it.

## Height and field of view

At a distance *d* from the lens a picture shows 2 *d* tan(33°) across, and 9/16 of that in height. The markers
lie on the rim, {rim:g} mm above the felt, so *d* is the height less {rim:g} mm. The tray is {outside:g} mm wide
with its rim: it fits from {lowest:.0f} mm on.

{_heights()}

{height:g} mm leaves room for a camera that leans a little, and keeps a die larger than 32 pixels. **Build to
{height:g} mm, 5 mm more or less**, and turn the head until the rim's four edges keep the same distance from the
picture's edges.

## Pixels a millimetre, and which camera mode

{_modes()}

The third mode, 1536 x 864, uses only the middle two thirds of the sensor: the tray does not fit, it would have
to hang {cropped:.0f} mm high. libcamera chooses a mode by itself from the size that is asked for, and for 1280
x 720 that may be this one. So the software has to ask for the sensor mode 2304 x 1296 by name and let the Pi
make it smaller. **Whether it does is seen at a glance: with the lens at {height:g} mm all four markers must be
in the picture.**

## Depth of field

With the focus at *s* = {optics.FOCUS:g} mm, hyperfocal distance H = f² / (N c) + f, everything from s (H - f) /
(H + s - 2 f) to s (H - f) / (H - s) is sharp; c, the blur that is allowed, is one pixel of the picture on the
sensor. At 1280 x 720 that is {near:.0f} to {far:.0f} mm: felt ({height:g}), dice ({height - size["d12"]:g} to
{height - size["d6"]:g}) and markers ({height - rim:g}) are all within, so a focus that is locked to the nearest
20 mm does no harm. Diffraction adds 1.22 λ N = {1.22 * 0.55 * optics.STOP:.1f} µm, less than a pixel of the
sensor.

## Light and exposure

Two half rings of {optics.HALF_RING_LEDS} LEDs, {optics.LUMEN:g} lm each, through opal acrylic that lets
{optics.OPAL_PASSES:.0%} pass. Each radiates as Lambert says: E = Φ cos⁴ / (π h²), summed over the LEDs.
Exposure by the formula of incident-light meters, t = C N² / (E S), C = {optics.INCIDENT:g}. Both rings full on,
no other light:

{_light()}

At the controller's usual level ({LEVEL} of 255) an exposure of 10 ms needs about ISO {round(iso, -1):.0f}, with
no other light in the room: noise is no worry. The corners get {corner:.0%} of the middle's light.

Level, glossy faces mirror the lights where lens and light see each other at equal angles: on a circle of
{optics.mirrored():.0f} mm radius around the tray's middle, each half ring on its own side. That is why the
halves are switched apart: what the left one hides, the right one shows. The opal makes the mirrored spot large
and mild instead of small and blinding.

## Exposure against motion blur

A point that moves at *v* smears over v t × px/mm:

{_blur()}

The numbers are read at rest only, so 10 ms are right; what moves must only be seen to move, and a smear does
that.

## PWM against rolling shutter

The sensor's lines are read one after the other, {1e6 * line:.0f} µs apart at 2304 x 1296 and {MODES[1].fps:.0f}
frames a second. Each line is open for the exposure *t*, but begins at another phase of the lamp's period *T*.
Of *t* only what is left over after whole periods can differ: the difference between the luckiest and the
unluckiest line, as a share of the light, is shown here for level {LEVEL}.

{_flicker()}

Below 1 % nothing is seen in a picture of 8 bits. Mains light is not ours: the software sets exposures that are
whole multiples of 10 ms, where its stripes vanish.
"""


if __name__ == "__main__":
    sys.stdout.write(page())
