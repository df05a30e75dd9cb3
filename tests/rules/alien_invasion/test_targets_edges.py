"""Targets and dice of a shot at their edges: who may be shot at, with how many dice, and who takes them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.attack.shooting import (
    hit_target,
    named_vehicle,
    pool_of,
    spend_total,
    targets,
    vehicle_targets,
    why_cannot_shoot,
    why_not_target,
)
from battlesim.rulesets.alien_invasion.core.events import AttackCounted
from battlesim.rulesets.alien_invasion.core.lookups import DicePool, figures_of
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.rulesets.alien_invasion.ground.sight import seen_pairs
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    left,
    mites,
    pair,
    perform,
    spugs,
    terrain,
    vehicle,
)

WALLED = terrain("building", 18, 0, 22, 30)
ALLIED = Pacts(allied=(Alliance(("unit", "mib")),))
CREW, CAR = "car crew", vehicle("car", 30, 10, side="dalek")
"""A car that belongs to the Daleks, and the unit that it is as a target."""


@pytest.mark.rule("MT-VIC-03", "MT-GAP-72", "MT-GAP-27")
@pytest.mark.parametrize(("target", "why"), [("b", "they are allies (MT-VIC-03)"), ("c", "")])
def test_allies_are_no_targets(target, why):
    state = battle(group("a", (10, 10)), pair("b", (30, 10)), daleks("c", (30, 14)), pacts=ALLIED)
    assert str(why_not_target(state, "a", target)) == why


@pytest.mark.rule("MT-GAP-27", "MT-GAP-40", "MT-HTH-08", "MT-HTH-09")
@pytest.mark.parametrize(
    ("shooter", "target", "why"),
    [
        ("a", "b", ""),
        ("a", "s", ""),
        ("a", "d", "the group is locked with others"),
        ("c", "b", "the group's own faction fights there"),
        ("c", "d", ""),
        ("d", "a", "the group's own faction fights there"),
        ("d", "c", ""),
        ("m", "b", ""),
        ("m", "a", ""),
    ],
)
def test_shots_into_and_out_of_a_combat(shooter, target, why):
    state = battle(
        group("a", (10, 10)),
        daleks("b", (11.25, 10)),
        spugs("s", (10, 11.2)),
        group("c", (10, 30)),
        daleks("d", (40, 20)),
        pair("m", (20, 20)),
        combats=(LockedCombat(1, ("a", "b", "s"), ("a",)),),
    )
    assert str(why_not_target(state, shooter, target)) == why


@pytest.mark.rule("MT-GAP-27", "MT-GAP-40")
def test_a_locked_group_needs_no_line_of_sight_into_its_own_combat():
    state = battle(
        group("a", (10, 10)),
        daleks("b", (30, 10)),
        ground=[WALLED],
        combats=(LockedCombat(1, ("a", "b"), ("a",)),),
    )
    assert not seen_pairs(state, "a", "b") and why_not_target(state, "a", "b") == ""


@pytest.mark.rule("MT-GAP-40", "MT-GAP-27")
def test_outsiders_need_a_line_of_sight_into_a_combat():
    state = battle(
        spugs("s", (10, 10)),
        group("a", (30, 11.2)),
        daleks("b", (30, 10)),
        ground=[WALLED],
        combats=(LockedCombat(1, ("a", "b"), ("a",)),),
    )
    assert why_not_target(state, "s", "b") == "no figure sees one of them"


@pytest.mark.rule("MT-GAP-16", "MT-GAP-27", "MT-VEH-10")
@pytest.mark.option("vehicles_destructible", "true", "false")
@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("car", "true", ""),
        ("car", "false", "vehicles cannot be shot at themselves"),
        ("saucer", "true", "nothing can destroy it"),
        ("saucer", "false", "vehicles cannot be shot at themselves"),
    ],
)
def test_which_vehicles_can_be_named(kind, value, why):
    state = battle(
        group("a", (10, 10)),
        vehicle("car", 30, 10, kind=kind, side="dalek"),
        aboard(daleks("b", (0, 0)), "car"),
        options={"vehicles_destructible": value},
    )
    assert why_not_target(state, "a", CREW) == why
    assert why_not_target(state, "a", "b") == "", "those inside can be shot at in any case"


@pytest.mark.rule("MT-GAP-27", "MT-GAP-40", "MT-GAP-16")
@pytest.mark.parametrize(
    ("shooter", "why"),
    [("a", "the group is locked with others"), ("c", "the group's own faction fights there")],
)
def test_a_vehicle_in_a_combat_counts_as_those_inside(shooter, why):
    state = battle(
        group("a", (30, 12.0)),
        group("c", (10, 10)),
        CAR,
        aboard(daleks("b", (0, 0)), "car"),
        combats=(LockedCombat(1, ("b", "a"), ("a",)),),
    )
    assert why_not_target(state, shooter, CREW) == why


@pytest.mark.rule("MT-SHT-01", "MT-AUTO-03", "MT-GAP-27")
@pytest.mark.parametrize(("unit", "named"), [(CREW, "car"), ("b", "")])
def test_a_unit_of_a_vehicle_names_the_vehicle(unit, named):
    state = battle(group("a", (10, 10)), CAR, aboard(daleks("b", (0, 0)), "car"))
    assert named_vehicle(state, unit) == named


@pytest.mark.rule("MT-SHT-01", "MT-AUTO-03", "MT-GAP-16")
@pytest.mark.parametrize(
    ("owner", "inside", "pacts", "held"),
    [
        ("dalek", "", (), True),
        ("unit", "", (), False),
        ("mib", "", (), True),
        ("mib", "", ALLIED, False),
        ("dalek", "dalek", (), True),
        ("unit", "dalek", (), True),
        ("dalek", "unit", (), False),
        ("dalek", "mib", (), True),
        ("dalek", "mib", ALLIED, False),
    ],
)
def test_a_vehicle_is_a_target_if_enemies_hold_it_or_left_it(owner, inside, pacts, held):
    crew = [aboard(group("b", (0, 0), side=inside), "car")] if inside else []
    others = (daleks("d", (60, 40)), pair("m", (60, 10)))
    car = vehicle("car", 30, 10, side=owner)
    state = battle(group("a", (10, 10)), car, *crew, *others, **({"pacts": pacts} if pacts else {}))
    assert vehicle_targets(state, "unit") == [CREW] * held


@pytest.mark.rule("MT-SHT-01", "MT-AUTO-03", "MT-GAP-16")
@pytest.mark.parametrize(("held", "expected"), [(True, ["b", CREW]), (False, [])])
def test_an_abandoned_vehicle_is_not_among_the_groups_to_shoot_at(held, expected):
    crew = [aboard(daleks("b", (0, 0)), "car")] if held else []
    state = battle(group("a", (10, 10)), CAR, *crew, absent=["dalek"])
    assert targets(state, "a") == expected


@pytest.mark.rule("MT-SHT-01", "MT-AUTO-03")
def test_targets_are_enemies_and_those_who_do_not_fight():
    state = battle(
        group("a", (10, 10)),
        group("c", (10, 30)),
        daleks("b", (30, 10)),
        spugs("s", (30, 20)),
        pair("m", (30, 30)),
        group("v", (20, 40), side="civilian"),
        pacts=ALLIED,
    )
    assert targets(state, "a") == ["b", "s", "v"]


@pytest.mark.rule("MT-AUTO-03", "MT-MITE-03")
@pytest.mark.parametrize(
    ("shooter", "seen", "why"),
    [
        ("a", True, ""),
        ("a", False, "no enemy group may be shot at"),
        ("m", True, "it has no shooting dice"),
        ("m", False, "it has no shooting dice"),
    ],
)
def test_why_a_group_cannot_shoot(shooter, seen, why):
    own = group("a", (10, 10)) if shooter == "a" else mites("m", (10, 10))
    state = battle(own, daleks("b", (30, 10)), ground=[] if seen else [WALLED])
    assert why_cannot_shoot(state, shooter) == why


@pytest.mark.rule("MT-SHT-03", "MT-SHT-07", "MT-HTH-07", "MT-MIB-04", "MT-AUTO-03")
@pytest.mark.parametrize(
    ("id", "pool"),
    [
        ("a", DicePool(12, 0, 1)),
        ("c", DicePool(12, 0, 1)),
        ("e", DicePool(8, 0, 1)),
        ("m", DicePool(0, 2, 1)),
    ],
)
def test_merged_groups_shoot_with_the_dice_of_all(id, pool):
    state = battle(
        group("a", *block(10, 10)),
        group("c", *block(14, 10), kinds=["unit_rifleman"]),
        group("e", *block(40, 10)),
        pair("m", (50, 10), (52, 10)),
        daleks("b", (12.7, 10)),
        combats=(LockedCombat(1, ("a", "c", "b"), ("a", "c")),),
    )
    assert pool_of(state, id) == pool


@pytest.mark.rule("MT-GAP-16", "MT-SHT-07", "MT-AUTO-03", "MT-SHT-13")
@pytest.mark.parametrize(
    ("weapons", "locked", "dice"),
    [
        ((), False, 2),
        (("machine_gun",), False, 4),
        (("heavy_machine_gun",), False, 10),
        (("tank_gun",), False, 14),
        (("machine_gun", "tank_gun"), False, 16),
        (("machine_gun", "tank_gun"), True, 4),
        (("machine_gun",), True, 4),
        (("tank_gun",), True, 2),
    ],
)
def test_the_weapons_of_a_vehicle_add_their_dice(weapons, locked, dice):
    rule = VehicleRule("car", weapons=weapons)
    state = battle(
        vehicle("car", 10, 10),
        aboard(group("a", (0, 0), (0, 0)), "car"),
        daleks("b", (10, 12)),
        vehicles=(rule,),
        combats=(LockedCombat(1, ("a", "b"), ("b",)),) if locked else (),
    )
    assert pool_of(state, "a").fixed == dice


@pytest.mark.rule("MT-GAP-16", "MT-SHT-07", "MT-AUTO-03", "MT-SHT-13")
def test_two_groups_in_one_vehicle_have_its_weapons_once():
    state = battle(
        vehicle("car", 10, 10),
        aboard(group("a", (0, 0)), "car"),
        aboard(group("c", (0, 0)), "car"),
        daleks("b", (10, 12)),
        vehicles=(VehicleRule("car", weapons=("machine_gun",)),),
        combats=(LockedCombat(1, ("a", "c", "b"), ("b",)),),
    )
    assert pool_of(state, "a").fixed == 4


def hit(state, shooter, target, faces, **answers):
    pairs = seen_pairs(state, shooter, target)
    return perform(state, lambda play: hit_target(play, shooter, target, faces, pairs), answers)


@pytest.mark.rule("MT-SHT-01", "MT-SHT-09")
def test_without_a_combat_all_dice_count_against_the_target_alone():
    state = battle(group("a", (10, 10)), daleks("b", (30, 10)), daleks("c", (30, 14)))
    done = hit(state, "a", "b", [1, 3, 5, 5, 4, 6])
    assert (left(done, "b"), left(done, "c")) == (0, 1)
    assert [(e.side, e.victim) for e in done.events_of(AttackCounted)] == [("unit", "dalek")] * 2


COMBAT = (
    group("a", (10, 10)),
    spugs("s", (10, 11.2), (10, 14)),
    pair("m", (10, 8.8), (10, 6)),
    daleks("d", (40, 10)),
)


@pytest.mark.rule("MT-GAP-40", "MT-HTH-10", "MT-SHT-01")
@pytest.mark.parametrize(
    ("locked", "shooter", "target", "faces", "gone"),
    [
        (("a", "s"), "a", "s", [1, 2, 6], (0, 1, 0)),
        (("a", "s"), "a", "s", [1, 3, 5], (0, 1, 0)),
        (("a", "s"), "s", "a", [1, 5], (1, 0, 0)),
        (("a", "s", "m"), "a", "s", [4, 5, 3, 1], (0, 0, 1)),
        (("a", "s", "m"), "a", "s", [6, 4, 5, 3], (0, 1, 0)),
        (("a", "s", "m"), "a", "m", [6, 4, 5, 5], (0, 1, 1)),
        (("a", "s", "m"), "s", "m", [6, 4, 5, 1], (1, 0, 1)),
        (("a", "s"), "d", "s", [6, 4, 5, 1], (1, 1, 0)),
        (("a", "s"), "d", "a", [6, 4, 5, 3], (1, 0, 0)),
        (("a", "s", "m"), "d", "a", [6, 5, 5, 3, 3], (1, 0, 0)),
        (("a", "s", "m"), "d", "a", [6, 5, 5, 3, 3, 1], (1, 0, 1)),
        (("a", "s", "m"), "d", "a", [6, 5, 5, 5, 5], (1, 1, 1)),
    ],
)
def test_who_takes_the_even_and_odd_dice_of_a_shot_into_a_combat(locked, shooter, target, faces, gone):
    """A man in the open falls to 6, a Spug or a man in black to 9; their own side takes no dice."""
    state = battle(*COMBAT, combats=(LockedCombat(1, locked, ("a",)),))
    done = hit(state, shooter, target, faces)
    assert tuple(len(figures_of(state, id)) - left(done, id) for id in "asm") == gone


@pytest.mark.rule("MT-SHT-01", "MT-GAP-16")
@pytest.mark.parametrize(("target", "victim"), [(CREW, "mib"), ("m", "mib")])
def test_a_shot_at_a_vehicle_is_one_at_those_inside(target, victim):
    state = battle(group("a", (10, 10)), CAR, aboard(pair("m", (0, 0)), "car"), daleks("d", (60, 40)))
    done = hit(state, "a", target, [1])
    assert [(e.side, e.victim) for e in done.events_of(AttackCounted)] == [("unit", victim)]


@pytest.mark.rule("MT-SHT-01", "MT-GAP-16")
@pytest.mark.parametrize(("total", "wrecked"), [(23, False), (24, True)])
def test_a_car_that_is_named_falls_to_24(total, wrecked):
    state = battle(group("a", (10, 10)), CAR, aboard(pair("m", (0, 0)), "car"), absent=["dalek"])

    def rules(play):
        return spend_total(play, figures_of(play.state, CREW), total, "unit")

    done = perform(state, rules, {}, [6] if wrecked else [])
    assert done.state.table.piece("car").in_play is not wrecked
    assert left(done, "m") == 1


@pytest.mark.rule("MT-SHT-01", "MT-SHT-09")
def test_a_total_against_nobody_is_lost():
    state = battle(group("a", (10, 10)), daleks("b", (30, 10)))
    done = perform(state, lambda play: spend_total(play, [], 90, "unit"))
    assert not done.events and not done.remarks


@pytest.mark.rule("MT-GAP-26", "MT-SHT-01")
@pytest.mark.option("unseen_casualties", "allowed", "seen_only")
@pytest.mark.parametrize(
    ("value", "pairs", "dead"),
    [
        ("allowed", {("b1", "a1")}, 4),
        ("seen_only", {("b1", "a1")}, 1),
        ("seen_only", {("b1", "a1"), ("b1", "a3")}, 2),
        ("seen_only", (), 4),
    ],
)
def test_how_many_fall_of_those_who_are_seen(value, pairs, dead):
    state = battle(group("a", *block(10, 10)), daleks("b", (30, 10)), options={"unseen_casualties": value})
    figures, seen = figures_of(state, "a"), frozenset(pairs)
    done = perform(state, lambda play: spend_total(play, figures, 24, "dalek", seen))
    assert 4 - left(done, "a") == dead
