"""How much light from two sides helps: polished dice where the camera sees the lamps in them, drawn in three lights.

    python tests/vision/two_lights_figures.py [--scenes 20] [--shine 16]

Takes some seconds a scene. In each, six d6 lie where their faces mirror one of the two halves of the tray's light.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.reader import Reader
from vision.reading import Reading
from vision.sim.boards import tray_bodies
from vision.sim.die import lying
from vision.sim.exposure import developed
from vision.sim.hits import Gloss
from vision.sim.measures import CAMERA_HEIGHT, FELT
from vision.sim.scenes import hung
from vision.sim.setting import Setting
from vision.sim.sources import COOL, MIDDLE, WHITE, Light, Source
from vision.sim.still import still
from vision.watch.agree import ENOUGH, agree
from vision.watch.two_lights import amended, read_lit

SIZE = (960, 540)
ASIDE = 110.0
"""How far the lamps are from the camera, mm; level faces mirror them half as far from the tray's middle."""
STRENGTH, SKY = 0.9, 0.15
POWER = 60.0
"""Of the highlights (Blinn-Phong)."""


def lamp(side: int, strength: float) -> Source:
    """One half of the light: left of the camera for -1, right for 1."""
    place = MIDDLE + np.array([side * ASIDE, 0.0, -CAMERA_HEIGHT + 10])
    across, down = np.array([10.0, 0, 0]), np.array([0, 10.0, 0])
    return Source(place, across, down, strength, COOL, points=2)


LIGHTS = {
    "both": Light((lamp(-1, STRENGTH), lamp(1, STRENGTH)), SKY, WHITE),
    "left": Light((lamp(-1, 2 * STRENGTH),), SKY, WHITE),
    "right": Light((lamp(1, 2 * STRENGTH),), SKY, WHITE),
}


def laid_out(seed: int) -> Setting:
    """Six dice, three where each lamp is mirrored."""
    on = Setting(np.random.default_rng(seed), texels=1.9)
    placed: list[tuple[float, float]] = []
    while len(placed) < 6:
        side, turn = (-1) ** len(placed), on.rng.uniform(-0.8, 0.8)
        far = ASIDE / 2 * on.rng.uniform(0.8, 1.2)
        x, y = FELT / 2 + side * far * math.cos(turn), FELT / 2 + far * math.sin(turn)
        if all(math.dist((x, y), other) > 24 for other in placed):
            placed.append((x, y))
            on.put(lying(on.value(), x, y, float(on.rng.uniform(0, 2 * math.pi))))
    return on


def pictures(seed: int, shine: float) -> tuple[Setting, dict[str, list[Image]]]:
    """Some pictures in each light, which differ by their noise."""
    on = laid_out(seed)
    rng = np.random.default_rng([seed, 1])
    view = hung(SIZE, rng)
    dice = [replace(cube, gloss=Gloss(shine, POWER)) for cube, _ in on.dice]
    bodies = [*tray_bodies(on.tray, on.shop, on.cloth), *dice]
    exposure = replace(on.exposure, level=on.exposure.level / ((2 * STRENGTH + SKY) * 1.05))
    found = {}
    for name, light in LIGHTS.items():
        shot = still(view, bodies, light)
        found[name] = [developed(shot.light, exposure, rng) for _ in range(ENOUGH)]
    return on, found


def score(on: Setting, reading: Reading) -> Counter[str]:
    """How many dice are told right, wrong, or not told."""
    count: Counter[str] = Counter()
    for _, true in on.dice:
        near = [die for die in reading.dice if die.x is not None and die.y is not None]
        there = [die.value for die in near if math.dist((die.x or 0, die.y or 0), (true.x, true.y)) < 6]
        told = there[0] if there else None
        count["right" if told == true.value else "asked" if told is None else "wrong"] += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--shine", type=float, default=16.0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    totals: dict[str, Counter[str]] = {}
    for seed in range(args.scenes):
        on, shots = pictures(seed, args.shine)
        reader = Reader()
        both = agree([reader.read(picture) for picture in shots["both"]]).reading
        lit = read_lit(reader, [shots["left"], shots["right"]])
        for name, reading in (
            ("both halves", both),
            ("darker of both", lit),
            ("together", amended(both, lit)),
        ):
            totals.setdefault(name, Counter()).update(score(on, reading))
    for name, count in totals.items():
        print(f"{name:<16} right {count['right']:>4}  asked {count['asked']:>4}  wrong {count['wrong']:>4}")


if __name__ == "__main__":
    main()
