"""Folders and films as cameras."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.kinds import EXPECTED
from vision.cameras.opening import UnknownCamera, is_live, open_camera
from vision.cameras.paced import PacedCamera
from vision.cameras.protocol import Camera, Frame


def picture(shade: int) -> np.ndarray:
    return np.full((72, 96, 3), shade, np.uint8)


def write(folder: Path, *names: str) -> None:
    for index, name in enumerate(names):
        cv2.imwrite(str(folder / name), picture(20 * (index + 1)))


def frames(camera: Camera) -> list[Frame]:
    found = []
    while (frame := camera.read()) is not None:
        found.append(frame)
    camera.close()
    camera.close()
    return found


def shades(found: list[Frame]) -> list[int]:
    return [round(float(frame.image.mean())) for frame in found]


def test_a_folder_is_read_in_the_order_of_its_numbers_by_count(tmp_path: Path) -> None:
    write(tmp_path, "f2.png", "f10.png", "f1.png")
    found = frames(open_camera(str(tmp_path)))
    assert shades(found) == [60, 20, 40]
    assert [(frame.index, frame.t) for frame in found] == [(0, 0.0), (1, 1 / 15), (2, 2 / 15)]


def test_the_frame_rate_can_be_given(tmp_path: Path) -> None:
    write(tmp_path, "1.png", "2.png", "3.png")
    assert [frame.t for frame in frames(open_camera(str(tmp_path), fps=2.0))] == [0.0, 0.5, 1.0]


def test_a_broken_picture_is_skipped_and_its_time_passes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path, "1.png", "2.png", "3.png", "4.png")
    (tmp_path / "2.png").write_text("not a picture")
    (tmp_path / "3.png").write_bytes(b"")
    with caplog.at_level(logging.WARNING):
        found = frames(open_camera(str(tmp_path)))
    assert [frame.index for frame in found] == [0, 3]
    assert [record.message.split("/")[-1][:5] for record in caplog.records] == ["2.png", "3.png"]


def test_grey_pictures_have_three_channels_all_the_same(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture(90)[..., 0])
    assert frames(open_camera(str(tmp_path)))[0].image.shape == (72, 96, 3)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], "holds no pictures"),
        (["notes.txt"], "holds no pictures"),
        (["1.jpg", "2.jpg"], "no picture that can be read"),
    ],
)
def test_a_folder_without_pictures(tmp_path: Path, names: list[str], expected: str) -> None:
    for name in names:
        (tmp_path / name).write_text("text")
    with pytest.raises(UnknownCamera, match=expected) as told:
        open_camera(str(tmp_path))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("/no/such/thing", f"expected {EXPECTED}"),
        ("", "expected pi"),
        ("x" * 5000, "expected pi"),
        ("nul\0byte", "expected pi"),
        ("v4l2", "expected v4l2:N"),
        ("v4l2:zero", "expected v4l2:N"),
        ("v4l2:987", "no camera /dev/video987"),
        ("pi:2", "the Pi's own is called pi"),
        ("sim:sped=1", "no setting 'sped'"),
        ("sim:speed=fast", "speed is a number"),
    ],
)
def test_what_is_no_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, expected: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownCamera) as told:
        open_camera(spec)
    assert "\n" not in str(told.value)
    assert expected in str(told.value) or "holds no pictures" in str(told.value)


def film(path: Path, count: int, fps: float) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (96, 72))
    assert writer.isOpened()
    for index in range(count):
        writer.write(picture(20 * (index + 1)))
    writer.release()


def test_a_film_has_its_own_frame_rate_unless_one_is_given(tmp_path: Path) -> None:
    film(tmp_path / "film.avi", 5, 10.0)
    found = frames(open_camera(str(tmp_path / "film.avi")))
    assert [frame.index for frame in found] == [0, 1, 2, 3, 4]
    assert [frame.t for frame in found] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    assert shades(found) == pytest.approx([20, 40, 60, 80, 100], abs=3)
    given = frames(open_camera(str(tmp_path / "film.avi"), fps=30.0))
    assert given[-1].t == pytest.approx(4 / 30)


@pytest.mark.parametrize("name", ["film.mp4", "film.avi", "photo.jpg"])
def test_a_text_is_no_film(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("text " * 100)
    with pytest.raises(UnknownCamera, match="no video that can be read"):
        open_camera(str(tmp_path / name))


def test_pictures_on_a_disk_can_be_shown_in_their_own_time(tmp_path: Path) -> None:
    write(tmp_path, "1.png", "2.png", "3.png")
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    camera = PacedCamera(open_camera(str(tmp_path), fps=10.0), lambda: now[0], sleep)
    camera.read()
    now[0] += 0.04
    camera.read()
    now[0] += 5.0
    camera.read()
    assert slept == pytest.approx([0.06]), "a late frame comes at once"


@pytest.mark.parametrize(
    ("spec", "live"), [("pi", True), ("v4l2:0", True), ("sim:seed=1", False), ("films/a.mp4", False)]
)
def test_which_cameras_are_sensors(spec: str, live: bool) -> None:
    assert is_live(spec) is live
