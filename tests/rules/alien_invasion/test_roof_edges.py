"""Roofs at the edges: who jumps where, how far from the edge they land, and what Mites climb over."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.actions.roof_actions import (
    climb_decision,
    climb_group,
    jump_group,
    jumps,
    landing_area,
    landing_jumps,
    may_climb,
    may_jump,
    why_cannot_climb,
    why_cannot_jump,
)
from battlesim.rulesets.alien_invasion.core.lookups import combat_of
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulings.piece_placement import PiecePlacement, placement_problem
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    battle,
    controller,
    daleks,
    group,
    mites,
    perform,
    spugs,
    terrain,
)
from tests.rules.alien_invasion.test_mites import without
from tests.rules.alien_invasion.test_roofs import lifted, roof

JUMPS = pytest.mark.rule("MT-SPUG-03", "MT-GAP-56", "MT-AUTO-03")
CLIMBS = pytest.mark.rule("MT-MITE-01", "MT-SPUG-03", "MT-GAP-56")
FAR = group("far", (70, 46))


def field(*groups, ground, **more):
    return battle(*groups, FAR, ground=ground, card="spug single", **more)


@JUMPS
@pytest.mark.parametrize(
    ("x", "y", "edge", "heading"),
    [
        (13.0, 10, (14, 10), (1, 0)),
        (27.2, 20, (26, 20), (-1, 0)),
        (20, 3.6, (20, 5), (0, 1)),
        (17, 26.5, (17, 25), (0, -1)),
        (13.4, 4.2, (14, 5), (0.6, 0.8)),
    ],
)
def test_a_jump_is_straight_over_the_nearest_edge(x, y, edge, heading):
    (jump,) = jumps(field(spugs("s", (x, y)), ground=[roof(14, 26)]), "s")
    assert (jump.roof, jump.lead, jump.edge) == ("house", "s1", pytest.approx(edge))
    assert jump.heading == pytest.approx(heading)


@JUMPS
@pytest.mark.parametrize(
    ("points", "lead"),
    [
        (((12.5, 10),), "s1"),
        (((12.49, 10),), None),
        (((13.0, 10), (13.3, 12)), "s2"),
        (((13.3, 10), (13.0, 12)), "s1"),
        (((5, 10), (13.0, 12)), "s2"),
        (((15, 10),), None),
        (((15, 10), (12.6, 12)), "s2"),
    ],
)
def test_the_figure_nearest_to_the_edge_from_outside_leads(points, lead):
    found = jumps(field(spugs("s", *points), ground=[roof(14, 26)]), "s")
    assert [jump.lead for jump in found] == ([lead] if lead else [])


@JUMPS
@pytest.mark.parametrize(
    ("height", "z", "up", "down"),
    [
        (8.0, 0.0, True, True),
        (8.1, 0.0, False, False),
        (8.9, 0.0, False, False),
        (10.0, 2.0, True, False),
        (10.1, 2.0, False, False),
    ],
)
def test_a_jump_is_eight_inches_high_at_most(height, z, up, down):
    state = field(spugs("s", (13, 10)), ground=[roof(14, 26, height)])
    raised = state.with_table(state.table.with_place("s1", OnTable(13, 10, 0.0, z)))
    assert bool(jumps(raised, "s")) is up
    above = lifted(field(spugs("s", (15, 10)), ground=[roof(14, 26, height)]), "s")
    assert bool(jumps(above, "s")) is down


@JUMPS
def test_from_the_very_edge_one_jumps_in_no_direction():
    (jump,) = jumps(lifted(field(spugs("s", (14, 10)), ground=[roof(14, 26)]), "s"), "s")
    assert (jump.edge, jump.heading) == ((14, 10), (0, 0))


@JUMPS
def test_from_a_roof_one_jumps_down_only():
    houses = [roof(14, 26), roof(27, 40, id="next")]
    (jump,) = jumps(lifted(field(spugs("s", (25.5, 10)), ground=houses), "s"), "s")
    assert (jump.roof, jump.edge, jump.heading) == ("", (26, 10), pytest.approx((1, 0)))
    assert jumps(lifted(field(spugs("s", (20, 15)), ground=houses), "s"), "s") == []


def problem(state, *spots):
    """Why figures cannot land at points after the first jump, "" if they can."""
    jump = jumps(state, "s")[0]
    figures = {piece.id: piece for piece in state.table.pieces_of_unit("s")[: len(spots)]}
    placed = [PiecePlacement(key, *spot) for key, spot in zip(figures, spots, strict=True)]
    return str(placement_problem(state.table, landing_area(state, "s", jump), figures, placed))


@JUMPS
@pytest.mark.parametrize(
    ("spot", "fine"),
    [
        ((14.6, 10), True),
        ((16.0, 10), True),
        ((16.1, 10), False),
        ((13, 10), False),
        ((14.6, 15.5), True),
        ((14.6, 16.5), False),
    ],
)
def test_they_land_within_two_inches_of_the_edge_on_the_roof(spot, fine):
    state = field(spugs("s", (13, 10)), ground=[roof(14, 26)])
    assert (problem(state, spot) == "") is fine


@JUMPS
@pytest.mark.parametrize(
    ("spot", "ground", "others", "fine"),
    [
        ((13.4, 10), (), (), True),
        ((12, 10), (), (), True),
        ((11.9, 10), (), (), False),
        ((15, 10), (), (), False),
        ((13, 10), (terrain("lake", 10, 5, 13.4, 25),), (), False),
        ((13, 10), (terrain("wall", 12.9, 9, 13.1, 11),), (), False),
        ((13, 10), (terrain("building", 12, 9, 13.4, 11, "hut"),), (), False),
        ((13, 10), (terrain("scrub", 12, 9, 13.4, 11),), (), True),
        ((12.6, 10), (), (group("a", (11, 10)),), True),
        ((12.5, 10), (), (group("a", (11.5, 10)),), False),
        ((12.5, 10), (), (spugs("t", (11.6, 10)),), False),
        ((12.5, 10), (), (spugs("t", (11.5, 10)),), True),
    ],
)
def test_they_land_on_free_ground_below(spot, ground, others, fine):
    """Enemies on the ground keep them a tenth of an inch away, friends do not."""
    state = field(spugs("s", (14.5, 10)), *others, ground=[roof(14, 26), *ground])
    assert (problem(lifted(state, "s"), spot) == "") is fine


@JUMPS
def test_own_figures_that_stand_below_already_are_set_down_anew():
    state = field(spugs("s", (14.5, 10), (12.5, 10)), ground=[roof(14, 26)])
    table = state.table.with_place("s1", OnTable(14.5, 10, 0.0, 6.0, "house"))
    area = landing_area(state.with_table(table), "s", jumps(state.with_table(table), "s")[0])
    assert "s2" not in area.bases


@JUMPS
@pytest.mark.parametrize(
    ("up", "spot", "fine"),
    [
        ((), (15, 10), True),
        (("a",), (15, 10), True),
        (("a",), (16, 10), False),
        (("t",), (16, 10), True),
        (("t",), (15.95, 12.7), False),
    ],
)
def test_only_those_on_the_roof_are_in_the_way_up_there(up, spot, fine):
    others = group("a", (17, 10)), spugs("t", (16, 13.5))
    state = lifted(field(spugs("s", (13, 10)), *others, ground=[roof(14, 26)]), *up)
    assert (problem(state, spot) == "") is fine


@JUMPS
@pytest.mark.parametrize(("x1", "room"), [(15.0, True), (14.9, True)])
def test_a_roof_needs_room_for_all(x1, room):
    small = roof(14, x1)
    one = field(spugs("s", (13, 10)), ground=[small])
    assert (why_cannot_jump(one, "s") == "") is room


@JUMPS
def test_a_roof_that_is_full_is_no_place_to_jump_to():
    points = [(14.5 + 1.01 * i, 5.5 + 1.01 * j) for i in range(3) for j in range(19)]
    state = lifted(field(spugs("s", (13, 10)), spugs("t", *points), ground=[roof(14, 26)]), "t")
    assert jumps(state, "s") and landing_jumps(state, "s") == []
    assert why_cannot_jump(state, "s") == "no roof within a jump has room for all of them"


@JUMPS
def test_those_who_are_locked_do_not_jump():
    state = field(spugs("s", (13, 10)), ground=[roof(14, 26)], combats=(LockedCombat(1, ("s", "far")),))
    assert why_cannot_jump(state, "s") == "it is locked in a fight"


@JUMPS
@pytest.mark.parametrize("answer", ["west", "east"])
def test_of_two_roofs_the_one_that_is_named(answer):
    houses = [roof(5, 12, id="west"), roof(14, 26, id="east")]
    state = field(spugs("s", (13, 10)), ground=houses)
    done = perform(state, lambda play: jump_group(play, "s"), {"roof": answer})
    assert done.piece("s1").place.on == answer


@JUMPS
def test_a_single_roof_is_not_asked_about():
    state = field(spugs("s", (13, 10)), ground=[roof(14, 26)])
    assert not perform(state, lambda play: jump_group(play, "s")).decisions_with_key("roof")


@JUMPS
@pytest.mark.parametrize(
    ("own", "may"),
    [
        (spugs("s", (13, 10)), True),
        (spugs("s", (5, 10)), False),
        (mites("s", (13, 10)), False),
        (group("s", (13, 10)), False),
    ],
)
def test_who_jumps(own, may):
    assert may_jump(field(own, ground=[roof(14, 26)]), "s") is may


def climbing(*groups, ground=None, up=(), points=((10, 10),), boss=(2, 40), **more):
    """Mites of a Controller beside a house that they can climb."""
    own = controller("s", boss), mites("m", *points)
    state = battle(*own, *groups, ground=ground or [roof(14, 26)], card="spug single", **more)
    return lifted(state, *up) if up else state


@CLIMBS
def test_what_is_in_the_way_of_those_who_climb():
    hut = terrain("building", 50, 5, 60, 15, "hut")
    wall = terrain("wall", 32, 5, 32.2, 15, "wall")
    lake = terrain("lake", 40, 30, 50, 40, "lake")
    others = (
        group("a", (30, 10)),
        group("in", (20, 15)),
        daleks("hid", (55, 10)),
        daleks("k", (34, 8)),
        spugs("t", (5, 5)),
    )
    state = climbing(*others, ground=[roof(14, 26), hut, wall, lake], boss=(30, 14))
    motion = climb_decision(state, "m").motions[0]
    assert motion.climbs == (("house", 6.0),)
    assert set(motion.enemies) | set(motion.shunned) == {"a1", "hid1", "k1"}
    assert "a1" in motion.enemies and "hid1" in motion.shunned
    assert not set(motion.enemies) & set(motion.shunned)
    assert set(motion.occupied) == {"t1", "s1"}
    assert "lake" in motion.blocked and "house" not in (*motion.blocked, *motion.features)
    assert "hut" in {guard.terrain for guard in motion.guarded} | set(motion.blocked)
    assert "house" not in {guard.terrain for guard in motion.guarded}


@CLIMBS
def test_a_house_that_is_full_or_that_stops_others_is_climbed_all_the_same():
    hut = terrain("building", 50, 5, 60, 15, "hut")
    inside = group("a", (20, 10), (52, 10))
    state = climbing(inside, ground=[roof(14, 26), hut])
    own = replace(state.game.parameters, runs_through_houses=False)
    (motion,) = climb_decision(state.with_game(parameters=own), "m").motions
    assert ("hut" in motion.features, "house" in motion.features) == (True, False)
    full = replace(state.game.parameters, house_room=1)
    crowd = climbing(inside, ground=[roof(14, 26, 3.0), hut]).with_game(parameters=full)
    (motion,) = climb_decision(crowd, "m").motions
    assert ("hut" in motion.blocked, "house" in motion.blocked) == (True, False)


@CLIMBS
@pytest.mark.parametrize(
    ("points", "up", "combats", "why"),
    [
        (((10, 10),), (), (), ""),
        (((20, 10),), (), (), "it is inside a house"),
        (((10, 10), (20, 10)), (), (), "it is inside a house"),
        (((20, 10),), ("m",), (), ""),
        (((10, 10),), (), (LockedCombat(1, ("m", "a")),), "it is locked in a fight"),
    ],
)
def test_why_mites_cannot_climb(points, up, combats, why):
    state = climbing(group("a", (40, 10)), points=points, up=up, combats=combats)
    assert why_cannot_climb(state, "m") == why


@CLIMBS
def test_who_climbs():
    state = climbing(group("a", (40, 10)))
    assert [may_climb(state, key) for key in ("m", "s", "a")] == [True, False, False]
    assert may_climb(without(state, "s1"), "m") is False
    assert may_climb(climbing(group("a", (40, 10)), ground=[terrain("scrub", 5, 5, 8, 8)]), "m") is False


@CLIMBS
@pytest.mark.parametrize(("aim", "fights"), [((34, 10), True), ((30, 10), False)])
def test_those_who_climb_are_locked_only_with_those_whom_they_reach(aim, fights):
    state = climbing(group("a", (34, 10)), points=((27, 10),), boss=(34, 20))
    done = perform(state, lambda play: climb_group(play, "m"), {"move": aim}).state
    assert (combat_of(done, "m") is not None) is fights
    assert math.dist(done.table.piece("m1").xy, aim) == pytest.approx(1.0 if fights else 0.0, abs=0.01)
