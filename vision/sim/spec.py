"""How a simulated table is asked for on a command line: `sim`, or `sim:seed=3,trouble=0.2,speed=0`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

DICE = ("white", "ivory", "red", "blue", "green", "black")
"""The names of `dyes.DYES`, which loads OpenCV: a command line is judged before that."""


@dataclass(frozen=True)
class SimSettings:
    """What the simulated table is like. `seed` None: the caller hands one in. `speed` 0: as fast as can be;
    `auto`: the table throws dice by itself when nobody tells it to; `dice`: what its d6 are made of (`dyes.DYES`)."""

    seed: int | None = None
    trouble: float = 0.0
    speed: float = 1.0
    size: tuple[int, int] = (1280, 720)
    fps: float = 15.0
    auto: bool = False
    dice: str = "white"


def parse_sim_spec(spec: str) -> SimSettings:
    """The settings in `spec`; ValueError with one line that says what was expected."""
    name, _, rest = spec.partition(":")
    if name != "sim":
        raise ValueError(f"a simulated camera is called 'sim', not {name!r}")
    settings = SimSettings()
    for part in filter(None, rest.split(",")):
        key, _, text = part.partition("=")
        if key not in _READERS:
            raise ValueError(f"the simulated camera has no setting {key!r}: it has {', '.join(_READERS)}")
        settings = replace(settings, **{key: _read(key, text)})
    return settings


def _read(key: str, text: str) -> Any:
    reader, expected = _READERS[key]
    try:
        return reader(text)
    except ValueError:
        raise ValueError(f"the simulated camera's {key} is {expected}, not {text!r}") from None


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return read


def _seed(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise ValueError
    return int(text)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    if not match:
        raise ValueError
    return int(match[1]), int(match[2])


def _dye(text: str) -> str:
    if text not in DICE:
        raise ValueError
    return text


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError
    return text == "1"


_READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "seed": (_seed, "a whole number, 0 or more"),
    "trouble": (_number(0.0, 1.0), "a number from 0 to 1"),
    "speed": (_number(0.0, 1000.0), "a number from 0 (as fast as can be) to 1000"),
    "size": (_size, "width x height such as 1280x720"),
    "fps": (_number(1.0, 120.0), "a number from 1 to 120"),
    "auto": (_switch, "0 or 1"),
    "dice": (_dye, f"one of {', '.join(DICE)}"),
}
