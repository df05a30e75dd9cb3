"""Hints: shown once each beside what they speak of, put away by key or click, switched off for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlesim.engine import card_draw, chance_decisions, decisions, moment_choice, position_decisions
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import DICE_SIDE, Decision
from battlesim.engine.ruleset import SupportsHints
from battlesim.render.drawlist import TextLine
from battlesim.rulesets import registry
from battlesim.ui import app
from battlesim.ui.battle import hints
from battlesim.ui.battle.hints import (
    HintPresenter,
    all_hints,
    card_rect_beside,
    hints_of,
    load_seen_hints,
    seen_hints_file,
    topics_of,
)
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.settings_page import SettingsPage
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import KEY_COMMANDS
from battlesim.ui.settings.settings import Settings, load_settings, save_settings
from battlesim.ui.toolkit.layout import Rect
from tests.support.ours import RULESETS
from tests.ui.gallery import shown as screen
from tests.ui.seated import seated

KINDS = {
    kind.__struct_config__.tag
    for module in (decisions, chance_decisions, position_decisions, moment_choice, card_draw)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Decision) and kind.__struct_config__.tag
} - {decisions.AskAll.__struct_config__.tag}


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def window() -> Iterator[Window]:
    with screen("confirm", (1366, 768), Settings(volume=0)) as found:
        assert isinstance(found, Window)
        found.cards.hints = HintPresenter()
        found.advance_frame(0.1)
        yield found


def press(window: Window, key: int, mod: int = 0) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    window.advance_frame(0.1)


def shown(window: Window) -> str:
    panel = next((panel for name, _, panel in window.panels() if name == "hint"), None)
    return " ".join(item.shown_text for item in panel.items if isinstance(item, TextLine)) if panel else ""


def test_every_kind_of_question_has_a_hint() -> None:
    assert {hint.when for hint in all_hints()} >= KINDS


def test_a_hint_is_placed_on_the_table_as_it_is_drawn_also_as_that_gets_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    rooms, tables, off = list[Rect](), set[Rect](), list[Rect]()

    def noted(anchor: Rect, tall: float, room: Rect, *others: Any) -> Rect | None:
        rooms.append(room)
        return card_rect_beside(anchor, tall, room, *others)

    monkeypatch.setattr(hints, "card_rect_beside", noted)
    with seated("troice_first", tmp_path / "a.battle", "marines", typed=True) as table:
        window, frame = table.window, table.window.advance_frame
        window.cards.hints = HintPresenter()

        def watched(elapsed: float) -> None:
            rooms.clear()
            frame(elapsed)
            drawn = window.stage.layout.table
            tables.add(drawn)
            off.extend(room for room in rooms if (room.y, room.bottom) != (drawn.y, drawn.bottom))

        monkeypatch.setattr(window, "advance_frame", watched)
        while table.asked().decision.what != "pips":
            table.answer()
    assert len(tables) > 1 and off == []


def test_every_hint_is_about_something_that_can_come_up() -> None:
    known = KINDS | {"question", "odds", "reaction", "undo", "act", "roll_handful"}
    assert [hint.id for hint in all_hints() if hint.when not in known] == []


@pytest.mark.parametrize("key", sorted({ruleset.key for ruleset in RULESETS}))
def test_the_hints_of_a_ruleset_are_about_its_own_questions(key: str) -> None:
    ruleset = registry.load_ruleset(key)
    own = ruleset.hints if isinstance(ruleset, SupportsHints) else ()
    source = "".join(file.read_text() for file in Path(registry.__file__).parent.joinpath(key).rglob("*.py"))
    whats = [what for hint in own for what in hint.when.removeprefix("asked:").split(":")]
    assert [hint.id for hint in own if not hint.id.startswith(f"{key}.")] == []
    assert [what for what in whats if what != "several" and f'"{what}"' not in source] == []


def test_the_hints_of_a_ruleset_come_before_the_general_ones() -> None:
    known = [hint.id for hint in hints_of(registry.load_ruleset("troice_station"))]
    assert known[0] == "troice_station.pips" and known[-len(all_hints()) :] == [h.id for h in all_hints()]


def test_every_key_that_a_hint_names_is_one() -> None:
    ids = {action.id for action in KEY_COMMANDS}
    every = [hint for ruleset in RULESETS for hint in hints_of(ruleset)]
    named = {name for hint in every for name in re.findall(r"{(\w+)}", hint.text)}
    assert named - ids == set()


def test_the_first_question_is_explained_beside_its_panel(window: Window) -> None:
    assert window.cards.hints and window.cards.hints.hint
    assert window.cards.hints.hint.title in shown(window)
    assert window.prompt and window.prompt.picker_input
    panel, at = window.prompt.picker_input.placement.panel, window.cards.hints.card_rect
    assert at.right <= panel.x <= at.right + 40


def test_a_key_puts_it_away_for_good(window: Window) -> None:
    assert window.cards.hints and window.cards.hints.hint
    first = window.cards.hints.hint.id
    press(window, pygame.K_F2)
    assert shown(window) == ""
    assert load_seen_hints(seen_hints_file()) == {first}


def test_a_click_on_it_is_no_click_on_the_table(window: Window) -> None:
    assert window.cards.hints and window.prompt and window.prompt.picker_input
    x, y, _, tall = window.cards.hints.card_rect
    draft = window.prompt.picker.draft()
    at = (round(x + 60), round(y + tall - 24))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    window.advance_frame(0.1)
    assert shown(window) == ""
    assert window.prompt.picker.draft() == draft


def test_a_hint_that_was_read_does_not_come_again(window: Window) -> None:
    assert window.cards.hints and window.cards.hints.hint
    first = window.cards.hints.hint
    press(window, pygame.K_F2)
    window.cards.hints = HintPresenter()
    window.advance_frame(0.1)
    assert window.cards.hints.hint is not first


def test_there_is_one_hint_a_question(window: Window) -> None:
    press(window, pygame.K_F2)
    window.advance_frame(0.1)
    assert shown(window) == ""


def test_the_keys_are_those_that_are_bound(window: Window) -> None:
    window.model.bindings = KeyBindings({"answer": ("f12",)})
    window.restyle(1.0)
    window.advance_frame(0.1)
    assert "F12" in shown(window)


def test_no_more_hints_is_kept_in_the_settings(window: Window) -> None:
    press(window, pygame.K_F2, pygame.KMOD_LSHIFT)
    quiet = app.PAGE_HANDLERS[window.requested_page](window, Settings())
    assert (quiet.hints, load_settings()[0].hints) == (False, False)
    window.cards.hints.set_hints_enabled(quiet.hints)
    window.advance_frame(0.1)
    assert shown(window) == ""


def test_all_of_them_come_again_from_the_settings(window: Window) -> None:
    press(window, pygame.K_F2)
    save_settings(Settings(hints=False))
    page = SettingsPage(Settings(hints=False))
    page.do("again", "")
    assert (load_settings()[0].hints, load_seen_hints(seen_hints_file())) == (True, frozenset())


def test_a_damaged_file_means_that_nothing_was_seen(tmp_path: Path) -> None:
    file = tmp_path / "hints.json"
    file.write_bytes(b'{"a": [')
    assert load_seen_hints(file) == frozenset()


ROOM = Rect(200, 50, 1000, 700)
ANCHORS = (Rect(1208, 300, 320, 400), Rect(8, 50, 180, 700), Rect(200, 758, 1000, 150), Rect(0, 0, 1500, 40))


@pytest.mark.parametrize("anchor", ANCHORS, ids=("right", "left", "below", "above"))
def test_a_hint_stands_within_the_table_and_beside_what_it_speaks_of(anchor: Rect) -> None:
    at = card_rect_beside(anchor, 200, ROOM)
    assert hints._within(at, ROOM)
    assert at.right <= anchor.x or at.x >= anchor.right or at.bottom <= anchor.y or at.y >= anchor.bottom


def test_a_hint_stands_beside_the_buttons_on_the_table(window: Window) -> None:
    topics = {hint.id for hint in all_hints()}
    assert window.cards.hints
    for name in sorted(topics):
        window.cards.hints.seen = frozenset(topics - {name})
        window.advance_frame(0.1)
        assert (
            not window.cards.hints.hint
            or window.cards.hints.card_rect.x >= window.stage.layout.button_area.right
        )


@pytest.mark.usefixtures("screen")
def test_a_question_of_every_batch_is_no_reaction_to_another_side(tmp_path: Path) -> None:
    with seated("glowing_eggs", tmp_path / "deal.battle", "unit") as table:
        assert table.asked().decision.what == "deal"
        topics = topics_of(table.asking)
        assert "asked:deal" in topics and "reaction" not in topics


@pytest.mark.parametrize(("count", "kind"), [(6, "roll_dice"), (7, "roll_handful")])
def test_dice_that_are_entered_by_faces_have_a_hint_of_their_own(count: int, kind: str) -> None:
    roll = RollDice(side=DICE_SIDE, what="dice", prompt="Roll", dice=(6,) * count, unordered=True)
    assert hints.hint_kind(roll) == kind
