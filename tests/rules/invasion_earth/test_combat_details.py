"""Combats: every result for each of the two models, holds, breaking off, and contact."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.actions.action_count import spend_action, why_barred_by_first_action
from battlesim.rulesets.invasion_earth.actions.activation import action_decision
from battlesim.rulesets.invasion_earth.assault import aftermath, fighting
from battlesim.rulesets.invasion_earth.battle.previews import fight_preview
from battlesim.rulesets.invasion_earth.core.events import HoldChanged
from battlesim.rulesets.invasion_earth.core.state import Combat
from battlesim.rulesets.invasion_earth.ground import contact
from battlesim.rulesets.invasion_earth.ground.surface import surface
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.terrain import Opening, Terrain
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    OWN,
    SLR,
    at,
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


@pytest.mark.rule("IE-GRP-01", "IE-GRP-09", "IE-ASL-01", "IE-ASL-03", "IE-GRP-03")
@pytest.mark.parametrize(
    ("held", "result", "after"),
    [
        ({}, "won", {"e": "a"}),
        ({}, "lost", {}),
        ({}, "drawn", {}),
        ({"e": "a"}, "won", {"e": "a"}),
        ({"e": "a"}, "drawn", {"e": "a"}),
        ({"e": "a"}, "lost", {}),
        ({"a": "e"}, "won", {"e": "a"}),
        ({"a": "e"}, "drawn", {"a": "e"}),
        ({"a": "e"}, "lost", {"a": "e"}),
        ({"a": "f"}, "won", {"a": "f", "e": "a"}),
        ({"e": "f"}, "won", {"e": "f"}),
        ({"e": "f"}, "lost", {"e": "f"}),
    ],
)
def test_who_holds_whom_after_a_grappler_has_fought(held, result, after) -> None:  # type: ignore[no-untyped-def]
    others = enemy(YETI, "f", 1.7, 0)
    state = battle(model(YETI, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), others, held=held)
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", result, True))
    assert done.state.game.held == after


@pytest.mark.rule("IE-GRP-01", "IE-GRP-03", "IE-ASL-03")
@pytest.mark.parametrize(
    ("kind", "own_turn", "without", "holds"),
    [(YETI, True, (), 1), (YETI, False, (), 0), (SLR, True, (), 0), (YETI, True, ("grapple",), 0)],
)
def test_a_grappler_takes_hold_in_its_own_turn(  # type: ignore[no-untyped-def]
    kind, own_turn, without, holds
) -> None:
    state = battle(model(kind, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), without=without)
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", "won", own_turn))
    assert len(done.events_of(HoldChanged)) == holds


@pytest.mark.rule("IE-GAP-16", "IE-GAP-85", "IE-ASL-06", "IE-ASL-05")
@pytest.mark.parametrize(
    ("x", "y", "end", "facing"),
    [
        (1.0, 0.0, (2.0, 0.0), 180.0),
        (0.0, 1.0, (0.0, 2.0), 270.0),
        (-1.0, 0.0, (-2.0, 0.0), 0.0),
        (0.0, -1.0, (0.0, -2.0), 90.0),
    ],
)
def test_an_attacker_breaks_off_an_inch_and_faces_the_enemy(
    x: float, y: float, end: tuple[float, float], facing: float
) -> None:
    state = battle(model(SLR, "a", x, y, 45.0), enemy(SLR, "e", 0, 0), without=("assault", "sighting"))
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", "drawn", True))
    assert (at(done, "a"), done.piece("a").facing) == (end, facing)


@pytest.mark.rule("IE-GAP-85", "IE-ASL-06", "IE-ASL-05", "IE-GAP-16")
@pytest.mark.parametrize(
    ("x", "y", "end", "facing"),
    [(1.0, 0.0, (9.0, 0.0), 0.0), (-1.0, 0.0, (-9.0, 0.0), 180.0), (0.0, -1.0, (0.0, -9.0), 270.0)],
)
def test_a_loser_runs_straight_away_and_faces_that_way(
    x: float, y: float, end: tuple[float, float], facing: float
) -> None:
    combats = {"a": Combat("e", "lost", 0, ENEMY)}
    state = battle(model(SLR, "a", x, y, 45.0), enemy("auton", "e", 0, 0), combats=combats)
    done = perform(state, lambda p: aftermath.run_away(p, "a"))
    assert (at(done, "a"), done.piece("a").facing) == (end, facing)


@pytest.mark.rule("IE-ASL-02", "IE-ASL-04", "IE-ASL-03", "IE-ASL-05", "IE-ASL-07")
@pytest.mark.parametrize(
    ("combat", "held", "y", "bound"),
    [
        (None, {}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {}, 1.0, True),
        (Combat("e", "won", 0, ENEMY), {}, 1.0, False),
        (Combat("e", "drawn", 0, ENEMY), {}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {"a": "e"}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {}, 2.0, False),
        (Combat("gone", "lost", 0, ENEMY), {}, 1.0, False),
    ],
)
def test_what_a_lost_combat_binds(combat, held, y, bound) -> None:  # type: ignore[no-untyped-def]
    combats = {"a": combat} if combat else {}
    state = battle(model(CAPTAIN, "a", 0, y), enemy("auton", "e", 0, 0), combats=combats, held=held)
    piece = state.table.piece("a")
    assert (aftermath.binding_winner(state, piece) is not None) == bound
    keys = {key: str(aftermath.why_barred_by_defeat(state, piece, key)) for key in ("fire", "run_away")}
    assert bool(keys["fire"]) == bound and keys["run_away"] == ""


@pytest.mark.rule("IE-GAP-88", "IE-GRP-03")
@pytest.mark.parametrize(
    ("y", "gone", "held"),
    [(1.3, "", {"a": "e"}), (1.5, "", {}), (1.3, "a", {}), (1.3, "e", {})],
)
def test_a_hold_ends_when_the_two_are_parted(y: float, gone: str, held: dict[str, str]) -> None:
    pieces = [model(CAPTAIN, "a", 0, y), enemy(YETI, "e", 0, 0)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id == gone else p for p in pieces]
    done = perform(battle(*pieces, held={"a": "e"}), aftermath.end_broken_holds)
    assert done.state.game.held == held


@pytest.mark.rule("IE-GAP-87", "IE-GAP-88")
@pytest.mark.parametrize(
    ("grappler", "action", "held"),
    [("e", "assault", {"a": "e"}), ("e", "turn", {"a": "e"}), ("e", "fire", {}), ("f", "fire", {"a": "e"})],
)
def test_which_actions_let_go(grappler: str, action: str, held: dict[str, str]) -> None:
    state = battle(
        model(CAPTAIN, "a", 0, 1.3), enemy(YETI, "e", 0, 0), enemy(YETI, "f", 9, 0), held={"a": "e"}
    )
    assert perform(state, lambda p: aftermath.let_go(p, grappler, action)).state.game.held == held


@pytest.mark.rule("IE-GAP-86")
@pytest.mark.parametrize(
    ("turn", "phase", "kept"), [(1, OWN, True), (1, ENEMY, False), (0, OWN, False), (0, ENEMY, False)]
)
def test_a_combat_is_forgotten_after_the_next_turn_of_its_model(turn: int, phase: str, kept: bool) -> None:
    combats = {key: Combat("e", "lost", turn, phase) for key in ("a", "e")}
    state = battle(model(SLR, "a", 0, 1), model(SLR, "b", 9, 0), enemy(SLR, "e", 0, 0), combats=combats)
    done = perform(state, lambda p: aftermath.forget_combats(p, OWN))
    assert ("a" in done.state.game.combats) == kept and "e" in done.state.game.combats


@pytest.mark.rule("IE-GAP-15", "IE-WPN-17", "IE-GAP-14")
@pytest.mark.parametrize(
    ("dice", "own", "other", "won"),
    [
        ([6, 1, 1], 2, 2, "won"),
        ([6, 1, 6], 2, 3, "won"),
        ([1, 6], 1, 3, "lost"),
        ([3, 3], 2, 3, "drawn"),
        ([2, 3], 1, 3, "lost"),
        ([4, 3, 2], 2, 2, "won"),
    ],
)
def test_the_loser_of_a_combat_loses_one_hit(dice: list[int], own: int, other: int, won: str) -> None:
    """A bazooka team has an ASSAULT SCORE of 1 and no save, a Special weapons Dalek 1 and 2+."""
    team, tank = model("unit_bazooka_team", "a", 0, 0), enemy("quark", "e", 0, 1.3)
    tank = msgspec.structs.replace(tank, hits=3, hits_full=3)
    done = perform(battle(team, tank), lambda p: fighting.fight(p, "a", "e"), dice=dice)
    assert (done.piece("a").hits, done.piece("e").hits) == (own, other)
    assert done.state.game.combats["a"].result == won


@pytest.mark.rule("IE-GAP-15", "IE-WPN-17")
def test_the_card_of_an_assault_gives_both_chances() -> None:
    """Of 36 pairs 15 are higher and 15 lower; a Quark saves on 4 or more."""
    card = fight_preview(model(SLR, "a", 0, 0), enemy("quark", "e", 0, 1))
    assert card.chance == pytest.approx(15 / 36 / 2) and card.chance_of == "e loses a HIT"
    assert [(row.label, row.value) for row in card.rows] == [
        ("a", "D6 + 1"),
        ("e", "D6 + 1"),
        ("a loses a HIT", "42 %"),
    ]
    assert {odds.target: odds.lost for odds in card.losses} == {
        "e": pytest.approx((1 - 15 / 72, 15 / 72, 0.0)),
        "a": pytest.approx((21 / 36, 15 / 36)),
    }


@pytest.mark.rule("IE-GAP-14", "IE-GRP-04", "IE-GAP-17", "IE-FEA-09")
@pytest.mark.parametrize(
    ("y", "held", "facing", "why"),
    [
        (4.0, {}, 90.0, ""),
        (1.0, {}, 90.0, ""),
        (1.0, {"f": "a"}, 90.0, "it holds another model"),
        (1.0, {"e": "a"}, 90.0, ""),
        (4.0, {}, 270.0, "no legal path leads into contact"),
        (6.0, {}, 90.0, "5.0 in away, 1.0 in too far"),
    ],
)
def test_why_an_enemy_is_not_assaulted(y: float, held: dict[str, str], facing: float, why: str) -> None:
    state = battle(model(SLR, "a", 0, 0, facing), enemy(SLR, "e", 0, y), enemy(SLR, "f", -1.0, 0), held=held)
    a, e = state.table.piece("a"), state.table.piece("e")
    assert str(fighting.why_no_assault(state, a, e)) == why


@pytest.mark.rule("IE-GAP-14", "IE-GRP-04")
@pytest.mark.parametrize("order", [("e", "f"), ("f", "e")])
def test_one_enemy_within_reach_is_enough(order: tuple[str, str]) -> None:
    places = dict(zip(order, ((0, 4), (0, 14)), strict=True))
    state = battle(model(SLR, "a", 0, 0), *(enemy(SLR, key, *place) for key, place in places.items()))
    assert fighting.why_cannot_assault(state, state.table.piece("a")) == ""


@pytest.mark.rule("IE-LIW-01", "IE-GAP-69", "IE-GAP-72")
@pytest.mark.parametrize(
    ("y", "reached", "end"), [(1.0, True, (0, 0)), (4.0, True, (0, 3.0)), (9.0, False, (0, 0))]
)
def test_a_waiting_model_charges_what_it_can_reach(y: float, reached: bool, end: tuple[float, float]) -> None:
    """It faces the other way, and turns as it charges."""
    waiting = model(SLR, "w", 0, 0, 270.0, waits_to_assault=1, hidden=1)
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from fighting.charge(play, "w", "e")))

    done = perform(battle(waiting, enemy(SLR, "e", 0, y)), rules)
    assert found == [reached] and at(done, "w") == end and not done.piece("w").has_mark("hidden")
    assert done.piece("w").facing == (90.0 if reached else 270.0)


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
