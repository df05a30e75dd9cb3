"""Nothing that a counter hides shows in what the other side sees, is asked, plans or is told."""

from __future__ import annotations

import os
from random import Random

import pytest

from battlesim.engine.codec import encode
from battlesim.engine.lookahead import LookaheadPlanner
from battlesim.engine.run import RunPosition
from battlesim.engine.side_views import SideKnowledge, event_as_seen
from battlesim.players.base import PlayerContext
from battlesim.players.levels import load_player
from battlesim.players.recruit import recruit_adviser
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.advice.aliens import which_alien
from battlesim.rulings.movement import suggest_group_legs
from battlesim.table.ids import UnitId
from battlesim.testing.script import begin_run, play_script

from .field import ENEMY, OWN, battle, foes, row, squad, terrain
from .hidden_field import counter, hide

POSITIONS = int(os.environ.get("BATTLESIM_POSITIONS", "30"))
COUNTERS, UNITS = 5, ("b", "c")
HOLDS = {"b": {"kinds": ("swarmer",)}, "c": {"kinds": ("spitter",)}}


def position(seed, under):
    """A squad and five counters at random; `under` has the counter of each of two broods."""
    chance = Random(seed)

    def point(low, high):
        return chance.uniform(-18, 18), chance.uniform(low, high)

    woods = terrain("woods", *point(-6, 0), *point(6, 12))
    own = squad("a", *row(chance.uniform(-8, 4), -14 + chance.uniform(0, 4), 4))
    broods = [
        foes(key, *row(0, 22, 3), leader=False, automated=True, hidden=True, **HOLDS[key]) for key in UNITS
    ]
    lie = [counter(k, *point(2 + 3 * k, 4 + 3 * k), automated=True) for k in range(1, COUNTERS + 1)]
    state = battle(own, *broods, *lie, ground=(woods,), objectives=())
    for key, number in zip(UNITS, under, strict=True):
        state = hide(state, key, number)
    return state


def twins(seed):
    """The same position with broods and dummies under other counters."""
    chance = Random(-seed - 1)
    first, second = (chance.sample(range(1, COUNTERS + 1), 2) for _ in range(2))
    return position(seed, first), position(seed, second if second != first else second[::-1])


def on_phase(state, side):
    return state.with_game(phase=side)


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_views_facts_offers_answers_and_plans_do_not_depend_on_what_is_hidden(seed):
    seen = []
    for state in twins(seed):
        run = begin_run(RULESET, on_phase(state, OWN))
        view, found = RULESET.view(run.state, OWN), []
        player = load_player("recruit")
        for _ in range(2):
            decision = run.pending
            view = RULESET.view(run.state, OWN)
            answer = player.answer(view, decision, PlayerContext(RULESET, OWN, 3)).answer
            refused = [run.check(option.key) for option in decision.options if option.shut]
            found += [encode(decision), answer, refused]
            run.answer(answer)
        planner = LookaheadPlanner(
            RULESET, RunPosition(on_phase(state, OWN), None), OWN, recruit_adviser(RULESET)
        )
        plan = planner.plan_act(("a",))
        seen.append((encode(view), RULESET.facts(view), RULESET.doctrine.score(view, OWN), found, plan))
    assert seen[0] == seen[1]


def told(state, events):
    """What the other side is told of events."""
    found = []
    for event in events:
        after = event.apply(state)
        views = [RULESET.view(moment, OWN).table for moment in (state, after)]
        found.append(event_as_seen(event, SideKnowledge(OWN, *views, after.table)))
        state = after
    return [encode(event) for event in found if event is not None]


def straight_on(decision, state):
    """A move of a counter toward the enemy, a little way."""
    x, y = state.table.piece(decision.motions[0].piece).xy
    return suggest_group_legs(state.table, decision.motions, None, (x, y - 1.5))


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize("seed", range(0, POSITIONS, 3))
def test_a_dummy_and_a_unit_that_move_are_told_alike(seed):
    number, logs = seed % COUNTERS + 1, []
    for state in twins(seed):
        run = begin_run(RULESET, on_phase(state, ENEMY))
        begun = run.state
        done = play_script(
            run, [{"unit": f"under-{number}"}, {"action": "move"}, {"move": straight_on}, {"action": "stop"}]
        )
        logs.append(told(begun, done.events))
    assert logs[0] == logs[1]


@pytest.mark.rule("SG-GAP-149")
@pytest.mark.parametrize("seed", range(0, POSITIONS, 3))
def test_the_programme_activates_counters_alike(seed):
    orders = []
    for state in twins(seed):
        run = begin_run(RULESET, on_phase(state, ENEMY))
        orders.append([each.answer for each in which_alien(run.state, run.pending)])
    assert orders[0] == orders[1]


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize("seed", range(0, POSITIONS, 3))
def test_what_is_hidden_is_dealt_over_the_counters_left(seed):
    state, _ = twins(seed)
    view = RULESET.view(state, OWN)
    filled = RULESET.determinize(view, Random(seed))
    lie = {filled.table.pieces_of_unit(UnitId(key))[0].place.piece for key in UNITS}
    assert len(lie) == 2
    assert RULESET.view(filled, OWN) == view
