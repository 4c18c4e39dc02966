"""Plays the sounds, in a thread of its own: a sound card may take its time or hang, the table does not wait for it."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol, get_args

from kiosk.sound.cues import Cue, Samples, samples
from kiosk.sound.wood import RATE

RETRY = 10.0
"""Seconds until a sound card that was not there is looked for again."""
STUCK = 3.0
"""Seconds after the end of a sound until which a card that still has not played it is taken to be gone."""
TOO_LATE = 0.5
"""Seconds: a sound that comes later than this after what it belongs to only confuses."""
CARDS = Path("/dev/snd")
SERVERS = ("pulse/native", "pipewire-0")
"""Sockets of sound servers below XDG_RUNTIME_DIR."""
log = logging.getLogger(__name__)


class NoSound(Exception):
    """Nothing can be played on; the text is one line."""


class Speaker(Protocol):
    """A sound card that is open."""

    def play(self, cue: Cue, gain: float) -> float:
        """Begin to play, at `gain` 0 to 1; gives the seconds that it takes. Raises NoSound."""

    @property
    def busy(self) -> bool:
        """Whether something is still being played."""

    def close(self) -> None:
        """Let go of the card."""


Open = Callable[[], Speaker]


class MixerSpeaker:
    """SDL's mixer, through pygame. Raises NoSound when there is nothing to play on."""

    def __init__(self, sounds: Mapping[Cue, Samples]) -> None:
        import pygame

        _refuse_nothing(os.environ)
        self._mixer = pygame.mixer
        try:
            # One channel at our own rate; SDL converts to what the card wants. 512 samples are 21 ms.
            self._mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            self._sounds = {cue: self._mixer.Sound(buffer=wave.tobytes()) for cue, wave in sounds.items()}
        except pygame.error as problem:
            self._mixer.quit()
            raise NoSound(str(problem)) from problem

    def play(self, cue: Cue, gain: float) -> float:
        """Begin to play; a sound before is still heard to its end."""
        import pygame

        sound = self._sounds[cue]
        try:
            sound.set_volume(gain)
            sound.play()
        except pygame.error as problem:
            raise NoSound(str(problem)) from problem
        return float(sound.get_length())

    @property
    def busy(self) -> bool:
        """Whether something is still being played."""
        return bool(self._mixer.get_init() and self._mixer.get_busy())

    def close(self) -> None:
        """Let go of the card."""
        self._mixer.quit()


def _refuse_nothing(environ: Mapping[str, str]) -> None:
    """Raises NoSound when there is plainly nothing to play on: ALSA itself would say so in twenty lines, each time."""
    server = Path(environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    if "SDL_AUDIODRIVER" in environ or "PULSE_SERVER" in environ or any(CARDS.glob("pcmC*p")):
        return
    if not any((server / name).exists() for name in SERVERS):
        raise NoSound("there is no sound card")


def all_sounds() -> dict[Cue, Samples]:
    """Every sound, made."""
    cues: tuple[Cue, ...] = get_args(Cue)
    return {cue: samples(cue) for cue in cues}


def mixer() -> Speaker:
    """The machine's own sound."""
    return MixerSpeaker(all_sounds())


class Player:
    """`play` puts a sound on a queue and returns at once.

    `opens` opens the sound card; `now` gives monotonic seconds. Nothing is opened before the first sound.
    """

    def __init__(self, now: Callable[[], float], opens: Open = mixer) -> None:
        self._now = now
        self._opens = opens
        self._wanted: SimpleQueue[tuple[Cue, float, float] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._speaker: Speaker | None = None
        self._retry_at = self._over_at = float("-inf")
        self._missed = False

    @property
    def silent(self) -> bool:
        """Whether sounds are asked for and none can be heard."""
        return self._missed

    def play(self, cue: Cue, gain: float) -> None:
        """Let it be heard, unless `gain` is 0. Never waits."""
        if gain <= 0:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="raflebord-sound", daemon=True)
            self._thread.start()
        self._wanted.put((cue, gain, self._now()))

    def close(self) -> None:
        """Let go of the sound card; a card that hangs is left to itself."""
        if self._thread is not None:
            self._wanted.put(None)
            self._thread.join(1.0)
            self._thread = None

    # In the thread of its own.

    def _run(self) -> None:
        while self.turn(RETRY):
            pass
        self._let_go()

    def turn(self, patience: float) -> bool:
        """Deals with one sound, or with there being none for so long; False when it is time to end."""
        try:
            wanted = self._wanted.get(timeout=patience)
        except Empty:
            self._look_after()
            return True
        if wanted is not None:
            self._sound(*wanted)
        return wanted is not None

    def _sound(self, cue: Cue, gain: float, asked_at: float) -> None:
        self._look_after()
        if self._speaker is None or self._now() - asked_at > TOO_LATE:
            return
        try:
            self._over_at = self._now() + self._speaker.play(cue, gain)
        except NoSound as problem:
            self._lost(problem)

    def _look_after(self) -> None:
        """Opens what is closed, and closes what plays no more: a card that was pulled out goes on for ever."""
        if self._speaker is not None and self._now() > self._over_at + STUCK and self._speaker.busy:
            self._lost(NoSound("the sound card does not go on"))
        if self._speaker is None and self._now() >= self._retry_at:
            self._begin()

    def _begin(self) -> None:
        try:
            self._speaker = self._opens()
        except NoSound as problem:
            self._lost(problem)
            return
        if self._missed:
            log.warning("sound: there again")
        self._missed = False

    def _lost(self, problem: NoSound) -> None:
        self._let_go()
        self._retry_at = self._now() + RETRY
        if not self._missed:
            log.warning("sound: %s; the table is silent until there is one again", problem)
        self._missed = True

    def _let_go(self) -> None:
        if self._speaker is not None:
            self._speaker.close()
            self._speaker = None
