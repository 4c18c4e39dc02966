"""The window or the whole screen, through pygame: a surface to draw on, keys, and the wish to leave."""

from __future__ import annotations

from typing import Protocol

import pygame

from kiosk.events import Events, Quit

SIZE = (1920, 1080)
"""All screens are drawn in this size; SDL scales where the display has another."""


class OnKey(Protocol):
    """Takes a key (pygame's number)."""

    def __call__(self, key: int, *, down: bool) -> None:
        """It went down or up."""


def no_keys(key: int, *, down: bool) -> None:
    """Keys mean nothing."""


class Window:
    """Opens the display. Raises pygame.error when there is none."""

    def __init__(self, events: Events, *, windowed: bool, on_key: OnKey = no_keys) -> None:
        self._events = events
        self._windowed = windowed
        self._on_key = on_key
        pygame.display.init()
        pygame.display.set_caption("Raflebord")
        self.surface = _opened(windowed)
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


def _opened(windowed: bool) -> pygame.Surface:
    if windowed:
        return pygame.display.set_mode(SIZE, pygame.SCALED | pygame.RESIZABLE)
    whole = pygame.display.get_desktop_sizes()
    exact = bool(whole) and whole[0] == SIZE
    return pygame.display.set_mode(SIZE, pygame.FULLSCREEN | (0 if exact else pygame.SCALED))
