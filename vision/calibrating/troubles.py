"""What can be wrong while the camera is calibrated: each with a name, one sentence, and a way on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

TroubleKind: TypeAlias = Literal[
    "no_pictures",
    "dark",
    "bright",
    "mirrored",
    "no_markers",
    "marker_hidden",
    "turned",
    "wrong_lens",
    "height",
    "marker_off",
    "blurred",
    "grainy",
    "bumped",
    "not_empty",
    "card_unseen",
    "card_few",
    "card_uncovered",
    "card_flat",
    "card_bent",
    "faces",
    "not_calibrated",
]
PLACES = ("far left", "far right", "near right", "near left")
"""Where markers 0 to 3 lie, as players see the tray."""

TEXTS: Mapping[TroubleKind, str] = {
    "no_pictures": "The camera gives no picture: see that its cable is in, and begin again.",
    "dark": "It is too dark to see the tray: turn its light on, and begin again.",
    "bright": "The picture is too bright: shade the tray from lamp and sun, or lower the light, and begin again.",
    "mirrored": "The picture is mirrored: switch mirroring off in the camera's settings.",
    "no_markers": "None of the tray's markers can be seen: clear the rim, and see that the camera looks down on the "
    "whole tray.",
    "marker_hidden": "The marker {place} cannot be seen: clear that corner of the rim.",
    "turned": "The camera hangs turned by {degrees} degrees: turn it until marker 0 is at the picture's top left.",
    "wrong_lens": "The tray looks as if the lens saw {degrees} degrees across instead of {usual}: is it the right "
    "camera, in its full-field mode, at its height? Another lens is measured with the calibration card.",
    "height": "The camera seems to hang {height} mm above the felt, {low} to {high} mm were expected: set the arch.",
    "marker_off": "The marker {place} does not lie where the drawing has it ({off} mm off): glue it anew.",
    "blurred": "The picture is not sharp ({blur} mm, at most {limit} mm): wipe the lens, then set the focus.",
    "grainy": "The picture is grainy ({noise}, at most {limit}): give the tray more light.",
    "bumped": "The camera or the tray has moved by {off} mm meanwhile: leave both alone, and begin again.",
    "not_empty": "Something lies in the tray: take everything out, and begin again.",
    "card_unseen": "The calibration card cannot be seen in any picture: hold it under the camera, all of it in sight.",
    "card_few": "The card was seen in {poses} useful positions, {least} are needed: show it in more places.",
    "card_uncovered": "The card was seen in {coverage} percent of the picture, {least} are needed: show it at the "
    "edges and in the corners, too.",
    "card_flat": "The card was always held much alike: tilt it to each side by about a third of a right angle.",
    "card_bent": "The card's squares lie {error} pixels off, {limit} are allowed: is it glued flat, "
    "and printed at 100 %?",
    "faces": "Asked for {asked}, read {read}: see that the dice lie as asked, and check again.",
    "not_calibrated": "There is no calibration to check yet: calibrate first.",
}
"""In English, for the command; `kiosk` says the same in the table's languages by the kind and its numbers."""


@dataclass(frozen=True)
class Trouble:
    """What is wrong. `numbers` fill the sentence's places; `px` are boxes (left, top, right, bottom; picture pixels)
    around what is meant, such as where a hidden marker should be."""

    kind: TroubleKind
    numbers: Mapping[str, object] = field(default_factory=dict)
    px: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def text(self) -> str:
        """The sentence."""
        return TEXTS[self.kind].format(**self.numbers)


class Troubled(Exception):
    """Calibrating cannot go on; `trouble` says why. What was calibrated before stays as it is."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.text)
        self.trouble = trouble
