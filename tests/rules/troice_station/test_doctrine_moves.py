"""Moves of automated marines: how far they get, who leads, who files through a door."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.position_decisions import MoveGroup
from battlesim.geometry.edge_distances import path_length
from battlesim.rulesets.troice_station.actions import move_actions
from battlesim.rulesets.troice_station.advice import march, march_routes
from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.rulesets.troice_station.core.state import MARINES, Battle, Goal
from battlesim.rulesets.troice_station.ground.motion import foot_motion
from battlesim.rulings.movement import group_problem
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import OnTable

from .doctrine_steps import BOUND, SHUT, advised, plans_of, squad_ready
from .things import alien, block, marine, room, trooper


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("terrain", "crosses", "x"),
    [
        ([], False, 14.0),
        ([room("h", 12, 5, 20, 15, ("door", (12, 9.25), (12, 10.75), True))], False, 14.0),
        ([room("h", 12, 5, 20, 15, ("door", (12, 9.25), (12, 10.75), False))], False, 11.5),
        ([room("h", 12, 5, 20, 15, ("window", (12, 9.25), (12, 10.75), False))], False, 11.5),
        ([room("h", 12, 5, 20, 15, ("window", (12, 9.25), (12, 10.75), False))], True, 14.0),
    ],
)
def test_one_gets_as_far_as_a_move_or_to_what_it_cannot_pass(terrain: Any, crosses: bool, x: float) -> None:
    goal = Goal("hold", ("h",), 2, 1, {"1A": "h"}) if terrain else Goal(by_squad=BOUND)
    state = squad_ready(trooper(), goal=goal, terrain=terrain)
    able = foot_motion(state, state.table.piece("a"), 4.0, crosses)
    assert march_routes.route_waypoint(state, able, 4.0) == pytest.approx((x, 10.0), abs=0.05)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("terrain", "act"),
    [
        ([], "run"),
        ([block("low_wall", "w", 12, 0, 12.5, 48)], "cross"),
        ([block("low_wall", "w", 16, 0, 16.5, 48)], "run"),
        ([block("drift", "w", 8, 8, 11, 12)], "cross"),
        ([SHUT, block("low_wall", "w", 11.5, 5, 12, 15)], "run"),
    ],
)
def test_one_goes_on_as_gets_farthest_a_run_up_to_an_obstacle_or_a_move_over_it(
    terrain: Any, act: str
) -> None:
    goal = Goal("hold", ("h",), 2, 1, {"1A": "h"}) if SHUT in terrain else Goal(by_squad=BOUND)
    state = squad_ready(trooper(), goal=goal, terrain=terrain)
    assert plans_of(state)[0] == f"{act} a"


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("x", "act"), [(11.4, "cross"), (8.0, "run")])
def test_a_squad_goes_to_cross_for_the_sake_of_its_last(x: float, act: str) -> None:
    wall = block("low_wall", "w", 12, 0, 12.5, 48)
    state = squad_ready(trooper("a", 14, 10), trooper("b", x, 10), terrain=[wall])
    assert plans_of(state, "a", "b")[0] == f"{act} a b"


GARAGE = {"1A-1": (31.5, 12.072), "1A-2": (32.803, 12.041), "1A-3": (31.5, 13.572), "1A-4": (33.0, 13.572)}


@pytest.mark.rule("TS-GAP-90")
def test_a_squad_two_abreast_files_out_through_a_door_for_one() -> None:
    state = load_scenario("troice_first").initial_state()
    for id, (x, y) in GARAGE.items():
        state = state.with_table(state.table.with_place(id, OnTable(x, y)))
    for door in ("garage.1", "garage.2"):
        state = state.with_table(state.table.with_terrain(state.table.ground.terrain_with_opening_set(door)))
    state = state.with_game(turn=7, card="1A", pools={"1A": 1})
    motions, link = move_actions.group_motions(
        state, move_actions.RUN_KIND, tuple(GARAGE), dict.fromkeys(GARAGE, 2)
    )
    legs = march.march_legs(state, motions, link)
    assert [leg.piece for leg in legs] == ["1A-1", "1A-3", "1A-4", "1A-2"]
    assert legs[0].end == pytest.approx((32.4, 6.2), abs=0.1)
    assert all(path_length(leg.path) > 5.0 for leg in legs)
    assert group_problem(state.table, motions, legs, link) is None


@pytest.mark.rule("TS-GAP-90")
def test_who_can_leave_does_and_the_others_come_after() -> None:
    squad = (trooper("a", 20, 2), trooper("b", 20, 4.5), trooper("c", 20, 9))
    state = squad_ready(*squad, goal=Goal(by_squad=BOUND, homeward=1))
    motions, link = move_actions.group_motions(state, move_actions.MOVE_KIND, "abc", dict.fromkeys("abc", 0))
    ends = {leg.piece: (leg.enters, leg.end[1]) for leg in march.march_legs(state, motions, link)}
    assert ends == {"a": ("landing_zone", 0.0), "b": ("", pytest.approx(1.0)), "c": ("", pytest.approx(5.0))}


@pytest.mark.rule("TS-GAP-90")
def test_who_carries_a_copy_leads() -> None:
    squad = (trooper("a", 20, 12), trooper("b", 20, 13.2, marks=["copy:log"]))
    assert plans_of(squad_ready(*squad, goal=Goal(by_squad=BOUND, homeward=1)), "a", "b")[0] == "run b a"


@pytest.mark.rule("TS-GAP-90")
def test_what_counts_of_a_move_is_how_far_those_with_a_copy_get() -> None:
    wall, goal = block("low_wall", "w", 0, 10, 48, 10.5), Goal(by_squad=BOUND, homeward=1)
    for marks, least, most in (([], 1.0, 9.0), (["copy:log"], -1.0, 0.5)):
        two = (trooper("a", 20, 11.2, marks=marks), trooper("b", 20, 9.3))
        state = squad_ready(*two, goal=goal, terrain=[wall])
        assert least < march.march_distance(state, "run", "ab") < most


def move_of(state: Battle, *ids: str, gait: Any = move_actions.MOVE_KIND) -> Any:
    """The ends of the move that is advised for some figures."""
    motions, link = move_actions.group_motions(state, gait, ids, dict.fromkeys(ids, 0))
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    legs = advised(state, asked)
    return legs and {leg.piece: leg.end for leg in legs}


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("x", "to"), [(10.0, (6.0, 10.0)), (3.0, (0.5, 10.0))])
def test_who_fights_breaks_off_straight_away_and_stays_on_the_table(x: float, to: Any) -> None:
    state = squad_ready(trooper(x=x), alien("x", x + 1.125, 10))
    assert move_of(state, "a") == {"a": pytest.approx(to, abs=0.01)}


@pytest.mark.rule("TS-GAP-90")
def test_who_goes_on_goes_toward_the_recorder() -> None:
    assert move_of(squad_ready(trooper()), "a") == {"a": pytest.approx((14.0, 10.0), abs=0.01)}


@pytest.mark.rule("TS-GAP-90")
def test_a_squad_half_over_a_wall_brings_the_rest_over() -> None:
    wall = block("low_wall", "w", 12, 0, 12.25, 48)
    state = squad_ready(trooper("a", 9, 10), trooper("b", 11, 10), trooper("c", 13.5, 10), terrain=[wall])
    ends = move_of(state, "a", "b", "c", gait=move_actions.CROSS_KIND)
    assert ends["b"][0] > 14.5 and ends["c"][0] > 17.0


@pytest.mark.rule("TS-GAP-90")
def test_a_medic_moves_to_who_is_down() -> None:
    state = squad_ready(marine("specialist_medic", "a", 10, 10), trooper("b", 10, 14, marks=[DOWN]))
    assert move_of(state, "a") == {"a": pytest.approx((10.0, 13.0), abs=0.05)}


@pytest.mark.rule("TS-GAP-90")
def test_on_the_way_home_one_leaves_over_the_edge() -> None:
    state = squad_ready(trooper(x=20, y=2), goal=Goal())
    motions, link = move_actions.group_motions(state, move_actions.MOVE_KIND, ["a"], {"a": 0})
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert [leg.enters for leg in advised(state, asked)] == ["landing_zone"]
