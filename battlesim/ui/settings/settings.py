"""The user's settings, read from and written to one file in the user's own configuration folder.

An invalid file is used where it is valid; what is invalid is reported and left out.
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
"""The interface scale that follows the height of the screen."""
SCALES_PERCENT: Final = (AUTOMATIC_SCALE, 75, 90, 100, 110, 125, 150, 175, 200, 225, 250)
PALETTE_NAMES: Final = ("default", "high contrast")
UNSCALED_HEIGHT_PX: Final = 1080
"""Height of the screen in pixels at which the automatic scale is 100 %."""
MIN_SCREEN_WIDTH_PX: Final = 560
"""Pixels at scale 1 that every screen needs; a scale that leaves fewer is not used."""
MAX_FILE_BYTES = 65536


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings. `scale` is in percent, 75 to 250 (0: automatic), `volume` in percent.

    `ask` says how much is asked: whole acts, acts with every detail after the dice, or each single question.
    `units` are those in which lengths are shown; `battles` is the folder that battles are saved in ("": the
    default); `keys` holds the keys that differ from the defaults.
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
    battles: str = ""
    keys: dict[str, tuple[str, ...]] = {}

    @property
    def bindings(self) -> KeyBindings:
        """The key bindings with the user's changes."""
        return KeyBindings(self.keys)

    @property
    def battles_folder(self) -> Path:
        """The folder that new battles are saved in."""
        return Path(os.path.expanduser(self.battles)) if self.battles else default_battle_folder()

    def interface_scale(self, width: int, height: int, min_width_px: int = MIN_SCREEN_WIDTH_PX) -> float:
        """Return the interface scale for a window of `width` times `height` pixels.

        It is small enough that at least `min_width_px` pixels of scale 1 fit across, but never below 0.75.
        """
        wished = self.scale or max(100, min(250, round(height / UNSCALED_HEIGHT_PX * 4) * 25))
        room = min(width / min_width_px, height / (min_width_px * 0.56))
        return max(0.75, min(wished / 100, int(room * 20) / 20))


SETTING_RANGES: Final = {"scale": (75, 250), "volume": (0, 100)}


def settings_file() -> Path:
    """Return the path of the settings file on this platform."""
    return Path(platformdirs.user_config_dir("battlesim")) / "settings.toml"


def load_settings(file: Path | None = None) -> tuple[Settings, list[str]]:
    """Return the settings of a file and what is wrong with it; the defaults if there is no file."""
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
    """Return what is wrong with a value, "" for nothing."""
    try:
        convert_values(value, kind)
    except BadValueError as error:
        return f"{name}: {error}"
    low, high = SETTING_RANGES.get(name, (0, 0))
    if high and not (isinstance(value, int) and low <= value <= high) and (name, value) != ("scale", 0):
        return f"{name}: {value} is not between {low} and {high}"
    return battles_folder_error(value) if name == "battles" and isinstance(value, str) else ""


def battles_folder_error(folder: str) -> str:
    """Return why a folder cannot be the folder of battles, "" if it can."""
    if folder and not (folder.isprintable() and Path(os.path.expanduser(folder)).is_absolute()):
        return f"battles: {json.dumps(folder)} is not an absolute path"
    return ""


def save_settings(settings: Settings, file: Path | None = None) -> str:
    """Write the settings, completely or not at all. Return why that failed, "" if it did not."""
    path = file or settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, as_toml(settings).encode())
    except OSError as error:
        return f"the settings cannot be saved in {path}: {error.strerror}"
    return ""


def as_toml(settings: Settings) -> str:
    """Return the settings as TOML; JSON strings, numbers, booleans and lists of strings are valid TOML."""
    plain = msgspec.to_builtins(settings)
    keys = plain.pop("keys")
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in plain.items()]
    if keys:
        lines += ["", "[keys]", *(f"{name} = {json.dumps(value)}" for name, value in keys.items())]
    return "\n".join(lines) + "\n"
