"""Impact markers of support in hidden play: a true one among false ones."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.dice import derived_rng
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.core.events import SupportCalled
from battlesim.rulesets.stargrunt.core.state import Battery
from battlesim.rulesets.stargrunt.support.arrival import resolve_mission
from battlesim.rulesets.stargrunt.support.points import point_decision
from battlesim.rulesets.stargrunt.support.request import request_support

from .field import CENTRE, ENEMY, OWN, A, battle, foes, perform, squad

TRUE, FALSE = (CENTRE, CENTRE + 10.0), [(30.0, 30.0), (10.0, 40.0)]


def called(order=(3, 2), hidden=True, at=TRUE, false=FALSE):
    """A request that is granted; the dice are the request and the order of the markers."""
    state = battle(
        squad("a", (0, 0), specialist=("artillery",), level="platoon"),
        foes("b", (0, 20), hidden=hidden),
        activated="a",
        batteries=(Battery("mortars", "own"),),
        chits={"own": 0},
    )
    answers = {"battery": "mortars explosive", "impact": [at], "rounds": "1"}
    answers |= {"false_impact": list(false)} if hidden else {}
    return perform(state, lambda play: request_support(play, A), answers, (8, *(order if hidden else ())))


@pytest.mark.rule("SG-GAP-131")
def test_a_mission_has_two_false_markers_in_hidden_play_alone():
    done = called()
    points = {(marker.x, marker.y) for marker in done.state.table.markers.values()}
    assert points == {TRUE, *FALSE}
    assert not called(hidden=False).state.table.markers


@pytest.mark.rule("SG-GAP-131")
def test_the_enemy_does_not_learn_which_marker_is_the_true_one():
    one, other = called((1, 1)), called((2, 1), at=FALSE[0], false=[TRUE, FALSE[1]])
    assert one.state.game.missions[0].at == TRUE
    assert other.state.game.missions[0].at == FALSE[0]
    assert RULESET.view(one.state, ENEMY) == RULESET.view(other.state, ENEMY)
    assert [event.audience() for event in one.events_of(SupportCalled)] == [OWN]


@pytest.mark.rule("SG-GAP-131")
def test_a_guess_of_the_enemy_lies_at_one_of_the_markers():
    view = RULESET.view(called().state, ENEMY)
    found = {RULESET.determinize(view, derived_rng("guess", k)).game.missions[0].at for k in range(20)}
    assert found == {TRUE, *FALSE}


@pytest.mark.rule("SG-GAP-131")
def test_false_markers_are_advised_at_different_places():
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, 20), hidden=True),
        foes("c", (9, 20)),
        foes("d", (0, 10)),
        activated="a",
    )
    first = point_decision(state, state.table.units["a"], Battery("m", "own"), "explosive", "false_impact")
    asked = [
        msgspec.structs.replace(first, taken=taken) for taken in ((TRUE,), (TRUE, (CENTRE, CENTRE + 20)))
    ]
    advised = [DOCTRINE.advise(state, each, derived_rng("test", 1))[0].answer for each in asked]
    assert len({TRUE, *advised}) == 3


@pytest.mark.rule("SG-GAP-131")
def test_the_markers_are_taken_up_when_the_support_arrives():
    state = called().state
    done = perform(state, lambda play: resolve_mission(play, state.game.missions[0]), dice=[8])
    assert not done.state.table.markers
