"""What a check says: what is, what should be, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Grade: TypeAlias = Literal["fine", "look", "broken", "elsewhere", "untried"]
"""fine: as it should be. look: people can play, but somebody should see to it. broken: people cannot play. elsewhere:
there is no such thing on this machine, or none is wanted. untried: it was left alone because a table is playing."""


@dataclass(frozen=True)
class Check:
    """One check's result. `found`: what is; `wanted`: what should be; `todo`: what to do, empty when nothing."""

    name: str
    grade: Grade
    found: str
    wanted: str
    todo: str = ""

    def to_json(self) -> dict[str, Any]:
        """As `raflebord doctor --json` prints it."""
        return {
            "check": self.name,
            "grade": self.grade,
            "found": self.found,
            "wanted": self.wanted,
            "todo": self.todo,
        }


def elsewhere(name: str, why: str = "") -> Check:
    """There is no such thing on this machine."""
    return Check(name, "elsewhere", f"not on this machine{': ' if why else ''}{why}", "")
