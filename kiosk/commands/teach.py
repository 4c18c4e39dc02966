"""`raflebord teach d12`: learns the faces of the café's own black dice. `teach d6`: the colour of the others."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from kiosk.calibrating.dice_colour import ColourLesson, keep, known, told
from kiosk.cli import UsageError
from kiosk.commands.read import calibration_of
from vision import d6, d12
from vision.cameras.kinds import EXPECTED
from vision.cameras.opening import UnknownCamera, is_live, open_camera
from vision.cameras.protocol import Camera, CameraFault, Frame
from vision.d12.lesson import DOUBTED, SURELY, Laid, NoLesson, confused, judges_for, laid_in, learn
from vision.d12.taught import FACES, Taught, TaughtFault, load
from vision.reader import Reader

HELP = "learn the faces of the café's own black dice, or the colour of its six-sided ones"
_STALE = 4
"""A camera may have so many pictures ready that were taken before."""
_MOST = 5
"""A face that is refused so often is left out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("kind", choices=["d6", "d12"], help="d6: their colour; d12: their faces")
    parser.add_argument("--camera", metavar="SOURCE", default="pi", help=f"{EXPECTED} (default: pi)")
    parser.add_argument("--calibration", metavar="FILE", type=Path, help="the camera's calibration")
    parser.add_argument(
        "--dice",
        metavar="FILE",
        type=Path,
        help=f"where it is kept ({d6.TAUGHT} or {d12.TAUGHT} beside the calibration)",
    )
    parser.add_argument("--forget", action="store_true", help="d6: they are white again")
    parser.add_argument(
        "--times", metavar="N", type=int, default=1, help="d12: how often each face is laid up (1)"
    )
    parser.add_argument("--only", metavar="FACE", type=int, nargs="+", help="d12: only these faces, anew")
    marks = parser.add_mutually_exclusive_group()
    marks.add_argument("--spots", action="store_true", help="d12: they have 1 to 12 spots, which are counted")
    marks.add_argument("--numerals", action="store_true", help="d12: they have numerals, as most have")
    parser.add_argument("--check", action="store_true", help="only say what has been learnt")


def run(args: argparse.Namespace) -> int:
    """Asks for what is to be laid, or tells what is known; 1 when something is missing or confused in the end."""
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    _refuse_nonsense(args)
    name = (d6 if args.kind == "d6" else d12).TAUGHT
    path = args.dice or (args.calibration or Path(name)).with_name(name)
    return _colour(args, path) if args.kind == "d6" else _faces(args, path)


def _colour(args: argparse.Namespace, path: Path) -> int:
    """The colour of the d6."""
    if args.forget:
        keep(None, path)
    if args.check or args.forget:
        _say(told(known(path)))
        return 0
    calibration = calibration_of(args.calibration)
    camera = _opened(args.camera)
    try:
        return ColourLesson(camera, args.camera, calibration).run(path)
    except (CameraFault, OSError) as fault:
        print(f"raflebord teach: {fault}", file=sys.stderr)
        return 1
    finally:
        camera.close()


def _faces(args: argparse.Namespace, path: Path) -> int:
    """The faces of the d12."""
    taught = _known(path)
    if args.spots or args.numerals:
        # What was learnt of other dice says nothing about these.
        taught = taught if taught.spotted == args.spots else Taught(spotted=args.spots)
        taught.save(path)
        return _told(taught)
    if not args.check:
        reader = Reader(calibration_of(args.calibration))
        camera = _opened(args.camera)
        try:
            teaching = _Teaching(camera, reader, taught, path, stale=_STALE if is_live(args.camera) else 0)
            teaching.run(args.only or list(range(1, FACES + 1)), args.times)
        except CameraFault as fault:
            print(f"raflebord teach: {fault}", file=sys.stderr)
            return 1
        finally:
            camera.close()
    return _told(taught)


