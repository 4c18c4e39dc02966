"""A folder of numbered pictures as a camera: time passes by the count of pictures, not by the machine's speed."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.opening import UnknownCamera, Wanted
from vision.cameras.protocol import Frame, Image

log = logging.getLogger(__name__)

FPS = 15.0
ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class FolderCamera:
    """The pictures of `files` one after the other, `fps` of them a second.

    A picture that cannot be read is skipped, with a line in the log; its time and number pass.
    """

    def __init__(self, files: list[Path], fps: float = FPS) -> None:
        self._files = files
        self._fps = fps
        self._next = 0

    def read(self) -> Frame | None:
        """The next picture that can be read."""
        while self._next < len(self._files):
            index = self._next
            self._next += 1
            image = read_picture_file(self._files[index])
            if image is not None:
                return Frame(image, index / self._fps, index)
            log.warning("%s is no picture that can be read: skipped", self._files[index])
        return None

    def close(self) -> None:
        """Nothing to let go of."""


def make(wanted: Wanted) -> FolderCamera:
    """The folder `wanted.spec`; UnknownCamera when it holds no pictures."""
    folder = Path(wanted.spec)
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file()]
    except OSError as problem:
        raise UnknownCamera(f"the folder {folder} cannot be read: {problem.strerror}") from problem
    if not files:
        raise UnknownCamera(f"the folder {folder} holds no pictures: expected files such as 0001.jpg")
    if all(read_picture_file(path) is None for path in files):
        raise UnknownCamera(f"the folder {folder} holds no picture that can be read: are they whole?")
    return FolderCamera(sorted(files, key=_number), wanted.fps or FPS)


def read_picture_file(path: Path) -> Image | None:
    """The picture in a file, BGR uint8, or None when it cannot be read."""
    try:
        data = np.fromfile(path, np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error) as problem:
        log.info("%s: %s", path, problem)
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def _number(path: Path) -> list[tuple[int, str]]:
    """Sorts as people count: frame 2 before frame 10."""
    parts = re.split(r"([0-9]+)", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
