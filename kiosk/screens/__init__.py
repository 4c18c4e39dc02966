"""The screens, one file each. A file with a `SCREEN` (its class) in this package is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from kiosk.draw.kit import Kit
from kiosk.screens.base import Screen
from rules import GAMES


def all_screens(kit: Kit | None = None) -> dict[str, Screen]:
    """One of each screen, by name: of every module here that offers a class `SCREEN`.

    They share one kit: its typefaces and finished pictures are the same for all.
    """
    shared = kit or Kit()
    screens: list[Screen] = [made(shared) for made in _classes()]
    return {screen.name: screen for screen in screens}


def games() -> tuple[str, ...]:
    """The games that can be shown, and so offered: those with a screen of their name."""
    names = {made.name for made in _classes()}
    return tuple(game for game in GAMES if game in names)


def _classes() -> Iterator[Any]:
    for module in pkgutil.iter_modules(__path__):
        made = getattr(importlib.import_module(f"{__name__}.{module.name}"), "SCREEN", None)
        if made is not None:
            yield made
