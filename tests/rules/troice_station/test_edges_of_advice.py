"""Advice at its edges: where automated marines are bound for, whom they fire at, what creatures are told."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.allot import Allot, Share
from battlesim.engine.moves import MoveGroup
from battlesim.geometry.measure import path_length
from battlesim.rulesets.troice_station.acts import deeds, fire, moves
from battlesim.rulesets.troice_station.advice import march, plans, ways
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    DOWN,
    EMPTY,
    HUGGED,
    MOVED,
    OVERWATCH,
    RAN,
)
from battlesim.rulesets.troice_station.core.state import MARINES, Battle, Goal, Site
from battlesim.rulesets.troice_station.ground.motion import motion
from battlesim.rulesets.troice_station.overwatch import watch
from battlesim.rulings.movement import check_group
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Marker, OnTable, Piece

from .things import LANDING, alien, battle, block, marine, marker, perform, room

pytestmark = pytest.mark.rule("TS-GAP-90")

TAPES = Marker("tapes", "recorder", 30, 10, 0.5, name="Recorder")
BOUND = {"1A": "tapes"}


def ready(*things: Any, goal: Goal | None = None, pips: int = 2, **fields: Any) -> Battle:
    """The card of 1A is in play, and the recorder of 1A lies at (30, 10)."""
    site = Site(LANDING, goal=goal or Goal(by_squad=BOUND))
    state = battle(*things, site=site, card="1A", pools={"1A": pips}, **fields)
    return state.with_table(state.table.with_marker(TAPES))


def trooper(id: str = "a", x: float = 10.0, y: float = 10.0, **more: Any) -> Piece:
    return marine("trooper", id, x, y, **more)


def wants(state: Battle, *ids: str) -> list[str]:
    """The plans of some figures, in their order."""
    here = [state.table.piece(id) for id in ids or ("a",)]
    return [f"{plan.act} {' '.join(plan.who)}" for plan in plans.plans(state, here)]


def advised(state: Battle, asked: Any) -> Any:
    """The first answer that is advised; None where there is none."""
    found = DOCTRINE.advise(state, asked, None)  # type: ignore[arg-type]
    return found[0].answer if found else None


# -- where they are bound for --


@pytest.mark.parametrize(
    ("goal", "turn", "home"),
    [
        (Goal(by_squad=BOUND), 12, False),
        (Goal(by_squad=BOUND, homeward=8), 7, False),
        (Goal(by_squad=BOUND, homeward=8), 8, True),
        (Goal(), 1, True),
        (Goal("hold", ("hut",), 2, 1, BOUND, 1), 9, False),
    ],
)
def test_a_squad_goes_home_when_it_is_time_or_it_is_bound_for_nothing(
    goal: Goal, turn: int, home: bool
) -> None:
    state = ready(trooper(), goal=goal).with_game(turn=turn)
    assert ways.homeward(state, state.table.piece("a")) is home


HUT = block("building", "hut", 4, 4, 8, 10, 3.0)


@pytest.mark.parametrize(
    ("goal", "x", "to"),
    [
        (Goal(by_squad=BOUND), 10, (30, 10)),
        (Goal(), 20, (20, 0.5)),
        (Goal(), 5, (15, 0.5)),
        (Goal(), 45, (33, 0.5)),
        (Goal("hold", ("hut",), 2, 1, {"1A": "hut"}), 20, (6, 7)),
        (Goal("hold", ("hut",), 2, 1), 20, (6, 7)),
        (Goal("hold"), 20, (20, 10)),
    ],
)
def test_the_goal_is_a_recorder_what_is_held_or_the_way_out(goal: Goal, x: float, to: Any) -> None:
    state = ready(trooper(x=x), goal=goal, terrain=[HUT])
    assert ways.goal_of(state, state.table.piece("a")) == pytest.approx(to)


@pytest.mark.parametrize(("x", "holds"), [(6.0, True), (4.2, False), (20.0, False)])
def test_only_who_is_wholly_inside_what_his_squad_holds_stays(x: float, holds: bool) -> None:
    goal = Goal("hold", ("hut",), 2, 1, {"1A": "hut"})
    state = ready(trooper(x=x, y=7), trooper("b", 6, 8, unit="1B"), goal=goal, terrain=[HUT])
    assert [ways.holds(state, state.table.piece(one)) for one in "ab"] == [holds, False]


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
    state = ready(trooper(), goal=goal, terrain=terrain)
    able = motion(state, state.table.piece("a"), 4.0, crosses)
    assert ways.waypoint(state, able, 4.0) == pytest.approx((x, 10.0), abs=0.05)


SHUT = room("h", 11, 5, 25, 15, ("door", (11, 9.25), (11, 10.75), False))


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
    state = ready(trooper(), goal=goal, terrain=terrain)
    assert wants(state)[0] == f"{act} a"


@pytest.mark.parametrize(("x", "act"), [(11.4, "cross"), (8.0, "run")])
def test_a_squad_goes_to_cross_for_the_sake_of_its_last(x: float, act: str) -> None:
    wall = block("low_wall", "w", 12, 0, 12.5, 48)
    state = ready(trooper("a", 14, 10), trooper("b", x, 10), terrain=[wall])
    assert wants(state, "a", "b")[0] == f"{act} a b"


GARAGE = {"1A-1": (31.5, 12.072), "1A-2": (32.803, 12.041), "1A-3": (31.5, 13.572), "1A-4": (33.0, 13.572)}


def test_a_squad_two_abreast_files_out_through_a_door_for_one() -> None:
    state = load_scenario("troice_first").start()
    for id, (x, y) in GARAGE.items():
        state = state.with_table(state.table.with_place(id, OnTable(x, y)))
    for door in ("garage.1", "garage.2"):
        state = state.with_table(state.table.with_terrain(state.table.ground.opened(door)))
    state = state.with_game(turn=7, card="1A", pools={"1A": 1})
    motions, link = moves.able_together(state, moves.RUNNING, tuple(GARAGE), dict.fromkeys(GARAGE, 2))
    legs = march.onward(state, motions, link)
    assert [leg.piece for leg in legs] == ["1A-1", "1A-3", "1A-4", "1A-2"]
    assert legs[0].end == pytest.approx((32.4, 6.2), abs=0.1)
    assert all(path_length(leg.path) > 5.0 for leg in legs)
    assert check_group(state.table, motions, legs, link) is None


def test_who_can_leave_does_and_the_others_come_after() -> None:
    squad = (trooper("a", 20, 2), trooper("b", 20, 4.5), trooper("c", 20, 9))
    state = ready(*squad, goal=Goal(by_squad=BOUND, homeward=1))
    motions, link = moves.able_together(state, moves.MOVING, "abc", dict.fromkeys("abc", 0))
    ends = {leg.piece: (leg.enters, leg.end[1]) for leg in march.onward(state, motions, link)}
    assert ends == {"a": ("landing_zone", 0.0), "b": ("", pytest.approx(1.0)), "c": ("", pytest.approx(5.0))}


def test_who_carries_a_copy_leads() -> None:
    squad = (trooper("a", 20, 12), trooper("b", 20, 13.2, marks=["copy:log"]))
    assert wants(ready(*squad, goal=Goal(by_squad=BOUND, homeward=1)), "a", "b")[0] == "run b a"


def test_what_counts_of_a_move_is_how_far_those_with_a_copy_get() -> None:
    wall, goal = block("low_wall", "w", 0, 10, 48, 10.5), Goal(by_squad=BOUND, homeward=1)
    for marks, least, most in (([], 1.0, 9.0), (["copy:log"], -1.0, 0.5)):
        two = (trooper("a", 20, 11.2, marks=marks), trooper("b", 20, 9.3))
        state = ready(*two, goal=goal, terrain=[wall])
        assert least < march.gain(state, "run", "ab") < most


@pytest.mark.parametrize(("x", "door"), [(10.5, "h.door1"), (9.0, None)])
def test_a_shut_door_in_contact_and_on_the_way_is_opened(x: float, door: str | None) -> None:
    goal = Goal("hold", ("h",), 2, 1, {"1A": "h"})
    state = ready(trooper(x=x), goal=goal, terrain=[SHUT])
    assert ways.door_at_hand(state, state.table.piece("a")) == door
    assert ways.door_at_hand(ready(trooper(x=x), terrain=[SHUT]), state.table.piece("a")) in (None, door)
    assert (wants(state)[0] == "door a") is (door is not None)


# -- plans --


@pytest.mark.parametrize(("pips", "first"), [(2, "move a"), (1, "")])
def test_with_one_pip_nobody_breaks_off(pips: int, first: str) -> None:
    state = ready(trooper(), alien("x", 11.125, 10), pips=pips)
    assert (wants(state) or [""])[0] == first


def test_who_has_taken_three_actions_plans_nothing() -> None:
    assert wants(ready(trooper(marks={ACTIONS: 3}))) == []
    assert wants(ready(trooper(marks={ACTIONS: 2}))) == ["run a"]


@pytest.mark.parametrize(("y", "first"), [(11.0, "treat"), (18.9, "move"), (19.2, "run"), (30.0, "run")])
def test_a_medic_goes_to_casualties_of_his_squad_within_eight_inches(y: float, first: str) -> None:
    medic = marine("specialist_medic", "a", 10, 10)
    assert wants(ready(medic, trooper("b", 10, y, marks=[DOWN])))[0] == f"{first} a"
    other = ready(medic, trooper("b", 10, y, marks=[DOWN], unit="1B"))
    assert wants(other)[0] == ("treat a" if y == 11.0 else "run a")


@pytest.mark.parametrize(
    ("pips", "marks", "foe", "waits"),
    [
        (1, {ACTIONS: 1}, 47.0, True),
        (2, {ACTIONS: 1}, 47.0, False),
        (1, {}, 47.0, False),
        (1, {}, 29.0, True),
        (1, {}, 29.2, False),
        (1, {ACTIONS: 1, OVERWATCH: 1}, 47.0, False),
        (1, {ACTIONS: 1, EMPTY: 1}, 47.0, False),
    ],
)
def test_the_last_pip_is_for_overwatch_or_the_only_one_with_a_creature_within_eighteen(
    pips: int, marks: dict[str, int], foe: float, waits: bool
) -> None:
    state = ready(trooper(marks=marks), alien("x", foe + 0.125, 10), pips=pips)
    assert ("overwatch a" in wants(state)) is waits


@pytest.mark.parametrize(("x", "gait"), [(29.0, "move a"), (30.0, "run a")])
def test_near_a_creature_one_walks(x: float, gait: str) -> None:
    assert wants(ready(trooper(), alien("x", x, 10)))[-1] == gait


def test_near_a_creature_one_figure_is_enough_for_all_to_walk() -> None:
    state = ready(trooper(), trooper("b", 9, 10), alien("x", 29.0, 10))
    assert wants(state, "a", "b")[-1] == "move a b"


# -- at whom --


@pytest.mark.parametrize(
    ("things", "target"),
    [
        ([alien("x", 14, 10, [MOVED]), alien("y", 10, 15, [MOVED])], "x"),
        ([alien("x", 14, 10, [MOVED]), alien("y", 10, 13, [MOVED])], "y"),
        ([alien("x", 30, 10, [MOVED])], None),
        ([alien("x", 14, 10), trooper("b", 15.125, 10)], None),
    ],
)
def test_the_closest_is_fired_at_unless_a_friend_is_in_contact(things: Any, target: str | None) -> None:
    state = ready(trooper(), *things)
    found = plans.best_target(state, state.table.piece("a"))
    assert (found and found.id) == target
    if target:
        asked = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
        assert advised(state, asked) == f"fire:a:{target}"


def test_who_has_moved_may_still_hit_on_overwatch() -> None:
    firer = trooper(marks=[MOVED])
    state = ready(firer, alien("x", 20, 10, [MOVED, RAN]), alien("y", 10, 15, [MOVED]))
    found = [plans.hits(state, firer, state.table.piece("x"), *reacts) for reacts in ((), (True,))]
    assert found == [False, True], "4, a run, another closer, and the firer's move but for a reaction"


def test_with_nobody_to_hit_no_shot_is_fired() -> None:
    state = ready(trooper(), alien("x", 14, 10), trooper("b", 15.125, 10))
    asked = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
    assert advised(state, asked) == "done"


@pytest.mark.parametrize(("y", "shot"), [(None, "flame:a"), (10.0, "done")])
def test_a_flame_is_laid_straight_at_a_creature_where_it_catches_no_friend(
    y: float | None, shot: str
) -> None:
    friends = [] if y is None else [trooper("b", 16.5, y)]
    state = ready(marine("flamer", "a", 10, 10), alien("x", 15, 10), *friends)
    asked = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
    assert advised(state, asked) == shot
    if not friends:
        done = perform(state, lambda play: fire.perform(play, ["a"]), {"shot": ["flame:a"]}, until="flame")
        assert advised(state, done.question("flame")) == (15.0, 10.0)


@pytest.mark.parametrize(("kind", "x", "fires"), [("trooper", 20, True), ("flamer", 15, True)])
def test_on_overwatch_one_fires_at_what_can_be_hit(kind: str, x: float, fires: bool) -> None:
    state = ready(marine(kind, "a", 10, 10, marks=[OVERWATCH]), alien("x", x, 10, [MOVED]))
    asked = perform(state, lambda play: watch.offer(play, "x", "moves"), until="react").question("react")
    assert advised(state, asked) == "fire:a"


def test_a_flamer_on_overwatch_spares_a_friend() -> None:
    men = [marine("flamer", "a", 10, 10, marks=[OVERWATCH]), trooper("b", 16.5, 10)]
    state = ready(*men, alien("x", 15, 10, [MOVED]))
    asked = perform(state, lambda play: watch.offer(play, "x", "moves"), until="react").question("react")
    assert advised(state, asked) == "done"


def test_a_look_turns_the_nearest_marker_over() -> None:
    state = ready(marine("lt", "a", 10, 10), marker("m", 40, 10), marker("n", 10, 35))
    asked = perform(state, lambda play: deeds.look(play, ["a"]), until="look").question("look")
    assert advised(state, asked) == "n"


# -- pips --


@pytest.mark.parametrize(
    ("pools", "total", "given"),
    [
        ({"1A": 1, "1B": 1}, 1, {"1B": 1}),
        ({"1A": 1, "1B": 3}, 2, {"1A": 2}),
        ({"1A": 3, "1B": 3}, 2, {}),
        ({"1A": 0, "2A": 0, "1B": 3}, 1, {"1A": 1}),
    ],
)
def test_pips_go_one_by_one_where_creatures_are_seen_then_where_there_are_fewest(
    pools: dict[str, int], total: int, given: dict[str, int]
) -> None:
    men = [trooper(), trooper("b", 40, 40, unit="1B"), trooper("c", 10, 12, unit="2A")]
    state = ready(*men, alien("x", 40, 35)).with_game(pools=pools)
    shares = [Share(key, key, 4) for key in pools]
    asked = Allot(side=MARINES, what="pips", prompt="", shares=tuple(shares), total=total)
    assert advised(state, asked) == given


def test_who_is_out_of_reach_is_given_no_pips_and_what_morale_takes_is_made_up_for() -> None:
    men = [trooper(), trooper("d", 12, 10, marks=[DOWN]), trooper("b", 40, 40, unit="1B")]
    state = ready(*men).with_game(pools={"1A": 1, "1B": 1})
    shares = (Share("1A", "1A", 4), Share("1B", "1B", 4, shut="out of reach"), Share("a", "a", 4))
    asked = Allot(side=MARINES, what="pips", prompt="", shares=shares, total=4)
    assert advised(state, asked) == {"1A": 3}


# -- moves --


def move_of(state: Battle, *ids: str, gait: Any = moves.MOVING) -> Any:
    """The ends of the move that is advised for some figures."""
    motions, link = moves.able_together(state, gait, ids, dict.fromkeys(ids, 0))
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    legs = advised(state, asked)
    return legs and {leg.piece: leg.end for leg in legs}


@pytest.mark.parametrize(("x", "to"), [(10.0, (6.0, 10.0)), (3.0, (0.5, 10.0))])
def test_who_fights_breaks_off_straight_away_and_stays_on_the_table(x: float, to: Any) -> None:
    state = ready(trooper(x=x), alien("x", x + 1.125, 10))
    assert move_of(state, "a") == {"a": pytest.approx(to, abs=0.01)}


def test_who_goes_on_goes_toward_the_recorder() -> None:
    assert move_of(ready(trooper()), "a") == {"a": pytest.approx((14.0, 10.0), abs=0.01)}


def test_a_squad_half_over_a_wall_brings_the_rest_over() -> None:
    wall = block("low_wall", "w", 12, 0, 12.25, 48)
    state = ready(trooper("a", 9, 10), trooper("b", 11, 10), trooper("c", 13.5, 10), terrain=[wall])
    ends = move_of(state, "a", "b", "c", gait=moves.CROSSING)
    assert ends["b"][0] > 14.5 and ends["c"][0] > 17.0


def test_a_medic_moves_to_who_is_down() -> None:
    state = ready(marine("specialist_medic", "a", 10, 10), trooper("b", 10, 14, marks=[DOWN]))
    assert move_of(state, "a") == {"a": pytest.approx((10.0, 13.0), abs=0.05)}


def test_on_the_way_home_one_leaves_over_the_edge() -> None:
    state = ready(trooper(x=20, y=2), goal=Goal())
    motions, link = moves.able_together(state, moves.MOVING, ["a"], {"a": 0})
    asked = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert [leg.enters for leg in advised(state, asked)] == ["landing_zone"]


# -- who is fit for what --


def test_who_holds_waits_only_with_a_weapon_that_fires() -> None:
    goal = Goal("hold", ("hut",), 2, 1, {"1A": "hut"})
    for marks, first in (([], "overwatch a"), ([EMPTY], "")):
        state = ready(trooper(x=6, y=7, marks=marks), goal=goal, terrain=[HUT])
        assert (wants(state) or [""])[0] == first


def test_only_a_medic_who_is_not_fighting_sees_to_casualties() -> None:
    down = trooper("b", 10, 14, marks=[DOWN])
    medic = marine("specialist_medic", "a", 10, 10)
    assert wants(ready(trooper(), down)) == ["run a"] and wants(ready(medic, down))[0] == "move a"
    assert wants(ready(medic, down, alien("x", 11.125, 10), pips=1)) == []


@pytest.mark.parametrize(
    ("others", "found"),
    [
        ([trooper("b", 10, 14, marks=[DOWN]), trooper("c", 10, 16, marks=[DOWN])], "b"),
        ([trooper("b", 10, 11, marks=[DOWN]), trooper("c", 10, 16, marks=[DOWN])], "c"),
        ([trooper("b", 10, 14, marks=[HUGGED, DOWN]), trooper("c", 10, 16, marks=[DOWN])], "b"),
        ([trooper("b", 10, 14)], None),
    ],
)
def test_the_patient_is_the_nearest_casualty_out_of_reach(others: list[Piece], found: str | None) -> None:
    state = ready(marine("specialist_medic", "a", 10, 10), *others)
    patient = plans.patient(state, state.table.piece("a"))
    assert (patient and patient.id) == found


@pytest.mark.parametrize(
    ("terrain", "found"), [([], "x"), ([block("ice_ridge", "i", 12, 5, 13, 15, 3.0)], None)]
)
def test_a_creature_behind_what_stops_a_flame_is_not_burnt(terrain: Any, found: str | None) -> None:
    state = ready(marine("flamer", "a", 10, 10), alien("x", 15, 10), terrain=terrain)
    target = plans.burning(state, state.table.piece("a"))
    assert (target and target.id) == found


@pytest.mark.parametrize(("kind", "hits"), [("sniper", True), ("trooper", False)])
def test_a_firing_bonus_makes_a_shot_worth_while(kind: str, hits: bool) -> None:
    firer = marine(kind, "a", 10, 10, marks={MOVED: 1, "shots": 1})
    state = ready(firer, alien("x", 18, 10, [MOVED, RAN]))
    assert plans.hits(state, firer, state.table.piece("x")) is hits, "4, it runs, a move, a shot before"


def test_one_who_has_acted_is_enough_for_the_last_pip_to_be_for_overwatch() -> None:
    state = ready(trooper(marks={ACTIONS: 1}), trooper("b", 12, 10), pips=1)
    assert "overwatch a b" in wants(state, "a", "b")
