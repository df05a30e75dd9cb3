"""Automated factions: what shots and moves are worth, and what is chosen."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE, group_plans
from battlesim.rulesets.alien_invasion.advice.marching import best_march
from battlesim.rulesets.alien_invasion.advice.valuation import charges, shots
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.pieces import Marker
from tests.rules.alien_invasion.field import battle, block, daleks, group, play, run, spugs, terrain

THREE = ((30, 10), (32, 10), (34, 10))


def advice(state, answers):
    """The best advice for the decision after these answers."""
    decision = play(state, answers).run.pending
    found = sorted(DOCTRINE.advise(state, decision, random.Random(1)), key=lambda each: -each.score)
    return found[0]


def worth(state, id="a"):
    """The value of the best plan of a group, in whole points."""
    return round(group_plans(state, id)[0].worth)


@pytest.mark.rule("MT-AUTO-03", "MT-AUTO-04")
@pytest.mark.parametrize(("kind", "value"), [("", 81), ("building", 20)])
def test_what_a_section_expects_of_a_shot_at_daleks(kind, value):
    ground = [terrain(kind, 29, 8, 36, 12)] if kind else []
    state = battle(group("a", *block(10, 10)), daleks("b", *THREE), ground=ground)
    shot = next(plan for plan in group_plans(state, "a") if plan.action == "shoot")
    assert round(shot.worth) == value


@pytest.mark.rule("MT-AUTO-03", "MT-AUTO-08")
def test_daleks_would_charge_but_shoot():
    state = battle(daleks("a", *THREE), group("b", *block(36, 10)), card="dalek single")
    (charge,) = charges(state, "a")
    assert (charge.kills, charge.suffered) == (4, 1)
    assert worth(state) == 84
    assert "MT-AUTO-03" in advice(state, []).reason


@pytest.mark.rule("MT-AUTO-08")
def test_men_do_not_charge_daleks():
    state = battle(group("a", *block(25, 10)), daleks("b", *THREE))
    assert charges(state, "a") == []


@pytest.mark.rule("MT-AUTO-02")
def test_the_most_valuable_plan_is_carried_out():
    hole = Marker("h", "hole", 12, 30, radius=1.0)
    closer = group("c", *block(12, 27))
    from battlesim.rulesets.alien_invasion.core.state import VictoryRule

    state = battle(
        group("a", *block(10, 10)),
        spugs("b", *THREE),
        closer,
        markers=[hole],
        card="unit double",
        victory=(VictoryRule("unit", "holes_closed"),),
    )
    assert (advice(state, []).answer, advice(state, ["c"]).answer) == ("c", "close_hole")
    alone = battle(group("a", *block(10, 10)), spugs("b", *THREE), group("c", (10, 20)))
    assert advice(alone, []).answer == "a", "the larger group"


@pytest.mark.rule("MT-AUTO-05")
def test_the_target_of_which_most_are_killed():
    few, many = spugs("few", *block(30, 30, 2)), spugs("many", *block(30, 5, 6))
    state = battle(daleks("a", (10, 20)), few, many)
    assert [(shot.target, shot.kills) for shot in shots(state, "a")] == [("few", 2), ("many", 2)]


@pytest.mark.rule("MT-AUTO-10")
def test_the_last_attacker_is_preferred():
    state = battle(daleks("a", (10, 20)), group("b", *block(30, 30)), spugs("c", *block(30, 5)))
    assert shots(state, "a")[0].target == "b"
    angry = battle(
        daleks("a", (10, 20)), group("b", (30, 30)), spugs("c", (30, 5)), last_attacker={"dalek": "spug"}
    )
    assert shots(angry, "a")[0].target == "c"


@pytest.mark.rule("MT-AUTO-06")
def test_careful_men_go_into_the_rubble():
    rubble = terrain("rubble", 14, 26, 18, 30)
    hole = Marker("h", "hole", 40, 24, radius=1.0)
    men = group("a", (10, 24), (8, 24), (8, 25.5), (8, 22.5))
    state = battle(men, daleks("b", (45, 24), (45, 26), (45, 22)), ground=[rubble], markers=[hole])
    march = best_march(state, "a")
    found = run(state, march.aim)
    assert found.ended == "feature" and found.end == pytest.approx((14.83, 26), abs=0.01)
    assert march.left == pytest.approx(23.25, abs=0.05)


@pytest.mark.rule("MT-AUTO-12")
def test_daleks_walk_straight_at_the_enemy():
    state = battle(daleks("a", (10, 10)), group("b", (50, 10)), card="dalek single")
    assert run(state, best_march(state, "a").aim).end == (18, 10)


@pytest.mark.rule("MT-AUTO-11")
def test_men_with_nothing_better_to_do_close_a_hole():
    hole = Marker("h", "hole", 12, 10, radius=1.0)
    house = terrain("building", 30, 5, 36, 15)
    state = battle(group("a", (10, 10)), spugs("b", (40, 10)), markers=[hole], ground=[house])
    assert worth(state) == 50


@pytest.mark.rule("MT-AUTO-11")
def test_men_look_for_a_hole_and_then_for_cover_with_a_view():
    rubble = terrain("rubble", 20, 20, 24, 24)
    hidden = terrain("rubble", 4, 4, 8, 8, "hidden")
    men = group("a", *block(12, 12))
    house = terrain("building", 26, 2, 34, 19)
    far = spugs("b", (60, 22))
    holes = battle(men, far, ground=[rubble], markers=[Marker("h", "hole", 12, 30, radius=1.0)])
    assert best_march(holes, "a").aim[1] > 13.5
    cover = battle(men, far, ground=[rubble, hidden, house])
    assert run(cover, best_march(cover, "a").aim).end == pytest.approx((18.7, 18.7), abs=1.5)


@pytest.mark.rule("MT-AUTO-07")
def test_the_fewest_dice_fall_first():
    state = battle(daleks("a", (10, 10)), group("b", *block(30, 10)), card="dalek single")
    run_ = play(state, ["a", "shoot", "b"], [2] * 6).run
    found = DOCTRINE.advise(run_.state, run_.pending, random.Random(1))
    assert set(found[0].answer) == {"b1", "b2"}


@pytest.mark.rule("MT-AUTO-09")
def test_half_the_dice_go_where_they_kill_most():
    combat = LockedCombat(1, ("b", "a", "s"), ("a",))
    men = group("b", *block(12, 10), kinds=("unit_rifleman",))
    state = battle(
        daleks("a", (10, 10), (10, 12), (10, 14)),
        men,
        spugs("s", *block(12, 14, 6)),
        combats=(combat,),
        row=("dalek double",),
    )
    run_ = play(state, ["pass"], until="victim").run
    found = DOCTRINE.advise(run_.state, run_.pending, random.Random(1))
    assert found[0].answer == "b" and "4 kills" in found[0].reason


@pytest.mark.rule("MT-AUTO-18")
def test_better_ground_is_occupied():
    house = terrain("building", 8, 8, 14, 14)
    combat = LockedCombat(1, ("b", "a"), ("a",), (("unit", "building"),))
    state = battle(
        daleks("a", (14.75, 10)),
        group("b", (10, 10)),
        ground=[house],
        combats=(combat,),
        row=("dalek double",),
    )
    run_ = play(state, ["pass"], [6] * 6 + [1], until="occupy").run
    assert DOCTRINE.advise(run_.state, run_.pending, random.Random(1))[0].answer is True


@pytest.mark.rule("MT-AUTO-01")
def test_equal_states_give_equal_advice():
    state = battle(group("a", *block(10, 10)), daleks("b", *THREE))
    decision = play(state, []).run.pending
    assert DOCTRINE.advise(state, decision, random.Random(1)) == DOCTRINE.advise(
        state, decision, random.Random(2)
    )