def _refuse_nonsense(args: argparse.Namespace) -> None:
    of_d12 = args.only or args.spots or args.numerals or args.times != 1
    if (args.kind == "d6" and of_d12) or (args.kind == "d12" and args.forget):
        expected = (
            "--forget or --check" if args.kind == "d6" else "--only, --times, --spots, --numerals or --check"
        )
        raise UsageError(f"teach {args.kind}: expected {expected}")
    if not 1 <= args.times <= 20:
        raise UsageError(f"--times {args.times}: expected 1 to 20")
    strange = [face for face in args.only or [] if not 1 <= face <= FACES]
    if strange:
        raise UsageError(f"--only {strange[0]}: expected a face from 1 to {FACES}")


def _known(path: Path) -> Taught:
    """What is in the file; nothing when there is none yet."""
    try:
        return load(path) if path.exists() else Taught()
    except TaughtFault as fault:
        raise UsageError(str(fault)) from fault


def _opened(spec: str) -> Camera:
    try:
        return open_camera(spec)
    except (UnknownCamera, CameraFault) as problem:
        raise UsageError(str(problem)) from problem


class _Teaching:
    """Asks for faces one after the other; what was learnt is written at once."""

    def __init__(self, camera: Camera, reader: Reader, taught: Taught, path: Path, *, stale: int) -> None:
        self._camera, self._reader, self._stale = camera, reader, stale
        self._judges = judges_for(taught)
        self._taught, self._path = taught, path

    def run(self, faces: list[int], times: int) -> None:
        """Each of these faces, so many times."""
        _say("Lay one, two or three black dice in the tray, all with the same face up.")
        _say("Enter: they lie there. s and Enter: leave this face out. q and Enter: stop.")
        for face in faces:
            draft = self._taught.copy()
            draft.forget(face)
            for time in range(times):
                if not self._one(draft, face, time, times):
                    return
            if face in draft.values:
                self._taught.values, self._taught.tops, self._taught.rings = (
                    draft.values,
                    draft.tops,
                    draft.rings,
                )
                self._taught.save(self._path)

    def _one(self, draft: Taught, face: int, time: int, times: int) -> bool:
        """Asks for a face until it is learnt or left out; False: no more is wanted."""
        surely = DOUBTED
        again = f" ({time + 1} of {times}, turned another way)" if times > 1 else ""
        for _ in range(_MOST):
            _say(f"The {face} up{again}.")
            answer = sys.stdin.readline()
            if not answer or answer.strip() == "q":
                return False
            if answer.strip() == "s":
                return True
            try:
                count = learn(draft, face, self._laid(), surely)
            except NoLesson as refusal:
                doubt = refusal.why == "doubt"
                surely = SURELY if doubt else DOUBTED
                _say(f"  {refusal}{f' If it is the {face}: Enter once more.' if doubt else ''}")
            else:
                _say(f"  Learnt from {count} {'die' if count == 1 else 'dice'}.")
                return True
        _say(f"  The {face} is left out.")
        return True

    def _laid(self) -> Laid:
        return laid_in(self._fresh().image, self._reader, self._judges)

    def _fresh(self) -> Frame:
        """A picture taken after the dice were laid: what a camera had ready is older."""
        for _ in range(self._stale):
            self._camera.read()
        frame = self._camera.read()
        if frame is None:
            raise CameraFault("there are no more pictures")
        return frame


def _say(words: str) -> None:
    print(words, flush=True)


def _told(taught: Taught) -> int:
    """Says what is known; 1 when faces are missing or two of them are confused."""
    if taught.spotted and not taught.values:
        _say("Spots are counted: no face has to be learnt.")
        return 0
    for face in range(1, FACES + 1):
        _say(f"{face:3}: learnt from {taught.values.count(face)}")
    missing, wrong = taught.missing(), confused(taught)
    if missing:
        _say(f"Not learnt: {', '.join(map(str, missing))}.")
    for value, other in wrong:
        _say(f"A {value} looks like the {other}: teach both anew (--only {value} {other}).")
    if not missing and not wrong:
        _say("All faces are known, and none looks like another.")
    return 1 if missing or wrong else 0
