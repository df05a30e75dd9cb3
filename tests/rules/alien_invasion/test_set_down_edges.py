"""Where the others of a group are set down, at the edges: beside the measured one, on roofs, in features."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.geometry.shapes import ring_bounds
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.ground.motion import area_for_others, entered_area, on_level, roof_area
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.piece_placement import PiecePlacement, placement_problem
from battlesim.table.levels import standing_place
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import battle, daleks, group, run, spugs, terrain

HELD = ("MT-GAP-08", "MT-GAP-09", "MT-GAP-15", "MT-MOV-01")
HOUSE = replace(terrain("building", 20, 20, 40, 40, "house"), traits=("flat_roof",))
SCRUB = terrain("scrub", 14, 5, 20, 15)


def up(state, *ids):
    """The state with figures on the roof of the house."""
    table = state.table
    for key in ids:
        table = table.with_place(key, OnTable(*table.piece(key).xy, 0.0, 3.0, "house"))
    return state.with_table(table)


def allowed(state, aim, spot, lead=""):
    """Return whether the second figure of group a may be set down at a point after a move toward another."""
    found = run(state, aim)
    there = state.table.with_place(found.piece, standing_place(state.table.ground, *found.end, 0.0))
    moved = state.with_table(there)
    area = area_for_others(moved, "a", found, ())
    other = next(piece for piece in figures_of(state, "a") if piece.id != found.piece)
    spots = [PiecePlacement(other.id, *spot)]
    return not placement_problem(there, area, {other.id: other}, spots)


@pytest.mark.rule(*HELD)
@pytest.mark.option("coherency_gap_in", "1.0", "0.5", "2.0")
@pytest.mark.parametrize(
    ("value", "gap", "fine"),
    [
        ("1.0", 1.0, True),
        ("1.0", 1.1, False),
        ("0.5", 0.5, True),
        ("0.5", 0.6, False),
        ("2.0", 2.0, True),
        ("2.0", 2.1, False),
    ],
)
def test_the_gap_to_the_measured_figure(value, gap, fine):
    state = battle(group("a", (10, 10), (9, 12)), daleks("b", (60, 40)), options={"coherency_gap_in": value})
    assert allowed(state, (18, 10), (18, 11 + gap)) is fine


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(("x", "fine"), [(19.0, True), (19.1, False), (17.0, True)])
def test_how_far_ahead_of_the_measured_figure(x, fine):
    state = battle(group("a", (10, 10), (9, 12)), daleks("b", (60, 40)))
    assert allowed(state, (18, 10), (x, 11.2)) is fine


@pytest.mark.rule(*HELD, "MT-GAP-10")
@pytest.mark.parametrize(
    ("spot", "fine"), [((15, 10), True), ((13.9, 10), False), ((14.1, 11.3), True), ((17, 12), False)]
)
def test_all_are_set_down_in_the_feature_that_was_entered(spot, fine):
    """The measured figure has entered scrub at (14, 10); nobody stands farther off than the chain reaches."""
    state = battle(group("a", (10, 10), (9, 12)), daleks("b", (60, 40)), ground=[SCRUB])
    found = run(state, (17, 10))
    assert entered_area(state, found) == "scrub" and found.end == (14, 10)
    assert allowed(state, (17, 10), spot) is fine


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("found", "area"),
    [
        (StraightRun("a1", (0, 0), (14, 10), "feature", ("scrub",)), "scrub"),
        (StraightRun("a1", (0, 0), (17, 10)), "scrub"),
        (StraightRun("a1", (0, 0), (12, 10)), ""),
        (StraightRun("a1", (0, 0), (12, 10), "contact", ("b1",)), ""),
        (StraightRun("a1", (0, 0), (12, 10), "feature", ("house", "scrub")), "house"),
    ],
)
def test_the_area_in_which_a_move_has_ended(found, area):
    assert entered_area(battle(group("a", (10, 10)), ground=[SCRUB, HOUSE]), found) == area


def area(state, end=(18, 10), reached=(), id="a", **more):
    lead = figures_of(state, id)[0]
    return area_for_others(
        state, id, StraightRun(lead.id, lead.xy, end, **more.pop("ran", {})), reached, **more
    )


@pytest.mark.rule(*HELD, "MT-GAP-09")
@pytest.mark.parametrize(
    ("reached", "apart"),
    [((), {"b1", "b2", "s1"}), (("b",), {"s1"}), (("b", "s"), set()), (("s",), {"b1", "b2"})],
)
def test_nobody_touches_enemies_that_were_not_reached(reached, apart):
    state = battle(group("a", (10, 10), (12, 10)), daleks("b", (30, 10), (32, 10)), spugs("s", (40, 10)))
    found = area(state, reached=reached)
    assert dict(found.apart) == dict.fromkeys(apart, 0.1)
    assert (found.within, found.chain, found.leader) == (4.0, 1.0, "a1")


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(("more", "bases"), [({}, {"a1", "b1"}), ({"replaced": True}, {"b1"})])
def test_the_measured_figure_stands_unless_it_is_set_down_with_the_others(more, bases):
    state = battle(group("a", (10, 10), (12, 10)), daleks("b", (30, 10)))
    assert set(area(state, **more).bases) == bases


@pytest.mark.rule(*HELD)
def test_those_on_a_roof_are_not_in_the_way_below_it():
    state = up(
        battle(group("a", (10, 10), (12, 10)), daleks("b", (30, 30)), spugs("s", (50, 10)), ground=[HOUSE]),
        "b1",
    )
    assert set(area(state).bases) == {"a1", "s1"}


@pytest.mark.rule(*HELD, "MT-GAP-11")
@pytest.mark.parametrize(
    ("ran", "end", "blocked"),
    [
        ({}, (18, 17), {"house", "lake", "wall"}),
        ({"ended": "feature", "by": ("house",)}, (20, 25), {"lake", "wall"}),
    ],
)
def test_the_others_stand_on_no_closed_ground(ran, end, blocked):
    ground = [HOUSE, terrain("lake", 50, 0, 60, 10), terrain("wall", 0, 30, 10, 30.2)]
    state = battle(group("a", (10, 10), (12, 10)), daleks("b", (60, 40)), ground=ground)
    assert set(area(state, end, ran=ran).blocked) == blocked


@pytest.mark.rule(*HELD, "MT-GAP-56")
@pytest.mark.parametrize(("level", "found"), [("house", ("a1", "b1")), ("", ("s1",)), ("other", ())])
def test_who_stands_on_a_level(level, found):
    state = battle(group("a", (30, 30)), daleks("b", (33, 30)), spugs("s", (50, 10)), ground=[HOUSE])
    assert on_level(up(state, "a1", "b1"), ["a1", "b1", "s1"], level) == found


ROOFED = up(
    battle(
        group("a", (30, 30), (32, 30)),
        group("c", (22, 22)),
        daleks("b", (35, 30)),
        daleks("d", (30, 36)),
        spugs("s", (50, 10)),
        ground=[HOUSE],
    ),
    "a1",
    "a2",
    "b1",
    "c1",
)


@pytest.mark.rule(*HELD, "MT-GAP-56")
@pytest.mark.parametrize(
    ("leader", "bases"), [("a1", ("a1", "c1", "b1")), ("", ("c1", "b1")), ("a2", ("a2", "c1", "b1"))]
)
def test_a_place_on_a_roof_is_clear_of_all_who_stand_there(leader, bases):
    found = roof_area(ROOFED, figures_of(ROOFED, "a"), (30, 30), "house", leader=leader)
    assert found.bases == bases
    assert (found.leader, found.within, found.chain) == (leader, 4.0, 1.0)


@pytest.mark.rule(*HELD, "MT-GAP-56")
@pytest.mark.parametrize(
    ("point", "zone", "bounds"),
    [
        ((30, 30), (), (25, 25, 35, 35)),
        ((22, 22), (), (20, 20, 27, 27)),
        ((30, 30), (((21, 21), (22, 21), (22, 22)),), (21, 21, 22, 22)),
    ],
)
def test_how_far_around_a_point_of_a_roof(point, zone, bounds):
    found = roof_area(ROOFED, figures_of(ROOFED, "a"), point, "house", zone=zone)
    assert ring_bounds(found.zone[0]) == pytest.approx(bounds, abs=0.1)


@pytest.mark.rule(*HELD, "MT-GAP-56", "MT-GAP-09")
@pytest.mark.parametrize(("reached", "apart"), [((), (("b1", 0.1),)), (("b",), ()), (("d",), (("b1", 0.1),))])
def test_on_a_roof_only_enemies_up_there_count(reached, apart):
    found = area(ROOFED, (31, 30), reached)
    assert found.apart == apart and found.bases == ("a1", "c1", "b1")


@pytest.mark.rule(*HELD, "MT-GAP-56", "MT-GAP-09")
def test_one_by_himself_on_a_roof_has_a_place():
    alone = up(battle(group("a", (30, 30)), daleks("b", (35, 30)), ground=[HOUSE]), "a1", "b1")
    assert area(alone, (31, 30)).apart == (("b1", 0.1),)
