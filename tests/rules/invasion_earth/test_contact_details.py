"""Contact, surfaces and second actions in detail."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.actions.action_count import spend_action, why_barred_by_first_action
from battlesim.rulesets.invasion_earth.actions.activation import action_decision
from battlesim.rulesets.invasion_earth.ground import contact
from battlesim.rulesets.invasion_earth.ground.surface import surface
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.terrain import Opening, Terrain
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    SLR,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    wall,
)

CAPTAIN, YETI, HOVER = "unit_captain", "yeti", "dalek_hoverbout"


def in_the_air(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=height))


@pytest.mark.rule("IE-FIX-07", "IE-GAP-14", "IE-ASL-02", "IE-ASL-04", "IE-GAP-99", "IE-GAP-88")
@pytest.mark.parametrize(
    ("a", "b", "touch"),
    [(0.0, 0.0, True), (4.0, 0.0, False), (0.0, 4.0, False), (4.0, 4.9, True), (4.0, 5.6, False)],
)
def test_bases_touch_at_one_height(a: float, b: float, touch: bool) -> None:
    pieces = in_the_air(model(HOVER, "a", 0, 0), a), in_the_air(enemy(HOVER, "b", 0, 1.6), b)
    assert contact.are_in_base_contact(battle(*pieces), *pieces) == touch


@pytest.mark.rule("IE-FIX-07", "IE-GAP-14", "IE-GAP-101", "IE-GAP-88")
def test_who_is_off_the_table_touches_nobody() -> None:
    here = model(SLR, "a", 0, 0)
    gone = msgspec.structs.replace(enemy(SLR, "b", 0, 1.0), place=Off("killed"))
    state = battle(here, gone, terrain=[wall("low", -3, 0.4, 3, 0.6)])
    assert not contact.are_in_contact(state, here, gone) and not contact.are_in_contact(state, gone, here)


@pytest.mark.rule("IE-GAP-101", "IE-GAP-14", "IE-GAP-88")
@pytest.mark.parametrize(("a", "b", "touch"), [(0.0, 0.0, True), (4.0, 0.0, False), (0.0, 4.0, False)])
def test_nobody_in_the_air_touches_across_a_wall(a: float, b: float, touch: bool) -> None:
    pieces = in_the_air(model(HOVER, "a", 0, 0), a), in_the_air(enemy(HOVER, "b", 0, 2.5), b)
    state = battle(*pieces, terrain=[wall("low", -3, 1.1, 3, 1.4)])
    assert contact.are_in_contact_across(state.table, *pieces) == touch


@pytest.mark.rule("IE-GAP-101", "IE-GAP-14", "IE-GAP-88")
@pytest.mark.parametrize(
    ("y", "terrain", "touch"),
    [
        (2.0, [("low_wall", 0.75, 0.25)], True),
        (2.05, [("low_wall", 0.75, 0.25)], False),
        (2.0, [], False),
        (2.0, [("woods", 3.0, 0.25)], False),
        (2.0, [("low_wall", 0.75, 0.6)], False),
        (2.0, [("low_wall", 1.1, 0.25)], False),
        (2.0, [("low_wall", 0.75, 0.1), ("high_wall", 1.5, 0.25)], False),
    ],
)
def test_what_models_are_in_contact_across(
    y: float, terrain: list[tuple[str, float, float]], touch: bool
) -> None:
    parts = [
        wall(f"t{k}", -3, 1.0 - thick / 2, 3, 1.0 + thick / 2, height, kind)
        for k, (kind, height, thick) in enumerate(terrain)
    ]
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "b", 0, y), terrain=parts)
    a, b = state.table.piece("a"), state.table.piece("b")
    assert contact.are_in_contact_across(state.table, a, b) == touch


@pytest.mark.rule("IE-GAP-101")
@pytest.mark.parametrize(
    ("x", "y", "near"),
    [(0, 0, False), (0, 4.4, False), (0, 4.6, True), (0, -23.6, False), (-23.6, 4.6, True)],
)
def test_the_edge_of_the_table_is_no_low_obstacle(x: float, y: float, near: bool) -> None:
    state = battle(model(SLR, "a", x, y), terrain=[wall("low", -24, 6, 3, 6.25)])
    assert contact.is_at_low_obstacle(state.table, state.table.piece("a")) == near


def cottage(sill: float, is_open: bool) -> Terrain:
    ring = tuple((CENTRE + x, CENTRE + y) for x, y in ((0, 0), (6, 0), (6, 6), (0, 6)))
    start, end = (CENTRE + 2.5, CENTRE), (CENTRE + 3.5, CENTRE)
    hole = Opening(start, end, sill, 1.8, depth=0.25, id="cottage.1", open=is_open)
    return Terrain("cottage", "building", (ring,), 3.0, openings=(hole,))


@pytest.mark.rule("IE-GAP-95", "IE-GAP-36", "IE-UNS-02", "IE-GAP-37", "IE-GAP-101")
@pytest.mark.parametrize(
    ("sill", "is_open", "crossed", "shut", "leaned"),
    [(0.0, True, 0, 0, 1), (0.0, False, 0, 1, 0), (0.5, True, 1, 0, 1), (0.5, False, 1, 0, 0)],
)
def test_doors_and_windows(sill: float, is_open: bool, crossed: int, shut: int, leaned: int) -> None:
    found = surface(battle(terrain=[cottage(sill, is_open)]).table.ground)
    assert (len(found.crossed), len(found.shut_doors), len(found.leaned_over)) == (crossed, shut, leaned)
    assert found.solid == ("cottage.walls",) and found.breakable == ()


@pytest.mark.rule("IE-GAP-95", "IE-GAP-36", "IE-UNS-01", "IE-UNS-02", "IE-UNS-03", "IE-GAP-34", "IE-GAP-101")
@pytest.mark.parametrize(
    ("kind", "height", "thick", "groups"),
    [
        ("low_wall", 0.75, 0.25, {"crossed", "leaned_over", "breakable"}),
        ("low_wall", 1.0, 0.25, {"crossed", "leaned_over", "breakable"}),
        ("low_wall", 1.1, 0.25, {"solid", "breakable"}),
        ("low_wall", 0.75, 0.5, {"crossed", "leaned_over", "breakable"}),
        ("low_wall", 0.75, 0.6, {"crossed"}),
        ("high_wall", 1.5, 0.25, {"solid", "breakable"}),
        ("high_wall", 1.5, 0.6, {"solid"}),
        ("woods", 3.0, 3.0, {"difficult"}),
        ("building", 3.0, 3.0, {"solid"}),
        ("statue", 1.0, 0.3, {"solid"}),
    ],
)
def test_what_terrain_is_to_a_model_on_foot(kind: str, height: float, thick: float, groups: set[str]) -> None:
    found = surface(battle(terrain=[wall("it", 0, 0, 4, thick, height, kind)]).table.ground)
    names = ("solid", "crossed", "difficult", "shut_doors", "breakable", "leaned_over")
    assert {name for name in names if "it" in getattr(found, name)} == groups


@pytest.mark.rule("IE-UNS-01", "IE-UNS-03", "IE-GAP-95")
def test_an_impenetrable_wall_is_not_broken() -> None:
    plain = wall("it", 0, 0, 4, 0.25)
    hard = msgspec.structs.replace(plain, id="hard", traits=("impenetrable",))
    assert surface(battle(terrain=[plain, hard]).table.ground).breakable == ("it",)


@pytest.mark.rule("IE-GAP-04", "IE-EXP-12", "IE-LFT-03", "IE-LFT-06")
@pytest.mark.parametrize(
    ("marks", "action", "ends", "over"),
    [
        ({}, "move", False, True),
        ({"lightning_action": 1}, "move", False, False),
        ({"lightning_action": 1}, "nothing", True, True),
        ({"lightning_action": 1}, "lift_off", False, True),
        ({"lightning_action": 1}, "land", False, True),
        ({"lightning_action": 1, "acted_once": 1}, "move", False, True),
    ],
)
def test_when_the_turn_of_a_model_is_over(marks, action, ends, over) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, 20))
    done = perform(state, lambda p: spend_action(p, "a", action, ends))
    assert (done.state.game.acted == ("a",)) == over
    assert over or [mark.note for mark in done.piece("a").marks if mark.name == "acted_once"] == [action]


@pytest.mark.rule("IE-GAP-83", "IE-GAP-04")
@pytest.mark.option("lightning_action", "two_different", "any_two")
@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("move", "fire", ""),
        ("move", "move", "it has done that in this turn"),
        ("move", "move_fire", "it has done that in this turn"),
        ("swivel", "move", "it has done that in this turn"),
        ("fire", "fire_building", "it has done that in this turn"),
        ("suppress_area", "fire", "it has done that in this turn"),
        ("fire", "assault", "one attack in a turn"),
        ("assault", "stay_and_fight", "one attack in a turn"),
        ("hide", "fire", ""),
    ],
)
def test_which_two_actions_go_together(first: str, second: str, why: str) -> None:
    quick = model(SLR, "a", 0, 0, hidden=1).with_mark("acted_once", 1, note=first)
    assert why_barred_by_first_action(battle(quick), quick, second) == why
    any_two = battle(quick, options={"lightning_action": "any_two"})
    assert why_barred_by_first_action(any_two, quick, second) == ""
    noted = model(SLR, "b", 0, 0).with_mark("fixing", 1, note=first)
    assert why_barred_by_first_action(battle(noted), noted, second) == ""


@pytest.mark.rule("IE-GAP-05", "IE-GAP-12", "IE-GAP-13", "IE-GAP-31", "IE-GAP-06", "IE-GAP-08", "IE-GAP-09")
@pytest.mark.parametrize(
    ("kind", "without", "there", "absent"),
    [
        (
            SLR,
            (),
            {"perceive", "fire", "move_fire", "move", "move_fast", "sneak", "hide"},
            {"lift_off", "land"},
        ),
        (SLR, ("sighting",), {"fire"}, {"perceive"}),
        (DALEK, (), {"move", "move_fast"}, {"sneak", "hide", "fix", "announce", "take_up"}),
        ("yeti", (), {"move", "assault", "turn"}, {"fire", "move_fire", "suppress_area"}),
        ("unit_lmg_gunner", (), {"fire", "suppress_area"}, {"move_fire"}),
        (HOVER, (), {"lift_off"}, {"land", "sneak"}),
    ],
)
def test_the_actions_that_are_listed(kind, without, there, absent) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(kind, "a", 0, 0), enemy(SLR, "e", 0, 12), without=without)
    found = {option.key for option in action_decision(state, state.table.piece("a")).options}
    assert there <= found and not absent & found


@pytest.mark.rule("IE-GAP-05", "IE-SIG-10", "IE-GAP-74")
@pytest.mark.parametrize(
    ("without", "sighted", "listed"), [((), (), True), ((), ("e",), False), (("sighting",), (), False)]
)
def test_an_enemy_in_sight_is_not_perceived_again(without, sighted, listed) -> None:  # type: ignore[no-untyped-def]
    ring = tuple((CENTRE + x, CENTRE + y) for x, y in ((-3, 5), (3, 5), (3, 11), (-3, 11)))
    hut = Terrain("hut", "building", (ring,), 3.0)
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 8), terrain=[hut], without=without)
    state = state.with_game(sightings={"a": sighted} if sighted else {})
    found = {option.key for option in action_decision(state, state.table.piece("a")).options}
    assert ("perceive" in found) == listed and not is_gone(perform(state, lambda p: None), "a")
