"""The screens, one file each. A file with a `SCREEN` (its class) in this package is found by itself."""

from __future__ import annotations

import importlib
import pkgutil

from kiosk.draw.kit import Kit
from kiosk.screens.base import Screen


def all_screens(kit: Kit | None = None) -> dict[str, Screen]:
    """One of each screen, by name: of every module here that offers a class `SCREEN`.

    They share one kit: its typefaces and finished pictures are the same for all.
    """
    shared, screens = kit or Kit(), dict[str, Screen]()
    for module in pkgutil.iter_modules(__path__):
        made = getattr(importlib.import_module(f"{__name__}.{module.name}"), "SCREEN", None)
        if made is not None:
            screen: Screen = made(shared)
            screens[screen.name] = screen
    return screens
