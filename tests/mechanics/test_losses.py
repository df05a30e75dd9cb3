"""Chances of losses, by hand."""

from __future__ import annotations

import pytest

from battlesim.mechanics.odds import Odds, TargetOdds, combined_losses, landing_losses, loss_distribution


def test_more_damage_than_points_costs_all_points() -> None:
    assert loss_distribution({0: 0.5, 1: 0.25, 4: 0.25}, 2) == (0.5, 0.25, 0.25)


def test_two_attacks_add_up() -> None:
    """Each costs 0 or 1 with one half, so that two cost 0, 1 or 2 with 1/4, 1/2 and 1/4."""
    coin = (0.5, 0.5)
    assert combined_losses([coin, coin], 3) == (0.25, 0.5, 0.25, 0.0)
    assert combined_losses([coin, coin], 1) == (0.25, 0.75)


def test_no_attack_costs_nothing() -> None:
    assert combined_losses([], 2) == (1.0, 0.0, 0.0)


def test_landings_are_weighed_by_their_chances() -> None:
    """Half of the shots fall on a, a quarter on a and b, a quarter off; one half of those on a are lost."""
    on_a, on_b = TargetOdds("a", (0.5, 0.5), ()), TargetOdds("b", (0.0, 0.0, 1.0), ())
    losses = landing_losses([(0.5, Odds((on_a,))), (0.25, Odds((on_b, on_a))), (0.25, None)])
    assert [(odds.target, odds.lost) for odds in losses] == [("a", (0.625, 0.375)), ("b", (0.75, 0.0, 0.25))]
    assert [odds.expected for odds in losses] == [pytest.approx(0.375), pytest.approx(0.5)]
    assert [odds.destroyed_chance for odds in losses] == [0.375, 0.25]
