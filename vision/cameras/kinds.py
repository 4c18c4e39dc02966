"""Which kinds of cameras there are, and how each is asked for. Standard library only: a command line is judged by it.

A new kind is a file beside this one and a row in `KINDS`. Folders and video files are what is no word of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """`maker`: the module with `make(wanted)`; `asked`: how it is written (a pattern); `word`: how that is explained to
    people; `live`: it is a real sensor, which never gives the very same picture twice."""

    maker: str
    asked: str
    word: str
    live: bool = True

    def knows(self, spec: str) -> bool:
        """Whether it may be asked for like this."""
        return re.fullmatch(self.asked, spec) is not None


KINDS: Mapping[str, Kind] = {
    "pi": Kind("vision.cameras.pi", r"pi(:1280x720|:2304x1296)?", "pi"),
    "v4l2": Kind("vision.cameras.v4l2", r"v4l2:[0-9]+", "v4l2:N"),
    "sim": Kind("vision.cameras.simulated", r"sim(:.*)?", "sim", live=False),
}
"""By what stands before a colon."""
EXPECTED = ", ".join(
    [*(kind.word for kind in KINDS.values()), "a folder of numbered pictures or a video file"]
)


def kind_of(spec: str) -> Kind | None:
    """The kind that a word begins with; None: a folder, a video file or nothing."""
    return KINDS.get(spec.partition(":")[0])
