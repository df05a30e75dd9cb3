"""Advice on close assaults: what one is worth, who joins, and who is fired at."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.stargrunt.advice.assaults import (
    assault_gains,
    assault_worth,
    chance_to_pass,
    first_round_gain,
    joiners,
)
from battlesim.rulesets.stargrunt.advice.doctrine import DOCTRINE
from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.assault.combat import fight_round
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, SUPPRESSED
from battlesim.table.ids import UnitId
from battlesim.testing.script import perform_rules

from .field import A, B, battle, foes, perform, row, squad

C = UnitId("c")
CALM = {"motivation": "high", "leader": False}


def odds(own=4, others=4, defenders=4, gap=5.0, second=None, target=None, options=None):
    return battle(
        squad("a", *row(-6, 0, own), **CALM),
        squad("c", *row(1, 0, others), **(CALM | (second or {}))),
        foes("b", *row(-3, 1 + gap, defenders), **(CALM | (target or {}))),
        options=options,
        activated="a",
    )


@pytest.mark.rule("SG-GAP-150")
@pytest.mark.parametrize(("threat", "chance"), [(0, 6 / 8), (2, 4 / 8), (6, 0.0)])
def test_the_chance_to_pass_is_that_of_the_die(threat, chance):
    assert chance_to_pass(odds(), A, threat) == pytest.approx(chance)


@pytest.mark.rule("SG-GAP-150")
def test_an_assault_is_worth_more_together_and_nothing_at_bad_odds():
    state = odds(defenders=5)
    assert assault_worth(state, [A], B) == 0.0
    assert assault_worth(state, [A, C], B) > 0.0
    assert assault_gains(state, A)[B] == assault_worth(state, [A, C], B)


@pytest.mark.rule("SG-GAP-150")
@pytest.mark.parametrize(
    ("second", "options", "found"),
    [
        (None, None, [C]),
        ({"marks": {SUPPRESSED: 1}}, None, []),
        (None, {"combined_assault": "off"}, []),
    ],
)
def test_those_join_that_can(second, options, found):
    assert joiners(odds(second=second, options=options), A, B) == found


@pytest.mark.rule("SG-GAP-150")
@pytest.mark.parametrize(("back", "found"), [(10.0, ("c",)), (16.0, ())])
def test_aliens_join_from_two_average_moves_away_and_from_no_farther(back, found):
    """A swarmer moves 9 in on average; 32 in is as far as two moves could take it."""
    swarm = CALM | {"kinds": ("swarmer",), "automated": True}
    state = battle(
        squad("a", *row(0, 0, 4), **swarm),
        squad("c", *row(0, -back, 4), **swarm),
        foes("b", *row(0, 6, 4), **CALM),
        activated="a",
    )
    done = perform_rules(state, lambda play: perform_assault(play, A), {"enemy": "b"}, until="join")
    (best, *_) = DOCTRINE.advise(state, done.first_decision("join"), random.Random(1))
    assert best.answer == found


@pytest.mark.rule("SG-GAP-150", "SG-CLA-02")
@pytest.mark.parametrize(
    ("gap", "marks", "gains"),
    [(14.0, {}, True), (14.1, {}, False), (5.0, {SUPPRESSED: 1}, False), (5.0, {CONFIDENCE: 2}, False)],
)
def test_an_assault_is_weighed_that_is_open_and_within_two_average_moves(gap, marks, gains):
    """A combat move with a die of 6 is 7 in long on average."""
    own = squad("a", *row(0, 0, 4), marks=marks, **CALM)
    state = battle(own, foes("b", *row(0, 1 + gap, 2), **CALM), activated="a")
    assert (B in assault_gains(state, A)) == gains


@pytest.mark.rule("SG-GAP-150", "SG-CLA-01")
def test_the_first_of_the_attackers_tests_to_begin():
    state = odds(second={"marks": {CONFIDENCE: 3}, "leadership": 3}, target={"marks": {CONFIDENCE: 2}})
    first, second = assault_worth(state, [A, C], B), assault_worth(state, [C, A], B)
    assert first == pytest.approx(chance_to_pass(state, A, 0) * 0.3 * 4) and second < first


@pytest.mark.rule("SG-GAP-150")
def test_broken_defenders_are_driven_off_for_sure():
    state = odds(target={"marks": {CONFIDENCE: 2}})
    worth = chance_to_pass(state, A, 0) * 0.3 * 4
    assert assault_worth(state, [A, C], B) == pytest.approx(worth)


@pytest.mark.rule("SG-CLA-08", "SG-GAP-150")
def test_the_gain_of_a_first_round_is_the_mean_of_its_dice():
    state = battle(
        squad("a", (-3, 0), kinds=("swarmer",), **CALM),
        squad("c", (-1.5, 0), **CALM),
        foes("b", (-3, 1), **CALM),
    )
    rng, total, count = random.Random(5), 0, 400
    for _ in range(count):
        dice = [rng.randint(1, 8), rng.randint(1, 10), rng.randint(1, 8)]
        done = perform(state, lambda play: fight_round(play, [A, C], [B], True), dice=dice)
        down = [piece.side for piece in done.state.table.pieces.values() if piece.has_mark("down")]
        total += down.count("enemy") - down.count("own")
    assert first_round_gain(state, [A, C], B) == pytest.approx(total / count, abs=0.12)


@pytest.mark.rule("SG-GAP-150")
@pytest.mark.parametrize(("what", "advised"), [("enemy", "b"), ("join", ("c",))])
def test_the_recruit_assaults_with_all_that_can(what, advised):
    state = odds()
    done = perform_rules(state, lambda play: perform_assault(play, A), {"enemy": "b"}, until=what)
    (best, *_) = DOCTRINE.advise(state, done.first_decision(what), random.Random(1))
    assert best.answer == advised
