"""Positions of played battles, and how many of them the long jobs look at."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.decisions import DICE_SIDE, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import Run, start_run
from battlesim.players.base import Player, PlayerContext, rng_seed_for
from battlesim.rulesets.troice_station.core.state import MARINES
from battlesim.scenarios.library import load_scenario

POSITIONS = "BATTLESIM_POSITIONS"
"""The environment variable that says how many positions a long job looks at."""


class Position(NamedTuple):
    """A battle at a question of the marines."""

    run: Run
    question: Decision[Any]
    number: int


def wanted(usual: int) -> int:
    """How many positions to look at."""
    return int(os.environ.get(POSITIONS, str(usual)))


def questions(
    options: Mapping[str, str], player: Player, seeds: Iterator[int] | None = None, answers: int = 2000
) -> Iterator[Position]:
    """Every question of the marines in battles of `troice_first`, one battle after the other."""
    for seed in seeds or count(1):
        scenario = load_scenario("troice_first", dict(options))
        run, dice = start_run(scenario.ruleset, scenario.initial_state()), SeededDice(seed)
        for number in range(answers):
            question = run.pending
            if question is None:
                break
            if isinstance(question, ChanceDecision) and question.side == DICE_SIDE:
                run.answer(question.roll_or_draw(dice))
                continue
            yield Position(run, question, number)
            view = run.ruleset.view(run.state, MARINES)
            moment = PlayerContext(run.ruleset, MARINES, rng_seed_for(seed, MARINES, number), number)
            run.answer(player.answer(view, question, moment).answer)
