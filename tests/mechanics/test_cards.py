"""The bars of a card of odds follow the distribution, whatever its size."""

from __future__ import annotations

import math

import pytest

from battlesim.mechanics.preview_rows import MAX_BARS, MAX_TAIL_CHANCE, losses_bars, points_bars


def dice(n: int, chance: float) -> list[float]:
    """The chances of 0 to n of n even throws."""
    return [math.comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize(
    ("spread", "names"),
    [
        ([0.5, 0.5], ["no loss", "1 lost"]),
        (dice(4, 0.5), ["no loss", "1 lost", "2 lost", "3 lost", "4 lost"]),
        (dice(10, 0.1), ["no loss", "1 lost", "2 lost", "3 lost", "4 or more"]),
        (dice(14, 0.5), ["0-2", "3-4", "5-6", "7-8", "9-10", "11", "12+"]),
        (dice(7, 0.5), ["none", "1", "2", "3", "4", "5", "6", "7"]),
        (dice(40, 0.5), ["0-13", "14-15", "16-17", "18-19", "20-21", "22-23", "24-25", "26", "27+"]),
        ([0.2, 0.8, 0.0, 0.0], ["no loss", "1 lost"]),
        ([0.0, 0.0, 1.0], ["0-1 lost", "2 lost"]),
        ([1.0], ["no loss"]),
    ],
)
def test_losses_are_cut_as_finely_as_there_is_room_for(spread: list[float], names: list[str]) -> None:
    bars = losses_bars(spread)
    assert [name for name, _ in bars] == names
    assert math.isclose(sum(chance for _, chance in bars), 1.0)


@pytest.mark.parametrize("n", range(1, 60, 7))
@pytest.mark.parametrize("chance", [0.05, 0.3, 0.63, 0.95])
def test_no_end_of_the_bars_hides_more_than_a_tail(n: int, chance: float) -> None:
    bars = losses_bars(dice(n, chance))
    assert len(bars) <= MAX_BARS
    assert all(share < MAX_TAIL_CHANCE for name, share in bars if "or more" in name or "+" in name)


@pytest.mark.parametrize(
    ("lost", "names"),
    [
        ([0.5, 0.3, 0.2], ["no loss", "1 HP", "lost"]),
        ([0.2, 0.2, 0.2, 0.2, 0.1, 0.1], ["none", "1", "2", "3", "4", "lost"]),
        ([*(0.9 * share for share in dice(11, 0.2)), 0.1], ["none", "1", "2", "3", "4", "5", "6+", "lost"]),
    ],
)
def test_points_are_followed_up_to_the_loss(lost: list[float], names: list[str]) -> None:
    assert [name for name, _ in points_bars(lost)] == names
