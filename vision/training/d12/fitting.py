"""The two judges of a d12's numeral and how they learn (PyTorch, one thread, seeded)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from vision.d12.net import NONE, SIZE, evened
from vision.d12.second import LOOK, TURNS, looks
from vision.small_net import Floats, Patches
from vision.training.d12.samples import Labels

Say = Callable[[str], None]
Rng = np.random.Generator
_BATCH = 128
_HIGHEST_RATE = 4e-3
_DECAY = 3e-4
_SOFT = 0.02
"""Label smoothing: no patch is taken for quite certain."""


@dataclass(frozen=True)
class Plan:
    """A judge's layers: channels and strides of its convolutions, channels of the last, 1 x 1, one; width of its
    input, columns of its output."""

    widths: tuple[int, ...]
    strides: tuple[int, ...]
    last: int
    side: int
    columns: int


FIRST = Plan((16, 32, 32, 56, 56), (2, 2, 1, 2, 1), 16, SIZE, NONE + 1)
SECOND = Plan((20, 36, 48), (2, 2, 1), 20, LOOK, NONE)


def network(plan: Plan) -> Any:
    """Convolutions with batch norm; one linear layer sees all places."""
    layers: list[Any] = []
    before, side = 1, plan.side
    for index, (width, stride) in enumerate(zip(plan.widths, plan.strides, strict=True)):
        kernel = 5 if index == 0 else 3
        layers += _block(before, width, kernel, stride)
        before, side = width, (side + stride - 1) // stride
    layers += _block(before, plan.last, 1, 1)
    return nn.Sequential(
        *layers, nn.Flatten(), nn.Dropout(0.15), nn.Linear(plan.last * side**2, plan.columns)
    )


def _block(before: int, width: int, kernel: int, stride: int) -> list[Any]:
    conv = nn.Conv2d(before, width, kernel, stride, kernel // 2, bias=False)
    return [conv, nn.BatchNorm2d(width), nn.ReLU(inplace=True)]


def fit(plan: Plan, patches: Patches, labels: Labels, epochs: int, seed: int, say: Say) -> Any:
    """A network that has seen all patches `epochs` times, each time turned, moved and toned anew."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net = network(plan).to(memory_format=torch.channels_last)
    steps = epochs * (len(labels) // _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_HIGHEST_RATE, weight_decay=_DECAY)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, _HIGHEST_RATE, total_steps=steps, pct_start=0.15)
    loss_of = nn.CrossEntropyLoss(label_smoothing=_SOFT)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        net.train()
        total, order = 0.0, rng.permutation(len(labels))
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            some = order[start : start + _BATCH]
            loss = loss_of(_scores(plan, net, _moved(patches[some], rng)), torch.from_numpy(labels[some]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
            total += float(loss.detach()) * len(some)
        say(f"epoch {epoch + 1} of {epochs}: loss {total / len(order):.4f}")
    return net.eval()


def _moved(patches: Patches, rng: Rng) -> Patches:
    """A batch turned by fifths, a little moved and sheared: a face stays what it is."""
    count = len(patches)
    turn = 2 * np.pi / 5 * rng.integers(0, 5, count)
    cos, sin = np.cos(turn), np.sin(turn)
    ways = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], 1)
    ways = ways + rng.normal(0, 0.02, (count, 2, 2))
    off = rng.normal(0, 0.035, (count, 2, 1))
    grid = nn.functional.affine_grid(
        torch.from_numpy(np.concatenate([ways, off], 2).astype(np.float32)),
        [count, 1, SIZE, SIZE],
        align_corners=False,
    )
    tones = torch.from_numpy(patches[:, None].astype(np.float32))
    turned = nn.functional.grid_sample(tones, grid, padding_mode="border", align_corners=False)
    return np.asarray(turned[:, 0].numpy().round(), np.uint8)


def _scores(plan: Plan, net: Any, patches: Patches) -> Any:
    """The scores of the 13 columns, as a tensor that remembers where it comes from."""
    if plan is FIRST:
        return net(torch.from_numpy(evened(patches)).contiguous(memory_format=torch.channels_last))
    seen = torch.from_numpy(looks(patches)).contiguous(memory_format=torch.channels_last)
    return _gathered(net(seen).reshape(len(patches), TURNS, NONE))


def _gathered(evidence: Any) -> Any:
    """As `vision.d12.second.gathered`."""
    summed = torch.logsumexp(evidence, 1)
    return torch.cat([summed, torch.zeros(len(summed), 1)], 1)


def evidence(plan: Plan, net: Any, patches: Patches) -> Floats:
    """The last layer's output: N x 13, or of the second judge N x TURNS x 12."""
    parts = []
    with torch.no_grad():
        for k in range(0, len(patches), 256):
            some = patches[k : k + 256]
            given = evened(some) if plan is FIRST else looks(some)
            parts.append(net(torch.from_numpy(given)).numpy())
    whole = np.concatenate(parts)
    return np.asarray(whole if plan is FIRST else whole.reshape(-1, TURNS, NONE), np.float32)


def temperature(scores_at: Callable[[float], Floats], labels: Labels) -> float:
    """What the last layer has to be divided by for its probabilities to mean what they say: the least log loss on
    patches not learnt from (Guo et al., On Calibration of Modern Neural Networks, 2017)."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(3.0), 80))
    return float(min(tried, key=lambda t: _log_loss(scores_at(t), labels)))


def _log_loss(scores: Floats, labels: Labels) -> float:
    raised = scores - scores.max(axis=1, keepdims=True)
    chosen = raised[np.arange(len(labels)), labels]
    return float(np.mean(np.log(np.exp(raised).sum(axis=1)) - chosen))
