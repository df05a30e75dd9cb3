"""Numbers between two limits: what is legal, what is suggested, what the rows are."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.engine.number_choice import ChooseNumber
from battlesim.table.phrases import rendered_text
from tests.contract.cases import toy

HEIGHT = ChooseNumber(side="red", what="height", prompt="Height", least=2.0, most=4.25, now=3.1, step=0.5)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (2.0, ""),
        (4.25, ""),
        (3.333, ""),
        (1.9, "the number must be 2 in to 4.25 in"),
        (4.3, "the number must be 2 in to 4.25 in"),
        (float("nan"), "the answer must be a finite number"),
    ],
)
def test_any_number_within_the_limits_is_legal(answer: float, reason: str) -> None:
    refused = HEIGHT.check(toy().state, answer)
    assert (rendered_text(refused.reason, {}.get) if refused else "") == reason


def test_handy_numbers_are_steps_with_the_limits_and_the_present_one() -> None:
    assert HEIGHT.handy_numbers() == [2.0, 2.5, 3.0, 3.1, 3.5, 4.0, 4.25]


def test_every_suggestion_is_legal_and_the_default_comes_first() -> None:
    state = toy().state
    found = HEIGHT.suggest(state, 6, derived_rng("seed"))
    assert found[0] == HEIGHT.default(state) == 3.1 and len(found) == len(set(found))
    assert all(HEIGHT.check(state, number) is None for number in found)
