"""What may be asked of a table from afar, and how it is written. Both ends of the letterbox read it with this.

    {"do": "restart"}                   the same people begin the same game anew, as staff can
    {"do": "volume", "volume": "low"}   off, low, high
    {"do": "attract", "text": "..."}    a line on the screen of a table where nobody plays; "" for the usual one
    {"do": "attract", "da": "...", "nb": "...", "en": "..."}

Each may carry `"at"`, seconds since 1970: then it counts only soon after that.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kiosk.sound.loudness import VOLUMES, Volume

KINDS = ("restart", "volume", "attract")
"""All there are. Which of them a table obeys stands in its settings: none unless named."""
LARGEST = 1024
"""Bytes; whatever is larger is no order."""
FRESH = 30.0
"""Seconds for which an order with a time counts; a clock may be so far ahead, too."""
AT_ONCE, EVERY = 5, 2.0
"""So many orders at once, and then one in so many seconds."""
LONGEST = 80
"""Characters of a line that guests see: two lines of the screen."""
SIGNS = "–—…‘’‚“”„•€½×"
"""What the table's type has beside Latin letters (up to U+017F)."""
LANGUAGES = ("da", "nb", "en")


class Unwanted(Exception):
    """An order that is not obeyed; the text says why, in a few words that do not vary."""


@dataclass(frozen=True)
class Restart:
    """The same people begin the same game anew."""


@dataclass(frozen=True)
class SetVolume:
    """So loud from now on."""

    volume: Volume


@dataclass(frozen=True)
class Announce:
    """A line for the screen that invites, by language; none: the usual one."""

    texts: Mapping[str, str]


Order: TypeAlias = Restart | SetVolume | Announce


def read(payload: bytes | str, allowed: Collection[str], wall: float) -> Order:
    """The order in a message; raises Unwanted. `wall`: now, seconds since 1970."""
    if len(payload) > LARGEST:
        raise Unwanted("it is too long")
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError) as problem:
        raise Unwanted("it is no JSON") from problem
    if not isinstance(found, dict):
        raise Unwanted("it is no JSON object")
    do, at = found.pop("do", None), found.pop("at", None)
    if do not in KINDS:
        raise Unwanted("there is no such order")
    if do not in allowed:
        raise Unwanted("it is not on the list of what is allowed")
    _check_age(at, wall)
    return _order(do, found)


def _check_age(at: object, wall: float) -> None:
    if at is None:
        return
    if isinstance(at, bool) or not isinstance(at, int | float):
        raise Unwanted("its time is no number")
    if not abs(wall - at) <= FRESH:
        raise Unwanted("it is not of now")


def _order(do: str, rest: dict[str, Any]) -> Order:
    match do, rest:
        case "restart", {**nothing} if not nothing:
            return Restart()
        case "volume", {"volume": volume, **nothing} if volume in VOLUMES and not nothing:
            return SetVolume(volume)
        case "attract", {**texts} if texts:
            return Announce(_texts(texts))
    raise Unwanted("it does not say what it should")


def _texts(given: Mapping[str, object]) -> Mapping[str, str]:
    """One text for all languages, or one each."""
    if set(given) == {"text"}:
        given = dict.fromkeys(LANGUAGES, given["text"])
    if not set(given) <= set(LANGUAGES):
        raise Unwanted("it does not say what it should")
    found = {code: _line(text) for code, text in given.items()}
    return {code: text for code, text in found.items() if text}


def _line(text: object) -> str:
    if not isinstance(text, str):
        raise Unwanted("its text is no text")
    line = text.strip()
    if len(line) > LONGEST:
        raise Unwanted("its text is too long")
    if not all(sign.isprintable() and (sign <= "\u017f" or sign in SIGNS) for sign in line):
        raise Unwanted("its text has signs that the table cannot write")
    return line


def kind_of(order: Order) -> str:
    """What it is called."""
    return {Restart: "restart", SetVolume: "volume", Announce: "attract"}[type(order)]


def written(order: Order) -> str:
    """The order as JSON, for the letterbox."""
    said: dict[str, object] = {"do": kind_of(order)}
    match order:
        case SetVolume(volume):
            said["volume"] = volume
        case Announce(texts):
            said |= texts or {"text": ""}
    return json.dumps(said)
