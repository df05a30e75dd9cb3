"""Battles in which a single player has played all sides, stored as plain data for many checks."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import Run, RunPosition
from battlesim.players.base import Player
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.table.events import Event
from battlesim.table.state import AnyState
from battlesim.testing.case import BattleCase
from battlesim.testing.playthroughs import play_through

CONTRACT_PLAYERS: tuple[Player, ...] = (RandomPlayer(), Recruit())


class PlayedDecision(NamedTuple):
    """A decision of a played battle, with the moment and the state in which it had to be answered."""

    position: RunPosition
    state: AnyState
    decision: Decision[Any]

    def run(self, ruleset: AnyRuleset) -> Run:
        """Return a new run that waits for an answer to this decision."""
        return Run(ruleset, self.position)


class PlayedBattle(NamedTuple):
    """A played battle: its decisions in order, all its events, and its final state."""

    decisions: tuple[PlayedDecision, ...]
    events: tuple[Event, ...]
    state: AnyState


def play_battle(case: BattleCase, player: Player, seed: int = 1) -> PlayedBattle:
    """Play a test case with the same player on all sides, to its end or its maximum number of answers.

    Raises AssertionError if an answer is refused and the refusal reveals no hidden information.
    """
    decisions: list[PlayedDecision] = []

    def watch(run: Run, decision: Decision[Any]) -> None:
        decisions.append(PlayedDecision(run.position, run.state, decision))

    run = play_through(case.ruleset, case.state, player, seed=seed, answers=case.answers, watch=watch)
    events = tuple(item for item in run.take_updates() if isinstance(item, Event))
    return PlayedBattle(tuple(decisions), events, run.state)


@cache
def contract_battle(case: BattleCase, player: int = 0, seed: int = 1) -> PlayedBattle:
    """Return the battle played by one of CONTRACT_PLAYERS in a test case, cached for the whole process."""
    return play_battle(case, CONTRACT_PLAYERS[player], seed)
