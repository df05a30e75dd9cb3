"""Boarding and leaving vehicles and the table, and the wounded: suits, weapons, those left behind."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.battle.victory import scores
from battlesim.rulesets.stargrunt.core.events import FigureCarried
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    EVACUEE,
    IN_POSITION,
    LEFT_BEHIND,
    ROUTED,
    STABILISED,
    SUIT_OUT,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import ExitObjective
from battlesim.rulesets.stargrunt.transport.boarding import (
    board,
    boarders,
    carriers,
    get_out,
    seats_needed,
    why_cannot_board,
    why_cannot_get_out,
    why_no_room,
    why_not_aboard,
    why_riding,
)
from battlesim.rulesets.stargrunt.transport.departures import (
    got_off,
    had_vehicle,
    has_left,
    left_figures,
    lost_vehicles,
    settle_departures,
)
from battlesim.rulesets.stargrunt.transport.evacuation import (
    abandoned,
    brought_off,
    evacuees,
    is_evacuated,
    lying_evacuees,
)
from battlesim.rulesets.stargrunt.wounded.abandoning import (
    figures_left_behind,
    is_enemy_in_sight,
    is_left_behind,
)
from battlesim.rulesets.stargrunt.wounded.abandoning import test_abandonment as look_back
from battlesim.rulesets.stargrunt.wounded.carrying import pick_up
from battlesim.rulesets.stargrunt.wounded.suits import roll_suits
from battlesim.rulesets.stargrunt.wounded.weapons import is_free_handed, take_up_weapons, weapons_lying
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard, Off

from .field import CENTRE, ENEMY, OWN, A, B, battle, foes, needed, perform, rolls, row, squad, terrain, unit
from .vehicle_field import aboard, vehicle

C, V = UnitId("c"), UnitId("v")
FAR = foes("x", (0, 22))
EXIT = (ExitObjective(side=OWN, edge="east", vehicle=3.0, squad=2.0),)


def with_marks(state, **marks):
    """The battle with a mark on each of some pieces."""
    pieces = [state.table.piece(key).with_mark(mark) for key, mark in marks.items()]
    return state.with_table(state.table.with_pieces(*pieces))


def off(state, *ids, why="left"):
    """The battle without some pieces, which have left the table."""
    pieces = [msgspec.structs.replace(state.table.piece(key), place=Off(why)) for key in ids]
    return state.with_table(state.table.with_pieces(*pieces))


# Boarding.


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-GAP-73")
def test_the_carriers_of_a_side():
    state = battle(
        vehicle("v", 0, 0),
        vehicle("t", 0, 6, kind="tank"),
        vehicle("d", 0, -6, piece_marks=("disabled",)),
        vehicle("e", 9, 0, side=ENEMY),
        squad("a", (0, 3)),
        FAR,
    )
    assert [piece.id for piece in carriers(state, unit(state, "a"))] == ["v1"]


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-GAP-73")
@pytest.mark.parametrize(("gap", "count"), [(6.0, 2), (6.1, 1)])
def test_the_wounded_near_the_hull_board_too(gap, count):
    state = battle(vehicle("v", 0, 0), squad("a", (0, 3), (0, -1.75 - gap), figure_marks={2: WOUNDED}), FAR)
    assert len(boarders(state, unit(state, "a"), state.table.piece("v1"))) == count


@pytest.mark.rule("SG-GAP-73", "SG-TPT-02", "SG-TPT-01")
@pytest.mark.parametrize(
    ("kinds", "count"),
    [(("rifleman", "rifleman"), 2), (("power_trooper", "rifleman"), 3), (("power_trooper", "brute"), 4)],
)
def test_a_figure_in_power_armour_takes_two_seats(kinds, count):
    state = battle(squad("a", (0, 3), (2, 3), kinds=kinds), FAR)
    assert seats_needed([state.table.piece("a1"), state.table.piece("a2")]) == count


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-GAP-73")
@pytest.mark.parametrize(
    ("figures", "kind", "riders", "reason"),
    [
        (8, "rifleman", 0, ""),
        (9, "rifleman", 0, "it holds 8 of a squad, this one needs 9 seats"),
        (4, "power_trooper", 0, ""),
        (5, "power_trooper", 0, "it holds 8 of a squad, this one needs 10 seats"),
        (4, "rifleman", 1, "it is full"),
    ],
)
def test_how_much_room_a_carrier_has(figures, kind, riders, reason):
    more = [aboard(squad("c", (0, 0)), "v1")] if riders else []
    own = squad("a", *row(-6, 3, figures), kinds=(kind,))
    state = battle(vehicle("v", 0, 0), own, *more, FAR)
    assert str(why_no_room(state, unit(state, "a"), state.table.piece("v1"))) == reason


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-SUP-02")
@pytest.mark.parametrize(
    ("gaps", "marks", "reason"),
    [
        ((1.0,), {}, ""),
        ((6.0,), {}, ""),
        ((1.0, 6.1), {}, "its farthest figure is 6.1 in away"),
        ((1.0,), {SUPPRESSED: 1}, "those in a suppressed vehicle do not open it"),
    ],
)
def test_when_a_squad_can_board(gaps, marks, reason):
    own = squad("a", *((0, 1.75 + gap) for gap in gaps))
    state = battle(vehicle("v", 0, 0, marks=marks), own, FAR)
    assert str(why_not_aboard(state, unit(state, "a"), state.table.piece("v1"))) == reason


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-GAP-73")
@pytest.mark.parametrize(
    ("vehicles", "own", "listed", "free"),
    [
        ((vehicle("v", 0, 0),), squad("a", (0, 3)), True, True),
        ((vehicle("v", 0, 0),), squad("a", (0, 12)), True, False),
        ((vehicle("v", 0, 0, kind="tank"),), squad("a", (0, 3)), False, False),
        ((vehicle("v", 0, 0), vehicle("a", 9, 0)), None, False, False),
        ((vehicle("w", 0, 14), vehicle("v", 0, 0)), squad("a", (0, 3)), True, True),
    ],
)
def test_whether_boarding_is_offered(vehicles, own, listed, free):
    state = battle(*vehicles, *([own] if own else []), FAR, activated="a")
    decision = action_decision(state, unit(state, "a"))
    assert ("board" in {option.key for option in decision.options}) is listed
    assert ("board" in {option.key for option in decision.open_options}) is free
    if own:
        assert (why_cannot_board(state, unit(state, "a")) == "") is (free or (not listed and False))


@pytest.mark.rule("SG-TPT-01", "SG-TPT-02", "SG-GAP-51")
@pytest.mark.parametrize(("answer", "rides"), [("v1", True), ("none", False)])
def test_a_squad_boards_the_vehicle_that_is_chosen_and_leaves_its_position(answer, rides):
    state = battle(
        vehicle("v", 0, 0), squad("a", (0, 3), (1.5, 3), marks={IN_POSITION: 1}), FAR, activated="a"
    )
    done = perform(state, lambda play: board(play, A), {"carrier": answer})
    assert (done.piece("a1").place == done.piece("a2").place == Aboard("v1")) is rides
    assert unit(done, "a").has_mark(IN_POSITION) is not rides


@pytest.mark.rule("SG-GAP-73", "SG-SUP-02")
@pytest.mark.parametrize(
    ("rides", "marks", "barred", "reason"),
    [
        (True, {}, False, ""),
        (False, {}, False, "it is not aboard a vehicle on the table"),
        (True, {SUPPRESSED: 1}, False, "its vehicle is suppressed"),
        (True, {}, True, "there is no room for it beside the vehicle"),
    ],
)
def test_when_a_squad_can_get_out(rides, marks, barred, reason):
    own = squad("a", (0, 6), (1.5, 6))
    ground = [terrain("water", -20, -20, 20, 20)] if barred else []
    state = battle(vehicle("v", 0, 0, marks=marks), aboard(own, "v1") if rides else own, FAR, ground=ground)
    assert str(why_cannot_get_out(state, unit(state, "a"))) == reason


@pytest.mark.rule("SG-GAP-73", "SG-SUP-02")
def test_nobody_gets_out_of_a_vehicle_that_has_left_the_table():
    state = off(battle(vehicle("v", 0, 0), aboard(squad("a", (0, 0)), "v1"), FAR), "v1")
    assert str(why_cannot_get_out(state, unit(state, "a"))) == "it is not aboard a vehicle on the table"


@pytest.mark.rule("SG-GAP-73")
def test_only_the_squad_gets_out_and_not_the_crew():
    state = battle(vehicle("v", 0, 0), aboard(squad("a", (0, 0), (0, 0)), "v1"), FAR)
    done = perform(state, lambda play: get_out(play, A))
    assert done.piece("a1").table_position is not None and done.piece("v_crew1").place == Aboard("v1")
    assert perform(done.state, lambda play: get_out(play, A)).asked == []


@pytest.mark.rule("SG-GAP-73")
@pytest.mark.parametrize(
    ("rides", "key", "reason"),
    [
        (True, "move", "it is aboard a vehicle"),
        (True, "fire", "it is aboard a vehicle"),
        (True, "get_out", ""),
        (True, "shake_off", ""),
        (False, "move", ""),
    ],
)
def test_what_a_squad_aboard_can_do(rides, key, reason):
    own = squad("a", (0, 6))
    state = battle(vehicle("v", 0, 0), aboard(own, "v1") if rides else own, FAR)
    assert str(why_riding(state, unit(state, "a"), key)) == reason


# Leaving the table.


def leavers(*extra, **more):
    return battle(vehicle("v", 20, 0), squad("a", (22, 3), (22, 5)), *extra, FAR, exits=EXIT, **more)


@pytest.mark.rule("SG-GAP-74")
@pytest.mark.parametrize(
    ("gone", "left", "count"), [((), False, 0), (("a1",), False, 1), (("a1", "a2"), True, 2)]
)
def test_a_unit_has_left_with_its_last_figure(gone, left, count):
    state = off(leavers(), *gone)
    assert (has_left(state, A), left_figures(state, A)) == (left, count)


@pytest.mark.rule("SG-GAP-74")
def test_a_unit_whose_last_figures_fell_has_left_with_the_others():
    state = off(off(leavers(), "a1"), "a2", why="lost")
    assert has_left(state, A)
    assert not has_left(off(leavers(), "a1", "a2", why="lost"), A)


@pytest.mark.rule("SG-GAP-74")
def test_a_vehicle_takes_those_aboard_with_it_and_each_unit_is_recorded_once():
    state = battle(vehicle("v", 20, 0), aboard(squad("a", (0, 0)), "v1"), FAR, exits=EXIT)
    done = perform(off(state, "v1"), lambda play: settle_departures(play, V))
    assert done.state.game.exited == ("a", "v")
    assert done.piece("a1").place == done.piece("v_crew1").place == Off("left")
    assert scores(done.state)[OWN] == 5.0
    assert perform(done.state, lambda play: settle_departures(play, V)).events == []


@pytest.mark.rule("SG-GAP-74")
@pytest.mark.parametrize(("gone", "exited"), [((), ()), (("a1",), ()), (("a1", "a2"), ("a",))])
def test_only_whole_units_are_recorded(gone, exited):
    done = perform(off(leavers(), *gone), lambda play: settle_departures(play, A))
    assert done.state.game.exited == exited
    assert done.piece("v_crew1").place == Aboard("v1")


@pytest.mark.rule("SG-GAP-74", "SG-GAP-147")
@pytest.mark.parametrize(
    ("exited", "level", "exits", "points", "count"),
    [
        (("a",), 5, EXIT, 2.0, 1),
        (("v",), 5, EXIT, 3.0, 1),
        (("a", "v"), 5, EXIT, 5.0, 2),
        (("a",), ROUTED, EXIT, 0.0, 0),
        (("a",), 2, EXIT, 2.0, 1),
        (("x",), 5, EXIT, 0.0, 0),
        (("a",), 5, (), 0.0, 0),
        (("gone",), 5, EXIT, 0.0, 0),
    ],
)
def test_the_points_for_units_that_got_off(exited, level, exits, points, count):
    state = battle(
        vehicle("v", 20, 0),
        squad("a", (22, 3), marks={CONFIDENCE: level}),
        FAR,
        exits=exits,
        exited=tuple(UnitId(key) for key in exited),
    )
    assert scores(state)[OWN] == points
    assert len(got_off(state, OWN)) == count


@pytest.mark.rule("SG-GAP-74", "SG-GAP-147")
def test_which_units_had_a_vehicle_and_which_vehicles_are_lost():
    state = battle(
        vehicle("v", 0, 0, side=ENEMY, piece_marks=("disabled",)),
        vehicle("w", 0, 9, side=ENEMY),
        vehicle("u", 0, -9, piece_marks=("destroyed",)),
        squad("a", (9, 0)),
    )
    assert [had_vehicle(state, unit(state, key)) for key in ("v", "a")] == [True, False]
    assert [piece.id for piece in lost_vehicles(state, OWN)] == ["v1"]
    assert [piece.id for piece in lost_vehicles(state, ENEMY)] == ["u1"]


@pytest.mark.rule("SG-GAP-74", "SG-GAP-79", "SG-GAP-70", "SG-GAP-147")
@pytest.mark.parametrize(
    ("exits", "counts"),
    [
        ((ExitObjective(side=OWN, edge="east", wounded=2.0),), True),
        ((ExitObjective(side=OWN, edge="east", abandoned=-1.0),), True),
        (EXIT, False),
        ((), False),
        ((ExitObjective(side=ENEMY, edge="east", wounded=2.0),), False),
    ],
)
def test_whether_a_side_is_to_bring_its_wounded_off(exits, counts):
    assert is_evacuated(battle(squad("a", (0, 0)), FAR, exits=exits), OWN) is counts


@pytest.mark.rule("SG-GAP-70", "SG-GAP-74", "SG-GAP-79", "SG-GAP-147")
def test_where_those_who_began_wounded_are():
    state = battle(
        squad("a", (0, 0), (0, 1), (0, 9), (0, 12), figure_marks={2: WOUNDED, 3: WOUNDED, 4: WOUNDED}),
        foes("b", (9, 9)),
    )
    marked = [state.table.piece(key).with_mark(EVACUEE) for key in ("a2", "a3", "a4")]
    state = state.with_table(state.table.with_pieces(*marked, state.table.piece("b1").with_mark(EVACUEE)))
    assert [piece.id for piece in evacuees(state, OWN)] == ["a2", "a3", "a4"]
    assert [piece.id for piece in lying_evacuees(state, A)] == ["a2", "a3", "a4"]
    assert [piece.id for piece in abandoned(state, OWN)] == ["a3", "a4"]
    gone = off(off(state, "a2"), "a3", why="lost")
    assert [piece.id for piece in brought_off(gone, OWN)] == ["a2"]
    assert [piece.id for piece in lying_evacuees(gone, A)] == ["a4"]
    treated = state.table.piece("a2").with_mark(WOUNDED, 0)
    assert [p.id for p in lying_evacuees(state.with_table(state.table.with_pieces(treated)), A)] == [
        "a3",
        "a4",
    ]


# The wounded.


@pytest.mark.rule("SG-GAP-79")
@pytest.mark.parametrize(
    ("gap", "mark", "behind"),
    [(6.0, WOUNDED, False), (6.1, WOUNDED, True), (6.1, STABILISED, True), (6.1, "", False)],
)
def test_who_is_left_behind(gap, mark, behind):
    own = squad("a", (0, 0), (0, 1 + gap), (-3, 0), figure_marks={2: mark} if mark else {})
    state = battle(own, foes("b", (0, 20)))
    assert is_left_behind(state, state.table.piece("a2")) is behind
    assert [piece.id for piece in figures_left_behind(state, A)] == (["a2"] if behind else [])


@pytest.mark.rule("SG-GAP-79")
def test_one_figure_that_is_near_is_enough_and_nobody_is_left_by_a_unit_that_cannot_act():
    near = battle(squad("a", (0, 0), (0, 12), (0, 8), figure_marks={2: WOUNDED}), foes("b", (0, 20)))
    assert figures_left_behind(near, A) == []
    alone = battle(squad("a", (0, 0), (0, 12), figure_marks={1: WOUNDED, 2: WOUNDED}), foes("b", (0, 20)))
    assert figures_left_behind(alone, A) == []
    gone = off(battle(squad("a", (0, 0), (0, 12), figure_marks={2: WOUNDED}), foes("b", (0, 20))), "a2")
    assert not is_left_behind(gone, gone.table.piece("a2"))


@pytest.mark.rule("SG-GAP-79")
@pytest.mark.parametrize(
    ("wall", "sees"),
    [
        ((), True),
        ((terrain("wall", -24, 10, 24, 11, height=5.0),), False),
        ((terrain("building", -24, 3, 4, 5),), True),
        ((terrain("building", 4, -24, 6, 24),), True),
    ],
)
def test_an_enemy_in_sight_of_the_unit_or_of_those_it_leaves(wall, sees):
    state = battle(squad("a", (0, 0), (9, 0), figure_marks={2: WOUNDED}), foes("b", (9, 20)), ground=wall)
    if wall and wall[0].kind == "building" and wall[0].rings[0][0][0] > CENTRE:
        state = battle(
            squad("a", (0, 0), (9, 0), figure_marks={2: WOUNDED}), foes("b", (12, 20)), ground=wall
        )
    assert is_enemy_in_sight(state, unit(state, "a"), [state.table.piece("a2")]) is sees


@pytest.mark.rule("SG-GAP-79", "SG-TLC-07", "SG-TLC-06")
@pytest.mark.parametrize(
    ("motivation", "attempted", "needs"),
    [
        ("low", (), ["4+, 7+"]),
        ("medium", (), ["3+, 5+"]),
        ("high", (), ["2+, 4+"]),
        ("low", ("wounded a",), []),
    ],
)
def test_the_test_for_those_who_were_abandoned(motivation, attempted, needs):
    own = squad(
        "a",
        (0, 0),
        (0, -8),
        (1.2, 0),
        figure_marks={2: WOUNDED, 3: WOUNDED},
        motivation=motivation,
        leadership=2,
    )
    state = battle(own, foes("b", (0, 20)), activated="a", attempted=attempted)
    done = perform(state, lambda play: look_back(play, A), dice=[8] * len(needs))
    assert needed(done) == needs
    assert done.piece("a2").mark_count(LEFT_BEHIND) == 1 and not done.piece("a3").has_mark(LEFT_BEHIND)
    assert done.state.game.attempted == ("wounded a",)


@pytest.mark.rule("SG-GAP-70")
@pytest.mark.parametrize(
    ("x", "answer", "loads"), [(1.0, ("a2",), {"a2": "a1"}), (1.0, (), {}), (1.2, None, {})]
)
def test_the_wounded_in_contact_are_picked_up(x, answer, loads):
    state = battle(squad("a", (0, 0), (x, 0), figure_marks={2: WOUNDED}), FAR, activated="a")
    results = []

    def run(play):
        results.append((yield from pick_up(play, A)))

    done = perform(state, run, {} if answer is None else {"carry": answer})
    assert results == [loads]
    assert [event.carrier for event in done.events_of(FigureCarried)] == list(loads.values())


@pytest.mark.rule("SG-GAP-104")
@pytest.mark.option("power_armour_medical", "on")
@pytest.mark.parametrize(
    ("kind", "mark", "die", "left"),
    [
        ("power_trooper", WOUNDED, 1, "dead"),
        ("power_trooper", WOUNDED, 2, STABILISED),
        ("power_trooper", WOUNDED, 4, STABILISED),
        ("power_trooper", WOUNDED, 5, SUIT_OUT),
        ("power_trooper", WOUNDED, 6, ""),
        ("power_trooper", "", None, ""),
        ("rifleman", WOUNDED, None, WOUNDED),
    ],
)
def test_what_a_suit_does_for_its_wearer(kind, mark, die, left):
    own = squad("a", (0, 0), (2, 0), kinds=(kind,), figure_marks={1: mark} if mark else {})
    state = battle(own, FAR, options={"power_armour_medical": "on"})
    figures = [state.table.piece("a1"), state.table.piece("a2")]
    done = perform(state, lambda play: roll_suits(play, figures), dice=[die] if die else [])
    now = done.piece("a1")
    assert ("dead" if not now.in_play else now.marks[0].name if now.marks else "") == left
    assert now.mark_count(SUIT_OUT) in (0, 1) and len(done.events_of(DiceRolled)) == bool(die)


@pytest.mark.rule("SG-GAP-44")
@pytest.mark.parametrize(
    ("kinds", "marks", "game", "lying"),
    [
        (("rifleman", "gunner"), {2: WOUNDED}, {}, [("a2", "saw")]),
        (("rifleman", "gunner"), {}, {}, []),
        (("rifleman", "gunner"), {2: LEFT_BEHIND}, {}, []),
        (("gunner", "rifleman"), {2: WOUNDED}, {}, []),
        (("rifleman", "rocketeer"), {2: WOUNDED}, {}, [("a2", "rocket")]),
        (("rifleman", "rocketeer"), {2: WOUNDED}, {"used": ("a rocket:a2",)}, []),
        (("rifleman", "rocketeer"), {2: WOUNDED}, {"used": ("a rocket:a1",)}, [("a2", "rocket")]),
    ],
)
def test_the_weapons_of_the_fallen(kinds, marks, game, lying):
    state = battle(squad("a", *row(0, 0, len(kinds)), kinds=kinds, figure_marks=marks), FAR, **game)
    assert [(piece.id, key) for piece, key in weapons_lying(state, A)] == lying


@pytest.mark.rule("SG-GAP-44")
def test_weapons_of_those_left_behind_and_wounded_stay_where_they_are():
    state = battle(squad("a", (0, 0), (1.5, 0), kinds=("rifleman", "gunner"), figure_marks={2: WOUNDED}), FAR)
    assert weapons_lying(with_marks(state, a2=LEFT_BEHIND), A) == []


@pytest.mark.rule("SG-GAP-44")
@pytest.mark.parametrize(("kind", "free"), [("rifleman", True), ("gunner", False), ("rocketeer", False)])
def test_who_has_a_free_hand(kind, free):
    state = battle(squad("a", (0, 0), kinds=(kind,)), FAR)
    assert is_free_handed(state, state.table.piece("a1")) is free


@pytest.mark.rule("SG-GAP-44")
@pytest.mark.parametrize(
    ("kinds", "answer", "armed"),
    [
        (("rifleman", "gunner"), "a1", {"a1": ("saw",)}),
        (("rifleman", "gunner"), "nobody", {}),
        (("gunner", "gunner"), None, {}),
    ],
)
def test_who_takes_up_a_weapon(kinds, answer, armed):
    own = squad("a", *row(0, 0, len(kinds)), kinds=kinds, figure_marks={len(kinds): WOUNDED})
    done = perform(
        battle(own, FAR), lambda play: take_up_weapons(play, A), {"take_up": answer} if answer else {}
    )
    assert done.state.game.armed.get("a1", ()) == armed.get("a1", ())
    assert len(done.decisions_with_key("take_up")) == bool(answer)


@pytest.mark.rule("SG-GAP-79")
def test_those_who_were_left_behind_are_marked_without_a_test_of_the_unit_that_has_none():
    own = squad("a", (0, 0), (0, -8), figure_marks={2: WOUNDED}, automated=True)
    done = perform(battle(own, foes("b", (0, 20))), lambda play: look_back(play, A))
    assert rolls(done) == [] and not done.piece("a2").has_mark(LEFT_BEHIND)
    assert B in done.state.table.units
