"""How this table is put together: from the command line, from a file, from what the machine is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kiosk.chosen import Comfort
from kiosk.chosen import read_section as read_screen
from kiosk.cli import UsageError
from kiosk.fleet.settings import FleetSettings
from kiosk.fleet.settings import read_section as read_fleet
from kiosk.nightly import NightlySettings
from kiosk.nightly import read_section as read_nightly
from kiosk.sound.loudness import SoundSettings
from kiosk.sound.loudness import read_section as read_sound
from vision.cameras.kinds import EXPECTED, KINDS, kind_of

MODEL = Path("/proc/device-tree/model")
SECTIONS: Mapping[str, Callable[[object], object]] = {
    "sound": read_sound,
    "screen": read_screen,
    "nightly": read_nightly,
    "fleet": read_fleet,
}
"""What reads a section of the file; raises ValueError with one line."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "panel": ("keyboard", "gpio"),
    "lang": ("da", "nb", "en"),
}


@dataclass(frozen=True)
class Settings:
    """What `raflebord play` needs to know. `contact`: whom to call when the table rests, "" when nobody was named."""

    windowed: bool
    camera: str
    panel: str
    light: str
    state_dir: Path
    lang: str = "da"
    contact: str = ""
    sound: SoundSettings = field(default_factory=SoundSettings)
    screen: Comfort = field(default_factory=Comfort)
    nightly: NightlySettings = field(default_factory=NightlySettings)
    fleet: FleetSettings = field(default_factory=FleetSettings)


def gathered(
    given: Mapping[str, Any], file: Path | None, environ: Mapping[str, str], on_pi: bool
) -> Settings:
    """The settings: the machine's defaults, then the file's, then what was given on the command line.

    Raises UsageError with one line: what, where, what was expected.
    """
    told = {key: value for key, value in given.items() if value is not None}
    written = _read(file) if file is not None else {}
    values = defaults(environ, on_pi) | written | told
    settings = Settings(**{**values, "state_dir": Path(values["state_dir"]).expanduser()})
    _check(settings, {key: f"{file}: {key}" for key in written if key not in told})
    return settings


def defaults(environ: Mapping[str, str], on_pi: bool) -> dict[str, Any]:
    """A Pi is a table; any other machine shows a simulated one in a window."""
    state = Path(environ.get("XDG_STATE_HOME") or Path(environ.get("HOME", "~")) / ".local" / "state")
    return {
        "windowed": not on_pi,
        "camera": "pi" if on_pi else "sim",
        "panel": "gpio" if on_pi else "keyboard",
        "light": "auto" if on_pi else "none",
        "state_dir": state / "raflebord",
        "lang": "da",
    }


def is_pi(model: Path = MODEL) -> bool:
    """Whether this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _read(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UsageError(f"cannot read {file}: {problem.strerror}") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise UsageError(f"{file} is no TOML: {problem}") from problem
    return {key.replace("-", "_"): _known(file, key, value) for key, value in found.items()}


def _known(file: Path, key: str, value: Any) -> Any:
    name = key.replace("-", "_")
    names = [one.name for one in fields(Settings)]
    if name not in names:
        raise UsageError(f"{file}: there is no setting {key!r}; there are {', '.join(names)}")
    if name in SECTIONS:
        return _section(file, name, value)
    wanted: type = bool if name == "windowed" else str
    if type(value) is not wanted:
        kind = "true or false" if wanted is bool else "a text"
        raise UsageError(f"{file}: {key} is {kind}, not {value!r}")
    return value


def _section(file: Path, name: str, value: Any) -> object:
    try:
        return SECTIONS[name](value)
    except ValueError as problem:
        raise UsageError(f"{file}: {name}: {problem}") from problem


def _check(settings: Settings, in_file: Mapping[str, str]) -> None:
    """`in_file`: where in the file a setting stands; the others were given on the command line."""
    for name, allowed in CHOICES.items():
        value = getattr(settings, name)
        if value not in allowed:
            known = " or ".join(allowed)
            raise UsageError(
                f"{in_file.get(name, f'--{name}')} {value!r} is not known here: expected {known}"
            )
    check_light(settings.light, settings.camera, in_file.get("light", "--light"))
    try:
        _check_camera(settings.camera)
    except ValueError as problem:
        raise UsageError(f"{in_file.get('camera', '--camera')}: {problem}") from problem


def check_light(light: str, camera: str, where: str = "--light") -> None:
    """Raises UsageError where no such light can be. A serial line may be away for now: it is waited for."""
    if light == "sim" and camera.partition(":")[0] != "sim":
        raise UsageError(f"{where} 'sim' is the simulated table's light: expected --camera sim with it")
    if light not in ("none", "sim", "auto") and not light.startswith("/"):
        raise UsageError(
            f"{where} {light!r} is no light: expected none, sim or a serial line such as /dev/ttyUSB0"
        )


def _check_camera(spec: str) -> None:
    """Raises ValueError with one line."""
    kind = kind_of(spec)
    if kind is KINDS["sim"]:
        from vision.sim.spec import parse_sim_spec

        parse_sim_spec(spec)
    elif not (kind is not None and kind.knows(spec)) and not _exists(spec):
        raise ValueError(f"there is no camera {spec!r}: expected {EXPECTED}")


def _exists(spec: str) -> bool:
    try:
        return Path(spec).exists()
    except (OSError, ValueError):
        return False
