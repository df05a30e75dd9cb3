"""Ground in detail: what gives cover, what a mover pays for it, and where broken units go."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    DESTROYED,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import ExitObjective
from battlesim.rulesets.stargrunt.ground import cover, motion, movers, shelter, sight
from battlesim.rulesets.stargrunt.ground.integrity import why_out_of_integrity
from battlesim.rulings.movement import ClimbCost, EndApart, GroundCost
from battlesim.table.levels import RELIEF_TRAIT

from .field import CENTRE, ENEMY, OWN, A, B, battle, foes, row, squad, terrain, unit
from .vehicle_field import vehicle

WRECK = vehicle("v", 0, 6, piece_marks=(DESTROYED,))


FROM = (CENTRE, CENTRE + 20)


@pytest.mark.rule("SG-GAP-117", "SG-GAP-118", "SG-CLA-09", "SG-CLA-10", "SG-COV-01", "SG-COV-02", "SG-RCT-05")
@pytest.mark.parametrize(
    ("kind", "y", "grade"),
    [
        ("woods", 0.1, ""),
        ("woods", -0.1, "soft"),
        ("hedge", 1.5, "soft"),
        ("hedge", 1.6, ""),
        ("hedge", -0.1, "soft"),
        ("wall", 1.5, "hard"),
        ("rubble", -0.1, "hard"),
        ("rubble", 0.1, ""),
        ("road", -0.1, ""),
        ("meadow", -0.1, ""),
    ],
)
def test_the_cover_of_a_figure_where_it_stands(kind: str, y: float, grade: str) -> None:
    """In an area its centre counts; a wall or hedge is near within 1 in of its base of half an inch."""
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), ground=[terrain(kind, -3, y, 3, y + 2)])
    assert cover.place_cover(state, state.table.piece("a1")) == grade


@pytest.mark.rule("SG-GAP-117", "SG-GAP-118", "SG-COV-01", "SG-COV-02")
def test_the_best_cover_where_a_figure_stands_counts() -> None:
    ground = [terrain("woods", -3, -3, 3, 3), terrain("wall", -3, 1, 3, 1.2)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), ground=ground)
    assert cover.place_cover(state, state.table.piece("a1")) == "hard"


@pytest.mark.rule("SG-GAP-117", "SG-GAP-118", "SG-GAP-23", "SG-EWF-05", "SG-EWF-06", "SG-GAP-57")
@pytest.mark.parametrize(("y", "grade"), [(3.25, "hard"), (3.2, ""), (6.0, "hard")])
def test_beside_a_wreck_is_hard_cover(y: float, grade: str) -> None:
    """The hull of an APC is 2.5 in deep: it begins at 4.75, and 1.5 in before it is near."""
    state = battle(squad("a", (0, y)), WRECK, foes("b", (0, 20)))
    assert cover.place_cover(state, state.table.piece("a1")) == grade


@pytest.mark.rule("SG-GAP-117", "SG-GAP-23", "SG-COV-01", "SG-ART-20", "SG-POS-05")
@pytest.mark.rule("SG-GAP-14", "SG-GAP-24", "SG-EWF-05", "SG-EWF-06", "SG-GAP-57")
@pytest.mark.parametrize(("x", "y", "grade"), [(0, 4.0, "hard"), (0, 3.0, ""), (0, 8.0, ""), (4.0, 5.0, "")])
def test_a_wreck_near_the_base_is_hard_cover_from_beyond_it(x: float, y: float, grade: str) -> None:
    state = battle(squad("a", (x, y)), WRECK, foes("b", (0, 20)))
    assert cover.figure_cover(state, state.table.piece("a1"), FROM) == grade


@pytest.mark.rule("SG-COV-01", "SG-COV-02", "SG-GAP-24", "SG-ART-20", "SG-POS-05")
@pytest.mark.rule("SG-GAP-14", "SG-GAP-18", "SG-EWF-05", "SG-EWF-06", "SG-GAP-57")
@pytest.mark.parametrize(
    ("kind", "y", "grade"),
    [
        ("hedge", 0.6, "soft"),
        ("hedge", 1.4, "soft"),
        ("hedge", 1.6, ""),
        ("wall", 1.4, "hard"),
        ("rubble", -1.0, "hard"),
        ("hedge", -2.0, ""),
        ("road", -1.0, ""),
        ("swamp", -1.0, ""),
    ],
)
def test_the_cover_of_a_figure_against_fire(kind: str, y: float, grade: str) -> None:
    """The line of fire crosses it within an inch of the base."""
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), ground=[terrain(kind, -3, y, 3, y + 1.2)])
    assert cover.figure_cover(state, state.table.piece("a1"), FROM) == grade


@pytest.mark.rule("SG-COV-01", "SG-COV-02", "SG-GAP-14")
@pytest.mark.parametrize(
    ("hedged", "walled", "seen", "grade"),
    [
        (0, 0, 4, ""),
        (2, 0, 4, ""),
        (3, 0, 4, "soft"),
        (2, 1, 4, "soft"),
        (1, 3, 4, "hard"),
        (1, 2, 4, "soft"),
        (0, 0, 2, ""),
        (0, 0, 1, "hard"),
    ],
)
def test_the_cover_of_the_majority(hedged: int, walled: int, seen: int, grade: str) -> None:
    """Four figures 4 in apart; those that no firer sees count as in hard cover."""
    points = row(-6, 0, 4, 4.0)
    kinds = ["hedge"] * hedged + ["wall"] * walled
    ground = [
        msgspec.structs.replace(terrain(kind, x - 1, 1, x + 1, 1.2), id=f"{kind}{k}")
        for k, (kind, (x, _)) in enumerate(zip(kinds, points, strict=False))
    ]
    state = battle(squad("a", *points), foes("b", (0, 40)), ground=ground)
    figures = state.table.pieces_of_unit(A)
    assert cover.majority_cover(state, figures, (CENTRE, CENTRE + 40), figures[:seen]) == grade


@pytest.mark.rule("SG-GAP-66", "SG-MOV-02", "SG-MOV-03", "SG-GAP-81", "SG-GAP-72", "SG-REO-03", "SG-GAP-153")
@pytest.mark.parametrize(
    ("within", "count", "covered"), [(1, 2, False), (2, 3, True), (1, 3, False), (2, 2, True)]
)
def test_a_unit_is_in_cover_with_more_than_half_of_its_figures(
    within: int, count: int, covered: bool
) -> None:
    ground = [terrain("woods", -1, -1, 4 * (within - 1) + 1, 1)]
    state = battle(squad("a", *row(0, 0, count, 4.0)), foes("b", (0, 20)), ground=ground)
    assert cover.is_in_cover(state, A) == covered


@pytest.mark.rule("SG-GAP-117", "SG-GAP-118", "SG-MOV-02", "SG-GAP-66")
@pytest.mark.parametrize(
    ("x", "y", "near"),
    [
        (0, 0, True),
        (-4.5, 0, True),
        (-4.6, 0, False),
        (4.5, 0, True),
        (4.6, 0, False),
        (0, -4.5, True),
        (0, -4.6, False),
        (0, 4.5, True),
        (0, 4.6, False),
    ],
)
def test_the_features_near_a_point(x: float, y: float, near: bool) -> None:
    ground = [
        terrain("hedge", -3, -3, 3, 3),
        msgspec.structs.replace(terrain("meadow", -3, -3, 3, 3), id="m"),
    ]
    state = battle(squad("a", (0, 20)), ground=ground)
    found = cover.features_near(state, CENTRE + x, CENTRE + y, 1.5)
    assert [feature.kind for feature in found] == (["hedge"] if near else [])


@pytest.mark.rule("SG-COV-01", "SG-COV-02", "SG-GAP-82")
def test_the_areas_in_which_figures_are_in_cover() -> None:
    kinds = ("woods", "rubble", "road", "hedge", "water", "meadow", "building", "crops", "swamp")
    ground = [terrain(kind, 4 * k - 20, 0, 4 * k - 18, 2) for k, kind in enumerate(kinds)]
    state = battle(squad("a", (0, 20)), ground=ground)
    assert [area.kind for area in cover.cover_areas(state)] == ["woods", "rubble", "building", "crops"]
    assert [each.kind for each in shelter._shelters(state)] == [
        "woods",
        "rubble",
        "hedge",
        "building",
        "crops",
    ]


GOING = {  # barred, cost, crossing: on foot, on wheels, on tracks, hovering
    "meadow": [(True, 1.0, 0.0)] * 4,
    "road": [(False, 1.0, 0.0)] * 4,
    "woods": [(False, 2.0, 0.0), (False, 3.0, 0.0), (False, 2.0, 0.0), (False, 2.0, 0.0)],
    "swamp": [(False, 3.0, 0.0), (True, 5.0, 0.0), (False, 3.0, 0.0), (False, 3.0, 0.0)],
    "water": [(True, 1.0, 0.0), (True, 1.0, 0.0), (True, 1.0, 0.0), (False, 1.0, 0.0)],
    "hedge": [(False, 1.0, 2.0), (False, 1.0, 4.0), (False, 1.0, 2.0), (False, 1.0, 2.0)],
    "building": [(False, 1.0, 0.0), (True, 1.0, 0.0), (True, 1.0, 0.0), (True, 1.0, 0.0)],
}


MOVERS: tuple[movers.MoverClass, ...] = ("foot", "wheeled", "tracked", "hover")


@pytest.mark.rule("SG-GAP-164", "SG-GAP-82", "SG-GAP-70", "SG-GAP-65")
@pytest.mark.parametrize("kind", GOING)
def test_what_terrain_is_to_each_class_of_movers(kind: str) -> None:
    field = terrain(kind, 0, 0, 4, 4)
    assert [tuple(movers.going(field, mover)) for mover in MOVERS] == GOING[kind]


@pytest.mark.rule("SG-GAP-164", "SG-GAP-82")
def test_an_unknown_area_and_a_hill_stop_nobody() -> None:
    field = msgspec.structs.replace(terrain("meadow", 0, 0, 4, 4), traits=("area",))
    hill = msgspec.structs.replace(terrain("hill", 0, 0, 4, 4, 2.0), traits=(RELIEF_TRAIT,))
    assert movers.going(field, "wheeled") == movers.going(hill, "foot") == (False, 1.0, 0.0)


@pytest.mark.rule("SG-GAP-164", "SG-GAP-82", "SG-GAP-70")
@pytest.mark.parametrize(
    ("kind", "mover"),
    [
        ("scout_car", "wheeled"),
        ("apc", "wheeled"),
        ("tank", "tracked"),
        ("walker", "tracked"),
        ("hover_transport", "hover"),
    ],
)
def test_the_class_of_each_vehicle(kind: str, mover: str) -> None:
    _, (piece, *crew) = vehicle("v", 0, 0, kind=kind)
    assert movers.mover_class(piece) == mover and movers.mover_class(crew[0]) == "foot"


@pytest.mark.rule("SG-GAP-164", "SG-GAP-69", "SG-GAP-70")
def test_what_is_in_the_way_of_a_figure() -> None:
    """Enemies able to act and vehicles stop it, all others only where it ends."""
    state = battle(
        squad("a", (0, 0), (2, 0), figure_marks={2: WOUNDED}),
        foes("b", (0, 8), (2, 8), figure_marks={2: WOUNDED}),
        vehicle("v", 8, 0),
    )
    found = motion.figure_motion(state, state.table.piece("a1"), 6.0)
    assert set(found.hindering) == {"b1", "v1"} and set(found.occupied) == {"a2", "b2"}
    assert found.ends == (EndApart(("b1",), 1.0),)
    assert motion.figure_motion(state, state.table.piece("a1"), 6.0, apart=0.0).ends == ()
    alone = battle(squad("a", (0, 0)))
    assert motion.figure_motion(alone, alone.table.piece("a1"), 6.0).ends == ()


@pytest.mark.rule("SG-GAP-164", "SG-GAP-65", "SG-MOV-01", "SG-GAP-82")
def test_what_a_figure_pays_for_the_ground() -> None:
    kinds = ("woods", "hedge", "water", "road", "building", "swamp", "meadow")
    ground = [terrain(kind, 4 * k - 20, 2, 4 * k - 18, 4) for k, kind in enumerate(kinds)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), ground=ground)
    found = motion.figure_motion(state, state.table.piece("a1"), 6.0)
    assert set(found.blocked) == {"water1", "meadow1"} == set(motion.blocked_ids(state))
    assert found.going == (GroundCost("woods1", 2.0), GroundCost("swamp1", 3.0))
    assert found.climbs == (ClimbCost("hedge1", 2.0),)
    state = battle(vehicle("v", 0, 0, kind="scout_car"), ground=ground)
    found = motion.figure_motion(state, state.table.piece("v1"), 6.0)
    assert not {own.terrain for own in found.climbs} & set(found.blocked)


@pytest.mark.rule("SG-CLV-06", "SG-MOV-01", "SG-GAP-66")
@pytest.mark.parametrize(("level", "covered", "limits"), [(2, True, 2), (2, False, 1), (3, True, 1)])
def test_only_broken_units_in_cover_are_kept_from_advancing(level: int, covered: bool, limits: int) -> None:
    ground = [terrain("woods", -2, -2, 2, 2)] if covered else []
    state = battle(squad("a", (0, 0), marks={CONFIDENCE: level}), foes("b", (0, 12)), ground=ground)
    (found,) = motion.unit_motions(state, A, 6.0)
    assert len(found.ends) == limits


@pytest.mark.rule("SG-GAP-74", "SG-MOV-01")
@pytest.mark.parametrize(("side", "entries"), [(OWN, 1), (ENEMY, 0)])
def test_only_the_side_that_must_leave_may_go_over_the_edge(side: str, entries: int) -> None:
    state = battle(squad("a", (0, 0)), foes("b", (0, 12)), exits=(ExitObjective(side, "west"),))
    (found,) = motion.unit_motions(state, A, 6.0)
    assert len(found.entries) == entries


@pytest.mark.rule("SG-GAP-84", "SG-GAP-74", "SG-GAP-82")
@pytest.mark.parametrize(
    ("edge", "ends", "nearest"),
    [
        ("south", ((0.0, 0.0), (48.0, 0.0)), (10.0, 0.0)),
        ("north", ((0.0, 48.0), (48.0, 48.0)), (10.0, 48.0)),
        ("west", ((0.0, 0.0), (0.0, 48.0)), (0.0, 20.0)),
        ("east", ((48.0, 0.0), (48.0, 48.0)), (48.0, 20.0)),
    ],
)
def test_the_edges_of_the_table(edge, ends, nearest) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0)), edges={OWN: edge, ENEMY: "north"})
    assert shelter.edge_ends(state, edge) == ends == shelter.edge_line(state, OWN)
    assert shelter.nearest_edge_point(state, OWN, (10.0, 20.0)) == nearest
    assert shelter.exit_of(state, OWN) is None
    way = ExitObjective(OWN, edge)
    assert shelter.exit_of(state.with_game(exits=(way,)), OWN) == way


@pytest.mark.rule("SG-GAP-82", "SG-CLV-05")
@pytest.mark.parametrize(
    ("kind", "y0", "y1", "enemy", "goal"),
    [
        ("woods", -9.0, -5.0, 12, (0.0, -6.5)),
        ("woods", 5.0, 9.0, 12, None),
        ("woods", 5.0, 9.0, -12, (0.0, 6.5)),
        ("woods", -6.0, -5.0, 12, (0.0, -5.5)),
        ("hedge", -6.0, -5.8, 12, (0.0, -6.8)),
        ("hedge", -6.0, -5.8, 40, (0.0, -5.8)),
        ("road", -9.0, -5.0, 12, None),
        ("meadow", -9.0, -5.0, 12, None),
    ],
)
def test_where_the_nearest_cover_is(kind, y0, y1, enemy, goal) -> None:  # type: ignore[no-untyped-def]
    """1.5 in inside an area, or 1 in behind a hedge; with no enemy in sight, at it."""
    hides = [terrain("building", -30, 14, 30, 16)] if enemy > 20 else []
    ground = [terrain(kind, -3, y0, 3, y1), *hides]
    state = battle(squad("a", (0, 0)), foes("b", (0, min(enemy, 20))), ground=ground)
    found = shelter.nearest_cover(state, unit(state, "a"))
    assert (found and (found[0] - CENTRE, found[1] - CENTRE)) == (goal and pytest.approx(goal))


@pytest.mark.rule("SG-GAP-82", "SG-GAP-164")
def test_a_vehicle_goes_to_no_cover_that_it_cannot_enter() -> None:
    ground = [terrain("building", -3, -9, 3, -5), terrain("woods", 8, -12, 12, -8)]
    state = battle(vehicle("v", 0, 0), foes("b", (0, 12)), ground=ground)
    found = shelter.nearest_cover(state, unit(state, "v"))
    assert found and found[0] > CENTRE + 7
    on_foot = battle(squad("a", (0, 0)), foes("b", (0, 12)), ground=ground)
    near = shelter.nearest_cover(on_foot, unit(on_foot, "a"))
    assert near == pytest.approx((CENTRE, CENTRE - 6.5))


@pytest.mark.rule("SG-GAP-25", "SG-GAP-18", "SG-GAP-24", "SG-FIR-01")
@pytest.mark.parametrize(
    ("kind", "depth", "seen"),
    [
        ("woods", 6.0, True),
        ("woods", 6.2, False),
        ("building", 2.0, False),
        ("crops", 8.0, True),
        ("wall", 0.2, True),
    ],
)
def test_what_a_line_of_sight_goes_through(kind: str, depth: float, seen: bool) -> None:
    state = battle(squad("a", (0, -10)), foes("b", (0, 10)), ground=[terrain(kind, -3, -3, 3, depth - 3)])
    assert sight.sees_unit(state, A, B) == seen
    assert sight.sees_point(state, state.table.piece("a1"), (CENTRE, CENTRE + 10)) == seen


@pytest.mark.rule("SG-FIR-01", "SG-GAP-18")
def test_only_figures_able_to_act_see_others() -> None:
    state = battle(
        squad("a", (0, 0), (2, 0), figure_marks={2: WOUNDED}),
        squad("c", (0, -6)),
        foes("b", (0, 8), (2, 8), figure_marks={2: WOUNDED}),
    )
    assert sight.seen_pairs(state, A, B) == {("a1", "b1"), ("a1", "b2")}
    assert sight.seen_pairs(state, A, unit(state, "c").id) == {("a1", "c1")}


@pytest.mark.rule("SG-INT-01", "SG-GAP-48")
@pytest.mark.parametrize(
    ("points", "together"),
    [
        (((0, 0), (2.9, 0)), True),
        (((0, 0), (6.0, 0)), True),
        (((0, 0), (6.2, 0)), False),
        (((0, 0), (3, 0), (6, 0), (9, 0)), True),
        (((0, 0), (3.1, 0), (6.2, 0), (9.3, 0)), False),
    ],
)
def test_a_unit_holds_together_in_a_circle_or_a_chain(points, together) -> None:  # type: ignore[no-untyped-def]
    """In a circle of 6 in, or with gaps of at most 2 in between bases of 1 in."""
    assert (why_out_of_integrity(battle(squad("a", *points)), A) == "") == together


@pytest.mark.rule("SG-GAP-20", "SG-GAP-164", "SG-GAP-144", "SG-GAP-18", "SG-GAP-24")
def test_where_nobody_is_deployed() -> None:
    kinds = ("water", "woods", "building", "meadow")
    ground = [terrain(kind, 4 * k, 0, 4 * k + 2, 2) for k, kind in enumerate(kinds)]
    relief = msgspec.structs.replace(terrain("water", 12, 9, 14, 11, 2.0), id="r", traits=(RELIEF_TRAIT,))
    state = battle(squad("a", (0, -9)), ground=[*ground, relief])
    assert RULESET.solid_ids(state.table.ground) == ("water1",)
