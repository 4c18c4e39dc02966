"""The sound of a table: what is heard of it, at the volume in effect."""

from __future__ import annotations

from typing import Protocol

from kiosk.sound.cues import Cue
from kiosk.sound.heard import Ears, TableHeard
from kiosk.sound.loudness import GAINS, Loudness


class Plays(Protocol):
    """What is needed of `kiosk.sound.player.Player`."""

    @property
    def silent(self) -> bool:
        """Whether sounds are asked for and none can be heard."""

    def play(self, cue: Cue, gain: float) -> None:
        """Let it be heard; never waits."""

    def close(self) -> None:
        """Let go of the sound card."""


class Sounding(Protocol):
    """What the main loop needs of a table's sound."""

    def follow(self, table: TableHeard) -> None:
        """After every event: let what has happened be heard. Never waits."""

    @property
    def there(self) -> bool | None:
        """Whether there is something to play on, as far as is known; None: this table has no sound."""

    def try_out(self, cue: Cue) -> None:
        """Let this be heard, whatever the volume. Never waits."""

    def close(self) -> None:
        """Let go of the sound card."""


class Silence:
    """A table without sound."""

    there: bool | None = None

    def follow(self, table: TableHeard) -> None:
        """Nothing is heard."""

    def try_out(self, cue: Cue) -> None:
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

    @property
    def there(self) -> bool | None:
        """What the player has last found."""
        return not self._player.silent

    def try_out(self, cue: Cue) -> None:
        """As loud as is chosen, but never off."""
        self._player.play(cue, max(self.loudness.gain, GAINS["low"]))

    def close(self) -> None:
        """Let go of the sound card."""
        self._player.close()
