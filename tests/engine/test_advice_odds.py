"""Nothing is proposed that cannot succeed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from battlesim.engine.advice_odds import hopeful_adviser, is_hopeless
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.lookahead import SuggestedAnswer
from battlesim.engine.moment_choice import ChooseMoment, PathMoment
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Advice, Preview
from battlesim.players.recruit import proposal_adviser

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


@pytest.mark.parametrize(
    ("chances", "hopeless"), [((0.0, 0.0), True), ((0.0, 0.1), False), ((0.0, None), False), ((), False)]
)
def test_a_reaction_is_hopeless_if_every_shot_is_known_to_fail(
    chances: tuple[float | None, ...], hopeless: bool
) -> None:
    odds = {f"shot {k}": chance for k, chance in enumerate(chances)}
    ruleset = SimpleNamespace(preview=lambda view, decision, answer: Preview(title="", chance=odds[answer]))
    options = (OPTIONS[0], *(Option(key, key) for key in odds))
    decision = ChooseOne(side="red", what="last_shot", prompt="", options=options, least="hold")
    assert is_hopeless(ruleset, None, decision) is hopeless


@pytest.mark.parametrize(("chance", "hopeless"), [(0.0, True), (0.1, False)])
def test_a_moment_is_hopeless_without_a_chance(chance: float, hopeless: bool) -> None:
    stops = (PathMoment((4.0, 4.0), 1.0, chance=0.0), PathMoment((4.0, 5.0), 2.0, chance=chance))
    decision = ChooseMoment(side="red", what="reaction", prompt="?", stops=stops)
    assert is_hopeless(None, None, decision) is hopeless


def test_where_advice_fails_the_default_is_proposed_with_the_reason() -> None:
    def fails(view: object, decision: object, rng: object) -> list[Advice]:
        raise KeyError("doctrine")

    ruleset: Any = SimpleNamespace(doctrine=SimpleNamespace(advise=fails))
    whom = ChooseOne(side="red", what="target", prompt="", options=OPTIONS, least="hold")
    proposal = proposal_adviser(ruleset)(None, whom)
    assert (proposal.answer, proposal.source) == ("hold", "default")
    assert proposal.why == "the advice of the rules failed: KeyError: 'doctrine'"
