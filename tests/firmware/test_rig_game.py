"""A whole game at the simulated table with the real firmware as its light: what the ring shows follows the game."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import nearly_over
import pytest
from tray_rig import Rig

from kiosk.light.mood import glow
from kiosk.sim import botgame
from kiosk.theme import seat_style

pytestmark = pytest.mark.slow

SEATS = 2
Led = tuple[int, int, int]


def leds(record: dict[str, str]) -> list[Led]:
    """Red, green, blue of each LED."""
    grb = bytes.fromhex(record["ring"])
    return [(grb[at + 1], grb[at], grb[at + 2]) for at in range(0, len(grb), 3)]


def alike(one: Led, other: Led) -> float:
    """1 for the same hue, however bright."""
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / (sum(a * a for a in one) * sum(b * b for b in other)) ** 0.5


def told(picture: list[Led]) -> str:
    """What a picture of the ring says: dark, fault, idle, celebrate, or a seat and what it does."""
    bright, dim = max(picture, key=sum), min(picture, key=sum)
    if sum(bright) == 0:
        return "dark"
    if len({max(range(3), key=led.__getitem__) for led in picture if sum(led) > 30}) > 1:
        return "celebrate"
    if len(set(picture)) == 1 and alike(bright, (255, 170, 90)) > 0.995:
        return "idle"
    if bright[1] == bright[2] == 0:
        return "fault"
    seat = max(range(SEATS), key=lambda seat: alike(bright, glow(seat_style(seat).colour)))
    return f"{seat} {'rolling' if sum(dim) * 8 < sum(bright) else 'turn'}"


# One that takes no time. The longer one has two seats; `make rig` plays it as well.
PLAYED = ["farkle", "yatzy"] if "RIG_ROUNDS" in os.environ else ["yatzy"]


@pytest.mark.parametrize("game", PLAYED)
def test_the_ring_follows_the_game(tmp_path: Path, game: str) -> None:
    nearly_over.begun_in(tmp_path, game)
    complaints: list[str] = []
    with Rig(tmp_path / "rig") as rig:
        wanted = botgame.Wanted(game, nearly_over.seats(game), 3, tmp_path / "out", light=rig.line)
        summary = botgame.play(wanted, complaints.append, tmp_path)
        shown = [told(leds(record)) for record in rig.records("ring")]
    assert complaints == [] and summary.true
    pictures = {file.name for file in (tmp_path / "out").iterdir()}
    assert {f"{game}-roll.png", "result.png"} <= pictures
    assert pictures & {f"{game}-choose.png", f"{game}-keep.png"}, "somebody had to choose"
    course = [one for one, _ in itertools.groupby(shown)]
    seats = [seat for seat, _ in itertools.groupby(one[0] for one in course if one[0].isdigit())]
    assert seats == ["0", "1"][: len(seats)], course
    assert {"0 turn", "0 rolling"} <= set(course)
    assert course[0] == "dark", "nobody has said anything yet"
    assert "celebrate" in course[-2:], course
