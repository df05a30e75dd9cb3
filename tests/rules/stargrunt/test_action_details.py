"""Actions in detail: who is activated, what is open, how far moves go, who is treated."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics.activation import Activation
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions import (
    activation,
    fire_actions,
    reaction_fire,
)
from battlesim.rulesets.stargrunt.actions.beginning import begin_activation, forget_who_fired
from battlesim.rulesets.stargrunt.core import hidden_units, lookups
from battlesim.rulesets.stargrunt.core.choices import why_none_is_open
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    DETACHED,
    IN_POSITION,
    PANIC,
    SUPPRESSED,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.pieces import Marker

from .field import (
    ENEMY,
    OWN,
    A,
    battle,
    foes,
    open_actions,
    perform,
    row,
    squad,
    unit,
)
from .hidden_field import counter, hide
from .vehicle_field import aboard, vehicle


def test_the_keys_of_the_actions_follow_their_order() -> None:
    digits, letters = RULESET.option_digits, RULESET.option_letters
    assert [key for key in activation.UNIT_ACTIONS if key in digits] == sorted(digits, key=digits.__getitem__)
    assert {*digits, *letters} <= activation.UNIT_ACTIONS.keys() and not digits.keys() & letters.keys()


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
