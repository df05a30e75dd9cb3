"""Relations of a piece, and the zones of all sides, over the table."""

from __future__ import annotations

import pygame
import pytest

from battlesim.render.drawlist import Patch, Plate, Stroke, TextLine
from battlesim.render.palette import side_colour
from battlesim.report.picture import looks_of
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.table.state import AnyState
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import relations_card
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from tests.rules.invasion_earth.field import SLR, battle, enemy, model
from tests.support.waiting import until


def works_out(opened: Window) -> None:
    """Until what the instruments show is known."""
    opened.instruments.tick()
    until(lambda: opened.instruments.tick() or not opened.instruments.busy)
    opened.instruments.tick()


def window(screen: pygame.Surface, state: AnyState) -> Window:
    story = ViewHistory(RULESET, state)
    return create_battle_window(screen, WindowModel(RULESET, looks_of(RULESET), story, Playback(story), ""))


@pytest.fixture
def opened(screen: pygame.Surface) -> Window:
    """A, who is held by e in contact, and another enemy; both wait and have sighted each other."""
    own, far = model(SLR, "a", 0, 0, waits_to_fire=1), enemy(SLR, "far", 0, 9, waits_to_fire=1)
    views = {"a": ("far",), "far": ("a",)}
    held = enemy("cyberman", "e", 1, 0)
    return window(screen, battle(own, held, far, held={"a": "e"}, seen=views, sightings=views, without=()))


def test_relations_are_drawn_and_listed_for_the_selected_piece(opened: Window) -> None:
    opened.do("relations")
    opened.model.pointer.selected_piece = "a"
    works_out(opened)
    lines = [item for item in opened.instruments.overlays() if isinstance(item, Stroke)]
    words = [item.shown_text for item in opened.instruments.overlays() if isinstance(item, Plate)]
    assert words[0] == "holds it" and lines[0].width > lines[1].width
    assert side_colour(2) in [line.colour for line in lines]
    shown = opened.instruments.relations.shown()
    assert shown
    card = relations_card.build(opened.model, shown)
    texts = [item.shown_text for item in card.items if isinstance(item, TextLine)]
    assert {"holds it", "IE-GRP-03", "own sight"} <= set(texts)
    assert card.spots[0].piece == "e"


def presses(opened: Window, key: int) -> None:
    opened.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode=""))
    works_out(opened)


def test_a_key_shows_those_of_the_piece_then_of_its_side_then_none(opened: Window) -> None:
    opened.model.pointer.selected_piece = "a"
    presses(opened, pygame.K_r)
    assert opened.instruments.overlays()
    presses(opened, pygame.K_r)
    shown = opened.instruments.relations.shown()
    assert shown and shown.heading == "UNIT"
    assert [(name, one.other, str(one.words)) for name, one in shown.relations] == [
        ("a", "far", "own sight: a"),
        ("", "e", "nobody has sighted it"),
    ]
    presses(opened, pygame.K_r)
    assert opened.instruments.overlays() == ()


def test_one_key_shows_the_zones_of_both_sides(opened: Window) -> None:
    presses(opened, pygame.K_v)
    colours = {item.colour for item in opened.instruments.overlays() if isinstance(item, Patch)}
    assert colours == {side_colour(1), side_colour(2)}
