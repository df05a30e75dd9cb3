"""Cards of odds; grenades and flames; contact and tests on a way."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.troice_station.attack import (
    flame,
    grenades,
    to_hit,
)
from battlesim.rulesets.troice_station.attack import shot_previews as odds
from battlesim.rulesets.troice_station.core.marks import (
    MOVED,
)
from battlesim.rulesets.troice_station.overwatch import reactions
from battlesim.rulesets.troice_station.travel import obstacle_tests, path_travel

from .things import alien, battle, block, marine

# -- cards of odds --


@pytest.mark.rule("TS-ACT-18", "TS-FIRE-01", "TS-WND-01", "TS-GAP-73", "TS-ALN-14", "TS-ALN-13")
def test_the_card_of_a_shot_has_the_misses_first_and_counts_out_of_action_alone() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, [MOVED]), alien("y", 19.1, 11.3))
    table = state.table
    card = odds.figure_shot_preview(state, table.piece("a"), table.piece("x"), to_hit.PLAIN_FIRE)
    # on a 4 it hits; D6+2 against D6+4 is two more in three of 36: 5-1, 6-1 and 6-2
    assert card.chance == pytest.approx(0.5 * 3 / 36)
    assert [end for end, _ in card.bars] == ["missed", "unhurt", "dead"]
    assert (card.areas[0].words, card.areas[0].caught) == ("acid blood", ())


@pytest.mark.rule("TS-ALN-14", "TS-ALN-13")
def test_the_card_counts_our_own_in_the_blood() -> None:
    men = [marine("trooper", "b", 19.1, 11.0), marine("trooper", "c", 19.1, 9.0)]
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, [MOVED]), *men)
    card = odds.figure_shot_preview(state, state.table.piece("a"), state.table.piece("x"), to_hit.PLAIN_FIRE)
    assert (card.areas[0].words, card.areas[0].caught) == ("acid blood", ("b", "c"))


@pytest.mark.rule("TS-GAP-73", "TS-ACT-18", "TS-WPN-04", "TS-WPN-05")
@pytest.mark.parametrize(("option", "said"), [("automatic", "42%"), ("to_hit", "28%")])
def test_the_card_of_a_flame_counts_who_is_out_of_action(option: str, said: str) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), options={"flamer_hits": option})
    card = odds.flame_preview(state, state.table.piece("a"), (20.0, 10.0))
    # D6+5 against D6+4 is two more in 15 of 36; by option only when a 3 or more hits first
    assert [str(row.value) for row in card.rows] == [f"{said} out of action"]
    by, target = state.table.piece("a"), state.table.piece("x")
    assert (to_hit.MISSED_MARGIN in exact_chances(lambda: flame.flame_dice_script(state, by, target))) is (
        option == "to_hit"
    )


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01")
def test_a_grenade_is_close_up_to_six_inches_from_the_base() -> None:
    state = battle(marine("trooper", "a", 10, 10), options={"grenades": "one_each"})
    thrower = state.table.piece("a")
    found = [
        grenades.grenade_to_hit_roll(state, thrower, (x, 10.0)).thresholds[0].least
        for x in (10.0, 16.5, 16.6)
    ]
    assert found == [3, 3, 4]


@pytest.mark.rule("TS-GAP-26", "TS-GAP-73")
@pytest.mark.parametrize(("x", "along"), [(25.0, 6.55), (17.0, 1.0)])
def test_a_flamer_on_overwatch_waits_until_his_flame_catches(x: float, along: float) -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=["overwatch"]), alien("x", x, 10))
    (chance,) = reactions.overwatch_chances(state, state.table.piece("x"), ((x, 10.0), (12.0, 10.0)), None)
    assert chance.along == pytest.approx(along, abs=0.02)


@pytest.mark.rule("TS-GAP-26")
def test_a_flame_that_would_reach_nobody_is_no_chance() -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=["overwatch"]), alien("x", 25, 10))
    assert (
        reactions.overwatch_chances(state, state.table.piece("x"), ((25.0, 10.0), (25.0, 16.0)), None) == []
    )


@pytest.mark.rule("TS-GAP-42", "TS-GAP-63")
def test_who_touches_an_enemy_already_may_go_along_it() -> None:
    state = battle(alien("x", 11.125, 10), marine("trooper", "a", 10, 10), marine("trooper", "b", 11.125, 14))
    mover = state.table.piece("x")
    assert path_travel._contact(state, mover, ((11.125, 10.0), (11.125, 13.5))) == pytest.approx(
        2.875, abs=0.01
    )


@pytest.mark.rule("TS-MOVE-07", "TS-MOVE-08", "TS-GAP-39", "TS-MOVE-03")
@pytest.mark.parametrize("difficulty", [2, 3, 4])
def test_a_test_needs_more_than_the_difficulty(difficulty: int) -> None:
    wall = block({2: "low_wall", 3: "medium_wall", 4: "high_wall"}[difficulty], "w", 8, 11.5, 12, 12)
    state = battle(marine("trooper", "a", 10, 10), terrain=[wall])
    test = obstacle_tests.obstacle_roll(state, state.table.piece("a"), "w")
    assert test.needed_numbers() == ((difficulty + 1, "to cross"),)
    ways = ((10.0, 10.0), (10.0, 14.0))
    assert [one.id for one in obstacle_tests.tested_crossings(state, state.table.piece("a"), ways)] == ["w"]
    astride = battle(marine("trooper", "a", 10, 11.75), terrain=[wall])
    assert (
        obstacle_tests.tested_crossings(astride, astride.table.piece("a"), ((10.0, 11.75), (10.0, 14.0)))
        == []
    )
