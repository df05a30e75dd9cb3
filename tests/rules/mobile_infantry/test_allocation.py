"""Allocation: among whom the dice of a pool are laid, and in which order."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import derived_rng
from battlesim.engine.dice_allocation import (
    AssignLimited,
    DiceStock,
    dice_recipients,
    first_misfit,
    fitting_kinds,
)
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.attack import allocation
from battlesim.testing.script import RefusedError
from tests.rules.mobile_infantry.field import (
    field,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.shots import guns, laid, pool_of, shoot

FIVE = [("W1", 16, 10), ("W2", 18, 10), ("W3", 20, 10), ("W4", 21, 10), ("W5", 21.5, 12)]


@pytest.mark.rule("MI-SHOT-05")
@pytest.mark.parametrize("target", ["W3", "W5", "W1"])
def test_dice_go_to_the_nearest_whoever_is_named(target):
    state = field(rifles("P", 10, 10), *(warrior(*w) for w in FIVE))
    assert laid(state, "P", answers={"target": [target], "weapons": [guns]}, faces=[1] * 4) == [
        "W1",
        "W2",
        "W3",
        "W4",
    ]


@pytest.mark.rule("MI-SHOT-06")
def test_nobody_has_a_second_die_before_everybody_has_one():
    state = field(rifles("P", 10, 10), rifles("Q", 8.9, 10), *(warrior(*w) for w in FIVE[:3]))
    given = Counter(laid(state, "P", "Q", answers={"target": ["W1"], "weapons": [guns]}, faces=[1] * 8))
    assert given == {"W1": 3, "W2": 3, "W3": 2}


@pytest.mark.rule("MI-GAP-11")
def test_ordinary_dice_go_where_no_area_die_lies_yet():
    state = field(
        piece("missile_team", "M", 10, 12),
        rifles("P", 10, 10, hits=1),
        warrior("W", 16, 10),
        warrior("V", 20.5, 10),
    )
    answers = {"target": ["W"], "weapons": [("he_warhead", "assault_rifle")]}
    assert laid(state, "M", "P", answers=answers, faces=[1, 1]) == ["W", "V"]


@pytest.mark.rule("MI-GAP-10")
def test_only_models_within_six_inches_of_the_target_are_eligible():
    state = field(rifles("P", 10, 10), warrior("W", 24, 10), warrior("V", 17, 10), warrior("X", 24, 17.05))
    given = laid(state, "P", answers={"target": ["W"]}, faces=[1] * 4)
    assert given == ["V", "W", "V", "W"]  # V is 6.0 in from W, X is further


@pytest.mark.rule("MI-GAP-10", "MI-SHOT-04")
@pytest.mark.parametrize(
    ("option", "eligible"),
    [
        ("6_inches", {"W", "H", "V"}),
        ("target_unit", {"W", "V", "U"}),
        ("all_visible", {"W", "H", "V", "U", "X", "Y"}),
    ],
)
def test_the_fire_zone_by_option(option, eligible):
    state = field(
        *(rifles(f"P{i}", 10, 8 + 1.5 * i) for i in range(4)),
        warrior("W", 16, 10),
        piece("hopper", "H", 18, 10),
        warrior("V", 22.9, 10),
        warrior("U", 24.9, 10),
        warrior("X", 16, 25),
        warrior("Y", 26.95, 10),
        options={"fire_zone": option},
    )
    given = laid(
        state, *(f"P{i}" for i in range(4)), answers={"target": ["W"], "weapons": [guns]}, faces=[1] * 16
    )
    assert set(given) == eligible


@pytest.mark.rule("MI-GAP-10")
def test_a_lone_die_goes_to_the_nearer_model_even_if_it_is_wasted_there():
    state = field(piece("missile_team", "M", 10, 10), piece("tanker", "T", 20, 10), warrior("W", 17, 12))
    answers = {"target": ["T"], "weapons": [("ap_warhead",)]}
    assert laid(state, "M", answers=answers, faces=[1]) == ["W"]


def _rifles_short_of_v():  # type: ignore[no-untyped-def]
    """Rifles that reach W alone, a gun that reaches W and V."""
    return field(
        rifles("P", 10, 10), piece("machine_gun", "G", 10, 12), warrior("W", 29, 10), warrior("V", 32, 10)
    )


@pytest.mark.rule("MI-GAP-11", "MI-SHOT-06")
def test_each_model_has_a_die_in_turn_that_bears_on_it():
    given = laid(_rifles_short_of_v(), "P", "G", answers={"target": ["W"], "weapons": [guns]}, faces=[1] * 10)
    assert given == ["W", "V"] * 5


@pytest.mark.rule("MI-GAP-11", "MI-SHOT-15")
def test_a_kind_of_die_that_does_not_bear_on_its_model_is_refused():
    answers = {"target": ["W"], "weapons": [guns], "allocate": [("D6",) * 4 + (GUN,) * 6]}
    with pytest.raises(RefusedError) as caught:
        shoot(_rifles_short_of_v(), "P", "G", answers=answers)
    assert "die 2 goes to V, and no D6 that is left bears on it" in str(caught.value)


GUN = "D6+1 Piercing(1)"


def _six_and_one():  # type: ignore[no-untyped-def]
    """One rifle die that bears on both Warriors, six of a gun in whose arc the near one alone stands."""
    return field(
        rifles("P", 10, 10, hits=1),
        piece("machine_gun", "G", 12, 12, facing=90.0),
        warrior("near", 12, 16),
        warrior("far", 10, 4),
        options={"fire_zone": "all_visible"},
    )


@pytest.mark.rule("MI-SHOT-06", "MI-GAP-11")
def test_six_and_one_are_never_dealt_as_seven_and_none():
    answers = {"target": ["near"], "weapons": [guns]}
    given = Counter(laid(_six_and_one(), "P", "G", answers=answers, faces=[1] * 7))
    assert given == {"near": 6, "far": 1}
    asked = shoot(_six_and_one(), "P", "G", answers=answers, until="allocate")
    question = asked.asked[-1]
    assert question.check(asked.state, ("D6", *(GUN,) * 6)) is not None
    assert all(
        question.check(asked.state, some) is None
        for some in question.suggest(asked.state, 6, derived_rng(1, "x"))
    )
    shown = allocation.default_allocation(
        asked.state, "near", {"P": ("assault_rifle",), "G": ("heavy_machine_gun",)}
    )
    assert Counter(die.target for die in shown) == {"near": 6, "far": 1}


ON_SOME = st.lists(
    st.tuples(st.sampled_from("AB"), st.sets(st.sampled_from("xyz"), min_size=1)), min_size=1, max_size=5
)


def _rounds(counts: Counter[str]) -> list[tuple[int, str]]:
    return sorted((number, model) for model in counts for number in range(counts[model]))


@pytest.mark.rule("MI-SHOT-06")
@given(ON_SOME, st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2)))
def test_no_dealing_at_all_gives_an_earlier_round_or_a_nearer_model_more(dice, lying):
    """Against every dealing there is: the rounds are filled as far as can be, the nearest first."""
    stocks = [DiceStock(kind, tuple(sorted(models)), 1) for kind, models in dice]
    found = dice_recipients(stocks, "xyz", lying)
    assert len(found) == len(dice)

    def slots(dealt) -> list[bool]:
        counts = Counter(dealt) + Counter(lying)
        taken = {(n, m) for n, m in _rounds(counts) if n >= lying.get(m, 0)}
        return [(number, model) in taken for number in range(8) for model in "xyz"]

    every = product(*(sorted(models) for _, models in dice))
    assert slots(found) == max(slots(dealt) for dealt in every)


@given(ON_SOME, st.randoms(use_true_random=False))
def test_a_wish_is_fitted_where_any_dealing_has_it(dice, random):
    """A wish is refused exactly where no order of the dice has those kinds, and what is fitted can be had."""
    stocks = [DiceStock(kind, tuple(sorted(models)), 1) for kind, models in dice]
    found = dice_recipients(stocks, "xyz", {})
    wish = [kind for kind, _ in dice]
    random.shuffle(wish)
    can = any(
        all(
            model in on and kind == wanted
            for model, (kind, on), wanted in zip(found, order, wish, strict=True)
        )
        for order in permutations(dice)
    )
    assert (first_misfit(stocks, found, wish) is None) is can
    fitted = fitting_kinds(stocks, found, wish)
    assert first_misfit(stocks, found, fitted) is None
    assert (fitted == tuple(wish)) is can and Counter(fitted) == Counter(wish)


@pytest.mark.rule("MI-GAP-11")
def test_the_attacker_says_which_kind_of_die_goes():
    state = field(
        rifles("P", 10, 10), piece("machine_gun", "G", 10, 8.9), warrior("W", 16, 10), warrior("V", 20, 10)
    )
    kinds = ("D6", GUN) * 4 + (GUN, GUN)
    done = shoot(
        state, "P", "G", answers={"target": ["W"], "weapons": [guns], "allocate": [kinds]}, dice=[1] * 10
    )
    assert pool_of(done).sides == (6,) * 10
    with pytest.raises(RefusedError):
        shoot(
            state, "P", "G", answers={"target": ["W"], "weapons": [guns], "allocate": [("D6",) * 10]}, dice=[]
        )


@pytest.mark.rule("MI-GAP-60")
def test_at_equal_distance_the_attacker_chooses():
    state = field(rifles("P", 10, 10, hits=1), warrior("V", 16, 10), warrior("W", 10, 16))
    assert laid(state, "P", answers={"target": ["V"]}, faces=[1]) == ["V"]
    apart = field(rifles("P", 10, 10, hits=1), warrior("V", 16, 11), warrior("W", 16, 9))
    ask = shoot(apart, "P", answers={"target": ["V"]}, until="allocate").first_decision("allocate")
    assert isinstance(ask, AssignLimited)
    assert laid(apart, "P", answers={"target": ["V"], "allocate": [("W", "V")]}, faces=[1]) == ["W"]
    even = field(rifles("P", 10, 10, hits=2), warrior("V", 16, 11), warrior("W", 16, 9))
    asked = [d.what for d in shoot(even, "P", answers={"target": ["V"]}, dice=[1, 1]).asked]
    assert "allocate" not in asked


@pytest.mark.rule("MI-GAP-60")
def test_what_is_still_open_goes_by_the_lower_id():
    state = field(rifles("P", 10, 10, hits=1), warrior("W", 16, 9), warrior("V", 16, 11))
    assert laid(
        state, "P", answers={"target": ["W"], "allocate": [lambda d, s: d.default(s)]}, faces=[1]
    ) == ["V"]


@pytest.mark.rule("MI-GAP-11")
def test_the_question_of_allocation_travels_as_data():
    state = field(
        rifles("P", 10, 10), piece("machine_gun", "G", 10, 8.9), warrior("W", 16, 10), warrior("V", 20, 10)
    )
    ask = shoot(
        state, "P", "G", answers={"target": ["W"], "weapons": [guns]}, until="allocate"
    ).first_decision("allocate")
    back = Codec(RULESET).decode_decision(encode(ask))
    assert back == ask
    assert back.check(state, back.default(state)) is None
    assert all(back.check(state, answer) is None for answer in back.suggest(state, 6, derived_rng("test")))


@pytest.mark.rule("MI-SHOT-05")
def test_only_those_who_fire_count_for_who_is_nearest():
    state = field(
        rifles("P", 12, 12), rifles("Q", 10, 20, hits=1), warrior("V", 16, 12), warrior("W", 16, 18)
    )
    answers = {"target": ["V"], "weapons": [("hold", "assault_rifle")]}
    assert laid(state, "P", "Q", answers=answers, faces=[1]) == ["W"]


@pytest.mark.rule("MI-GAP-10", "MI-GAP-11")
def test_of_alike_dice_the_one_that_reaches_fewer_models_goes_first():
    state = field(
        rifles("P", 10, 10, hits=1), rifles("Q", 4, 10, hits=1), warrior("W", 20, 10), warrior("V", 25.5, 10)
    )
    assert laid(state, "P", "Q", answers={"target": ["W"]}, faces=[1, 1]) == ["W", "V"]
