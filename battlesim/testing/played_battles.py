"""Battles that a single player has played for all sides, kept so that many checks can share them."""

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
    """A decision of a played battle, with the position and state of the run when it had to be answered."""

    position: RunPosition
    state: AnyState
    decision: Decision[Any]

    def run_at_decision(self, ruleset: AnyRuleset) -> Run:
        """Return a new run that waits for an answer to this decision."""
        return Run(ruleset, self.position)


class PlayedBattle(NamedTuple):
    """A played battle: its decisions and events in order, and its final state."""

    decisions: tuple[PlayedDecision, ...]
    events: tuple[Event, ...]
    state: AnyState


def play_battle(case: BattleCase, player: Player, seed: int = 1) -> PlayedBattle:
    """Play a test case with one player for all sides, up to the end or the maximum number of answers.

    Raises AssertionError if the player gives an illegal answer, unless a hidden fact makes it illegal.
    """
    decisions: list[PlayedDecision] = []

    def watch(run: Run, decision: Decision[Any]) -> None:
        decisions.append(PlayedDecision(run.position, run.state, decision))

    run = play_through(case.ruleset, case.state, player, seed=seed, answers=case.answers, watch=watch)
    events = tuple(item for item in run.take_updates() if isinstance(item, Event))
    return PlayedBattle(tuple(decisions), events, run.state)


@cache
def contract_battle(case: BattleCase, player: int = 0, seed: int = 1) -> PlayedBattle:
    """Return the battle of a test case, played by `CONTRACT_PLAYERS[player]` once per process."""
    return play_battle(case, CONTRACT_PLAYERS[player], seed)
