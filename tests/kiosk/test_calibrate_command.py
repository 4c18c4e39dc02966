"""`raflebord calibrate`: measures, checks with dice, keeps only what passes, and goes back."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiosk.calibrating.current import current_for, current_for_pictures
from kiosk.cli import main
from vision.calibrating.versions import CURRENT, Versions
from vision.calibration import assumed, load
from vision.calibration_record import LensRecord, Locked, Made
from vision.cameras import folder as folder_camera
from vision.cameras.protocol import Image
from vision.sim.card import card_picture, card_poses
from vision.sim.measures import View
from vision.sim.table import SimTable

SIX, THREE = [1, 2, 3, 4, 5, 6], [3, 7, 10]


def laid(table: SimTable, kind: Any, values: list[int]) -> Image:
    table.throw(len(values), values=values, kind=kind)
    while table.busy:
        table.advance(0.5)
    return table.frame()


@pytest.fixture(scope="module")
def seen() -> dict[str, Image]:
    """The tray: empty twice, with the dice that are asked for, and with others."""
    table = SimTable(5)
    taken = {"empty": table.frame()}
    table.advance(0.1)
    taken["again"] = table.frame()
    taken["six"] = laid(table, "d6", SIX)
    taken["three"] = laid(table, "d12", THREE)
    taken["others"] = laid(table, "d6", [1, 2, 3, 4, 6, 6])
    return taken


@pytest.fixture(scope="module")
def packed(seen: dict[str, Image]) -> dict[str, bytes]:
    return {name: as_jpeg(image) for name, image in seen.items()}


def as_jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


Folder = Callable[..., Path]


@pytest.fixture
def folder(packed: dict[str, bytes], tmp_path: Path) -> Folder:
    """A camera that shows these pictures one after the other."""

    def make(*names: str) -> Path:
        place = tmp_path / "camera"
        place.mkdir(exist_ok=True)
        for old in place.iterdir():
            old.unlink()
        for index, name in enumerate(names):
            (place / f"{index:04}.jpg").write_bytes(packed[name])
        return place

    return make


@pytest.fixture
def calibrate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, list[dict[str, Any]], str]]:
    """Runs the command with these keys pressed: exit code, what it told as JSON, and all other talk."""

    def run(*words: str | Path, pressed: str = "") -> tuple[int, list[dict[str, Any]], str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(pressed))
        code = main(["calibrate", "--json", "--state-dir", str(tmp_path / "state"), *map(str, words)])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return run


Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


def steps(told: list[dict[str, Any]]) -> list[str]:
    return [one["step"] for one in told]


def test_what_passes_is_kept(folder: Folder, calibrate: Run, tmp_path: Path) -> None:
    camera = folder("empty", "again", "six", "three")
    code, told, talk = calibrate(
        "--camera", camera, "--frames", "2", "--who", "Åse", "--note", "new lamp", pressed="\n\n"
    )
    assert (code, steps(told)) == (0, ["tray", "light", "dice", "dice", "kept"])
    assert [one["read"] for one in told if one["step"] == "dice"] == [SIX, THREE]
    assert "1 2 3 4 5 6" in talk
    kept = load(tmp_path / "state" / CURRENT)
    assert kept.made is not None and kept.checked is not None
    assert (kept.made.who, kept.made.note, kept.made.camera) == ("Åse", "new lamp", str(camera))
    assert (kept.checked.faces, kept.checked.right, kept.checked.wrong) == (9, 9, 0)


def test_black_dice_may_be_left_out_and_white_ones_not(folder: Folder, calibrate: Run) -> None:
    assert calibrate("--camera", folder("empty", "six"), "--frames", "1", pressed="\ns\n")[0] == 0
    code, told, _ = calibrate("--camera", folder("empty", "three"), "--frames", "1", pressed="s\n\n")
    assert (code, steps(told)[-1]) == (1, "refused")


def test_a_wrong_reading_is_said_and_can_be_made_good(folder: Folder, calibrate: Run) -> None:
    code, told, _ = calibrate(
        "--camera", folder("empty", "others", "six"), "--frames", "1", pressed="\n\ns\n"
    )
    dice = [one for one in told if one["step"] == "dice"]
    assert (code, [one["ok"] for one in dice]) == (0, [False, True])
    assert dice[0]["wrong"] == 1


def test_what_does_not_pass_leaves_the_earlier_calibration(
    folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    calibrate("--camera", folder("empty", "six"), "--frames", "1", "--who", "first", pressed="\n")
    before = (tmp_path / "state" / CURRENT).read_bytes()
    for names, pressed in ((("empty", "others"), "\ns\n"), (("six",), ""), (("empty",), "")):
        code, _, _ = calibrate("--camera", folder(*names), "--frames", "1", pressed=pressed)
        assert code == 1
        assert (tmp_path / "state" / CURRENT).read_bytes() == before
    assert len(Versions(tmp_path / "state").all()) == 1


def test_trouble_is_one_sentence_with_a_name(folder: Folder, calibrate: Run) -> None:
    code, told, _ = calibrate("--camera", folder("six"))
    assert code == 1
    assert [(one["step"], one["kind"]) for one in told] == [("trouble", "not_empty")]
    assert told[0]["text"].startswith("Something lies in the tray: take everything out")


def test_dice_may_lie_there_and_what_was_measured_can_be_written(
    folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    out = tmp_path / "measured.json"
    code, told, _ = calibrate("--camera", folder("six"), "--not-empty", "--out", out)
    assert (code, steps(told)) == (1, ["tray", "light", "refused"])
    written = load(out)
    assert written.checked is None
    assert written.placed is not None and written.placed.error < 0.5
    assert not (tmp_path / "state" / CURRENT).exists()


def test_the_simulated_table_calibrates_itself(calibrate: Run, tmp_path: Path) -> None:
    code, told, _ = calibrate("--camera", "sim:speed=0,fps=1,size=960x540", "--frames", "2")
    assert (code, steps(told)) == (0, ["tray", "light", "dice", "dice", "kept"])
    assert len(Versions(tmp_path / "state").all()) == 1


def test_a_moved_tray_does_not_pass_the_check(
    seen: dict[str, Image], folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    calibrate("--camera", folder("empty", "six"), "--frames", "1", pressed="\n")
    camera = folder("empty", "six")
    for index, name in enumerate(("empty", "six")):
        (camera / f"{index:04}.jpg").write_bytes(as_jpeg(np.roll(seen[name], 8, axis=1)))
    code, told, _ = calibrate("--camera", camera, "--check", pressed="\n")
    assert (code, told[0]["kinds"], steps(told)[-1]) == (1, ["moved"], "checked")
    assert told[-1]["ok"] is False


def test_a_check_says_that_all_is_as_it_was(folder: Folder, calibrate: Run, tmp_path: Path) -> None:
    calibrate("--camera", folder("empty", "six"), "--frames", "1", pressed="\n")
    camera = folder("again", "six", "three")
    code, told, _ = calibrate("--camera", camera, "--check", pressed="\n\n")
    assert (code, steps(told)) == (0, ["drift", "dice", "dice", "checked"])
    assert told[0]["kinds"] == []
    assert len(Versions(tmp_path / "state").all()) == 1


def test_the_calibration_of_another_camera_is_not_checked(
    folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    keep(tmp_path / "state", "pi")
    code, told, talk = calibrate("--camera", folder("empty"), "--check")
    assert (code, told) == (1, [])
    assert "the calibration in use is not of" in talk


def test_pictures_of_several_sizes_are_no_camera(
    folder: Folder, calibrate: Run, seen: dict[str, Image]
) -> None:
    camera = folder("empty")
    (camera / "9.jpg").write_bytes(as_jpeg(seen["empty"][::2, ::2]))
    code, _, talk = calibrate("--camera", camera)
    assert (code, talk) == (
        1,
        "raflebord calibrate: the pictures are of several sizes: expected those of one camera\n",
    )


def test_without_a_calibration_there_is_nothing_to_check(folder: Folder, calibrate: Run) -> None:
    code, told, _ = calibrate("--camera", folder("empty"), "--check")
    assert (code, told[0]["kind"]) == (1, "not_calibrated")


def test_the_lens_is_measured_with_pictures_of_the_card(
    folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    size, focal = (640, 360), 492.7
    matrix = np.array([[focal, 0, 319.5], [0, focal, 179.5], [0, 0, 1.0]])
    view, rng = View(size, matrix, np.eye(3), np.zeros(3)), np.random.default_rng(3)
    cards = tmp_path / "cards"
    cards.mkdir()
    for index, pose in enumerate(card_poses(rng, 9)):
        cv2.imwrite(str(cards / f"{index}.jpg"), card_picture(view, *pose, rng))
    out = tmp_path / "measured.json"
    code, told, _ = calibrate("--camera", folder("empty"), "--frames", "1", "--card", cards, "--out", out)
    assert (code, steps(told)[-3:]) == (1, ["tray", "light", "refused"])
    found = load(out)
    assert found.lens is not None and found.lens.origin == "card"
    assert found.focal[0] == pytest.approx(2 * focal, rel=0.005)
    assert found.placed is not None and found.placed.error < 0.25


@pytest.mark.parametrize(("words", "origin"), [((), "card"), (("--usual-lens",), "assumed")])
def test_a_lens_that_was_measured_counts_until_it_is_forgotten(
    words: tuple[str, ...], origin: str, folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    camera = folder("empty")
    measured = replace(
        assumed((1280, 720)), lens=LensRecord("card", 12, 0.9, 0.1), made=Made("2026", "me", str(camera))
    )
    Versions(tmp_path / "state").keep(measured)
    out = tmp_path / "measured.json"
    calibrate("--camera", camera, "--frames", "1", "--out", out, *words)
    found = load(out)
    assert found.lens is not None and found.lens.origin == origin
    assert found.placed is not None and (found.placed.error < 0.25) is (origin == "card")


def test_pictures_without_the_card_are_refused(folder: Folder, calibrate: Run) -> None:
    camera = folder("empty", "again")
    code, told, _ = calibrate("--camera", camera, "--card", camera)
    assert (code, told[-1]["kind"]) == (1, "card_unseen")


def test_what_is_kept_is_listed_compared_and_gone_back_to(
    folder: Folder, calibrate: Run, tmp_path: Path
) -> None:
    for who in ("first", "second"):
        calibrate("--camera", folder("empty", "six"), "--frames", "1", "--who", who, pressed="\n")
    told = calibrate("--list")[1]
    assert [(one["number"], one["who"], one["current"]) for one in told] == [
        (1, "first", False),
        (2, "second", True),
    ]
    assert {one["what"]: one["after"] for one in calibrate("--compare", "1")[1]}["tray"] == pytest.approx(0.0)
    assert calibrate("--back")[0] == 0
    assert load(tmp_path / "state" / CURRENT).made.who == "first"  # type: ignore[union-attr]
    code, _, talk = calibrate("--back")
    assert (code, talk) == (1, "raflebord calibrate: there is no earlier calibration\n")
    assert calibrate("--use", "2")[0] == 0
    assert load(tmp_path / "state" / CURRENT).made.who == "second"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--camera", "nowhere"], "nowhere"),
        (["--frames", "0"], "--frames 0: expected 1 to 200"),
        (["--card", "/no/such/folder", "--camera", "sim"], "/no/such/folder"),
        (["--list", "--back"], "not allowed"),
    ],
)
def test_nonsense_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["calibrate", *words])
    except SystemExit as left:
        code = int(str(left.code))
    assert code == 2
    assert said in capsys.readouterr().err


def test_settings_that_the_camera_holds_are_kept(
    folder: Folder, calibrate: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Locked(8000, 1.5, (2.1, 1.7), 2.08)
    monkeypatch.setattr(folder_camera.FolderCamera, "lock", lambda self, meanwhile: held, raising=False)
    out = tmp_path / "measured.json"
    told = calibrate("--camera", folder("empty"), "--frames", "1", "--out", out)[1]
    assert "locked" in steps(told)
    assert load(out).locked == held


# -- which calibration counts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made_of", "asked_for", "counts"),
    [
        ("pi", "pi", True),
        ("pi", "sim", False),
        ("sim", "sim:seed=4", True),
        ("sim:speed=0", "sim", True),
        ("sim", "pi", False),
        ("v4l2:0", "v4l2:1", False),
        (None, "pi", True),
    ],
)
def test_a_calibration_counts_for_its_own_camera(
    made_of: str | None, asked_for: str, counts: bool, tmp_path: Path
) -> None:
    keep(tmp_path, made_of)
    assert (current_for(tmp_path, asked_for) is not None) is counts


def keep(state: Path, made_of: str | None) -> None:
    lens = assumed((1280, 720))
    made = Made("2026-11-30T18:00:00+00:00", "me", made_of) if made_of else None
    Versions(state).keep(replace(lens, focal=(700.0, 700.0), made=made))


def test_no_calibration_counts_where_there_is_none(tmp_path: Path) -> None:
    assert current_for(tmp_path, "pi") is None
    assert current_for_pictures(tmp_path) is None


@pytest.mark.parametrize(
    ("made_of", "counts"), [("pi", True), ("v4l2:0", True), ("sim", False), (None, False)]
)
def test_pictures_are_read_with_the_calibration_of_a_real_camera_only(
    made_of: str | None, counts: bool, tmp_path: Path
) -> None:
    keep(tmp_path, made_of)
    assert (current_for_pictures(tmp_path) is not None) is counts


def test_read_uses_the_current_calibration_for_pictures_of_its_shape(
    seen: dict[str, Image], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "whole.jpg").write_bytes(as_jpeg(seen["six"]))
    (tmp_path / "part.jpg").write_bytes(as_jpeg(np.ascontiguousarray(seen["six"][:, 160:1120])))
    keep(tmp_path / "state", "pi")

    def places(*words: str) -> list[tuple[float, float]]:
        main(["read", "--json", "--state-dir", str(tmp_path / "state"), *words])
        return [(die["x"], die["y"]) for die in json.loads(capsys.readouterr().out)["dice"]]

    whole, part = str(tmp_path / "whole.jpg"), str(tmp_path / "part.jpg")
    named = places(whole, "--calibration", str(tmp_path / "state" / CURRENT))
    assert places(whole) == named
    keep(tmp_path / "state", "sim")
    assert places(whole) != named
    without = places(part)
    keep(tmp_path / "state", "pi")
    assert places(part) == without
