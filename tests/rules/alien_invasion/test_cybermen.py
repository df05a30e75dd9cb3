"""Cybermen: the Leader, and the recycling of the dead. Street gangs."""

from __future__ import annotations

import random

import pytest

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioError, ScenarioPlan
from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE, group_plans
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of
from battlesim.rulesets.alien_invasion.battle.batches import all_cards, card_faces
from battlesim.rulesets.alien_invasion.battle.cyber_events import recyclable
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.forces import _unit, with_leaders
from battlesim.rulesets.alien_invasion.battle.victory import winners
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import groups_of
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.cybermen.leader import LEADER, leader_of_side
from battlesim.table.pieces import Off, OnTable
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    default,
    group,
    left,
    perform,
    play,
    terrain,
)

FOE = daleks("k", (60, 40))


def cyber(id, x, y, number=4, leads=False):
    """A group of Cybermen, of which the first may be the Leader."""
    unit, pieces = group(id, *block(x, y, number), side="cyber")
    return unit, ((pieces[0].with_mark(LEADER), *pieces[1:]) if leads else pieces)


LED, B, C = cyber("a", 10, 10, leads=True), cyber("b", 20, 10), cyber("c", 30, 10)


def with_dead(state, *ids):
    for id in ids:
        state = state.with_table(state.table.with_place(id, Off("lost")))
    return state


def able(state, answers=()):
    """The groups that may act next."""
    return {option.key for option in play(state, list(answers)).run.pending.options} - {"pass"}


@pytest.mark.rule("MT-CYBR-01")
@pytest.mark.parametrize(("size", "legal"), [(3, False), (4, True), (8, True), (9, False)])
def test_groups_have_four_to_eight(size, legal):
    pieces = tuple(PlannedPiece(f"p{n}", "cyberman", place=OnTable(n, 1)) for n in range(size))
    planned = PlannedUnit("u", "cyber", pieces)
    plan = ScenarioPlan(id="x", ruleset="alien_invasion", title="x", sides=(), units=(planned,))
    if legal:
        assert _unit(plan, planned, factions()["cyber"]).kind == "phalanx"
    else:
        with pytest.raises(ScenarioError, match="take 4 to 8"):
            _unit(plan, planned, factions()["cyber"])


@pytest.mark.rule("MT-CYBR-01")
def test_one_figure_of_the_faction_is_the_leader():
    pieces = {piece.id: piece for _, own in (cyber("a", 10, 10), B) for piece in own}
    led = with_leaders(pieces, {"cyber": factions()["cyber"]})
    assert [key for key, piece in led.items() if piece.has_mark(LEADER)] == ["a1"]


@pytest.mark.rule("MT-CYBR-02")
def test_only_the_leaders_group_acts_more_than_once_on_a_card():
    state = battle(LED, B, C, FOE, row=("cyber triple", "dalek single"))
    stay = lambda decision, state: decision.default(state)  # noqa: E731
    assert able(state) == {"a", "b", "c"}
    assert able(state, ["b", "move", stay]) == {"a", "c"}
    assert able(state, ["b", "move", stay, "a", "move", stay]) == {"a", "c"}
    done = play(state, ["a", "move", stay, "a", "move", stay, "b", "move", stay])
    assert done.run.pending.side == "dalek" and not done.state.game.count("acted on this card: b")


@pytest.mark.rule("MT-CYBR-03")
def test_two_groups_link_their_fire():
    state = battle(LED, cyber("b", 10, 20), daleks("k", (30, 15)), card="cyber double")
    run = play(state, ["b", "shoot", "k"]).run
    assert [option.by for option in run.pending.options] == [("a",)], "b itself has had its action"
    done = play(state, ["b", "shoot", "k", ("a#0",), "a", "shoot", "k"], [1] * 24, until="card")
    assert left(done, "k") == 0


@pytest.mark.rule("MT-CYBR-04")
def test_without_a_leader_they_stand_but_fight_back():
    state = battle(B, daleks("k", (22.5, 11.3)), row=("cyber double", "dalek single"))
    state = state.with_game(combats=(LockedCombat(1, ("k", "b"), ("k",)),))
    done = play(state, {"set_down": default, "retreat": default}, [4] * 6 + [1] * 12)
    assert len([roll for roll in done.asked if roll.what == "dice"]) == 2
    assert not done.decisions_with_key("group")[:1] or done.run.pending.side == "dalek"


def event(state, **answers):
    return perform(state, play_special_event, {"arrive": default, **answers})


