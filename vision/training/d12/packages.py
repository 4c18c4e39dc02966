"""Which of Debian's free fonts numerals are learnt from, which are only for the examination, and how they are
fetched.

Nothing is installed: packages are unpacked into a folder of the training's own place.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.sim.numerals import Typeface
from vision.training.d12.fonts import fonts_in
from vision.training.d12.strokes import stroke_face


def _named(words: str) -> tuple[str, ...]:
    return tuple(words.split())


LEARNT = _named("""
    adf-accanthis adf-baskervald adf-berenis adf-gillius adf-ikarius adf-irianis adf-libris adf-romande adf-switzera
    adf-tribun adf-verana arkpandora averia-sans-gwf bebas-neue beteckna cantarell cardo comfortaa crosextra-carlito
    dejavu-core dejavu-extra dustin elstob engadget freefont-ttf gemunu-libre georgewilliams gfs-artemisia gfs-didot
    gfs-neohellenic karla klaudia-berenika lato league-spartan liberation linuxlibertine lmodern manrope okolaks
    oldstandard open-sans osifont play quattrocento roadgeek roboto-unhinted routed-gothic sil-charis
    sil-gentium-basic smc-manjari staypuft texgyre tiresias
""")
"""Debian packages, without the `fonts-` before their names."""
EXAMINED = _named("""
    averia-serif-gwf cabin century-catalogue clear-sans comic-neue national-park opendin quicksand roboto-slab sora
    tuffy yrsa-rasa
""")
"""Nothing is learnt from these."""
_MOST = 6
"""So many fonts of a package at most."""
_DRAWN = 0.5
"""Typefaces drawn by `training.d12.strokes` for each one that is read."""


def fetch(folder: Path) -> None:
    """Downloads and unpacks what is missing; `FileNotFoundError` or `CalledProcessError` where that cannot be
    done."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*LEARNT, *EXAMINED):
        package = f"fonts-{name}"
        if not (folder / package).exists():
            subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
            file = next(folder.glob(f"{package}_*.deb"))
            subprocess.run(["dpkg-deb", "-x", file, folder / package], check=True)
            file.unlink()


def typefaces(folder: Path, names: Sequence[str]) -> dict[str, list[Typeface]]:
    """The typefaces of these packages, at most `_MOST` of each, chosen by chance."""
    return {name: _some(folder / f"fonts-{name}", np.random.default_rng([*name.encode()])) for name in names}


def _some(folder: Path, rng: np.random.Generator) -> list[Typeface]:
    found = list(fonts_in(folder))
    return [found[k] for k in sorted(rng.permutation(len(found))[:_MOST])]


def learnt(folder: Path, without: int) -> list[Typeface]:
    """What one judge learns from: every fourth package, from number `without` on, is left to the other; and
    typefaces drawn for it alone."""
    names = [name for k, name in enumerate(LEARNT) if k % 4 != without]
    chosen = [face for some in typefaces(folder, names).values() for face in some]
    drawn = range(1000 * without, 1000 * without + round(_DRAWN * len(chosen)))
    return chosen + [stroke_face(np.random.default_rng(seed), f"drawn-{seed}") for seed in drawn]


def examined(folder: Path) -> list[Typeface]:
    """What both are examined on."""
    return [face for some in typefaces(folder, EXAMINED).values() for face in some]
