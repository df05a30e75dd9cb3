"""Dice totals at their edges: exact chances, whole scores, even and odd dice, expected kills."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.attack.pools import (
    expected_kills,
    kill_chances,
    kills,
    pool_kill_chances,
    shared_totals,
    total_chances,
    total_needs,
)
from battlesim.rulesets.alien_invasion.attack.shooting import roll_pool
from battlesim.rulesets.alien_invasion.core.lookups import DicePool
from battlesim.table.events import DiceRolled
from tests.rules.alien_invasion.field import battle, group, perform


@pytest.mark.rule("MT-SHT-07", "MT-SHT-08")
@pytest.mark.parametrize(
    ("dice", "ways"),
    [
        (0, [1]),
        (1, [0, 1, 1, 1, 1, 1, 1]),
        (2, [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
        (3, [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]),
    ],
)
def test_the_chance_of_each_total(dice, ways):
    assert total_chances(dice) == pytest.approx([way / 6**dice for way in ways])


@pytest.mark.rule("MT-SHT-08", "MT-SHT-10", "MT-SHT-11")
@pytest.mark.parametrize(
    ("total", "score", "figures", "dead"),
    [
        (23, 24, 3, 0),
        (24, 24, 3, 1),
        (47, 24, 3, 1),
        (48, 24, 3, 2),
        (100, 24, 3, 3),
        (0, 6, 4, 0),
        (6, 6, 0, 0),
    ],
)
def test_one_dies_for_each_whole_score(total, score, figures, dead):
    assert kills(total, score, figures) == dead


@pytest.mark.rule("MT-SHT-08")
@pytest.mark.parametrize(
    ("dice", "score", "figures", "ways"),
    [
        (1, 3, 1, [2, 4]),
        (1, 6, 1, [5, 1]),
        (2, 4, 2, [3, 18, 15]),
        (2, 4, 3, [3, 18, 14, 1]),
        (0, 6, 2, [1, 0, 0]),
    ],
)
def test_the_chance_of_each_number_of_kills(dice, score, figures, ways):
    assert kill_chances(dice, score, figures) == pytest.approx([way / 6**dice for way in ways])


@pytest.mark.rule("MT-SHT-08")
@pytest.mark.parametrize(
    ("pool", "each", "spared"),
    [
        (DicePool(2, 0, 1), False, 1 / 36),
        (DicePool(2, 0, 1), True, 1 / 36),
        (DicePool(0, 1, 1), False, (2 / 6 + 1 / 36) / 6),
        (DicePool(0, 1, 1), True, (2 / 6 + 1 / 36) / 6),
        (DicePool(1, 1, 1), False, 1 / 36 / 6),
        (DicePool(0, 2, 1), False, 1 / 36 / 6),
        (DicePool(0, 2, 1), True, 1 / 36 / 36),
        (DicePool(0, 1, 2), False, 1 / 36 / 36),
        (DicePool(0, 2, 2), True, 0.0),
    ],
)
def test_the_chance_that_a_score_of_three_is_missed(pool, each, spared):
    """One die misses it with 1 or 2, two dice only with two 1s, three dice never."""
    assert pool_kill_chances(pool, 3, 1, each) == pytest.approx((spared, 1.0 - spared))


@pytest.mark.rule("MT-SHT-08")
def test_the_dice_after_an_initial_roll_may_kill_several():
    one_die, six = kill_chances(1, 6, 4), kill_chances(6, 6, 4)
    found = pool_kill_chances(DicePool(0, 1, 1), 6, 4)
    assert pool_kill_chances(DicePool(0, 2, 1), 3, 1)[0] == pytest.approx(1 / 36 / 6), "one initial roll"
    assert len(found) == 5 and sum(found) == pytest.approx(1.0)
    assert found[4] == pytest.approx((six[4] + kill_chances(5, 6, 4)[4] + kill_chances(4, 6, 4)[4]) / 6)
    below_six = one_die[0] + 10 / 36 + 10 / 216 + 5 / 1296 + 1 / 7776
    assert found[0] == pytest.approx(below_six / 6)


@pytest.mark.rule("MT-HTH-15", "MT-HTH-10", "MT-GAP-34", "MT-HTH-14")
@pytest.mark.parametrize(
    ("faces", "others", "by_value", "even", "shares"),
    [
        ([1, 2, 3], 0, True, 6, ()),
        ([], 2, True, 0, (0, 0)),
        ([2, 4, 6], 2, True, 12, (0, 0)),
        ([2, 4, 6, 1, 3, 5], 1, True, 12, (9,)),
        ([6, 4, 2, 2, 5, 3, 1, 1], 2, True, 14, (5, 5)),
        ([6, 4, 2, 2, 5, 3, 1, 1], 2, False, 14, (6, 4)),
        ([5, 3, 1, 1], 3, True, 0, (5, 3, 2)),
        ([5, 3, 1, 1], 3, False, 0, (6, 3, 1)),
        ([1, 1], 3, True, 0, (1, 1, 0)),
        ([1, 5], 2, True, 0, (5, 1)),
        ([3, 3, 1], 2, True, 0, (4, 3)),
    ],
)
def test_the_shares_of_even_and_odd_dice(faces, others, by_value, even, shares):
    assert shared_totals(faces, others, by_value) == (even, shares)


@pytest.mark.rule("MT-SHT-07", "MT-SHT-08", "MT-SHT-10")
@pytest.mark.parametrize(
    ("dice", "score", "figures", "dead"),
    [(2, 7, 4, 1), (2, 8, 4, 0), (4, 7, 4, 2), (8, 7, 3, 3), (0, 6, 3, 0)],
)
def test_the_kills_to_be_expected_of_dice_at_their_mean(dice, score, figures, dead):
    assert expected_kills(dice, score, figures) == dead


@pytest.mark.rule("MT-SHT-07", "MT-MIB-04")
def test_dice_that_are_added_up_have_no_order():
    assert total_needs().unordered


@pytest.mark.rule("MT-MIB-04", "MT-GAP-44", "MT-MIB-07", "MT-SHT-07")
@pytest.mark.option("mib_initial_roll", "per_group", "per_operative")
@pytest.mark.parametrize(
    ("value", "pool", "dice", "rolls"),
    [
        ("per_group", DicePool(3, 0, 1), [1, 2, 3], [3]),
        ("per_group", DicePool(0, 1, 1), [3, 1, 2, 3], [1, 3]),
        ("per_group", DicePool(0, 2, 1), [4, *[1] * 8], [1, 8]),
        ("per_group", DicePool(0, 2, 2), [3, 5, *[1] * 16], [2, 16]),
        ("per_group", DicePool(1, 2, 1), [1, 6, 6, 6], [1, 3]),
        ("per_operative", DicePool(0, 2, 1), [4, 2, *[1] * 6], [1, 1, 6]),
        ("per_operative", DicePool(0, 2, 2), [1, 2, 1, 1, *[1] * 5], [2, 2, 5]),
        ("per_operative", DicePool(2, 1, 1), [1, 6, 6, 6], [1, 3]),
        ("per_operative", DicePool(2, 0, 1), [6, 6], [2]),
    ],
)
def test_initial_rolls_come_before_the_dice_that_count(value, pool, dice, rolls):
    state = battle(group("a", (10, 10)), options={"mib_initial_roll": value})
    done = perform(state, lambda play: roll_pool(play, pool, "a shot"), {}, dice)
    rolled = done.events_of(DiceRolled)
    assert [event.sides for event in rolled] == [(6,) * number for number in rolls]
