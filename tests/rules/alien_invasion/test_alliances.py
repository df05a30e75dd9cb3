"""Alliances and truces: declared and ended at the start of a batch, and what allies may not do."""

from __future__ import annotations

import random

import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.engine.standing_orders import StandingOrder, standing_answer, takes_orders
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.shoot_action import target_decision
from battlesim.rulesets.alien_invasion.advice.deals import _is_in_the_way, why_truce
from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.rulesets.alien_invasion.attack.blasts import explode_chain
from battlesim.rulesets.alien_invasion.attack.shooting import targets
from battlesim.rulesets.alien_invasion.battle.alliances import change_alliances, deal_decision, planned_pacts
from battlesim.rulesets.alien_invasion.battle.victory import conditions
from battlesim.rulesets.alien_invasion.combat.resolution import resolve
from battlesim.rulesets.alien_invasion.core.state import (
    Alliance,
    LockedCombat,
    Pacts,
    PlannedAlliance,
    VictoryRule,
)
from battlesim.rulesets.alien_invasion.ground.sight import sees
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    group,
    left,
    mites,
    pair,
    perform,
    play,
    terrain,
)

UNIT, MIB, DALEK = group("a", *block(10, 10)), pair("m", (30, 10), (31, 10)), daleks("d", (60, 40))
ALLIED = Pacts((Alliance(("unit", "mib")),))


def field(*groups, pacts=ALLIED, **more):
    """A battle of three factions of which two are allied."""
    return battle(*(groups or (UNIT, MIB, DALEK)), **({"pacts": pacts} if pacts else {}), **more)


def batch(state, answers, number=2):
    """Begin a batch."""
    return perform(state, lambda play: change_alliances(play, number), answers)


def allies(done):
    """The pairs of sides that are allied."""
    pacts = done.state.game.pacts
    return [set(pact.sides) for pact in pacts.allied] if pacts else []


NOBODY = {"deal": "none"}


@pytest.mark.rule("MT-VIC-03")
def test_allies_may_not_shoot_at_each_other_and_still_hide_what_is_behind_them():
    state = field(UNIT, pair("m", (30, 9.5), (30, 12.5)), daleks("d", (50, 10.5)))
    assert targets(state, "m") == ["d"] and "m" not in targets(state, "a")
    shut = {option.key: str(option.shut) for option in target_decision(state, "a").options}
    assert shut["m"] == "they are allies (MT-VIC-03)"
    assert not sees(state, "a", "d"), "the pair hides it"
    assert set(targets(field(pacts=None), "a")) == {"m", "d"}


@pytest.mark.rule("MT-GAP-72")
def test_allies_stand_together_and_do_not_lock():
    near = pair("m", (16, 10), (17, 10))
    done = play(field(UNIT, near, DALEK), ["a", "move", (16, 11), lambda d, s: d.default(s)], until="card")
    assert not done.state.game.combats
    war = play(field(UNIT, near, DALEK, pacts=None), ["a", "move", (16, 10.5), lambda d, s: d.default(s)])
    assert war.state.game.combats


@pytest.mark.rule("MT-GAP-72")
def test_allies_suffer_blasts():
    near = field(mites("m1", (20, 10)), UNIT, pair("m", (24, 10)), pacts=Pacts((Alliance(("spug", "mib")),)))
    done = perform(near, lambda play: explode_chain(play, "m11", "spug"), {}, [6, 6, 6, 6])
    assert left(done, "m") == 0


@pytest.mark.rule("MT-GAP-72")
def test_allies_in_one_fight_do_not_name_each_other_and_the_fight_ends_without_their_enemy():
    three = [group("a", (10, 10)), pair("m", (11, 11)), daleks("d", (11.3, 10))]
    state = field(*three, combats=(LockedCombat(1, ("a", "m", "d")),))
    named = perform(
        state,
        lambda play: resolve(play, play.state.game.combats[0], "unit"),
        {"victim": "a", "occupy": False},
        [6] + [1] * 8,
    )
    assert [d.side for d in named.decisions_with_key("victim")] == ["dalek"]


@pytest.mark.rule("MT-GAP-72")
@pytest.mark.option("alliances", "players_decide")
def test_an_alliance_is_offered_at_the_start_of_a_batch_and_taken():
    done = batch(field(pacts=None), {"deal": ["ally.mib", "none", "none", "none"], "take_deal": True})
    assert allies(done) == [{"unit", "mib"}]
    assert [d.side for d in done.decisions_with_key("take_deal")] == ["mib"]


@pytest.mark.rule("MT-GAP-72")
def test_an_offer_can_be_turned_down():
    done = batch(field(pacts=None), {"deal": ["ally.mib", "none", "none", "none"], "take_deal": False})
    assert allies(done) == []


