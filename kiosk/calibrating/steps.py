"""Calibrating without the screen: measured step by step, each step told as it is done; checked with dice; kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from vision.calibrating.card import card_in
from vision.calibrating.check import Asked, Laying, laying_of
from vision.calibrating.drift import DriftWatch
from vision.calibrating.lens import COVERAGE, POSES, Sightings, measured
from vision.calibrating.locking import lock
from vision.calibrating.look import HEIGHTS, SHARP
from vision.calibrating.survey import GRAINY, Survey, survey
from vision.calibrating.troubles import Trouble, Troubled
from vision.calibration import Calibration
from vision.cameras.protocol import Camera, CameraFault, Frame, Image
from vision.reader import Reader

Tell = Callable[[Mapping[str, Any], str], None]
"""Told of each step: its figures, and the same in words."""


class Hands(Protocol):
    """Whoever lays dice and card."""

    def lay(self, asked: Asked) -> bool:
        """Lay these dice in the empty tray; False: they are left out."""

    def hold_card(self) -> bool:
        """Hold the card another way; False: that was all."""


@dataclass(frozen=True)
class Rhythm:
    """How many pictures are taken: `frames` of the empty tray, `looks` at each laying, and so many that a camera has
    ready, taken before, are passed over (`stale`)."""

    frames: int
    looks: int
    stale: int


class Pictures:
    """Takes pictures from an open camera."""

    def __init__(self, camera: Camera, rhythm: Rhythm) -> None:
        self.camera, self.rhythm = camera, rhythm

    def some(self, count: int) -> list[Image]:
        """So many fresh pictures of one size, or as many as there are; raises CameraFault."""
        for _ in range(self.rhythm.stale):
            self.camera.read()
        frames: list[Frame] = []
        while len(frames) < count and (frame := self.camera.read()) is not None:
            frames.append(frame)
        if len({frame.image.shape for frame in frames}) > 1:
            raise CameraFault("the pictures are of several sizes: expected those of one camera")
        return [frame.image for frame in frames]


def measure(pictures: Pictures, lens: Calibration | None, empty: bool, tell: Tell) -> Calibration:
    """Tray, light, focus and noise; raises Troubled, CameraFault. `lens`: as measured, None for the usual one."""
    locked = lock(pictures.camera)
    found = survey(pictures.some(pictures.rhythm.frames), lens, empty)
    _tell_tray(found, tell)
    _tell_light(found, tell)
    if locked:
        tell(
            {"step": "locked", "exposure_us": locked.exposure, "gain": locked.gain},
            f"Locked: exposure {locked.exposure} us, gain {locked.gain:.2f}, lens at {locked.lens_position:.2f} "
            "dioptres.",
        )
    return replace(found.calibration(), locked=locked)


def _tell_tray(found: Survey, tell: Tell) -> None:
    height, degrees = float(found.fit.view().camera[2]), found.fit.lens.degrees
    tell(
        {
            "step": "tray",
            "markers": len(found.markers),
            "error_mm": round(found.fit.error, 3),
            "height_mm": round(height, 1),
            "degrees": round(degrees, 2),
        },
        f"Tray: {len(found.markers)} markers; the felt's corners are known to {found.fit.error:.2f} mm; lens "
        f"{height:.0f} mm above it ({HEIGHTS[0]:.0f} to {HEIGHTS[1]:.0f}), {degrees:.1f} degrees across.",
    )


def _tell_light(found: Survey, tell: Tell) -> None:
    seen = found.seen
    levels = [level for row in seen.flat for level in row]
    told = {"step": "light", "white": [round(value) for value in seen.white], "blur_mm": round(seen.blur, 3)}
    told["noise"] = None if seen.noise is None else round(seen.noise, 2)
    told["felt"] = [min(levels), max(levels)] if levels else None
    grain = "" if seen.noise is None else f" Noise {seen.noise:.1f} (at most {GRAINY:.0f})."
    felt = f" The felt has {min(levels):.2f} to {max(levels):.2f} of its mean light." if levels else ""
    tell(
        told,
        f"Light: white paper {max(seen.white):.0f} of 255. Focus: edges {seen.blur:.2f} mm (at most {SHARP:g})."
        f"{grain}{felt}",
    )


def measure_lens(taken: Callable[[], Image | None], hands: Hands, tell: Tell) -> Calibration:
    """The lens by the calibration card; raises Troubled, CameraFault. `taken`: the next picture, None when there are
    no more."""
    sightings = Sightings()
    while hands.hold_card():
        picture = taken()
        if picture is None:
            break
        useful = sightings.add(card_in(picture))
        coverage = sightings.coverage
        tell(
            {"step": "card", "useful": useful, "poses": coverage.poses, "coverage": round(coverage.share, 3)},
            f"Card: {'seen' if useful else 'nothing new'}; {coverage.poses} positions (at least {POSES}), "
            f"{coverage.share:.0%} of the picture (at least {COVERAGE:.0%}).",
        )
    found = measured(sightings)
    assert found.lens is not None
    tell(
        {"step": "lens", "degrees": round(found.degrees, 2), "error_px": found.lens.error},
        f"Lens: {found.degrees:.1f} degrees across, the card's corners {found.lens.error:.2f} pixels off.",
    )
    return found


def check_tray(pictures: Pictures, calibration: Calibration, tell: Tell) -> bool:
    """Whether all is as it was calibrated; raises Troubled when nothing can be seen, CameraFault."""
    taken = pictures.some(1)
    if not taken:
        raise Troubled(Trouble("no_pictures"))
    drift = DriftWatch(calibration).measured(taken[0])
    if drift is None:
        tell({"step": "drift", "kinds": None}, "Where the tray was is not known of this calibration.")
        return True
    tell(
        {
            "step": "drift",
            "kinds": list(drift.kinds),
            "moved_mm": round(drift.moved, 2),
            "light": round(drift.light, 3),
        },
        f"Since then: markers moved by {drift.moved:.2f} mm (at most 1), light {drift.light:.0%} of what it was (80 to "
        f"120 %), focus {drift.blur:.2f} mm.",
    )
    return not drift.kinds


def check_dice(
    pictures: Pictures, reader: Reader, hands: Hands, layings: Sequence[Asked], tell: Tell
) -> list[Laying]:
    """What came of each laying that was made; one that is not read as asked may be laid again, or left out."""
    found: list[Laying] = []
    for asked in layings:
        while hands.lay(asked):
            laying = _looked(pictures, reader, asked)
            _tell_laying(laying, tell)
            if laying.passed:
                found.append(laying)
                break
    return found


def _looked(pictures: Pictures, reader: Reader, asked: Asked) -> Laying:
    taken = pictures.some(pictures.rhythm.looks)
    if not taken:
        raise Troubled(Trouble("no_pictures"))
    return laying_of([reader.read(picture) for picture in taken], asked)


def _tell_laying(laying: Laying, tell: Tell) -> None:
    checked, trouble = laying.checked, laying.trouble
    told: dict[str, Any] = {"step": "dice", "kind": laying.asked.kind, "asked": list(laying.asked.faces)}
    told |= {"read": list(laying.told), "right": checked.right, "wrong": checked.wrong, "ok": laying.passed}
    told["confidence"] = checked.confidence
    words = f"Dice: {checked.right} of {checked.faces} right, least confidence {checked.confidence:.3f}."
    tell(told, trouble.text if trouble else words)
