"""What options change in fire, in surrenders and in what follows an assault."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.attack.casualty_odds import fire_odds
from battlesim.rulesets.stargrunt.attack.fire_roll import (
    figures_that_can_be_hit,
    fire_engagement,
    fire_impact,
    fire_roll,
    target_cover,
)
from battlesim.rulesets.stargrunt.attack.shooting import ask_weapons
from battlesim.rulesets.stargrunt.attack.targeting import joint_fire
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, ROUTED, SUPPRESSED
from battlesim.rulesets.stargrunt.ground.sight import seen_pairs
from battlesim.rulesets.stargrunt.morale.forced import check_surrenders

from .field import A, B, battle, fire, foes, perform, rolls, row, squad, terrain, unit

BEHIND_A_HOUSE = [terrain("building", 2, 4, 8, 8)]


def half_hidden(**options):
    """A squad of five of whom a house hides the last from the only firer."""
    target = foes("b", (-4, 12), (-2.5, 12), (-1, 12), (0.5, 12), (6, 12))
    return battle(squad("a", (0, 0)), target, ground=BEHIND_A_HOUSE, options=options)


@pytest.mark.rule("SG-GAP-15")
@pytest.mark.option("allocation_to", "squad")
@pytest.mark.option("allocation_to", "seen_only")
@pytest.mark.parametrize(("option", "count"), [("squad", 5), ("seen_only", 4)])
def test_hits_fall_on_the_whole_squad_or_by_option_on_those_seen(option, count):
    state = half_hidden(allocation_to=option)
    assert len(figures_that_can_be_hit(state, B, fire_engagement(state, fire()))) == count
    assert sum(fire_odds(state, fire()).casualties) == pytest.approx(1.0)


@pytest.mark.rule("SG-GAP-15", "SG-GAP-24")
@pytest.mark.parametrize(("option", "grade"), [("squad", "hard"), ("seen_only", "")])
def test_a_figure_that_no_firer_sees_counts_as_in_hard_cover(option, grade):
    target = foes("b", (-1, 12), (5, 12), (6, 12))
    state = battle(squad("a", (0, 0)), target, ground=BEHIND_A_HOUSE, options={"allocation_to": option})
    assert target_cover(state, fire(), fire_engagement(state, fire())) == grade


@pytest.mark.rule("SG-GAP-10")
@pytest.mark.option("mixed_small_arms", "majority_impact")
@pytest.mark.option("mixed_small_arms", "per_type_only")
@pytest.mark.parametrize(
    ("option", "answers", "dice", "impact"),
    [
        ("majority_impact", {"weapons": ("advanced_rifle", "low_tech_rifle")}, (8, 10), 10),
        ("per_type_only", {"small_arms": "low_tech_rifle"}, (8, 4), 8),
        ("per_type_only", {"small_arms": "advanced_rifle"}, (8, 6), 10),
    ],
)
def test_types_of_small_arms_fire_together_or_by_option_one_by_one(option, answers, dice, impact):
    kinds = ("rifleman", "rifleman", "rifleman", "conscript")
    own = squad("a", *row(-2, 0, 5), kinds=kinds)
    state = battle(own, foes("b", (0, 6)), options={"mixed_small_arms": option})
    found = []

    def ask(play):
        found.append((yield from ask_weapons(play, A, B)))

    perform(state, ask, answers)
    assert fire_roll(state, found[0]).sides[1:] == dice
    assert fire_impact(state, found[0]) == impact


@pytest.mark.rule("SG-GAP-10")
def test_by_option_the_type_with_the_most_firepower_counts_for_the_odds():
    own = squad("a", *row(-2, 0, 3), kinds=("rifleman", "rifleman", "conscript"))
    state = battle(own, foes("b", (0, 6)), options={"mixed_small_arms": "per_type_only"})
    assert joint_fire(state, A, B).weapons == ("advanced_rifle",)


@pytest.mark.rule("SG-GAP-85")
@pytest.mark.option("surrender_if", "enemy_within_12")
@pytest.mark.option("surrender_if", "enemy_within_12_and_no_way_out")
@pytest.mark.parametrize(
    ("option", "barred", "gone"),
    [
        ("enemy_within_12", False, True),
        ("enemy_within_12_and_no_way_out", False, False),
        ("enemy_within_12_and_no_way_out", True, True),
    ],
)
def test_a_routed_unit_surrenders_near_an_enemy_or_by_option_only_if_cornered(option, barred, gone):
    state = battle(
        squad("a", (0, 0), marks={CONFIDENCE: ROUTED}),
        foes("b", (0, 13)),
        ground=[terrain("water", -24, -8, 24, -4)] if barred else [],
        options={"surrender_if": option},
    )
    assert (not perform(state, check_surrenders).piece("a1").in_play) is gone


def short_of_contact(option="ignored", **more):
    """Attackers 12 in away, whose first combat move of 8 in falls short of defenders who have fired."""
    return battle(
        squad("a", (0, 0)),
        foes("b", (0, 13), (1.5, 13), kinds=("rifleman", "gunner"), motivation="high"),
        options={"fdf_weapon_limit": option},
        activated="a",
        fired=("b advanced_rifle", "b saw:b2", "b sidearm"),
        **more,
    )


@pytest.mark.rule("SG-GAP-124")
@pytest.mark.option("fdf_weapon_limit", "ignored")
@pytest.mark.option("fdf_weapon_limit", "counts")
@pytest.mark.parametrize(("option", "fires"), [("ignored", True), ("counts", False)])
def test_defenders_fire_weapons_that_have_fired_or_by_option_not(option, fires):
    shot = [4, 1, 1, 1] if fires else []
    dice = [3, 8, 4, *shot, 1]
    answers = {"enemy": "b", "abandon": "stay"}
    done = perform(short_of_contact(option), lambda play: perform_assault(play, A), answers, dice)
    assert ("b at a" in rolls(done)) is fires


@pytest.mark.rule("SG-GAP-126")
@pytest.mark.parametrize(("answer", "back"), [("stay", False), ("back", True)])
def test_attackers_who_fall_short_again_stay_or_go_back(answer, back):
    dice = [3, 8, 4, 4, 1, 1, 1, 1]
    answers = {"enemy": "b", "abandon": answer}
    done = perform(short_of_contact(), lambda play: perform_assault(play, A), answers, dice)
    assert rolls(done).count("b at a") == 1
    assert (done.piece("a1").xy[1] < 24.5) is back
    assert unit(done, "a").mark_count(SUPPRESSED) == 0


@pytest.mark.rule("SG-GAP-128")
@pytest.mark.option("follow_through", "off")
@pytest.mark.option("follow_through", "on")
@pytest.mark.parametrize(("option", "die", "moves"), [("off", None, 0), ("on", 3, 0), ("on", 4, 1)])
def test_by_option_winners_press_on_with_a_combat_move(option, die, moves):
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, 1.5), leader=False),
        foes("c", (20, 20)),
        options={"follow_through": option},
        activated="a",
    )
    dice = [3, 8, 6, 8, 1, 1, *([die] if die else [])]
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": ["b"], "move": ()}, dice)
    assert len(done.decisions_with_key("move")) == moves


def test_what_a_unit_has_left_behind_is_no_part_of_it_that_is_seen():
    state = battle(squad("a", (0, 0)), foes("b", (0, 6), figure_marks={1: "left_behind"}))
    assert seen_pairs(state, A, B) == frozenset()
