"""The dice in a tray that has been found: every face looked at closely, and judged.

Four witnesses must agree before a number is told: the pattern of the spots (`guesses`), the tones of the
nine places of the straightened face (`face`), a network that has learnt faces (`face_net`), and the outline: a
die that lies flat ends exactly where the camera's place says (`look`, `sides`). The weakest of them is
the margin (`candidates`, `verdicts`), which tells the confidence (`confidence`).
"""

from __future__ import annotations

import numpy as np

from vision.confidence import TRAY
from vision.face_net import FaceNet
from vision.laps import Lap, unheard
from vision.reading import Die, Problem, Status
from vision.tray.candidates import SURE, Candidates, candidates_in
from vision.tray.cube import EDGE, Points, top_face, turned_each
from vision.tray.hues import whiteness
from vision.tray.islands import dice_only
from vision.tray.look import Looks
from vision.tray.pose import TrayView, zone_of
from vision.tray.rests import Rest, rests_in
from vision.tray.scene import Scene
from vision.tray.verdicts import Verdicts, beside_any, judged

_HUED = 0.7
"""White is white in any light: of a white die's colours, in the light's own, the least is this share of the greatest at
least. Ivory has 0.8, wood 0.5, yellow 0.3."""
_BURNT = 248
"""A face as light as this may have lost pips in a glint."""

_FACE = np.vstack([top_face(np.zeros(2), 0.0), np.zeros((1, 2))])
"""The corners and the middle of a top face, mm in its own axes."""

LOOSE_TEXT = "A die of another colour lies in the tray: take it out."
"""Of a die that is somebody else's."""
_RAIL_TEXT = "One die lies on the rail: put it on one side of it."
_STACKED_TEXT = "One die seems to lie on another: put it beside."
_GLARE_TEXT = "Light glares on a die: shade it, or move the die a little."


def dice_in(scene: Scene, net: FaceNet, white: Points, lap: Lap = unheard) -> tuple[list[Die], list[Problem]]:
    """The d6 in a scene, the surest first, and what makes some of them hard to read; `net` judges every face
    that could be told, `white` is the light's colour (BGR, 0..255)."""
    every = candidates_in(scene, lap)
    whole, borders = whiteness(scene, every.looks.centre, every.looks.turn, white)
    own = whole > _HUED
    found = every.only(own)
    rests = rests_in(scene, every.looks, _lightness(found))
    lap("rests")
    pure, beside = borders[own] > _HUED, beside_any(found.looks, rests)
    verdicts = judged(scene, found, pure, beside, net, lap)
    dice = _dice(scene.view, found, verdicts)
    doubts = [_doubt(found, verdicts, k, die) for k, die in enumerate(dice)]
    loose = [_loose(scene.view, every.looks, k) for k in np.flatnonzero(~own & every.certain).tolist()]
    dice += [_unread(scene.view, rest) for rest in rests]
    real, things = dice_only(scene, dice, [*found.certain.tolist(), *(False for _ in rests)])
    told = [doubt for doubt in doubts if doubt] + loose + things
    return sorted(real, key=lambda die: -die.margin), told


def _lightness(found: Candidates) -> float:
    """How light the darkest of the dice is that are seen for certain (of 255); 0 when there is none."""
    papers = found.faces.paper[found.certain]
    return float(papers.min()) if len(papers) else 0.0


def _doubt(found: Candidates, verdicts: Verdicts, index: int, die: Die) -> Problem | None:
    """What people can do about a die that cannot be read, or lies in neither zone."""
    corners = np.array(die.outline)
    box = (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())
    if verdicts.railed[index]:
        return Problem("stacked", _RAIL_TEXT, box)
    if die.status == "ok":
        return None
    if verdicts.upon[index]:
        return Problem("stacked", _STACKED_TEXT, box)
    if found.pattern[index] < SURE and found.faces.paper[index] > _BURNT:
        return Problem("glare", _GLARE_TEXT, box)
    return None


def _loose(view: TrayView, looks: Looks, index: int) -> Problem:
    """A die of another colour: it belongs to somebody."""
    corners = view.pixels(top_face(looks.centre[index], float(looks.turn[index])), EDGE)
    return Problem("foreign", LOOSE_TEXT, (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()))


def _dice(view: TrayView, found: Candidates, verdicts: Verdicts) -> list[Die]:
    """The dice as they are told."""
    looks, leaning, tilt = found.looks, verdicts.leaning.tolist(), verdicts.tilt.tolist()
    corners = turned_each(_FACE, looks.turn) + looks.centre[:, None]
    seen = view.pixels(corners.reshape(-1, 2), EDGE).reshape(-1, 5, 2).tolist()
    sure, wide, guess = verdicts.sure.tolist(), looks.wide.tolist(), found.faces.value.tolist()
    turn, places = (looks.turn % 90).tolist(), looks.centre.tolist()
    dice = []
    for k, (*outline, middle) in enumerate(seen):
        status: Status = "cocked" if leaning[k] else "ok" if sure[k] >= SURE else "unsure"
        x, y = places[k]
        dice.append(
            Die(
                kind="d6",
                value=guess[k] if status == "ok" else None,
                status=status,
                confidence=TRAY.probability(sure[k]),
                px=(middle[0], middle[1]),
                size=EDGE + wide[k],
                x=x,
                y=y,
                zone=zone_of(x),
                rotation=turn[k],
                outline=tuple((x, y) for x, y in outline),
                tilt=tilt[k] if leaning[k] else None,
                guess=guess[k],
                margin=sure[k],
                why=None if status == "ok" else verdicts.least[k],
            )
        )
    return dice


def _unread(view: TrayView, rest: Rest) -> Die:
    """A die without a top face to read: it leans, or something lies on it."""
    corners = view.pixels(np.vstack([rest.corners, rest.centre]), EDGE)
    return Die(
        kind="d6",
        value=None,
        status="cocked" if rest.spots > 1 else "unsure",
        confidence=0.0,
        px=(float(corners[4, 0]), float(corners[4, 1])),
        size=EDGE,
        x=float(rest.centre[0]),
        y=float(rest.centre[1]),
        zone=zone_of(float(rest.centre[0])),
        outline=tuple((float(x), float(y)) for x, y in corners[:4]),
        why="no top face",
    )
