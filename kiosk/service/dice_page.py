"""What the table knows of its own dice: their colour, the numerals of the black ones, and whether these have spots."""

from __future__ import annotations

from typing import Literal, TypeAlias

from kiosk.ask import Ask
from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.service.menu import STEPS
from kiosk.service.page import Place
from kiosk.service.trial import BACK
from vision import d12
from vision.calibrating.versions import Versions
from vision.d12.taught import Taught
from vision.own_dice import OwnDice, own_dice

Choice: TypeAlias = Literal["colour", "marks", "numerals"]
CHOICES: tuple[Choice, ...] = ("colour", "marks", "numerals")
Answer: TypeAlias = Literal["", "sure", "full", "counted"]
"""What is to be said. sure: learnt faces are forgotten when green is pressed once more. full: it could not be stored.
counted: spots need not be learnt."""


class DicePage:
    """The list. What is changed here counts from the moment at which the page is left."""

    def __init__(self, ask: Ask, versions: Versions) -> None:
        self._ask, self._versions = ask, versions
        self.at = 0
        """The line that is chosen."""
        self.own = OwnDice()
        """What is known."""
        self.answer: Answer = ""
        self._new = False

    @property
    def choice(self) -> Choice:
        """The line that is chosen."""
        return CHOICES[self.at]

    @property
    def blacks(self) -> Taught:
        """What is known of the black dice."""
        return self.own.d12 or Taught()

    def enter(self) -> None:
        """With what is known now; a file that cannot be read tells nothing."""
        self.own = own_dice(self._versions.path, lambda _: None)
        self.answer, self._new = "", False

    def leave(self) -> None:
        """The camera's process takes up what was chosen."""
        if self._new:
            self._ask("calibrated", path=str(self._versions.path))

    def press(self, button: Button) -> Place | None:
        """Move, open or change, or back."""
        if button is BACK:
            return "menu"
        if button in STEPS:
            self.at, self.answer = (self.at + STEPS[button]) % len(CHOICES), ""
        return self._open() if button is Button.CONFIRM else None

    def _open(self) -> Place | None:
        if self.choice == "colour":
            return "colour"
        if self.choice == "marks":
            self._change()
        elif not self.blacks.spotted:
            return "teach"
        else:
            self.answer = "counted"
        return None

    def _change(self) -> None:
        """Numerals or spots; what was learnt of other dice says nothing about these, and who has it is asked."""
        if self.blacks.values and self.answer != "sure":
            self.answer = "sure"
            return
        changed = Taught(spotted=not self.blacks.spotted)
        try:
            changed.save(self._versions.path.with_name(d12.TAUGHT))
        except OSError:
            self.answer = "full"
            return
        self.own, self.answer, self._new = OwnDice(self.own.d6, changed), "", True

    def follow(self, now: float) -> None:
        """Nothing happens by time alone."""

    def hear(self, event: Event) -> None:
        """Nothing that happens at the table concerns it."""
