"""What the tests have in common: how far they are, what they say, what came of them.

A test is begun, hears what happens, follows the time and gets the buttons; at some moment it has a verdict. It has the
parts that it tries from whoever makes it, and puts back what it has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from kiosk.buttons import Button, Lamp
from kiosk.events import Event
from kiosk.journal.diary_rows import Verdict
from kiosk.words import msg

__all__ = ["BACK", "Asking", "Bars", "Gauge", "Item", "Mark", "Saying", "Trial", "Verdict"]

Mark: TypeAlias = Literal["now", "good", "bad", "absent"]
"""How one of several things that are tried is: now: its turn."""
BACK = Button.LEFT


@dataclass(frozen=True)
class Saying:
    """A message with its numbers; `names` (messages, too) are put in a row in the place of `{names}`."""

    text: str
    numbers: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """One of several things that are tried: its name (a message), how it is (None: not yet tried), and its figure."""

    name: str
    mark: Mark | None
    figure: Saying | None = None


@dataclass(frozen=True)
class Gauge:
    """A figure: its name (a message), the number with so many decimals and its unit; None: not known yet.

    `share` (0..1): how full its bar is; `good`: between which shares it is as it should be.
    """

    name: str
    value: float | None
    unit: str = ""
    places: int = 0
    share: float | None = None
    good: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True)
class Bars:
    """Values one after the other, each as a share (0..1) of the highest that is drawn; `limit`: where they should end
    or begin, `name` what they are."""

    name: str
    shares: tuple[float, ...]
    limit: float | None = None


class Trial:
    """One test. `name` as in the diary; `title` is a message."""

    name: ClassVar[str]
    title: ClassVar[str]
    takes_all: ClassVar[bool] = False
    """Whether even LEFT is tried and does not lead back while the test is under way."""

    def __init__(self) -> None:
        self.verdict: Verdict | None = None
        self.changes = 0
        """Grows whenever there is something new to draw."""
        self.says = Saying("")
        """The one sentence that counts now."""

    def begin(self, now: float) -> None:
        """From the start."""
        self.verdict = None
        self.changes += 1

    def end(self) -> None:
        """Put back what was changed."""

    def press(self, button: Button) -> None:
        """A button went down while there is no verdict."""

    def hear(self, event: Event) -> None:
        """What happens at the table while there is no verdict."""

    def follow(self, now: float) -> None:
        """Time passes while there is no verdict."""

    def lamps(self) -> Mapping[Button, Lamp]:
        """The lamps that are not off while there is no verdict."""
        return {BACK: Lamp.ON}

    def doings(self) -> Mapping[Button, str]:
        """What the buttons do, as messages."""
        return {}

    def items(self) -> Sequence[Item]:
        """The things that are tried one after the other."""
        return ()

    def bars(self) -> Bars | None:
        """What is drawn as bars."""
        return None

    def gauges(self) -> Sequence[Gauge]:
        """The figures."""
        return ()

    def figures(self) -> Mapping[str, object]:
        """What is written down beside the verdict, as plain data."""
        return {}

    def _all_of(self) -> tuple[float, float]:
        """Where the bar of a count that is to become full is good: anywhere until there is a verdict."""
        return (0.0 if self.verdict is None else 1.0, 1.0)

    def _judge(self, verdict: Verdict, says: Saying) -> None:
        self.verdict, self.says = verdict, says
        self.changes += 1


class Asking(Trial):
    """Shows one thing after the other; the maintainer says of each whether it is as it should be."""

    question: ClassVar[str]
    """A message with `{name}`, which is the thing's."""
    wrong: ClassVar[str]
    """A message with `{names}`."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = tuple(names)
        self.at = 0
        """Which one is shown."""
        self.refused: list[int] = []
        """Those that were not as they should be."""

    def begin(self, now: float) -> None:
        """From the first thing on."""
        super().begin(now)
        self.at, self.refused = 0, []
        self._turn_to()

    def _turn_to(self) -> None:
        self.says = Saying(self.question, names=(self._names[self.at],))
        self.changes += 1
        self.show(self.at)

    def show(self, index: int) -> None:
        """Let this one be seen or heard."""
        raise NotImplementedError

    def press(self, button: Button) -> None:
        """Green: it is as it should be. Yellow: it is not. RIGHT: once more."""
        if button is Button.RIGHT:
            self.show(self.at)
        elif button in (Button.CONFIRM, Button.BANK):
            self._answer(good=button is Button.CONFIRM)

    def _answer(self, good: bool) -> None:
        if not good:
            self.refused.append(self.at)
        self.at += 1
        if self.at < len(self._names):
            self._turn_to()
            return
        self.end()
        if self.refused:
            self._judge("failed", Saying(self.wrong, names=tuple(self._names[i] for i in self.refused)))
        else:
            self._judge("passed", Saying(msg("All as it should be.")))

    def lamps(self) -> Mapping[Button, Lamp]:
        """What can be answered."""
        return dict.fromkeys((BACK, *self.doings()), Lamp.ON)

    def doings(self) -> Mapping[Button, str]:
        """Yes and no."""
        return {Button.CONFIRM: msg("Yes"), Button.BANK: msg("No")}

    def items(self) -> Sequence[Item]:
        """All of them, with what was said."""
        return tuple(Item(name, self._mark(index)) for index, name in enumerate(self._names))

    def _mark(self, index: int) -> Mark | None:
        if index in self.refused:
            return "bad"
        if index < self.at:
            return "good"
        return "now" if index == self.at and self.verdict is None else None

    def figures(self) -> Mapping[str, object]:
        """What was refused, by its English name."""
        return {"wrong": [self._names[index] for index in self.refused]}
