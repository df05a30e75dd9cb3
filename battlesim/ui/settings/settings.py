"""The user's settings, stored in a file in the user's configuration folder.

Invalid entries in the file are reported and ignored, and the valid entries are used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import platformdirs

from battlesim.engine.value_decoding import BadValueError, convert_values, did_you_mean, shortened
from battlesim.file_writing import write_atomically
from battlesim.plain_files import MissingFileError
from battlesim.scenarios.battle_files import default_battle_folder
from battlesim.scenarios.toml_reading import InputError, parse_toml_unchecked, read_text
from battlesim.ui.settings.key_bindings import KeyBindings, read_changes

AUTOMATIC_SCALE = 0
"""Value of the interface scale that adapts to the height of the screen."""
SCALES_PERCENT: Final = (AUTOMATIC_SCALE, 75, 90, 100, 110, 125, 150, 175, 200, 225, 250)
PALETTE_NAMES: Final = ("default", "high contrast")
UNSCALED_HEIGHT_PX: Final = 1080
"""Height of the screen in pixels for which the automatic scale is 100 %."""
MIN_SCREEN_WIDTH_PX: Final = 560
"""Minimum width of the screen in unscaled pixels; a larger interface scale is reduced to keep it."""
MAX_FILE_BYTES = 65536


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The user's settings.

    `scale` is 75 to 250 percent, or 0 for automatic. `volume` is in percent. `ask` says which decisions the
    user is asked: whole actions, also details after dice, or every decision. `units` is the unit in which
    lengths are shown. `announcements` says after which announcements of forced actions the window waits for a
    key: all, those of the user's own sides, or none. `voice` says whether the log and briefings are in the
    style of the game or in plain words. `battles` is the folder for battles, or "" for the default. `keys`
    holds the keys that differ from the defaults.
    """

    scale: int = AUTOMATIC_SCALE
    palette: Literal["default", "high contrast"] = "default"
    reduced_motion: bool = False
    units: Literal["in", "cm"] = "in"
    volume: int = 60
    captions: bool = True
    folded: bool = False
    hints: bool = True
    ask: Literal["acts", "choices", "everything"] = "acts"
    announcements: Literal["always", "own", "never"] = "own"
    voice: Literal["game", "plain"] = "game"
    battles: str = ""
    keys: dict[str, tuple[str, ...]] = {}

    @property
    def bindings(self) -> KeyBindings:
        """The key bindings with the user's changes."""
        return KeyBindings(self.keys)

    @property
    def battles_folder(self) -> Path:
        """The folder in which new battles are saved."""
        return Path(os.path.expanduser(self.battles)) if self.battles else default_battle_folder()

    def interface_scale(self, width: int, height: int, min_width_px: int = MIN_SCREEN_WIDTH_PX) -> float:
        """Return the interface scale for a window of `width` times `height` pixels.

        It is reduced so that at least `min_width_px` unscaled pixels fit across, but is never below 0.75.
        """
        wished = self.scale or max(100, min(250, round(height / UNSCALED_HEIGHT_PX * 4) * 25))
        room = min(width / min_width_px, height / (min_width_px * 0.56))
        return max(0.75, min(wished / 100, int(room * 20) / 20))


SETTING_RANGES: Final = {"scale": (75, 250), "volume": (0, 100)}


def settings_file() -> Path:
    """Return the path of the settings file on this platform."""
    return Path(platformdirs.user_config_dir("battlesim")) / "settings.toml"


def load_settings(file: Path | None = None) -> tuple[Settings, list[str]]:
    """Return the settings from a file and a list of errors; if the file is missing, the defaults."""
    path = file or settings_file()
    try:
        raw = parse_toml_unchecked(read_text(path, MAX_FILE_BYTES), path)
    except InputError as error:
        absent = isinstance(error.__cause__, MissingFileError)
        return Settings(), [] if absent else [f"{error}; the default settings are used"]
    settings, faults = _checked_settings(raw)
    return settings, [f"{path}: {shortened(fault)}" for fault in faults]


def _checked_settings(raw: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    known: dict[str, Any] = {}
    faults: list[str] = []
    types = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name, value in raw.items():
        if name not in types:
            faults.append(f"{name}: there is no such setting ({did_you_mean(name, types)})")
        elif name == "keys" and isinstance(value, dict):
            known["keys"], wrong = read_changes(value)
            faults += wrong
        elif fault := _value_error(name, value, types[name]):
            faults.append(fault)
        else:
            known[name] = value
    return Settings(**known), faults


def _value_error(name: str, value: object, kind: Any) -> str:
    """Return an error message for an invalid value, or "" if it is valid."""
    try:
        convert_values(value, kind)
    except BadValueError as error:
        return f"{name}: {error}"
    low, high = SETTING_RANGES.get(name, (0, 0))
    if high and not (isinstance(value, int) and low <= value <= high) and (name, value) != ("scale", 0):
        return f"{name}: {value} is not between {low} and {high}"
    return battles_folder_error(value) if name == "battles" and isinstance(value, str) else ""


def battles_folder_error(folder: str) -> str:
    """Return an error message if the folder cannot be used for battles, otherwise ""."""
    if folder and not (folder.isprintable() and Path(os.path.expanduser(folder)).is_absolute()):
        return f"battles: {json.dumps(folder)} is not an absolute path"
    return ""


def save_settings(settings: Settings, file: Path | None = None) -> str:
    """Write the settings atomically. Return an error message, or "" on success."""
    path = file or settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, as_toml(settings).encode())
    except OSError as error:
        return f"the settings cannot be saved in {path}: {error.strerror}"
    return ""


def as_toml(settings: Settings) -> str:
    """Return the settings as TOML; all their values have the same syntax in JSON and TOML."""
    plain = msgspec.to_builtins(settings)
    keys = plain.pop("keys")
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in plain.items()]
    if keys:
        lines += ["", "[keys]", *(f"{name} = {json.dumps(value)}" for name, value in keys.items())]
    return "\n".join(lines) + "\n"
