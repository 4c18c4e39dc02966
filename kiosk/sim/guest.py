"""A simulated guest: sees what people see, decides like a good player, presses real buttons, throws simulated dice.

Nothing is short-cut: the guest never tells the program what the dice show. It looks at the screen's question, at
the referee's advice and its marks, and at the dice on the felt when it takes hold of them.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kiosk.buttons import HOLDS, Button
from kiosk.clock import Clock
from kiosk.referee.advice import Advice
from kiosk.referee.laying import staying
from kiosk.screens.base import Screen
from kiosk.screens.target_view import dice_of
from kiosk.screens.yatzy import BACK, YatzyScreen, ranked
from kiosk.sim.hands import Lying, Sight, SimHands, near
from kiosk.table import LANGUAGES, Table, TableDie
from rules import Bank, Keep, Match, Matching, RollWanted, Score
from rules.bots import Decision, good_move
from vision.reading import Kind

DOWN = 0.012
"""Seconds a button is held down, and let go before the next: just more than a contact takes to settle."""
PATIENCE = 10.0
"""Simulated seconds after which a guest who gets no answer tries again."""
LOOK = 0.05
"""Seconds between two looks at the table while waiting."""
TO_LANE = 0.3
"""How often kept dice are laid into the lane rather than left where they lie."""
ROOM = 24.0
"""Dice whose centres are so far apart do not touch, mm."""
NUDGE = 26.0
"""How far a die that cannot be read is moved, mm."""
WAIT_FOR = frozenset({"hand", "dark", "bright", "lens", "markers", "covered", "foreign"})
"""Advice that is over by itself at the simulated table."""
Contact = Callable[[Button, bool], None]
"""Closes (True) or opens the contact of a button."""


@dataclass(frozen=True)
class Waiting:
    """What the guest has done last, as far as the table's answer to it goes."""

    moves: int
    advice: Advice | None
    dice: tuple[TableDie, ...] | None
    """While dice are laid into the lane: as the screen showed them before."""


