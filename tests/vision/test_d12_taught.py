"""What was learnt of the café's own d12 is recognised, kept, and refused where it cannot be used."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.d12.judges import Verdict
from vision.d12.lesson import Laid, NoLesson, confused, learn
from vision.d12.net import SIZE
from vision.d12.read import SURE, recognised
from vision.d12.taught import FACES, RING, Alike, Taught, TaughtFault, load


def face(value: int, turn: int = 0, seed: int = 0, degrees: float = 0.0) -> np.ndarray:
    """A face in one of its five turns, as noisy as a camera's."""
    rng = np.random.default_rng([value, turn, seed])
    tile = np.full((SIZE, SIZE), 40, np.uint8)
    words = str(value)
    cv2.putText(tile, words, (24 - 8 * len(words), 31), cv2.FONT_HERSHEY_DUPLEX, 0.72, 215, 2, cv2.LINE_AA)
    middle = ((SIZE - 1) / 2, (SIZE - 1) / 2)
    way = cv2.getRotationMatrix2D(middle, -72.0 * turn + degrees, 1.0)
    turned = cv2.warpAffine(tile, way, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE).astype(float)
    return np.clip(turned + rng.normal(0, 6, turned.shape), 0, 255).astype(np.uint8)


def ring(value: int, turn: int = 0, seed: int = 0) -> np.ndarray:
    """The same for the neighbours: what is drawn there differs from number to number."""
    signs = np.random.default_rng(value).integers(30, 220, RING)
    noise = np.random.default_rng([value, turn, seed]).normal(0, 8, RING)
    return np.roll(np.clip(signs + noise, 0, 255).astype(np.uint8), turn, axis=0)


def all_faces(but: tuple[int, ...] = ()) -> Taught:
    taught = Taught()
    for value in range(1, FACES + 1):
        if value not in but:
            taught.add(value, face(value), ring(value))
    return taught


@pytest.mark.parametrize("turn", range(5))
def test_every_face_is_recognised_in_every_turn(turn: int) -> None:
    values = np.arange(1, FACES + 1)
    tops = np.stack([face(value, turn, seed=3, degrees=4.0) for value in values])
    rings = np.stack([ring(value, turn, seed=3) for value in values])
    alike = all_faces().alike(tops, rings)
    assert alike.value.tolist() == values.tolist()
    assert alike.face.min() > 0.7
    assert alike.ahead.min() > 0.2


def test_lessons_of_one_number_are_turned_alike() -> None:
    taught = Taught()
    for turn in (0, 3, 1):
        taught.add(4, face(4, turn), ring(4, turn))
    assert np.mean(np.abs(taught.rings[1].astype(float) - taught.rings[0])) < 15
    assert np.mean(np.abs(taught.rings[2].astype(float) - taught.rings[0])) < 15


def test_the_ring_tells_a_nine_from_a_six_that_looks_the_same() -> None:
    taught = all_faces(but=(9,))
    taught.add(9, face(6), ring(9))
    alike = taught.alike(face(6, 2, seed=5)[None], ring(9, 2, seed=5)[None])
    assert alike.value[0] == 9
    assert alike.ahead[0] > 0.2


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "d12.npz"
    taught = all_faces()
    taught.save(path)
    again = load(path)
    assert again.values == taught.values
    assert np.array_equal(again.tops, taught.tops)
    assert np.array_equal(again.rings, taught.rings)
    assert [entry.name for entry in tmp_path.iterdir()] == ["d12.npz"]


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"PK\x03\x04 half a file"])
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "d12.npz"
    path.write_bytes(content)
    with pytest.raises(TaughtFault, match=str(path)) as refusal:
        load(path)
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaughtFault, match="cannot be read"):
        load(tmp_path / "d12.npz")


def test_faces_that_no_d12_has_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "d12.npz"
    Taught([13], [face(1)], [ring(1)]).save(path)
    with pytest.raises(TaughtFault, match="no d12"):
        load(path)


def test_what_was_forgotten_is_missing() -> None:
    taught = all_faces()
    assert taught.missing() == []
    taught.forget(7)
    assert taught.missing() == [7]


def test_a_lesson_under_the_wrong_number_is_noticed() -> None:
    taught = all_faces()
    for value in range(1, FACES + 1):
        taught.add(value, face(value, 2, seed=1), ring(value, 2, seed=1))
    assert confused(taught) == []
    taught.add(5, face(8, 1, seed=2), ring(8, 1, seed=2))
    assert (5, 8) in confused(taught)


def laid(*values: int, sure: float = 0.99) -> Laid:
    tops = np.stack([face(value) for value in values]) if values else np.zeros((0, SIZE, SIZE), np.uint8)
    rings = np.stack([ring(value) for value in values]) if values else np.zeros((0, *RING), np.uint8)
    return Laid(tops, rings, np.array(values, np.intp), np.full(len(values), sure))


def test_several_dice_are_learnt_from_at_once() -> None:
    taught = Taught()
    assert learn(taught, 3, laid(3, 3, 3)) == 3
    assert taught.values == [3, 3, 3]


def test_nothing_is_learnt_from_an_empty_tray() -> None:
    with pytest.raises(NoLesson, match="No black die"):
        learn(Taught(), 3, laid())


def test_nothing_is_learnt_when_one_die_surely_shows_another_number() -> None:
    taught = Taught()
    with pytest.raises(NoLesson, match="looks like the 8"):
        learn(taught, 3, laid(3, 8))
    assert taught.values == []


def test_a_face_that_the_judges_cannot_tell_is_learnt() -> None:
    taught = Taught()
    assert learn(taught, 9, laid(6, sure=0.5)) == 1


def verdict(value: int, agreed: float, **others: float) -> Verdict:
    least = np.zeros((1, FACES))
    least[0, value - 1] = agreed
    for name, share in others.items():
        least[0, int(name.strip("_")) - 1] = share
    return Verdict(np.array([value]), np.array([agreed]), least)


def alike(value: int, face: float = 0.9, ring: float = 0.7, ahead: float = 0.3) -> Alike:
    return Alike(np.array([value]), np.array([face]), np.array([ring]), np.array([ahead]))


@pytest.mark.parametrize(
    ("said", "learnt", "value", "told"),
    [
        pytest.param(verdict(4, 0.95), alike(4), 4, True, id="all agree"),
        pytest.param(verdict(4, 0.55), alike(4), 4, True, id="doubtful judges are supported"),
        pytest.param(
            verdict(4, 0.95), alike(7, ahead=0.15), 4, False, id="what was learnt speaks against them"
        ),
        pytest.param(verdict(4, 0.95), alike(7, ahead=0.02), 4, True, id="nothing clear was learnt"),
        pytest.param(verdict(6, 0.4, _9=0.35), alike(9), 9, True, id="the ring settles an unmarked nine"),
        pytest.param(
            verdict(6, 0.4, _9=0.35), alike(9, ring=0.2), 6, False, id="another maker's ring settles nothing"
        ),
        pytest.param(verdict(6, 0.97), alike(9), 6, False, id="what a judge denies is not settled"),
    ],
)
def test_what_was_learnt_weighs_with_the_judges(said: Verdict, learnt: Alike, value: int, told: bool) -> None:
    values, sure = recognised(said, learnt)
    assert bool(sure[0] >= SURE) is told
    if told:
        assert values[0] == value
