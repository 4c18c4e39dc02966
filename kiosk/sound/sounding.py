"""The sound of a table: what is heard of it, at the volume in effect."""

from __future__ import annotations

from typing import Protocol

from kiosk.sound.cues import Cue
from kiosk.sound.heard import Ears, TableHeard
from kiosk.sound.loudness import Loudness


class Plays(Protocol):
    """What is needed of `kiosk.sound.player.Player`."""

    def play(self, cue: Cue, gain: float) -> None:
        """Let it be heard; never waits."""

    def close(self) -> None:
        """Let go of the sound card."""


class Sounding(Protocol):
    """What the main loop needs of a table's sound."""

    def follow(self, table: TableHeard) -> None:
        """After every event: let what has happened be heard. Never waits."""

    def close(self) -> None:
        """Let go of the sound card."""


class Silence:
    """A table without sound."""

    def follow(self, table: TableHeard) -> None:
        """Nothing is heard."""

    def close(self) -> None:
        """There is nothing to let go of."""


class TableSound:
    """`loudness` may be changed at any time, for example by staff."""

    def __init__(self, player: Plays, loudness: Loudness) -> None:
        self.loudness = loudness
        self._player = player
        self._ears = Ears()

    def follow(self, table: TableHeard) -> None:
        """Let what has happened since the last time be heard."""
        cue = self._ears.listen(table)
        if cue is not None:
            self._player.play(cue, self.loudness.gain)

    def close(self) -> None:
        """Let go of the sound card."""
        self._player.close()
