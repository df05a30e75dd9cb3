"""Sound effects and their captions; without a sound device, the program is silent."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pygame

from battlesim import data_folders
from battlesim.processes import silence_stderr

SOUND_CAPTIONS: Final = {
    "shot": "gunfire",
    "die": "dice roll",
    "step": "footsteps",
    "loss": "a casualty",
    "screech": "a screech",
    "click": "",
}
"""Captions by sound name, empty for a sound that needs none."""
CAPTION_DURATION_S: Final = 1.6
"""Seconds for which a caption stays on the screen."""
MIN_REPEAT_INTERVAL_S: Final = 0.08
"""Minimum number of seconds between two plays of the same sound."""


class Speaker:
    """A player of sound effects with captions. If `volume` is 0 percent, no sound device is opened."""

    def __init__(self, volume: int = 60, captions: bool = True, folder: Path | None = None) -> None:
        self.captions = captions
        self._folder = folder or data_folders.assets_folder() / "sounds"
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._time = 0.0
        self._last: dict[str, float] = {}
        self._caption, self._until = "", 0.0
        self._volume = 0
        self.set_volume(volume)

    def set_volume(self, volume: int) -> None:
        """Set the volume in percent."""
        self._volume = volume
        if volume and not self._sounds:
            self._sounds = _load(self._folder)
        for sound in self._sounds.values():
            sound.set_volume(volume / 100)

    @property
    def audible(self) -> bool:
        """True if sounds are loaded and the volume is not 0."""
        return bool(self._volume and self._sounds)

    def play(self, name: str) -> None:
        """Play a sound and show its caption. Raises KeyError if there is no such sound."""
        caption = SOUND_CAPTIONS[name]
        if self._time - self._last.get(name, -1.0) < MIN_REPEAT_INTERVAL_S:
            return
        self._last[name] = self._time
        if caption:
            self._caption, self._until = caption, self._time + CAPTION_DURATION_S
        if self.audible:
            self._sounds[name].play()

    def tick(self, elapsed: float) -> bool:
        """Advance the caption's time by `elapsed` seconds. Return True if the caption changed."""
        before = self.caption
        self._time += elapsed
        return before != self.caption

    @property
    def caption(self) -> str:
        """The caption of the current sound, or "" if there is none or captions are off."""
        return self._caption if self.captions and self._time < self._until else ""


def _load(folder: Path) -> dict[str, pygame.mixer.Sound]:
    """Load the sounds. Return an empty mapping if they cannot be loaded."""
    try:
        with silence_stderr():
            if not pygame.mixer.get_init():
                _open()
        return {name: pygame.mixer.Sound(str(folder / f"{name}.wav")) for name in SOUND_CAPTIONS}
    except (pygame.error, OSError):
        return {}


def _open() -> None:
    """Open the sound device, or a dummy device if that fails."""
    try:
        pygame.mixer.init(22050, -16, 1, 512)
    except pygame.error:
        before = os.environ.get("SDL_AUDIODRIVER")
        os.environ["SDL_AUDIODRIVER"] = "dummy"
        try:
            pygame.mixer.init(22050, -16, 1, 512)
        finally:
            if before is None:
                del os.environ["SDL_AUDIODRIVER"]
            else:
                os.environ["SDL_AUDIODRIVER"] = before
