"""Actions in detail: who is activated, what is open, how far moves go, who is treated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battlesim.mechanics.activation import Activation
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions import (
    activation,
    fire_actions,
    mines,
    move_actions,
    position_actions,
    reaction_fire,
    reorganise,
    travel,
)
from battlesim.rulesets.stargrunt.actions.beginning import begin_activation, forget_who_fired
from battlesim.rulesets.stargrunt.actions.unit_actions import UnitAction, always_open
from battlesim.rulesets.stargrunt.core import events, hidden_units, lookups
from battlesim.rulesets.stargrunt.core import state as states
from battlesim.rulesets.stargrunt.core.choices import why_none_is_open
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    CONFIDENCE_NAMES,
    DETACHED,
    IN_POSITION,
    LEFT_BEHIND,
    PANIC,
    SUPPRESSED,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.profiles import NO_TEST, Profile, TerrainKind, Warhead
from battlesim.rulesets.stargrunt.core.state import Battery, Battle, Mission
from battlesim.rulings.movement import Leg
from battlesim.table.events import PieceTravel
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.pieces import Marker, OnTable

from .field import (
    CENTRE,
    ENEMY,
    OWN,
    A,
    B,
    battle,
    foes,
    open_actions,
    perform,
    rolls,
    row,
    squad,
    terrain,
    unit,
)
from .hidden_field import counter, hide
from .vehicle_field import aboard, vehicle

WOODS = terrain("woods", -3, -3, 8, 3)


def now(state: Battle) -> Activation:
    found = state.game.activation
    assert isinstance(found, Activation)
    return found


@pytest.mark.rule("SG-GAP-27", "SG-GAP-26", "SG-GAP-132", "SG-DET-01", "SG-GAP-73", "SG-SUP-02")
@pytest.mark.parametrize(
    ("marks", "acted", "waits"),
    [({}, (), True), ({}, ("a1",), False), ({DETACHED: 1}, (), False), ({SUPPRESSED: 3}, (), True)],
)
def test_which_units_wait_to_be_activated(marks, acted, waits) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), acted=acted)
    assert [each.id for each in activation.waiting_units(state, SideKey(OWN))] == (["a"] if waits else [])
    assert activation.left_to_activate(state, SideKey(OWN)) == int(waits)


@pytest.mark.rule("SG-GAP-27", "SG-GAP-26", "SG-GAP-73", "SG-GAP-47", "SG-SUP-02", "SG-GAP-101", "SG-GAP-132")
@pytest.mark.parametrize(
    ("acted", "waiting"), [((), ["v", "a"]), (("v1",), ["a"]), (("v_crew1",), ["a"]), (("a1",), ["v"])]
)
def test_passengers_wait_as_their_carrier_does(acted: tuple[str, ...], waiting: list[str]) -> None:
    riders = aboard(squad("a", (0, 0)), "v1")
    state = battle(vehicle("v", 0, 0), riders, foes("b", (0, 20)), acted=acted)
    assert [each.id for each in activation.waiting_units(state, SideKey(OWN))] == waiting
    assert [piece.id for piece in activation._members(state, A)] == ["v1"]


@pytest.mark.rule("SG-GAP-144", "SG-GAP-27", "SG-GAP-26", "SG-GAP-132")
@pytest.mark.parametrize(("acted", "waits"), [((), True), (("a1",), False)])
def test_a_hidden_sniper_waits_for_itself(acted: tuple[str, ...], waits: bool) -> None:
    sniper = squad("a", (0, 9), kinds=("sniper",), independent=True)
    covers = [counter(k, 3 * k, 0, side=OWN, covers="a") for k in (1, 2, 3)]
    state = hide(battle(sniper, *covers, foes("b", (0, 20)), acted=acted), "a", 2)
    assert [each.id for each in activation.waiting_units(state, SideKey(OWN))] == (["a"] if waits else [])
    assert [each.id for each in hidden_units.hidden_snipers(state, SideKey(OWN))] == ["a"]
    assert hidden_units.hidden_snipers(state, SideKey(ENEMY)) == []
    assert [p.id for p in hidden_units.covers_of(state, A)] == ["counter-1", "counter-2", "counter-3"]
    first = state.table.piece("counter-1")
    assert [p.id for p in hidden_units.companions(state, first)] == ["counter-1", "counter-2", "counter-3"]
    assert hidden_units.can_act(state, A) and not hidden_units.can_act(state, UnitId("nobody"))


@pytest.mark.rule("SG-GAP-144", "SG-GAP-153", "SG-GAP-27", "SG-RBF-01", "SG-GAP-151")
def test_a_counter_is_alone_unless_it_covers_a_sniper() -> None:
    state = battle(squad("a", (0, 0)), counter(1, 9, 0), counter(2, 12, 0, side=OWN), foes("b", (0, 20)))
    lone = state.table.piece("counter-1")
    assert (
        hidden_units.companions(state, lone) == [lone] == hidden_units.counters_of(state, UnitId("under-1"))
    )
    assert hidden_units.counters_of(state, A) == []
    assert [each.id for each in hidden_units.hidden_enemies(state, SideKey(OWN))] == ["under-1"]
    assert [each.id for each in lookups.enemy_units(state, SideKey(OWN))] == ["b"]
    assert hidden_units.can_act(state, A) and lookups.is_counter(lone)


@pytest.mark.rule("SG-GAP-27", "SG-GAP-26", "SG-GAP-132")
@pytest.mark.parametrize(
    ("own", "enemy", "option", "may"),
    [
        (1, 2, "fewer_left", True),
        (2, 2, "fewer_left", False),
        (3, 2, "fewer_left", False),
        (1, 2, "never", False),
    ],
)
def test_who_may_pass(own: int, enemy: int, option: str, may: bool) -> None:
    squads = [squad(f"a{k}", (3 * k, 0)) for k in range(own)]
    others = [foes(f"b{k}", (3 * k, 20)) for k in range(enemy)]
    state = battle(*squads, *others, options={"passing": option})
    assert activation.may_pass(state, SideKey(OWN)) == may
    done = perform(state, lambda p: activation.choose_unit(p, SideKey(OWN)), {"unit": "a0"})
    (asked,) = done.decisions_with_key("unit")
    assert ("pass" in [option.key for option in asked.options]) == may  # type: ignore[attr-defined]
    assert now(done.state).unit == "a0"


@pytest.mark.rule("SG-GAP-27", "SG-GAP-26", "SG-GAP-132")
def test_a_side_knows_what_lies_under_its_counters() -> None:
    state = battle(
        squad("a", (0, 0)), counter(1, 9, 0, side=OWN), counter(2, 12, 0, side=OWN), foes("b", (0, 20))
    )
    state = hide(state, "a", 1)
    names = [str(activation._name_under(state, unit(state, key))) for key in ("under-1", "under-2", "b")]
    assert names == ["a", "a dummy", ""]


@pytest.mark.rule("SG-GAP-27", "SG-ACT-01", "SG-GAP-49", "SG-SUP-01", "SG-INT-02", "SG-GAP-157", "SG-PAN-05")
@pytest.mark.parametrize(
    ("marks", "points", "there", "absent"),
    [
        (
            {},
            row(0, 0, 3),
            {"fire", "move", "combat_move", "travel", "assault", "go_in_position"},
            {"shake_off"},
        ),
        ({SUPPRESSED: 1}, row(0, 0, 3), {"shake_off"}, {"fire", "move", "assault", "reorganise"}),
        ({PANIC: 1}, row(0, 0, 3), set(), {"fire", "move", "shake_off", "reorganise"}),
        ({}, ((0, 0), (11, 0)), {"reorganise"}, {"fire", "move", "go_in_position"}),
        ({IN_POSITION: 1}, row(0, 0, 3), {"leave_position", "fire", "move"}, {"go_in_position"}),
        (
            {TRAVELLING: 1},
            row(0, 0, 3),
            {"travel", "reorganise"},
            {"fire", "move", "go_in_position", "assault"},
        ),
    ],
)
def test_what_is_open_to_a_unit(marks, points, there, absent) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", *points, marks=marks), foes("b", (0, 6)), activated="a")
    found = open_actions(state)
    assert there <= found and not absent & found


@pytest.mark.rule("SG-GAP-27", "SG-ACT-01", "SG-SUP-01", "SG-SUP-02", "SG-GAP-73", "SG-GAP-72")
def test_a_suppressed_vehicle_still_drives_and_fires() -> None:
    state = battle(vehicle("v", 0, 0, marks={SUPPRESSED: 1}), foes("b", (0, 9)), activated="v")
    assert {"fire", "move", "combat_move"} <= open_actions(state, "v")


@pytest.mark.rule("SG-ACT-01", "SG-ACT-02", "SG-GAP-159")
@pytest.mark.parametrize(
    ("under", "keys"),
    [("counter", {"show", "move", "shake_off"}), ("sniper", {"show", "shift", "fire"}), ("mine", set())],
)
def test_the_actions_of_those_that_are_hidden(under: str, keys: set[str]) -> None:
    squads = [squad("a", (0, 9), independent=under == "sniper"), foes("b", (0, 20))]
    covers = {"covers": "a"} if under == "sniper" else {}
    state = battle(*squads, *(counter(k, 3 * k, 0, side=OWN, **covers) for k in (1, 2, 3)))
    if under == "mine":
        place = state.table.piece("counter-1").xy
        mine = Marker(MarkerId("m"), "mine", *place, side=SideKey(OWN))
        state = state.with_table(state.table.with_marker(mine)).with_game(
            parameters=msgspec.structs.replace(state.game.parameters, mines=True)
        )
    own = unit(state, "a" if under == "sniper" else "under-1")
    assert set(activation.action_keys(state, own)) == keys
    plain = activation.action_keys(state, unit(state, "b"))
    assert set(plain) == set(activation.UNIT_ACTIONS)


@pytest.mark.rule("SG-ACT-01", "SG-GAP-51", "SG-POS-02", "SG-GAP-29", "SG-GAP-28")
@pytest.mark.option("ip_removal", "one_action", "free")
@pytest.mark.parametrize(
    ("key", "option", "left"),
    [
        ("leave_position", "one_action", 1),
        ("leave_position", "free", 2),
        ("stop", "free", 0),
        ("fire", "free", 1),
    ],
)
def test_what_an_action_costs(key: str, option: str, left: int) -> None:
    own = squad("a", (0, 0), marks={IN_POSITION: 1})
    state = battle(own, foes("b", (0, 30)), options={"ip_removal": option}, activated="a")
    answers: dict[str, Any] = {"action": key} | ({"target": "hold"} if key == "fire" else {})
    if key == "fire":
        state = state.with_table(state.table.with_pieces(*foes("b", (0, 6))[1]))
    done = perform(state, activation.run_action, answers)
    assert now(done.state).actions_left == left


@pytest.mark.rule("SG-ACT-01", "SG-GAP-157", "SG-GAP-26", "SG-GAP-83")
@pytest.mark.option("weapon_limit", "per_turn", "per_activation")
@pytest.mark.parametrize(("option", "fired"), [("per_turn", ("a saw:a1",)), ("per_activation", ())])
def test_what_ends_with_an_activation(option: str, fired: tuple[str, ...]) -> None:
    state = battle(
        squad("a", (0, 0), marks={"fired_at:b": 1}),
        foes("b", (0, 20)),
        options={"weapon_limit": option},
        activated="a",
        fired=("a saw:a1",),
        attempted=("position",),
    )
    done = perform(state, activation.end_activation)
    game = done.state.game
    assert (game.fired, game.attempted, game.acted, game.phase) == (fired, (), ("a1",), ENEMY)
    assert game.activation is None and not unit(done, "a").has_mark("fired_at:b")


@pytest.mark.rule("SG-ACT-01", "SG-GAP-26", "SG-TRN-01")
def test_a_unit_that_was_given_an_action_has_not_acted() -> None:
    state = battle(squad("a", (0, 0)), squad("c", (3, 0)), foes("b", (0, 20)), activated="a")
    inner = perform(state, lambda p: begin_activation(p, UnitId("c"), actions=1)).state
    assert (now(inner).actions_left, now(inner).members, now(inner).leader) == (1, ("c1",), "c1")
    done = perform(inner, activation.end_activation)
    assert done.state.game.acted == () and now(done.state).unit == "a" and done.state.game.phase == OWN


@pytest.mark.rule("SG-GAP-26", "SG-GAP-29", "SG-GAP-101")
def test_an_activation_begins_with_two_actions() -> None:
    state = battle(squad("a", (0, 0), (2, 0)), aboard(squad("c", (3, 0)), "v1"), vehicle("v", 9, 0))
    found = now(perform(state, lambda p: begin_activation(p, A)).state)
    assert (found.actions_left, found.members, found.leader, found.side) == (2, ("a1", "a2"), "a1", OWN)
    riding = now(perform(state, lambda p: begin_activation(p, UnitId("c"))).state)
    assert riding.members == ("c1",)


@pytest.mark.rule("SG-GAP-83", "SG-CLV-07")
def test_only_who_fired_is_forgotten() -> None:
    state = battle(squad("a", (0, 0), marks={"fired_at:b": 1, SUPPRESSED: 1}), foes("b", (0, 20)))
    done = perform(state, lambda p: forget_who_fired(p, A))
    assert not unit(done, "a").has_mark("fired_at:b") and unit(done, "a").has_mark(SUPPRESSED)
    assert perform(state, lambda p: forget_who_fired(p, UnitId("gone"))).events == []


@pytest.mark.rule("SG-ACT-01", "SG-GAP-31")
@pytest.mark.parametrize(
    ("marks", "key", "can"),
    [
        ({}, "move", True),
        ({SUPPRESSED: 1}, "move", False),
        ({PANIC: 1}, "move", False),
        ({CONFIDENCE: 1}, "move", False),
    ],
)
def test_whether_an_action_can_still_be_carried_out(marks, key, can) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), activated="a")
    assert activation.can_still(state, A, key) == can
    hurt = battle(squad("a", (0, 0), figure_marks={1: WOUNDED}), foes("b", (0, 20)))
    assert not activation.can_still(hurt, A, key)


@pytest.mark.rule("SG-ACT-01", "SG-GAP-31")
@pytest.mark.parametrize(
    ("done", "key", "interrupted"),
    [
        ((), "move", False),
        (("move",), "move", True),
        (("combat_move",), "travel", True),
        (("fire",), "move", False),
        (("move",), "fire", False),
        (("fire", "move"), "combat_move", True),
        (("move", "fire"), "move", False),
    ],
)
def test_only_the_second_of_two_moves_is_interrupted(
    done: tuple[str, ...], key: str, interrupted: bool
) -> None:
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), activated="a")
    moved = msgspec.structs.replace(now(state), done=done)
    assert reaction_fire.may_be_interrupted(moved, key) == interrupted


@pytest.mark.rule("SG-GAP-31")
@pytest.mark.parametrize(
    ("points", "marks", "acted", "why"),
    [
        (row(0, 6, 2), {}, (), ""),
        (row(0, 6, 2), {SUPPRESSED: 1}, (), "the unit is suppressed"),
        (row(0, 6, 2), {PANIC: 1}, (), "the unit is in panic"),
        (row(0, 6, 2), {DETACHED: 1}, (), None),
        (row(0, 6, 2), {}, ("b1", "b2"), None),
    ],
)
def test_who_reacts_to_a_second_move(points, marks, acted, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0)), foes("b", *points, marks=marks), activated="a", acted=acted)
    decision = reaction_fire.reaction_decision(state, SideKey(ENEMY), unit(state, "a"))
    found = {option.key: str(option.shut) for option in decision.options}
    assert found == ({"hold": ""} if why is None else {"b": why, "hold": ""})
    assert decision.fires == ("b" if why == "" else "")


@pytest.mark.rule("SG-GAP-17", "SG-GAP-159", "SG-FIR-01")
@pytest.mark.parametrize(("kind", "listed"), [("rifleman", True), ("swarmer", False), ("spitter", True)])
def test_who_is_listed_to_fire(kind: str, listed: bool) -> None:
    state = battle(squad("a", (0, 0), kinds=(kind,)), counter(1, 6, 6), foes("b", (0, 6)), activated="a")
    assert fire_actions.FIRE_ACTION.is_listed(state, unit(state, "a")) == listed
    assert [each.id for each in fire_actions.possible_targets(state, unit(state, "a"))] == ["b", "under-1"]


@pytest.mark.rule("SG-FIR-01", "SG-GAP-127", "SG-CLA-01", "SG-CLA-02", "SG-GAP-128", "SG-RAL-03", "SG-GAP-39")
@pytest.mark.parametrize(
    ("reasons", "why"),
    [
        (["", "far"], ""),
        (["far", ""], ""),
        (["far", "far"], "far"),
        (["far", "hidden"], "none"),
        ([], "none"),
    ],
)
def test_the_common_reason_against_all(reasons: list[str], why: str) -> None:
    assert why_none_is_open(reasons, "none") == why


@pytest.mark.rule("SG-GAP-166", "SG-POS-03", "SG-RCT-06", "SG-RCT-07")
@pytest.mark.parametrize(
    ("marks", "harder", "dice", "may"),
    [
        ({}, 0, [], True),
        ({IN_POSITION: 1}, 0, [5], True),
        ({IN_POSITION: 1}, 0, [4], False),
        ({IN_POSITION: 1}, 1, [5], False),
        ({IN_POSITION: 1}, 1, [6], True),
    ],
)
def test_a_move_out_of_position(marks, harder, dice, may) -> None:  # type: ignore[no-untyped-def]
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from move_actions.may_move(play, A, harder)))

    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), activated="a")
    done = perform(state, rules, dice=dice)
    assert found == [may] and unit(done, "a").has_mark(IN_POSITION) == (not may)
    assert done.state.game.attempted == (() if may else ("position",))
    assert len(rolls(done)) == len(dice)


@pytest.mark.rule("SG-MOV-01", "SG-MOV-03", "SG-GAP-68", "SG-POS-03", "SG-CLV-04", "SG-RCT-06")
@pytest.mark.parametrize(
    ("marks", "attempted", "why"),
    [
        ({}, (), ""),
        ({IN_POSITION: 1}, ("position",), "it has failed to get out of position in this activation"),
        ({}, ("position",), ""),
        ({IN_POSITION: 1}, (), ""),
        ({}, ("leave_cover",), "it has failed to leave cover in this activation"),
        ({IN_POSITION: 1}, ("go_in_position",), ""),
    ],
)
def test_why_a_unit_does_not_move_again(marks, attempted, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), attempted=attempted)
    assert move_actions.why_cannot_move(state, unit(state, "a")) == why


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03")
@pytest.mark.parametrize(
    ("path", "inches", "end"),
    [
        (((0, 0), (0, 4)), 6.0, (0, 6)),
        (((0, 0), (0, 4)), 4.0, (0, 4)),
        (((0, 0), (0, 4)), 3.0, (0, 4)),
        (((0, 0), (0, 4), (2, 4)), 9.0, (5, 4)),
        (((0, 0), (0, 4), (0, 4)), 9.0, (0, 4)),
        (((0, 0), (3, 4)), 10.0, (6, 8)),
    ],
)
def test_a_path_is_lengthened_along_its_last_part(path, inches, end) -> None:  # type: ignore[no-untyped-def]
    found = move_actions.lengthened_path(path, inches)
    assert found[-1] == pytest.approx(end) and found[:-1] == path[:-1]


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03")
@pytest.mark.option("combat_move_end", "stop_at_destination", "full_distance")
@pytest.mark.parametrize(
    ("option", "die", "to", "end"),
    [
        ("stop_at_destination", 3, 4.0, 4.0),
        ("full_distance", 3, 4.0, 6.0),
        ("full_distance", 1, 4.0, 2.0),
        ("stop_at_destination", 6, 20.0, 12.0),
    ],
)
def test_how_far_a_combat_move_goes(option: str, die: int, to: float, end: float) -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", (20, 20)), options={"combat_move_end": option}, activated="a"
    )
    leg = (Leg("a1", ((CENTRE, CENTRE), (CENTRE, CENTRE + to))),)
    done = perform(state, lambda p: move_actions.perform_combat_move(p, A), {"move": leg}, [die])
    assert done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + end))


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02")
def test_without_a_way_no_die_is_rolled() -> None:
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), activated="a")
    assert rolls(perform(state, lambda p: move_actions.perform_combat_move(p, A), {"move": ()})) == []


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72", "SG-CLV-04")
@pytest.mark.option("shaken_test", "leave_cover", "leave_or_advance", "leave_and_advance")
@pytest.mark.parametrize(
    ("option", "level", "x", "y", "tests"),
    [
        ("leave_cover", 3, 0, 8, True),
        ("leave_cover", 4, 0, 8, False),
        ("leave_cover", 2, 0, 8, False),
        ("leave_cover", 3, 0, 1, False),
        ("leave_cover", 3, 0, -8, False),
        ("leave_or_advance", 3, 0, 1, True),
        ("leave_or_advance", 3, 0, -8, True),
        ("leave_or_advance", 3, 0, -1, False),
        ("leave_and_advance", 3, 0, 8, True),
        ("leave_and_advance", 3, 0, -8, False),
        ("leave_and_advance", 3, 0, 1, False),
    ],
)
def test_when_a_shaken_unit_tests(option, level, x, y, tests) -> None:  # type: ignore[no-untyped-def]
    """It stands in a wood, its enemy 20 in to the north."""
    ground = [terrain("woods", -3, -3, 3, 3)]
    before = battle(
        squad("a", (0, 0), marks={CONFIDENCE: level}),
        foes("b", (0, 20)),
        ground=ground,
        options={"shaken_test": option},
    )
    moved = msgspec.structs.replace(before.table.piece("a1"), place=OnTable(CENTRE + x, CENTRE + y, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert move_actions.needs_shaken_test(before, after, unit(before, "a")) == tests


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72")
def test_a_shaken_vehicle_needs_no_test() -> None:
    before = battle(
        vehicle("v", 0, 0, marks={CONFIDENCE: 3}),
        foes("b", (0, 20)),
        options={"shaken_test": "leave_or_advance"},
    )
    moved = msgspec.structs.replace(before.table.piece("v1"), place=OnTable(CENTRE, CENTRE + 8, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert not move_actions.needs_shaken_test(before, after, unit(before, "v"))


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72")
@pytest.mark.parametrize(
    ("foe", "x", "y", "nearer"),
    [
        ([(0, 20)], 0, 5, True),
        ([(0, 20)], 0, -5, False),
        ([(0, 20), (0, -20)], 0, 5, True),
        ([(0, 20), (20, 0)], -5, -5, False),
        ([], 0, 5, None),
        ([(0, 20)], 0, 0, None),
    ],
)
def test_whether_a_move_ends_nearer_to_an_enemy(foe, x, y, nearer) -> None:  # type: ignore[no-untyped-def]
    before = battle(squad("a", (0, 0)), *(foes(f"b{k}", point) for k, point in enumerate(foe)))
    moved = msgspec.structs.replace(before.table.piece("a1"), place=OnTable(CENTRE + x, CENTRE + y, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert move_actions._is_nearer_to_an_enemy(before, after, unit(before, "a")) is nearer


@pytest.mark.rule("SG-POS-01", "SG-GAP-52", "SG-RCT-04", "SG-RCT-05", "SG-GAP-51", "SG-POS-02")
@pytest.mark.parametrize(
    ("ground", "marks", "attempted", "threat", "why", "listed"),
    [
        ([], {}, (), 2, "", True),
        ([WOODS], {}, (), 0, "", True),
        ([], {IN_POSITION: 1}, (), 2, "", False),
        ([], {TRAVELLING: 1}, (), 2, "it travels in column", True),
        ([], {}, ("go_in_position",), 2, "it has failed once in this activation", True),
        ([], {}, ("position",), 2, "", True),
    ],
)
def test_going_in_position(ground, marks, attempted, threat, why, listed) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), ground=ground, attempted=attempted)
    own = unit(state, "a")
    assert position_actions.position_threat(state, own) == threat
    assert position_actions.why_not_in_position(state, own) == why
    assert position_actions.GO_IN_POSITION.is_listed(state, own) == listed
    done = perform(state, lambda p: position_actions.go_in_position(p, A), dice=[2])
    assert done.state.game.attempted == (*attempted, "go_in_position")
    left = perform(state, lambda p: position_actions.leave_position(p, A))
    assert not unit(left, "a").has_mark(IN_POSITION)


@pytest.mark.rule("SG-TRV-01", "SG-TRV-02", "SG-TRV-03", "SG-GAP-71", "SG-GAP-158")
@pytest.mark.parametrize(
    ("marks", "key", "why"),
    [
        ({TRAVELLING: 1}, "move", "it travels in column"),
        ({TRAVELLING: 1}, "travel", ""),
        ({TRAVELLING: 1}, "reorganise", ""),
        ({TRAVELLING: 1}, "shake_off", ""),
        ({}, "move", ""),
    ],
)
def test_what_travel_mode_bars(marks: dict[str, int], key: str, why: str) -> None:
    state = battle(squad("a", (0, 0), marks=marks))
    assert travel.why_travelling(state, unit(state, "a"), key) == why


@pytest.mark.rule("SG-TRV-01", "SG-GAP-71", "SG-TRV-02")
@pytest.mark.parametrize(
    ("automated", "inches", "marked"), [(False, 12.0, True), (False, 0.0, False), (True, 12.0, True)]
)
def test_only_a_march_makes_a_column_and_aliens_are_not_offered_one(automated, inches, marked) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), automated=automated), foes("b", (20, 20)), activated="a")
    assert travel.TRAVEL_MOVE.is_listed(state, unit(state, "a")) != automated
    leg = (Leg("a1", ((CENTRE, CENTRE), (CENTRE, CENTRE + inches))),) if inches else ()
    done = perform(state, lambda p: travel.perform_travel_move(p, A), {"move": leg})
    assert unit(done, "a").has_mark(TRAVELLING) == marked


@pytest.mark.rule("SG-REO-03")
@pytest.mark.parametrize(
    ("marks", "ground", "why"),
    [({}, [], ""), ({SUPPRESSED: 1}, [], "it is suppressed in the open"), ({SUPPRESSED: 1}, [WOODS], "")],
)
def test_who_reorganises(marks: dict[str, int], ground: list[Any], why: str) -> None:
    state = battle(squad("a", (0, 0), marks=marks), ground=ground)
    assert reorganise.why_no_reorganise(state, unit(state, "a")) == why


@pytest.mark.rule("SG-REO-01", "SG-GAP-50", "SG-TRV-04")
@pytest.mark.parametrize(("inches", "in_position"), [(3.0, False), (0.0, True)])
def test_closing_up_costs_the_position(inches: float, in_position: bool) -> None:
    own = squad("a", (0, 0), (3, 0), marks={IN_POSITION: 1, TRAVELLING: 1})
    state = battle(own, foes("b", (20, 20)), activated="a")
    path = ((CENTRE + 3, CENTRE), (CENTRE + 3, CENTRE - inches))
    leg = (Leg("a2", path),) if inches else ()
    done = perform(state, lambda p: reorganise.reorganise(p, A), {"move": leg})
    assert unit(done, "a").has_mark(IN_POSITION) == in_position and not unit(done, "a").has_mark(TRAVELLING)
    asked = done.first_decision("move")
    assert [motion.piece for motion in asked.motions] == ["a2"]  # type: ignore[attr-defined]


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-102")
@pytest.mark.parametrize(
    ("x", "mark", "reached"),
    [(7.0, WOUNDED, ["a2"]), (7.1, WOUNDED, []), (3.0, "stabilised", []), (3.0, "", [])],
)
def test_which_wounded_are_within_reach(x: float, mark: str, reached: list[str]) -> None:
    state = battle(squad("a", (0, 0), (x, 0), figure_marks={2: mark} if mark else {}))
    assert [piece.id for piece in reorganise.wounded_in_reach(state, A)] == reached


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-102", "SG-GAP-98")
@pytest.mark.parametrize(
    ("side", "left", "reached"), [(OWN, True, ["c1"]), (OWN, False, []), (ENEMY, True, [])]
)
def test_those_left_behind_by_others_are_treated(side: str, left: bool, reached: list[str]) -> None:
    other = squad("c", (3, 0), (9, 9), side=side, figure_marks={1: WOUNDED})
    if left:
        other = other[0], (other[1][0].with_mark(LEFT_BEHIND), other[1][1])
    state = battle(squad("a", (0, 0)), other)
    assert [piece.id for piece in reorganise.wounded_in_reach(state, A)] == reached


@pytest.mark.rule("SG-MED-02", "SG-MED-03", "SG-GAP-102")
@pytest.mark.parametrize(
    ("kind", "rules", "x", "bonus"),
    [
        ("rifleman", {}, 3.0, (0, "")),
        ("medic", {}, 3.0, (1, "medic")),
        ("medic", {}, 3.1, (0, "")),
        ("rifleman", {"medical": True}, 7.0, (2, "medical unit")),
        ("rifleman", {"medical": True}, 7.1, (0, "")),
        ("medic", {"medical": True}, 3.0, (2, "medical unit")),
    ],
)
def test_who_helps_to_treat(kind: str, rules: Mapping[str, Any], x: float, bonus: tuple[int, str]) -> None:
    state = battle(squad("a", (0, 0)), squad("c", (x, 0), kinds=(kind,), **rules), foes("b", (0, 20)))
    assert reorganise.treatment_bonus(state, A) == bonus
    roll = reorganise.treatment_roll(state, A)
    assert [change.value for change in roll.changes] == ([bonus[0]] if bonus[0] else [])
    assert [threshold.least for threshold in roll.thresholds] == [3, 6]


@pytest.mark.rule("SG-MED-02", "SG-MED-03", "SG-MED-01")
def test_a_medic_of_the_unit_itself_helps_and_an_enemy_does_not() -> None:
    own = battle(squad("a", (0, 0), (9, 0), kinds=("rifleman", "medic")), foes("b", (0, 20)))
    assert reorganise.treatment_bonus(own, A) == (1, "medic")
    foe = battle(squad("a", (0, 0)), foes("b", (2, 0), kinds=("medic",), medical=True))
    assert reorganise.treatment_bonus(foe, A) == (0, "")


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-103")
@pytest.mark.parametrize(
    ("die", "there", "marks"),
    [(2, False, {}), (3, True, {"stabilised": 1}), (5, True, {"stabilised": 1}), (6, True, {})],
)
def test_what_a_treatment_does(die: int, there: bool, marks: dict[str, int]) -> None:
    state = battle(squad("a", (0, 0), (2, 0), figure_marks={2: WOUNDED}), foes("b", (0, 20)))
    done = perform(state, lambda p: reorganise.treat_wounded(p, A), dice=[die])
    piece = done.state.table.pieces["a2"]
    assert piece.in_play == there and (not there or {m.name: m.count for m in piece.marks} == marks)
    assert perform(battle(squad("a", (0, 0))), lambda p: reorganise.treat_wounded(p, A)).asked == []


def field_with_mine(x: float, y: float, kind: str = "mine", option: str = "on") -> Battle:
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), options={"mines": option})
    mine = Marker(MarkerId("m"), kind, CENTRE + x, CENTRE + y, side=SideKey(ENEMY))
    return state.with_table(state.table.with_marker(mine))


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-GAP-50", "SG-REO-01", "SG-CLA-02")
@pytest.mark.parametrize(
    ("x", "kind", "option", "along"),
    [
        (0.0, "mine", "on", 5.5),
        (0.0, "found_mine", "on", 5.5),
        (0.0, "mine", "off", None),
        (0.0, "objective", "on", None),
        (2.4, "mine", "on", 7.3),
        (2.6, "mine", "on", None),
    ],
)
def test_where_a_path_meets_a_mine(x: float, kind: str, option: str, along: float | None) -> None:
    """It goes off 2 in from a base of half an inch."""
    state = field_with_mine(x, 8, kind, option)
    path = ((CENTRE, CENTRE), (CENTRE, CENTRE + 20))
    found = mines.mines_met(state, "a1", path)
    assert [stop.along for stop in found] == ([pytest.approx(along)] if along else [])


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-CLA-02")
@pytest.mark.parametrize(
    ("where", "waiting", "room"),
    [((0, 5.0), (), True), ((0, 0.9), (), False), ((0, 1.0), (), True), ((0, 0.9), ("c1",), True)],
)
def test_whether_a_figure_has_room_where_its_move_was_to_end(where, waiting, room) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, -5)), squad("c", where))
    end = OnTable(CENTRE, CENTRE, 90.0)
    part = PieceTravel("a1", state.table.piece("a1").place, end, ((CENTRE, CENTRE - 5), (CENTRE, CENTRE)))
    assert mines._has_room(state, part, waiting) == room
    gone = msgspec.structs.replace(part, new=msgspec.structs.replace(squad("z", (0, 0))[1][0]).place)
    assert mines._has_room(state, gone, waiting) == room


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-CLA-02")
@pytest.mark.parametrize(
    ("paths", "moved"), [((), False), (((0, 0), (0, 3)), True), (((0, 0), (0, 0)), False)]
)
def test_whether_anybody_moved(paths, moved) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), options={"mines": "on"})
    path = tuple((CENTRE + x, CENTRE + y) for x, y in paths)
    parts = [PieceTravel("a1", state.table.piece("a1").place, OnTable(*path[-1], 90.0), path)] if path else []
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from mines.carry_out_travels(play, parts, "SG-MOV-01", "move")))

    perform(state, rules)
    assert found == [moved]


@pytest.mark.rule("SG-GAP-134", "SG-ART-02", "SG-GAP-131", "SG-GAP-132", "SG-GAP-144")
def test_what_the_events_of_support_change() -> None:
    batteries = (Battery("m", OWN, missions=2), Battery("n", OWN, missions=2))
    state = battle(squad("a", (0, 0)), batteries=batteries, chits={OWN: 3}, dug_in={OWN: 2})
    mission = Mission("x", "m", "a", (1.0, 1.0), "explosive", 1, 1)
    called = events.SupportCalled(rule="", side=SideKey(OWN), battery="m", chits=2, mission=mission).apply(
        state
    )
    assert (called.game.chits, [b.missions for b in called.game.batteries]) == ({OWN: 1}, [1, 2])
    assert called.game.missions == (mission,)
    vain = events.SupportCalled(rule="", side=SideKey(OWN), battery="m", chits=2).apply(state)
    assert (vain.game.chits, [b.missions for b in vain.game.batteries], vain.game.missions) == (
        {OWN: 1},
        [2, 2],
        (),
    )
    two = called.with_game(missions=(mission, msgspec.structs.replace(mission, id="y")))
    assert [m.id for m in events.MissionArrived(rule="", mission="x").apply(two).game.missions] == ["y"]
    assert events.DugIn(rule="", side=SideKey(OWN)).apply(state).game.dug_in == {OWN: 0}


@pytest.mark.rule("SG-GAP-143", "SG-DET-01", "SG-DET-02", "SG-GAP-42", "SG-REG-04", "SG-GAP-40")
def test_what_the_event_of_strength_changes() -> None:
    state = battle(squad("a", *row(0, 0, 3)), squad("c", (9, 0)))
    joined = events.StrengthChanged(rule="", unit=A, strength=4, gone="c").apply(state)
    assert joined.game.strength == {"a": 4}
    alone = events.StrengthChanged(rule="", unit=A, strength=2).apply(state)
    assert alone.game.strength == {"a": 2, "c": 1}


@pytest.mark.rule("SG-GAP-157", "SG-GAP-26", "SG-ACT-01", "SG-GAP-28")
@pytest.mark.parametrize(("fired", "left"), [(True, ()), (False, ("a saw:a1",))])
def test_what_limits_are_lifted(fired: bool, left: tuple[str, ...]) -> None:
    state = battle(squad("a", (0, 0)), fired=("a saw:a1",), attempted=("x",), carriers=("a1",))
    game = events.LimitsReset(rule="", fired=fired).apply(state).game
    assert (game.fired, game.attempted, game.carriers) == (left, (), ())


@pytest.mark.rule("SG-GAP-44")
@pytest.mark.parametrize(
    ("fired", "after"), [((), ()), (("a saw:a1",), ("a saw:a1", "a saw:a2")), (("a saw:a3",), ("a saw:a3",))]
)
def test_a_weapon_that_is_taken_up_has_fired_or_not(fired: tuple[str, ...], after: tuple[str, ...]) -> None:
    state = battle(squad("a", (0, 0), (2, 0), kinds=("gunner", "rifleman")), fired=fired)
    game = events.WeaponTaken(rule="", unit=A, weapon="saw", old="a1", new="a2").apply(state).game
    assert game.armed == {"a1": ("sidearm",), "a2": ("saw",)} and game.fired == after


@pytest.mark.rule("SG-GAP-32", "SG-GAP-139", "SG-ART-02", "SG-GAP-132", "SG-ART-18", "SG-ART-22", "SG-ART-08")
@pytest.mark.rule("SG-GAP-101", "SG-GAP-88", "SG-GAP-27", "SG-GAP-77", "SG-ART-06", "SG-GAP-133")
def test_what_the_values_of_a_battle_are_where_nobody_gives_them() -> None:
    rules = states.UnitRules()
    assert (rules.quality, rules.leadership, rules.confidence, rules.fire_control) == (
        "regular",
        2,
        5,
        "none",
    )
    flags = (rules.automated, rules.independent, rules.terror, rules.medical, rules.travelling, rules.hidden)
    assert not any(flags)
    battery = Battery("m", OWN)
    assert (battery.rounds, battery.missions, battery.size) == (3, 3, "medium")
    assert states.MarkerObjective("m", 1.0).within == 2.0 and states.PointValues().ground == 1.0
    assert not states.HiveRules(OWN, "z").hidden
    assert not Mission("x", "m", "a", (0.0, 0.0), "explosive", 1, 1).guessed
    game = battle(squad("a", (0, 0))).game
    assert (game.vehicle_worth, game.figure_worth) == (0.0, 1.0)
    profile, flat = Profile("x", 1.0, "foot"), TerrainKind(1.0)
    assert (profile.base, profile.close_combat) == (0.0, 0)
    assert (flat.cost, flat.crossing) == (1.0, 0.0)
    assert not (flat.foot_only or flat.wet or flat.impassable or flat.area)
    assert (Warhead("x", 8, 8, "").factor, NO_TEST) == (1, -1)
    assert UnitAction("x", "", always_open, always_open).is_listed(None, None)  # type: ignore[arg-type]
    assert always_open(None, None) == ""  # type: ignore[arg-type]


@pytest.mark.rule("SG-CLV-01", "SG-GAP-80", "SG-GAP-83", "SG-GAP-103", "SG-GAP-108")
def test_the_levels_of_confidence() -> None:
    assert CONFIDENCE_NAMES == {5: "Confident", 4: "Steady", 3: "Shaken", 2: "Broken", 1: "Routed"}


@pytest.mark.rule("SG-GAP-20", "SG-GAP-18", "SG-GAP-24", "SG-GAP-103")
def test_what_the_window_knows_of_figures() -> None:
    assert RULESET.start_marks("rifleman") == {"wounded": 1, "stabilised": 1}
    assert RULESET.profiles["counter"]["faces"] is False and "faces" not in RULESET.profiles["rifleman"]
    assert (B, WOUNDED) == ("b", "wounded")
