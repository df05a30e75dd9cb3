"""The words of questions, as they come up in battles that automated players play."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battlesim.engine.decisions import DICE_SIDE, AskAll, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import Run, start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.scenarios.library import load_scenario

WORDS = "who|whom|which|what|where|how"
ASKS = re.compile(rf"(^|[:,] )((at|from|on|toward|away from) )?({WORDS})\b", re.IGNORECASE)


def prompts(scenario: str, turns: int) -> set[str]:
    """What the players of both sides are asked in the first turns of a battle."""
    loaded, seen = load_scenario(scenario), set[str]()
    run = start_run(loaded.ruleset, loaded.initial_state())

    def look(run: Run) -> bool:
        pending = run.pending
        asked: list[Decision[Any]] = list(pending.parts.values()) if isinstance(pending, AskAll) else []
        asked += [pending] if pending is not None and not asked else []
        seen.update(one.prompt for one in asked if one.side != DICE_SIDE)
        return run.ruleset.facts(run.state).turn > turns

    seats = {one.key: load_player("recruit") for one in loaded.plan.sides}
    Match(run, seats, SeededDice(1), seed=1).play(look)
    return seen


@pytest.mark.parametrize(("scenario", "turns"), [("first_contact", 9), ("outpost_evac", 2)])
def test_what_asks_ends_with_a_question_mark(scenario: str, turns: int) -> None:
    wrong = [words for words in prompts(scenario, turns) if bool(ASKS.search(words)) and words[-1] != "?"]
    assert wrong == []
