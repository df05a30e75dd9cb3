"""What holds at every moment of played battles: three actions at most, and no pip made or lost."""

from __future__ import annotations

import os

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.run import start_run
from battlesim.players.match import Match
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets.troice_station.core.marks import ACTIONS
from battlesim.rulesets.troice_station.core.pips import PipsSet
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.scenarios.library import load_scenario

ROLLED = ("TS-SEQ-01", "TS-CMD-05")
GIVEN = ("TS-CMD-02", "TS-CMD-04")
PAID = "TS-ACT-03"


def pips(state: Battle) -> int:
    """All that are held by anybody."""
    return sum(sum(held.values()) for held in (state.game.purses, state.game.pools, state.game.own))


def play(seed: int) -> int:
    """Play a battle by chance; how many pips were paid for acts."""
    loaded = load_scenario("troice_first")
    run = start_run(loaded.ruleset, loaded.initial_state())
    news, paid = list[RunUpdate](), 0
    match = Match(run, {MARINES: RandomPlayer()}, SeededDice(seed), seed=seed, on_updates=news.extend)
    while run.pending is not None:
        before, turn = pips(run.state), run.state.game.turn
        news.clear()
        match.answer_next()
        changes = [event for event in (*news, *run.take_updates()) if isinstance(event, PipsSet)]
        of = {rule: sum(e.new - e.old for e in changes if e.rule == rule) for rule in (*GIVEN, PAID)}
        rolled = sum(e.new - e.old for e in changes if e.rule in ROLLED)
        assert sum(of[rule] for rule in GIVEN) <= 0, f"turn {turn}: more was handed out than there was"
        assert all(e.new - e.old == -1 for e in changes if e.rule == PAID), (
            f"turn {turn}: an act costs one pip"
        )
        assert pips(run.state) <= before + rolled, f"turn {turn}: pips came from nowhere"
        assert pips(run.state) == before + sum(e.new - e.old for e in changes)
        worst = max((p.mark_count(ACTIONS) for p in run.state.table.pieces_of_side(MARINES)), default=0)
        assert worst <= 3, f"turn {turn}: somebody has taken {worst} actions"
        paid -= of[PAID]
    return paid


@pytest.mark.slow
@pytest.mark.rule("TS-ACT-02", "TS-CMD-06", "TS-GAP-13")
def test_nobody_takes_four_actions_and_no_pip_is_made_or_lost() -> None:
    """BATTLESIM_BATTLES says in how many battles, 1 without it."""
    for seed in range(1, 1 + int(os.environ.get("BATTLESIM_BATTLES", "1"))):
        assert play(seed) > 0
