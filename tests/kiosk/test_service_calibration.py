"""The calibration wizard, played through by a bot at the simulated table, with each thing that can befall it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from service_bench import Bench, Pictures, Simulated

from kiosk.buttons import Button
from kiosk.service.calibration import CHECKS
from kiosk.service.camera_line import PATIENCE, PAUSE
from kiosk.service.screens.words import SENTENCES, saying, sentence, warns
from kiosk.words import Words
from vision.calibrating.troubles import TEXTS, TroubleKind
from vision.calibrating.versions import CURRENT
from vision.calibration import assumed, load
from vision.cameras.protocol import Image
from vision.markers import markers_in

GREEN, YELLOW, LEFT, RIGHT = Button.CONFIRM, Button.BANK, Button.LEFT, Button.RIGHT


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def said(bench: Bench, language: str = "en") -> str:
    return saying(Words(language), bench.wizard)


def test_at_the_simulated_table_from_the_key_to_a_kept_calibration(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Simulated())
    wizard = bench.wizard
    wizard.enter()
    bench.go_on()
    assert (wizard.step, wizard.version) == ("start", None)
    assert said(bench) == "Takes five minutes. The table has not been calibrated yet."
    steps = [wizard.step]
    for press in (GREEN, GREEN):
        bench.press(press)
        steps.append(wizard.step)
    for _ in range(2):
        bench.lay()
        assert wizard.laying is not None and wizard.laying.passed
        bench.press(GREEN)
        steps.append(wizard.step)
    assert said(bench) == "All dice were read as they lie. These are its figures.", "nothing was before"
    bench.press(GREEN)
    assert [*steps, wizard.step] == ["start", "tray", "white", "black", "compare", "kept"]
    kept = load(bench.folder / CURRENT)
    assert kept.checked is not None and kept.made is not None and kept.placed is not None
    assert (kept.checked.faces, kept.checked.right) == (9, 9)
    assert (kept.made.who, kept.made.camera, kept.made.when[:10]) == ("Ida", "sim", "2025-12-01")
    assert "calibrated" in bench.orders, "the camera's process takes it up at once"


def test_it_asks_for_nothing_but_what_a_maintainer_can_do(bench: Bench) -> None:
    bench.to_tray()
    assert said(bench) == "Take everything out of the tray. When all four markers are found, measure."
    bench.press(GREEN)
    assert said(bench) == "Lay the six dice with 1, 2, 3, 4, 5 and 6 up, nothing else. Then check."
    assert not warns(bench.wizard), "dice that are still to be laid are not in the way"


def lying(bench: Bench, what: str) -> None:
    """Somebody lays these dice."""
    assert isinstance(bench.within, Pictures)
    bench.within.lying = what


# -- what can befall it -------------------------------------------------------------------------------------------


def hide(*names: int) -> Callable[[Image], Image]:
    def befall(picture: Image) -> Image:
        covered = picture.copy()
        for name, corners in markers_in(picture).items():
            if name in names:
                left, top = np.floor(corners.min(axis=0)).astype(int) - 2
                right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
                covered[top:bottom, left:right] = (70, 80, 90)
        return covered

    return befall


def dimmed(picture: Image) -> Image:
    return np.asarray(picture // 12, np.uint8)


def upside_down(picture: Image) -> Image:
    return np.ascontiguousarray(picture[::-1, ::-1])


def wide_lens(picture: Image) -> Image:
    small = np.full_like(picture, 80)
    half = picture[::2, ::2]
    small[180 : 180 + half.shape[0], 320 : 320 + half.shape[1]] = half
    return small


@pytest.mark.parametrize(
    ("befall", "kind"),
    [
        (hide(0, 1, 2, 3), "no_markers"),
        (hide(1), "marker_hidden"),
        (dimmed, "dark"),
        (upside_down, "turned"),
        (wide_lens, "wrong_lens"),
    ],
    ids=["no markers", "one hidden", "light off", "upside down", "wrong lens"],
)
def test_what_is_in_the_way_is_said_before_anything_is_measured(
    bench: Bench, befall: Callable[[Image], Image], kind: TroubleKind
) -> None:
    bench.versions.keep(assumed((960, 540)))
    before = (bench.folder / CURRENT).read_bytes()
    bench.to_tray()
    bench.camera.befalls = befall
    bench.go_on()
    wizard = bench.wizard
    assert wizard.trouble is not None
    assert wizard.trouble.kind == kind
    assert said(bench) == sentence(Words("en"), wizard.trouble)
    assert warns(wizard)
    assert not wizard.may(GREEN), "nothing can be measured now"
    assert wizard.may(LEFT)
    bench.press(GREEN)
    assert wizard.step == "tray"
    # The way on: it is put right, and goes on from here.
    bench.camera.befalls = None
    bench.go_on()
    assert wizard.trouble is None
    assert wizard.may(GREEN)
    assert (bench.folder / CURRENT).read_bytes() == before


def test_dice_instead_of_an_empty_felt(bench: Bench) -> None:
    bench.to_tray()
    lying(bench, "black")
    bench.go_on()
    bench.press(GREEN)
    wizard = bench.wizard
    assert (wizard.step, wizard.trouble and wizard.trouble.kind, wizard.said) == ("tray", "not_empty", True)
    assert said(bench) == "Something lies in the tray. Take everything out, and measure again."
    assert wizard.trouble is not None and len(wizard.trouble.px) == 3
    bench.lay()
    bench.press(GREEN)
    assert wizard.step == "white"


def test_the_camera_is_bumped_while_it_is_measured(bench: Bench) -> None:
    bench.to_tray()
    bench.wizard.press(GREEN)

    def bump(index: int) -> None:
        bench.camera.befalls = (lambda picture: np.roll(picture, 6, axis=1)) if index > 9 else None

    bench.go_on(bump)
    bench.camera.befalls = None
    wizard = bench.wizard
    assert (wizard.step, wizard.trouble and wizard.trouble.kind) == ("tray", "bumped")
    assert said(bench).startswith("The camera or the tray has moved by 3.7 mm.")
    bench.press(GREEN)
    assert wizard.step == "white"


def test_other_faces_than_asked_are_not_kept(bench: Bench) -> None:
    bench.to_white()
    lying(bench, "others")
    bench.go_on()
    bench.press(GREEN)
    wizard = bench.wizard
    assert (wizard.step, wizard.said) == ("white", True)
    assert said(bench).startswith("Asked for 1 2 3 4 5 6, read 1 2 3 4 6 6.")
    bench.clock.t += PAUSE
    bench.go_on()
    assert wizard.said, "it stands until it is mended"
    lying(bench, "white")
    bench.clock.t += PAUSE
    bench.go_on()
    assert (wizard.step, wizard.said, wizard.trouble) == ("white", False, None), "which is seen at once"
    assert not (bench.folder / CURRENT).exists()
    bench.lay()
    bench.press(GREEN)
    assert wizard.step == "black"


def test_a_camera_that_does_not_answer_is_said_and_comes_back(bench: Bench) -> None:
    bench.to_tray()
    bench.dead = True
    bench.go_on()
    bench.clock.t += PATIENCE
    bench.go_on()
    assert bench.wizard.trouble is not None
    assert bench.wizard.trouble.kind == "no_pictures"
    bench.dead = False
    bench.go_on()
    assert bench.wizard.trouble is None


def test_without_black_dice_it_goes_on(bench: Bench) -> None:
    bench.to_white()
    bench.lay()
    bench.press(GREEN, YELLOW)
    assert bench.wizard.step == "compare"
    bench.press(GREEN)
    kept = load(bench.folder / CURRENT)
    assert kept.checked is not None and kept.checked.faces == 6


@pytest.mark.parametrize("presses", [0, 1, 2])
def test_who_stops_keeps_what_was_there(bench: Bench, presses: int) -> None:
    bench.to_tray()
    bench.press(*[GREEN] * presses)
    bench.press(LEFT)
    assert bench.wizard.step == "start"
    assert not (bench.folder / CURRENT).exists()
    assert bench.wizard.made is None


def test_when_nothing_can_be_written_it_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.to_white()
    bench.lay()
    bench.press(GREEN, YELLOW)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    bench.press(GREEN)
    assert bench.wizard.step == "compare"
    assert said(bench).startswith("It could not be stored")


def test_one_press_leads_back_to_the_calibration_before(bench: Bench) -> None:
    bench.versions.keep(assumed((960, 540)))
    bench.to_white()
    assert not bench.wizard.may_go_back
    bench.lay()
    bench.press(GREEN, YELLOW, GREEN)
    assert bench.wizard.version is not None and bench.wizard.version.number == 2
    bench.press(YELLOW)
    assert (bench.folder / CURRENT).resolve().name == "0001.json"
    assert bench.wizard.version.number == 1


def test_what_counts_is_looked_at_several_times(bench: Bench) -> None:
    bench.to_white()
    bench.lay()
    frames = []
    bench.wizard.press(GREEN)
    bench.go_on(frames.append)
    assert len(frames) >= CHECKS


def test_every_trouble_has_its_sentence() -> None:
    assert set(SENTENCES) == set(TEXTS)
