"""Maps under a hand: what is laid, what is told, what becomes of shapes and the openings in them."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.scenarios.map_objects import (
    MapObjectRef,
    object_by_ref,
    with_copies,
    with_object_added,
    with_object_replaced,
    with_terrain_reordered,
    without_objects,
)
from battlesim.scenarios.map_sketch import (
    LaidMap,
    MapSketch,
    empty_map,
    map_of_ground,
    rebuild_map,
    sketch_from_file,
)
from battlesim.scenarios.maps import MapSpec, OpeningSpec, TableSpec, TerrainSpec, parse_map
from battlesim.scenarios.shape_edits import (
    handle_points,
    moved_object,
    object_angle,
    object_centre,
    object_outline,
    resized,
    turned_object,
    turned_to,
    with_corner_added,
    with_corner_at,
    with_edge_at,
    without_corner,
)
from battlesim.scenarios.sources import locate_file, open_source
from battlesim.table.terrain import Dressing, Ground
from tests.scenarios.drawn import boxes, maps, outlines

HUT = TerrainSpec(
    kind="building",
    id="hut",
    rect=(10, 10, 16, 14),
    openings=(OpeningSpec((12, 10), (13, 10), 1.5, kind="door"), OpeningSpec((16, 11), (16, 12), 1.2, 0.5)),
)


def laid(*terrain: TerrainSpec, dressing: tuple[Dressing, ...] = ()) -> LaidMap:
    return rebuild_map(MapSpec(TableSpec(48, 48), terrain, dressing), {}, empty_map(48, 48))


def told(made: LaidMap) -> list[str]:
    return [fault.words for fault in made.sketch.faults]


@settings(max_examples=25)
@given(spec=maps())
def test_a_map_is_laid_as_it_is_read(spec: MapSpec) -> None:
    from battlesim.exchange.map_toml import map_toml_text

    made = rebuild_map(spec, {}, empty_map(10, 10))
    text = map_toml_text(spec.table, spec.terrain, "# A map", spec.dressing)
    assert made.ground == parse_map(text, "map.toml") and not made.sketch.faults


@settings(max_examples=25)
@given(spec=maps())
def test_a_ground_is_what_the_map_made_of_it_lays(spec: MapSpec) -> None:
    ground = rebuild_map(spec, {}, empty_map(10, 10)).ground
    again = rebuild_map(map_of_ground(ground, "again"), {}, empty_map(10, 10))
    assert again.ground == ground and not again.sketch.faults


def test_what_was_not_touched_is_the_very_piece_that_it_was() -> None:
    first = laid(HUT, TerrainSpec(kind="woods", id="wood", circle=(30, 30, 3)))
    spec, _ = with_object_replaced(
        first.sketch.map,
        MapObjectRef("terrain", "wood"),
        TerrainSpec(kind="woods", id="wood", circle=(31, 30, 3)),
    )
    second = rebuild_map(spec, {}, first)
    assert second.ground.get("hut") is first.ground.get("hut")
    assert second.ground.get("wood").rings != first.ground.get("wood").rings


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (TerrainSpec(kind="rocks", id="a", polygon=((1, 1), (5, 5), (5, 1), (1, 5))), "crosses itself"),
        (TerrainSpec(kind="rocks", id="a", circle=(47, 20, 3)), "lies off the 48 x 48 in table"),
        (
            msgspec.structs.replace(HUT, openings=(OpeningSpec((12, 11), (13, 11), 1.5),)),
            "not on the outline",
        ),
        (
            msgspec.structs.replace(HUT, openings=(OpeningSpec((12, 10), (13, 10), 0.5, 1.0),)),
            "not below top",
        ),
        (
            msgspec.structs.replace(HUT, openings=(OpeningSpec((12, 10), (13, 10), 3.5),)),
            "top 3.5 in is above its wall",
        ),
        (TerrainSpec(kind="rocks", id="a", circle=(20, 20, 3), bottom=4), "is above height"),
        (TerrainSpec(kind="rocks", id="1", circle=(20, 20, 3)), "cannot be an id"),
    ],
)
def test_what_cannot_lie_there_is_told_and_left_out(piece: TerrainSpec, words: str) -> None:
    made = laid(TerrainSpec(kind="woods", id="wood", circle=(30, 30, 3)), piece)
    assert words in told(made)[0] and made.sketch.faults[0].number == 1
    assert list(made.ground.terrain_by_id()) == ["wood"] and made.sketch.map.terrain[1] is piece


def test_an_id_is_given_once_and_dressing_stands_on_what_there_is() -> None:
    twice = laid(HUT, TerrainSpec(kind="woods", id="hut", circle=(30, 30, 3)))
    assert "'hut' is taken" in told(twice)[0] and len(twice.ground.terrain) == 1
    assert "unknown terrain" in told(laid(dressing=(Dressing("mast", places=((4, 4, 0),), on="roof"),)))[0]


def test_a_smaller_table_tells_what_lies_off_it() -> None:
    first = laid(HUT)
    spec = msgspec.structs.replace(first.sketch.map, table=TableSpec(12, 48))
    assert "lies off the 12 x 48 in table" in told(rebuild_map(spec, {}, first))[0]


@given(one=boxes() | outlines(), turn=st.integers(1, 23), dx=st.integers(-3, 3))
def test_openings_go_along_however_a_thing_is_moved(one: TerrainSpec, turn: int, dx: int) -> None:
    named = msgspec.structs.replace(one, id="t")
    there = turned_object(moved_object(named, dx, 1.5), 15.0 * turn, (24.0, 24.0))
    assert not _wrong(there)
    back = moved_object(turned_object(there, -15.0 * turn, (24.0, 24.0)), -dx, -1.5)
    assert object_centre(back) == pytest.approx(object_centre(named), abs=0.01)


def _wrong(one: object) -> list[str]:
    """What is told of a thing beside its lying off the table."""
    assert isinstance(one, TerrainSpec)
    wide = moved_object(one, 100.0, 100.0)
    assert isinstance(wide, TerrainSpec)
    return told(rebuild_map(MapSpec(TableSpec(300, 300), (wide,)), {}, empty_map(300, 300)))


@given(one=boxes(), corner=st.integers(0, 3), wide=st.integers(2, 9), turn=st.integers(0, 23))
def test_openings_stay_in_the_walls_of_what_is_stretched_or_pulled(
    one: TerrainSpec, corner: int, wide: int, turn: int
) -> None:
    named = turned_to(msgspec.structs.replace(one, id="t"), 15.0 * turn)
    assert not _wrong(resized(named, wide, 3.5))
    x, y = handle_points(named)[corner]
    assert not _wrong(with_corner_at(named, corner, (x + 0.7, y - 0.4)))
    assert not _wrong(with_edge_at(named, corner, (x - 0.3, y + 0.6)))


def test_a_pulled_corner_leaves_the_one_across_where_it_is() -> None:
    hut = turned_to(HUT, 30.0)
    for number in range(4):
        new = with_corner_at(hut, number, (20.0, 20.0))
        across = handle_points(hut)[(number + 2) % 4]
        assert min(math.dist(across, corner) for corner in handle_points(new)) < 0.002
        assert min(math.dist((20.0, 20.0), corner) for corner in handle_points(new)) < 0.002


def test_a_widened_rect_grows_on_one_side() -> None:
    new = with_edge_at(HUT, 1, (18.0, 99.0))
    assert isinstance(new, TerrainSpec) and new.rect == (10, 10, 18, 14)
    assert math.dist(new.openings[0].start, new.openings[0].end) == pytest.approx(1.0)


def test_corners_come_and_go() -> None:
    wood = TerrainSpec(kind="woods", id="w", polygon=((0, 0), (4, 0), (4, 4)))
    more, number = with_corner_added(wood, (2.0, 0.0))
    assert number == 1 and handle_points(more) == ((0, 0), (2, 0), (4, 0), (4, 4))
    assert (
        handle_points(without_corner(more, 1))
        == handle_points(wood)
        == handle_points(without_corner(wood, 1))
    )
    fence, number = with_corner_added(
        TerrainSpec(kind="fence", line=((0, 0), (4, 0)), thickness=0.2), (1.0, 0.0)
    )
    assert number == 1 and handle_points(fence) == ((0, 0), (1, 0), (4, 0))


def test_a_rect_and_dressing_face_an_angle() -> None:
    assert object_angle(turned_to(HUT, 30.0)) == 30.0
    stack = Dressing("stack", (2, 1), ((5, 5, 10),))
    assert turned_to(stack, 90.0) == Dressing("stack", (2, 1), ((5, 5, 90.0),))
    assert object_outline(stack)[0][0] != object_outline(turned_to(stack, 90.0))[0][0]


def test_dressing_that_is_alike_is_one_entry_until_one_of_it_changes() -> None:
    spec = MapSpec(TableSpec(48, 48))
    for x in (5.0, 9.0):
        spec, ref = with_object_added(spec, Dressing("stack", (2, 1), ((x, 5, 0),)))
    assert spec.dressing == (Dressing("stack", (2, 1), ((5, 5, 0), (9, 5, 0))),)
    spec, ref = with_object_replaced(spec, ref, Dressing("stack", (3, 1), ((9, 5, 0),)))
    assert [each.size for each in spec.dressing] == [(2, 1), (3, 1)] and ref == MapObjectRef(
        "dressing", "", 1
    )
    assert object_by_ref(spec, ref) == Dressing("stack", (3, 1), ((9, 5, 0),))


def test_a_copy_has_ids_of_its_own_and_what_stands_on_terrain_goes_with_it() -> None:
    spec = MapSpec(TableSpec(48, 48), (HUT,), (Dressing("mast", places=((12, 12, 0),), on="hut"),))
    two, (twin,) = with_copies(spec, [MapObjectRef("terrain", "hut")], 10, 0)
    assert twin.id == "building1" and not told(rebuild_map(two, {}, empty_map(48, 48)))
    assert without_objects(spec, [MapObjectRef("terrain", "hut")]) == MapSpec(TableSpec(48, 48))


def test_terrain_is_ordered_and_an_id_that_changes_takes_dressing_along() -> None:
    wood = TerrainSpec(kind="woods", id="wood", circle=(30, 30, 3))
    spec = MapSpec(TableSpec(48, 48), (HUT, wood), (Dressing("mast", places=((12, 12, 0),), on="hut"),))
    assert [
        item.id for item in with_terrain_reordered(spec, [MapObjectRef("terrain", "hut")], 1).terrain
    ] == ["wood", "hut"]
    renamed, ref = with_object_replaced(
        spec, MapObjectRef("terrain", "hut"), msgspec.structs.replace(HUT, id="house")
    )
    assert renamed.dressing[0].on == "house" == ref.id


@pytest.mark.parametrize("name", ["outpost", "outpost_evac_night", "troice_station", "quarrel"])
def test_the_map_of_anything_lays_the_ground_it_has(name: str) -> None:
    source, path = open_source(name), locate_file(name)
    kind = "scenario" if source.ruleset and source.state else "situation" if name == "quarrel" else "map"
    sketch = sketch_from_file(path, kind, source.table.ground, name)
    kinds = {} if not source.ruleset else _kinds(source.ruleset)
    bare = Ground(source.table.ground.width, source.table.ground.height)
    again = rebuild_map(sketch.map, kinds, LaidMap(MapSketch(MapSpec(TableSpec(1, 1))), bare))
    assert again.ground == source.table.ground and not again.sketch.faults


def _kinds(key: str) -> dict[str, dict[str, object]]:
    from battlesim.rulesets import registry

    return {name: dict(figures) for name, figures in registry.load_ruleset(key).terrain_values().items()}


def test_a_map_keeps_what_was_written_in_it(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text('[table]\nwidth = 9\nheight = 9\n[[terrain]]\nkind = "woods"\ncircle = [4, 4, 2]\n')
    sketch = sketch_from_file(path, "map", open_source(str(path)).table.ground, "map")
    assert sketch.map.terrain == (TerrainSpec(kind="woods", id="woods1", circle=(4, 4, 2)),)
