"""Fire: the dice of both sides, hits, impact and who is hit."""

from __future__ import annotations

import pytest

from battlesim.mechanics.contest import MultipleOpposedRoll
from battlesim.rulesets.stargrunt.attack.casualty_odds import fire_odds
from battlesim.rulesets.stargrunt.attack.fire_checks import why_no_fire
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_impact, fire_roll, firepower_die
from battlesim.rulesets.stargrunt.attack.hits import (
    ImpactRoll,
    allocation_roll,
    impact_roll,
    potential_hits,
)
from battlesim.rulesets.stargrunt.attack.shooting import armour_shifts, resolve_fire
from battlesim.rulesets.stargrunt.attack.targeting import weapons_in_reach
from battlesim.rulesets.stargrunt.battle.previews import fire_preview
from battlesim.rulesets.stargrunt.core.marks import SUPPRESSED, WOUNDED
from battlesim.rulesets.stargrunt.ground.cover import figure_cover

from .field import A, B, battle, fire, foes, perform, row, squad, terrain, unit

SAW = ("rifleman", "rifleman", "rifleman", "rifleman", "rifleman", "gunner")
CONSCRIPTS = {"kinds": ("conscript",)}


def shoot(state, *weapons, dice=()):
    return perform(state, lambda play: resolve_fire(play, fire(*weapons)), dice=dice)


def at_range(inches, **more):
    """One squad of two fires at another of two, so many inches away."""
    own = {key: more.pop(key) for key in ("quality",) if key in more}
    return battle(squad("a", (0, 0), (1.5, 0), **own), foes("b", (0, inches), (1.5, inches)), **more)


@pytest.mark.rule("SG-FIR-02", "SG-FIR-03", "SG-FIR-04", "SG-FIR-05", "SG-INF-01")
@pytest.mark.parametrize(
    ("target", "dice", "successes"),
    [(6, (3, 5), 0), (4, (4, 4), 0), (4, (5, 4, 2), 1), (4, (5, 6, 1), 2), (4, (5, 6, 7), 2), (3, (2, 3), 0)],
)
def test_each_die_is_compared_with_the_targets_die(target, dice, successes):
    roll = MultipleOpposedRoll(sides=(12,) * (1 + len(dice)))
    assert roll.value_of([target, *dice]).dice == successes


@pytest.mark.rule("SG-FIR-01", "SG-SMA-01")
@pytest.mark.rule("SG-GAP-11")
def test_a_squad_rolls_quality_firepower_and_a_die_for_each_support_weapon():
    state = battle(squad("a", *row(-4, 0, 6), kinds=SAW), foes("b", (0, 6)))
    assert fire_roll(state, fire("advanced_rifle", "saw:a6")).sides[1:] == (8, 10, 8)


@pytest.mark.rule("SG-SUW-01", "SG-SUW-02")
def test_a_support_weapon_alone_rolls_quality_and_its_own_die_in_bands_of_the_quality():
    state = battle(squad("a", *row(-4, 0, 6), kinds=SAW), foes("b", (3.5, 16)))
    assert fire_roll(state, fire("saw:a6")).sides == (6, 8, 8)


@pytest.mark.rule("SG-GAP-07")
@pytest.mark.parametrize(
    ("firepower", "die"), [(0.5, 4), (4, 4), (4.5, 6), (6, 6), (8, 8), (10, 10), (11, 12), (30, 12)]
)
def test_firepower_rounds_up_to_the_next_die(firepower, die):
    assert firepower_die(firepower) == die


@pytest.mark.rule("SG-SMA-02")
@pytest.mark.rule("SG-GAP-01", "SG-GAP-05")
@pytest.mark.parametrize(
    ("quality", "inches", "die"),
    [
        ("regular", 8.0, 4),
        ("regular", 8.1, 6),
        ("regular", 17.0, 8),
        ("veteran", 17.0, 6),
        ("green", 6.1, 6),
        ("elite", 12.0, 4),
        ("untrained", 4.1, 6),
        ("regular", 24.0, 8),
    ],
)
def test_the_range_die_grows_with_bands_as_long_as_the_quality_die(quality, inches, die):
    assert fire_roll(at_range(inches, quality=quality), fire()).sides[0] == die


