"""A few seconds of the camera, for the checks that look at pictures; and the same in a process that can be killed."""

from __future__ import annotations

import multiprocessing
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from vision.cameras.protocol import Camera, CameraFault, Image

SECONDS = 2.5
"""How long is filmed."""
SETTLING = 5
"""Pictures at the beginning that do not count: a camera that has just been started takes its time."""
FEW = 10
"""So many pictures are waited for, three times as long if need be."""
PATIENCE = 25.0
"""Seconds until a camera that neither opens nor fails is taken to hang."""
_LATE = 1.6
"""A picture that comes after so many usual intervals has lost one before it."""
_STEP = 4
"""Every fourth pixel of every fourth row tells whether a picture is the one before."""


@dataclass(frozen=True, eq=False)
class Film:
    """What came of filming. `trouble` says why there are no pictures, or no more of them; `times` of the pictures that
    count, seconds; `repeated` of them were the one before once more; `last` is the newest picture (BGR uint8).

    `live`: it comes from a sensor, whose pictures never repeat and come in time. `asked`: notes of the camera itself,
    such as settings that it did not take.
    """

    trouble: str | None
    times: tuple[float, ...] = ()
    repeated: int = 0
    last: Image | None = None
    live: bool = False
    asked: tuple[str, ...] = ()

    @cached_property
    def rate(self) -> float:
        """Pictures a second; 0 when there were not two."""
        if len(self.times) < 2 or self.times[-1] <= self.times[0]:
            return 0.0
        return (len(self.times) - 1) / (self.times[-1] - self.times[0])

    @cached_property
    def dropped(self) -> int:
        """Pictures that are missing between others."""
        gaps = [later - earlier for earlier, later in zip(self.times, self.times[1:], strict=False)]
        usual = median(gaps) if gaps else 0.0
        return sum(round(gap / usual) - 1 for gap in gaps if gap > _LATE * usual) if usual > 0 else 0


def filmed(camera: Camera, live: bool, clock: Callable[[], float], seconds: float = SECONDS) -> Film:
    """Films with an open camera. `clock`: monotonic seconds, so that a film on disk ends in time as well."""
    times: list[float] = []
    last, before, repeated, trouble = None, None, 0, None
    began = clock()
    try:
        for index in count():
            frame = camera.read()
            if frame is None:
                break
            last = frame.image
            if index < SETTLING:
                began = clock()
                continue
            times.append(frame.t)
            checksum = zlib.crc32(last[::_STEP, ::_STEP].tobytes())
            repeated, before = repeated + (checksum == before), checksum
            if clock() - began >= (seconds if len(times) >= FEW else 3 * seconds):
                break
    except CameraFault as fault:
        trouble = str(fault)
    asked = tuple(getattr(camera, "complaints", ()))
    return Film(trouble, tuple(times), repeated, last, live, asked)


Start = Callable[[str, Path | None], tuple[Any, Connection]]
"""Starts a process that films, given the camera and its calibration; gives it and the pipe on which it tells."""


def film_apart(
    spec: str, calibration: Path | None, patience: float = PATIENCE, start: Start | None = None
) -> Film:
    """Films in a fresh process and kills it when it hangs: a camera's driver cannot be stopped from inside."""
    process, connection = (start or start_process)(spec, calibration)
    try:
        if not connection.poll(patience):
            return Film(f"the camera hangs: no answer within {patience:.0f} seconds")
        film: Film = connection.recv()
        return film
    except EOFError:
        return Film("the camera's driver has crashed")
    finally:
        process.kill()
        process.join(5.0)
        connection.close()


def start_process(spec: str, calibration: Path | None) -> tuple[Any, Connection]:
    """A fresh process that films."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_main, args=(theirs, spec, calibration), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _main(connection: Connection, spec: str, calibration: Path | None) -> None:
    """In the process of its own. Never raises: what goes wrong is told."""
    import time

    import cv2

    from vision.calibration import CalibrationFault, load
    from vision.cameras.opening import UnknownCamera, is_live, open_camera

    cv2.setNumThreads(1)
    locked = None
    with suppress(CalibrationFault):  # what is wrong with it is another check's business
        locked = load(calibration).locked if calibration is not None else None
    try:
        camera = open_camera(spec, locked=locked)
    except (UnknownCamera, CameraFault) as problem:
        connection.send(Film(str(problem)))
        return
    connection.send(filmed(camera, is_live(spec), time.monotonic))
    camera.close()
