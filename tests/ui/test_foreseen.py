"""What a preview lays on the table: areas, whom they touch, friend and foe apart, pushes."""

from __future__ import annotations

from battlesim.engine.ruleset import EffectArea, Preview
from battlesim.render.drawlist import CircleOutline, Glyph, Item, Patch, Plate, Stroke
from battlesim.rulesets.toy.state import Game
from battlesim.table.state import State
from battlesim.testing.table import block, make_sides, make_table, standing_piece
from battlesim.ui.table.preview_overlay import preview_overlay

SQUARE = ((((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0)),),)


def drawn(area: EffectArea, *pushes: tuple[str, tuple[float, float]]) -> list[Item]:
    """What red sees: a of its own and b of blue in the area, a house."""
    pieces = (standing_piece("a", 4, 4), standing_piece("b", 6, 6, side="blue"))
    laid = make_table(
        *pieces, block("house", 10, 2, 14, 6), width=24.0, height=24.0, table_sides=make_sides("red", "blue")
    )
    state = State(laid, Game(turn=1, phase="red", phases=("red", "blue")))
    return preview_overlay(Preview("Shoot", areas=(area,), pushes=pushes), state, "red")


def test_the_area_is_drawn_with_its_name_and_how_many_it_touches() -> None:
    items = drawn(EffectArea(SQUARE, "Grenade, 3 in", "R", ("a", "b")))
    assert [item.shape for item in items if isinstance(item, Patch)] == [SQUARE]
    (words,) = [item.shown_text for item in items if isinstance(item, Plate)]
    assert words == "Grenade, 3 in: touches 2, 1 of them your own"


def test_one_s_own_are_counted_once_where_there_is_nobody_else() -> None:
    items = drawn(EffectArea(SQUARE, "acid blood", "R", ("a",), sure=False))
    assert [i.shown_text for i in items if isinstance(i, Plate)] == ["acid blood: may touch 1 of your own"]


def test_friend_and_foe_are_told_apart_by_more_than_colour() -> None:
    items = drawn(EffectArea(SQUARE, "Grenade", "R", ("a", "b")))
    rings = {(item.x, item.y): item for item in items if isinstance(item, CircleOutline)}
    assert rings[4.0, 4.0].colour != rings[6.0, 6.0].colour
    assert rings[4.0, 4.0].pad > rings[6.0, 6.0].pad
    (sign,) = [item for item in items if isinstance(item, Glyph)]
    assert (sign.form, sign.y) == ("triangle", 4.0)


def test_what_is_not_sure_is_dashed_and_says_may() -> None:
    items = drawn(EffectArea(SQUARE, "Plasma", "R", ("b",), sure=False))
    assert [item.shown_text for item in items if isinstance(item, Plate)] == ["Plasma: may touch 1"]
    assert all(item.dashes for item in items if isinstance(item, CircleOutline))


def test_a_house_in_the_area_is_outlined() -> None:
    items = drawn(EffectArea(SQUARE, "Rocket", "R", ("house",)))
    assert len([item for item in items if isinstance(item, Patch)]) == 2


def test_a_push_leads_from_the_base_to_its_end() -> None:
    items = drawn(EffectArea(SQUARE, "Rocket", "R"), ("b", (6.0, 8.0)))
    assert [item.points for item in items if isinstance(item, Stroke)] == [((6.0, 6.0), (6.0, 8.0))]
