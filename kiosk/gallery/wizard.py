"""Pictures of the calibration wizard: the real wizard, the camera's own side of it, the simulated tray."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kiosk.buttons import Button
from kiosk.events import Drifted
from kiosk.gallery.studio import GalleryClock, Picture, Studio
from kiosk.service.calibration import Wizard
from kiosk.service.screens.calibration import CalibrationScreen
from vision.calibrating.check import Asked
from vision.calibrating.session import ORDERS, Session
from vision.calibrating.versions import Versions
from vision.cameras.protocol import Frame, Image
from vision.markers import markers_in
from vision.sim.card import card_picture, card_poses
from vision.sim.measures import FIELD_OF_VIEW, View
from vision.sim.table import SimTable

GREEN, RIGHT = Button.CONFIRM, Button.RIGHT


class Staged:
    """A maintainer at the simulated table; what the wizard asks is answered at once."""

    def __init__(self, folder: Path, clock: GalleryClock, seed: int, dice: str = "white") -> None:
        self._table = SimTable(seed, dice=dice)
        self._session = Session()
        self._image: Image | None = None
        self._index = 0
        self._clock = clock
        self.wizard = Wizard(self.ask, Versions(folder), clock, "pi", "Ida")

    def ask(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        """The camera's side of it, which answers at once."""
        if name not in ORDERS:
            then({"ok": True})
            return
        self._session.begin(name, arguments, 0)
        done = None
        while done is None:
            done = self._session.add(self.read(), self)
        then(done[1])

    def read(self) -> Frame:
        """The tray as it lies, with fresh noise; or the picture that was put in its place."""
        self._index += 1
        image = self._table.frame() if self._image is None else self._image
        return Frame(image, self._index / 10, self._index)

    def close(self) -> None:
        """Nothing to let go of."""

    def show(self, image: Image | None) -> None:
        """From now on this picture (None: the tray again)."""
        self._image = image
        self.look()

    def tray(self) -> Image:
        """The tray as it lies."""
        return self._table.frame()

    def look(self) -> None:
        """Time passes until the wizard has looked again."""
        self._clock.go_on(1.0)
        self.wizard.follow(self._clock.now())

    def press(self, *buttons: Button) -> None:
        """Press buttons one after the other."""
        for button in buttons:
            self.wizard.press(button)
            self.look()

    def lay(self, asked: Asked | None = None, values: tuple[int, ...] = ()) -> None:
        """The dice that are asked for, or others, lie in the tray."""
        wanted = asked or self.wizard.asked
        assert wanted is not None
        self._table.throw(len(wanted.faces), values=list(values or wanted.faces), kind=wanted.kind)
        while self._table.busy:
            self._table.advance(0.5)
        self._table.advance(0.5)
        self.look()

    def clear(self) -> None:
        """Nothing lies in the tray any more."""
        self._table.clear()
        while self._table.busy:
            self._table.advance(0.5)
        self.look()


def _staged(studio: Studio, prepare: Callable[[Staged], None]) -> None:
    """The wizard in front of the table, after what `prepare` does."""
    with TemporaryDirectory(prefix="raflebord-") as folder:
        staged = Staged(Path(folder), studio.clock, 3)
        staged.wizard.enter()
        staged.look()
        prepare(staged)
        studio.before = CalibrationScreen(studio.kit, staged.wizard)
        # Lamps that blink are lit at whole seconds.
        studio.clock.go_on(1.2 - (studio.clock.now() % 1.0))
        studio.draw()


def _tray(staged: Staged) -> None:
    staged.press(GREEN)


def _hidden(staged: Staged) -> None:
    _tray(staged)
    image = staged.tray().copy()
    corners = markers_in(image)[1]
    left, top = np.floor(corners.min(axis=0)).astype(int) - 14
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 10
    image[max(0, top) : bottom, left:right] = (176, 196, 208)
    staged.show(image)


def _dark(staged: Staged) -> None:
    _tray(staged)
    staged.show(np.asarray(staged.tray() // 4, np.uint8))


def _not_empty(staged: Staged) -> None:
    _tray(staged)
    staged.lay(Asked("d6", (2, 5, 5)))
    staged.press(GREEN)


def _white(staged: Staged) -> None:
    _tray(staged)
    staged.press(GREEN)
    staged.lay()


def _faces(staged: Staged) -> None:
    _tray(staged)
    staged.press(GREEN)
    staged.lay(values=(1, 2, 3, 4, 6, 6))
    staged.press(GREEN)


def _black(staged: Staged) -> None:
    _white(staged)
    staged.press(GREEN)
    staged.lay()


def _kept(staged: Staged) -> None:
    _black(staged)
    staged.press(GREEN, GREEN)


def _compare(staged: Staged) -> None:
    """The second time, after somebody has moved the tray."""
    _kept(staged)
    staged.press(GREEN)
    staged.clear()
    _black(staged)
    staged.press(GREEN)


def _start(staged: Staged) -> None:
    _kept(staged)
    staged.press(GREEN)


def _card(staged: Staged) -> None:
    staged.press(RIGHT)
    size = (1280, 720)
    focal = size[0] / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2))
    matrix = np.array([[focal, 0, 639.5], [0, focal, 359.5], [0, 0, 1.0]])
    view, rng = View(size, matrix, np.eye(3), np.zeros(3)), np.random.default_rng(5)
    for pose in list(card_poses(rng, 14))[:7]:
        staged.show(card_picture(view, *pose, rng))


def _drift(studio: Studio) -> None:
    """Between two games."""
    studio.stage.scatter([6, 2, 5, 6, 3])
    studio.clock.go_on(8.0)
    studio.table.take(Drifted(("moved",)))


_STEPS: Mapping[str, Callable[[Staged], None]] = {
    "start": _start,
    "card": _card,
    "tray": _tray,
    "hidden": _hidden,
    "dark": _dark,
    "not-empty": _not_empty,
    "white": _white,
    "faces": _faces,
    "black": _black,
    "compare": _compare,
    "kept": _kept,
}
PICTURES: tuple[Picture, ...] = (
    Picture("drift", 4, _drift),
    *(
        Picture(f"service-calibration-{name}", 3, partial(_staged, prepare=prepare))
        for name, prepare in _STEPS.items()
    ),
)
"""The wizard's steps and what can be in its way; and what the table says when the camera has moved."""
