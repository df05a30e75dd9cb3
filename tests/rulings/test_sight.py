"""Sight between pieces: what hides, what obscures, what does not count, and where pieces are seen."""

import msgspec
import pytest

from battlesim.geometry.shapes import circle, rect
from battlesim.rulings.piece_gaps import distance_to_piece, piece_gap, piece_gaps, within_check
from battlesim.rulings.sight import SightRules, pair_verdicts, parse_sight_rules, verdict
from battlesim.table.pieces import Aboard, Inside, Marker, Off, OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Terrain

OVERLAP = SightRules(overlap=("crater", "ruin"), obscuring=("smoke",), solid_pieces=("tunnel",))


def piece(
    name: str, x: float, y: float, *, side="a", unit="", radius=0.5, height=0.75, z=0.0, kind="man", on=""
) -> Piece:
    return Piece(name, name, kind, side, unit or name, radius, height, OnTable(x, y, 0.0, z, on))


def box(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float) -> Terrain:
    return Terrain(name, kind, (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), height)


def table(*things: Piece | Terrain | Marker) -> Table:
    ground = Ground(72, 48, terrain=tuple(t for t in things if isinstance(t, Terrain)))
    pieces = {p.id: p for p in things if isinstance(p, Piece)}
    return Table(
        ground,
        pieces,
        (Side("a", "A", 1), Side("b", "B", 2)),
        {m.id: m for m in things if isinstance(m, Marker)},
    )


def look(world: Table, rules: SightRules = OVERLAP, a="a", b="b", **options):
    return verdict(world, rules, world.piece(a), world.piece(b), **options)


def test_a_low_wall_obscures_and_a_man_high_one_hides():
    for height, visible, hidden in ((0.5, True, 0.6405), (0.75, False, 1.0)):
        seen = look(table(piece("a", 20, 10), piece("b", 20, 20), box("w", "wall", 0, 19, 40, 19.25, height)))
        assert seen.visible is visible
        assert 1 - seen.share == pytest.approx(hidden, abs=5e-5)
        assert seen.obscured and seen.cover == "partial" and seen.blockers == ("w",)
        assert seen.distance == pytest.approx(9)


def test_clear_sight_has_no_cover_and_no_blockers():
    seen = look(table(piece("a", 20, 10), piece("b", 20, 20), box("w", "wall", 0, 30, 40, 31, 2)))
    assert (seen.visible, seen.share, seen.cover, seen.obscured, seen.blockers) == (
        True,
        1.0,
        "none",
        False,
        (),
    )


def test_what_either_stands_in_or_on_hides_nothing_between_the_two():
    crater = box("c", "crater", 15, 8, 25, 12, 2.0)
    assert look(table(piece("a", 20, 10), piece("b", 20, 20), crater)).share == 1.0
    assert look(table(piece("a", 20, 10), piece("b", 20, 20), crater), a="b", b="a").share == 1.0
    third = table(piece("a", 20, 2), piece("b", 20, 20), crater)
    assert not look(third).visible


@pytest.mark.parametrize(("z", "seen"), [(0.0, False), (3.0, True)])
def test_the_deck_of_a_bridge_is_what_one_stands_on_and_not_what_one_stands_under(z, seen):
    deck = msgspec.structs.replace(box("d", "bridge", 15, 8, 25, 14, 3), bottom=2.0)
    assert look(table(piece("a", 20, 10, z=z), piece("b", 20, 20, z=8), deck)).visible is seen


def test_posted_on_a_wall_one_stands_higher_and_the_wall_hides_nothing():
    wall = box("w", "wall", 18, 9.75, 22, 10.25, 1.0)
    world = table(piece("a", 20, 10, z=1.0, on="w"), piece("b", 20, 12), wall)
    assert look(world).share == 1.0
    assert look(world, a="b", b="a").share == 1.0


def test_a_base_in_a_crater_is_obscured_from_those_outside_it_only():
    crater = box("c", "crater", 15, 15, 25, 25, 0.5)
    world = table(piece("a", 20, 10), piece("b", 20, 20), piece("c", 22, 20), crater)
    seen = look(world)
    assert seen.share == 1.0 and seen.obscured and seen.cover == "partial" and seen.among == ("c",)
    assert not look(world, a="c").obscured


def test_smoke_hides_nothing_but_obscures_what_is_in_or_behind_it():
    smoke = Marker("s", "smoke", 20, 15, radius=2, height=3)
    world = table(piece("a", 20, 10), piece("b", 20, 20), piece("in", 21, 16), piece("aside", 30, 20), smoke)
    assert look(world).share == 1.0 and look(world).through == ("s",) and look(world).obscured
    assert look(world, b="in").obscured
    assert not look(world, b="aside").obscured
    assert look(world, a="in", b="aside").obscured
    assert not look(world, ignored_markers=("s",)).obscured
    blocking = msgspec.structs.replace(OVERLAP, obscuring=(), blocking=("smoke",))
    assert not look(world, blocking).visible and look(world, blocking).blockers == ("s",)


