"""Time looking ahead: `python -m benchmarks.bench_plans troice_return --side marines`.

A battle of recruits; at each question that begins an act of the side, what follows on its answer is planned
twice: by a run that followed the battle, as in the window, and by one that replays the step. Both plans must
be the same. On one core, in processor time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.lookahead import ActPlan, LookaheadCache, LookaheadPlanner, decision_role
from battlesim.engine.run import Run
from battlesim.players.recruit import Recruit, recruit_adviser
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.testing.playthroughs import play_through


def timed(looker: LookaheadPlanner, answer: Any) -> tuple[ActPlan, float]:
    """A plan, and the milliseconds of processor time that it took."""
    began = time.process_time()
    plan = looker.plan_act((answer,))
    return plan, 1000 * (time.process_time() - began)


def measure(name: str, side: SideKey, seed: int, most: int) -> tuple[list[float], list[float]]:
    """The times of plans that follow and of plans that replay."""
    scenario, standby = load_scenario(name), LookaheadCache()
    followed: list[float] = []
    replayed: list[float] = []

    def watch(run: Run, decision: Decision[Any]) -> None:
        begins = decision_role(run.ruleset, decision) in ("who", "act")
        if decision.side != side or not begins or len(followed) >= most:
            return
        advise = recruit_adviser(run.ruleset)
        answer = advise(run.ruleset.view(run.state, side), decision).answer
        first = LookaheadPlanner(run.ruleset, run.position, side, advise, standby)
        plan, took = timed(first, answer)
        again, whole = timed(LookaheadPlanner(run.ruleset, run.position, side, advise), answer)
        if (plan.answers, plan.stop) != (again.answers, again.stop):
            raise SystemExit(f"{decision.what}: the plans differ")
        followed.append(took)
        replayed.append(whole)
        first.prepare_next()

    play_through(
        scenario.ruleset, scenario.initial_state(), Recruit(), seed=seed, answers=20_000, watch=watch
    )
    return followed, replayed


def _figures(times: list[float]) -> str:
    ranked = sorted(times)
    middle, high = statistics.median(ranked), ranked[int(0.95 * (len(ranked) - 1))]
    return f"median {middle:.1f}, p95 {high:.1f}, worst {ranked[-1]:.1f} ms"


def main() -> None:
    """Print the times of both ways."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario")
    parser.add_argument("--side", type=SideKey, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400, help="plans that are timed")
    given = parser.parse_args()
    followed, replayed = measure(given.scenario, given.side, given.seed, given.most)
    print(f"{given.scenario} as {given.side}: {len(followed)} plans")
    print(f"  following: {_figures(followed)}")
    print(f"  replaying: {_figures(replayed)}")


if __name__ == "__main__":
    main()
