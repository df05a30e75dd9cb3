"""Snipers, hidden among two decoys, and other independent figures."""

from __future__ import annotations

import pytest

from battlesim.mechanics.counters import is_hidden_below
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.fire_actions import perform_fire
from battlesim.rulesets.stargrunt.attack.casualty_odds import fire_odds
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_factor, fire_impact, fire_roll
from battlesim.rulesets.stargrunt.attack.hits import ImpactRoll
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.battle.counters import deal_units, with_counters
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, CONFIDENT, PANIC, STEADY, SUPPRESSED
from battlesim.rulesets.stargrunt.hidden.counter_actions import shift_place
from battlesim.rulesets.stargrunt.hidden.observe import spot_counter
from battlesim.rulesets.stargrunt.morale.confidence import take_confidence_test
from battlesim.rulesets.stargrunt.morale.forced import shake_off_panic
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Below

from .field import A, B, battle, fire, foes, perform, row, squad, terrain, unit
from .hidden_field import counters, places

RIFLES = {"sniper": "sniper_rifle", "gauss_sniper": "gauss_sniper_rifle"}
RIFLES |= {"laser_sniper": "laser_rifle", "heavy_sniper": "heavy_rifle"}
WOODS = terrain("woods", -2, -2, 2, 2)


def sniper(kind="sniper", quality="veteran", x=0.0, y=0.0, marks=None, **rules):
    return squad("a", (x, y), kinds=(kind,), quality=quality, independent=True, marks=marks, **rules)


def against(inches, kind="sniper", count=4, options=None, **rules):
    """A sniper, and a squad of the enemy so many inches off."""
    return battle(sniper(kind, **rules), foes("b", *row(0, inches, count)), options=options, activated="a")


def shot(kind="sniper"):
    return fire(f"{RIFLES[kind]}:a1")


def shoot(state, *dice, **answers):
    return perform(state, lambda play: resolve_fire(play, shot()), answers, dice)


@pytest.mark.rule("SG-SNP-01")
def test_range_bands_of_a_sniper_are_twice_as_long():
    assert fire_roll(against(35, count=1), shot()).sides[0] == 6


@pytest.mark.rule("SG-SNP-01")
def test_a_sniping_rifle_in_a_squad_is_a_support_weapon_in_usual_bands():
    state = battle(
        squad("a", (0, 0), (1, 0), kinds=("sniper", "rifleman"), quality="veteran"), foes("b", (0, 35))
    )
    assert fire_roll(state, shot()).sides[0] == 10


@pytest.mark.rule("SG-SNP-02")
@pytest.mark.rule("SG-GAP-107")
def test_a_minor_success_hits_one_figure_at_random_and_suppresses():
    done = shoot(against(10), 4, 7, 2, 10, 1, 2, 8)
    assert [len(event.faces) for event in done.events_of(DiceRolled)] == [3, 2, 1, 1]
    assert (len(places(done, "b")), places(done, "b").count("Off")) == (4, 1)
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-SNP-03")
def test_a_major_success_hits_the_figure_that_is_named():
    done = shoot(against(10), 4, 7, 6, 3, 2, 8, 6, victim="b1")
    assert done.piece("b1").has_mark("wounded")


@pytest.mark.rule("SG-GAP-107")
@pytest.mark.option("sniper_suppresses", "on_success", "always")
@pytest.mark.parametrize(("value", "dice", "markers"), [("on_success", (), 0), ("always", (8,), 1)])
def test_a_shot_that_fails_suppresses_by_option(value, dice, markers):
    done = shoot(against(10, options={"sniper_suppresses": value}), 4, 3, 2, *dice)
    assert unit(done, "b").mark_count(SUPPRESSED) == markers


@pytest.mark.rule("SG-GAP-107")
def test_the_odds_of_a_shot_have_one_casualty_at_most():
    odds = fire_odds(against(10), shot())
    assert odds.casualties[2:] == (0.0, 0.0, 0.0)
    assert 0.0 < odds.casualties[1] < odds.suppressed


@pytest.mark.rule("SG-GAP-106")
@pytest.mark.parametrize(
    ("kind", "die", "impact", "factor"),
    [
        ("sniper", 10, 10, 1),
        ("gauss_sniper", 10, 12, 1),
        ("laser_sniper", 12, 8, 1),
        ("heavy_sniper", 8, 12, 2),
    ],
)
def test_each_sniping_rifle_has_its_dice(kind, die, impact, factor):
    state = against(10, kind)
    assert fire_roll(state, shot(kind)).sides[1:] == (10, die)
    assert (fire_impact(state, shot(kind)), fire_factor(shot(kind))) == (impact, factor)


