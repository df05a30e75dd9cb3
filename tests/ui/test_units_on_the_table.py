"""Plates of units by their leader, range bands, the net of command, and fire that is on its way."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from battlesim.render.camera import fitted_camera
from battlesim.render.drawlist import CircleOutline, Item, Plate, Stroke
from battlesim.render.piece_selection import Selection
from battlesim.render.scene import table_draw_list
from battlesim.report.picture import looks_of
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, IN_POSITION, SHAKEN, SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.table.ids import UnitId
from battlesim.table.state import AnyState
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments.relation_lines import BROKEN_COLOUR
from tests.rules.stargrunt.field import CENTRE, battle, foes, squad, terrain
from tests.support.waiting import until

LOOKS = looks_of(RULESET)


def window(screen: pygame.Surface, state: AnyState) -> Window:
    story = ViewHistory(RULESET, state)
    return create_battle_window(screen, WindowModel(RULESET, LOOKS, story, Playback(story), ""))


def overlays(opened: Window) -> tuple[Item, ...]:
    """What the instruments draw, once it is known."""

    def is_done() -> bool:
        opened.instruments.tick()
        return not opened.instruments.busy

    until(is_done)
    opened.instruments.tick()
    return opened.instruments.overlays()


def words(items: tuple[Item, ...]) -> list[str]:
    return [item.shown_text for item in items if isinstance(item, Plate)]


def plates(state: AnyState, pixels: int = 1000, spent: str = "") -> list[Plate]:
    """The plates of units on a picture of the table, 48 in wide."""
    picked = Selection(spent=frozenset({spent}), letters={UnitId("a"): "A"})
    camera = fitted_camera(2 * CENTRE, 2 * CENTRE, pixels, pixels)
    drawn = table_draw_list(state.table, LOOKS, camera, selection=picked, bar=False)
    return [item for item in drawn.table if isinstance(item, Plate) and item.letter]


def shaken() -> AnyState:
    marks = {CONFIDENCE: SHAKEN, SUPPRESSED: 2, IN_POSITION: 1}
    return battle(squad("a", (0, 0), (1.5, 0), marks=marks), foes("b", (0, 12)))


def test_a_plate_tells_the_state_of_a_unit_once() -> None:
    plate, _ = plates(shaken())
    assert (plate.letter, plate.shown_text, plate.sign) == ("A", "shaken", "shaken")
    assert plate.icons == ("pinned", "pinned", "in position")
    assert (plate.x, plate.y) == (CENTRE, CENTRE)


@pytest.mark.parametrize(("pixels", "shown"), [(600, ("", 3)), (300, ("", 0))])
def test_at_small_zooms_the_word_goes_first_and_then_the_icons(pixels: int, shown: tuple[str, int]) -> None:
    plate = plates(shaken(), pixels)[0]
    assert (plate.shown_text, len(plate.icons)) == shown and plate.sign == "shaken"


def test_the_plate_of_an_activated_unit_is_grey_with_an_edge_in_the_colour_of_its_side() -> None:
    fresh, plate = plates(shaken())[0], plates(shaken(), spent="a1")[0]
    assert plate.tile == "dim" and plate.icons[-1] == "spent"
    assert (plate.edge, fresh.edge) == (fresh.tile, "")


def test_the_window_greys_the_plate_of_a_unit_when_it_was_activated(screen: pygame.Surface) -> None:
    state = battle(squad("a", (0, 0), (1.5, 0)), squad("c", (6, 0)), foes("b", (0, 12)))
    acted = msgspec.structs.replace(state.game, acted=("a1", "a2"))
    opened = window(screen, msgspec.structs.replace(state, game=acted))
    opened.draw()
    shown = [item for item in opened.view.drawn.table if isinstance(item, Plate) and item.letter]
    assert [plate.tile == "dim" for plate in shown] == [True, False, False]


def test_a_lone_figure_has_a_letter_of_its_own(screen: pygame.Surface) -> None:
    second, sniper = squad("second", (0, 0), (1.5, 0)), squad("sniper", (6, 0))
    letters = window(screen, battle(second, sniper, foes("b", (0, 12)))).model.letters()
    assert len({letters[UnitId("second")], letters[UnitId("sniper")]}) == 2


def test_range_bands_are_drawn_with_the_die_of_the_target_at_the_pointer(screen: pygame.Surface) -> None:
    wall = terrain("wall", -5, 10.5, 5, 11)
    opened = window(screen, battle(squad("a", (0, 0)), foes("b", (0, 12)), ground=[wall]))
    opened.do("threat")
    opened.model.pointer.selected_piece, opened.model.pointer.hovered_piece = "a1", "b1"
    drawn = words(overlays(opened))
    assert {"D4 to 8 in", "D6 to 16 in", "band 2, D10: hard cover"} <= set(drawn)


def test_too_long_ties_are_red_and_those_that_hold_say_nothing(screen: pygame.Surface) -> None:
    opened = window(screen, battle(squad("a", (0, 0), (1.5, 0), (9, 0)), foes("b", (0, 20))))
    opened.do("relations")
    opened.model.pointer.selected_piece = "a1"
    drawn = overlays(opened)
    lines = [item.colour for item in drawn if isinstance(item, Stroke)]
    assert BROKEN_COLOUR in lines and not any("in integrity" in text for text in words(drawn))


def test_the_net_of_command_is_that_of_a_side(screen: pygame.Surface) -> None:
    own = squad("a", (0, 0), level="platoon", leadership=1), squad("s", (0, -10), under="a")
    opened = window(screen, battle(*own, foes("b", (0, 20))))
    for _ in range(3):
        opened.do("relations")
    opened.model.pointer.selected_piece = "a1"
    overlays(opened)
    shown = opened.instruments.relations.shown()
    assert shown and [(piece, r.other) for piece, r in shown.relations] == [("a1", "s1")]


def test_a_mission_on_its_way_is_drawn_where_it_is_to_fall(screen: pygame.Surface) -> None:
    mission = Mission("m", "mortars", "a", (CENTRE, CENTRE + 10), "explosive", 1, 2)
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 10)), batteries=(Battery("mortars", "own"),), missions=(mission,)
    )
    drawn = overlays(window(screen, state))
    circles = [(item.x, item.y, item.radius) for item in drawn if isinstance(item, CircleOutline)]
    assert (CENTRE, CENTRE + 10, 4.0) in circles and "Mortar battery, turn 2" in words(drawn)
