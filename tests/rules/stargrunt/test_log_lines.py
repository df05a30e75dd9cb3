"""Lines of the log in which several figures are hit at once."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.marks import WOUNDED
from battlesim.table.events import DiceRolled, MarkChange, MarksChanged
from battlesim.ui.session.battle_log import BattleLog

from .field import battle, foes, row, squad

STATE = battle(squad("a", (0, 0)), foes("b", *row(0, 10, 3)))


@pytest.mark.parametrize(
    ("voiced", "words"),
    [
        (False, "2 x wound; kill; b1 wounded; b2 wounded"),
        (True, "2 x wound; kill; b1 is hit; medic!; b2 is hit"),
    ],
)
def test_equal_results_are_counted_and_a_wound_is_told_once(voiced: bool, words: str) -> None:
    log = BattleLog(RULESET, STATE, voiced)
    roll = DiceRolled(why="burst", by="a1", sides=(8, 8, 8), faces=(6, 5, 8), came="wound; wound; kill")
    log.add_event(roll, STATE, STATE, 0)
    for number, piece in enumerate(("b1", "b2"), 1):
        wound = MarksChanged(parts=(MarkChange(piece, WOUNDED, 0, 1),), rule="SG-INF-08")
        log.add_event(wound, STATE, wound.apply(STATE), number)
    assert str(log.lines[-1].result).startswith(words)
