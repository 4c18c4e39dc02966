"""An installation as a list of steps that say what they do, know whether it is done already, and do it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


class Trouble(Exception):
    """Something a person has to see to; the text is one line."""


@dataclass(frozen=True)
class Step:
    """`text`: what it does. `done`: whether that is so already. `do`: does it; raises Trouble, OSError."""

    text: str
    done: Callable[[], bool]
    do: Callable[[], None]


@dataclass(frozen=True)
class LeftOut:
    """A step that this machine does not allow, and why."""

    text: str
    why: str


def always() -> bool:
    """For steps that are done anew every time."""
    return False


def carry_out(steps: Iterable[Step | LeftOut], say: Callable[[str], None], *, dry: bool) -> None:
    """One step after the other; a dry run only says them. Raises what a step raises."""
    for step in steps:
        if isinstance(step, LeftOut):
            say(f"left out: {step.text} ({step.why})")
        elif step.done():
            say(f"already:  {step.text}")
        elif dry:
            say(f"would:    {step.text}")
        else:
            say(f"now:      {step.text}")
            step.do()