@pytest.mark.rule("MT-GAP-72")
def test_an_alliance_is_ended_at_a_later_batch_and_that_is_remembered():
    done = batch(field(), {"deal": ["none", "none", "end.unit", "none"]})
    assert allies(done) == [] and done.state.game.pacts.broken == ("mib",)
    assert set(targets(done.state, "a")) == {"m", "d"}


@pytest.mark.rule("MT-GAP-72")
def test_a_truce_ends_with_the_next_batch():
    offered = batch(field(pacts=None), {"deal": ["truce.mib", "none", "none", "none"], "take_deal": True})
    assert allies(offered) == [{"unit", "mib"}]
    later = batch(offered.state, NOBODY, 3)
    assert allies(later) == [] and later.state.game.pacts.broken == ()


@pytest.mark.rule("MT-GAP-72")
@pytest.mark.option("alliances", "scenario_only", "off")
@pytest.mark.parametrize(("value", "found"), [("scenario_only", [{"unit", "mib"}]), ("off", [])])
def test_by_option_only_the_scenario_declares_alliances_or_nobody(value, found):
    planned = Pacts(planned=(PlannedAlliance(("unit", "mib"), 2, 4),))
    state = field(pacts=planned, options={"alliances": value})
    done = batch(state, {})
    assert allies(done) == found and not done.decisions_with_key("deal")
    assert allies(batch(done.state, {}, 3)) == found
    assert allies(batch(done.state, {}, 4)) == []


@pytest.mark.rule("MT-GAP-72")
def test_those_locked_in_a_fight_cannot_become_allies():
    state = field(group("a", (10, 10)), pair("m", (11, 10)), DALEK, pacts=None)
    locked = state.with_game(combats=(LockedCombat(1, ("a", "m")),))
    shut = {option.key: str(option.shut) for option in deal_decision(locked, "unit", ["mib"]).options}
    assert shut["ally.mib"] == "they are locked in a fight"


@pytest.mark.rule("MT-VIC-03")
def test_allies_win_each_by_itself():
    assert conditions(field(), "unit") == [VictoryRule("unit", "destroyed", ("dalek", "mib"))]


def test_two_factions_are_not_asked():
    assert not batch(battle(UNIT, DALEK), {}).decisions_with_key("deal")


def test_a_standing_order_answers_for_good():
    state = field(pacts=None)
    decision = deal_decision(state, "unit", ["mib", "dalek"])
    assert takes_orders(RULESET, state, decision)
    assert standing_answer([StandingOrder("unit", "deal", "least")], state, decision) == "none"


@pytest.mark.parametrize("sides", [("unit", "martians"), ("unit", "unit")])
def test_alliances_of_sides_without_a_seat_are_refused(sides):
    with pytest.raises(ScenarioError, match=r"rules.alliance\[0\].sides"):
        planned_pacts((PlannedAlliance(sides),), ("unit", "mib"))


def advised(state, side):
    """What an automated faction answers at the start of a batch."""
    others = [other for other in state.game.seats if other != side]
    found = DOCTRINE.advise(state, deal_decision(state, side, others), random.Random(1))
    return max(found, key=lambda advice: advice.score)


NEAR = (group("a", *block(10, 10)), pair("m", (10, 40)), daleks("d", (30, 30), (30, 32), (30, 34)))
HOUSE = [terrain("building", 5, 24, 20, 26)]


@pytest.mark.rule("MT-GAP-72")
@pytest.mark.rule("MT-AUTO-10")
@pytest.mark.parametrize(
    "deals",
    [
        pytest.param("no", marks=pytest.mark.option("automata_deal", "no")),
        pytest.param("yes", marks=pytest.mark.option("automata_deal", "yes")),
    ],
)
def test_an_automated_faction_makes_a_truce_while_a_third_would_kill_more_of_both(deals):
    state = field(*NEAR, pacts=None, options={"automata_deal": deals}, ground=HOUSE)
    answer = advised(state, "mib")
    assert answer.answer == ("truce.unit" if deals == "yes" else "none")
    assert deals == "no" or str(answer.reason) == "dalek would kill 1 of ours and 4 of unit"


def test_it_makes_none_with_those_who_have_broken_one_or_are_in_its_way():
    deals = {"automata_deal": "yes"}
    state = field(*NEAR, pacts=Pacts(broken=("unit",)), options=deals, ground=HOUSE)
    assert why_truce(state, "mib", "unit") == ""
    between = (*NEAR[1:], group("a", *block(20, 35)))
    assert why_truce(field(*between, pacts=None, options=deals), "mib", "unit") == ""


def test_who_is_the_goal_of_a_group_is_not_in_its_way():
    state = field(daleks("d", (30, 30), (30, 32)), *NEAR[:2], pacts=None, options={"automata_deal": "yes"})
    assert goal_of(state, "d")[1].startswith("the nearest enemy")
    assert not _is_in_the_way(state, "dalek", "mib")
