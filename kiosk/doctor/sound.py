"""Sound: something to play on, and a volume that can be heard."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread

from kiosk.doctor.check import Check
from kiosk.sound.loudness import Volume
from kiosk.sound.player import NoSound, Speaker

NAME = "sound"
PATIENCE = 10.0
"""Seconds: making all sounds takes some tenths of one on a Pi, a card may take a few to wake up."""
WANTED = "a sound card that opens, a volume that is not off"


def looked(open_it: Callable[[], Speaker], patience: float = PATIENCE) -> str | None:
    """Opens the sound card and lets go of it; why there is none, or None. One that hangs is left to itself."""
    found: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=lambda: found.put(_opened(open_it)), daemon=True).start()
    try:
        return found.get(timeout=patience)
    except Empty:
        return "the sound card hangs"


def _opened(open_it: Callable[[], Speaker]) -> str | None:
    try:
        open_it().close()
    except NoSound as problem:
        return str(problem)
    return None


def check(trouble: str | None, volume: Volume, on_table: bool) -> Check:
    """Judges the sound; the table plays without. `on_table`: this machine is one."""
    if trouble is not None and not on_table:
        return Check(NAME, "elsewhere", f"not on this machine: {trouble}", "")
    if trouble is not None:
        todo = "is the screen's or the loudspeaker's cable in? The table plays silently"
        return Check(NAME, "look", trouble, WANTED, todo)
    if volume == "off":
        return Check(
            NAME, "look", "a sound card opens; volume off", WANTED, "turn it up in the staff's menu if wanted"
        )
    return Check(NAME, "fine", f"a sound card opens; volume {volume}", WANTED)
