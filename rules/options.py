"""What a table may decide about a game, as typed data.

A game declares its options as a frozen dataclass derived from `Options`; each field's default, range and
meaning stand in the declaration, and everything else (reading, refusing, listing) follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias, TypeVar

from rules.refused import Refused, quoted

Value: TypeAlias = bool | int | str
MOST = 1_000_000
"""No number at a table is larger: a bound, so that sums stay small."""


@dataclass(frozen=True)
class Option:
    """One option: `kind` is `switch`, `number` or `choice`; `allowed` is what it may be."""

    name: str
    kind: str
    default: Value
    allowed: range | tuple[Value, ...]
    meaning: str

    def check(self, value: object) -> Value:
        """The value if it may be set; raises `Refused`. `True` is no number and 1 is no switch."""
        if type(value) is type(self.default) and value in self.allowed:
            return value
        raise Refused("The option {option} is {range}.", option=self.name, range=self.range)

    @property
    def range(self) -> str:
        """What it may be, in words."""
        if isinstance(self.allowed, tuple):
            words = [str(value).lower() for value in self.allowed]
            return " or ".join(words)
        step = f" in steps of {self.allowed.step}" if self.allowed.step > 1 else ""
        return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}{step}"


def switch(default: bool, meaning: str) -> Any:
    """Declare an option that is on or off."""
    return _option("switch", default, (False, True), meaning)


def number(default: int, meaning: str, *, least: int = 0, step: int = 1) -> Any:
    """Declare a whole number from `least` to `MOST`, in steps."""
    return _option("number", default, range(least, MOST + 1, step), meaning)


def choice(default: str, allowed: tuple[str, ...], meaning: str) -> Any:
    """Declare a choice among words."""
    return _option("choice", default, allowed, meaning)


def _option(kind: str, default: Value, allowed: range | tuple[Value, ...], meaning: str) -> Any:
    about = {"kind": kind, "default": default, "allowed": allowed, "meaning": meaning}
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class Options:
    """The option that all games have; each game adds its own."""

    roll_off: bool = switch(False, "Every seat rolls one die for who starts; the highest does.")


AnyOptions = TypeVar("AnyOptions", bound=Options)


def declared(kind: type[Options]) -> tuple[Option, ...]:
    """The options that a game declares, in order."""
    return tuple(Option(entry.name, **entry.metadata) for entry in fields(kind))


def read(kind: type[AnyOptions], given: Mapping[str, object]) -> AnyOptions:
    """All options in effect: those given, checked, and the defaults of the rest. Raises `Refused`."""
    known = {option.name: option for option in declared(kind)}
    for name in given:
        if name not in known:
            raise Refused("There is no option {option} in this game.", option=quoted(name))
    checked: dict[str, Any] = {name: known[name].check(value) for name, value in given.items()}
    return kind(**checked)
