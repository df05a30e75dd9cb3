"""Allocation: among whom the dice of a pool are laid, and in which order."""

from __future__ import annotations

from collections import Counter

import pytest

from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import branch
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.allocation import Deal
from tests.rules.mobile_infantry.field import (
    RefusedError,
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


@pytest.mark.rule("MI-GAP-10")
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


@pytest.mark.rule("MI-GAP-11")
def test_a_die_that_does_not_bear_passes_to_the_next():
    state = field(
        rifles("P", 10, 10), piece("machine_gun", "G", 10, 12), warrior("W", 29, 10), warrior("V", 32, 10)
    )
    kinds = ("D6",) * 4 + ("D6+1 Piercing(1)",) * 6
    given = laid(
        state, "P", "G", answers={"target": ["W"], "weapons": [guns], "allocate": [kinds]}, faces=[1] * 10
    )
    assert given == ["W"] * 4 + ["V"] * 4 + ["W", "V"]


@pytest.mark.rule("MI-GAP-11")
def test_the_attacker_says_which_kind_of_die_goes():
    state = field(
        rifles("P", 10, 10), piece("machine_gun", "G", 10, 8.9), warrior("W", 16, 10), warrior("V", 20, 10)
    )
    gun = "D6+1 Piercing(1)"
    kinds = ("D6", gun) * 4 + (gun, gun)
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
    ask = shoot(apart, "P", answers={"target": ["V"]}, until="allocate").question("allocate")
    assert isinstance(ask, Deal)
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
    ask = shoot(state, "P", "G", answers={"target": ["W"], "weapons": [guns]}, until="allocate").question(
        "allocate"
    )
    back = Codec(RULESET).decision(encode(ask))
    assert back == ask
    assert back.check(state, back.default(state)) is None
    assert all(back.check(state, answer) is None for answer in back.suggest(state, 6, branch("test")))


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
