"""Settings: the file, the keys, the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.engine.ruleset import AnyRuleset
from battlesim.render import palette, text_layout
from battlesim.render.drawlist import PanelBox, TextLine
from battlesim.scenarios.battle_files import default_battle_folder
from battlesim.table.phrases import AnyText, length_text, parse_phrase, phrase, rendered_text
from battlesim.ui.app import MIN_BATTLE_WIDTH_PX
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.pages.settings_page import SettingsPage, edit_settings
from battlesim.ui.panels.help_card import help_card_pages
from battlesim.ui.settings.key_bindings import (
    KEY_CODES,
    KeyBindings,
    chord_label,
    chord_of,
    normalized_chord,
    read_changes,
)
from battlesim.ui.settings.key_commands import (
    ANY_SCREEN,
    BATTLE_SCREEN,
    DECISION_SCREEN,
    KEY_COMMANDS,
    MENU_SCREEN,
    REPLAY_SCREEN,
)
from battlesim.ui.settings.length_units import LENGTH_UNITS, in_centimetres
from battlesim.ui.settings.settings import SCALES_PERCENT, Settings, load_settings, save_settings
from battlesim.ui.system.event_queue import EVENT_QUEUE
from battlesim.ui.toolkit.layout import Rect
from tests.support.ours import RULESETS
from tests.ui.battles import model
from tests.ui.gallery import VIEWS
from tests.ui.hands import click, desk_of, faults, key_on, press, tab_to, typed, words

BY_ID = {action.id: action for action in KEY_COMMANDS}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "settings.toml"


# -- the file --

settings = st.builds(
    Settings,
    scale=st.sampled_from(SCALES_PERCENT),
    palette=st.sampled_from(["default", "high contrast"]),
    reduced_motion=st.booleans(),
    units=st.sampled_from(["in", "cm"]),
    volume=st.integers(0, 100),
    captions=st.booleans(),
    folded=st.booleans(),
    battles=st.sampled_from(["", "/srv/my battles", '/a "quoted" \\ one', "~/kämpfe"]),
    keys=st.dictionaries(st.sampled_from(["follow", "kinds"]), st.just(("ctrl+f7",)), max_size=1),
)


@given(settings)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, chosen: Settings) -> None:
    file = tmp_path_factory.mktemp("settings") / "settings.toml"
    assert save_settings(chosen, file) == ""
    assert load_settings(file) == (chosen, [])


def test_without_a_file_the_usual_settings_hold(file: Path) -> None:
    assert load_settings(file) == (Settings(), [])


def test_what_is_wrong_is_said_and_the_rest_is_used(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(
        'volum = 3\nscale = 400\nunits = "cm"\nvolume = "loud"\nreduced_motion = true\n'
        '[keys]\nfit = ["z"]\nnonsense = ["a"]\nlog = ["no such key"]\nkinds = ["space"]\n'
    )
    found, said = load_settings(file)
    assert found == Settings(units="cm", reduced_motion=True, keys={"fit": ("z",)})
    everything = " | ".join(said)
    assert "volum: there is no such setting (did you mean volume?)" in everything
    assert "scale: 400 is not between 75 and 250" in everything
    assert "volume: expected a whole number, got text" in everything
    assert "keys.nonsense" in everything and "keys.log" in everything
    assert "keys.kinds: Space is taken: play or pause" in everything
    assert len(said) == 6


@pytest.mark.parametrize("folder", ["battles", "./battles", "/a\tb", "/nul\0", "~no-such-user/battles"])
def test_a_folder_for_battles_is_named_in_full(file: Path, folder: str) -> None:
    file.parent.mkdir()
    file.write_text(f"volume = 20\nbattles = {json.dumps(folder)}\n")
    found, said = load_settings(file)
    assert found == Settings(volume=20)
    assert len(said) == 1 and said[0].endswith(f"battles: {json.dumps(folder)} is not an absolute path")


def test_battles_are_kept_in_the_usual_folder_or_the_named_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings().battles_folder == default_battle_folder()
    assert Settings(battles="/srv/battles").battles_folder == Path("/srv/battles")
    assert Settings(battles="~/battles").battles_folder == tmp_path / "battles"


@pytest.mark.parametrize("text", ["scale = [", "\0\0\0", "[[keys]]\n", 'keys = "a"\n', "scale = true\n"])
def test_a_damaged_file_never_stops_the_program(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    found, said = load_settings(file)
    assert found == Settings() and len(said) == 1


def test_a_file_is_never_half_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(Settings(volume=10), file)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left" in save_settings(Settings(volume=90), file)
    assert load_settings(file) == (Settings(volume=10), [])
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"], "nothing is left behind"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    assert "cannot be saved" in save_settings(Settings(), tmp_path / "taken" / "settings.toml")


# -- scale --


@pytest.mark.parametrize(
    ("scale", "size", "factor"),
    [
        (0, (1366, 768), 1.0),
        (0, (1920, 1080), 1.0),
        (0, (3840, 2160), 2.0),
        (75, (1366, 768), 0.75),
        (200, (1366, 768), 2.0),
        (250, (1366, 768), 2.4),
        (250, (3840, 2160), 2.5),
    ],
)
def test_the_scale_is_as_wished_as_far_as_it_fits(scale: int, size: tuple[int, int], factor: float) -> None:
    assert Settings(scale=scale).interface_scale(*size) == pytest.approx(factor)


# -- keys --


def test_every_key_of_the_table_has_a_name_and_no_two_actions_share_one() -> None:
    for action in KEY_COMMANDS:
        assert action.keys == tuple(normalized_chord(chord) for chord in action.keys)
        assert [KeyBindings().clash(action, chord) for chord in action.keys] == [None] * len(action.keys)


def test_every_action_of_the_battle_is_a_command_of_its_window() -> None:
    commands = create_battle_window(pygame.Surface((800, 600)), model("toy")).content.commands
    assert {
        action.command for action in KEY_COMMANDS if action.screen in (BATTLE_SCREEN, ANY_SCREEN)
    } <= commands.keys()


def test_a_key_is_found_with_what_is_held() -> None:
    import pygame

    keys = KeyBindings()
    found = keys.find(MENU_SCREEN, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert found is not None and found.id == "focus_before"
    found = keys.find(BATTLE_SCREEN, pygame.K_TAB, pygame.KMOD_NUM)
    assert found is not None and found.id == "fold"
    assert keys.find(BATTLE_SCREEN, pygame.K_f, pygame.KMOD_LCTRL) is None
    assert chord_of(pygame.K_LSHIFT, pygame.KMOD_LSHIFT) == ""
    assert chord_label("ctrl+pageup") == "Ctrl+Page up"


def test_a_bound_key_does_the_new_thing_and_no_longer_the_old() -> None:
    keys, refusal = KeyBindings().with_binding(BY_ID["fit"], "z")
    assert refusal == ""
    found = keys.find(BATTLE_SCREEN, KEY_CODES["z"])
    assert found is not None and found.id == "fit"
    assert keys.find(BATTLE_SCREEN, KEY_CODES["f"]) is None
    assert ("Z", "show the whole table") in keys.help((BATTLE_SCREEN, ANY_SCREEN))


def test_the_keys_of_an_open_question_are_listed_first() -> None:
    words = [words for _, words in KeyBindings().help((DECISION_SCREEN, BATTLE_SCREEN, ANY_SCREEN))]
    assert words.index("confirm the answer") < words.index("show the whole table") < words.index("settings")


def test_a_key_that_is_taken_is_refused_in_words() -> None:
    keys, refusal = KeyBindings().with_binding(BY_ID["fit"], "space")
    assert refusal == "Space is taken: play or pause (battle)"
    assert keys.changes == {}
    assert KeyBindings().with_binding(BY_ID["fit"], "f10")[1], (
        "a key that holds everywhere is taken everywhere"
    )
    assert KeyBindings().with_binding(BY_ID["press"], "n")[1] == "", "other screens have keys of their own"


def test_a_freed_key_can_be_given_away() -> None:
    keys, _ = KeyBindings().with_binding(BY_ID["fit"], "z")
    _, refusal = keys.with_binding(BY_ID["follow"], "f")
    assert refusal == ""


def test_with_a_question_open_everything_in_the_battle_keeps_a_key() -> None:
    assert KeyBindings().unreachable_command() is None
    same, refusal = KeyBindings().with_binding(BY_ID["rest"], "c")
    assert refusal == "C would leave no key during a question for: follow the action"
    assert same.changes == {}


def test_a_settings_file_that_shuts_something_out_is_told_so() -> None:
    changes, faults = read_changes({"rest": "c"})
    assert changes == {} and "follow the action" in faults[0]


# -- the page --


@pytest.fixture
def desk(file: Path) -> PageHost:
    return desk_of(SettingsPage(Settings(), file, (1366, 768)))


def test_the_mouse_alone_changes_settings_at_once(desk: PageHost, file: Path) -> None:
    click(desk, ("set", ("scale", "150")))
    click(desk, ("set", ("palette", "high contrast")))
    click(desk, ("set", ("units", "cm")))
    click(desk, ("set", ("volume", "20")))
    click(desk, ("flip", "reduced_motion"))
    click(desk, ("leave", 0))
    wanted = Settings(scale=150, palette="high contrast", units="cm", volume=20, reduced_motion=True)
    assert load_settings(file) == (wanted, [])
    assert not desk.running


def test_the_keyboard_alone_binds_a_key(desk: PageHost, file: Path) -> None:
    key_on(desk, ("bind", "fit"))
    assert "press a key" in words(desk)
    press(desk, "z")
    assert load_settings(file)[0].keys == {"fit": ("z",)}
    press(desk, "escape")
    assert not desk.running


def test_a_taken_key_is_refused_on_the_page(desk: PageHost, file: Path) -> None:
    click(desk, ("bind", "fit"))
    press(desk, "space")
    assert "Space is taken: play or pause" in words(desk)
    assert not file.exists()
    click(desk, ("bind", "fit"))
    press(desk, "escape")
    assert desk.running and "press a key" not in words(desk)


def test_all_keys_can_be_set_back(desk: PageHost, file: Path) -> None:
    click(desk, ("bind", "fit"))
    press(desk, "z")
    click(desk, ("reset", ""))
    assert load_settings(file) == (Settings(), [])


def test_turning_pages_takes_the_keyboard_along(desk: PageHost) -> None:
    tab_to(desk, ("bind", "help"))
    for _ in range(len(KEY_COMMANDS) // 10):
        press(desk, "pagedown")
    assert desk.focus == ("reset", "")


def test_what_is_typed_while_a_change_is_taken_is_not_left_behind(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page takes each change at once; it opens but once."""
    opened: list[int] = []

    def typed_at_once() -> None:
        opened.append(1)
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file="/srv/battles"))

    def then_left(page: SettingsPage, elapsed: float) -> bool:
        if page.changed:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
        return False

    monkeypatch.setattr(EVENT_QUEUE, "discard_input", typed_at_once)
    monkeypatch.setattr(SettingsPage, "tick", then_left)
    pygame.display.init()
    pygame.event.clear()
    assert (
        edit_settings(pygame.display.set_mode((1366, 768)), Settings(volume=0), file).battles
        == "/srv/battles"
    )
    assert opened == [1]


