"""Versions of the program side by side, each with its own Python environment, and a link to the one in use.

/opt/raflebord/versions/0.1.0/      a virtual environment with the program in it
/opt/raflebord/current              -> versions/0.2.0
/opt/raflebord/previous             -> versions/0.1.0
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from setup.steps import Trouble

ROOT = Path("/opt/raflebord")
NAME = re.compile(r"[0-9][0-9A-Za-z.]*")
"""Names that are safe as a folder's and as part of a unit's name; versions with a local part (+) are not."""
WHOLE = ".whole"
"""Lies in a version that was installed to the end."""


class Versions:
    """What is installed under `root`."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    def path(self, version: str) -> Path:
        """Where a version is, or would be; raises Trouble for what is no version."""
        if not NAME.fullmatch(version):
            raise Trouble(f"{version!r} is no version: expected one such as 0.2.0")
        return self.root / "versions" / version

    def installed(self) -> list[str]:
        """All versions that are whole, oldest first."""
        found = (path.parent.name for path in (self.root / "versions").glob(f"*/{WHOLE}"))
        return sorted(found, key=order)

    def is_whole(self, version: str) -> bool:
        """Whether it was installed to the end."""
        return (self.path(version) / WHOLE).exists()

    @property
    def current(self) -> str | None:
        """The version in use."""
        return self._linked("current")

    @property
    def previous(self) -> str | None:
        """The one before it."""
        return self._linked("previous")

    def _linked(self, name: str) -> str | None:
        try:
            version = (self.root / name).readlink().name
        except OSError:
            return None
        return version if self.is_whole(version) else None

    def use(self, version: str) -> None:
        """This version from the next start on; raises Trouble when it is not there."""
        if not self.is_whole(version):
            raise Trouble(
                f"version {version} is not installed: there are {', '.join(self.installed()) or 'none'}"
            )
        before = self.current
        if before == version:
            return
        if before is not None:
            self._link("previous", before)
        self._link("current", version)

    def forget_previous(self) -> None:
        """There is nothing to go back to: the version before failed its trial."""
        (self.root / "previous").unlink(missing_ok=True)

    def _link(self, name: str, version: str) -> None:
        """A link is replaced in one step: at no moment is there none."""
        new = self.root / f"{name}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(Path("versions") / version)
        new.replace(self.root / name)
        folder = os.open(self.root, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def clear(self, keep: int) -> list[str]:
        """Removes the oldest versions beyond `keep`, never the one in use or the one before it; gives those removed."""
        spared = {self.current, self.previous}
        spare = [version for version in self.installed() if version not in spared]
        gone = spare[: max(0, len(self.installed()) - keep)]
        for version in gone:
            shutil.rmtree(self.path(version))
        return gone


def order(version: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts versions by their numbers; 0.2.0rc1 comes before 0.2.0 and after 0.1.9."""
    parts = re.findall(r"[0-9]+|[A-Za-z]+", version)
    return (*map(_rank, parts), (0, 0, ""))


def _rank(part: str) -> tuple[int, int, str]:
    """More numbers and a `post` come after the version without them, all other words (a, b, rc, dev) before it."""
    return (1, int(part), "") if part.isdigit() else (1 if part == "post" else -1, 0, part)