@pytest.mark.rule("SG-GAP-106")
def test_the_impact_of_a_heavy_rifle_is_doubled():
    assert ImpactRoll(sides=(12, 8), factor=2).value_of([3, 5]) == 1


def hidden_sniper(card="counter-2", **more):
    """A sniper dealt under one of three counters, with a squad 10 in away."""
    state = battle(
        sniper(hidden=True, decoys=((22.0, 24.0), (27.0, 24.0)), **more),
        foes("b", *row(0, 10, 2)),
        ground=(WOODS,),
        turn=0,
    )
    state = state.with_table(with_counters(state.table, {}))
    dealt = perform(state, deal_units, dice=[card]).state
    return dealt.with_game(turn=1)


@pytest.mark.rule("SG-GAP-109")
def test_three_counters_stand_for_a_sniper_his_own_in_cover():
    state = hidden_sniper()
    assert [p.id for p in state.table.pieces.values() if is_hidden_below(state.table, p)] == ["a1"]
    assert [p.kind for p in state.table.standing_pieces()].count("counter") == 3


def fire_hidden(*dice):
    return perform(hidden_sniper(), lambda play: perform_fire(play, A), {"target": "b"}, dice)


@pytest.mark.rule("SG-SNP-04")
@pytest.mark.parametrize(("face", "shown"), [(1, True), (2, False)])
def test_a_one_on_the_quality_die_reveals_a_hidden_sniper_after_the_shot(face, shown):
    done = fire_hidden(4, face, 2)
    assert (done.piece("a1").table_position is not None) == shown
    assert (len(counters(done)) == 0) == shown


@pytest.mark.rule("SG-GAP-109")
@pytest.mark.parametrize(
    ("counter", "dice", "hidden", "left"),
    [
        ("counter-2", 1, True, 3),
        ("counter-2", 2, False, 0),
        ("counter-1", 1, True, 3),
        ("counter-1", 2, True, 2),
    ],
)
def test_a_sniper_and_his_decoys_are_told_apart_by_a_major_success_alone(counter, dice, hidden, left):
    state = hidden_sniper()
    done = perform(state, lambda play: spot_counter(play, B, state.table.piece(counter), dice))
    table = done.state.table
    assert is_hidden_below(table, table.piece("a1")) == hidden
    assert len(counters(done)) == left


@pytest.mark.rule("SG-GAP-109")
def test_a_sniper_shifts_to_the_place_of_a_decoy_within_reach():
    state = hidden_sniper()
    keys = {option.key for option in action_decision(state, unit(state, "a")).options}
    assert keys == {"fire", "show", "shift", "stop"}
    done = perform(state, lambda play: shift_place(play, A), {"shift": "counter-3"})
    assert done.piece("a1").place == Below("counter-3")
    assert [event.audience() for event in done.events] == ["own"]


@pytest.mark.rule("SG-GAP-108")
def test_the_range_die_against_a_lone_figure_is_shifted_up():
    state = battle(squad("a", (0, 0)), foes("b", (0, 7), independent=True, kinds=("sniper",)))
    assert fire_roll(state, fire()).sides[0] == 6
    assert fire_roll(battle(squad("a", (0, 0)), foes("b", (0, 7))), fire()).sides[0] == 4


@pytest.mark.rule("SG-GAP-108")
@pytest.mark.option("independent_morale", "markers", "levels")
@pytest.mark.parametrize(
    ("value", "face", "level", "suppressed", "panic"),
    [("markers", 3, CONFIDENT, 1, 0), ("markers", 1, CONFIDENT, 0, 1), ("levels", 3, STEADY, 0, 0)],
)
def test_a_failed_test_gives_an_independent_figure_markers_or_by_option_costs_levels(
    value, face, level, suppressed, panic
):
    state = against(20, options={"independent_morale": value})
    done = perform(state, lambda play: take_confidence_test(play, A, 2), dice=[face])
    own = unit(done, "a")
    assert [own.mark_count(m) for m in (CONFIDENCE, SUPPRESSED, PANIC)] == [level, suppressed, panic]


@pytest.mark.rule("SG-GAP-108")
def test_a_one_against_panic_takes_an_independent_figure_out_of_the_game():
    state = battle(sniper(marks={PANIC: 1}), foes("b", (0, 20)), activated="a")
    done = perform(state, lambda play: shake_off_panic(play, A), dice=[1])
    assert places(done, "a") == ["Off"]
