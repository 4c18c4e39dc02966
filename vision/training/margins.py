"""Margins of dice whose truth is known, by reading drawn pictures: throws on the simulated table, whole scenes with
trouble (`vision.sim.scenes`), and photographs without markers (`vision.training.photographs`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.accuracy import FLAT, IN_SIGHT, LEANS, Group, Guess, Truth, guesses_of
from vision.cameras.protocol import Image
from vision.reader import Reader
from vision.reading import Kind
from vision.sim import d12_kinds, dodecahedron
from vision.sim.d12 import value_up
from vision.sim.die import Pose, normal, top_value
from vision.sim.measures import HALF, Floats
from vision.sim.scene_kinds import KINDS
from vision.sim.scenes import Scene, draw
from vision.sim.script import Body
from vision.sim.setting import TrueDie
from vision.sim.shapes import tilt
from vision.sim.table import SimTable
from vision.training.counting import Look
from vision.training.photographs import photograph
from vision.training.worse import worsened
from vision.tray.cube import EDGE
from vision.tray.pose import TrayView

_THROWS_A_TABLE, _THROWS_OF_A_MAKE = 12, 3
"""Throws before another table is taken: of six d6; of three d12, which are all alike at a table."""
_THROWN: dict[Kind, int] = {"d6": 6, "d12": 3}
_TROUBLE = 0.5
"""Share of throws that go wrong in some way."""
_SETTLED = 30.0
"""By then a throw is over, seconds."""
_EARLY = 0.15
"""Share of throws looked at while they may still roll, or a hand is there."""
_UNTOLD = ("upon", "coloured")
"""Dice of scenes whose numbers may not be told, however flat they lie."""
_TURNED = (6, 9)
"""Without a mark these numbers of a d12 may not be told either."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A guess, and which die it is about."""

    guess: Guess
    die: Hashable

    @property
    def look(self) -> Look:
        """What the fit wants to know of it."""
        return Look(self.guess.die.margin, self.guess.right, self.die)


def throws(count: int, seed: int) -> Iterator[Seen]:
    """Guesses in pictures of throws of six d6, each throw seen once, mostly in a worse light than the lamps give."""
    return _throws(count, seed, "d6", _THROWS_A_TABLE)


def black_throws(count: int, seed: int) -> Iterator[Seen]:
    """The same of throws of three d12."""
    return _throws(count, seed, "d12", _THROWS_OF_A_MAKE)


def _throws(count: int, seed: int, kind: Kind, a_table: int) -> Iterator[Seen]:
    for number in range(count):
        table, place = divmod(number, a_table)
        if place == 0:
            sim, reader = SimTable(seed * 100_000 + table, _TROUBLE), Reader()
        rng = np.random.default_rng([seed, 1, number])
        sim.throw(_THROWN[kind], kind=kind)
        early = float(rng.uniform(1, 5)) if rng.random() < _EARLY else _SETTLED
        sim.advance(early)
        truths = [_thrown(sim, body) for body in sim.bodies if body.pose is not None]
        yield from _seen(reader, worsened(rng, sim.frame()), truths, (kind, number))
        sim.advance(_SETTLED)


def scenes(each: int, seed: int) -> Iterator[Seen]:
    """Guesses in scenes, `each` of every kind, every one seen as it was drawn and in a worse light."""
    for number in range(each):
        for kind in (*KINDS, *d12_kinds.KINDS):
            scene = draw(kind, 100 * seed + number)
            rng = np.random.default_rng([seed, 2, number, *kind.encode()])
            truths = truths_of(scene)
            for image in (scene.image, worsened(rng, scene.image)):
                yield from _seen(Reader(), image, truths, (kind, number))


def photographs(count: int, seed: int) -> Iterator[Seen]:
    """Guesses in photographs."""
    reader = Reader()
    for number in range(count):
        photo = photograph(np.random.default_rng([seed, 3, number]))
        yield from _seen(reader, photo.image, photo.dice, ("photograph", number))


def _seen(reader: Reader, image: Image, truths: Sequence[Truth], picture: Hashable) -> Iterator[Seen]:
    for guess in guesses_of(truths, reader.read(image).dice):
        # What is no die is known by its place.
        which = (round(guess.die.px[0]), round(guess.die.px[1])) if guess.truth is None else guess.truth
        yield Seen(guess, (picture, which))


def _thrown(table: SimTable, body: Body) -> Truth:
    """The truth about a die of the simulated table that has a pose."""
    assert body.pose is not None
    value, top = _top(body.pose)
    x, y = table.view.project(top[None])[0].tolist()
    edge = EDGE * table.view.pixels_per_mm(EDGE)
    at_rest = not body.moving and not table.hand_in_sight
    marked = body.pose.make is None or body.pose.make.mark != "none"
    group: Group = _group(tilt(body.pose), at_rest) if marked or value not in _TURNED else "leaning"
    return Truth(body.kind, value, (x, y), edge, group)


def _top(pose: Pose) -> tuple[int, Floats]:
    """The number that looks most nearly up, and the middle of its face, world."""
    if pose.make is None:
        value = top_value(pose.turn)
        return value, np.asarray(pose.centre + HALF * pose.turn @ normal(value))
    face = dodecahedron.NORMALS[dodecahedron.top_face(pose.turn)]
    return value_up(pose.turn, pose.make), np.asarray(pose.centre + dodecahedron.INSIDE * pose.turn @ face)


def truths_of(scene: Scene) -> list[Truth]:
    """The dice of a scene with their places in its picture; none when its tray is not seen: nothing is told then."""
    view = Reader().view(scene.image)
    if view is None:
        return []
    edge = EDGE * view.px_per_mm
    return [
        Truth(die.kind, die.value, _seen_at(view, die), edge, _group_in_scene(die))
        for die in (*scene.dice, *scene.black)
    ]


def _seen_at(view: TrayView, die: TrueDie) -> tuple[float, float]:
    """Where its top face's middle is in the picture."""
    height = die.floor + (EDGE if die.kind == "d6" else dodecahedron.ACROSS)
    x, y = view.pixels(np.array([(die.x, die.y)]), height)[0].tolist()
    return x, y


def _group_in_scene(die: TrueDie) -> Group:
    if die.role in _UNTOLD or not (die.marked or die.value not in _TURNED):
        return "leaning"
    return _group(die.tilt, die.role == "flat" and die.visible > IN_SIGHT)


def _group(lean: float, plain: bool) -> Group:
    if lean > LEANS:
        return "leaning"
    return "flat" if plain and lean < FLAT else "other"
