"""`raflebord teach`: asks for each face of the d12 or for the d6, learns, keeps, and says what is known."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.cli import main
from vision.d12.judges import Judges, Verdict
from vision.d12.net import SIZE
from vision.d12.taught import FACES, RING, Taught, load
from vision.sim.table import SimTable
from vision.small_net import Patches


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three pictures: two dice showing 3, two showing 7, an empty tray."""
    folder = tmp_path_factory.mktemp("lessons")
    table = SimTable(5)
    empty = table.frame().copy()
    for index, value in enumerate((3, 7)):
        table.throw(2, values=[value, value], kind="d12")
        while table.busy:
            table.advance(0.5)
        cv2.imwrite(str(folder / f"{index:04}.png"), table.frame())
    cv2.imwrite(str(folder / "0002.png"), empty)
    return folder


def teach(monkeypatch: pytest.MonkeyPatch, pressed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(pressed))
    return main(["teach", "d12", *arguments])


def random_dice() -> Taught:
    rng = np.random.default_rng(1)
    taught = Taught()
    for value in range(1, FACES + 1):
        taught.add(value, *(rng.integers(0, 255, shape).astype(np.uint8) for shape in ((SIZE, SIZE), RING)))
    return taught


def test_faces_are_learnt_and_kept(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "d12.npz"
    code = teach(monkeypatch, "\n\n", "--camera", str(pictures), "--dice", str(kept), "--only", "3", "7")
    said = capsys.readouterr().out
    assert code == 1, "ten faces are not known yet"
    assert sorted(load(kept).values) == [3, 3, 7, 7]
    assert "The 3 up." in said
    assert "Not learnt: 1, 2, 4, 5, 6, 8, 9, 10, 11, 12." in said


def test_a_face_taught_again_replaces_what_was_known(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "d12.npz"
    random_dice().save(kept)
    code = teach(monkeypatch, "\n", "--camera", str(pictures), "--dice", str(kept), "--only", "3")
    assert code == 0
    assert sorted(load(kept).values) == sorted([*range(1, FACES + 1), 3])


def test_an_empty_tray_is_said_and_asked_about_again(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "0000.png").write_bytes((pictures / "0002.png").read_bytes())
    (folder / "0001.png").write_bytes((pictures / "0000.png").read_bytes())
    kept = tmp_path / "d12.npz"
    teach(monkeypatch, "\n\n", "--camera", str(folder), "--dice", str(kept), "--only", "3")
    assert "No black die is seen" in capsys.readouterr().out
    assert load(kept).values == [3, 3]


def test_who_stops_loses_nothing(pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "d12.npz"
    random_dice().save(kept)
    before = kept.read_bytes()
    teach(monkeypatch, "q\n", "--camera", str(pictures), "--dice", str(kept))
    assert kept.read_bytes() == before


def test_a_face_can_be_left_out(pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "d12.npz"
    teach(monkeypatch, "s\n\n", "--camera", str(pictures), "--dice", str(kept), "--only", "1", "3")
    assert load(kept).values == [3, 3]


def test_what_is_known_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "d12.npz"
    random_dice().save(kept)
    assert teach(monkeypatch, "", "--check", "--dice", str(kept)) == 0
    assert "All faces are known" in capsys.readouterr().out


def test_nothing_is_known_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert teach(monkeypatch, "", "--check", "--dice", str(tmp_path / "d12.npz")) == 1
    assert not (tmp_path / "d12.npz").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "13"], "--only 13: expected a face from 1 to 12"),
        (["--times", "0"], "--times 0: expected 1 to 20"),
        (["--camera", "nowhere"], "nowhere"),
    ],
)
def test_nonsense_is_refused(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert teach(monkeypatch, "", *arguments, "--dice", str(tmp_path / "d12.npz")) == 2
    assert said in capsys.readouterr().err


def test_a_broken_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "d12.npz"
    kept.write_text("nonsense")
    assert teach(monkeypatch, "", "--check", "--dice", str(kept)) == 2
    assert "is not a file of taught dice" in capsys.readouterr().err


def test_what_may_be_another_number_is_asked_about_once(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hear = Judges.heard

    def unsure(judges: Judges, patches: Patches) -> Verdict:
        verdict = hear(judges, patches)
        return Verdict(verdict.value, verdict.agreed * 0.8, verdict.least * 0.8)

    monkeypatch.setattr(Judges, "heard", unsure)
    twice = tmp_path / "twice"
    twice.mkdir()
    for index in range(2):
        (twice / f"{index:04}.png").write_bytes((pictures / "0001.png").read_bytes())
    kept = tmp_path / "d12.npz"
    teach(monkeypatch, "\n\n", "--camera", str(twice), "--dice", str(kept), "--only", "3")
    assert "That looks like the 7: lay the die with the 3 up. If it is the 3: Enter once more." in (
        capsys.readouterr().out
    )
    assert sorted(load(kept).values) == [3, 3]


def teach_d6(*arguments: str) -> int:
    return main(["teach", "d6", *arguments])


def test_the_colour_of_the_d6_is_learnt_told_and_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "d6.json"
    camera = "sim:seed=3,dice=red,speed=0,size=960x540"
    assert teach_d6("--camera", camera, "--dice", str(kept)) == 0
    before = kept.read_bytes()
    assert teach_d6("--check", "--dice", str(kept)) == 0
    assert capsys.readouterr().out.count("of a colour, with white pips: red, green, blue") == 2
    assert teach_d6("--camera", camera.replace("red", "black"), "--dice", str(kept)) == 1
    assert "Black dice cannot be read" in capsys.readouterr().out
    assert kept.read_bytes() == before
    assert teach_d6("--forget", "--dice", str(kept)) == 0
    assert not kept.exists()


@pytest.mark.parametrize("arguments", [["d6", "--only", "3"], ["d6", "--spots"], ["d12", "--forget"]])
def test_what_belongs_to_the_other_dice_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", *arguments]) == 2
    assert f"teach {arguments[0]}: expected" in capsys.readouterr().err
