"""The camera: it opens, gives pictures in time, each a new one, and they are not black."""

from __future__ import annotations

from kiosk.doctor.check import Check, Grade
from kiosk.doctor.film import Film
from vision.watch.faults import Health

NAME = "camera"
SLOW, TOO_SLOW = 12.0, 4.0
"""Pictures a second: below the first a roll is followed badly, below the second not at all."""
LOST = 0.05
"""Share of pictures that may be missing or come twice."""
WANTED = f"at least {SLOW:g} pictures a second, none missing or twice, neither black nor white"
_FAULTS = {
    "dark": "the pictures are black: is the light on and the lens free?",
    "bright": "the pictures are white: does a lamp shine into the camera, is its exposure far too long?",
    "small": "the pictures are too small to see dice in",
}


def check(film: Film) -> Check:
    """Judges a film of the camera."""
    if film.last is None:
        return Check(NAME, "broken", film.trouble or "no picture", WANTED, _mend(film))
    symptom = Health(film.live).symptom(film.last)
    if symptom in _FAULTS:
        return Check(NAME, "broken", _figures(film), WANTED, _FAULTS[symptom])
    if film.trouble is not None:
        return Check(NAME, "broken", f"{_figures(film)}; then: {film.trouble}", WANTED, _mend(film))
    grade, todo = speed(film) if film.live else ("fine", "")
    if film.asked:
        grade = "look" if grade == "fine" else grade
        todo = "; ".join([*film.asked, *([todo] if todo else [])])
    return Check(NAME, grade, _figures(film), WANTED, todo)


def speed(film: Film) -> tuple[Grade, str]:
    """Judges how fast its pictures come, and what to do."""
    count = max(1, len(film.times))
    if film.rate < TOO_SLOW or film.repeated > count / 2:
        return (
            "broken",
            "the camera hardly gives new pictures: start the machine again, then change cable or camera",
        )
    if film.rate < SLOW or film.dropped > LOST * count or film.repeated > LOST * count:
        return (
            "look",
            "is the machine too hot or short of power (see below)? does another program use the camera?",
        )
    return "fine", ""


def _figures(film: Film) -> str:
    assert film.last is not None
    height, width = film.last.shape[:2]
    rate = f"{film.rate:.1f} a second" if film.rate else "no rate"
    return f"{width}x{height}, {rate}, {film.dropped} missing, {film.repeated} twice of {len(film.times)}"


def _mend(film: Film) -> str:
    if film.trouble and "python3-picamera2" in film.trouble:
        return "install Debian's package python3-picamera2"
    return "see to the camera's cable at both ends, start the machine again, then change cable or camera"