STARTS = {"cyber": (10.0, 10.0), "dalek": (60.0, 40.0)}


@pytest.mark.rule("MT-CYBR-05", "MT-EVT-02")
def test_a_special_event_appoints_a_new_leader():
    state = battle(B, cyber("c", 30, 10, 1), FOE, row=("event",), starts=STARTS)
    done = perform(state, play_special_event, {"leader": "c1"})
    assert leader_of_side(done.state, "cyber").id == "c1" and len(groups_of(done.state, "cyber")) == 2
    assert able(done.state.with_game(row=("cyber single",))) == {"b", "c"}


@pytest.mark.rule("MT-CYBR-06")
def test_four_dead_humanoids_make_a_new_group():
    men = group("u", *block(40, 30, 6))
    state = battle(LED, men, FOE, row=("event",), starts=STARTS)
    few = with_dead(state, "u1", "u2", "u3", "k1")
    assert recyclable(few) == 3 and len(groups_of(event(few).state, "cyber")) == 1
    dead = with_dead(few, "u4", "u5")
    done = event(dead)
    new = groups_of(done.state, "cyber")[1]
    assert pool_of(done.state, new.id).fixed == 12 and recyclable(done.state) == 1
    assert len(groups_of(event(done.state).state, "cyber")) == 2


@pytest.mark.rule("MT-CYBR-06")
def test_a_new_leader_on_the_card_makes_no_new_group():
    state = with_dead(battle(B, group("u", *block(40, 30, 5)), FOE, starts=STARTS), "u1", "u2", "u3", "u4")
    done = perform(state, play_special_event, {"leader": "b1"})
    assert len(groups_of(done.state, "cyber")) == 1


@pytest.mark.rule("MT-CYBR-07")
def test_the_dice_of_four():
    assert pool_of(battle(LED, FOE), "a").fixed == 12


@pytest.mark.rule("MT-CYBR-08")
@pytest.mark.parametrize(("kind", "dead"), [("", 3), ("scrub", 2), ("building", 2)])
def test_they_are_hard_to_kill(kind, dead):
    ground = [terrain(kind, 8, 8, 16, 16)] if kind else []
    state = battle(LED, daleks("k", (30, 10)), ground=ground, card="dalek single")
    done = play(state, ["k", "shoot", "a", first], [6] * 6, until="card")
    assert left(done, "a") == 4 - dead


def first(decision, state):
    return tuple(option.key for option in decision.options[-decision.least :])


@pytest.mark.rule("MT-GANG-01", "MT-GAP-64")
def test_a_gang_and_its_cards():
    assert pool_of(battle(group("g", *block(10, 10), side="gang"), FOE), "g").fixed == 5
    pack = all_cards({"gang": factions()["gang"], "dalek": factions()["dalek"]}, resolve_parameters({}))
    faces = card_faces(("gang", "dalek"))
    assert [faces[card].side for card in pack].count("gang") == 6
    assert {"unit", "dalek", "mib", "spug", "cyber", "gang"} <= factions().keys()
    assert not winners(battle(LED, FOE))


def marches(state, id):
    """Where the best move of a group aims, None if it does not move."""
    return next((plan.aim for plan in group_plans(state, id) if plan.action == "move"), None)


@pytest.mark.rule("MT-AUTO-16")
def test_the_leader_stays_behind_another_group():
    wall = [terrain("woods", 40, 0, 42, 48)]
    men = group("u", (60, 12))
    ahead = battle(cyber("a", 30, 10, leads=True), cyber("b", 26, 10), men, ground=wall)
    assert marches(ahead, "a") is None and marches(ahead, "b")
    behind = battle(cyber("a", 20, 10, leads=True), cyber("b", 26, 10), men, ground=wall)
    assert marches(behind, "a")
    alone = battle(cyber("a", 30, 10, leads=True), men, ground=wall)
    assert marches(alone, "a")


@pytest.mark.rule("MT-AUTO-16")
def test_they_go_for_those_of_human_shape():
    state = battle(LED, daleks("k", (20, 10)), group("u", (50, 12)))
    assert goal_of(state, "a")[0] == (50, 12)


@pytest.mark.rule("MT-AUTO-20")
def test_an_automaton_draws_the_new_leader():
    state = battle(B, FOE, row=("event",), starts=STARTS)
    decision = play(state, []).run.pending
    names = {DOCTRINE.advise(state, decision, random.Random(n))[0].answer for n in range(20)}
    assert names == {"b1", "b2", "b3", "b4"}
