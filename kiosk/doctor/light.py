"""The light over the tray and the camera's focus, by the markers: black on white, with straight edges."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.doctor.check import Check
from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.markers import markers_in
from vision.tray.light import light_of
from vision.tray.pose import view_of

NAME = "light"
DIM, BURNT = 90.0, 252.0
"""How light the markers' paper should be, of 255, in its lightest colour."""
CHANGED = 0.2
"""Share by which the light may differ from the calibration's."""
WANTED = f"paper between {DIM:.0f} and {BURNT:.0f} of 255, within a fifth of the calibration's; sharp edges"


@dataclass(frozen=True)
class Lit:
    """`white`: how light the markers' paper is (0..255, the lightest of the three colours); `blur` of their edges, mm;
    `problems`: what hinders reading, in words for people; `calibrated`: how light it was then, if that is known."""

    white: float
    blur: float
    problems: tuple[str, ...] = ()
    calibrated: float | None = None


def looked(image: Image, calibration: Calibration | None) -> Lit | None:
    """Looks at the light in a picture (BGR uint8); None when the tray is not seen."""
    markers = markers_in(image)
    view = view_of(markers, (image.shape[1], image.shape[0]), calibration)
    if view is None:
        return None
    light = light_of(image, markers, view)
    then = None if calibration is None or calibration.seen is None else max(calibration.seen.white)
    return Lit(float(light.white.max()), light.blur, tuple(one.text for one in light.problems), then)


def check(lit: Lit | None) -> Check:
    """Judges the light."""
    if lit is None:
        return Check(NAME, "broken", "the tray is not seen", WANTED, "see to the markers first")
    found = f"paper {lit.white:.0f} of 255, edges blurred by {lit.blur:.2f} mm"
    if lit.calibrated is not None:
        found += f"; {lit.calibrated:.0f} when calibrated"
    if lit.problems:
        return Check(NAME, "broken", found, WANTED, " ".join(lit.problems))
    if lit.white < DIM:
        return Check(
            NAME, "look", found, WANTED, "more light over the tray, or a longer exposure: calibrate anew"
        )
    if lit.white > BURNT:
        return Check(NAME, "look", found, WANTED, "the paper is burnt out: less light or a shorter exposure")
    if lit.calibrated and abs(lit.white / lit.calibrated - 1) > CHANGED:
        return Check(
            NAME,
            "look",
            found,
            WANTED,
            "the light has changed: is a lamp out, is new light near? calibrate anew",
        )
    return Check(NAME, "fine", found, WANTED)
