"""Nothing is proposed that cannot succeed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from battlesim.engine.advice_odds import hopeful_adviser
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.lookahead import SuggestedAnswer
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Preview

OPTIONS = (Option("hold", "Hold fire"), Option("shoot", "Shoot"))


def proposed(chance: float | None, role: str = "part", least: str = "hold") -> str:
    """Return the answer proposed where "shoot" is advised and has a chance."""
    ruleset = SimpleNamespace(
        decision_roles={"target": role},
        preview=lambda view, decision, answer: Preview(title="", chance=chance),
    )
    whom = ChooseOne(side="red", what="target", prompt="", options=OPTIONS, least=least)
    return hopeful_adviser(ruleset, lambda view, decision: SuggestedAnswer("shoot"))(None, whom).answer


@pytest.mark.parametrize(("chance", "answer"), [(0.0, "hold"), (0.1, "shoot"), (None, "shoot")])
def test_a_shot_without_a_chance_is_not_proposed(chance: float | None, answer: str) -> None:
    assert proposed(chance) == answer


def test_an_action_and_a_choice_without_a_way_out_keep_their_advice() -> None:
    assert proposed(0.0, role="act") == proposed(0.0, least="") == "shoot"