@pytest.mark.rule("SG-GAP-05")
def test_a_shot_beyond_the_fifth_band_is_refused_before_any_die():
    assert why_no_fire(at_range(20.0, quality="untrained"), A, B) == ""
    assert "D12" in str(why_no_fire(at_range(20.1, quality="untrained"), A, B))


@pytest.mark.rule("SG-COV-01", "SG-COV-02", "SG-POS-04", "SG-POS-06", "SG-TRV-05")
@pytest.mark.rule("SG-GAP-24")
@pytest.mark.parametrize(
    ("kind", "marks", "range_die"),
    [
        ("", {}, 4),
        ("hedge", {}, 6),
        ("wall", {}, 8),
        ("", {"in_position": 1}, 6),
        ("hedge", {"in_position": 1}, 8),
        ("hedge", {"travelling": 1}, 4),
        ("", {"travelling": 1}, 4),
    ],
)
def test_cover_position_and_column_shift_the_range_die(kind, marks, range_die):
    ground = [terrain(kind, -6, 5.2, 6, 5.4)] if kind else []
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", (0, 6.5), (1.5, 6.5), marks=marks), ground=ground)
    assert fire_roll(state, fire()).sides[0] == range_die


@pytest.mark.rule("SG-COV-01", "SG-COV-02", "SG-INF-06")
@pytest.mark.rule("SG-GAP-14")
@pytest.mark.parametrize(
    ("kind", "option", "armour"),
    [("", "on", 6), ("hedge", "on", 8), ("wall", "on", 10), ("wall", "off", 6)],
)
def test_cover_shifts_the_armour_die_by_option(kind, option, armour):
    ground = [terrain(kind, -6, 5.2, 6, 5.4)] if kind else []
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", (0, 6.5), (1.5, 6.5), **CONSCRIPTS),
        ground=ground,
        options={"armour_cover_shift": option},
    )
    figure = state.table.piece("b1")
    cover = figure_cover(state, figure, (24.0, 24.0))
    assert impact_roll(10, figure, armour_shifts(state, cover, figure, (24.0, 24.0), [figure])).sides == (
        10,
        armour,
    )


@pytest.mark.rule("SG-INF-04", "SG-INF-05")
@pytest.mark.rule("SG-GAP-13")
def test_the_total_is_divided_by_the_range_die_and_the_rest_is_left_over():
    roll = MultipleOpposedRoll(sides=(8, 8, 10, 8))
    assert potential_hits(roll.value_of([4, 5, 9, 3]), 8) == (2, 1)
    assert potential_hits(roll.value_of([4, 5, 2, 3]), 8) == (0, 0)


@pytest.mark.rule("SG-INF-07", "SG-INF-08", "SG-INF-09")
@pytest.mark.parametrize(
    ("impact", "armour", "effect"), [(4, 4, 0), (3, 4, 0), (6, 3, 1), (7, 3, 2), (5, 4, 1)]
)
def test_impact_wounds_above_the_armour_and_kills_above_twice_of_it(impact, armour, effect):
    assert ImpactRoll(sides=(12, 12)).value_of([impact, armour]) == effect


@pytest.mark.rule("SG-INF-02", "SG-SUP-04")
def test_a_minor_success_suppresses_and_does_nothing_else():
    done = shoot(at_range(6.0), dice=[4, 5, 3, 5])
    assert unit(done, "b").mark_count(SUPPRESSED) == 1
    assert [piece.marks for piece in done.state.table.pieces.values()] == [()] * 4


@pytest.mark.rule("SG-INF-01")
def test_fire_without_success_leaves_no_marker():
    assert unit(shoot(at_range(6.0), dice=[3, 2, 3]), "b").mark_count(SUPPRESSED) == 0


