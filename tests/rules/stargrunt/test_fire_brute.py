"""The odds of a fire action against plain enumeration that shares no code with them."""

from __future__ import annotations

import pytest

from benchmarks.brute_fire import differences, drawn_case


@pytest.mark.rule("SG-FIR-01", "SG-INF-09", "SG-GAP-05")
@pytest.mark.parametrize("seed", range(1, 21))
def test_the_odds_of_a_fire_action_are_those_of_all_faces(seed):
    assert differences(seed, chains=0) == []


def test_a_case_has_dice_of_the_firers_weapons():
    assert {len(drawn_case(seed)[0].dice) for seed in range(1, 21)} == {2, 3, 4}


def test_a_wrong_chance_is_found(monkeypatch):
    case, odds = drawn_case(1)
    wrong = odds._replace(suppressed=odds.suppressed + 1e-6)
    monkeypatch.setattr("benchmarks.brute_fire.drawn_case", lambda seed: (case, wrong))
    assert len(differences(1, chains=0)) == 1
