"""Count what forced models do in whole battles of Invasion Earth, to see that everything occurs in play.

    python -m benchmarks.forced_acts patrol_clash:100 ogron_raid:20 quarry:20 [--seed 1] [--level recruit]

Counts every face of the tables of stupidity and fear, contagion that spreads from a model that caught it,
shots and charges out of laying in wait at a forced move, and stupid shots that remove a model of their own
side. Exit code 1 if any of them never occurs in all battles together.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from battlesim.engine.dice import SeededDice
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets.invasion_earth.core.events import StupidityQueued
from battlesim.rulesets.invasion_earth.forced import fear, stupidity
from battlesim.rulesets.invasion_earth.forced.result_tables import CONTAGION, FIRES
from battlesim.scenarios.library import Scenario, load_scenario
from battlesim.table.events import DiceRolled, MovesAnnounced

FACES = range(1, 7)
SPREADS_AGAIN, FRIEND_LOST = "contagion in contagion", "a stupid shot removed a friend"
REACTION_ASKED, REACTED = "reactions to forced moves asked", "reactions to forced moves taken"
TABLES = {stupidity.FAILED: "stupidity", fear.TEST: "fear"}
"""The name of each table of results by the rule of its roll."""
EXPECTED = (
    *(f"{table} {face}" for table in TABLES.values() for face in FACES),
    SPREADS_AGAIN,
    REACTED,
    FRIEND_LOST,
)


class ForcedActCounter:
    """A count of the forced acts of one battle, answer by answer."""

    def __init__(self, match: Match, counts: Counter[str]) -> None:
        self.match, self.counts = match, counts
        self._updates: list[RunUpdate] = []
        self._caught: set[str] = set()
        self._shot_at = ""
        match.on_updates = self._updates.extend

    def play(self) -> None:
        """Play the battle to its end."""
        while (pending := self.match.current_run.pending) is not None:
            step = self.match.current_run.position.step
            forced = isinstance(pending, ChooseMoment) and step is not None and step.name == "start"
            self._updates.clear()
            self.match.answer_next()
            if forced:
                self.counts[REACTION_ASKED] += 1
                self.counts[REACTED] += any(self._is_by(update, pending.side) for update in self._updates)
            for update in self._updates:
                self._count(update)

    def _is_by(self, update: object, side: str) -> bool:
        pieces = self.match.current_run.state.table.pieces
        return isinstance(update, DiceRolled) and update.by in pieces and pieces[update.by].side == side

    def _count(self, update: Any) -> None:
        pieces = self.match.current_run.state.table.pieces
        if self._shot_at and not pieces[self._shot_at].in_play:
            self.counts[FRIEND_LOST] += 1
            self._shot_at = ""
        if isinstance(update, DiceRolled) and update.rule in TABLES:
            self.counts[f"{TABLES[update.rule]} {update.faces[0]}"] += 1
            again = update.rule == stupidity.FAILED and update.faces[0] == 1 and update.by in self._caught
            self.counts[SPREADS_AGAIN] += again
        elif isinstance(update, StupidityQueued):
            self._caught = self._caught | set(update.models[1:]) if update.rule == CONTAGION else self._caught
            self._caught = self._caught if update.models else set()
        elif isinstance(update, MovesAnnounced):
            own = update.rule == FIRES and update.at and pieces[update.at[0]].side == pieces[update.by].side
            self._shot_at = update.at[0] if own else ""


def count_battle(scenario: Scenario, seed: int, level: str, counts: Counter[str]) -> None:
    """Play one battle and add its forced acts to the counts."""
    state = scenario.initial_state()
    seats = {side.key: load_player(level) for side in state.table.sides}
    match = Match(start_run(scenario.ruleset, state), seats, SeededDice(seed), None, seed=seed)
    ForcedActCounter(match, counts).play()


def main(arguments: list[str] | None = None) -> int:
    """Count the forced acts of several series. Return 1 if one of the expected ones never occurs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("series", nargs="+", metavar="SCENARIO:GAMES")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="recruit")
    given = parser.parse_args(arguments)
    total = Counter[str]()
    for series in given.series:
        name, _, games = series.partition(":")
        scenario, counts = load_scenario(name), Counter[str]()
        for seed in range(given.seed, given.seed + int(games or 1)):
            count_battle(scenario, seed, given.level, counts)
        total += counts
        found = ", ".join(f"{key} {counts[key]}" for key in (*EXPECTED, REACTION_ASKED) if counts[key])
        print(f"{name}, {games or 1} battles: {found or 'no forced acts'}", flush=True)
    print("all:", ", ".join(f"{key} {total[key]}" for key in (*EXPECTED, REACTION_ASKED)))
    missing = [key for key in EXPECTED if not total[key]]
    if missing:
        print("never:", ", ".join(missing))
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
