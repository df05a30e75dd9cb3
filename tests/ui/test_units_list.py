"""The lists of units and the unit card: every row can be reached and is told from the others."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pygame
import pytest

from battlesim.mechanics.activation import Activation
from battlesim.render.drawlist import Glyph, TextLine
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_name
from battlesim.report.picture import looks_of
from battlesim.rulesets.mobile_infantry import MobileInfantry
from battlesim.rulesets.mobile_infantry.core.state import Battle, GameUnit
from battlesim.rulesets.troice_station import TroiceStation
from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.table.pieces import Below, Off
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import roster, unit_card
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior
from tests.rules.troice_station.things import battle, line, marine
from tests.ui import battles

PANEL, ROW = Rect(0, 0, 200, 712), 40.0
"""The left panel and its rows in a window of 1366 x 768."""


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1366, 768))
    yield
    pygame.display.quit()


def showing(state: Battle) -> WindowModel:
    ruleset = MobileInfantry()
    story = ViewHistory(ruleset, state)
    return WindowModel(ruleset, looks_of(ruleset), story, Playback(story, True), "")


def words(model: WindowModel) -> list[str]:
    return [item.shown_text for item in roster.build(model, PANEL, ROW).items if isinstance(item, TextLine)]


def crowd() -> Battle:
    """Sixteen units of one piece, a group below each marker."""
    markers = [marker(f"M{k}", 4 * k + 2, 20) for k in range(8)]
    below = [piece("warrior", f"T{k}", place=Below(f"M{k}"), unit=f"M{k}") for k in range(8)]
    squads = [rifles(f"R{k}", 4 * k + 2, 5, unit=f"squad {k}") for k in range(8)]
    return field(*markers, *below, *squads)


def rows(model: WindowModel) -> set[str]:
    return {spot.piece for spot in roster.build(model, PANEL, ROW).spots if spot.command == "pick"}


def test_a_list_that_is_too_long_follows_who_is_chosen() -> None:
    model = showing(crowd())
    assert "M7" not in rows(model) and any("more: Ctrl+Page down" in word for word in words(model))
    model.pointer.selected_piece = "M7"
    assert "M7" in rows(model) and "M0" not in rows(model)
    assert "R0" in rows(model), "the other list stays where it is"


def test_keys_and_wheel_scroll_the_lists() -> None:
    model = showing(crowd())
    window = create_battle_window(pygame.display.set_mode((1366, 768)), model)
    window.draw()
    for _ in range(20):
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, mod=pygame.KMOD_CTRL))
        window.draw()
    assert {"M7", "R7"} <= rows(model)
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(100, 300), rel=(0, 0), buttons=(0, 0, 0)))
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=20, flipped=False))
    window.draw()
    assert {"M0", "R0"} <= rows(model)


def test_pieces_of_one_name_share_a_row() -> None:
    bugs = [warrior(f"W{k}", k + 2, 20) for k in range(16)]
    scenario = [thing for k in range(2) for thing in hole(f"E{k}", 10 + 8 * k, 30, unit="entrances")]
    called = {"entrances": GameUnit("entrances", "Tunnel Entrances", "bugs", "entrances")}
    state = field(*bugs, *hole("E9", 40, 30, unit="bugs"), *scenario).with_game(units=called)
    found = roster.roster_rows(showing(state), state.table, "bugs")
    names = [group.name for group in found]
    assert len(names) == len(set(names))
    assert next(group for group in found if group.name == "Tunnel Entrances").standing == 3


def test_a_captive_is_not_in_play() -> None:
    state = field(rifles("R", 10, 10), piece("command_team", "C", 12, 10, marks=["captive"]))
    assert "1 in play, 1 captive" in words(showing(state))


def test_who_lies_where_he_fell_is_not_in_play() -> None:
    state = battle(*line(10, 14, 18, marks=[DOWN]), marine("nco", "e", 22, 10), phase="start")
    ruleset = TroiceStation()
    model = WindowModel(
        ruleset, looks_of(ruleset), story := ViewHistory(ruleset, state), Playback(story, True), ""
    )
    assert "1 in play, 3 down" in words(model)
    model.pointer.selected_piece = "e"
    drawn = unit_card.build(model, Rect(0, 0, 264, 712), False)
    assert "1 of 4, 3 down" in [item.shown_text for item in drawn.items if isinstance(item, TextLine)]


def test_all_of_a_note_is_said_in_fewer_letters_where_it_is_long() -> None:
    taken, dead = piece("command_team", "C", 12, 10, marks=["captive"]), Off("lost")
    state = field(*(rifles(f"R{k}", 10 + 2 * k, 10) for k in range(2)), taken, rifles("D", place=dead))
    assert "2 here, 1 captive, 1 lost" in words(showing(state))
    few, many = [warrior(f"W{k}", k + 2, 20) for k in range(12)], Off("reserve")
    more = [piece("warrior", f"Z{k}", place=many) for k in range(14)]
    gone = [piece("warrior", f"L{k}", place=dead) for k in range(4)]
    assert "12, 4 lost, 14 to come" in words(showing(field(*few, *more, *gone)))


def test_actions_stand_beside_the_note_where_the_name_needs_the_room() -> None:
    below = [piece("warrior", f"T{k}", place=Below("M"), unit="M") for k in range(6)]
    called = {
        "M": GameUnit("M", "Tunneling Marker", "bugs", "marker"),
        "R": GameUnit("R", "Squad", "mi", "platoon"),
    }
    pieces = (marker("M", 10, 20), *below, rifles("R", 10, 5, unit="R"))
    for unit, name in (("M", "Tunneling Marker"), ("R", "Squad")):
        acting = Activation("marker", "bugs", unit, name, (unit,), unit, 2)
        model = showing(field(*pieces, activation=acting).with_game(units=called))
        items = roster.build(model, PANEL, ROW).items
        (label,) = (item for item in items if isinstance(item, TextLine) and item.shown_text == name)
        signs = [item for item in items if isinstance(item, Glyph) and item.form == "action"]
        assert len(signs) == 2 and all((sign.y > label.y) is (unit == "M") for sign in signs)


def test_how_many_are_done_is_said_in_short_beside_a_long_name() -> None:
    state = field(*(rifles(f"R{k}", 10 + 2 * k, 10, unit=f"r{k}") for k in range(3))).with_game(acted=("r0",))
    sides = tuple(msgspec.structs.replace(side, name="Mobile Infantry") for side in state.table.sides)
    long = state.with_table(msgspec.structs.replace(state.table, sides=sides))
    assert "1 of 3" in words(showing(long)) and "1 of 3 done" not in words(showing(long))


def test_the_end_of_a_name_is_kept() -> None:
    name = "Tunneling Marker M1"
    assert elided_name(name, text_width(name, "body")) == name
    assert elided_name(name, text_width(name, "body") - 20) == "Tunneling … M1"
    assert elided_name(name, 60).endswith("… M1")
    weapon = elided_name("Plasma Artillery, Airburst", 130)
    assert weapon.startswith("Plasma") and weapon.endswith("Airburst")


def test_weapons_of_one_family_are_told_apart_on_a_narrow_card() -> None:
    model = showing(field(piece("plasma_bug", "P", 10, 10)))
    drawn = unit_card.build(model, Rect(0, 0, 264, 712), False)
    lines = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    said = " ".join(lines)
    assert all(weapon in said for weapon, *_ in model.weapon_rows(model.state.table.piece("P")))
    assert "Slow, ready, piercing 3, area 2 in" in lines


def old(window: Window) -> list[str]:
    """The panels that do not show what they would if they were drawn anew."""
    window.draw()
    shown = [panel for panel in window.stage.panels if panel.rect.width and panel.rect.height]
    return [panel.name for panel in shown if panel.surface.items != tuple(panel.build(panel.rect).items)]


def test_no_panel_shows_what_was() -> None:
    model = battles.model("first_contact", True)
    window = create_battle_window(pygame.display.set_mode((1366, 768)), model)
    unit, lists = model.state.table.standing_pieces()[0].unit, set()
    for number in range(0, len(model.history), len(model.history) // 24):
        model.playback.seek(number)
        assert not old(window), f"after {number} events"
        model.conduct = {unit: "holds fire"} if not model.conduct else {}
        assert not old(window), f"when orders change after {number} events"
        lists |= {panel.surface.items for panel in window.stage.panels if panel.name == "left"}
    assert len(lists) > 8, "the battle changes the list of units"


def test_the_list_goes_to_who_is_chosen() -> None:
    window = create_battle_window(pygame.display.set_mode((1366, 768)), showing(crowd()))
    (left,) = (panel for panel in window.stage.panels if panel.name == "left")
    while window.busy:
        window.advance_frame(0.1)
    lists = set()
    for chosen in ("R0", "R7", "R0"):
        window.model.pointer.selected_piece = chosen
        assert not old(window), f"when {chosen} is chosen"
        lists.add(left.surface.items)
    assert len(lists) > 1