@pytest.mark.rule("SG-INF-03", "SG-INF-10")
@pytest.mark.rule("SG-GAP-15", "SG-GAP-162")
def test_a_hit_goes_to_the_figure_that_the_die_names_and_is_rolled_again_above_their_number():
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", *row(-3, 6, 5), motivation="high"))
    done = shoot(state, dice=[1, 2, 2, 6, 5, 6, 3])
    assert done.piece("b3").mark_count(WOUNDED) == 1
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-GAP-162")
@pytest.mark.option("allocation_overflow", "reroll")
@pytest.mark.option("allocation_overflow", "count_on")
@pytest.mark.parametrize(("rerolls", "index"), [(True, -1), (False, 0)])
def test_an_allocation_die_above_the_number_is_rolled_again_or_counted_on(rerolls, index):
    assert allocation_roll(5, rerolls).value_of([6]) == index


@pytest.mark.rule("SG-GAP-16")
@pytest.mark.option("second_wound", "dead_same_attack")
@pytest.mark.option("second_wound", "dead_always")
@pytest.mark.parametrize(("option", "dies"), [("dead_same_attack", False), ("dead_always", True)])
def test_a_wound_on_one_wounded_earlier_kills_by_option(option, dies):
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", *row(-3, 6, 2), figure_marks={2: "wounded"}, motivation="high"),
        options={"second_wound": option},
    )
    done = shoot(state, dice=[1, 2, 2, 6, 5, 2])
    assert done.piece("b2").in_play is not dies


@pytest.mark.rule("SG-GAP-16")
def test_two_wounds_of_one_attack_are_a_death():
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", *row(-3, 6, 2), motivation="high"))
    done = shoot(state, dice=[1, 4, 4, 6, 5, 6, 5, 2, 2])
    assert not done.piece("b2").in_play


@pytest.mark.rule("SG-GAP-08")
@pytest.mark.rule("SG-WPN-20")
@pytest.mark.parametrize(("inches", "reaches"), [(8.0, True), (8.1, False)])
def test_close_weapons_fire_in_the_first_band_only(inches, reaches):
    state = battle(squad("a", (0, 0), kinds=("gunner",)), foes("b", (0, inches)))
    assert ("sidearm" in weapons_in_reach(state, A, B)) is reaches


@pytest.mark.rule("SG-GAP-10")
@pytest.mark.parametrize(
    ("kinds", "impact"),
    [
        (("rifleman", "conscript", "rifleman"), 10),
        (("conscript", "rifleman", "conscript"), 8),
        (("conscript", "rifleman"), 8),
    ],
)
def test_mixed_small_arms_have_the_impact_of_the_most_firepower_and_of_equal_ones_the_lower(kinds, impact):
    state = battle(squad("a", *row(-2, 0, len(kinds)), kinds=kinds), foes("b", (0, 6)))
    assert fire_impact(state, fire("advanced_rifle", "low_tech_rifle")) == impact


@pytest.mark.rule("SG-ACT-04")
@pytest.mark.rule("SG-GAP-156")
def test_a_weapon_that_has_fired_is_not_ready_again():
    state = at_range(6.0, fired=("a advanced_rifle",))
    assert "have fired" in str(why_no_fire(state, A, B))
    mixed = battle(squad("a", (0, 0), kinds=("gunner",)), foes("b", (0, 9)), fired=("a saw:a1",))
    assert str(why_no_fire(mixed, A, B)) == "every weapon that reaches has fired in this turn"


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01", "SG-INF-09")
def test_the_odds_of_a_shot_are_those_of_its_dice():
    odds = fire_odds(at_range(6.0), fire())
    assert sum(odds.casualties) == pytest.approx(1.0)
    assert odds.suppressed == pytest.approx(1 - sum(min(f, 8) / 8 * min(f, 4) / 4 for f in range(1, 5)) / 4)


@pytest.mark.rule("SG-GAP-05", "SG-FIR-01", "SG-INF-09", "SG-CNF-02")
def test_the_card_of_a_shot_has_the_losses_of_the_target_unit():
    state = at_range(6.0)
    (losses,) = fire_preview(state, fire()).losses
    assert (losses.target, losses.lost) == (B, fire_odds(state, fire()).casualties)
    assert len(losses.lost) == 3 and losses.destroyed_chance > 0.0
