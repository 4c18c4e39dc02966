"""Every sound of the table, one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import Button
from kiosk.service.trial import Asking, Saying
from kiosk.sound.cues import Cue
from kiosk.sound.sounding import Sounding
from kiosk.words import msg

CUES: Mapping[Cue, str] = {
    "settled": msg("The dice have been read"),
    "kept": msg("A die is kept"),
    "released": msg("A die is let go"),
    "question": msg("The table has a question"),
    "hot_dice": msg("All dice again"),
    "bust": msg("The points are lost"),
    "your_turn": msg("The next player's turn"),
    "win": msg("A game is won"),
}
ABSENT = Saying(msg("This table has no sound."))
SILENT = Saying(msg("Nothing can be played. See to the sound card and its plug."))


class SoundTrial(Asking):
    """Plays through `sound`."""

    name = "sound"
    title = msg("Sound")
    question = msg("Can this be heard: {names}?")
    wrong = msg("Not heard: {names}. See to loudspeaker and plug.")

    def __init__(self, sound: Sounding) -> None:
        super().__init__(list(CUES.values()))
        self._sound = sound

    def begin(self, now: float) -> None:
        """Where there is no sound there is nothing to be asked."""
        super().begin(now)
        if self._sound.there is None:
            self._judge("absent", ABSENT)

    def show(self, index: int) -> None:
        """Let it be heard."""
        self._sound.try_out(list(CUES)[index])

    def follow(self, now: float) -> None:
        """A sound card that is not there is found by the first sound."""
        if not self._sound.there:
            self._judge("failed", SILENT)

    def doings(self) -> Mapping[Button, str]:
        """Yes, no, or once more."""
        return {**super().doings(), Button.RIGHT: msg("Again")}
