"""The end of a battle: when it is over, who has won, what counts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.rulesets.troice_station.battle import victory
from battlesim.rulesets.troice_station.command import turn_boundaries
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, FOUGHT, HUGGED, MOVED
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Goal, Site
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Off

from .things import LANDING, alien, battle, line, marine, off, perform, room


def home(copies: int, left: int, option: str = "12", **game: Any) -> Battle:
    """A battle of ten marines of whom some are home with copies, and one still on the table."""
    people = [marine("trooper", f"m{k}", 10 + k, 10) for k in range(10)]
    gone = [msgspec.structs.replace(p, place=Off("left")) for p in people[:left]]
    lost = [msgspec.structs.replace(p, place=Off("lost")) for p in people[left:]]
    state = battle(*gone, *lost, options={"game_length": option}, site=Site(LANDING, strength=10))
    return state.with_game(brought_home=tuple(f"r{k}" for k in range(copies)), **game)


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
@pytest.mark.parametrize(
    ("copies", "left", "grade"),
    [(3, 10, 3), (2, 10, 2), (1, 10, 1), (0, 10, 0), (3, 3, 2), (3, 4, 3), (0, 0, 0)],
)
def test_copies_brought_home_less_a_step_for_heavy_losses(copies, left, grade):
    assert victory.result_grade(home(copies, left)) == grade


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(
    ("option", "turns", "idle", "ended"),
    [
        ("12", 13, 0, True),
        ("12", 12, 0, False),
        ("8", 9, 0, True),
        ("unlimited", 30, 0, False),
        ("unlimited", 30, 5, True),
        ("unlimited", 61, 0, True),
    ],
)
def test_when_a_battle_ends(option, turns, idle, ended):
    state = battle(marine("trooper", "a", 10, 10), options={"game_length": option}).with_game(
        turn=turns, idle=idle
    )
    assert (victory.battle_outcome(state) is not None) is ended


@pytest.mark.rule("TS-GAP-98")
def test_without_an_active_marine_the_battle_is_over():
    assert (
        victory.battle_outcome(battle(marine("trooper", "a", 10, 10, marks=[DOWN])).with_game(turn=1))
        is not None
    )


@pytest.mark.rule("TS-GAP-98", "TS-GAP-70")
def test_holding_counts_active_marines_wholly_inside():
    goal = Goal("hold", ("hut",), 2, 1)
    hut = room("hut", 5, 5, 15, 15)
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        terrain=[hut],
        site=Site(LANDING, goal=goal),
    )
    assert victory.result_grade(state) == victory.DRAW_GRADE


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98")
@pytest.mark.parametrize(
    ("marks", "acted", "idle"),
    [([MOVED], ("x",), 0), ([FOUGHT], ("x",), 0), ([MOVED], (), 3), ([], ("x",), 3)],
)
def test_a_turn_in_which_a_creature_moved_or_fought_is_not_idle(
    marks: list[str], acted: tuple[str, ...], idle: int
) -> None:
    state = battle(alien("x", 10, 10, marks), marine("trooper", "a", 30, 30)).with_game(idle=2, acted=acted)
    assert perform(state, turn_boundaries.end_turn).state.game.idle == idle


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(
    ("inside", "grade"), [(2, victory.WIN_GRADE), (1, victory.DRAW_GRADE), (0, victory.ALIEN_WIN_GRADE)]
)
def test_so_many_marines_wholly_inside_win_or_draw(inside: int, grade: int) -> None:
    huts = [room("north", 5, 25, 15, 35), room("south", 5, 5, 15, 15)]
    spots = [*[(10.0, 10.0), (10.0, 30.0)][:inside], (30.0, 10.0), (5.2, 20.0)]
    men = [marine("trooper", f"a{k}", *spot) for k, spot in enumerate(spots)]
    state = battle(*men, terrain=huts, site=Site(LANDING, goal=Goal("hold", ("north", "south"), 2, 1)))
    assert victory.result_grade(state) == grade


@pytest.mark.rule("TS-GAP-98")
def test_while_a_marine_waits_to_land_nothing_is_over() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[DOWN]), marine("trooper", "b", 12, 10)).with_game(
        turn=1
    )
    waits = state.with_table(state.table.with_place("b", Off("reserve")))
    assert victory.battle_outcome(waits) is None
    assert victory.battle_outcome(state.with_table(state.table.with_place("b", Off("lost")))) is not None


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(("copies", "score"), [(0, 0.0), (1, 1.0), (2, 2.0), (3, 3.0)])
def test_the_two_sides_share_three_points(copies: int, score: float) -> None:
    state = battle(marine("trooper", "a", 10, 10), site=Site(LANDING, strength=20))
    home = state.with_game(brought_home=tuple(f"r{k}" for k in range(copies)))
    assert list(victory.scores(home).values()) == [score, 3.0 - score]


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(("strength", "limit"), [(20, 14), (12, 9), (10, 7), (1, 1)])
def test_seven_in_ten_lost_cost_a_step(strength: int, limit: int) -> None:
    assert victory.loss_limit(battle(site=Site(LANDING, strength=strength))) == limit


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98")
def test_a_turn_in_which_one_marine_acted_is_not_idle() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks={ACTIONS: 1}), marine("trooper", "b", 12, 10))
    assert (
        state.game.idle == 0
        and perform(state.with_game(idle=2), turn_boundaries.end_turn).state.game.idle == 0
    )


@pytest.mark.rule("TS-GAP-98")
def test_before_the_first_turn_nothing_is_over() -> None:
    state = battle(alien("x", 10, 10))
    assert victory.battle_outcome(state.with_game(turn=0)) is None
    assert victory.battle_outcome(state.with_game(turn=1)) is not None


@pytest.mark.rule("TS-GAP-95", "TS-GAP-98")
def test_the_turns_of_a_scenario_count_before_the_option() -> None:
    first, by_option = load_scenario("troice_first"), load_scenario("troice_return", {"game_length": "8"})
    assert first.plan.turns == 8 and first.initial_state().game.parameters.turns == 8
    assert by_option.plan.turns or by_option.initial_state().game.parameters.turns == 8


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98", "TS-GAP-66")
@pytest.mark.parametrize(
    ("marks", "beast", "idle"),
    [((), (), 4), ((ACTIONS,), (), 0), ((), (MOVED,), 0), ((), (FOUGHT,), 0)],
)
def test_turns_in_which_nobody_does_anything_are_counted(marks: Any, beast: Any, idle: int) -> None:
    state = battle(
        marine("trooper", "a", 10, 10, marks=marks), alien("x", 30, 30, beast), acted=("x",), idle=3
    )
    assert perform(state.with_game(idle=3), turn_boundaries.end_turn).state.game.idle == idle


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
@pytest.mark.parametrize(
    ("copies", "winners", "words"),
    [
        (0, (CREATURES,), "alien win"),
        (1, (), "draw"),
        (2, (MARINES,), "marine win"),
        (3, (MARINES,), "decisive marine win"),
    ],
)
def test_who_has_won_by_the_copies_brought_home(copies: int, winners: Any, words: str) -> None:
    state = battle(*line(10), site=Site(LANDING, strength=20)).with_game(
        turn=13, brought_home=tuple(f"r{k}" for k in range(copies))
    )
    found = victory.battle_outcome(state)
    assert found and (found.winners, found.reason) == (winners, f"12 turns were played: {words}")


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(
    ("length", "now", "idle", "why"),
    [
        ("12", 12, 9, ""),
        ("12", 13, 0, "12 turns were played"),
        ("unlimited", 13, 4, ""),
        ("unlimited", 13, 5, "nobody has done anything for 5 turns"),
        ("unlimited", 60, 0, ""),
        ("unlimited", 61, 0, "60 turns were played"),
    ],
)
def test_when_a_battle_is_over(length: str, now: int, idle: int, why: str) -> None:
    state = battle(*line(10), options={"game_length": length}).with_game(turn=now, idle=idle)
    assert victory._over(state) == why


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
def test_who_is_lost_and_what_the_scores_are_made_of() -> None:
    men = [*line(10, 12, 14), marine("trooper", "d", 16, 10, marks=[HUGGED])]
    state = off(off(off(battle(*men, site=Site(LANDING, strength=4)), "a", "left"), "b"), "d", "left")
    assert (victory.lost_marine_count(state), victory.loss_limit(state)) == (3, 3)
    rows = {row.label: str(row.value) for row in victory.score_rows(state)[MARINES]}
    assert rows == {"Copies brought home": "0", "Lost or still here": "3, from 3 on one step worse"}
    assert [row.label for row in victory.end_conditions(state)] == [
        "After turn 12, 2 copies brought home",
        "After turn 12, 3 copies brought home",
        "After turn 12, 1 copy brought home",
        "3 marines lost or still here",
        "No active marine is left",
    ]
    held = state.with_game(site=Site(LANDING, goal=Goal("hold", (), 2, 1)))
    assert [f"{row.label} {row.value}" for row in victory.score_rows(held)[MARINES]] == [
        "Marines inside 0 of 2"
    ]
