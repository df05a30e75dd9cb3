"""Fire at and by vehicles: the dice, what is hit, what becomes of vehicle, crew and passengers."""

from __future__ import annotations

import pytest

from battlesim.mechanics.contest import MAJOR
from battlesim.rulesets.stargrunt.actions.activation import UNIT_ACTIONS, action_decision
from battlesim.rulesets.stargrunt.actions.beginning import begin_activation
from battlesim.rulesets.stargrunt.attack.fire_checks import why_no_fire
from battlesim.rulesets.stargrunt.attack.fire_choices import possible_fires
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_factor, fire_impact, fire_roll
from battlesim.rulesets.stargrunt.attack.hits import potential_hits
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.attack.vehicle_fire import vehicle_hits
from battlesim.rulesets.stargrunt.attack.vehicle_odds import vehicle_odds
from battlesim.rulesets.stargrunt.battle.previews import fire_preview
from battlesim.rulesets.stargrunt.battle.victory import lost_figures
from battlesim.rulesets.stargrunt.core.lookups import enemy_units, figures_of, people_of
from battlesim.rulesets.stargrunt.core.marks import (
    ABANDONED,
    DESTROYED,
    DISABLED,
    IMMOBILISED,
    SUPPRESSED,
    SYSTEMS_HIT,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.vehicles import occupants
from battlesim.rulesets.stargrunt.ground.cover import figure_cover
from battlesim.rulesets.stargrunt.ground.integrity import why_out_of_integrity
from battlesim.rulesets.stargrunt.ground.sight import sees_unit
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import DiceRolled
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import percent
from battlesim.table.pieces import OnTable

from .field import ENEMY, A, B, battle, fire, foes, needed, perform, row, squad, unit
from .vehicle_field import aboard, vehicle

V = UnitId("v")
CALM = {"motivation": "high"}
"""Units that take no test for suppression or casualties."""
SAW = ("gunner",)
ROCKET = ("rocketeer",)


def target(kind="scout_car", y=6.0, **more):
    """An enemy vehicle, 6 inches in front of the squad."""
    return vehicle("v", 0, y, kind=kind, side=ENEMY, **{**CALM, **more})


def shoot(state, *weapons, dice=(), answers=None, unit="a", at="v"):
    shot = fire(*(weapons or ("advanced_rifle",)), unit=unit, target=at)
    return perform(state, lambda play: resolve_fire(play, shot), answers, dice)


def rifles(*more, **target_rules):
    """Two riflemen who fire at a vehicle: range die D4, quality D8, firepower D4."""
    return battle(squad("a", (0, 0), (1.5, 0)), target(**target_rules), *more)


# Heavy weapons and missiles.


@pytest.mark.rule("SG-HVY-01")
def test_a_heavy_weapon_rolls_quality_and_fire_control():
    state = battle(vehicle("v", 0, 0, kind="apc"), foes("b", (0, 10)))
    assert fire_roll(state, fire("autocannon:v1", unit="v")).sides[1:] == (8, 6)


@pytest.mark.rule("SG-HVY-02")
@pytest.mark.rule("SG-GAP-89")
@pytest.mark.option("heavy_range_band", "weapon_size")
@pytest.mark.option("heavy_range_band", "target_size")
@pytest.mark.parametrize(("option", "die"), [("weapon_size", 6), ("target_size", 8)])
def test_the_bands_of_a_heavy_weapon_are_12_inches_for_its_size_or_by_option_the_targets(option, die):
    state = battle(
        vehicle("v", 0, -15, kind="walker"),
        vehicle("w", 0, 15, side=ENEMY, kind="scout_car"),
        options={"heavy_range_band": option},
    )
    assert fire_roll(state, fire("laser:v1", unit="v", target="w")).sides[0] == die


def missiles(y=10.0, kind="apc", ecm="none", guidance="enhanced"):
    """A missile team and a target at a distance."""
    return battle(
        squad("a", (0, -20), kinds=("missileer",), guidance=guidance),
        target(kind=kind, y=y - 20),
        foes("b", (4, y - 20), ecm=ecm),
    )


@pytest.mark.rule("SG-GMS-01", "SG-GMS-02")
@pytest.mark.rule("SG-GAP-91")
@pytest.mark.parametrize("inches", [10.0, 40.0])
def test_a_missile_rolls_quality_and_guidance_against_ecm_at_any_distance(inches):
    roll = fire_roll(missiles(inches), fire("light_missile:a1", target="v"))
    assert roll.sides == (6, 8, 8)
    assert roll.value_of([4, 5, 7]).dice == MAJOR


@pytest.mark.rule("SG-GAP-91")
def test_superior_guidance_meets_a_d4_of_a_target_without_ecm():
    state = missiles(kind="scout_car", guidance="superior")
    assert fire_roll(state, fire("light_missile:a1", target="v")).sides == (4, 8, 10)


@pytest.mark.rule("SG-GAP-91")
@pytest.mark.parametrize(("ecm", "open"), [("none", False), ("basic", True)])
def test_a_missile_finds_infantry_only_by_its_ecm(ecm, open):
    state = missiles(ecm=ecm)
    assert (not [f for f in possible_fires(state, A, B) if "light_missile:a1" in f.weapons]) is not open
    assert ("ECM" in str(why_no_fire(state, A, B))) is not open


@pytest.mark.rule("SG-GAP-91")
def test_electronic_warfare_spoofs_the_guidance_of_a_missile():
    jammer = {"electronics": "basic", "marks": {"ew_on": 1, "ew_markers": 1}}
    state = battle(
        squad("a", (0, -20), kinds=("missileer",), guidance="enhanced"),
        target(y=-10),
        foes("e", (8, -10), **jammer),
    )
    done = shoot(state, "light_missile:a1", answers={"jam": "e 1"}, dice=[1, 4, 5, 6])
    assert unit(done, "v").mark_count(SUPPRESSED) == 0
    assert done.piece("v1").marks == ()


@pytest.mark.rule("SG-GAP-94")
def test_a_heavy_weapon_at_infantry_goes_on_like_other_fire_with_its_plain_impact():
    state = battle(vehicle("v", 0, 0, kind="walker"), foes("b", (0, 30), (1.5, 30)))
    shot = fire("laser:v1", unit="v")
    roll = fire_roll(state, shot)
    assert roll.sides == (6, 8, 8)
    assert potential_hits(roll.value_of([5, 6, 8]), 6) == (2, 2)
    assert (fire_impact(state, shot), fire_factor(shot)) == (10, 1)


def test_a_heavy_weapon_fires_alone_and_the_others_together():
    state = battle(
        squad("a", (0, 0), (1.5, 0), (3, 0), kinds=("rifleman", "gunner", "missileer"), ecm="none"), target()
    )
    assert [f.weapons for f in possible_fires(state, A, V)] == [
        ("advanced_rifle", "saw:a2", "sidearm"),
        ("light_missile:a3",),
    ]


# Small arms and support weapons at vehicles.


@pytest.mark.rule("SG-SAV-01")
def test_one_die_of_small_arms_suppresses_a_vehicle_and_rolls_no_penetration():
    done = shoot(rifles(), dice=[4, 6, 2])
    assert unit(done, "v").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-SAV-02")
@pytest.mark.rule("SG-GAP-165", "SG-GAP-96")
def test_two_dice_of_small_arms_suppress_once_and_roll_one_penetration():
    done = shoot(rifles(kind="apc"), dice=[3, 6, 4, 8, 4])
    assert unit(done, "v").mark_count(SUPPRESSED) == 1
    assert done.piece("v1").marks == ()


@pytest.mark.rule("SG-SAV-03", "SG-SAV-05")
def test_small_arms_that_penetrate_harm_those_aboard_and_leave_the_vehicle_in_action():
    done = shoot(rifles(), dice=[3, 6, 4, 7, 4, 2, 3])
    assert done.piece("v1").marks == ()
    assert [done.piece(f"v_crew{n}").mark_count(WOUNDED) for n in (1, 2)] == [1, 0]


@pytest.mark.rule("SG-SAV-04")
@pytest.mark.rule("SG-GAP-96")
def test_small_arms_at_twice_the_armour_disable_and_the_crew_rolls_on_their_own_table():
    done = shoot(rifles(), dice=[3, 6, 4, 8, 4, 3, 3])
    assert done.piece("v1").has_mark(DISABLED)
    assert [done.piece(f"v_crew{n}").table_position is not None for n in (1, 2)] == [True, True]


@pytest.mark.rule("SG-GAP-93", "SG-WPN-21")
@pytest.mark.parametrize(
    ("kind", "weapon", "impact", "factors"),
    [("gunner", "saw:a1", 10, {MAJOR: 1}), ("rocketeer", "rocket:a1", 12, {1: 1, MAJOR: 2})],
)
def test_starred_support_weapons_hit_a_vehicle_like_heavy_ones_others_like_small_arms(
    kind, weapon, impact, factors
):
    state = battle(squad("a", (0, 0), kinds=(kind,)), target())
    hits = vehicle_hits(state, fire(weapon, target="v"))
    assert {degree: hit.multiplier for degree, hit in hits.items()} == factors
    assert {hit.impact for hit in hits.values()} == {impact}
    assert {hit.size for hit in hits.values()} == {0 if weapon.startswith("saw") else 1}


def test_a_heavy_sniper_rifle_doubles_its_impact_and_a_one_gives_its_sniper_away():
    state = battle(squad("a", (0, 0), kinds=("heavy_sniper",), independent=True), target())
    hits = vehicle_hits(state, fire("heavy_rifle:a1", target="v"))
    assert {degree: (hit.multiplier, hit.size) for degree, hit in hits.items()} == {MAJOR: (2, 0)}
    done = shoot(state, "heavy_rifle:a1", dice=[2, 1, 6])
    assert unit(done, "v").mark_count(SUPPRESSED) == 1


# What heavy hits do.


def cannon(*more, kind="apc", dice=(), answers=None, **rules):
    """A tank fires its cannon at a vehicle 20 inches away; the first three dice make a minor hit."""
    state = battle(vehicle("t", 0, -14, kind="tank"), target(kind=kind, **rules), *more)
    return shoot(state, "cannon:t1", unit="t", dice=[3, 5, 2, *dice], answers=answers)


@pytest.mark.rule("SG-HWV-02")
@pytest.mark.rule("SG-GAP-97")
def test_the_survivors_of_a_disabled_vehicle_stand_within_6_inches_with_one_marker():
    done = cannon(dice=[7, 5, 4, 5, 6])
    assert done.piece("v1").has_mark(DISABLED)
    crew = people_of(done.state, V)
    assert len(crew) == 3
    hull = done.piece("v1")
    assert all(0.0 < piece_gap(done.state.table, piece, hull) <= 6.0 for piece in crew)
    assert unit(done, "v").mark_count(SUPPRESSED) == 1
    assert unit(done, "v").leader == "v_crew1"


@pytest.mark.rule("SG-HWV-03", "SG-OCC-02", "SG-OCC-03")
def test_those_in_a_destroyed_vehicle_save_against_twice_the_size():
    done = cannon(dice=[9, 4, 6, 6, 6, 3, 4, 6])
    assert done.piece("v1").has_mark(DESTROYED)
    assert not done.piece("v_crew1").in_play
    assert [done.piece(f"v_crew{n}").mark_count(WOUNDED) for n in (2, 3)] == [1, 1]


@pytest.mark.rule("SG-GAP-97")
def test_the_unit_of_passengers_gets_out_suppressed_and_tests_as_after_casualties():
    riders = aboard(foes("b", (0, 0), (0, 0), motivation="low", marks={"was_suppressed": 1}), "v1")
    done = cannon(riders, dice=[7, 5, 4, 4, 4, 4, 4, 5])
    assert done.piece("v1").has_mark(DISABLED)
    assert [p.id for p in people_of(done.state, B) if isinstance(p.place, OnTable)] == ["b1", "b2"]
    assert unit(done, "b").mark_count(SUPPRESSED) == 1
    assert needed(done)[-1].endswith("5+")


@pytest.mark.rule("SG-SAV-03")
def test_small_arms_that_penetrate_harm_passengers_and_their_unit_tests():
    riders = aboard(foes("b", (0, 0), (0, 0), motivation="medium"), "v1")
    done = shoot(rifles(riders), dice=[3, 6, 4, 7, 4, 3, 3, 3, 2, 5])
    assert done.piece("b2").has_mark(WOUNDED)
    assert needed(done)[-1].endswith("4+")


@pytest.mark.rule("SG-NPH-02")
def test_an_immobilised_vehicle_is_refused_every_move():
    state = battle(vehicle("v", 0, 0, piece_marks=(IMMOBILISED,)), foes("b", (0, 6)), activated="v")
    reasons = {
        option.key: str(option.shut) for option in action_decision(state, state.table.units[V]).options
    }
    assert "immobilised" in reasons["move"] and "immobilised" in reasons["combat_move"]
    assert reasons["fire"] == ""


@pytest.mark.rule("SG-NPH-01", "SG-NPH-02")
@pytest.mark.rule("SG-GAP-88")
def test_a_walker_has_no_suspension_that_can_be_hit():
    done = cannon(kind="walker", dice=[4, 8, 1])
    assert done.piece("v1").marks == ()


@pytest.mark.rule("SG-GAP-100")
def test_passengers_bail_out_with_the_crew_away_from_the_enemy_and_suppressed():
    riders = aboard(foes("b", *row(0, 0, 4), motivation="high"), "v1")
    done = cannon(riders, dice=[4, 8, 2, 6, 5, 5])
    hull = done.piece("v1")
    out = [*people_of(done.state, V), *people_of(done.state, B)]
    assert len(out) == 7
    assert all(piece.xy[1] > hull.xy[1] for piece in out)
    assert not why_out_of_integrity(done.state, B) and not why_out_of_integrity(done.state, V)
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-NPH-04")
@pytest.mark.rule("SG-GAP-100")
def test_an_immobilised_crew_that_fails_its_test_bails_out():
    done = cannon(dice=[4, 8, 2, 6, 5, 5])
    assert done.piece("v1").has_mark(IMMOBILISED)
    assert done.piece("v1").has_mark(ABANDONED)
    assert unit(done, "v").mark_count("confidence") == 4
    assert not occupants(done.state, "v1")
    assert unit(done, "v").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-NPH-04")
@pytest.mark.rule("SG-GAP-100")
@pytest.mark.parametrize(("answer", "left"), [("stay", False), ("leave", True)])
def test_an_immobilised_crew_that_passes_its_test_may_stay_or_leave(answer, left):
    done = cannon(dice=[4, 8, 2, 6, 5, 6], answers={"bail_out": answer})
    assert done.piece("v1").has_mark(ABANDONED) is left
    assert len(occupants(done.state, "v1")) == (0 if left else 3)
    (asked,) = (decision for decision in done.asked if decision.what == "bail_out")
    assert asked.begins == "stay"


@pytest.mark.rule("SG-NPH-05")
@pytest.mark.rule("SG-GAP-98")
def test_a_systems_hit_counts_once():
    done = cannon(dice=[4, 8, 6], piece_marks=(SYSTEMS_HIT,))
    assert done.piece("v1").mark_count(SYSTEMS_HIT) == 1


def test_a_vehicle_whose_crew_is_out_of_action_is_abandoned():
    done = shoot(rifles(), dice=[3, 6, 4, 7, 4, 2, 1])
    assert done.piece("v1").has_mark(ABANDONED)


def test_a_lost_vehicle_counts_once_and_its_crew_on_foot_not_at_all():
    done = cannon(dice=[7, 5, 4, 5, 6])
    assert lost_figures(done.state, SideKey("own")) == 1
    assert lost_figures(cannon(dice=[4, 8, 4]).state, SideKey("own")) == 0


def test_a_crew_on_foot_is_hidden_from_the_firer_by_its_hull_and_shot_at_like_infantry():
    state = cannon(squad("a", (18, 19)), dice=[7, 5, 4, 5, 6]).state
    assert not sees_unit(state, UnitId("t"), V)
    assert possible_fires(state, A, V)[0].weapons == ("advanced_rifle",)
    assert len(fire_preview(state, fire(target="v")).losses[0].lost) == 4


def test_a_crew_that_has_acted_in_its_vehicle_does_not_act_on_foot_in_the_same_turn():
    state = battle(vehicle("v", 0, 0), foes("b", (0, 12)))
    begun = perform(state, lambda play: begin_activation(play, V)).state
    assert set(begun.game.activation.members) == {"v1", "v_crew1", "v_crew2", "v_crew3"}


@pytest.mark.rule("SG-GAP-101")
def test_a_crew_tests_for_its_casualties_like_infantry():
    done = cannon(dice=[7, 5, 2, 5, 6, 3, 5], motivation="medium", marks={"was_suppressed": 1})
    assert needed(done)[-1].endswith("4+")


# Odds.


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01", "SG-INF-09")
def test_the_odds_of_a_vehicle_are_those_of_its_dice():
    state = rifles()
    odds = vehicle_odds(state, fire(target="v"), state.table.piece("v1"))
    two = sum(max(0, 8 - f) / 8 * max(0, 4 - f) / 4 for f in range(1, 5)) / 4
    pairs = [(i, a) for i in range(1, 11) for a in range(1, 13)]
    assert odds.chance("disabled") == pytest.approx(two * sum(i >= 2 * a for i, a in pairs) / 120)
    assert sum(odds.damage.values()) == pytest.approx(1.0)


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01", "SG-INF-09")
def test_the_card_of_a_shot_says_what_the_vehicle_suffers():
    state = battle(vehicle("t", 0, -14, kind="tank"), target(kind="apc"))
    card = fire_preview(state, fire("cannon:t1", unit="t", target="v"))
    odds = vehicle_odds(state, fire("cannon:t1", unit="t", target="v"), state.table.piece("v1"))
    assert dict(card.bars)["destroyed"] == pytest.approx(odds.chance("destroyed"))
    assert card.chance == pytest.approx(odds.chance("disabled", "destroyed"))
    assert card.losses[0].lost == pytest.approx((1.0 - card.chance, card.chance))
    assert {str(row.label): row.value for row in card.rows}["Suppressed"] == percent(
        1.0 - odds.chance("none")
    )
    assert sum(chance for _, chance in card.bars) == pytest.approx(1.0)
    assert [row.label for row in card.rows][-4:-2] == ["Impact x 4", "Vehicle armour x 2"]


# Impossible shots and rockets.


@pytest.mark.rule("SG-WPN-21")
def test_a_starred_weapon_rolls_its_plain_impact_against_infantry():
    state = battle(squad("a", (0, 0), kinds=ROCKET), foes("b", (0, 6), **CALM))
    done = shoot(state, "rocket:a1", at="b", dice=[1, 2, 2, 9, 8])
    assert done.events_of(DiceRolled)[-1].sides == (12, 8)


@pytest.mark.rule("SG-GAP-06")
@pytest.mark.option("impossible_shots", "refused")
@pytest.mark.option("impossible_shots", "allowed_no_effect")
@pytest.mark.parametrize(("option", "refused"), [("refused", True), ("allowed_no_effect", False)])
def test_a_shot_above_a_d12_is_refused_or_wasted_by_option(option, refused):
    state = battle(squad("a", (0, -20)), foes("b", (0, 20.5)), options={"impossible_shots": option})
    assert ("D12" in str(why_no_fire(state, A, B))) is refused


@pytest.mark.rule("SG-GAP-06")
def test_a_wasted_shot_uses_the_weapon_and_does_nothing():
    options = {"impossible_shots": "allowed_no_effect"}
    state = battle(squad("a", (0, -20)), foes("b", (0, 20.5)), options=options)
    done = shoot(state, at="b", dice=[])
    assert done.state.game.fired == ("a advanced_rifle",)
    assert unit(done, "b").mark_count(SUPPRESSED) == 0
    assert fire_preview(state, fire()).chance == 0.0


@pytest.mark.rule("SG-GAP-12")
@pytest.mark.option("iavr_firepower", "d10")
@pytest.mark.option("iavr_firepower", "d8")
@pytest.mark.parametrize(("option", "die"), [("d10", 10), ("d8", 8)])
def test_a_rocket_has_its_firepower_die_by_option_and_one_shot(option, die):
    state = battle(squad("a", (0, 0), kinds=ROCKET), foes("b", (0, 6)), options={"iavr_firepower": option})
    assert fire_roll(state, fire("rocket:a1")).sides == (4, 8, die)
    done = shoot(state, "rocket:a1", at="b", dice=[4, 1, 1])
    assert done.state.game.used == ("a rocket:a1",)
    later = done.state.with_game(fired=())
    assert possible_fires(later, A, B)[0].weapons == ("advanced_rifle",)


@pytest.mark.rule("SG-GAP-11")
def test_a_carrier_who_fires_his_rocket_adds_nothing_to_the_rifles():
    state = battle(squad("a", *row(-2, 0, 4), kinds=("rocketeer", "rifleman")), foes("b", (0, 6)))
    assert fire_roll(state, fire("advanced_rifle", "rocket:a1")).sides[1:] == (8, 6, 10)
    assert fire_roll(state, fire("advanced_rifle")).sides[1:] == (8, 8)


# Systems, wrecks.


@pytest.mark.rule("SG-NPH-05")
@pytest.mark.rule("SG-GAP-98")
def test_a_vehicle_without_systems_neither_fires_nor_communicates():
    state = battle(
        vehicle("v", 0, 0, piece_marks=(SYSTEMS_HIT,), level="platoon"),
        squad("s", (3, 0), under="v"),
        foes("b", (0, 6)),
        activated="v",
    )
    decision = action_decision(state, state.table.units[V])
    reasons = {option.key: str(option.shut) for option in decision.options}
    assert reasons["fire"] == reasons["transfer"] == reasons["rally"] == "its systems are out of use"
    assert reasons["move"] == reasons["repair"] == ""


@pytest.mark.rule("SG-NPH-06")
@pytest.mark.parametrize(("die", "hit"), [(4, True), (5, False)])
def test_backup_systems_come_on_line_at_5(die, hit):
    state = battle(vehicle("v", 0, 0, piece_marks=(SYSTEMS_HIT,)), foes("b", (0, 6)), activated="v")
    done = perform(state, lambda play: UNIT_ACTIONS["repair"].perform(play, V), dice=[die])
    assert done.piece("v1").has_mark(SYSTEMS_HIT) is hit


@pytest.mark.rule("SG-GAP-97")
def test_a_wreck_blocks_sight_and_is_hard_cover():
    wreck = target(piece_marks=(DESTROYED,))
    hidden = battle(squad("a", (0, 0)), wreck, foes("b", (0, 12)))
    assert not sees_unit(hidden, A, B)
    near = battle(squad("a", (-4, 0)), wreck, foes("b", (1.0, 7.5)))
    assert figure_cover(near, near.table.piece("b1"), (20.0, 24.0)) == "hard"


def test_a_lost_vehicle_is_no_target_and_cannot_act():
    state = battle(squad("a", (0, 0)), target(piece_marks=(DISABLED,)))
    assert not figures_of(state, V)
    assert not enemy_units(state, SideKey("own"))
