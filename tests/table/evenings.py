"""The pictures of docs/evenings that the gallery has not: moments of a guest's and a staff member's evening, in Danish.

    python tests/table/evenings.py [--out docs/evenings] [NAME ...]

Each is the real table, journal, reader and screens in front of the simulated camera, after the presses and throws of
that moment (`kiosk.gallery.studio`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np
import pygame

from kiosk.buttons import HOLDS, Button
from kiosk.draw.kit import Kit
from kiosk.gallery.studio import Studio, studio

SIZE = (1280, 720)
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 85]
NIGHT = 12 * 3600.0
"""Seconds from closing to the next morning."""
GREEN, YELLOW, LEFT, RIGHT = Button.CONFIRM, Button.BANK, Button.LEFT, Button.RIGHT


def _one_too_many(made: Studio) -> None:
    made.begin("yatzy", 3, 0)
    made.stage.throw_otherwise((3, 3, 5, 1, 6, 2))


def _first_roll(made: Studio) -> None:
    made.rolled("yatzy", 3, 0, 3, 3, 5, 1, 6)


def _going_home(made: Studio) -> None:
    made.rolled("yatzy", 3, 6, 4, 2, 4, 6, 4)
    made.press(LEFT)


def _closed(made: Studio) -> None:
    made.begin("yatzy", 3, 6)
    made.press(Button.STAFF, YELLOW)


def _rolled_before_green(made: Studio) -> None:
    made.rolled("yatzy", 3, 0, 1, 1, 4, 5, 2)
    ones = [(die.x, die.y) for die in made.table.dice if die.value == 1]
    made.stage.throw_otherwise((6, 3, 1), ones)


def _both_rolled_four(made: Studio) -> None:
    made.table.begin("farkle", 3)
    made.draw()
    for value in (4, 4, 2):
        made.stage.roll([value])


def _again(made: Studio) -> None:
    made.finish("yatzy", 3)
    made.press(GREEN)


def _morning(made: Studio) -> None:
    made.rolled("yatzy", 3, 12, 3, 3, 6, 2, 5)
    made.clock.go_on(NIGHT)
    made.restart()


def _points_that_cannot_be(made: Studio) -> None:
    made.begin("ten_thousand", 3, 10)
    made.press(Button.STAFF, HOLDS[4], *[HOLDS[5]] * 10, YELLOW)


def _taken_back(made: Studio) -> None:
    made.rolled("farkle", 3, 6, 1, 1, 1, 5, 2, 3)
    made.press(Button.STAFF, HOLDS[0], GREEN)


def _large_type(made: Studio) -> None:
    made.rolled("yatzy", 3, 6, 4, 2, 4, 6, 4)
    made.press(Button.STAFF, HOLDS[5], HOLDS[1], GREEN, GREEN)


def _open_again(made: Studio) -> None:
    made.begin("yatzy", 3, 6)
    made.press(Button.STAFF, YELLOW, Button.STAFF)


MOMENTS: Mapping[str, Callable[[Studio], None]] = {
    "guest-one-too-many": _one_too_many,
    "guest-first-roll": _first_roll,
    "guest-rolled-before-green": _rolled_before_green,
    "guest-both-rolled-four": _both_rolled_four,
    "guest-again": _again,
    "guest-going-home": _going_home,
    "staff-morning": _morning,
    "staff-points-that-cannot-be": _points_that_cannot_be,
    "staff-taken-back": _taken_back,
    "staff-large-type": _large_type,
    "staff-closed": _closed,
    "staff-open-again": _open_again,
}


def main() -> None:
    """Draw all of them, or those that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MOMENTS))
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "docs" / "evenings")
    given = parser.parse_args()
    unknown = set(given.names) - set(MOMENTS)
    if unknown:
        parser.error(f"there is no {', no '.join(sorted(unknown))}; there are {', '.join(MOMENTS)}")
    given.out.mkdir(parents=True, exist_ok=True)
    surface, kit = pygame.Surface(SIZE), Kit()
    for name in given.names or MOMENTS:
        with studio("da", 5, surface, kit) as made:
            MOMENTS[name](made)
            drawn = pygame.surfarray.array3d(made.draw()).swapaxes(0, 1)[..., ::-1]
            cv2.imwrite(str(given.out / f"{name}.jpg"), np.ascontiguousarray(drawn), QUALITY)


if __name__ == "__main__":
    main()
