"""A folder of pictures within a budget: the oldest go first, and what is said of them goes before them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kiosk.journal import room

log = logging.getLogger(__name__)
LABELS = "labels.json"
"""What is known of the pictures, as `raflebord bench --accuracy` reads it (docs/accuracy.md)."""
LABEL = ("kind", "values", "dice")
"""What makes an entry a label; the rest of it is told beside."""
UNLABELLED = "unlabelled.json"
"""What is known of those whose dice nobody has named, in the same form: for whoever looks at them and names them."""


class Shelf:
    """`name` begins the pictures' names. `budget` in bytes, `most` pictures; `spare`: bytes that may still be used
    on the disk. Nothing here raises: a picture that cannot be kept costs no game."""

    def __init__(
        self,
        folder: Path,
        name: str,
        budget: int,
        most: int,
        spare: Callable[[Path], int] = room.spare_bytes,
    ) -> None:
        self._folder = folder
        self._name = name
        self._budget, self._most = budget, most
        self._spare = spare

    def keep(
        self, picture: bytes, ending: str, label: Mapping[str, Any] | None, told: Mapping[str, Any]
    ) -> str | None:
        """Keeps a picture (the content of a file); gives the file's name, None when it could not be kept.

        `label`: its dice as people named them, None where they did not; `told`: what else is known of it.
        """
        try:
            self._folder.mkdir(exist_ok=True)
            self._make_room(len(picture))
            if self._spare(self._folder) < len(picture):
                log.warning("no room to keep a picture of %s", self._name)
                return None
            file = self._folder / f"{self._name}__{self._next():06}.{ending}"
            file.write_bytes(picture)
            self._note(LABELS if label is not None else UNLABELLED, file.name, {**(label or {}), **told})
            return file.name
        except OSError as problem:
            log.warning("a picture of %s cannot be kept: %s", self._name, problem)
            return None

    def relabel(self, picture: str, label: Mapping[str, Any] | None) -> None:
        """The dice of a picture are named anew, or (None) by nobody any more."""
        try:
            told = self._forget(picture)
            known = {key: value for key, value in told.items() if key not in LABEL}
            if (self._folder / picture).exists():
                self._note(LABELS if label is not None else UNLABELLED, picture, {**(label or {}), **known})
        except OSError as problem:
            log.warning("%s cannot be labelled anew: %s", picture, problem)

    def beside(self, name: str, content: bytes) -> None:
        """Lays a file with the pictures, in place of an older one: what they have to be read with."""
        try:
            if self._folder.is_dir():
                _write(self._folder / name, content)
        except OSError as problem:
            log.warning("%s cannot be laid with the pictures: %s", name, problem)

    def _pictures(self) -> list[Path]:
        """Oldest first: they are numbered, whatever the clock said."""
        return sorted(self._folder.glob(f"{self._name}__*.*"))

    def _next(self) -> int:
        last = self._pictures()[-1:]
        return 1 + max((_number(file) for file in last), default=0)

    def _make_room(self, size: int) -> None:
        """For one more picture of this size."""
        pictures = self._pictures()
        total = sum(file.stat().st_size for file in pictures)
        while pictures and (
            total + size > self._budget or len(pictures) >= self._most or self._spare(self._folder) < size
        ):
            total -= pictures[0].stat().st_size
            self._remove(pictures.pop(0))

    def _remove(self, file: Path) -> None:
        # What is said of it goes first: a label without its picture would make the folder unreadable.
        self._forget(file.name)
        file.unlink()

    def _forget(self, picture: str) -> dict[str, Any]:
        """Takes away what is said of a picture, and gives it."""
        said: dict[str, Any] = {}
        for name in (LABELS, UNLABELLED):
            known = _read(self._folder / name)
            if picture in known:
                said |= known.pop(picture)
                _write(self._folder / name, _packed(known))
        return said

    def _note(self, name: str, picture: str, what: Mapping[str, Any]) -> None:
        _write(self._folder / name, _packed({**_read(self._folder / name), picture: what}))


def _number(file: Path) -> int:
    digits = file.stem.rpartition("__")[2]
    return int(digits) if digits.isdecimal() else 0


def _read(file: Path) -> dict[str, Any]:
    """What a file of labels holds; one that is damaged is begun anew."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _packed(labels: Mapping[str, Any]) -> bytes:
    return (json.dumps(labels, ensure_ascii=False, indent=1) + "\n").encode()


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(content)
    new.replace(file)
