"""The window or the whole screen, through pygame: a surface to draw on, keys, and the wish to leave."""

from __future__ import annotations

import os
import warnings
from typing import Protocol

import pygame

from kiosk.events import Events, Quit

SIZE = (1920, 1080)
"""All screens are drawn in this size; SDL scales where the display has another."""
ROOM = 0.9
"""The share of a desktop that a window takes at most."""

UNSEEN = ("offscreen", "dummy")
"""SDL's drivers that show nothing."""


class NoDisplay(Exception):
    """There is nothing to show a picture on; the text is one line."""


class OnKey(Protocol):
    """Takes a key (pygame's number)."""

    def __call__(self, key: int, *, down: bool) -> None:
        """It went down or up."""


def no_keys(key: int, *, down: bool) -> None:
    """Keys mean nothing."""


class Window:
    """Opens the display. Raises NoDisplay when there is none.

    `hidden`: draw without showing, for demos and tests.
    """

    def __init__(
        self, events: Events, *, windowed: bool, on_key: OnKey = no_keys, hidden: bool = False
    ) -> None:
        self._events = events
        self._windowed = windowed
        self._on_key = on_key
        if hidden:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
        try:
            _initialised()
            _refuse_nothing()
            pygame.display.set_caption("Raflebord")
            self.surface = _opened(windowed)
        except pygame.error as problem:
            pygame.display.quit()
            raise NoDisplay(f"there is no display here: {problem}") from problem
        pygame.mouse.set_visible(windowed)

    def pump(self) -> None:
        """Hand on what came from the keyboard and the window manager."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self._events.put(Quit())
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
                self._key(event.key, down=event.type == pygame.KEYDOWN)

    def _key(self, key: int, *, down: bool) -> None:
        if self._windowed and key == pygame.K_ESCAPE:
            self._events.put(Quit())
        else:
            self._on_key(key, down=down)

    def flip(self) -> None:
        """Show what was drawn."""
        pygame.display.flip()

    def close(self) -> None:
        """Give the display back."""
        pygame.display.quit()


def _initialised() -> None:
    """Without a desktop only the screen itself is left. Asked for by name, since SDL tries all others in turn and
    their libraries complain on standard error."""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        pygame.display.init()
        return
    os.environ["SDL_VIDEODRIVER"] = "kmsdrm"
    try:
        pygame.display.init()
    finally:
        del os.environ["SDL_VIDEODRIVER"]


def _refuse_nothing() -> None:
    """SDL draws into nothing when it finds no display; that is of use only to whoever asked for it."""
    driver = pygame.display.get_driver()
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        raise pygame.error("neither a desktop nor a screen of its own was found")


def _opened(windowed: bool) -> pygame.Surface:
    if pygame.display.get_driver() in UNSEEN:
        return pygame.display.set_mode(SIZE)
    desktop = pygame.display.get_desktop_sizes()[0]
    if windowed and fitting(desktop) != SIZE:
        # SCALED never opens a window smaller than what is drawn: here the screens are drawn smaller.
        return pygame.display.set_mode(fitting(desktop))
    flags = pygame.SCALED | pygame.RESIZABLE
    if not windowed:
        flags = pygame.FULLSCREEN | (0 if desktop == SIZE else pygame.SCALED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "no fast renderer": it is as fast as the machine is
        return pygame.display.set_mode(SIZE, flags)


def fitting(desktop: tuple[int, int]) -> tuple[int, int]:
    """The size of a window on this desktop: the screens' own, smaller where they and the title bar have no room."""
    scale = min(1.0, ROOM * desktop[0] / SIZE[0], ROOM * desktop[1] / SIZE[1])
    return round(SIZE[0] * scale), round(SIZE[1] * scale)