def test_another_folder_for_battles_is_typed_in_and_taken_away_again(desk: PageHost, file: Path) -> None:
    click(desk, ("edit", "battles"))
    typed(desk, "s")
    assert 'battles: "s" is not an absolute path' in words(desk) and not file.exists()
    press(desk, "backspace")
    typed(desk, "/srv")
    assert load_settings(file) == (Settings(battles="/srv"), [])
    assert "New battles are saved in /srv" in words(desk)
    for _ in "/srv":
        press(desk, "backspace")
    assert load_settings(file) == (Settings(), [])
    assert str(default_battle_folder()) in words(desk).replace(" ", "")


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_all_words_of_the_page_have_room(file: Path, size: tuple[int, int], scale: int) -> None:
    desk = desk_of(SettingsPage(Settings(scale=250), file, size), size, scale / 100)
    assert faults(desk) == []
    desk.page.do("drop", "/a/" + "very long name/" * 20)
    assert faults(desk) == []
    desk.page.do("bind", "nearer")
    assert faults(desk) == []


def test_high_contrast_changes_the_panels_and_can_be_left_again() -> None:
    usual = palette.rgba("panel")
    palette.use_palette("high contrast")
    try:
        assert palette.rgba("panel") == (0, 0, 0, 255)
        assert palette.rgba("line") == palette.rgba("#9BA8B4")
    finally:
        palette.use_palette("default")
    assert palette.rgba("panel") == usual


