"""The vision's own process: opens the camera, watches the tray, tells its parent over a pipe.

It never raises out. A camera that leaves is looked for again; when the parent is gone, it ends.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import heap
from vision.calibrating.drift import DriftWatch
from vision.calibrating.session import ORDERS, Session
from vision.calibration import Calibration, CalibrationFault, load
from vision.calibration_record import Locked
from vision.cameras.opening import UnknownCamera, is_live, open_camera
from vision.cameras.paced import PacedCamera
from vision.cameras.protocol import Camera, CameraFault, Frame, Image
from vision.observations import FaultKind, Observation, Settled, StateChanged, TrayFault
from vision.own_dice import OwnDice, own_dice
from vision.pictures import MARGIN, die_crop, tray_picture
from vision.reader import Reader
from vision.tray.pose import TrayView
from vision.watch.two_lights import LitFrames, amended, read_lit
from vision.watch.watcher import Watcher
from vision.worker import kept_picture, messages
from vision.worker.kept_picture import KeptPicture
from vision.worker.messages import Alive, Command, Fault, Healed, Order, Preview, Reply, Stop, Wake
from vision.worker.outbox import Outbox

log = logging.getLogger(__name__)

HEIGHT = 560
"""Of a preview, pixels: as large as the screen shows the tray."""
CROP = 96
"""Width of a die's photograph, pixels."""
_PX_PER_MM = HEIGHT / (260.0 + 2 * MARGIN)
_AWAKE = 1.0
"""Seconds for which a hit on the felt makes previews come as while something moves."""
_ALIVE = 0.3
"""Seconds between signs of life."""
_PREVIEW, _STILL_PREVIEW = 1 / 12, 1 / 3
"""Seconds between previews, and while nothing moves in them."""
_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the camera is opened again; the last one stands for all further ones."""
_LONG_AGO = 10.0
"""Seconds without a failure after which the pauses begin small again."""
_STUCK = 5.0
"""Seconds after which a camera that shows one picture for ever is opened again."""
_STUCK_TEXT = "The picture stands still: the camera is opened again."
_OVER = TrayFault("camera", "The pictures have come to an end.")
_LAST_WORDS = 1.0
"""Seconds to send what waits before the end."""


def main(
    connection: Connection,
    spec: str,
    calibration_path: Path | str | None = None,
    fps: float | None = None,
    seed: int = 0,
) -> None:
    """Runs in a fresh process until told to stop or until the parent closes its end of `connection`.

    `spec`, `fps` and `seed` as for `open_camera`; a calibration file that cannot be used is logged, told as a
    fault, and the assumed lens is used instead.
    """
    # Ctrl-C in a terminal and a service's stop reach all processes of the table; the parent says when to stop.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    cv2.setNumThreads(1)
    heap.kept_small()
    with suppress(EOFError, OSError):
        outbox = Outbox(connection)
        worker = Worker(
            connection, outbox.put, lambda: _opened(spec, fps, seed, worker.locked), is_live(spec)
        )
        worker.calibrate(Path(calibration_path) if calibration_path else None)
        worker.run()
        outbox.close(_LAST_WORDS)


def _opened(spec: str, fps: float | None, seed: int, locked: Locked | None) -> Camera:
    camera = open_camera(spec, fps, seed, locked=locked)
    # Pictures on a disk come as fast as they are read; people want to see them in their own time.
    is_file = Path(spec).exists() and not is_live(spec)
    return PacedCamera(camera, time.monotonic, time.sleep) if is_file else camera


class Stopped(Exception):
    """The parent has said stop, or is gone."""


class Worker:
    """Watches one camera after the other from `open_it` and hands reports to `put`.

    `orders` is where the parent's orders come from, `live` as for `Watcher`, `clock` monotonic seconds.
    """

    def __init__(
        self,
        orders: Connection,
        put: Callable[[messages.Report], None],
        open_it: Callable[[], Camera],
        live: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._orders = orders
        self._put = put
        self._open = open_it
        self._live = live
        self._clock = clock
        self._calibration: Calibration | None = None
        self._own = OwnDice()
        self._camera: Camera | None = None
        self._fault: TrayFault | None = None
        self._alive = self._shown = self._failed_at = float("-inf")
        self._fault_at = 0.0
        self._last = Frame(np.zeros((1, 1, 3), np.uint8), 0.0, 0)
        self._failures = 0
        self._awake_until = float("-inf")
        self._lit = LitFrames()
        self._told: Settled | None = None
        self._kept = KeptPicture()
        self._drift = DriftWatch(None)
        self._session = Session()
        self._watcher = self._fresh()

    def calibrate(self, path: Path | None) -> None:
        """Use the lens in this file and what was learnt of the table's own dice beside it, if they can be used."""
        try:
            self._calibration = load(path) if path else None
        except CalibrationFault as fault:
            log.error("%s", fault)
        self._drift = DriftWatch(self._calibration)
        self._own = own_dice(path, lambda fault: log.error("%s", fault))
        self._session = Session(self._own)
        self._watcher = self._fresh()

    @property
    def locked(self) -> Locked | None:
        """The camera's settings when it was calibrated, which it is to hold; none while it is calibrated anew."""
        return self._calibration.locked if self._calibration is not None and not self._session.on else None

    def run(self) -> None:
        """Until Stop, or until the parent is gone."""
        with suppress(Stopped, EOFError, OSError):
            while True:
                self._obey(0.0)
                self._step()
        self._close()

    # -- frames ------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        """One frame; whatever goes wrong is told, and tried again after a pause."""
        try:
            frame = self._next_frame()
            if frame is not None:
                self._last = frame
                if self._lit.active:
                    self._take_lit(frame)
                    return
                if self._session.on:
                    self._take_session(frame)
                    return
                self._report(frame, self._watcher.feed(frame))
                self._check_stuck()
        except (CameraFault, UnknownCamera) as problem:
            self._close()
            self._failed("camera", str(problem))
        except Exception:
            log.exception("the watcher has stumbled")
            self._watcher = self._fresh()
            self._failed("program", "The dice reader has stumbled and begins anew.")
        else:
            if frame is None:
                self._over()

    def _next_frame(self) -> Frame | None:
        if self._camera is None:
            self._camera = self._open()
            self._watcher = self._fresh()
        try:
            return self._camera.read()
        except CameraFault:
            raise
        except Exception as problem:
            log.exception("the camera has stumbled")
            raise CameraFault("The camera has stumbled; it is opened again.") from problem

    def _check_stuck(self) -> None:
        """A driver that has stopped seldom starts again by itself; a film would only begin anew."""
        frozen = self._live and self._fault is not None and self._fault.kind == "frozen"
        if frozen and self._clock() - self._fault_at > _STUCK:
            raise CameraFault(_STUCK_TEXT)

    def _fresh(self) -> Watcher:
        self._reader = Reader(self._calibration, own=self._own)
        self._lit = LitFrames()
        return Watcher(self._reader, self._reader.view, self._live)

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.close()
            except Exception:
                log.exception("the camera cannot be closed")

    # -- light from two sides ----------------------------------------------------------------------------------

    def _take_lit(self, frame: Frame) -> None:
        """A frame in a light that the watcher must not see; at the end the last reading is told anew."""
        self._tell_alive()
        done = self._lit.add(frame)
        if done is None:
            return
        side, order = done
        self._put(Reply(order, {"ok": True, "side": side}))
        if side == "both" and self._told is not None and all(self._lit.lights):
            reading = amended(self._told.reading, read_lit(self._reader, self._lit.lights))
            self._put(self._settled(replace(self._told, reading=reading)))

    # -- calibrating -------------------------------------------------------------------------------------------

    def _begin_order(self, order: Command) -> None:
        """A real camera finds its own settings while somebody calibrates; afterwards those of the calibration count."""
        if self._live and self._session.frees(order.name):
            self._close()
        self._session.begin(order.name, order.arguments, order.id)

    def _take_session(self, frame: Frame) -> None:
        """A frame for whoever calibrates; what happens in the tray meanwhile is no roll."""
        self._tell_alive()
        assert self._camera is not None
        done = self._session.add(frame, self._camera, self._tell_alive)
        if done is not None:
            self._put(Reply(*done))
        if not self._session.on:
            self._watcher = self._fresh()
            if self._live:
                self._close()

    # -- reports -----------------------------------------------------------------------------------------------

    def _report(self, frame: Frame, seen: list[Observation]) -> None:
        for one in seen:
            if isinstance(one, StateChanged):
                self._put(one)
                self._tell_fault(one.fault)
            else:
                self._put(self._settled(one))
        if any(isinstance(one, Settled) or one.state == "empty" for one in seen):
            self._tell_drift(frame)
        self._tell_alive()
        still = self._watcher.state in ("empty", "settled") and self._clock() >= self._awake_until
        if self._clock() - self._shown >= (_STILL_PREVIEW if still else _PREVIEW):
            self._shown = self._clock()
            self._put(Preview(*_picture(frame.image, self._watcher.tray), self._watcher.state))

    def _tell_drift(self, frame: Frame) -> None:
        """Whether the table still is as it was calibrated; looked at only when the tray has been read."""
        drift = self._drift.look(frame.image)
        if drift is not None:
            self._put(drift)

    def _settled(self, seen: Settled) -> messages.Settled:
        self._told = seen
        crops = tuple(die_crop(seen.image, die, CROP) for die in seen.reading.dice)
        picture, px_per_mm, origin = _picture(seen.image, self._watcher.tray)
        return messages.Settled(
            seen.t, seen.reading, picture, px_per_mm, origin, crops, seen.tracks, seen.gone
        )

    def _tell_fault(self, fault: TrayFault | None) -> None:
        """Fault and Healed come in pairs, whatever the fault."""
        if fault == self._fault:
            return
        if self._fault is not None:
            self._put(Healed(self._fault.kind))
        if fault is not None:
            self._put(Fault(fault.kind, fault.text))
        self._fault, self._fault_at = fault, self._clock()

    def _tell_alive(self) -> None:
        if self._clock() - self._alive >= _ALIVE:
            self._alive = self._clock()
            self._put(Alive(self._last.t))

    # -- trouble -----------------------------------------------------------------------------------------------

    def _failed(self, kind: FaultKind, text: str) -> None:
        """Say so and wait, longer each time until all has gone well for a while."""
        fault = TrayFault(kind, text)
        if fault != self._fault:
            self._put(StateChanged(self._last.t, self._last.index, "fault", fault))
            self._tell_fault(fault)
        if self._clock() - self._failed_at > _LONG_AGO:
            self._failures = 0
        pause = _PAUSES[min(self._failures, len(_PAUSES) - 1)]
        self._failures += 1
        self._wait(pause)
        self._failed_at = self._clock()

    def _over(self) -> None:
        """A folder or film has ended: nothing more to see, but the parent may still ask and say stop."""
        self._close()
        self._put(StateChanged(self._last.t, self._last.index, "fault", _OVER))
        self._tell_fault(_OVER)
        while True:
            self._wait(_ALIVE)

    def _wait(self, seconds: float) -> None:
        """Let time pass, obeying orders and showing signs of life."""
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0:
            self._tell_alive()
            self._obey(min(left, _ALIVE))

    # -- orders ------------------------------------------------------------------------------------------------

    def _obey(self, seconds: float) -> None:
        """Carry out what has been ordered; wait at most so long for the first order."""
        while self._orders.poll(seconds):
            order: Order = self._orders.recv()
            if isinstance(order, Stop):
                raise Stopped
            if isinstance(order, Wake):
                self._awake_until, self._shown = self._clock() + _AWAKE, float("-inf")
            elif order.name in kept_picture.ORDERS:
                answer = self._kept.answer(order.name, order.arguments["t"], self._told)
                self._put(Reply(order.id, answer))
            elif order.name in ORDERS:
                self._begin_order(order)
            elif order.name == "calibrated":
                self.calibrate(Path(order.arguments["path"]))
                self._put(Reply(order.id, {"ok": True}))
            elif order.name == "lit" and self._camera is not None:
                self._lit.begin(order.arguments["side"], order.id, self._last.t)
            else:
                self._put(Reply(order.id, self._answer(order)))
            seconds = 0.0

    def _answer(self, command: Command) -> dict[str, Any]:
        handler = getattr(self._camera, "command", None)
        if handler is None:
            return {"ok": False, "error": "this camera takes no commands"}
        try:
            return dict(handler(command.name, **command.arguments))
        except Exception as problem:
            log.exception("command %s", command.name)
            return {"ok": False, "error": str(problem)}


def _picture(image: Image, tray: TrayView | None) -> tuple[Image, float | None, tuple[float, float] | None]:
    """The tray from straight above with its scale and origin; without a tray the picture, made smaller."""
    if tray is not None:
        return tray_picture(image, tray, _PX_PER_MM), _PX_PER_MM, (-MARGIN, -MARGIN)
    zoom = min(1.0, HEIGHT / image.shape[0])
    small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), None, None
