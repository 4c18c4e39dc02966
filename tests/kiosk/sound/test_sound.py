"""The sounds themselves: short, quiet, warm, all in good time; and how loud they are played."""

from __future__ import annotations

import time
import wave
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from kiosk.sound import wood
from kiosk.sound.__main__ import sheet, write_wav
from kiosk.sound.cues import SCORES, Cue, samples
from kiosk.sound.loudness import (
    FILE,
    NO_NIGHT,
    VOLUMES,
    Loudness,
    Night,
    Volume,
    read_night,
    remember,
    remembered,
)
from kiosk.sound.measure import measure, spectrogram
from kiosk.sound.player import all_sounds
from kiosk.sound.wood import RATE, bar

CUES = get_args(Cue)


def tone(hertz: float, strength: float, seconds: float = 1.0) -> np.ndarray:
    t = np.arange(int(seconds * RATE)) / RATE
    return np.round(32767 * strength * np.sin(2 * np.pi * hertz * t)).astype(np.int16)


@pytest.mark.parametrize("cue", CUES)
def test_a_sound_is_short_quiet_and_not_shrill(cue: Cue) -> None:
    found = measure(samples(cue))
    assert found.seconds <= (1.5 if cue in ("win", "bust") else 1.0)
    assert found.peak <= -6.0
    assert -40.0 <= found.loudness <= -18.0
    assert 200.0 <= found.centre <= 700.0
    assert found.shrill <= 0.005


@pytest.mark.parametrize("cue", CUES)
def test_a_sound_begins_and_ends_without_a_click(cue: Cue) -> None:
    made = samples(cue).astype(int)
    loudest = np.abs(made).max()
    assert abs(made[0]) <= 0.01 * loudest
    assert np.abs(made[-20:]).max() <= 0.002 * loudest


def test_what_comes_often_is_quieter_than_what_is_to_be_heard() -> None:
    loud = {cue: measure(samples(cue)).loudness for cue in CUES}
    often, seldom = ("settled", "kept", "released"), ("question", "hot_dice", "bust", "your_turn", "win")
    assert max(loud[cue] for cue in often) < min(loud[cue] for cue in seldom) - 3
    assert loud["win"] == max(loud.values())


def test_each_sound_is_its_own() -> None:
    made = all_sounds()
    assert sorted(made) == sorted(CUES) == sorted(SCORES)
    assert len({wave.tobytes() for wave in made.values()}) == len(CUES)


def test_they_are_the_same_every_time() -> None:
    wood.bar.cache_clear()
    first = samples("win")
    wood.bar.cache_clear()
    assert np.array_equal(first, samples("win"))


def test_all_are_made_within_a_hundred_milliseconds() -> None:
    wood.bar.cache_clear()
    wood.knock.cache_clear()
    begin = time.process_time()
    all_sounds()
    assert time.process_time() - begin < 0.1


def test_a_bar_sings_in_its_pitch() -> None:
    made = bar(440.0)
    power = np.abs(np.fft.rfft(made))
    assert np.fft.rfftfreq(len(made), 1 / RATE)[power.argmax()] == pytest.approx(440.0, abs=2.0)


# Measuring


def test_loudness_is_that_of_the_standard() -> None:
    """ITU-R BS.1770: a sine of 997 Hz at full scale in one channel is -3.01 LUFS."""
    assert measure(tone(997.0, 1.0)).loudness == pytest.approx(-3.01, abs=0.1)
    assert measure(tone(997.0, 0.1)).loudness == pytest.approx(-23.01, abs=0.1)


def test_a_tone_is_measured() -> None:
    found = measure(tone(3000.0, 0.5))
    assert found.peak == pytest.approx(-6.02, abs=0.05)
    assert found.centre == pytest.approx(3000.0, abs=20)
    assert found.shrill > 0.99


def test_a_spectrogram_shows_the_tone() -> None:
    picture = spectrogram(tone(1500.0, 0.5, 0.5), 1.0, (100, 60), 6000.0)
    brightness = picture.astype(int).sum(axis=2)
    assert brightness[:, 20].argmax() == pytest.approx(45, abs=1)
    assert brightness[:, 80].max() < brightness[:, 20].max() / 4


def test_the_sheet_and_the_files(tmp_path: Path) -> None:
    made = {"kept": samples("kept"), "win": samples("win")}
    page = sheet(made, {cue: measure(one) for cue, one in made.items()})  # type: ignore[arg-type]
    assert page.shape == (334, 1280, 3)
    write_wav(tmp_path / "win.wav", made["win"])
    with wave.open(str(tmp_path / "win.wav")) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (RATE, 1, len(made["win"]))


# Loudness

NOON, LATE, EARLY = 12 * 60, 23 * 60, 7 * 60 + 59


@pytest.mark.parametrize(
    "text, minute, quiet",
    [
        ("22:00-08:00", NOON, False),
        ("22:00-08:00", LATE, True),
        ("22:00-08:00", EARLY, True),
        ("22:00-08:00", 8 * 60, False),
        ("12:00-13:30", NOON, True),
        ("12:00-13:30", LATE, False),
        ("9:05-9:06", 9 * 60 + 5, True),
        ("", NOON, False),
        ("", 0, False),
    ],
)
def test_the_night(text: str, minute: int, quiet: bool) -> None:
    assert read_night(text).covers(minute) is quiet


@pytest.mark.parametrize("text", ["22-8", "24:00-08:00", "22:60-08:00", "22:00", "at night", "22:00-08:00 "])
def test_no_night(text: str) -> None:
    with pytest.raises(ValueError, match="22:00-08:00"):
        read_night(text)


def test_how_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Copenhagen")
    time.tzset()
    noon, midnight = 1.7e9 - 1.7e9 % 86400 + 11 * 3600, 1.7e9 - 1.7e9 % 86400 + 23 * 3600
    now = [noon]
    loudness = Loudness("high", Night(22 * 60, 8 * 60), lambda: now[0])
    day = loudness.gain
    loudness.choose("low")
    assert 0 < loudness.gain < day == 1.0
    now[0] = midnight
    assert 0 < loudness.gain < 0.2
    loudness.choose("off")
    assert loudness.gain == 0
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("volume", VOLUMES)
def test_what_was_chosen_is_kept_for_the_next_start(tmp_path: Path, volume: Volume) -> None:
    assert remembered(tmp_path) is None
    loudness = Loudness("low", NO_NIGHT, time.time, lambda chosen: remember(tmp_path, chosen))
    loudness.choose(volume)
    assert (loudness.volume, remembered(tmp_path)) == (volume, volume)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("content", [b"", b"loud", b"\xff\xfe"])
def test_a_volume_that_nobody_knows_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert remembered(tmp_path) is None


def test_a_volume_that_cannot_be_kept_is_in_effect_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loudness = Loudness("low", NO_NIGHT, time.time, lambda chosen: remember(tmp_path / "gone", chosen))
    loudness.choose("high")
    assert loudness.gain == 1.0
    assert "cannot be kept" in caplog.text
