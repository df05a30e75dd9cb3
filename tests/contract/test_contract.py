"""What every ruleset owes the engine, whatever its rules are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from battlesim.engine.codec import Codec, encode, plain
from battlesim.engine.decisions import DICE, AskAll, read_answer
from battlesim.engine.dice import branch
from battlesim.engine.digest import digest, first_difference
from battlesim.engine.overlap import overlaps
from battlesim.engine.run import Position, Run, start
from battlesim.players.base import Moment, Player
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.rulesets import registry
from battlesim.table.events import Event
from tests.contract.cases import CASES, Case
from tests.support.twin import check_twins, play_through

SEEDS = (1, 2)
PLAYERS: tuple[Player, ...] = (RandomPlayer(), Recruit())


@pytest.fixture(params=sorted(CASES))
def case(request) -> Case:
    return CASES[request.param]()


def test_every_ruleset_has_a_case():
    assert sorted(CASES) == registry.keys()


@pytest.mark.parametrize("seed", SEEDS)
def test_suggestions_and_defaults_are_legal(case, seed):
    asked = []

    def watch(run, decision):
        asked.append(decision.what)
        default = decision.default(run.state)
        assert decision.check(run.state, default) is None, f"{decision!r}: default {default!r}"
        for answer in decision.suggest(run.state, 6, branch(seed, len(asked))):
            assert decision.check(run.state, answer) is None, f"{decision!r}: suggestion {answer!r}"

    play_through(case.ruleset, case.state, RandomPlayer(), seed=seed, answers=case.answers, watch=watch)
    assert len(set(asked)) > 1


def test_a_side_that_nobody_plays_is_asked_nothing(case):
    played = {side.key for side in case.state.table.sides if side.played} | {DICE}

    def watch(run, decision):
        asked = decision.parts if isinstance(decision, AskAll) else (decision.side,)
        assert played.issuperset(asked)

    play_through(case.ruleset, case.state, RandomPlayer(), answers=case.answers, watch=watch)


def test_players_answer_from_the_view_what_the_truth_allows(case):
    for player in PLAYERS:
        run = play_through(case.ruleset, case.state, player, answers=case.answers)
        assert any(isinstance(item, Event) for item in run.take_news())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_goes_on_the_same_after_saving_at_every_answer(case, seed):
    player = PLAYERS[seed % len(PLAYERS)]
    assert check_twins(case.ruleset, case.state, player, seed=seed, answers=case.answers) > 5


def test_decisions_and_answers_survive_their_json(case):
    codec = Codec(case.ruleset)

    def watch(run, decision):
        assert codec.decision(encode(decision)) == decision
        default = decision.default(run.state)
        assert read_answer(decision, plain(default)) == default

    play_through(case.ruleset, case.state, RandomPlayer(), answers=case.answers, watch=watch)


def test_a_fork_leaves_its_original_alone(case):
    def watch(run, decision):
        before = digest(run.state)
        fork = run.fork()
        assert first_difference(fork.pending, run.pending) is None
        fork.answer(decision.default(fork.state))
        assert digest(run.state) == before
        assert run.pending is decision

    play_through(case.ruleset, case.state, RandomPlayer(), answers=40, watch=watch)


def test_events_are_the_only_writers(case):
    run = play_through(case.ruleset, case.state, RandomPlayer(), answers=case.answers)
    codec, folded = Codec(case.ruleset), case.state
    for item in run.take_news():
        if isinstance(item, Event):
            assert item.rule in case.ruleset.rulebook, f"{item!r} cites no rule of the rulebook"
            folded = codec.event(encode(item)).apply(folded)
    assert first_difference(folded, run.state) is None


HIDING = sorted(key for key, make in CASES.items() if make().swaps)


@pytest.mark.parametrize("case", HIDING, indirect=True)
def test_what_is_hidden_does_not_show(case):
    """Swapping hidden facts changes neither view nor question nor any player's answer, at any step."""
    compared = []

    def watch(run, decision):
        if decision.side != case.blind or not run.settled:
            return
        assert case.swaps is not None
        for other in case.swaps(run.position.state):
            assert digest(other) != digest(run.position.state)
            swapped = Run(case.ruleset, Position(other, run.step))
            assert first_difference(decision, swapped.pending) is None
            views = [case.ruleset.view(one.state, case.blind) for one in (run, swapped)]
            assert first_difference(*views) is None
            for player in PLAYERS:
                moment = [Moment(case.ruleset, case.blind, 3) for _ in views]
                replies = [player.answer(v, decision, m) for v, m in zip(views, moment, strict=True)]
                assert replies[0] == replies[1]
            compared.append(other)

    play_through(case.ruleset, case.state, RandomPlayer(), answers=case.answers, watch=watch)
    assert len(compared) > 3


def test_a_view_is_stable_and_can_be_filled_in(case):
    for side in case.state.table.sides:
        view = case.ruleset.view(case.state, side.key)
        assert first_difference(case.ruleset.view(view, side.key), view) is None
        filled = case.ruleset.determinise(view, branch("fill", side.key))
        assert first_difference(case.ruleset.view(filled, side.key), view) is None
        assert start(case.ruleset, filled).pending is not None


def test_bases_do_not_overlap_when_settled(case):
    def watch(run, decision):
        if run.settled:
            assert [str(found) for found in overlaps(case.ruleset, run.state)] == [], f"before {decision!r}"

    for player in PLAYERS:
        play_through(case.ruleset, case.state, player, answers=case.answers, watch=watch)


def test_facts_of_a_moment(case):
    facts = case.ruleset.facts(case.state)
    sides = case.state.table.sides
    played = {side.key for side in sides if side.played}
    assert played <= set(facts.scores) == set(facts.points) <= {side.key for side in sides}
    assert facts.turn <= facts.turns or not facts.turns


CODE = """
from tests.contract.cases import CASES
from tests.support.twin import play_through
from battlesim.engine.digest import digest
from battlesim.players.random_player import RandomPlayer
case = CASES[{key!r}]()
print(digest(play_through(case.ruleset, case.state, RandomPlayer(), answers=40).state))
"""


def test_the_digest_does_not_depend_on_the_hash_seed(case):
    root = Path(__file__).parents[2]
    found = set()
    for seed in ("0", "4242"):
        command = [sys.executable, "-c", CODE.format(key=case.ruleset.key)]
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        found.add(subprocess.run(command, env=env, cwd=root, check=True, capture_output=True).stdout)
    assert len(found) == 1
