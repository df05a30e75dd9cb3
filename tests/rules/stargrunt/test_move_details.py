"""Moves, positions, marches and treatment in detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battlesim.rulesets.stargrunt.actions import (
    mines,
    move_actions,
    position_actions,
    reorganise,
    travel,
)
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IMMOBILISED,
    IN_POSITION,
    LEFT_BEHIND,
    SUPPRESSED,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.events import MovesAnnounced, PieceTravel
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Marker, OnTable

from .field import (
    CENTRE,
    ENEMY,
    OWN,
    A,
    battle,
    foes,
    perform,
    rolls,
    squad,
    terrain,
    unit,
)
from .vehicle_field import vehicle

WOODS = terrain("woods", -3, -3, 8, 3)


@pytest.mark.rule("SG-GAP-166", "SG-POS-03", "SG-RCT-06", "SG-RCT-07")
@pytest.mark.parametrize(
    ("marks", "harder", "dice", "may"),
    [
        ({}, 0, [], True),
        ({IN_POSITION: 1}, 0, [5], True),
        ({IN_POSITION: 1}, 0, [4], False),
        ({IN_POSITION: 1}, 1, [5], False),
        ({IN_POSITION: 1}, 1, [6], True),
    ],
)
def test_a_move_out_of_position(marks, harder, dice, may) -> None:  # type: ignore[no-untyped-def]
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from move_actions.may_move(play, A, harder)))

    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), activated="a")
    done = perform(state, rules, dice=dice)
    assert found == [may] and unit(done, "a").has_mark(IN_POSITION) == (not may)
    assert done.state.game.attempted == (() if may else ("position",))
    assert len(rolls(done)) == len(dice)


@pytest.mark.rule("SG-MOV-01", "SG-MOV-03", "SG-GAP-68", "SG-POS-03", "SG-CLV-04", "SG-RCT-06")
@pytest.mark.parametrize(
    ("marks", "attempted", "why"),
    [
        ({}, (), ""),
        ({IN_POSITION: 1}, ("position",), "it has failed to get out of position in this activation"),
        ({}, ("position",), ""),
        ({IN_POSITION: 1}, (), ""),
        ({}, ("leave_cover",), "it has failed to leave cover in this activation"),
        ({IN_POSITION: 1}, ("go_in_position",), ""),
    ],
)
def test_why_a_unit_does_not_move_again(marks, attempted, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), attempted=attempted)
    assert move_actions.why_cannot_move(state, unit(state, "a")) == why


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03")
@pytest.mark.parametrize(
    ("path", "inches", "end"),
    [
        (((0, 0), (0, 4)), 6.0, (0, 6)),
        (((0, 0), (0, 4)), 4.0, (0, 4)),
        (((0, 0), (0, 4)), 3.0, (0, 4)),
        (((0, 0), (0, 4), (2, 4)), 9.0, (5, 4)),
        (((0, 0), (0, 4), (0, 4)), 9.0, (0, 4)),
        (((0, 0), (3, 4)), 10.0, (6, 8)),
    ],
)
def test_a_path_is_lengthened_along_its_last_part(path, inches, end) -> None:  # type: ignore[no-untyped-def]
    found = move_actions.lengthened_path(path, inches)
    assert found[-1] == pytest.approx(end) and found[:-1] == path[:-1]


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03")
@pytest.mark.option("combat_move_end", "stop_at_destination", "full_distance")
@pytest.mark.parametrize(
    ("option", "die", "to", "end"),
    [
        ("stop_at_destination", 3, 4.0, 4.0),
        ("full_distance", 3, 4.0, 6.0),
        ("full_distance", 1, 4.0, 2.0),
        ("stop_at_destination", 6, 20.0, 12.0),
    ],
)
def test_how_far_a_combat_move_goes(option: str, die: int, to: float, end: float) -> None:
    state = battle(
        squad("a", (0, 0)), foes("b", (20, 20)), options={"combat_move_end": option}, activated="a"
    )
    leg = (Leg("a1", ((CENTRE, CENTRE), (CENTRE, CENTRE + to))),)
    done = perform(state, lambda p: move_actions.perform_combat_move(p, A), {"move": leg}, [die])
    assert done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + end))


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02")
def test_without_a_way_no_die_is_rolled() -> None:
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), activated="a")
    assert rolls(perform(state, lambda p: move_actions.perform_combat_move(p, A), {"move": ()})) == []


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72", "SG-CLV-04")
@pytest.mark.option("shaken_test", "leave_cover", "leave_or_advance", "leave_and_advance")
@pytest.mark.parametrize(
    ("option", "level", "x", "y", "tests"),
    [
        ("leave_cover", 3, 0, 8, True),
        ("leave_cover", 4, 0, 8, False),
        ("leave_cover", 2, 0, 8, False),
        ("leave_cover", 3, 0, 1, False),
        ("leave_cover", 3, 0, -8, False),
        ("leave_or_advance", 3, 0, 1, True),
        ("leave_or_advance", 3, 0, -8, True),
        ("leave_or_advance", 3, 0, -1, False),
        ("leave_and_advance", 3, 0, 8, True),
        ("leave_and_advance", 3, 0, -8, False),
        ("leave_and_advance", 3, 0, 1, False),
    ],
)
def test_when_a_shaken_unit_tests(option, level, x, y, tests) -> None:  # type: ignore[no-untyped-def]
    """It stands in a wood, its enemy 20 in to the north."""
    ground = [terrain("woods", -3, -3, 3, 3)]
    before = battle(
        squad("a", (0, 0), marks={CONFIDENCE: level}),
        foes("b", (0, 20)),
        ground=ground,
        options={"shaken_test": option},
    )
    moved = msgspec.structs.replace(before.table.piece("a1"), place=OnTable(CENTRE + x, CENTRE + y, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert move_actions.needs_shaken_test(before, after, unit(before, "a")) == tests


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72")
def test_a_shaken_vehicle_needs_no_test() -> None:
    before = battle(
        vehicle("v", 0, 0, marks={CONFIDENCE: 3}),
        foes("b", (0, 20)),
        options={"shaken_test": "leave_or_advance"},
    )
    moved = msgspec.structs.replace(before.table.piece("v1"), place=OnTable(CENTRE, CENTRE + 8, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert not move_actions.needs_shaken_test(before, after, unit(before, "v"))


@pytest.mark.rule("SG-GAP-81", "SG-GAP-72")
@pytest.mark.parametrize(
    ("foe", "x", "y", "nearer"),
    [
        ([(0, 20)], 0, 5, True),
        ([(0, 20)], 0, -5, False),
        ([(0, 20), (0, -20)], 0, 5, True),
        ([(0, 20)], 0, 0.5, True),
        ([(0, 20)], 0, -0.5, False),
        ([(0, 20), (20, 0)], -5, -5, False),
        ([], 0, 5, None),
        ([(0, 20)], 0, 0, None),
    ],
)
def test_whether_a_move_ends_nearer_to_an_enemy(foe, x, y, nearer) -> None:  # type: ignore[no-untyped-def]
    before = battle(squad("a", (0, 0)), *(foes(f"b{k}", point) for k, point in enumerate(foe)))
    moved = msgspec.structs.replace(before.table.piece("a1"), place=OnTable(CENTRE + x, CENTRE + y, 90.0))
    after = before.with_table(before.table.with_pieces(moved))
    assert move_actions._is_nearer_to_an_enemy(before, after, unit(before, "a")) is nearer


@pytest.mark.rule("SG-POS-01", "SG-GAP-52", "SG-RCT-04", "SG-RCT-05", "SG-GAP-51", "SG-POS-02")
@pytest.mark.parametrize(
    ("ground", "marks", "attempted", "threat", "why", "listed"),
    [
        ([], {}, (), 2, "", True),
        ([WOODS], {}, (), 0, "", True),
        ([], {IN_POSITION: 1}, (), 2, "", False),
        ([], {TRAVELLING: 1}, (), 2, "it travels in column", True),
        ([], {}, ("go_in_position",), 2, "it has failed once in this activation", True),
        ([], {}, ("position",), 2, "", True),
    ],
)
def test_going_in_position(ground, marks, attempted, threat, why, listed) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 20)), ground=ground, attempted=attempted)
    own = unit(state, "a")
    assert position_actions.position_threat(state, own) == threat
    assert position_actions.why_not_in_position(state, own) == why
    assert position_actions.GO_IN_POSITION.is_listed(state, own) == listed
    done = perform(state, lambda p: position_actions.go_in_position(p, A), dice=[2])
    assert done.state.game.attempted == (*attempted, "go_in_position")
    left = perform(state, lambda p: position_actions.leave_position(p, A))
    assert not unit(left, "a").has_mark(IN_POSITION)


@pytest.mark.rule("SG-TRV-01", "SG-TRV-02", "SG-TRV-03", "SG-GAP-71", "SG-GAP-158")
@pytest.mark.parametrize(
    ("marks", "key", "why"),
    [
        ({TRAVELLING: 1}, "move", "it travels in column"),
        ({TRAVELLING: 1}, "travel", ""),
        ({TRAVELLING: 1}, "reorganise", ""),
        ({TRAVELLING: 1}, "shake_off", ""),
        ({}, "move", ""),
    ],
)
def test_what_travel_mode_bars(marks: dict[str, int], key: str, why: str) -> None:
    state = battle(squad("a", (0, 0), marks=marks))
    assert travel.why_travelling(state, unit(state, "a"), key) == why


@pytest.mark.rule("SG-TRV-01", "SG-GAP-71", "SG-TRV-02")
@pytest.mark.parametrize(
    ("automated", "inches", "marked"), [(False, 12.0, True), (False, 0.0, False), (True, 12.0, True)]
)
def test_only_a_march_makes_a_column_and_aliens_are_not_offered_one(automated, inches, marked) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), automated=automated), foes("b", (20, 20)), activated="a")
    assert travel.TRAVEL_MOVE.is_listed(state, unit(state, "a")) != automated
    leg = (Leg("a1", ((CENTRE, CENTRE), (CENTRE, CENTRE + inches))),) if inches else ()
    done = perform(state, lambda p: travel.perform_travel_move(p, A), {"move": leg})
    assert unit(done, "a").has_mark(TRAVELLING) == marked


@pytest.mark.rule("SG-REO-03")
@pytest.mark.parametrize(
    ("marks", "ground", "why"),
    [({}, [], ""), ({SUPPRESSED: 1}, [], "it is suppressed in the open"), ({SUPPRESSED: 1}, [WOODS], "")],
)
def test_who_reorganises(marks: dict[str, int], ground: list[Any], why: str) -> None:
    state = battle(squad("a", (0, 0), marks=marks), ground=ground)
    assert reorganise.why_no_reorganise(state, unit(state, "a")) == why


@pytest.mark.rule("SG-REO-01", "SG-GAP-50", "SG-TRV-04")
@pytest.mark.parametrize(("inches", "in_position"), [(3.0, False), (0.0, True)])
def test_closing_up_costs_the_position(inches: float, in_position: bool) -> None:
    own = squad("a", (0, 0), (3, 0), marks={IN_POSITION: 1, TRAVELLING: 1})
    state = battle(own, foes("b", (20, 20)), activated="a")
    path = ((CENTRE + 3, CENTRE), (CENTRE + 3, CENTRE - inches))
    leg = (Leg("a2", path),) if inches else ()
    done = perform(state, lambda p: reorganise.reorganise(p, A), {"move": leg})
    assert unit(done, "a").has_mark(IN_POSITION) == in_position and not unit(done, "a").has_mark(TRAVELLING)
    asked = done.first_decision("move")
    assert [motion.piece for motion in asked.motions] == ["a2"]  # type: ignore[attr-defined]


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-102")
@pytest.mark.parametrize(
    ("x", "mark", "reached"),
    [(7.0, WOUNDED, ["a2"]), (7.1, WOUNDED, []), (3.0, "stabilised", []), (3.0, "", [])],
)
def test_which_wounded_are_within_reach(x: float, mark: str, reached: list[str]) -> None:
    state = battle(squad("a", (0, 0), (x, 0), figure_marks={2: mark} if mark else {}))
    assert [piece.id for piece in reorganise.wounded_in_reach(state, A)] == reached


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-102", "SG-GAP-98")
@pytest.mark.parametrize(
    ("side", "left", "reached"), [(OWN, True, ["c1"]), (OWN, False, []), (ENEMY, True, [])]
)
def test_those_left_behind_by_others_are_treated(side: str, left: bool, reached: list[str]) -> None:
    other = squad("c", (3, 0), (9, 9), side=side, figure_marks={1: WOUNDED})
    if left:
        other = other[0], (other[1][0].with_mark(LEFT_BEHIND), other[1][1])
    state = battle(squad("a", (0, 0)), other)
    assert [piece.id for piece in reorganise.wounded_in_reach(state, A)] == reached


@pytest.mark.rule("SG-MED-02", "SG-MED-03", "SG-GAP-102")
@pytest.mark.parametrize(
    ("kind", "rules", "x", "bonus"),
    [
        ("rifleman", {}, 3.0, (0, "")),
        ("medic", {}, 3.0, (1, "medic")),
        ("medic", {}, 3.1, (0, "")),
        ("rifleman", {"medical": True}, 7.0, (2, "medical unit")),
        ("rifleman", {"medical": True}, 7.1, (0, "")),
        ("medic", {"medical": True}, 3.0, (2, "medical unit")),
    ],
)
def test_who_helps_to_treat(kind: str, rules: Mapping[str, Any], x: float, bonus: tuple[int, str]) -> None:
    state = battle(squad("a", (0, 0)), squad("c", (x, 0), kinds=(kind,), **rules), foes("b", (0, 20)))
    assert reorganise.treatment_bonus(state, A) == bonus
    roll = reorganise.treatment_roll(state, A)
    assert [change.value for change in roll.changes] == ([bonus[0]] if bonus[0] else [])
    assert [threshold.least for threshold in roll.thresholds] == [3, 6]


@pytest.mark.rule("SG-MED-02", "SG-MED-03", "SG-MED-01")
def test_a_medic_of_the_unit_itself_helps_and_an_enemy_does_not() -> None:
    own = battle(squad("a", (0, 0), (9, 0), kinds=("rifleman", "medic")), foes("b", (0, 20)))
    assert reorganise.treatment_bonus(own, A) == (1, "medic")
    foe = battle(squad("a", (0, 0)), foes("b", (2, 0), kinds=("medic",), medical=True))
    assert reorganise.treatment_bonus(foe, A) == (0, "")


@pytest.mark.rule("SG-MED-01", "SG-MED-02", "SG-REO-02", "SG-GAP-103")
@pytest.mark.parametrize(
    ("die", "there", "marks"),
    [(2, False, {}), (3, True, {"stabilised": 1}), (5, True, {"stabilised": 1}), (6, True, {})],
)
def test_what_a_treatment_does(die: int, there: bool, marks: dict[str, int]) -> None:
    state = battle(squad("a", (0, 0), (2, 0), figure_marks={2: WOUNDED}), foes("b", (0, 20)))
    done = perform(state, lambda p: reorganise.treat_wounded(p, A), dice=[die])
    piece = done.state.table.pieces["a2"]
    assert piece.in_play == there and (not there or {m.name: m.count for m in piece.marks} == marks)
    assert perform(battle(squad("a", (0, 0))), lambda p: reorganise.treat_wounded(p, A)).asked == []


def field_with_mine(x: float, y: float, kind: str = "mine", option: str = "on") -> Battle:
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), options={"mines": option})
    mine = Marker(MarkerId("m"), kind, CENTRE + x, CENTRE + y, side=SideKey(ENEMY))
    return state.with_table(state.table.with_marker(mine))


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-GAP-50", "SG-REO-01", "SG-CLA-02")
@pytest.mark.parametrize(
    ("x", "kind", "option", "along"),
    [
        (0.0, "mine", "on", 5.5),
        (0.0, "found_mine", "on", 5.5),
        (0.0, "mine", "off", None),
        (0.0, "objective", "on", None),
        (2.4, "mine", "on", 7.3),
        (2.6, "mine", "on", None),
    ],
)
def test_where_a_path_meets_a_mine(x: float, kind: str, option: str, along: float | None) -> None:
    """It goes off 2 in from a base of half an inch."""
    state = field_with_mine(x, 8, kind, option)
    path = ((CENTRE, CENTRE), (CENTRE, CENTRE + 20))
    found = mines.mines_met(state, "a1", path)
    assert [stop.along for stop in found] == ([pytest.approx(along)] if along else [])


@pytest.mark.rule("SG-GAP-139")
@pytest.mark.parametrize(
    ("where", "waiting", "along"),
    [(5.5, (), 6.5), (5.0, (), 6.0), (4.4, (), 5.5), (5.5, ("c1",), 5.5), (20.0, (), 5.5)],
)
def test_who_sets_off_a_mine_goes_on_to_where_there_is_room(  # type: ignore[no-untyped-def]
    where, waiting, along
) -> None:
    state = battle(squad("a", (0, 0)), squad("c", (0, where)), options={"mines": "on"})
    mine = Marker(MarkerId("m"), "mine", CENTRE, CENTRE + 8, side=SideKey(ENEMY))
    state = state.with_table(state.table.with_marker(mine))
    path = ((CENTRE, CENTRE), (CENTRE, CENTRE + 20))
    (stop,) = mines.mines_met(state, "a1", path, waiting)
    assert stop.along == pytest.approx(along, abs=mines.ROOM_STEP_IN)


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-CLA-02")
@pytest.mark.parametrize(
    ("where", "waiting", "room"),
    [((0, 5.0), (), True), ((0, 0.9), (), False), ((0, 1.0), (), True), ((0, 0.9), ("c1",), True)],
)
def test_whether_a_figure_has_room_where_its_move_was_to_end(where, waiting, room) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, -5)), squad("c", where))
    end = OnTable(CENTRE, CENTRE, 90.0)
    part = PieceTravel("a1", state.table.piece("a1").place, end, ((CENTRE, CENTRE - 5), (CENTRE, CENTRE)))
    assert mines._has_room(state, part, waiting) == room
    gone = msgspec.structs.replace(part, new=msgspec.structs.replace(squad("z", (0, 0))[1][0]).place)
    assert mines._has_room(state, gone, waiting) == room


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-CLA-02")
@pytest.mark.parametrize(
    ("paths", "moved"), [((), False), (((0, 0), (0, 3)), True), (((0, 0), (0, 0)), False)]
)
def test_whether_anybody_moved(paths, moved) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)), options={"mines": "on"})
    path = tuple((CENTRE + x, CENTRE + y) for x, y in paths)
    parts = [PieceTravel("a1", state.table.piece("a1").place, OnTable(*path[-1], 90.0), path)] if path else []
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from mines.carry_out_travels(play, parts, "SG-MOV-01", "move")))

    perform(state, rules)
    assert found == [moved]


@pytest.mark.rule("SG-GAP-139", "SG-NPH-02")
@pytest.mark.parametrize(("impact", "stays"), [(8, True), (4, False)])
def test_a_vehicle_that_a_mine_immobilises_stops_there(impact: int, stays: bool) -> None:
    state = battle(vehicle("v", 0, 0, facing=90.0), foes("b", (20, 20)), options={"mines": "on"})
    state = state.with_table(
        state.table.with_marker(Marker(MarkerId("m"), "mine", CENTRE, CENTRE + 8, side=SideKey(ENEMY)))
    )
    end = (CENTRE, CENTRE + 16)
    part = PieceTravel("v1", state.table.piece("v1").place, OnTable(*end, 90.0), ((CENTRE, CENTRE), end))
    done = perform(
        state,
        lambda play: mines.carry_out_travels(play, [part], "SG-TRV-01", "travel"),
        dice=[1, 2, 2, impact, 4, 6] + [6] * stays,
        answers={"bail_out": "stay"},
    )
    hull = done.state.table.piece("v1")
    assert hull.has_mark(IMMOBILISED) is stays
    assert (hull.xy[1] < end[1] - 8) is stays


@pytest.mark.rule("SG-SUP-02", "SG-TRV-04")
def test_a_suppressed_vehicle_reorganises_in_the_open() -> None:
    state = battle(vehicle("v", 0, 0, marks={SUPPRESSED: 1}), squad("a", (9, 9), marks={SUPPRESSED: 1}))
    reasons = [reorganise.why_no_reorganise(state, unit(state, key)) for key in ("v", "a")]
    assert [bool(reason) for reason in reasons] == [False, True]


@pytest.mark.rule("SG-GAP-113", "SG-GAP-139")
@pytest.mark.parametrize(("points", "shown"), [(2, 1), (1, 0)])
def test_a_forced_move_shows_the_paths_of_those_that_move(points: int, shown: int) -> None:
    state = battle(squad("a", (0, 0)), foes("b", (20, 20)))
    path = ((CENTRE, CENTRE), (CENTRE, CENTRE + 3))[:points]
    part = PieceTravel("a1", state.table.piece("a1").place, OnTable(*path[-1], 90.0), path)
    done = perform(
        state, lambda p: mines.make_forced_travels(p, [part], "retreat", "a retreats", "SG-CLV-05")
    )
    (told,) = done.events_of(MovesAnnounced)
    assert len(told.courses) == shown and told.by == "a1"


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03", "SG-GAP-81", "SG-GAP-72")
def test_without_a_leg_nobody_moves() -> None:
    found: list[bool] = []

    def act(play):  # type: ignore[no-untyped-def]
        found.append((yield from move_actions.carry_out_move(play, A, (), (), "SG-MOV-01", "move")))

    assert perform(battle(squad("a", (0, 0))), act).events == [] and found == [False]
