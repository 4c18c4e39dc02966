"""Trains the network that tells d12 that stand on a face from d12 that lean (`vision.d12.standing`), from drawn scenes.

Each scene is looked at as it is, worsened, in a shadow, and both: in deep shade few edges are seen, and there a flat
die is easily taken for a leaning one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.accuracy import IN_SIGHT, LEANS
from vision.cameras.protocol import Image
from vision.d12.body import X, Y
from vision.d12.find import places_in
from vision.d12.stand import PRESENT, lean_signs, upright_at
from vision.d12.standing import MODEL, SIGNS, Signs, without_ink
from vision.markers import markers_in
from vision.reader import Reader
from vision.sim.scenes import draw
from vision.small_net import Floats
from vision.training import onnx_file
from vision.training.fitting import Say
from vision.training.worse import shaded, worsened
from vision.tray.light import light_of
from vision.tray.scene import scene_of
from vision.tray.window import Window

ROUNDS = 200
"""So many scenes of each kind are drawn."""
EPOCHS = 60
_KINDS = (
    "d12",
    "d12 touching",
    "d12 in the lane",
    "d12 leaning",
    "d12 leaning on nothing seen",
    "d12 leaning",
    "d12 leaning on nothing seen",
    "d12 on coins",
    "d12 dim",
)
_FIRST = 3_000_000
"""The first scene's seed: no test or examination draws the same."""
_FLAT = 3.0
"""Dice that lean by less, degrees, are learnt as standing; by more than `LEANS` as leaning; no others are."""
_NEAR = 6.0
"""A pose is that of the die whose middle is so near, mm."""
_HIDDEN, _NETS = 16, 4
"""Units of the layer between the signs and the answer; so many networks learn, and the mean of what they say counts."""
_BLANK = 0.2
"""Share of the dice that are learnt once more without what tells of ink."""
_BATCH, _RATE, _DECAY = 256, 0.01, 0.1


@dataclass(frozen=True, eq=False)
class Learnt:
    """What is learnt from: `signs` of N dice, and whether each stands on a face (1.0 or 0.0)."""

    signs: Signs
    stands: Floats


def train(say: Say, rounds: int = ROUNDS, workers: int | None = None) -> None:
    """Draws, learns and writes the network's file."""
    say(f"drawing {rounds * len(_KINDS)} scenes of d12 that stand and lean")
    seeds = range(_FIRST, _FIRST + rounds)
    with ProcessPoolExecutor(workers) as pool:
        parts = list(pool.map(_drawn, seeds))
    learnt = Learnt(
        np.concatenate([part.signs for part in parts]), np.concatenate([part.stands for part in parts])
    )
    say(f"{len(learnt.stands)} looks at dice, {int(learnt.stands.sum())} of them standing")
    net = joined([fit(learnt, EPOCHS, seed) for seed in range(1, _NETS + 1)])
    about = f"d12 that stand or lean: {len(learnt.stands)} looks at drawn dice, {EPOCHS} epochs"
    onnx_file.write(net, 1.0, MODEL, about, onnx_file.Form(MODEL.stem, (SIGNS,), 1))


def _drawn(seed: int) -> Learnt:
    """One scene of each kind, in each light."""
    cv2.setNumThreads(1)
    rows: list[Signs] = []
    stands: list[float] = []
    for number, kind in enumerate(_KINDS):
        scene = draw(kind, 10 * seed + number)
        rng = np.random.default_rng([seed, number])
        for image in _lights(rng, scene.image):
            for x, y, signs in _looked_at(image):
                for die in scene.black:
                    tilt = die.tilt
                    near = np.hypot(die.x - x, die.y - y) < _NEAR and die.visible > IN_SIGHT
                    if near and not _FLAT < tilt < LEANS:
                        rows.append(signs)
                        stands.append(float(tilt < _FLAT))
    return Learnt(np.array(rows, np.float32).reshape(-1, SIGNS), np.array(stands, np.float32))


def _lights(rng: np.random.Generator, image: Image) -> Iterator[Image]:
    yield image
    yield worsened(rng, image)
    yield shaded(rng, image)
    yield worsened(rng, shaded(rng, image))


def _looked_at(image: Image) -> Iterator[tuple[float, float, Signs]]:
    """Where dice may stand in a tray's picture (mm), and the signs by which they are judged."""
    view, markers = Reader().view(image), markers_in(image)
    if view is None or not markers:
        return
    paper = float(light_of(image, markers, view).white.min())
    places = places_in(scene_of(image, Window(view)), [], paper)
    looks, fits = upright_at(image, view, places, paper)
    likely = np.flatnonzero(fits.present >= PRESENT)
    if len(likely) == 0:
        return
    looks, fits = looks.only(likely), fits.only(likely)
    _, signs = lean_signs(looks, fits, view.camera)
    yield from zip(fits.poses[:, X].tolist(), fits.poses[:, Y].tolist(), signs, strict=True)


def fit(learnt: Learnt, epochs: int, seed: int) -> Any:
    """The network's layers; the first takes the signs as they are."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    mean, spread = learnt.signs.mean(axis=0), learnt.signs.std(axis=0) + 1e-6
    again = rng.random(len(learnt.signs)) < _BLANK
    signs = np.concatenate([learnt.signs, without_ink(learnt.signs[again])])
    given = torch.from_numpy((signs - mean) / spread)
    truth = torch.from_numpy(np.concatenate([learnt.stands, learnt.stands[again]]))
    net = nn.Sequential(nn.Linear(SIGNS, _HIDDEN), nn.ReLU(), nn.Linear(_HIDDEN, 1))
    steps = epochs * -(-len(truth) // _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    rates = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.01, steps)
    loss_of = nn.BCEWithLogitsLoss()
    for _ in range(epochs):
        for some in torch.randperm(len(truth)).split(_BATCH):
            loss = loss_of(net(given[some])[:, 0], truth[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
    return _scaled(net, mean, spread)


def joined(nets: Sequence[Any]) -> Any:
    """One network that says the mean of what these say."""
    hidden = sum(net[0].out_features for net in nets)
    both = nn.Sequential(nn.Linear(SIGNS, hidden), nn.ReLU(), nn.Linear(hidden, 1))
    with torch.no_grad():
        both[0].weight.copy_(torch.cat([net[0].weight for net in nets]))
        both[0].bias.copy_(torch.cat([net[0].bias for net in nets]))
        both[2].weight.copy_(torch.cat([net[2].weight for net in nets], dim=1) / len(nets))
        both[2].bias.copy_(torch.stack([net[2].bias for net in nets]).mean(dim=0))
    return both


def _scaled(net: Any, mean: Signs, spread: Signs) -> Any:
    """The same network for signs that were not brought about nought."""
    first = net[0]
    with torch.no_grad():
        first.weight /= torch.from_numpy(spread)
        first.bias -= first.weight @ torch.from_numpy(mean)
    return net