# -- lengths --


@pytest.mark.parametrize(
    ("words", "centimetres"),
    [
        (length_text(6), "15.2 cm"),
        (length_text(0.04, 2), "0.1 cm"),
        (phrase("{} of {} left", length_text(2.5, 1, unit=False), length_text(6)), "6.3 of 15.2 cm left"),
        (parse_phrase("{72} x {48 in}, 3 in play"), "182.9 x 121.9 cm, 3 in play"),
    ],
)
def test_lengths_are_told_in_centimetres(words: AnyText, centimetres: str) -> None:
    assert rendered_text(words, format_length=in_centimetres) == centimetres


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: str(ruleset.key))
def test_no_rule_keeps_a_length_in_inches(ruleset: AnyRuleset) -> None:
    length = re.compile(r"\d in\b(?! all\b)")
    told = {
        rule: rendered_text(
            phrase("{} {} {}", text.section, text.text, text.whole), format_length=in_centimetres
        )
        for rule, text in ruleset.rulebook.items()
    }
    assert [rule for rule, words in told.items() if length.search(words)] == []


@pytest.fixture
def centimetres() -> Iterator[None]:
    text_layout.set_text_style(unit=LENGTH_UNITS["cm"])
    yield
    text_layout.set_text_style(unit=LENGTH_UNITS["in"])


