"""`make train`: draws the pictures, trains the network, writes it and docs/classifier.md."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import cv2

from vision.face_net import MODEL, FaceNet
from vision.training import fitting, onnx_file
from vision.training.page import Facts, page
from vision.training.report import examined
from vision.training.samples import samples

PATCHES, CHECK, EXAM = 50_000, 3_000, 6_000
"""How many patches are learnt from; tell the temperature; are the examination that the page reports."""
EPOCHS = 5
_LEARN, _TUNE, _TEST, _NET = 1, 2, 3, 4
"""Seeds: the four never share a patch."""
PAGE = Path(__file__).parents[2] / "docs" / "classifier.md"


def main(arguments: list[str] | None = None) -> int:
    """Trains with `--patches` and `--epochs`; everything else follows from the seeds."""
    parser = argparse.ArgumentParser(prog="make train", description=__doc__)
    parser.add_argument("--patches", type=int, default=PATCHES, help="patches to learn from")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="how often each is seen")
    parser.add_argument("--model", type=Path, default=MODEL, help="where the network is written")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the report is written")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    began = time.process_time()
    softness = _train(args.patches, args.epochs, args.model)
    net = FaceNet(args.model)
    patches, labels = samples(EXAM, _TEST)
    facts = Facts(args.patches, args.epochs, softness, (time.process_time() - began) / 60, args.model)
    text = page(facts, examined(net, patches, labels), net, patches)
    args.page.write_text(text, encoding="utf-8")
    _say(text)
    return 0


def _train(count: int, epochs: int, path: Path) -> float:
    """Writes the trained network; returns its temperature."""
    _say(f"drawing {count} patches")
    patches, labels = samples(count, _LEARN)
    net = fitting.fit(patches, labels, epochs, _NET, _say)
    patches, labels = samples(CHECK, _TUNE)
    softness = fitting.temperature(fitting.scores(net, patches), labels)
    onnx_file.write(
        net, softness, path, f"faces of d6: {count} drawn patches, {epochs} epochs, seed {_LEARN}"
    )
    return softness


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
