"""The player: a card that is away, leaves or hangs costs the sound and nothing else, and comes back by itself."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

import pytest

from kiosk.sound import player
from kiosk.sound.cues import Cue
from kiosk.sound.player import RETRY, STUCK, TOO_LATE, MixerSpeaker, NoSound, Player, all_sounds


class Card:
    """A sound card that can be pulled out and put back; a sound takes one second."""

    def __init__(self) -> None:
        self.there = True
        self.frozen = False
        self.heard: list[tuple[Cue, float]] = []
        self.opened = self.closed = 0
        self.now = 100.0
        self._until = 0.0

    def open(self) -> Card:
        if not self.there:
            raise NoSound("there is no sound card")
        self.opened += 1
        return self

    def play(self, cue: Cue, gain: float) -> float:
        if not self.there:
            raise NoSound("the card is gone")
        self.heard.append((cue, gain))
        self._until = self.now + 1.0
        return 1.0

    @property
    def busy(self) -> bool:
        return self.frozen or self.now < self._until

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def card() -> Card:
    return Card()


@pytest.fixture
def played(card: Card, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A player whose thread is the test itself: it calls `turn`."""
    monkeypatch.setattr(threading.Thread, "start", lambda self: None)
    monkeypatch.setattr(threading.Thread, "join", lambda self, timeout=None: None)
    return Player(lambda: card.now, card.open)


def sound(played: Player, card: Card, cue: Cue, after: float = 0.0) -> None:
    card.now += after
    played.play(cue, 0.5)
    assert played.turn(0.0)


def test_a_sound_is_played_and_the_card_opened_once(played: Player, card: Card) -> None:
    sound(played, card, "kept")
    sound(played, card, "win", after=5)
    assert card.heard == [("kept", 0.5), ("win", 0.5)]
    assert (card.opened, card.closed) == (1, 0)


def test_when_it_is_off_no_card_is_opened(card: Card) -> None:
    """Not even a thread is begun."""
    played, before = Player(lambda: card.now, card.open), threading.active_count()
    played.play("kept", 0.0)
    assert (threading.active_count(), card.opened, card.heard) == (before, 0, [])


def test_without_a_card_it_says_so_once_and_heals(
    played: Player, card: Card, caplog: pytest.LogCaptureFixture
) -> None:
    card.there = False
    for _ in range(5):
        sound(played, card, "kept", after=RETRY)
    assert played.silent
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "the table is silent until there is one again" in caplog.text
    card.there = True
    sound(played, card, "win", after=RETRY)
    assert card.heard == [("win", 0.5)]
    assert not played.silent
    assert "there again" in caplog.text


def test_it_heals_without_being_asked_for_a_sound(played: Player, card: Card) -> None:
    card.there = False
    sound(played, card, "kept")
    card.there, card.now = True, card.now + RETRY
    assert played.turn(0.0)
    assert card.opened == 1


def test_a_card_is_not_looked_for_all_the_time(played: Player, card: Card) -> None:
    card.there = False
    sound(played, card, "kept")
    card.there = True
    sound(played, card, "kept", after=RETRY / 2)
    assert (card.opened, card.heard) == (0, [])


def test_a_card_that_is_pulled_out_is_noticed(played: Player, card: Card) -> None:
    sound(played, card, "kept")
    card.there = False
    sound(played, card, "kept", after=5)
    assert played.silent
    card.there = True
    sound(played, card, "kept", after=RETRY)
    assert (card.opened, card.closed, len(card.heard)) == (2, 1, 2)


def test_a_card_that_never_comes_to_the_end_of_a_sound_is_opened_anew(played: Player, card: Card) -> None:
    sound(played, card, "kept")
    card.frozen = True
    card.now += 1.0 + STUCK + 0.1
    assert played.turn(0.0)
    assert card.closed == 1
    card.frozen = False
    sound(played, card, "kept", after=RETRY)
    assert card.opened == 2


def test_a_sound_that_comes_too_late_is_not_played(played: Player, card: Card) -> None:
    played.play("kept", 1.0)
    card.now += TOO_LATE + 0.1
    assert played.turn(0.0)
    assert card.heard == []


def test_it_ends_when_asked_to(played: Player, card: Card) -> None:
    sound(played, card, "kept")
    played.close()
    assert not played.turn(0.0)


def test_a_card_that_hangs_does_not_hold_up_the_table() -> None:
    """For real: the card is opened in a thread that waits for as long as the test lasts."""
    done = threading.Event()

    def hang() -> Card:
        done.wait(30)
        raise NoSound("never mind")

    played = Player(time.monotonic, hang)
    begin = time.monotonic()
    for _ in range(1000):
        played.play("kept", 1.0)
    assert time.monotonic() - begin < 0.5
    done.set()
    played.close()


# SDL's own mixer, with its driver that plays to nobody


def test_the_mixer_plays_every_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = all_sounds()
    speaker = MixerSpeaker(sounds)
    seconds = {cue: speaker.play(cue, 0.3) for cue in sounds}
    assert speaker.busy
    speaker.close()
    assert not speaker.busy
    assert all(seconds[cue] == pytest.approx(len(wave) / 24_000, abs=0.01) for cue, wave in sounds.items())


def test_a_mixer_that_cannot_be_opened_is_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-like-it")
    with pytest.raises(NoSound):
        MixerSpeaker(all_sounds())


def test_a_mixer_that_was_closed_under_it_is_no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = MixerSpeaker(all_sounds())
    pygame.mixer.quit()
    assert not speaker.busy
    with pytest.raises(NoSound):
        speaker.play("kept", 1.0)


@pytest.mark.parametrize(
    "made, environ, there",
    [
        ([], {}, False),
        (["pcmC0D0c"], {}, False),
        (["pcmC0D0p"], {}, True),
        (["pulse/native"], {"XDG_RUNTIME_DIR": "HERE"}, True),
        ([], {"XDG_RUNTIME_DIR": "HERE"}, False),
        ([], {"PULSE_SERVER": "somewhere"}, True),
        ([], {"SDL_AUDIODRIVER": "dummy"}, True),
    ],
)
def test_where_nothing_can_play_nothing_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: list[str], environ: dict[str, str], there: bool
) -> None:
    for name in made:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(player, "CARDS", tmp_path)
    given = {key: str(tmp_path) if value == "HERE" else value for key, value in environ.items()}
    if there:
        player._refuse_nothing(given)
    else:
        with pytest.raises(NoSound, match="no sound card"):
            player._refuse_nothing(given)