def test_the_name_of_a_file_is_no_length(centimetres: None, tmp_path: Path) -> None:
    folder = tmp_path / "table 6 in wide"
    file = tmp_path / "settings.toml"
    told = words(desk_of(SettingsPage(Settings(battles=str(folder)), file, (1366, 768))))
    assert "6 in wide" in told and "15.2" not in told


# -- the crash screen --


@pytest.mark.parametrize(
    "screens", [(DECISION_SCREEN, BATTLE_SCREEN, ANY_SCREEN), (REPLAY_SCREEN, BATTLE_SCREEN, ANY_SCREEN)]
)
@pytest.mark.parametrize("scale", [75, 100, 200, 250])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (3840, 2160)])
def test_all_keys_are_listed_and_no_card_is_cut_off(
    screens: tuple[str, ...], scale: int, size: tuple[int, int]
) -> None:
    factor = Settings(scale=scale).interface_scale(*size, MIN_BATTLE_WIDTH_PX)
    text_layout.set_text_style(factor)
    keys, room = KeyBindings().help(screens), Rect(0, 0, size[0] / factor, size[1] / factor)
    cards = help_card_pages(keys, room, "F1")
    text_layout.set_text_style(1.0)
    for frame, *_ in cards:
        assert isinstance(frame, PanelBox) and frame.x >= 0 and frame.y >= 0
        assert frame.x + frame.width <= room.width and frame.y + frame.height <= room.height
    told = {item.shown_text for card in cards for item in card if isinstance(item, TextLine)}
    assert {words for _, words in keys} <= told and len(cards) < 3


def test_the_readme_names_the_keys_that_watch_a_battle() -> None:
    shown = KeyBindings().key_label
    paces = f"`{shown('speed_1')}` to `{shown('speed_5')}` set the speed"
    words = f"({shown('toggle').lower()} pauses, `{shown('next')}` steps, {paces})"
    readme = Path(__file__).parents[2] / "README.md"
    assert words in " ".join(readme.read_text(encoding="utf-8").split())
