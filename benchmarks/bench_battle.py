"""Speed of whole battles: python -m benchmarks.bench_battle (about a minute).

Recruits on both sides play the battle of the outpost without a window: processor time of the battle,
of the same with 30 pieces a side in 8 turns, of their answers, and how both grow with the forces (a third,
two thirds, all of the pieces, the same turns).
The baseline is a fixed piece of work on the same processor, so that runs on busy machines can be compared.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import numpy as np

from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.scenarios.library import Scenario, load_scenario
from battlesim.table.state import AnyState

TURNS = 2
"""Turns that are compared between sizes: later ones depend too much on who is left."""


def baseline() -> float:
    """Processor seconds of a fixed mix of plain Python and small arrays."""
    began, row, total = time.process_time(), np.arange(50.0), 0.0
    for i in range(100_000):
        total += i % 7
    for _ in range(10_000):
        total += float(np.hypot(row, row).sum())
    return time.process_time() - began


def reduced(state: AnyState, most: int) -> AnyState:
    """The same battle with at most so many pieces a side, each unit cut down by the same part of it."""
    table, kept = state.table, set[str]()
    for side in table.sides:
        units: dict[str, list[str]] = {}
        for piece in table.pieces_of_side(side.key):
            units.setdefault(piece.unit, []).append(piece.id)
        ranked = [(k / len(ids), piece) for ids in units.values() for k, piece in enumerate(ids)]
        kept.update(piece for _, piece in sorted(ranked)[:most])
    return state.with_table(table.without_pieces(*(p for p in table.pieces if p not in kept)))


def battle(
    scenario: Scenario, state: AnyState, level: str, seed: int, turns: int
) -> tuple[float, list[float]]:
    """Processor seconds of a battle up to the end of a turn, and of each answer of a player."""
    run = start_run(scenario.ruleset, state)
    seats = {side.key: load_player(level) for side in state.table.sides}
    match = Match(run, seats, SeededDice(seed), seed=seed)
    answers, began = list[float](), time.process_time()
    while (asked := run.pending) is not None and scenario.ruleset.facts(run.state).turn <= turns:
        before = time.process_time()
        match.answer_next()
        if asked.side in seats:
            answers.append(time.process_time() - before)
    return time.process_time() - began, answers


def show(what: str, spent: float, answers: list[float], unit: float) -> None:
    """One line of the table."""
    ms = sorted(1000.0 * a for a in answers)
    p95 = ms[math.ceil(0.95 * len(ms)) - 1]
    print(
        f"{what:<34} {spent:6.2f} s {spent / unit:7.0f} x baseline {len(ms) / spent:6.0f} answers/s"
        f"   an answer with what follows: median {statistics.median(ms):6.2f} ms, p95 {p95:7.2f} ms",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scenario", default="outpost_evac")
    parser.add_argument("--level", default="recruit")
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    scenario = load_scenario(options.scenario)
    unit = baseline()
    print(f"baseline {1000.0 * unit:.0f} ms")
    spent, answers = battle(scenario, scenario.initial_state(), options.level, options.seed, 1000)
    show("whole battle", spent, answers, unit)
    small = reduced(scenario.initial_state(), 30)
    show("30 a side, 8 turns (bar 10 s)", *battle(scenario, small, options.level, options.seed, 8), unit)
    sizes, costs = [], []
    largest = max(
        len(scenario.initial_state().table.pieces_of_side(side.key))
        for side in scenario.initial_state().table.sides
    )
    for part in (1, 2, 3):
        state = reduced(scenario.initial_state(), math.ceil(part / 3 * largest))
        spent, answers = battle(scenario, state, options.level, options.seed, TURNS)
        sizes.append(math.log(len(state.table.pieces)))
        costs.append(math.log(spent))
        show(f"{len(state.table.pieces)} pieces, {TURNS} turns", spent, answers, unit)
    slope = float(np.polyfit(sizes, costs, 1)[0])
    print(f"cost grows as pieces^{slope:.2f} (bar 1.3)")


if __name__ == "__main__":
    main()
