"""Swap what is hidden, see that nothing shown changes: `python -m benchmarks.bench_hidden --positions 500`.

Battles in which something is hidden, by recruits and by chance, seed after seed. At each question to the side
that does not know, what it must not know is swapped: its view and its facts, the question, the answer of a
recruit, the plan of its act, what others would do after it, and each card of odds must stay the same. Exit
code 1 where one does not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle
from random import Random
from typing import Any

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import encode
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import ActPlan, LookaheadPlanner, decision_role
from battlesim.engine.repeat_plan import RepeatRequest, repeat_plan
from battlesim.engine.ruleset import SupportsPreviews
from battlesim.engine.run import Run, RunPosition
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit, recruit_adviser
from battlesim.testing.case import BattleCase
from battlesim.testing.playthroughs import play_through
from tests.contract.cases import CASES, LONG_CASES

ALL_CASES = {**CASES, **LONG_CASES}
EVERY = 3
"""Each which question is compared, so that the comparisons are spread over a battle."""


def shown(case: BattleCase, run: Run) -> tuple[Any, ...]:
    """All that a side gets with a question: its view, facts, advice, plans, and the cards of their lines."""
    decision, ruleset = run.pending, case.ruleset
    assert decision is not None
    looker = LookaheadPlanner(ruleset, run.position, case.blind, recruit_adviser(ruleset))
    view = ruleset.view(run.state, case.blind)
    advice = recruit_adviser(ruleset)(view, decision)
    plans = [looker.plan_act((advice.answer,))]
    if isinstance(decision, ChooseOne) and decision_role(ruleset, decision) == "who":
        others = tuple(one.key for one in decision.open_options if one.key != decision.least)
        plans.append(repeat_plan(looker, RepeatRequest(plans[0].answers, others=others)))
    known = encode(view), repr(ruleset.facts(view)), encode(decision), advice
    return *known, *((plan.answers, plan.stop, plan.words, tuple(cards(case, plan))) for plan in plans)


def cards(case: BattleCase, plan: ActPlan) -> Iterator[Any]:
    """The card of each line of a plan."""
    if isinstance(case.ruleset, SupportsPreviews):
        for line in plan.lines:
            yield case.ruleset.preview(line.view, line.decision, line.answer)


def compare(name: str, seed: int, most: int) -> tuple[int, list[str]]:
    """How many positions of a battle were compared, and where something showed."""
    case, wrong, compared, questions = ALL_CASES[name](), list[str](), 0, 0
    assert case.swaps is not None
    swaps = case.swaps

    def watch(run: Run, decision: Decision[Any]) -> None:
        nonlocal compared, questions
        asked = decision.side == case.blind and run.is_settled and not isinstance(decision, ChanceDecision)
        questions += asked
        if not asked or compared >= most or questions % EVERY:
            return
        others = swaps(run.position.state)
        for other in Random(compared).sample(others, min(2, len(others))):
            if shown(case, Run(case.ruleset, RunPosition(other, run.step))) != shown(case, run):
                wrong.append(f"{name}, seed {seed}: {decision.what}")
            compared += 1

    player = Recruit() if seed % 2 else RandomPlayer()
    play_through(case.ruleset, case.state, player, seed=seed, answers=10 * case.answers, watch=watch)
    return compared, wrong


def main() -> int:
    """Compare as many positions as asked for; exit code 1 where something hidden shows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--each", type=int, default=40, help="the most of one battle")
    options = parser.parse_args()
    names = [name for name, make in ALL_CASES.items() if make().swaps]
    done, wrong = Counter[str](), list[str]()
    for name, seed in zip(cycle(names), count(len(names)), strict=False):
        if done.total() >= options.positions:
            break
        found, bad = compare(name, seed // len(names), min(options.each, options.positions - done.total()))
        done[name] += found
        wrong += bad
    print(f"{done.total()} swaps: " + ", ".join(f"{name} {n}" for name, n in done.items()))
    for words in wrong:
        print(f"  WRONG: {words}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
