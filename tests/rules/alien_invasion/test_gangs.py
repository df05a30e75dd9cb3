"""Automated gangs: their turf, whom they mind, and when they run for it."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.table.pieces import Marker
from tests.rules.alien_invasion.field import battle, block, group, play

TURF = Marker("turf", "turf", 10, 10, side="gang")


def gang(id, *points):
    return group(id, *points, side="gang")


def shots(state, id="g"):
    return [plan.target for plan in group_plans(state, id) if plan.action == "shoot"]


def facing(inches, **more):
    """A gang on its turf, and a section so far away from the middle of it."""
    men = group("a", *[(10.5 + inches, y) for y in (8, 10, 12)])
    return battle(gang("g", *block(10, 10)), men, markers=[TURF], card="gang single", **more)


@pytest.mark.rule("MT-AUTO-17")
@pytest.mark.parametrize(("inches", "targets"), [(30, []), (16, ["a"])])
def test_a_gang_shoots_only_at_those_who_come_near_its_turf(inches, targets):
    assert shots(facing(inches)) == targets


@pytest.mark.rule("MT-AUTO-17")
def test_it_never_forgets_an_attack():
    state = facing(30, row=("unit single", "gang single"))
    attacked = play(state, ["a", "shoot", "g"], [1] * 4).state
    assert shots(attacked) == ["a"]


@pytest.mark.rule("MT-AUTO-17")
@pytest.mark.parametrize(
    ("at", "goal"), [((40, 10), (10, 10)), ((10, 10), None)], ids=["it comes back", "it stays"]
)
def test_it_stays_on_its_turf(at, goal):
    state = battle(gang("g", *block(*at)), group("a", (70, 40)), markers=[TURF], card="gang single")
    found = goal_of(state, "g")
    assert (found[0] if found else None) == goal


@pytest.mark.rule("MT-AUTO-17")
def test_the_last_of_a_group_runs_for_the_nearest_edge():
    state = battle(gang("g", (10, 6)), group("a", (70, 40)), markers=[TURF], card="gang single")
    goal = goal_of(state.with_game(sizes={"g": 4, "a": 1}), "g")
    assert goal[0] == (10, 0)
