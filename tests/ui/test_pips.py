"""What is to be spent, as dots: free, held for single ones, struck through; and parts of a bar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from battlesim.engine.cards_and_counts import Card, ResourceTally
from battlesim.engine.ruleset import GameFacts
from battlesim.render.drawlist import CircleOutline, Dot, Item, PanelBox, Patch, Plate, Stroke, TextLine
from battlesim.ui.panels import pips, roster, unit_card
from battlesim.ui.panels.pips import PIP_RADIUS_PX
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import card_area
from battlesim.ui.toolkit.layout import Rect
from tests.ui.battles import model

PANEL = Rect(0, 0, 248, 900)


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1366, 768))
    yield
    pygame.display.quit()


def row(**tally: int) -> list[Item]:
    return pips.row(10, 10, ResourceTally("u", "pips", **tally), "sky")


def discs(items: list[Item]) -> list[str]:
    return [item.colour for item in items if isinstance(item, Dot) and item.size == PIP_RADIUS_PX]


def test_free_pips_are_discs_and_held_ones_rings_with_a_core() -> None:
    items = row(free=2, held=1)
    assert discs(items) == ["sky", "sky"]
    assert [type(item) for item in items].count(CircleOutline) == 1
    assert not any(isinstance(item, Stroke) for item in items)


def test_what_will_be_taken_is_dim_and_under_a_bar_the_free_ones_first() -> None:
    items = row(free=2, held=1, struck=1)
    assert sorted(discs(items)) == ["faint", "sky"]
    (bar,) = (item for item in items if isinstance(item, Stroke))
    (ring,) = (item for item in items if isinstance(item, CircleOutline))
    assert ring.colour == "sky" and ring.x < bar.points[0][0], "the held one stays"


def test_many_pips_are_a_number() -> None:
    items = row(free=7)
    assert len(discs(items)) == 1
    assert [item.shown_text for item in items if isinstance(item, TextLine)] == ["7"]


@pytest.mark.parametrize("used", [0, 1, 3])
def test_a_bar_has_used_present_and_coming_parts(used: int) -> None:
    fills = [
        item.fill
        for item in pips.segment_bar(0, 0, 60, ResourceTally("p", "actions", used=used, most=3), "sky")
    ]
    assert fills == (["dim"] * used + ["sky", "void", "void", "void"])[:3]


def told(**facts: Any) -> WindowModel:
    """A battle of which the ruleset says other things beside the table."""
    battle = model("first_contact")
    known: GameFacts = battle.facts
    battle.facts = GameFacts(known.turn, known.turns, known.phase, **facts)
    return battle


def test_the_list_shows_the_pips_of_a_unit_and_the_card_those_of_a_piece() -> None:
    battle = model("first_contact")
    piece = next(one for one in battle.state.table.standing_pieces() if one.side == "mi")
    plain = roster.build(battle, PANEL, 48).items
    battle = told(
        tallies=(ResourceTally(piece.unit, "pips", 2), ResourceTally(piece.id, "actions", used=2, most=3))
    )
    assert len(discs(roster.build(battle, PANEL, 48).items)) == len(discs(plain)) + 2
    battle.pointer.selected_piece = piece.id
    items = unit_card.build(battle, Rect(0, 0, 320, 900), True).items
    assert "2 of 3 actions" in [item.shown_text for item in items if isinstance(item, TextLine)]
    assert (
        len([item for item in items if isinstance(item, PanelBox) and item.height == pips.SEGMENT_HEIGHT_PX])
        == 3
    )


def test_the_card_in_play_lights_its_part_of_the_table() -> None:
    area = (0.0, 0.0, 12.0, 10.0)
    cards = (Card("North", "mi", "now", lights=area), Card("South", "mi", lights=(0.0, 10.0, 12.0, 20.0)))
    region, plate = card_area.items(told(cards=cards))
    assert isinstance(region, Patch) and isinstance(plate, Plate)
    assert {point for rings in region.shape for point in rings[0]} == {(0, 0), (12, 0), (12, 10), (0, 10)}
    assert plate.shown_text == "North" and plate.x < 6 and plate.y < 5, "at the outer corner"
