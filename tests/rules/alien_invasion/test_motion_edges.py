"""The limits of a straight move at their edges: what a group enters, passes, stops at, and begins from."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.core.state import Alliance, Pacts
from battlesim.rulesets.alien_invasion.ground.motion import (
    group_motions,
    undirected_groups,
    ways_out,
)
from battlesim.rulings.movement_data import EntryPoints, GuardedObject
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Opening
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    controller,
    daleks,
    group,
    mites,
    pair,
    spugs,
    terrain,
    vehicle,
)

MOVES = ("MT-MOV-06", "MT-MOV-07", "MT-MOV-08", "MT-MOV-09", "MT-GAP-12", "MT-GAP-13", "MT-GAP-36")
TRUCE = Pacts(allied=(Alliance(("unit", "mib")),))
MAN, FOE = group("a", (10, 10)), daleks("b", (30, 10))
SCRUB = terrain("scrub", 14, 5, 20, 15)
DOOR = Opening((22.5, 20.0), (23.5, 20.0), 0.0, 2.0, kind="door", id="door")
WINDOW = Opening((20.0, 22.5), (20.0, 23.5), 1.0, 2.0, kind="window", id="window")
HOUSE = terrain("building", 20, 20, 26, 26, "house")


def limits(state, id="a"):
    """The limits on the move of the first figure of a group."""
    return group_motions(state, id)[0]


def on(state, *ids, roof="house", z=3.0):
    """The state with figures on a roof."""
    table = state.table
    for key in ids:
        table = table.with_place(key, OnTable(*table.piece(key).xy, 0.0, z, roof))
    return state.with_table(table)


@pytest.mark.rule("MT-MOV-02", "MT-MOV-03", "MT-MOV-05")
@pytest.mark.parametrize(
    ("own", "inches", "radii"),
    [
        (group("a", (10, 10), (12, 10)), 8.0, [0.5, 0.5]),
        (daleks("a", (10, 10)), 8.0, [0.75]),
        (spugs("a", (10, 10)), 16.0, [0.5]),
        (mites("a", (10, 10), (12, 10)), 24.0, [0.5, 0.5]),
    ],
)
def test_any_figure_may_be_measured_up_to_its_move(own, inches, radii):
    motions = group_motions(battle(own, FOE), "a")
    assert [motion.piece for motion in motions] == [piece.id for piece in own[1]]
    assert [motion.radius for motion in motions] == radii
    assert {(m.allowance, m.apart, m.whole) for m in motions} == {(inches, 0.0, False)}
    assert {m.whole for m in group_motions(battle(own, FOE), "a", full=True)} == {True}


@pytest.mark.rule(*MOVES, "MT-HTH-01")
@pytest.mark.parametrize(
    ("id", "enemies", "occupied"),
    [
        ("a", {"b1", "s1"}, {"c1", "m1", "v1"}),
        ("m", {"b1", "s1"}, {"a1", "a2", "c1", "v1"}),
        ("b", {"a1", "a2", "c1", "m1", "s1"}, {"v1"}),
    ],
)
def test_enemies_are_met_and_nobody_is_stood_upon(id, enemies, occupied):
    state = battle(
        group("a", (10, 10), (12, 10)),
        group("c", (20, 10)),
        FOE,
        spugs("s", (40, 10)),
        pair("m", (50, 10)),
        group("v", (60, 10), side="civilian"),
        vehicle("car", 60, 30),
        pacts=TRUCE,
    )
    assert set(limits(state, id).enemies) == enemies
    assert set(limits(state, id).occupied) == occupied


@pytest.mark.rule(*MOVES, "MT-VEH-10", "MT-GAP-15")
def test_those_in_a_vehicle_are_not_met_one_by_one():
    state = battle(MAN, FOE, vehicle("car", 50, 10, side="dalek"), aboard(daleks("d", (0, 0)), "car"))
    assert limits(state).enemies == ("b1",)
    assert limits(state).guarded == (GuardedObject("car", ("d1",)),)


@pytest.mark.rule(*MOVES, "MT-GAP-56")
@pytest.mark.parametrize(
    ("up", "enemies", "occupied"),
    [
        ((), {"b1"}, {"c1"}),
        (("b1", "c1"), set(), set()),
        (("a1",), set(), set()),
        (("a1", "b1", "c1"), {"b1"}, {"c1"}),
    ],
)
def test_only_those_on_the_same_level_are_met(up, enemies, occupied):
    roof = replace(HOUSE, traits=("flat_roof",))
    state = battle(group("a", (22, 22)), daleks("b", (24, 24)), group("c", (24, 22)), ground=[roof])
    found = limits(on(state, *up))
    assert (set(found.enemies), set(found.occupied)) == (enemies, occupied)


@pytest.mark.rule(*MOVES, "MT-GAP-11")
@pytest.mark.parametrize(
    ("own", "inside", "features", "blocked"),
    [
        (MAN, "", {"scrub", "river", "house"}, {"lake"}),
        (group("a", (17, 10)), "scrub", {"river", "house"}, {"lake"}),
        (group("a", (23, 23)), "house", {"scrub", "river"}, {"lake"}),
        (spugs("a", (10, 10)), "", set(), {"lake", "river"}),
        (mites("a", (10, 10)), "", set(), {"lake", "river"}),
    ],
)
def test_what_a_group_enters_and_what_it_may_not(own, inside, features, blocked):
    ground = [SCRUB, HOUSE, terrain("river", 40, 0, 44, 48), terrain("lake", 60, 0, 70, 10)]
    found = limits(battle(own, FOE, ground=ground))
    assert (found.inside, set(found.features), set(found.blocked)) == (inside, features, blocked)


@pytest.mark.rule(*MOVES, "MT-GAP-43", "MT-GAP-11")
@pytest.mark.option("river_crossing", "wade", "impassable", "bridges_only")
@pytest.mark.parametrize(
    ("value", "blocked"), [("wade", ()), ("impassable", ("river",)), ("bridges_only", ("river",))]
)
def test_a_closed_river_is_no_feature(value, blocked):
    state = battle(MAN, FOE, ground=[terrain("river", 40, 0, 44, 48)], options={"river_crossing": value})
    assert (limits(state).blocked, limits(state).features) == (blocked, () if blocked else ("river",))


@pytest.mark.rule(*MOVES, "MT-GAP-11")
@pytest.mark.option("building_capacity_per_floor", "8", "4", "12", "unlimited")
@pytest.mark.parametrize(
    ("value", "height", "there", "men", "full"),
    [
        ("8", 3.0, 4, 4, False),
        ("8", 3.0, 5, 4, True),
        ("4", 3.0, 0, 4, False),
        ("4", 3.0, 1, 4, True),
        ("12", 3.0, 8, 4, False),
        ("12", 3.0, 9, 4, True),
        ("8", 6.0, 9, 4, False),
        ("4", 6.0, 5, 4, True),
        ("4", 6.0, 4, 4, False),
        ("unlimited", 3.0, 20, 4, False),
    ],
)
def test_the_room_of_a_house(value, height, there, men, full):
    crowd = group("c", *((30.5 + 1.2 * (k % 8), 30.5 + 1.2 * (k // 8)) for k in range(there)))
    own = group("a", *block(10, 10, men))
    house = replace(terrain("building", 30, 30, 42, 42), height=height)
    state = battle(
        own, *([crowd] if there else []), FOE, ground=[house], options={"building_capacity_per_floor": value}
    )
    assert limits(state).blocked == ("building",) * full


@pytest.mark.rule(*MOVES, "MT-GAP-11")
@pytest.mark.parametrize("points", [((22, 22), (24, 24)), ((22, 22), (30, 30))])
def test_those_inside_are_not_counted_twice(points):
    """Two of four places are their own, and a full house is not closed to those in it."""
    crowd = group("c", (21, 25), (25, 21))
    options = {"building_capacity_per_floor": "4"}
    assert limits(battle(group("a", *points), crowd, FOE, ground=[HOUSE], options=options)).blocked == ()


@pytest.mark.rule(*MOVES, "MT-GAP-11")
def test_a_full_house_stays_open_to_those_in_it():
    """The first figure is in the house, with more around it than there is room for."""
    crowd = group("c", (21, 25), (25, 21), (21, 21), (25, 25))
    options = {"building_capacity_per_floor": "4"}
    state = battle(group("a", (23, 23), (30, 30)), crowd, FOE, ground=[HOUSE], options=options)
    assert limits(state).blocked == ()
    assert limits(battle(group("a", (30, 30)), crowd, FOE, ground=[HOUSE], options=options)).blocked == (
        "house",
    )


@pytest.mark.rule(*MOVES, "MT-GAP-36")
@pytest.mark.parametrize(
    ("ground", "foes", "guarded"),
    [
        ([terrain("wall", 20, 9.8, 40, 10)], (daleks("b", (30, 11)),), {("wall", ("b1",), 1.0)}),
        ([terrain("wall", 20, 9.8, 40, 10)], (daleks("b", (30, 13)),), set()),
        (
            [terrain("wall", 20, 9.8, 40, 10)],
            (daleks("b", (30, 11)), spugs("s", (25, 11), (27, 11))),
            {("wall", ("b1", "s1", "s2"), 1.0)},
        ),
        ([HOUSE], (daleks("b", (22, 22), (24, 24)),), {("house", ("b1", "b2"), 0)}),
        ([SCRUB], (daleks("b", (17, 10)),), set()),
    ],
)
def test_what_enemies_hold_is_guarded(ground, foes, guarded):
    found = limits(battle(group("a", (10, 40)), *foes, ground=ground)).guarded
    assert {(g.terrain, g.guards, g.within if g.within < 100 else 0) for g in found} == guarded


@pytest.mark.rule(*MOVES)
@pytest.mark.parametrize(
    ("openings", "rings", "entries"),
    [
        ((), HOUSE.rings, ()),
        ((WINDOW,), HOUSE.rings, ()),
        ((DOOR,), (((23.0, 20.0),),), (EntryPoints("house", ((23.0, 20.0),)),)),
        ((DOOR, WINDOW), (((23.0, 20.0),),), (EntryPoints("house", ((23.0, 20.0),)),)),
    ],
)
def test_a_house_is_left_and_entered_by_its_doors(openings, rings, entries):
    state = battle(MAN, FOE, ground=[replace(HOUSE, openings=openings)])
    assert ways_out(state, "house") == rings and ways_out(state, "") == ()
    assert tuple(limits(state).entries) == entries
    inside = limits(battle(group("a", (23, 23)), FOE, ground=[replace(HOUSE, openings=openings)]))
    assert inside.starts == rings


@pytest.mark.rule(*MOVES)
def test_an_area_with_a_hole_is_left_over_its_outer_edge():
    hole = ((16.0, 8.0), (18.0, 8.0), (18.0, 12.0), (16.0, 12.0))
    state = battle(group("a", (15, 6)), FOE, ground=[replace(SCRUB, rings=(*SCRUB.rings, hole))])
    assert limits(state).starts == SCRUB.rings


@pytest.mark.rule("MT-SPUG-04", "MT-SPUG-05", "MT-GAP-57", *MOVES)
@pytest.mark.option("spugs_run_through_buildings", "true", "false")
@pytest.mark.parametrize(
    ("own", "value", "inside", "features", "jumps"),
    [
        (spugs("a", (10, 10)), "true", "", (), {"river", "car"}),
        (spugs("a", (23, 23)), "true", "", (), {"river", "car"}),
        (spugs("a", (10, 10)), "false", "", ("house",), {"river", "car"}),
        (spugs("a", (23, 23)), "false", "house", (), {"river", "car"}),
        (mites("a", (10, 10)), "true", "", (), {"car"}),
        (mites("a", (10, 10)), "false", "", ("house",), {"car"}),
    ],
)
def test_what_hinders_spugs(own, value, inside, features, jumps):
    ground = [HOUSE, SCRUB, terrain("river", 40, 0, 44, 48)]
    options = {"spugs_run_through_buildings": value}
    found = limits(battle(own, FOE, vehicle("car", 60, 40), ground=ground, options=options))
    assert (found.inside, found.features, set(found.jumps), found.jump_width) == (
        inside,
        features,
        jumps,
        8.0,
    )
    assert found.barriers == () and set(found.blocked) == {"river", "car"}


@pytest.mark.rule("MT-SPUG-04", "MT-SPUG-05", "MT-GAP-57")
def test_a_full_house_is_closed_to_spugs_as_well():
    crowd = spugs("c", (21, 25), (25, 21), (21, 21), (25, 25))
    options = {"spugs_run_through_buildings": "false", "building_capacity_per_floor": "4"}
    found = limits(battle(spugs("a", (10, 10)), crowd, FOE, ground=[HOUSE], options=options))
    assert (found.features, found.blocked) == ((), ("house",))


@pytest.mark.rule(*MOVES, "MT-GAP-56", "MT-SPUG-03")
@pytest.mark.parametrize(
    ("own", "platforms"),
    [
        (spugs("a", (22, 22)), {"house", "second"}),
        (mites("a", (22, 22)), {"house"}),
        (group("a", (22, 22)), {"house", "second"}),
    ],
)
def test_who_crosses_to_another_roof(own, platforms):
    second = terrain("building", 30, 20, 36, 26, "second")
    ground = [replace(each, traits=("flat_roof",)) for each in (HOUSE, second)]
    ground += [terrain("building", 50, 20, 56, 26, "hut"), terrain("lake", 60, 0, 70, 10)]
    found = limits(on(battle(own, FOE, ground=ground), "a1"))
    assert set(found.platforms) == platforms
    assert (found.blocked, found.guarded, found.jump_width) == ((), (), 8.0)


@pytest.mark.rule("MT-MITE-10", "MT-GAP-86")
@pytest.mark.option("mite_targeting", "controller", "group")
@pytest.mark.parametrize(
    ("value", "boss", "mite", "id", "undirected"),
    [
        ("controller", (10, 40), (20, 30), "m", []),
        ("controller", (10, 10), (20, 30), "m", ["b"]),
        ("controller", (10, 40), (10, 10), "m", []),
        ("group", (10, 10), (20, 30), "m", []),
        ("group", (10, 10), (10, 12), "m", ["b"]),
        ("group", (10, 40), (10, 12), "m", []),
        ("controller", (10, 10), (20, 30), "s", []),
        ("controller", None, (10, 10), "m", []),
    ],
)
def test_mites_are_directed_at_what_their_controller_sees(value, boss, mite, id, undirected):
    """A house stands between the enemies and the lower left of the table."""
    house = terrain("building", 15, 5, 40, 22)
    squad = controller("s", boss) if boss else spugs("s", (10, 10))
    state = battle(
        squad, mites("m", mite), daleks("b", (60, 30)), ground=[house], options={"mite_targeting": value}
    )
    assert undirected_groups(state, id) == undirected


@pytest.mark.rule("MT-MITE-10", "MT-GAP-86")
def test_the_sight_of_another_figure_of_his_group_does_not_serve():
    house = terrain("building", 15, 5, 40, 22)
    squad = controller("s", (10, 10), (10, 40))
    state = battle(squad, mites("m", (10, 12)), daleks("b", (60, 30)), ground=[house])
    assert undirected_groups(state, "m") == ["b"]


@pytest.mark.rule(*MOVES, "MT-MITE-10", "MT-GAP-86")
@pytest.mark.parametrize(("boss", "shunned"), [((10, 40), False), ((10, 10), True)])
def test_mites_keep_away_from_those_at_whom_they_cannot_be_directed(boss, shunned):
    """The Daleks hold a house, and one stands before it."""
    wall = terrain("building", 15, 5, 40, 22)
    hold = terrain("building", 50, 26, 60, 36, "hold")
    state = battle(
        controller("s", boss),
        mites("m", (10, 12)),
        daleks("b", (55, 30), (48, 30), (57, 33)),
        ground=[wall, hold],
    )
    found = limits(state, "m")
    assert set(found.shunned) == ({"b1", "b2", "b3"} if shunned else set())
    assert set(found.enemies) == (set() if shunned else {"b1", "b2", "b3"})
    assert [guard.terrain for guard in found.guarded] == ([] if shunned else ["hold"])
    assert ("hold" in found.blocked) is shunned and found.shun_gap == 0.1
    assert set(found.occupied) == {"s1"}