class Guest:
    """Plays one game with as many players as there are seats; `act` does the next small thing.

    `look` is called before each decision, when nothing of it is done yet; `pause`: seconds of thought after it,
    for people who watch.
    """

    def __init__(
        self,
        table: Table,
        screens: Mapping[str, Screen],
        contact: Contact,
        hands: SimHands,
        clock: Clock,
        rng: random.Random,
        players: int,
        language: str,
        look: Callable[[], None] = lambda: None,
        pause: float = 0.0,
        game: str = "yatzy",
    ) -> None:
        self._table = table
        self._screens = screens
        self._contact = contact
        self._hands = hands
        self._clock = clock
        self._rng = rng
        self._players = players
        self._language = language
        self._look = look
        self._pause = pause
        self._game = game
        self._fingers: deque[tuple[tuple[Button, ...], bool]] = deque()
        self._not_before = 0.0
        self._waiting: Waiting | None = None
        self._quiet_since: float | None = None
        self._plan: tuple[Match, Decision] | None = None
        self._asked_about_lane: Match | None = None
        self._nudged: int | None = None
        """After how many moves a die that could not be read was pushed: once a roll, then it is rolled again."""

    def act(self) -> None:
        """Do the next thing if it is time for one."""
        now = self._clock.now()
        if now < self._not_before or self._hands.busy:
            return
        if self._fingers:
            buttons, down = self._fingers.popleft()
            for button in buttons:
                self._contact(button, down)
            # From now, not from when this began: on a busy machine that may be long ago, and the press too short.
            self._not_before = self._clock.now() + DOWN
        elif self._waiting is not None:
            self._await_answer(self._waiting, now)
        elif self._table.tray is None:
            self._not_before = now + LOOK  # nobody sits down at a table that sees nothing yet
        else:
            self._look()
            self._not_before = now + self._pause
            self._decide()

    def patience(self) -> float:
        """Seconds for which there is nothing to do here unless something happens, such as an answer."""
        return LOOK if self._hands.busy else max(0.0, self._not_before - self._clock.now())

    # -- waiting -------------------------------------------------------------------------------------------

    @property
    def _moves(self) -> int:
        return len(self._table.steps)

    def _wait_for_answer(self) -> None:
        dice = self._table.dice if self._table.may_keep else None
        self._waiting = Waiting(self._moves, self._table.advice, dice)
        self._quiet_since = None

    def _await_answer(self, waiting: Waiting, now: float) -> None:
        """Until a move is made, something new is said, or nothing has happened for long."""
        table = self._table
        moved = waiting.dice is not None and table.dice is not waiting.dice
        if self._moves != waiting.moves or table.advice is not waiting.advice or moved:
            self._waiting = None
            return
        self._not_before = now + LOOK
        self._hands.look(self._look_up)

    def _look_up(self, seen: Sight) -> None:
        if not seen.quiet:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = seen.t
        elif seen.t - self._quiet_since > PATIENCE:
            self._waiting = None

    # -- deciding ------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        table = self._table
        before: dict[str, Callable[[], None]] = {
            "attract": self._greet,
            "language": self._choose_language,
            "games": self._choose_game,
            "players": self._sit_down,
        }
        if table.screen in before:
            before[table.screen]()
        elif table.match is not None and table.match.expect.choose:
            self._choose(table.match)
        elif table.match is not None and table.match.expect.roll:
            self._roll()

    def _press(self, *buttons: Button) -> None:
        """One after the other."""
        for button in buttons:
            self._press_at_once([button])

    def _press_at_once(self, buttons: Sequence[Button]) -> None:
        """With a finger on each."""
        self._fingers.extend([(tuple(buttons), True), (tuple(buttons), False)])

    def _greet(self) -> None:
        self._press(Button.RIGHT)

    def _choose_language(self) -> None:
        there = LANGUAGES.index(self._language) - LANGUAGES.index(self._table.language)
        self._press(*[Button.RIGHT] * (there % len(LANGUAGES)), Button.CONFIRM)

    def _choose_game(self) -> None:
        self._press(HOLDS[self._table.games.index(self._game)])

    def _sit_down(self) -> None:
        more = max(0, self._players - len(HOLDS))
        first = HOLDS[min(self._players, len(HOLDS)) - 1]
        self._press(first, *[Button.RIGHT] * more, Button.CONFIRM)

    def _roll(self) -> None:
        advice = self._table.advice
        if advice is not None and advice.question:
            self._press(Button.CONFIRM)
            return
        if advice is not None and advice.kind in WAIT_FOR:
            self._wait_for_answer()
            return
        if advice is None or not self._remedy(advice):
            self._hands.look(self._set_out_or_throw)
        self._wait_for_answer()

    def _set_out_or_throw(self, seen: Sight) -> None:
        """Kept dice that are not there (picked up by mistake, or after a restart) are laid down first."""
        if self._waiting is None or self._moves != self._waiting.moves:
            return  # the roll was accepted meanwhile
        kept = [die for die in self._table.dice if die.kept and die.kind == self._rolled]
        there = [die for die in seen.dice if any(_same(die, one) for one in kept)]
        missing = [one.value for one in kept if not any(_same(die, one) for die in there)]
        if not missing:
            self._hands.throw()
            return
        advice = self._table.advice
        rolled = advice is not None and advice.kind == "kept_missing"
        leave = [die.place for die in (seen.dice if rolled else there)]
        self._hands.command("throw", count=len(missing), leave=leave, values=missing, kind=self._rolled)
        self._waiting = Waiting(self._moves, advice, self._table.dice)

    def _remedy(self, advice: Advice) -> bool:
        """Help a die without rolling it again, where that is what was asked for."""
        if advice.kind == "unsure" and self._nudged != self._moves:
            self._nudged = self._moves
            self._hands.look(lambda seen: self._nudge(advice, seen))
            return True
        if advice.kind in ("kept_turned", "turned"):
            value = advice.params["value"]
            self._hands.look(lambda seen: self._turn_back(advice, value, seen))
            return True
        return False

    def _nudge(self, advice: Advice, seen: Sight) -> None:
        """Push the marked dice to where there is room."""
        moves = [
            [die.place, place]
            for die in seen.dice
            if near(die.place, advice.marks) and (place := _room(die, seen.dice))
        ]
        if moves:
            self._hands.command("carry", moves=moves)

    def _turn_back(self, advice: Advice, value: object, seen: Sight) -> None:
        """Lay the marked die down as it was, wherever it is by now; never one more than belong to the game."""
        others = [die for die in seen.dice if not near(die.place, advice.marks)]
        kind: Kind = next((die.kind for die in seen.dice if die not in others), self._rolled)
        if sum(die.kind == kind for die in others) < self._in_play(kind):
            leave = [die.place for die in others]
            self._hands.command("throw", count=1, leave=leave, values=[value], kind=kind)
        else:
            self._hands.throw()

    @property
    def _rolled(self) -> Kind:
        """The kind of dice that is rolled now."""
        match = self._table.match
        return match.expect.roll.kind if match is not None and match.expect.roll is not None else "d6"

    def _in_play(self, kind: Kind) -> int:
        """How many dice of a kind belong into the tray."""
        match, dice = self._table.match, self._table.dice
        if match is None or match.expect.roll is None or kind != self._rolled:
            return sum(die.kind == kind for die in dice)
        return match.expect.roll.count + len(staying(dice, kind))

    # -- choosing ------------------------------------------------------------------------------------------

    def _choose(self, match: Match) -> None:
        """A step towards what was planned: the lane, then HOLD buttons, then CONFIRM; or arrows, then BANK."""
        if self._plan is None or self._plan[0] is not match:
            self._plan = match, good_move(match, self._rng)
        plan = self._plan[1]
        match plan:
            case Keep():
                self._keep(match, plan)
            case Score(field):
                self._write(match, field)
            case Matching(pairs):
                self._match(Keep(dice_of(pairs)))
            case RollWanted():
                self._roll()
            case _:
                self._press(Button.BANK)

    def _keep(self, match: Match, plan: Keep) -> None:
        wrong = self._to_press(plan)
        if wrong:
            self._press_at_once(wrong)
        elif self._asked_about_lane is not match and self._rng.random() < TO_LANE:
            self._asked_about_lane = match
            self._hands.lay_aside()
            self._wait_for_answer()
        else:
            self._press(Button.BANK if self._will_bank(match, plan) else Button.CONFIRM)

    def _match(self, plan: Keep) -> None:
        """The dice are marked; which targets they make is the same sum, whatever way it is split."""
        wrong = self._to_press(plan)
        self._press_at_once(wrong) if wrong else self._press(Button.CONFIRM)

    def _will_bank(self, match: Match, plan: Keep) -> bool:
        """Whether the turn shall be stopped with these dice: one press does both."""
        after, _ = match.apply(plan)
        return Bank() in after.expect.choose and good_move(after, self._rng) == Bank()

    def _to_press(self, plan: Keep) -> list[Button]:
        """The HOLD buttons that make the dice lit as kept those of the plan."""
        missing = Counter(plan.dice)
        buttons = []
        open_ = [pair for pair in zip(HOLDS, self._table.dice, strict=False) if not pair[1].aside]
        for button, die in sorted(open_, key=lambda pair: not pair[1].kept):
            stays = missing[die.value] > 0
            missing[die.value] -= stays
            if stays is not die.kept:
                buttons.append(button)
        return buttons

    def _write(self, match: Match, field: str) -> None:
        screen = self._screens["yatzy"]
        assert isinstance(screen, YatzyScreen)
        fields, shown = ranked(match), screen.chosen(self._table)
        if shown is None or shown == field:
            self._press(Button.BANK)
            return
        ahead = (fields.index(field) - fields.index(shown)) % len(fields)
        behind = len(fields) - ahead
        self._press(*([Button.RIGHT] * ahead if ahead <= behind else [BACK] * behind))


def _same(seen: Lying, kept: TableDie) -> bool:
    return seen.kind == kept.kind and seen.value == kept.value and near(seen.place, [(kept.x, kept.y)])


def _room(die: Lying, dice: tuple[Lying, ...]) -> tuple[float, float] | None:
    """A free place near a die, in the roll zone."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)):
        place = die.x + dx * NUDGE, die.y + dy * NUDGE
        inside = 16 <= place[0] <= 200 and 16 <= place[1] <= 244
        if inside and all(math.dist(place, other.place) > ROOM for other in dice if other is not die):
            return place
    return None
