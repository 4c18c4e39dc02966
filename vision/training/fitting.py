"""The network and how it learns (PyTorch, one thread, seeded). Its layers are written out as ONNX by `onnx_file`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.face_net import NONE, SIZE, evened
from vision.small_net import Floats, Patches

_WIDTHS = (16, 32, 32, 48, 48)
"""Channels after each convolution."""
_STRIDES = (2, 2, 1, 2, 1)
_LAST = 12
"""Channels of the last, 1 x 1 convolution: what is left in each of the 5 x 5 places of the face."""
_BATCH = 128
_HIGHEST_RATE = 4e-3
_DECAY = 2e-4

Labels = NDArray[np.int64]
Say = Callable[[str], None]


def network() -> Any:
    """Convolutions with batch norm, narrower and narrower; one linear layer sees all places of the face."""
    layers: list[Any] = []
    before = 1
    for index, (width, stride) in enumerate(zip(_WIDTHS, _STRIDES, strict=True)):
        kernel = 5 if index == 0 else 3
        layers += _block(before, width, kernel, stride)
        before = width
    layers += _block(before, _LAST, 1, 1)
    places = (SIZE // 8) ** 2
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.15), nn.Linear(_LAST * places, NONE + 1))


def _block(before: int, width: int, kernel: int, stride: int) -> list[Any]:
    conv = nn.Conv2d(before, width, kernel, stride, kernel // 2, bias=False)
    return [conv, nn.BatchNorm2d(width), nn.ReLU(inplace=True)]


def fit(patches: Patches, labels: Labels, epochs: int, seed: int, say: Say) -> Any:
    """A network that has seen all patches `epochs` times, each time turned and mirrored anew."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net = network().to(memory_format=torch.channels_last)
    steps = epochs * (len(labels) // _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_HIGHEST_RATE, weight_decay=_DECAY)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, _HIGHEST_RATE, total_steps=steps, pct_start=0.15)
    loss_of = nn.CrossEntropyLoss()
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        net.train()
        total = 0.0
        order = rng.permutation(len(labels))
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            some = order[start : start + _BATCH]
            loss = loss_of(net(_input(_turned(patches[some], rng))), torch.from_numpy(labels[some]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
            total += float(loss.detach()) * len(some)
        say(f"epoch {epoch + 1} of {epochs}: loss {total / len(order):.4f}")
    return net.eval()


def _turned(patches: Patches, rng: np.random.Generator) -> Patches:
    """A batch turned by quarters and mirrored: a die's values stay what they are."""
    quarter = np.rot90(patches, int(rng.integers(4)), (1, 2))
    return np.ascontiguousarray(quarter[:, :, ::-1] if rng.random() < 0.5 else quarter)


def _input(patches: Patches) -> Any:
    return torch.from_numpy(evened(patches)).contiguous(memory_format=torch.channels_last)


def scores(net: Any, patches: Patches) -> Floats:
    """The network's scores before softmax, N x 7."""
    with torch.no_grad():
        parts = [net(_input(patches[k : k + 512])).numpy() for k in range(0, len(patches), 512)]
    return np.asarray(np.concatenate(parts), np.float32)


def temperature(given: Floats, labels: Labels) -> float:
    """What scores have to be divided by to mean what they say: the least log loss on patches not learnt from.

    Guo et al., On Calibration of Modern Neural Networks, 2017.
    """
    tried = np.exp(np.linspace(np.log(0.4), np.log(4.0), 120))
    return float(min(tried, key=lambda t: _log_loss(given / t, labels)))


def _log_loss(given: Floats, labels: Labels) -> float:
    raised = given - given.max(axis=1, keepdims=True)
    chosen = raised[np.arange(len(labels)), labels]
    return float(np.mean(np.log(np.exp(raised).sum(axis=1)) - chosen))
