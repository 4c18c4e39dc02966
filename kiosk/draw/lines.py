"""Text that fits: wrapped and shrunk within limits, measured, never cut."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kiosk.draw.kit import CAPITALS, Kit
from kiosk.theme import Face

SENTENCE_END = re.compile(r"[.?!:] ")
SOFT = "\N{SOFT HYPHEN}"
"""Where a long word may be parted."""
LEADING = 1.2
"""From one line to the next, in sizes."""


@dataclass(frozen=True)
class Setting:
    """How a text is set: `size` in pixels, its `lines`, and whether it fits."""

    size: int
    lines: tuple[str, ...]
    fits: bool


def wrapped(kit: Kit, text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    """The text in lines of at most `width` pixels; a word that is longer stands alone.

    Two lines are broken between two sentences if that can be; others are made about equally long, because a
    short last line looks forgotten.
    """
    lines = _broken(kit, text, face, size, width)
    if len(lines) < 2:
        return lines
    if len(lines) == 2 and (sentences := _between_sentences(kit, text, face, size, width)):
        return sentences
    narrower = width
    while narrower > width / 2 and len(_broken(kit, text, face, size, narrower - 8)) == len(lines):
        narrower -= 8
    return _broken(kit, text, face, size, narrower)


def _between_sentences(kit: Kit, text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    """Two lines broken where a sentence ends, as even as can be; nothing if one would be too long."""
    font, ends = kit.font(face, size), [found.end() for found in SENTENCE_END.finditer(text)]
    pairs = [(text[:end].rstrip(), text[end:]) for end in ends]
    longest = {pair: max(font.size(line)[0] for line in pair) for pair in pairs}
    best = min(pairs, key=lambda pair: longest[pair], default=())
    return best if best and longest[best] <= width else ()


def _broken(kit: Kit, text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    font = kit.font(face, size)
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return tuple(lines)


def setting(
    kit: Kit, text: str, face: Face, sizes: tuple[int, int], space: tuple[int, int], lines: int
) -> Setting:
    """The largest setting between `sizes` (largest, least) in `space` (width, height), all in pixels.

    Up to `lines` lines are tried before smaller type, and whole words before parted ones.
    """
    largest, least = sizes
    whole = text.replace(SOFT, "")
    for size in range(largest, least - 1, -1):
        for words in dict.fromkeys((whole, text.replace(SOFT, "- "))):
            tried = wrapped(kit, words, face, size, space[0])
            if len(tried) <= lines and _fits(kit, tried, face, size, space):
                return Setting(size, tried, True)
    return Setting(least, wrapped(kit, whole, face, least, space[0]), False)


def _fits(kit: Kit, lines: tuple[str, ...], face: Face, size: int, space: tuple[int, int]) -> bool:
    font = kit.font(face, size)
    return block(face, size, len(lines)) <= space[1] and all(font.size(line)[0] <= space[0] for line in lines)


def block(face: Face, size: int, lines: int) -> float:
    """Height in pixels from the first line's capitals to the last line's foot."""
    return CAPITALS[face] * size + LEADING * size * (lines - 1)
