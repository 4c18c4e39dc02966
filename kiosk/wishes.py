"""What people have chosen before a match begins: language, game, how many play, house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rules import GAMES
from rules.options import Value

if TYPE_CHECKING:
    from kiosk.words import Words

USUAL = 2
"""How many play unless people say otherwise."""
LANGUAGES: tuple[str, ...] = ("da", "nb", "en")


class Wishes:
    """`games`: those that can be played here, in their order."""

    def __init__(self, words: Callable[[str], Words], language: str, games: Sequence[str]) -> None:
        self._words = words
        self.language = self._own_language = language
        self.games = tuple(games)
        """The games that can be played here."""
        self.game = self.games[0]
        """The game that is chosen, or was played last."""
        self.player_count = USUAL
        """How many will play the next match."""
        self.house_rules: dict[str, Value] = {}
        """The options of the next match that people have decided on."""

    @property
    def words(self) -> Words:
        """The catalogue of the language spoken now."""
        return self._words(self.language)

    def set_language(self, code: str) -> None:
        """Speak da, nb or en from now on; another is not spoken here."""
        self.language = code if code in LANGUAGES else self.language

    def speak_own_language(self) -> None:
        """Those who wanted another have gone."""
        self.language = self._own_language

    def choose_game(self, game: str) -> None:
        """The next match will be of this game."""
        if game != self.game:
            self.forget()
        self.game = game

    def choose_players(self, count: int) -> None:
        """So many will play; ignored when the game is not for so many."""
        if count in GAMES[self.game].seats:
            self.player_count = count

    def set_house_rule(self, name: str, value: Value) -> None:
        """An option of the next match."""
        self.house_rules[name] = value

    def names(self, count: int) -> list[str]:
        """What so many players are called."""
        return [self.words.text("Player {number}", number=seat + 1) for seat in range(count)]

    def forget(self) -> None:
        """What others have decided for their match is not for the next people."""
        self.player_count = USUAL
        self.house_rules.clear()
