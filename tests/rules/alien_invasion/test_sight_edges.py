"""Lines of sight at their edges: what hides, from which height, who hides nothing, and vehicles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.attack.shooting import why_not_target
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.ground.sight import (
    manned_barriers,
    pairs_seen,
    plain_rules,
    seen_pairs,
    sees,
    sight_rules,
)
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    daleks,
    group,
    mites,
    spugs,
    terrain,
    vehicle,
)

LINE = ("MT-SHT-02", "MT-GAP-19", "MT-GAP-27", "MT-GAP-40", "MT-SHT-13", "MT-GAP-21")
"""A shot needs a line of sight; these rules say from where it runs and what may be shot at along it."""
MAN, FOE = group("a", (10, 10)), daleks("b", (30, 10))
UNSEEN = "no figure sees one of them"


def roof(x0=5, x1=12, id="roof"):
    """A house of two floors with a flat roof."""
    return replace(terrain("building", x0, 5, x1, 15, id), height=6.0, traits=("flat_roof",))


def up(state, *ids, on="roof", z=6.0):
    """The state with figures on a roof."""
    table = state.table
    for key in ids:
        table = table.with_place(key, OnTable(*table.piece(key).xy, 0.0, z, on))
    return state.with_table(table)


def flying(id, x, y, z, kind="helicopter", side="unit"):
    """A craft in the air, or with z 0 on the ground."""
    unit, (craft,) = vehicle(id, x, y, kind=kind, side=side)
    return unit, (replace(craft, place=OnTable(x, y, 0.0, z)),)


@pytest.mark.rule("MT-GAP-23", "MT-GAP-19", "MT-SHT-05")
@pytest.mark.parametrize(
    ("kind", "x", "seen"),
    [
        ("wall", 20, True),
        ("wall", 45.8, True),
        ("wall", 47, False),
        ("woods", 29.5, True),
        ("woods", 31, False),
        ("rocks", 36, True),
        ("rocks", 38, False),
        ("rubble", 48, True),
    ],
)
def test_from_a_roof_one_sees_over_what_is_lower_than_the_line(kind, x, seen):
    """The eye is 7 in up, the target 1 in, 40 in away: the line falls by 0.15 in for each inch."""
    state = battle(MAN, daleks("b", (50, 10)), ground=[roof(), terrain(kind, x, 5, x + 0.2, 15)])
    assert sees(up(state, "a1"), "a", "b") is seen


@pytest.mark.rule("MT-GAP-23", "MT-GAP-19", "MT-GAP-20", "MT-SHT-04")
@pytest.mark.parametrize(("x", "seen"), [(20, True), (28, True), (29.2, False)])
def test_a_third_group_hides_what_is_no_more_than_an_inch_and_a_quarter_up(x, seen):
    state = battle(MAN, daleks("b", (30, 10)), spugs("c", (x, 9), (x, 11)), ground=[roof()])
    assert sees(up(state, "a1"), "a", "b") is seen


@pytest.mark.rule("MT-GAP-23", "MT-GAP-20", "MT-SHT-04")
@pytest.mark.parametrize(("x", "seen"), [(22, True), (26, False)])
def test_a_burrower_hides_what_is_no_more_than_three_inches_up(x, seen):
    """The eye is 7 in up, the target 1 in, 20 in away: the line is 3 in up after 13.3 in."""
    worm = group("c", (x - 1.3, 10), side="spug", kinds=["burrower"])
    assert sees(up(battle(MAN, FOE, worm, ground=[roof()]), "a1"), "a", "b") is seen


@pytest.mark.rule("MT-GAP-20", "MT-SHT-04", "MT-GAP-19", "MT-GAP-23")
@pytest.mark.parametrize(
    ("y", "seen"), [(10, False), (10.4, False), (10.5, True), (10.6, True), (9.6, False), (9.5, True)]
)
def test_a_group_of_one_hides_with_its_base(y, seen):
    assert sees(battle(MAN, FOE, spugs("c", (20, y))), "a", "b") is seen


@pytest.mark.rule("MT-SHT-05", "MT-SHT-04", "MT-SHT-06")
def test_the_plain_rules_of_sight():
    rules = plain_rules()
    assert set(rules.hides) == {"woods", "rocks", "building", "wall", "fence", "barricade"}
    assert (rules.lines, rules.groups, rules.group_height) == ("centres", True, 1.25)
    assert (rules.eye_height, rules.target_height) == (1.0, 1.0)
    assert plain_rules(True).lines == "bases"


@pytest.mark.rule("MT-GAP-23", "MT-GAP-21", "MT-SHT-05")
@pytest.mark.option("height_mode", "three_d", "flat")
@pytest.mark.parametrize(("value", "seen"), [("three_d", True), ("flat", False)])
def test_where_heights_do_not_count_a_wall_hides_from_a_roof_too(value, seen):
    ground = [roof(), terrain("wall", 20, 5, 20.2, 15)]
    state = battle(MAN, FOE, ground=ground, options={"height_mode": value})
    assert sees(up(state, "a1"), "a", "b") is seen
    assert bool(sight_rules(state).flat) is not seen


@pytest.mark.rule("MT-GAP-23", "MT-GAP-21", "MT-GAP-19")
@pytest.mark.option("height_mode", "three_d", "flat")
@pytest.mark.parametrize(("value", "seen"), [("three_d", False), ("flat", True)])
def test_the_own_roof_hides_what_is_close_below_it_where_heights_count(value, seen):
    """The line from the middle of a roof falls below its edge before it reaches it."""
    state = battle(
        group("a", (6, 10)), daleks("b", (14, 10)), ground=[roof()], options={"height_mode": value}
    )
    assert sees(up(state, "a1"), "a", "b") is seen


@pytest.mark.rule("MT-GAP-21", "MT-EVT-07", "MT-GAP-04")
@pytest.mark.parametrize(
    ("fog", "x", "seen"), [(0, 60.0, True), (1, 35.2, True), (1, 35.3, False), (1, 60.0, False)]
)
def test_in_fog_nobody_sees_farther_than_24_inches(fog, x, seen):
    assert sees(battle(MAN, daleks("b", (x, 10)), tally={"fog": fog}), "a", "b") is seen


@pytest.mark.rule("MT-GAP-21", "MT-GAP-20")
@pytest.mark.parametrize(
    ("points", "seen"),
    [
        (((20, 10),), True),
        (((20, 10), (22, 10)), True),
        (((20, 9), (20, 16)), False),
        (((20, 16), (20, 4)), False),
    ],
)
def test_a_third_group_hides_nothing_only_if_all_of_it_is_in_houses(points, seen):
    """The house lies under a and b as well, so that it hides nothing itself."""
    house = terrain("building", 5, 8, 35, 12)
    assert sees(battle(MAN, FOE, spugs("c", *points), ground=[house]), "a", "b") is seen


@pytest.mark.rule("MT-GAP-21", "MT-GAP-20")
@pytest.mark.parametrize("kind", ["scrub", "woods", "rubble"])
def test_a_third_group_in_other_terrain_hides(kind):
    ground = [terrain(kind, 5, 8, 35, 12)]
    assert not sees(battle(MAN, FOE, spugs("c", (20, 10)), ground=ground), "a", "b")


@pytest.mark.rule("MT-GAP-21", "MT-GAP-19")
@pytest.mark.parametrize(
    ("viewer", "target", "seen"),
    [
        ((10, 10), (20, 10), True),
        ((20, 10), (30, 10), True),
        ((19, 10), (21, 10), True),
        ((10, 10), (30, 10), False),
    ],
)
def test_terrain_hides_nothing_from_or_of_those_in_it(viewer, target, seen):
    wood = terrain("woods", 18, 5, 24, 15)
    state = battle(group("a", viewer), daleks("b", target), ground=[wood])
    assert sees(state, "a", "b") is seen


@pytest.mark.rule("MT-GAP-21", "MT-GAP-22")
@pytest.mark.parametrize(
    ("men", "pairs"),
    [
        (((25, 11.5),), {"b1"}),
        (((25, 11.6),), set()),
        (((25, 11.0), (27, 11.0), (29, 14)), {"b1", "b2"}),
        (((25, 11.0), (29, 14)), set()),
        (((25, 11.0), (27, 14), (29, 14)), set()),
    ],
)
def test_a_wall_hides_all_but_those_close_behind_it_whose_group_mans_it(men, pairs):
    wall = terrain("wall", 20, 9.8, 35, 10)
    state = battle(spugs("a", (26, 2)), group("b", *men), ground=[wall])
    assert {target for _, target in seen_pairs(state, "a", "b")} == pairs
    assert manned_barriers(state, "b") == (("wall",) if pairs else ())


@pytest.mark.rule("MT-GAP-20", "MT-HTH-10", "MT-GAP-21")
@pytest.mark.parametrize(("locked", "seen"), [(("b", "c"), True), (("b",), False), (("c",), False)])
def test_the_groups_of_one_combat_do_not_hide_each_other(locked, seen):
    combats = (LockedCombat(1, locked, ()),)
    state = battle(MAN, FOE, spugs("c", (28.7, 10)), combats=combats)
    assert sees(state, "a", "b") is seen


@pytest.mark.rule(*LINE)
@pytest.mark.parametrize(
    ("others", "target", "why"),
    [
        ((), "b", ""),
        ((spugs("c", (20, 10)),), "b", UNSEEN),
        ((vehicle("car", 20, 10),), "b", ""),
        ((flying("saucer", 20, 10, 0.0, "saucer"),), "b", UNSEEN),
        ((flying("saucer", 20, 20, 0.0, "saucer"),), "b", ""),
        ((flying("saucer", 20, 10, 12.0, "saucer"),), "b", ""),
        ((flying("ship", 20, 10, 0.0, "spug_ship"),), "b", ""),
        ((group("v", (20, 10), side="civilian"),), "b", UNSEEN),
        ((group("c", (20, 10)),), "b", UNSEEN),
    ],
)
def test_what_hides_a_target(others, target, why):
    assert why_not_target(battle(MAN, FOE, *others), "a", target) == why


@pytest.mark.rule(*LINE, "MT-GAP-16", "MT-VEH-10")
@pytest.mark.parametrize(
    ("y", "why"),
    [(10, UNSEEN), (12.2, UNSEEN), (12.3, ""), (13, "")],
)
def test_lines_at_a_vehicle_run_to_any_point_of_its_outline(y, why):
    """The house ends at y 11; a car 2.5 in wide behind it shows its edge beyond the shadow."""
    house = terrain("building", 15, 0, 20, 11)
    crew = aboard(daleks("b", (0, 0)), "car")
    state = battle(MAN, vehicle("car", 30, y, side="dalek"), crew, ground=[house])
    assert why_not_target(state, "a", "b") == why
    assert why_not_target(state, "a", "car crew") == why
    assert why_not_target(state, "b", "a") == why


@pytest.mark.rule(*LINE)
@pytest.mark.option("los_points", "centre_to_centre", "any_base_edge")
@pytest.mark.parametrize(
    ("value", "y", "why"),
    [
        ("centre_to_centre", 9.9, UNSEEN),
        ("centre_to_centre", 11, ""),
        ("any_base_edge", 10.6, ""),
        ("any_base_edge", 10.4, UNSEEN),
    ],
)
def test_between_figures_lines_run_from_centre_to_centre_or_by_option_anywhere(value, y, why):
    house = terrain("building", 15, 0, 35, 11)
    options = {"los_points": value}
    state = battle(
        group("a", (10, y)),
        group("b", (40, y), side="spug", kinds=["spug_warrior"]),
        ground=[house],
        options=options,
    )
    assert why_not_target(state, "a", "b") == why


@pytest.mark.rule(*LINE, "MT-GAP-16")
@pytest.mark.option("los_points", "centre_to_centre", "any_base_edge")
@pytest.mark.parametrize(
    ("value", "y", "seen"),
    [
        ("centre_to_centre", 10.6, False),
        ("centre_to_centre", 11.0, True),
        ("any_base_edge", 10.6, True),
        ("any_base_edge", 10.4, False),
    ],
)
def test_lines_from_a_man_at_a_vehicle_begin_at_his_centre_or_by_option_anywhere(value, y, seen):
    """The house lies along the whole line at y 11, and the car behind it reaches far beyond that."""
    house = terrain("building", 11, 0, 27, 11)
    crew = aboard(daleks("b", (0, 0)), "car")
    options = {"los_points": value}
    state = battle(
        group("a", (10, y)),
        vehicle("car", 30, 11.0 - 1.25, side="dalek"),
        crew,
        ground=[house],
        options=options,
    )
    assert sees(state, "a", "b") is seen


@pytest.mark.rule(*LINE)
@pytest.mark.parametrize(
    ("ids", "seen"), [(("a",), {"b": 2, "car crew": 2, "s": 2}), (("b",), {"a": 2, "c": 1, "s": 1})]
)
def test_what_a_group_sees(ids, seen):
    """Figures and vehicles of others and empty vehicles of its own; nothing that cannot be shot at."""
    state = battle(
        group("a", (10, 10), (10, 14)),
        group("c", (20, 40)),
        daleks("b", (30, 14)),
        vehicle("car", 30, 40),
        flying("ship", 50, 40, 0.0, "spug_ship", "dalek"),
        spugs("s", (20, 24)),
    )
    for own in ids:
        others = [unit for unit in state.table.units if unit != own]
        assert {u: len(p) for u in others if (p := seen_pairs(state, own, u))} == seen | (
            {"car crew": 1} if own == "b" else {}
        )


@pytest.mark.rule(*LINE, "MT-GAP-29")
def test_pairs_of_figures_and_vehicles_are_told_together():
    state = battle(
        MAN,
        FOE,
        vehicle("car", 30, 20, side="dalek"),
        aboard(daleks("d", (0, 0)), "car"),
        vehicle("jeep", 10, 30, kind="jeep"),
        aboard(group("e", (0, 0)), "jeep"),
    )
    viewers = [*figures_of(state, "a"), *figures_of(state, "e")]
    found = pairs_seen(state, viewers, [*figures_of(state, "b"), *figures_of(state, "d")])
    assert found == {"b": {("a1", "b1"), ("e1", "b1")}, "d": {("a1", "d1"), ("e1", "d1")}}
    assert pairs_seen(state, [], figures_of(state, "b")) == {}


@pytest.mark.rule("MT-GAP-21", "MT-GAP-18")
@pytest.mark.parametrize(
    ("z", "ground", "others", "seen"),
    [
        (0.0, [terrain("woods", 28, 5, 40, 15)], (), True),
        (0.0, [terrain("woods", 18, 5, 24, 15)], (), False),
        (12.0, [terrain("woods", 18, 5, 24, 15)], (), True),
        (12.0, [replace(terrain("building", 18, 5, 24, 15), height=12.0)], (), False),
        (12.0, [replace(terrain("building", 18, 5, 24, 15), height=11.9)], (), True),
        (0.0, [], (spugs("c", (20, 6), (20, 14)),), False),
        (12.0, [], (spugs("c", (11, 6), (11, 14)),), True),
        (12.0, [], (spugs("c", (25.4, 6), (25.4, 14)),), True),
    ],
)
def test_what_hides_a_craft_on_the_ground_and_in_the_air(z, ground, others, seen):
    crew = aboard(daleks("b", (0, 0)), "heli")
    state = battle(MAN, flying("heli", 30, 10, z, side="dalek"), crew, *others, ground=ground)
    assert sees(state, "a", "b") is seen and sees(state, "b", "a") is seen


@pytest.mark.rule("MT-GAP-21", "MT-GAP-20")
@pytest.mark.parametrize(("locked", "seen"), [(("b", "c"), True), (("b",), False), ((), False)])
def test_those_who_fight_with_the_crew_of_a_vehicle_do_not_hide_it(locked, seen):
    """The Spugs stand before the whole width of the car."""
    state = battle(
        MAN,
        vehicle("car", 30, 10, side="dalek"),
        aboard(daleks("b", (0, 0)), "car"),
        aboard(daleks("d", (0, 0)), "car"),
        spugs("c", (26.9, 8), (26.9, 12)),
        combats=(LockedCombat(1, locked, ()),) if locked else (),
    )
    assert sees(state, "a", "b") is seen


@pytest.mark.rule("MT-GAP-21")
def test_a_unit_without_figures_left_hides_nothing():
    gone = vehicle("car", 20, 10)
    state = battle(MAN, FOE, (gone[0], ()), (spugs("c", (0, 0))[0], ()))
    assert sees(state, "a", "b") and sight_rules(state).open_units == ()


@pytest.mark.rule("MT-GAP-21", "MT-GAP-23")
def test_what_is_excused_of_each_figure():
    wood, wall = terrain("woods", 18, 5, 24, 15), terrain("wall", 28, 20, 40, 20.2)
    state = battle(
        group("a", (20, 10)),
        daleks("b", (30, 21.4), (32, 21.4), (30, 25)),
        vehicle("car", 21, 7),
        mites("m", (50, 10)),
        ground=[wood, wall],
    )
    excused = {key: set(each) for key, each in sight_rules(state).excused.items()}
    assert excused == {
        "a1": {"woods"},
        "b1": {"wall"},
        "b2": {"wall"},
        "b3": set(),
        "car": {"woods"},
        "m1": set(),
    }
    assert sight_rules(state).open_units == ("car crew",)
