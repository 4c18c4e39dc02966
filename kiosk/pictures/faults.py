"""What the camera saw last when something failed, for whoever is asked for help from afar: a few small pictures."""

from __future__ import annotations

from pathlib import Path

import cv2

from kiosk.clock import Clock
from kiosk.events import Event, Failed, StateSeen
from kiosk.journal.verify import stamp
from kiosk.pictures.shelf import Shelf
from kiosk.table import Table

FOLDER = "faults"
"""In the state directory."""
BUDGET, MOST = 10_000_000, 40
"""Bytes, and pictures: one of the tray as the screen shows it takes some 100 kB."""
PAUSE = 60.0
"""Seconds between two pictures of the same fault: a loose cable would fill the folder with itself."""
QUALITY = (int(cv2.IMWRITE_JPEG_QUALITY), 85)


def fault_shelf(state_dir: Path) -> Shelf:
    """Where these pictures are kept."""
    return Shelf(state_dir / FOLDER, "fault", BUDGET, MOST)


class FaultPictures:
    """Follows the table; keeps the newest picture of the tray when a part fails or the pictures cannot be used."""

    def __init__(self, shelf: Shelf, clock: Clock) -> None:
        self._shelf = shelf
        self._clock = clock
        self._new: dict[str, str] = {}
        self._kept_at: dict[str, float] = {}

    def hear(self, event: Event) -> None:
        """Something that fails."""
        match event:
            case Failed(part, text):
                self._new[part] = text
            case StateSeen(why=why) if why is not None:
                self._new.setdefault("camera", why)

    def follow(self, table: Table) -> None:
        """Keeps what there is to be seen of it."""
        new, self._new = self._new, {}
        if table.tray is None:
            return
        for part, text in new.items():
            now = self._clock.now()
            if now - self._kept_at.get(part, float("-inf")) >= PAUSE:
                self._kept_at[part] = now
                content = cv2.imencode(".jpg", table.tray.image, QUALITY)[1].tobytes()
                told = {"time": stamp(self._clock.wall()), "part": part, "text": text}
                self._shelf.keep(content, "jpg", None, told)
