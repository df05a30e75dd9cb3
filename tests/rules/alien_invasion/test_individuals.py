"""Individuals who join groups and leave them, and groups that leave the table."""

from __future__ import annotations

import pytest

from battlesim.engine.lookahead import decision_role, suggested_answer_to
from battlesim.players.recruit import recruit_adviser
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.advice.doctrine import ADVICE
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.victory import figures_left, sides_left
from battlesim.rulesets.alien_invasion.combat.resolution import resolve
from battlesim.rulesets.alien_invasion.core.lookups import figures_of, groups_of
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import (
    battle,
    block,
    carrying,
    clean_up,
    daleks,
    group,
    left,
    perform,
    play,
    spugs,
)

FOE = daleks("k", (60, 40))


def doctor(id, x, y):
    return group(id, (x, y), kinds=["unit_doctor"])


def beside(x, **more):
    """The Doctor, who can move to a point west of a section that begins at (20, 10)."""
    return battle(doctor("d", 12, 10), group("a", *block(20, 10)), FOE, card="unit double", **more)


@pytest.mark.rule("MT-GAP-66")
@pytest.mark.parametrize(("x", "asked"), [(18.0, True), (17.9, False)])
def test_an_individual_who_ends_within_an_inch_may_join(x, asked):
    done = play(beside(x), ["d", "move", (x, 10)])
    assert (done.run.pending.what == "attach") == asked


@pytest.mark.rule("MT-GAP-66")
@pytest.mark.parametrize(("answer", "size"), [("a", 5), ("alone", 4)])
def test_he_is_one_group_with_those_he_joins(answer, size):
    done = play(beside(18), ["d", "move", (18, 10), answer], until="card")
    assert len(figures_of(done.state, "a")) == size
    assert [unit.id for unit in groups_of(done.state, "unit")] == (["a"] if size == 5 else ["d", "a"])


@pytest.mark.rule("MT-SCN-10")
def test_he_cannot_join_if_they_would_carry_more_than_two_things():
    eggs = {f"egg{number}": Marker(f"egg{number}", "egg", 0, 0) for number in range(3)}
    laden = carrying(group("a", *block(20, 10)), "egg0", "egg1")
    held = carrying(doctor("d", 12, 10), "egg2")
    state = battle(held, laden, FOE, card="unit double", objectives=Objectives(items=eggs))
    assert play(state, ["d", "move", (18, 10)]).run.pending.what == "group"


@pytest.mark.rule("MT-GAP-66")
def test_he_leaves_with_a_move_of_his_own():
    joined = play(beside(18), ["d", "move", (18, 10), "a"]).state
    done = play(joined, ["a", "part", (12, 10)], until="card")
    assert len(figures_of(done.state, "a")) == 4
    assert figures_of(done.state, "d")[0].xy == (12, 10)


@pytest.mark.rule("MT-GAP-66", "MT-DOC-03")
def test_he_comes_back_alone():
    joined = play(beside(18), ["d", "move", (18, 10), "a"]).state
    dead = joined.with_table(joined.table.with_place("d1", Off("lost")))
    done = perform(dead.with_game(fell={"d1": (15.0, 10.0)}), play_special_event)
    assert [figure.unit for figure in figures_of(done.state, "d")] == ["d"]


@pytest.mark.rule("MT-GAP-42")
def test_sections_that_have_arrived_re_form():
    combat = LockedCombat(1, ("c", "d", "b"), ("c", "d"))
    one = clean_up("c", 10, 10)
    state = battle(one, clean_up("d", 14, 10), spugs("b", (12, 8)), combats=(combat,), sizes={})
    done = perform(state, lambda play: resolve(play, combat, "mib"), {"occupy": False}, [1, *[6] * 12])
    assert (left(done, "c"), left(done, "d")) == (5, 5)


@pytest.mark.rule("MT-GAP-76")
def test_a_gang_that_moves_to_an_edge_has_left():
    state = battle(group("g", (5, 10), side="gang"), group("a", (40, 10)), FOE, card="gang single")
    done = play(state, ["g", "move", (0, 10)], until="card")
    assert done.piece("g1").place == Off("left")
    assert figures_left(done.state, "gang") == 0 and "gang" not in sides_left(done.state)
    assert not done.state.game.destroyed


@pytest.mark.rule("MT-GAP-76")
def test_for_others_the_edge_is_a_wall():
    state = battle(group("a", (5, 10)), FOE)
    assert play(state, ["a", "move", (0, 10)], until="card").piece("a1").xy == (0.5, 10)


def test_an_automated_individual_goes_to_a_group_and_joins_it():
    decision = play(beside(18), ["d", "move", (18, 10)]).run.pending
    state = beside(18)
    assert goal_of(state, "d")[0] == (20, 10)
    assert ADVICE["attach"](state, decision)[0].answer == "a"


@pytest.mark.rule("MT-GAP-66")
def test_the_window_proposes_to_join_what_an_automaton_would_join():
    run = play(beside(18), ["d", "move", (18, 10)]).run
    asked, view = run.pending, RULESET.view(run.state, "unit")
    role = decision_role(RULESET, asked)
    found = suggested_answer_to(view, asked, role, recruit_adviser(RULESET))
    assert (asked.what, asked.least, found.answer) == ("attach", "alone", "a")
