"""Hills in maps, and the heights of pieces in scenarios and situations."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.report.judging import parse_point
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.map_sketch import LaidMap, MapSketch, map_of_ground, rebuild_map
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.place_specs import place_from_spec
from battlesim.scenarios.situations import load_situation
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.levels import standing_place
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Ground

MAP = """
[table]
width = 24
height = 24
[[terrain]]
id = "hill"
kind = "hill"
rect = [8, 8, 16, 16]
height = 2
traits = ["area", "relief"]
[[terrain]]
id = "house"
kind = "building"
rect = [9, 9, 12, 12]
height = 3
openings = [{ from = [10, 9], to = [11, 9], top = 2, sill = 0.5 }]
[[terrain]]
id = "bridge"
kind = "pad"
rect = [12, 13, 14, 14]
bottom = 1
height = 1.5
[[terrain]]
id = "wall"
kind = "wall"
rect = [1, 1, 2, 2]
height = 1
"""


def ground(text: str = MAP) -> Ground:
    return parse_map(text, "map.toml")


def heights(ground: Ground) -> dict[str, tuple[float, float]]:
    return {terrain.id: (terrain.bottom, terrain.height) for terrain in ground.terrain}


def test_what_lies_on_a_hill_is_raised_with_it() -> None:
    made = ground()
    assert heights(made) == {"hill": (0, 2), "house": (0, 5), "bridge": (3, 3.5), "wall": (0, 1)}
    assert [(o.sill, o.top) for o in made.get("house").openings] == [(2.5, 4.0)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("height = 2\n", "height = 47\n", "terrain[1].height"),
        (
            "rect = [8, 8, 16, 16]\nheight = 2\n",
            "rect = [8, 8, 16, 16]\nheight = 2\nbottom = 1\n",
            "terrain[0].bottom",
        ),
    ],
)
def test_a_hill_that_cannot_be_is_an_error_of_one_line(old: str, new: str, key: str) -> None:
    with pytest.raises(InputError) as error:
        ground(MAP.replace(old, new))
    assert error.value.key == key and "\n" not in str(error.value)


def test_a_map_made_of_a_ground_builds_it_again() -> None:
    made = ground()
    spec = map_of_ground(made, "again")
    again = rebuild_map(spec, {}, LaidMap(MapSketch(spec), Ground(24, 24)))
    assert again.sketch.faults == () and heights(again.ground) == heights(made)


def test_a_house_comes_down_when_its_hill_is_taken_from_the_map() -> None:
    made = ground()
    spec = map_of_ground(made, "flat")
    old = rebuild_map(spec, {}, LaidMap(MapSketch(spec), Ground(24, 24)))
    flat = rebuild_map(msgspec.structs.replace(spec, terrain=spec.terrain[1:]), {}, old)
    assert heights(flat.ground) == {"house": (0, 3), "bridge": (1, 1.5), "wall": (0, 1)}


@pytest.mark.parametrize(
    ("at", "z", "on", "place"),
    [
        ((13, 10), None, "", OnTable(13, 10, 0.0, 2.0)),
        ((2, 10), None, "", OnTable(2, 10)),
        ((13, 10), 7.0, "", OnTable(13, 10, 0.0, 7.0)),
        ((1.5, 1.5), None, "wall", OnTable(1.5, 1.5, 0.0, 1.0, "wall")),
        ((1.5, 1.5), 1.0, "wall", OnTable(1.5, 1.5, 0.0, 1.0, "wall")),
    ],
)
def test_a_piece_stands_where_its_file_says(
    at: tuple[float, float], z: float | None, on: str, place: OnTable
) -> None:
    assert place_from_spec(at, 0.0, z, on, ground(), "piece[0]", "file.toml") == place


@pytest.mark.parametrize(
    ("at", "z", "on", "key"),
    [
        ((13, 10), 1.0, "", "piece[0].z"),
        ((2, 10), -1.0, "", "piece[0].z"),
        ((2, 10), None, "tower", "piece[0].on"),
        ((2, 10), None, "wall", "piece[0].on"),
        ((1.5, 1.5), 2.0, "wall", "piece[0].z"),
    ],
)
def test_a_height_that_cannot_be_is_an_error_of_one_line(
    at: tuple[float, float], z: float | None, on: str, key: str
) -> None:
    with pytest.raises(InputError) as error:
        place_from_spec(at, 0.0, z, on, ground(), "piece[0]", "file.toml")
    assert error.value.key == key and error.value.remedy and "\n" not in str(error.value)


def test_a_situation_puts_a_piece_on_its_hill(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    text = 'title = "Hill"\n' + MAP + '[[piece]]\nid = "a"\nat = [13, 10]\n'
    path.write_text(text, encoding="utf-8")
    assert load_situation(path).table.piece("a").place == standing_place(ground(), 13, 10)


def test_a_point_without_z_is_on_the_ground_and_none_is_below_it() -> None:
    assert parse_point("13,10", "--to", ground()) == (13, 10, 2.0)
    assert parse_point("13,10,6", "--to", ground()) == (13, 10, 6.0)
    with pytest.raises(InputError, match="below the ground"):
        parse_point("13,10,1", "--to", ground())


BATTLE = """
ruleset = "invasion_earth"
map = "map.toml"
[[side]]
key = "a"
name = "A"
[[side]]
key = "b"
name = "B"
[[unit]]
id = "daleks"
side = "a"
piece = [{ profile = "PROFILE", id = "f", at = [13, 10], PLACE }]
[[unit]]
id = "unit"
side = "b"
piece = [{ profile = "unit_trooper_slr", id = "e", at = [4, 20] }]
"""


def battle(folder: Path, profile: str, place: str) -> OnTable:
    (folder / "map.toml").write_text(MAP, encoding="utf-8")
    path = folder / "battle.toml"
    path.write_text(BATTLE.replace("PROFILE", profile).replace("PLACE", place), encoding="utf-8")
    found = load_scenario(str(path)).initial_state().table.piece("f").table_position
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("profile", "place", "z"),
    [
        ("unit_trooper_slr", "facing = 0", 2.0),
        ("dalek_hoverbout", "z = 2", 2.0),
        ("dalek_hoverbout", "z = 12", 12.0),
    ],
)
def test_a_scenario_says_how_high_a_flyer_begins(tmp_path: Path, profile: str, place: str, z: float) -> None:
    assert battle(tmp_path, profile, place).z == z


@pytest.mark.parametrize(
    ("profile", "place", "words"),
    [
        ("unit_trooper_slr", "z = 12", "cannot fly"),
        ("dalek_hoverbout", "z = 3", "2 to 30 in"),
        ("dalek_hoverbout", "z = 1", "below the ground"),
        ("dalek_hoverbout", "z = 400", "z"),
    ],
)
def test_a_scenario_with_a_height_that_cannot_be_is_refused(
    tmp_path: Path, profile: str, place: str, words: str
) -> None:
    with pytest.raises(InputError, match=words) as error:
        battle(tmp_path, profile, place)
    assert "\n" not in str(error.value)


def test_a_flyer_may_begin_above_another_base_and_a_house(tmp_path: Path) -> None:
    place = 'z = 12 }, { profile = "dalek_hoverbout", id = "g", at = [13, 10.2]'
    assert battle(tmp_path, "dalek_hoverbout", place).z == 12.0
