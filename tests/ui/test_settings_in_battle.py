"""What the settings do to the window of a battle."""

from __future__ import annotations

import pygame
import pytest

from battlesim.render import palette
from battlesim.ui.app import _apply_settings
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.sound_effects import SoundEffects
from battlesim.ui.battle.window import Window
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import KEY_COMMANDS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.sound import Speaker
from tests.ui.battles import model
from tests.ui.gallery import shown

FIT = next(action for action in KEY_COMMANDS if action.id == "fit")


@pytest.fixture
def window() -> Window:
    pygame.display.init()
    pygame.font.init()
    made = create_battle_window(pygame.display.set_mode((1366, 768)), model("toy"))
    made.sound_effects = SoundEffects(made.model, Speaker(volume=0))
    return made


def _press(window: Window, key: int) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def _pixels(window: Window) -> bytes:
    window.draw()
    return pygame.image.tobytes(window.screen, "RGB")


def test_the_key_of_the_settings_asks_for_them(window: Window) -> None:
    _press(window, pygame.K_F10)
    assert window.requested_page == "settings" and window.running


def test_a_bound_key_works_in_the_battle(window: Window) -> None:
    keys, _ = KeyBindings().with_binding(FIT, "z")
    _apply_settings(window, Settings(keys=keys.changes, volume=0))
    _press(window, pygame.K_PLUS)
    near = window.model.camera.ppi
    _press(window, pygame.K_f)
    assert window.model.camera.ppi == near, "the usual key is free"
    _press(window, pygame.K_z)
    assert window.model.camera.ppi < near


def test_centimetres_and_scale_show_at_once(window: Window) -> None:
    _apply_settings(window, Settings(scale=100, volume=0))
    plain = _pixels(window)
    _apply_settings(window, Settings(scale=100, units="cm", volume=0))
    assert _pixels(window) != plain
    _apply_settings(window, Settings(scale=125, volume=0, reduced_motion=True))
    assert window.canvas.scale == 1.25 and window.model.playback.reduced_motion
    _apply_settings(window, Settings(scale=100, volume=0))
    assert _pixels(window) == plain, "nothing of the others is left"


def test_captions_are_on_the_table(window: Window) -> None:
    _apply_settings(window, Settings(scale=100, volume=0))
    plain = _pixels(window)
    assert window.sound_effects is not None
    window.sound_effects.speaker.play("shot")
    assert _pixels(window) != plain
    window.sound_effects.tick(5.0)
    assert _pixels(window) == plain
    _apply_settings(window, Settings(scale=100, volume=0, captions=False))
    window.sound_effects.speaker.play("shot")
    assert _pixels(window) == plain


def test_an_open_question_takes_the_colours_at_once() -> None:
    with shown("activation", (1366, 768), Settings(scale=100, volume=0)) as asked:
        assert isinstance(asked, Window) and asked.prompt
        x, y = (int(side) + 4 for side in asked.prompt.panel_rect()[:2])
        plain = asked.screen.get_at((x, y))
        palette.use_palette("high contrast")
        try:
            _apply_settings(asked, Settings(scale=100, palette="high contrast", volume=0))
            asked.draw()
            assert asked.screen.get_at((x, y)) != plain
        finally:
            palette.use_palette("default")


def test_the_panel_of_a_question_is_built_only_where_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    with shown("activation", (1366, 768), Settings(scale=100, volume=0)) as asked:
        assert isinstance(asked, Window) and asked.prompt and asked.prompt.picker_input
        hands, built = asked.prompt.picker_input, list[int]()
        known = hands.panel
        monkeypatch.setattr(hands, "panel", lambda rect: built.append(1) or known(rect))
        asked.draw()
        assert not built, "nothing has changed"
        _press(asked, pygame.K_DOWN)
        asked.draw()
        assert len(built) == 1
