"""What the calibration says to a maintainer: what is in the way and what to do, in the table's language."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.service.calibration import Step, Wizard
from kiosk.words import Words, msg
from vision.calibrating.troubles import Trouble, TroubleKind

PLACES: Mapping[str, str] = {
    "far left": msg("at the back on the left"),
    "far right": msg("at the back on the right"),
    "near right": msg("in front on the right"),
    "near left": msg("in front on the left"),
}
"""Where a marker lies, as players see the tray."""

SENTENCES: Mapping[TroubleKind, str] = {
    "no_pictures": msg("The camera gives no picture. See that its cable is in."),
    "dark": msg("It is too dark to see the tray. Turn its light on."),
    "bright": msg("The picture is too bright. Shade the tray from lamp and sun, or lower its light."),
    "mirrored": msg("The picture is mirrored. Switch mirroring off in the camera's settings."),
    "no_markers": msg("No marker can be seen. Clear the rim; the camera must look down on the whole tray."),
    "marker_hidden": msg("The marker {place} is hidden. Clear that corner of the rim."),
    "turned": msg("The camera is turned by {degrees}°. Turn it until marker 0 is at the top left."),
    "wrong_lens": msg(
        "The lens seems to see {degrees}° across instead of {usual}°. Is it the right camera, at its height? "
        "Another lens is measured with the card."
    ),
    "height": msg("The camera hangs {height} mm above the felt; {low} to {high} mm are right. Set the arch."),
    "marker_off": msg("The marker {place} lies {off} mm beside its place. Glue it anew."),
    "blurred": msg("The picture is not sharp. Wipe the lens, then set the focus."),
    "grainy": msg("The picture is grainy. Give the tray more light."),
    "bumped": msg("The camera or the tray has moved by {off} mm. Leave both alone, and measure again."),
    "not_empty": msg("Something lies in the tray. Take everything out, and measure again."),
    "card_unseen": msg("The card cannot be seen. Hold all of it under the camera."),
    "card_few": msg("{poses} of {least} positions. Hold the card in more places."),
    "card_uncovered": msg(
        "The card was seen in {coverage} % of the picture. Show it at the edges and corners."
    ),
    "card_flat": msg("The card was always held alike. Tilt it well to each side, and begin again."),
    "card_bent": msg("The card does not fit its drawing. Is it glued flat, and printed at 100 %?"),
    "faces": msg("Asked for {asked}, read {read}. See that the dice lie as asked, and check again."),
    "not_calibrated": msg("There is no calibration yet."),
}

TITLES: Mapping[Step, str] = {
    "start": msg("Calibrate the camera"),
    "card": msg("The lens, with the card"),
    "tray": msg("The empty tray"),
    "white": msg("Check with the six dice"),
    "black": msg("Check with the black dice"),
    "compare": msg("Keep it?"),
    "kept": msg("This calibration is used now"),
}
_HINTS: Mapping[Step, str] = {
    "start": msg("Takes five minutes. Until the new calibration is kept, the one in use stays."),
    "card": msg("Hold the card all over the picture, each time tilted another way."),
    "tray": msg("Take everything out of the tray. When all four markers are found, measure."),
    "white": msg("Lay the six dice with {faces} up, nothing else. Then check."),
    "black": msg("Take these dice out and lay three black ones with {faces} up. Then check."),
    "compare": msg("All dice were read as they lie. This is what has changed."),
    "kept": msg("The dice are read with it from now on."),
}
_FIRST: Mapping[Step, str] = {
    "start": msg("Takes five minutes. The table has not been calibrated yet."),
    "compare": msg("All dice were read as they lie. These are its figures."),
}
"""Instead, as long as there is none in use."""
_BUSY: Mapping[Step, str] = {
    "card": msg("The lens is being measured."),
    "tray": msg("Measuring. Leave tray and camera alone."),
    "white": msg("The dice are being read."),
    "black": msg("The dice are being read."),
}
_FULL = msg("It could not be stored, so the one in use stays. Is the disk full?")


def saying(words: Words, wizard: Wizard) -> str:
    """The one sentence that counts now."""
    if wizard.busy and wizard.step in _BUSY:
        return words.text(_BUSY[wizard.step])
    if wizard.full:
        return words.text(_FULL)
    if wizard.trouble is not None and _matters(wizard, wizard.trouble):
        return sentence(words, wizard.trouble)
    faces = words.joined([str(face) for face in wizard.asked.faces]) if wizard.asked else ""
    return words.text(_hint(wizard), faces=faces)


def _hint(wizard: Wizard) -> str:
    version = wizard.version
    first = version is None or version.calibration is None
    return _FIRST[wizard.step] if first and wizard.step in _FIRST else _HINTS[wizard.step]


def warns(wizard: Wizard) -> bool:
    """Whether that sentence says that something is in the way."""
    trouble = wizard.trouble
    return not wizard.busy and (wizard.full or (trouble is not None and _matters(wizard, trouble)))


def _matters(wizard: Wizard, trouble: Trouble) -> bool:
    """Dice that are still being laid are not in the way."""
    return wizard.said or trouble.kind != "faces"


def sentence(words: Words, trouble: Trouble) -> str:
    """What is in the way, and what to do."""
    numbers = {name: _told(words, name, value) for name, value in trouble.numbers.items()}
    return words.text(SENTENCES[trouble.kind], **numbers)


def _told(words: Words, name: str, value: object) -> str:
    if name == "place":
        return words.text(PLACES[str(value)])
    return decimal(words, value, 1) if isinstance(value, float) else str(value)


def decimal(words: Words, value: float, places: int) -> str:
    """A number with so many decimals, written as in the table's language."""
    text = f"{value:.{places}f}"
    return text if words.code == "en" else text.replace(".", ",")
