"""Count what a side that lies in wait is asked: `python -m benchmarks.waiting_questions village --side unit`.

The side lays all its models that can in wait to fire in its first turn and leaves them there; the other sides
play as recruits. Counted are the questions in the turns of the others: at moments of a move, and as a turn
ends. Once it lets everything pass, which leaves as much as possible to ask about, and once it shoots at the
best moments. Without a window; how many inputs a question takes, `benchmarks.inputs` counts. Exit code 1 when
one turn of the others has more questions than the budget.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any, Final

from battlesim.engine.decisions import ChooseOne, ChooseSome, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.run import start_run
from battlesim.players.base import PlayerContext, Reply
from battlesim.players.match import Match
from battlesim.players.recruit import Recruit
from battlesim.scenarios.library import load_scenario
from battlesim.table.state import AnyState

BUDGET: Final = 12
"""Questions of waiting models in one turn of the other sides."""
WAIT, WAITING_STEP = "waits_to_fire", "waiting"


class Sentry:
    """A player that lies in wait, and shoots or not; `asked` counts its questions by turn."""

    def __init__(self, shoots: bool) -> None:
        self.shoots, self.waits = shoots, False
        self.asked: Counter[tuple[int, str]] = Counter()
        self.moments: list[int] = []

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Count the question and answer it."""
        facts = context.ruleset.facts(view)
        if facts.active not in ("", decision.side):
            self.asked[facts.turn, facts.active] += 1
            return Reply(self._reaction(view, decision))
        if isinstance(decision, ChooseSome) and decision.what == "wait":
            return Reply(tuple(option.key for option in decision.open_options))
        if isinstance(decision, ChooseOne) and decision.what in (WAITING_STEP, "piece"):
            lies_down = not self.waits and any(option.key == WAIT for option in decision.open_options)
            self.waits = self.waits or lies_down
            return Reply(WAIT if lies_down else decision.default(view))
        return Recruit().answer(view, decision, context)

    def _reaction(self, view: AnyState, decision: Decision[Any]) -> Any:
        if isinstance(decision, ChooseMoment):
            self.moments.append(len(decision.stops))
            return decision.best if self.shoots else LET_PASS
        if isinstance(decision, ChooseOne) and self.shoots and decision.what == "last_shot":
            return decision.open_options[0].key
        return decision.default(view)


def count(name: str, side: str, seed: int, shoots: bool) -> Sentry:
    """Play one battle and return the side's player with what it was asked."""
    scenario = load_scenario(name)
    state, sentry = scenario.initial_state(), Sentry(shoots)
    seats = {one.key: sentry if one.key == side else Recruit() for one in state.table.sides}
    Match(start_run(scenario.ruleset, state), seats, SeededDice(seed), seed=seed).play()
    return sentry


def main() -> int:
    """Play the battles; exit code 1 when a turn has too many questions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario")
    parser.add_argument("--side", required=True)
    parser.add_argument("--games", type=int, default=5)
    options = parser.parse_args()
    failed = False
    for shoots in (False, True):
        games = [count(options.scenario, options.side, seed, shoots) for seed in range(options.games)]
        turns = [asked for game in games for asked in game.asked.values()]
        moments = [many for game in games for many in game.moments]
        most = max(turns, default=0)
        failed |= most > BUDGET
        habit = "shoots" if shoots else "lets pass"
        print(
            f"{options.scenario} as {options.side}, {habit}, {options.games} games: {sum(turns)} questions "
            f"in {len(turns)} turns that had any, at most {most} of {BUDGET} in one turn; "
            f"{len(moments)} about moments, up to {max(moments, default=0)} moments in one"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