def test_other_pieces_hide_nothing_unless_the_rules_say_so():
    world = table(piece("a", 20, 10), piece("b", 20, 20), piece("between", 20, 15, height=2))
    assert look(world).share == 1.0
    assert not look(world, SightRules(bases=True)).visible


def test_a_piece_that_is_terrain_hides_but_not_those_upon_it():
    world = table(
        piece("a", 20, 10),
        piece("b", 20, 20),
        piece("t", 20, 18, radius=1.5, height=0.5, kind="tunnel"),
        piece("on", 20, 18, z=0.5),
    )
    assert look(world).obscured and look(world).blockers == ("t",)
    assert look(world, b="on").share == 1.0
    assert look(world, b="t").share == 1.0


def test_the_limit_of_sight_is_inclusive():
    night = SightRules(limit=24)
    assert look(table(piece("a", 20, 10), piece("b", 45, 10)), night).visible
    far = look(table(piece("a", 20, 10), piece("b", 45.02, 10)), night)
    assert not far.visible and far.share == 1.0 and "24 in" in str(far.why)


def test_cover_thresholds():
    world = table(piece("a", 20, 10), piece("b", 20, 20), box("w", "wall", 0, 19, 40, 19.25, 0.5))
    assert look(world, SightRules(partial=0.5)).cover == "partial"
    assert look(world, SightRules(partial=0.65)).cover == "none"
    assert look(world, SightRules(full=0.6)).cover == "full"


def test_a_piece_inside_is_seen_and_measured_at_the_nearest_point_of_the_outline():
    house = box("h", "building", 18, 18, 22, 22, 2)
    inside = msgspec.structs.replace(piece("b", 0, 0), place=Inside("h"))
    world = table(
        piece("a", 20, 10), inside, msgspec.structs.replace(inside, id="c"), piece("d", 20, 30), house
    )
    assert piece_gap(world, world.piece("a"), inside) == pytest.approx(7.5)
    assert piece_gap(world, inside, world.piece("c")) == 0
    assert look(world).share == 1.0 and look(world).distance == pytest.approx(7.5)
    assert look(world, a="b", b="a").share == 1.0
    assert look(world, a="b", b="c").visible
    assert not look(world, b="d").visible
    walled = world.with_terrain(box("w", "wall", 0, 17, 40, 17.25, 0.5))
    assert 1 - look(walled).share == pytest.approx(1 - (0.75 - (0.75 - 0.25 * 8 / 7.25)) / 0.75, abs=1e-9)


def test_two_houses_see_each_other_across_the_street():
    houses = box("h", "building", 0, 0, 4, 4, 2), box("k", "building", 10, 0, 14, 4, 2)
    first, second = (
        msgspec.structs.replace(piece(n, 0, 0), place=Inside(t)) for n, t in (("a", "h"), ("b", "k"))
    )
    world = table(first, second, *houses)
    assert look(world).visible and look(world).distance == pytest.approx(6)


def test_aboard_is_at_the_carrier_and_off_the_table_is_nowhere():
    rider = msgspec.structs.replace(piece("b", 0, 0), place=Aboard("c"))
    lost = msgspec.structs.replace(piece("l", 0, 0), place=Off("lost"))
    world = table(piece("a", 20, 10), rider, piece("c", 20, 20, radius=2), lost)
    assert piece_gap(world, world.piece("a"), rider) == pytest.approx(7.5)
    assert look(world).visible and look(world, b="l").why == "l is not on the table"
    with pytest.raises(ValueError, match="not in play"):
        piece_gap(world, world.piece("a"), lost)


def test_distances_in_bulk_are_those_one_by_one():
    house = box("h", "building", 18, 18, 22, 22, 2)
    inside = msgspec.structs.replace(piece("b", 0, 0), place=Inside("h"))
    world = table(piece("a", 20, 10), inside, piece("c", 30, 10), house)
    a, others = world.piece("a"), [world.piece("b"), world.piece("c")]
    assert piece_gaps(world, a, others) == pytest.approx([piece_gap(world, a, o) for o in others])
    assert distance_to_piece(world, a, (20, 12)) == pytest.approx(1.5)
    assert within_check(world, a, others[1], 9).kept


