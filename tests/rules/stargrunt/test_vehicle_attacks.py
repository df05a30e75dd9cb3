"""Bursts and claws against vehicles."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.assault.claws import claw_odds, claw_roll
from battlesim.rulesets.stargrunt.assault.declare import why_no_assault
from battlesim.rulesets.stargrunt.core.lookups import ok_figures, people_of
from battlesim.rulesets.stargrunt.core.marks import DESTROYED, DISABLED, IMMOBILISED, SUPPRESSED
from battlesim.rulesets.stargrunt.core.profiles import tables
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.damage.penetration import penetration_roll
from battlesim.rulesets.stargrunt.damage.vehicle_damage import vehicle_numbers
from battlesim.rulesets.stargrunt.support.arrival import (
    burst_hit,
    burst_losses,
    caught_figures,
    resolve_mission,
)
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId

from .field import CENTRE, ENEMY, OWN, A, battle, foes, perform, squad, unit
from .vehicle_field import aboard, vehicle

POINT = (CENTRE, CENTRE + 10.0)
V = UnitId("v")


def bombard(*squads, warhead="anti_personnel", size="medium", rounds=1, dice=(), answers=None):
    """A mission on a point 10 inches ahead of a squad that sees it; the first die makes it accurate."""
    state = battle(
        squad("a", (0, 0), specialist=("artillery",)),
        *squads,
        batteries=(Battery("mortars", OWN, size=size, warheads=(warhead,)),),
    )
    mission = Mission("m", "mortars", "a", POINT, warhead, rounds, 1)
    return perform(state, lambda play: resolve_mission(play, mission), answers, dice)


def carrier(kind="scout_car", y=10.0, **rules):
    return vehicle("v", 0, y, kind=kind, side=ENEMY, motivation="high", **rules)


@pytest.mark.rule("SG-ART-22")
@pytest.mark.parametrize(
    ("dice", "mark"), [((7, 6, 5, 5, 5), DISABLED), ((6, 6, 3, 5), ""), ((5, 2, 6, 6, 5), DESTROYED)]
)
def test_a_vehicle_in_a_burst_is_hit_as_by_a_minor_hit(dice, mark):
    done = bombard(carrier(), dice=[8, *dice])
    assert done.piece("v1").has_mark(mark) if mark else not done.piece("v1").marks
    assert unit(done, "v").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-ART-22")
def test_an_anti_armour_burst_counts_its_point_value_and_factor():
    hit = burst_hit(Battery("b", OWN), tables().warhead["anti_armour"])
    roll = penetration_roll(hit, vehicle_numbers(carrier("tank")[1][0]))
    assert (roll.sides, roll.factors) == ((12, 12), (2, 3))


@pytest.mark.rule("SG-GAP-161")
@pytest.mark.parametrize(("size", "weapon"), [("small", 1), ("medium", 2), ("large", 3), ("very_large", 5)])
def test_the_weapon_size_of_a_burst(size, weapon):
    assert burst_hit(Battery("b", OWN, size=size), tables().warhead["explosive"]).size == weapon


@pytest.mark.rule("SG-GAP-161")
def test_occupants_save_against_the_size_of_the_burst():
    done = bombard(carrier(), dice=[8, 7, 6, 2, 3, 4, 5])
    assert [done.piece(f"v_crew{n}").has_mark("wounded") for n in (1, 2)] == [True, False]


@pytest.mark.rule("SG-GAP-161")
def test_two_bursts_on_a_vehicle_are_rolled_one_after_the_other():
    done = bombard(carrier("apc"), rounds=2, dice=[8, 12, 1, 4, 4, 4, 4, 4, 4, 5])
    penetrations = [event for event in done.events_of(DiceRolled) if "a hit on" in str(event.why)]
    assert len(penetrations) == 4


@pytest.mark.rule("SG-GAP-137")
@pytest.mark.parametrize(("gap", "caught"), [(4.0, True), (4.1, False)])
def test_a_burst_reaches_a_vehicle_by_its_hull_and_nobody_aboard(gap, caught):
    riders = aboard(foes("b", (0, 0)), "v1")
    half = 2.0 / 2
    state = battle(squad("a", (0, -20)), carrier(y=10.0 + gap + half), riders)
    assert ("v1" in [p.id for p in caught_figures(state, POINT, 4.0)]) is caught
    assert "b1" not in [p.id for p in caught_figures(state, POINT, 4.0)]


def test_the_chance_that_a_burst_takes_a_vehicle_out():
    state = battle(squad("a", (0, -20)), carrier())
    ((piece, chance),) = burst_losses(state, POINT, 4.0, "explosive")
    pairs = [(i, a) for i in range(1, 9) for a in range(1, 13)]
    assert piece.id == "v1"
    assert chance == pytest.approx(sum(i > a for i, a in pairs) / 96)


@pytest.mark.rule("SG-NPH-04")
@pytest.mark.rule("SG-ART-22")
def test_a_crew_that_a_burst_immobilises_tests_after_the_test_of_the_attack():
    done = bombard(carrier("apc"), dice=[8, 8, 5, 1, 8, 3, 5, 5])
    assert done.piece("v1").has_mark(IMMOBILISED)
    assert len(ok_figures(done.state, V)) == 3


# Claws.


def swarm(*more, kind="swarmer", quality="green", target="scout_car", y=6.0, **rules):
    return battle(
        squad("a", (0, 0), kinds=(kind,), leader=False, automated=True, quality=quality),
        carrier(target, y=y, **rules),
        *more,
        activated="a",
    )


def claw(state, crew, dice):
    """An assault that begins, frightens nobody, and arrives after the crew has rolled its test."""
    return perform(state, lambda play: perform_assault(play, A), {"enemy": "v"}, [6, 8, crew, 5, *dice])


@pytest.mark.rule("SG-GAP-129")
def test_people_cannot_assault_a_vehicle():
    state = battle(squad("a", (0, 0)), carrier(y=6.0))
    assert "fired at" in str(why_no_assault(state, A, V))
    assert why_no_assault(swarm(), A, V) == ""


@pytest.mark.rule("SG-GAP-129")
def test_claws_roll_quality_and_a_d8_against_a_d4():
    state = swarm()
    assert claw_roll(state, ok_figures(state, A)[0]).sides == (4, 6, 8)


@pytest.mark.rule("SG-GAP-129")
@pytest.mark.parametrize(
    ("dice", "mark"),
    [((3, 6, 7, 11, 10, 4, 4, 4), DISABLED), ((3, 5, 3, 6, 6, 3), ""), ((4, 4, 3), "")],
)
def test_two_dice_of_claws_double_the_d12_against_the_armour(dice, mark):
    done = claw(swarm(target="apc"), crew=8, dice=dice)
    assert done.piece("v1").has_mark(mark) if mark else not done.piece("v1").marks


@pytest.mark.rule("SG-GAP-129")
@pytest.mark.parametrize(("die", "confidence"), [(5, 4), (6, 5)])
def test_the_crew_of_an_assaulted_vehicle_tests_once_at_level_3(die, confidence):
    done = claw(swarm(), crew=die, dice=[4, 4, 3])
    assert unit(done, "v").mark_count("confidence") == confidence


@pytest.mark.rule("SG-NPH-04")
@pytest.mark.rule("SG-GAP-129")
def test_claws_that_immobilise_have_the_crew_test_again():
    done = claw(swarm(target="apc"), crew=8, dice=[3, 5, 3, 6, 6, 1, 9, 8, 5])
    assert done.piece("v1").has_mark(IMMOBILISED)
    assert not done.piece("v1").has_mark(DISABLED)
    assert len(people_of(done.state, V)) == 3
    assert unit(done, "v").mark_count(SUPPRESSED) == 1


def test_the_odds_of_claws_are_those_of_their_dice():
    state = swarm(target="apc")
    odds = claw_odds(state, ok_figures(state, A)[0], state.table.piece("v1"))
    assert sum(odds.values()) == pytest.approx(1.0)
    assert odds["none"] == pytest.approx(sum(min(f, 6) * min(f, 8) for f in range(1, 5)) / (4 * 48))
