"""Draws many random scenes of a café table, reads them and counts: `python tests/vision/random_scenes.py --scenes N`.

Each kind of trouble (`vision.sim.scenes.KINDS`) is drawn N times. A die that lies flat on the felt in full view should
be read; one that leans by more than 12 degrees, or belongs to somebody else, or lies on another one never; a wrong
number is never right. With `--keep` the pictures are kept, and read again instead of drawn the next time.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.annotate import annotated
from vision.reader import read_picture
from vision.reading import Die, Reading
from vision.sim.scene_kinds import KINDS
from vision.sim.scenes import Scene, draw
from vision.sim.setting import TrueDie

NEAR, NEAR_LEANING = 9.0, 13.0
"""A die that was seen within this distance of a true one is that one, mm; of one that leans more is seen aside."""
LEANS, FLAT = 12.0, 8.0
IN_VIEW = 0.97
NEVER = ("upon", "coloured")


def group_of(die: TrueDie) -> str:
    """What is to be expected of a die: `flat` ones are read; `leans` and `never` are not; of `other` ones nothing is
    told wrongly."""
    if die.role in NEVER:
        return "never"
    if die.tilt > LEANS:
        return "leans"
    plain = die.role == "flat" and die.tilt < FLAT and die.visible > IN_VIEW
    return "flat" if plain else "other"


def matched(scene: Scene, reading: Reading) -> tuple[list[tuple[TrueDie, Die | None]], list[Die]]:
    """Each true die with what was seen there, and what was seen where no die lies; the nearest pairs first."""
    gaps = sorted(
        (math.dist((die.x or 0.0, die.y or 0.0), (true.x, true.y)), i, j)
        for i, true in enumerate(scene.dice)
        for j, die in enumerate(reading.dice)
    )
    pairs: dict[int, int] = {}
    for gap, i, j in gaps:
        near = NEAR_LEANING if scene.dice[i].tilt > FLAT else NEAR
        if gap < near and i not in pairs and j not in pairs.values():
            pairs[i] = j
    dice = [(true, reading.dice[pairs[i]] if i in pairs else None) for i, true in enumerate(scene.dice)]
    return dice, [die for j, die in enumerate(reading.dice) if j not in pairs.values()]


@dataclass
class Tally:
    """What became of the dice of one kind of scene."""

    dice: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    phantoms: int = 0
    extras: int = 0
    off: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def count(scene: Scene, reading: Reading, tally: Tally) -> list[str]:
    """Counts one scene; answers what is unforgivable in it."""
    faults = []
    dice, extra = matched(scene, reading)
    for true, seen in dice:
        group, said = group_of(true), "missed" if seen is None else seen.status
        if seen is not None and seen.status == "ok":
            said = "right" if seen.value == true.value else "WRONG"
        tally.dice[group, said] += 1
        if said == "WRONG" or (said == "right" and group in ("leans", "never")):
            faults.append(
                f"{true.role} {true.value} at {true.x:.0f}, {true.y:.0f} tilt {true.tilt:.0f}: {said}"
            )
        if seen is not None and seen.tilt is not None and true.tilt > FLAT:
            tally.off.append(abs(seen.tilt - true.tilt))
    phantoms = [die for die in extra if die.status == "ok"]
    faults += [f"phantom {die.value} at {die.x or 0:.0f}, {die.y or 0:.0f}" for die in phantoms]
    tally.phantoms += len(phantoms)
    tally.extras += len(extra) - len(phantoms)
    tally.problems.update({problem.kind for problem in reading.problems})
    tally.ms.append(reading.ms)
    tally.bad += [f"{scene.seed}: {fault} ({scene.light}, {scene.felt})" for fault in faults]
    return faults


def told(kind: str, tally: Tally) -> str:
    """One kind as lines of text."""
    parts = []
    for group in ("flat", "leans", "never", "other"):
        seen = {said: n for (of, said), n in sorted(tally.dice.items()) if of == group}
        if seen:
            parts.append(
                f"{group} {sum(seen.values())}: " + ", ".join(f"{said} {n}" for said, n in seen.items())
            )
    named = ", ".join(f"{name} {n}" for name, n in sorted(tally.problems.items())) or "nothing"
    off = f"; tilt off by {np.mean(tally.off):.1f} (n {len(tally.off)})" if tally.off else ""
    lines = [
        f"{kind} [{len(tally.ms)}]",
        *parts,
        f"extra: ok {tally.phantoms}, not ok {tally.extras}; said: {named}{off}",
    ]
    return "\n    ".join([*lines, *(f"! {fault}" for fault in tally.bad)])


def scenes(kind: str, seeds: range, folder: Path | None) -> Iterator[Scene]:
    """The scenes of a kind, drawn or as they were kept."""
    for seed in seeds:
        if folder is None:
            yield draw(kind, seed)
            continue
        path = folder / f"{kind.replace(' ', '_').replace(':', '')}_{seed}.png"
        if not path.exists():
            _keep(draw(kind, seed), path)
        yield _kept(kind, seed, path)


def _keep(scene: Scene, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    truth = {"light": scene.light, "felt": scene.felt, "dice": [asdict(die) for die in scene.dice]}
    path.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")
    cv2.imwrite(str(path), scene.image)


def _kept(kind: str, seed: int, path: Path) -> Scene:
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    image = cv2.imread(str(path))
    assert image is not None
    dice = tuple(TrueDie(**die) for die in truth["dice"])
    return Scene(kind, seed, np.asarray(image, np.uint8), dice, truth["light"], truth["felt"])


def main() -> None:
    """Draw, read, count and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=5, help="how many of each kind (default: 5)")
    parser.add_argument(
        "--only", action="append", choices=list(KINDS), help="only this kind; can be repeated"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument(
        "--keep", type=Path, help="keep the drawn pictures in this folder, and read them from there"
    )
    parser.add_argument("--annotate", type=Path, help="save what was seen in bad scenes in this folder")
    parser.add_argument("--all", action="store_true", help="save what was seen in every scene")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    total = Tally()
    for kind in arguments.only or KINDS:
        tally = Tally()
        for scene in scenes(kind, range(arguments.seed, arguments.seed + arguments.scenes), arguments.keep):
            reading = read_picture(scene.image)
            faults = count(scene, reading, tally)
            if arguments.annotate and (faults or arguments.all):
                arguments.annotate.mkdir(parents=True, exist_ok=True)
                path = arguments.annotate / f"{kind.replace(' ', '_').replace(':', '')}_{scene.seed}.png"
                cv2.imwrite(str(path), annotated(scene.image, reading))
        print(told(kind, tally), flush=True)
        total.dice += tally.dice
        total.problems += tally.problems
        total.phantoms += tally.phantoms
        total.extras += tally.extras
        total.ms += tally.ms
        total.off += tally.off
    print(told("all", total))
    print(f"{np.median(total.ms):.1f} ms a reading (median), {max(total.ms):.1f} at most")


if __name__ == "__main__":
    main()