def test_batch_and_single_verdicts_are_the_same():
    world = table(
        *(piece(f"p{k}", 5 + 6 * k % 47, 4 + 11 * k % 41) for k in range(12)),
        *(box(f"w{k}", "wall", 9 * k, 20, 9 * k + 5, 20.5, 0.4 + 0.3 * k) for k in range(7)),
        box("c", "crater", 0, 0, 12, 12, 0.5),
        Marker("s", "smoke", 30, 20, radius=2, height=3),
    )
    pieces = list(world.pieces.values())
    pairs = [(v, t) for v in pieces[:3] for t in pieces]
    batch = pair_verdicts(world, OVERLAP, pairs)
    assert batch == [verdict(world, OVERLAP, v, t) for v, t in pairs]
    assert {v.cover for v in batch} == {"none", "partial"} and {v.visible for v in batch} == {True, False}


def test_a_centre_line_is_blocked_by_the_inside_of_a_shape_not_by_its_border():
    line = SightRules(mode="line", eye_height=1.0, target_height=1.0)
    for edge, free in ((20.0, True), (19.99, False)):
        world = table(piece("a", 20, 10), piece("b", 20, 20), box("h", "rocks", edge, 14, 25, 15, 3))
        assert look(world, line).visible is free
        assert look(world, line).blockers == (() if free else ("h",))
    low = table(piece("a", 20, 10), piece("b", 20, 20), box("h", "rocks", 10, 14, 25, 15, 1.0))
    assert look(low, line).visible


def test_any_line_between_the_bases_is_enough():
    rules = SightRules(mode="line", lines="bases")
    for edge, free in ((20.4, True), (20.499, True), (20.51, False)):
        world = table(piece("a", 20, 10), piece("b", 20, 20), box("h", "rocks", 15, 14, edge, 15, 3))
        assert look(world, rules).visible is free
        assert look(world, SightRules(mode="line")).visible is False


def test_a_line_through_a_gap_between_two_rocks():
    rules = SightRules(mode="line", lines="bases")
    rocks = box("l", "rocks", 10, 12, 20.2, 13, 3), box("r", "rocks", 20.1, 17, 30, 18, 3)
    assert look(table(piece("a", 20, 10), piece("b", 20, 20), *rocks), rules).visible
    closed = box("l", "rocks", 10, 12, 20.4, 13, 3), box("r", "rocks", 19.4, 17, 30, 18, 3)
    assert not look(table(piece("a", 20, 10), piece("b", 20, 20), *closed), rules).visible


def test_a_group_hides_as_one_with_its_gaps_closed():
    rules = SightRules(mode="line", groups=True, group_height=1.25, eye_height=1.0, target_height=1.0)
    pieces = (
        piece("a", 20, 10, unit="u"),
        piece("b", 20, 20, unit="v"),
        piece("c", 17, 15, unit="w"),
        piece("d", 23, 15, unit="w"),
    )
    assert not look(table(*pieces), rules).visible
    assert look(table(*pieces[:3]), rules).visible


@pytest.mark.parametrize(("height", "visible"), [(1.0, True), (2.9, True), (3.1, False)])
def test_a_group_is_at_least_as_high_as_its_pieces(height, visible):
    """The line is 3 in up where it crosses the group."""
    rules = SightRules(mode="line", groups=True, group_height=1.25, eye_height=1.0, target_height=1.0)
    pieces = (
        piece("a", 20, 10, unit="u", z=4.0),
        piece("b", 20, 20, unit="v"),
        piece("c", 20, 15, unit="w", height=height, radius=0.01),
    )
    assert look(table(*pieces), rules).visible is visible


def test_one_sees_six_inches_into_woods_in_all():
    rules = SightRules(mode="line", depth={"woods": 6})
    for far, visible in ((18.0, True), (18.02, False)):
        woods = box("w", "woods", 0, 12, 40, 14, 4), box("v", "woods", 0, 14, 40, far, 4)
        assert look(table(piece("a", 20, 10), piece("b", 20, 25), *woods), rules).visible is visible
    twice = box("w", "woods", 0, 12, 40, 16, 4), box("v", "woods", 0, 13, 40, 17, 4)
    assert look(table(piece("a", 20, 10), piece("b", 20, 25), *twice), rules).visible


def test_round_terrain_and_turned_terrain():
    rock = Terrain("r", "rocks", (circle(20, 15, 1.2),), 2)
    assert not look(table(piece("a", 20, 10), piece("b", 20, 20), rock)).visible
    turned = Terrain("r", "wall", (rect(20, 15, 6, 0.1, 90),), 2)
    assert 0 < look(table(piece("a", 20, 10), piece("b", 20, 20), turned)).share < 1


def test_rules_are_read_from_toml_and_unknown_words_are_refused():
    assert parse_sight_rules(
        'mode = "share"\nlimit = 24\noverlap = ["crater"]\n[depth]\nwoods = 6'
    ).depth == {"woods": 6}
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        parse_sight_rules("modus = 1")
