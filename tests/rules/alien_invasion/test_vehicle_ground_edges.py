"""Vehicles on the ground at their edges: who gets in, where those inside get out, and free places near."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.ground.motion import group_motions
from battlesim.rulesets.alien_invasion.ground.vehicle_ground import (
    exit_points,
    figures_in,
    free_point_near,
    roof_under,
    vehicle_entered,
    vehicles_in_the_way,
    why_cannot_get_out,
)
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.movement_data import EntryPoints, GuardedObject
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Opening
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    mites,
    spugs,
    terrain,
    vehicle,
)

HELD = ("MT-MOV-09", "MT-GAP-15", "MT-MOV-06", "MT-GAP-13")
FOE = daleks("b", (70, 46))
DOOR = Opening((22.5, 20.0), (23.5, 20.0), 0.0, 2.0, kind="door", id="door")
HOUSE = replace(
    terrain("building", 15, 15, 30, 30, "house"), traits=("flat_roof",), height=3.0, openings=(DOOR,)
)


def at(own, z=0.0, on=""):
    """A vehicle in the air or on a roof."""
    unit, (piece,) = own
    return unit, (replace(piece, place=OnTable(*piece.xy, piece.facing, z, on)),)


def crew(count, id="a", **more):
    return aboard(group(id, *((0.0, 0.0),) * count, **more), "car")


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("kind", "there", "men", "open", "full"),
    [
        ("car", 0, 4, True, False),
        ("car", 0, 5, False, True),
        ("car", 2, 2, True, False),
        ("car", 2, 3, False, True),
        ("jeep", 0, 5, True, False),
        ("truck", 6, 4, True, False),
        ("truck", 7, 4, False, True),
    ],
)
def test_a_vehicle_is_open_to_a_group_for_which_it_has_room(kind, there, men, open, full):
    inside = [crew(there, "c")] if there else []
    state = battle(vehicle("car", 40, 20, kind=kind), *inside, group("a", *block(10, 10, men)), FOE)
    found = vehicles_in_the_way(state, "a")
    assert (found.open, found.held, found.full) == (("car",) * open, (), ("car",) * full)


@pytest.mark.rule(*HELD, "MT-VEH-10")
@pytest.mark.parametrize(
    ("own", "id", "inside", "z", "found"),
    [
        (
            group("a", (10, 10)),
            "a",
            daleks("d", (0, 0), (0, 0)),
            0.0,
            ((), (GuardedObject("car", ("d1", "d2")),), ()),
        ),
        (group("a", (10, 10)), "a", daleks("d", (0, 0)), 12.0, ((), (), ())),
        (daleks("d", (10, 10)), "d", daleks("e", (0, 0)), 0.0, (("car",), (), ())),
        (group("h", (10, 10), side="hatchling"), "h", None, 0.0, ((), (), ("car",))),
        (group("a", (10, 10)), "a", None, 12.0, ((), (), ())),
        (None, "d", daleks("d", (0, 0)), 0.0, ((), (), ())),
    ],
)
def test_what_a_vehicle_is_to_a_group(own, id, inside, z, found):
    craft = at(vehicle("car", 40, 20, kind="helicopter", side="dalek"), z)
    groups = [each for each in (own, aboard(inside, "car") if inside else None) if each]
    state = battle(craft, *groups, group("z", (70, 2)), absent=["dalek"])
    assert tuple(vehicles_in_the_way(state, id)) == found


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("run", "entered"),
    [
        (StraightRun("a1", (0, 0), (40, 20), "feature", ("car",)), "car"),
        (StraightRun("a1", (0, 0), (40, 20), "obstacle", ("car",)), ""),
        (StraightRun("a1", (0, 0), (20, 20), "feature", ("house",)), ""),
        (StraightRun("a1", (0, 0), (20, 20)), ""),
    ],
)
def test_which_vehicle_a_move_has_entered(run, entered):
    state = battle(vehicle("car", 40, 20), group("a", (10, 10)), FOE, ground=[HOUSE])
    assert vehicle_entered(state.table, run) == entered


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("x", "y", "facing", "points"),
    [
        (40, 20, 0, [(43, 20), (37, 20), (40, 21.75), (40, 18.25)]),
        (40, 20, 90, [(41.75, 20), (38.25, 20), (40, 23), (40, 17)]),
        (40, 20, 45, [(42.1213, 22.1213), (37.8787, 17.8787), (38.7626, 21.2374), (41.2374, 18.7626)]),
        (3.5, 20, 0, [(6.5, 20), (0.5, 20), (3.5, 21.75), (3.5, 18.25)]),
        (3.4, 20, 0, [(6.4, 20), (3.4, 21.75), (3.4, 18.25)]),
        (68.5, 20, 0, [(71.5, 20), (65.5, 20), (68.5, 21.75), (68.5, 18.25)]),
        (68.6, 20, 0, [(65.6, 20), (68.6, 21.75), (68.6, 18.25)]),
        (40, 2.25, 0, [(43, 2.25), (37, 2.25), (40, 4), (40, 0.5)]),
        (40, 2.2, 0, [(43, 2.2), (37, 2.2), (40, 3.95)]),
        (40, 45.75, 0, [(43, 45.75), (37, 45.75), (40, 47.5), (40, 44)]),
        (40, 45.8, 0, [(43, 45.8), (37, 45.8), (40, 44.05)]),
    ],
)
def test_a_figure_gets_out_at_the_middle_of_each_side(x, y, facing, points):
    """A car is 5 by 2.5 in, a man 1 in wide; where there is no room on the table there is no way out."""
    state = battle(vehicle("car", x, y, facing), crew(2), FOE)
    found = [point for (point,) in exit_points(state.table, "car", state.table.pieces_of_unit("a"))]
    assert sorted(found) == [pytest.approx(point, abs=0.001) for point in sorted(points)]


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("kinds", "x"), [(["unit_hmg"], 43.5), (["unit_rifleman", "unit_hmg"], 43.5), (["unit_rifleman"], 43.0)]
)
def test_the_widest_of_a_group_needs_the_most_room(kinds, x):
    state = battle(vehicle("car", 40, 20), crew(2, kinds=kinds), FOE)
    found = [point for (point,) in exit_points(state.table, "car", state.table.pieces_of_unit("a"))]
    assert max(found) == (x, 20)


@pytest.mark.rule(*HELD)
def test_a_move_out_of_a_vehicle_begins_at_its_exits_and_does_not_lead_back():
    scrub = terrain("scrub", 30, 15, 50, 25)
    state = battle(vehicle("car", 40, 20), crew(2), FOE, ground=[scrub, HOUSE])
    found = group_motions(state, "a")[0]
    assert len(found.starts) == 4 and found.blocked == ("car",)
    assert (found.inside, set(found.features)) == ("", {"scrub", "house"})
    assert found.entries == (EntryPoints("house", ((23.0, 20.0),)),)


@pytest.mark.rule(*HELD, "MT-GAP-18")
def test_from_a_roof_one_enters_the_house_below_anywhere():
    state = battle(at(vehicle("car", 22, 22), 3.0, "house"), crew(2), FOE, ground=[HOUSE])
    found = group_motions(state, "a")[0]
    assert (found.entries, found.features, len(found.starts)) == ((), ("house",), 4)


@pytest.mark.rule("MT-MOV-10", *HELD)
@pytest.mark.parametrize(("z", "on", "house"), [(0.0, "", ""), (12.0, "", ""), (3.0, "house", "house")])
def test_the_house_under_a_vehicle(z, on, house):
    state = battle(at(vehicle("car", 22, 22), z, on), crew(2), FOE, ground=[HOUSE])
    assert roof_under(state, "car") == house and roof_under(state, "nothing") == ""


NO_ROOM = "there is no room in the house below"


@pytest.mark.rule("MT-MOV-10", "MT-GAP-11", "MT-GAP-18")
@pytest.mark.option("building_capacity_per_floor", "8", "4", "12", "unlimited")
@pytest.mark.parametrize(
    ("z", "on", "value", "height", "men", "there", "why"),
    [
        (12.0, "", "8", 3.0, 4, 0, "the craft is in the air"),
        (0.0, "", "8", 3.0, 4, 8, ""),
        (3.0, "house", "8", 3.0, 4, 0, ""),
        (3.0, "house", "8", 3.0, 4, 4, ""),
        (3.0, "house", "8", 3.0, 4, 5, NO_ROOM),
        (6.0, "house", "8", 6.0, 4, 5, ""),
        (6.0, "house", "4", 6.0, 4, 4, ""),
        (6.0, "house", "4", 6.0, 4, 5, NO_ROOM),
        (3.0, "house", "4", 3.0, 4, 0, ""),
        (3.0, "house", "unlimited", 3.0, 4, 8, ""),
        (3.0, "house", "unlimited", 3.0, 1, 0, ""),
    ],
)
def test_whether_a_group_can_get_out(z, on, value, height, men, there, why):
    crowd = [group("c", *((16 + 1.2 * (k % 5), 16 + 1.2 * (k // 5)) for k in range(there)))] if there else []
    state = battle(
        at(vehicle("car", 22, 22), z, on),
        crew(men),
        *crowd,
        FOE,
        ground=[replace(HOUSE, height=height)],
        options={"building_capacity_per_floor": value},
    )
    assert why_cannot_get_out(state, "a", state.table.piece("car")) == why


@pytest.mark.rule("MT-MOV-10", "MT-GAP-11")
@pytest.mark.parametrize(("area", "found"), [("house", {"a1", "s1"}), ("", {"a2", "b1"}), ("car", set())])
def test_the_figures_in_an_area(area, found):
    """Vehicles and those in them count nowhere."""
    state = battle(
        vehicle("car", 22, 22),
        aboard(group("c", (0, 0)), "car"),
        group("a", (17, 17), (40, 40)),
        spugs("s", (28, 28)),
        FOE,
        ground=[HOUSE],
    )
    assert figures_in(state, area) == found


@pytest.mark.rule("MT-GAP-16")
@pytest.mark.parametrize(
    ("others", "ground", "besides", "near"),
    [
        ((), [], (), 0.0),
        ((mites("m", (40, 20)),), [], (), 1.0),
        ((vehicle("jeep", 40, 20, kind="jeep"),), [], (), 1.75),
        ((at(vehicle("heli", 40, 20, kind="helicopter"), 12.0),), [], (), 0.0),
        ((), [terrain("wall", 35, 19.9, 45, 20.1)], (), 0.6),
        ((), [terrain("building", 37, 19, 43, 22)], (), 1.5),
        ((), [terrain("lake", 37, 19, 43, 22)], (), 1.5),
        ((), [terrain("rubble", 37, 19, 43, 22)], (), 0.0),
        ((), [terrain("rubble", 37, 19, 43, 22)], ("rubble",), 1.5),
    ],
)
def test_the_nearest_free_place(others, ground, besides, near):
    state = battle(group("a", (10, 10)), *others, FOE, ground=ground)
    x, y = free_point_near(state, state.table.piece("a1"), (40.0, 20.0), besides)
    assert ((x - 40) ** 2 + (y - 20) ** 2) ** 0.5 == pytest.approx(near, abs=0.15)


@pytest.mark.rule("MT-GAP-16")
def test_a_figure_is_not_in_its_own_way():
    state = battle(group("a", (40, 20)), FOE)
    assert free_point_near(state, state.table.piece("a1"), (40.0, 20.0)) == (40.0, 20.0)
