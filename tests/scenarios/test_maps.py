"""Maps: what they lay, and the one clear message for each thing that can be wrong with them."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.data_folders import maps_folder
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import signed_area
from battlesim.scenarios.library import map_files
from battlesim.scenarios.maps import load_map, parse_map
from battlesim.scenarios.toml_reading import InputError

TABLE = "[table]\nwidth = 24\nheight = 24\n"


def lay(text: str) -> str:
    """A map with one terrain piece; returns the message of what is wrong with it."""
    with pytest.raises(InputError) as caught:
        parse_map(f"{TABLE}[[terrain]]\n{text}", "x.toml")
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_every_shape_becomes_rings() -> None:
    ground = parse_map(
        f"""{TABLE}
        [[terrain]]
        id = "hut"
        kind = "building"
        rect = [2, 3, 6, 5]
        [[terrain]]
        id = "rock"
        kind = "rocks"
        circle = [12, 12, 2]
        [[terrain]]
        id = "ell"
        kind = "ruin"
        polygon = [[1, 10], [4, 10], [4, 14], [1, 14]]
        holes = [[[2, 11], [3, 11], [3, 12]]]
        [[terrain]]
        id = "fence"
        kind = "wall"
        line = [[10, 20], [14, 20], [14, 23]]
        thickness = 0.5
        """,
        "x.toml",
    )
    areas = {t.id: abs(signed_area(t.rings[0])) for t in ground.terrain}
    assert areas["hut"] == pytest.approx(8)
    assert areas["rock"] == pytest.approx(0.5 * 48 * 4 * math.sin(2 * math.pi / 48))
    assert areas["ell"] == pytest.approx(12)
    assert len(ground.get("ell").rings) == 2
    assert areas["fence"] == pytest.approx(0.5 * (4.25 + 2.75))


def test_the_maps_figure_goes_before_the_rulesets_and_that_before_the_plain_table() -> None:
    text = f'{TABLE}[[terrain]]\nid = "a"\nkind = "building"\nrect = [1, 1, 3, 3]\n'
    own = {"building": {"height": 5.0, "hits": 4}}
    assert parse_map(text, "x").get("a").height == 2.0
    assert parse_map(text, "x", own).get("a").height == 5.0
    assert parse_map(text, "x", own).get("a").hits_full == 4
    assert parse_map(text + "height = 7\nhits = 2", "x", own).get("a").height == 7.0
    assert parse_map(text + "height = 7\nhits = 2", "x", own).get("a").hits == 2


def test_walls_are_as_thick_as_the_map_says_else_as_the_kind() -> None:
    def depth(kind: str, more: str = "") -> float:
        piece = f'id = "a"\nkind = "{kind}"\nrect = [1, 1, 3, 3]\n{more}'
        window = "openings = [{ from = [1, 1.5], to = [1, 2.5], top = 1.0 }]"
        own = {"hut": {"height": 2.0, "walls": 0.1}}
        return parse_map(f"{TABLE}[[terrain]]\n{piece}\n{window}", "x", own).get("a").openings[0].depth

    assert (depth("building"), depth("wall"), depth("hut")) == (0.25, 0.0, 0.1)
    assert depth("building", "walls = 0.5") == 0.5


def test_a_door_is_on_the_outline() -> None:
    door = 'openings = [{ kind = "door", from = [1, 1.5], to = [1, 2.5], top = 1.5 }]'
    hut = 'id = "a"\nkind = "building"\nrect = [1, 1, 3, 3]\n'
    ground = parse_map(f"{TABLE}[[terrain]]\n{hut}{door}", "x")
    assert ground.get("a").openings[0].end == (1, 2.5)
    assert "openings[0].to: from and to are the same point" in lay(hut + door.replace("2.5", "1.5"))
    off = hut + door.replace("[1, 1.5]", "[1.2, 1.5]")
    assert "openings[0].from: (1.2, 1.5) is not on the outline" in lay(off)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'kind = "wal"\nrect = [1, 1, 2, 2]',
            "x.toml: terrain[0].kind: unknown kind 'wal' (did you mean wall",
        ),
        ('kind = "wall"\nrecht = [1, 1, 2, 2]', "terrain[0].recht: unknown key (did you mean rect"),
        ('kind = "wall"\nrect = [1, 1, 2]', "terrain[0].rect: expected a list of length 4, got 3"),
        ('kind = "wall"\nrect = "all"', "terrain[0].rect: expected a list, got text"),
        ('kind = "wall"\nrect = [1, 1, 2, "b"]', "terrain[0].rect[3]: expected a number, got text"),
        ("rect = [1, 1, 2, 2]", "terrain[0].kind: is missing"),
        ('kind = "wall"', "terrain[0]: has no shape"),
        ('kind = "wall"\nrect = [1, 1, 2, 2]\ncircle = [1, 1, 1]', "terrain[0]: has rect and circle"),
        ('kind = "wall"\nrect = [2, 1, 2, 2]', "terrain[0].rect: x0, y0, x1, y1 = 2, 1, 2, 2 has no area"),
        ('kind = "rocks"\ncircle = [5, 5, 0]', "terrain[0].circle: a radius of 0 in has no area"),
        ('kind = "wall"\nline = [[1, 1], [5, 1]]', "terrain[0].thickness: a line needs a thickness"),
        (
            'kind = "wall"\nline = [[1, 1], [1, 1]]\nthickness = 1',
            "terrain[0].line: needs at least 2 different",
        ),
        (
            'kind = "ruin"\npolygon = [[1, 1], [2, 2]]',
            "terrain[0].polygon: the outline has 2 different points",
        ),
        ('kind = "ruin"\npolygon = [[1, 1], [5, 5], [5, 1], [1, 5]]', "the outline crosses itself at (3, 3)"),
        ('kind = "ruin"\npolygon = [[1, 1], [2, 2], [3, 3]]', "terrain[0].polygon: the outline has no area"),
        ('kind = "ruin"\nrect = [20, 20, 25, 22]', "terrain[0]: (25, 20) lies off the 24 x 24 in table"),
        ('kind = "rocks"\ncircle = [5, 5, inf]', "terrain[0].circle[2]: inf is not a finite number"),
        ('kind = "rocks"\ncircle = [nan, 5, 1]', "terrain[0].circle[0]: nan is not a finite number"),
        (
            'kind = "wall"\nrect = [1, 1, 2, 2]\nheight = -1',
            "terrain[0].height: expected a number of at least 0, got -1",
        ),
        ('kind = "wall"\nrect = [1, 1, 2, 2]\nbottom = 2', "bottom 2 in is above height 1 in"),
        ('kind = "wall"\nrect = [1, 1, 2, 2]\nthickness = 1', "terrain[0].thickness: belongs to a line"),
        ('kind = "wall"\nrect = [1, 1, 2, 2]\nid = "a b"', "terrain[0].id: 'a b' cannot be an id"),
        (
            'kind = "wall"\nrect = [1, 1, 2, 2]\nlook = "hous"',
            "terrain[0].look: unknown look 'hous' (did",
        ),
        ('kind = "wall"\nrect = [1, 1, 2, 2]\ntraits = ["sold"]', "terrain[0].traits: unknown trait 'sold'"),
        (
            'kind = "building"\nrect = [1, 1, 5, 5]\n'
            'openings = [{ kind = "dor", from = [2, 1], to = [3, 1], top = 1 }]',
            "terrain[0].openings[0].kind: unknown kind of opening 'dor' (did you mean door?)",
        ),
        (
            'kind = "wall"\nrect = [1, 1, 2, 2]\nhits = 9999',
            "terrain[0].hits: expected a whole number of at most 1000, got 9999",
        ),
    ],
)
def test_each_fault_of_terrain_is_named_with_its_key(text: str, expected: str) -> None:
    assert expected in lay(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "x.toml: table: is missing"),
        ("[table]\nwidth = 24", "table.height: is missing"),
        ("[table]\nwidth = 24\nheight = 0", "table.height: expected a number of at least 1, got 0"),
        (
            '[table]\nwidth = 24\nheight = 24\nmood = "dai"',
            "table.mood: unknown mood 'dai' (did you mean day",
        ),
        (
            '[table]\nwidth = 24\nheight = 24\nground = "gras"',
            "table.ground: unknown ground 'gras' (did you mean grass",
        ),
        ("[table]\nwidth = 24\nheight = 24\nwidht = 3", "table.widht: unknown key (did you mean width"),
        ("[table", "x.toml: is not valid TOML"),
        ("x = " + "[" * 5000, "x.toml: is nested too deeply"),
        ("terrain = 3\n" + TABLE, "terrain: expected a list, got a whole number"),
    ],
)
def test_each_fault_of_the_file_is_one_line(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_map(text, "x.toml")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('look = "stak"\nplaces = [[1, 1, 0]]', "dressing[0].look: unknown look 'stak' (did you mean stack"),
        ('look = "gable"\nplaces = [[1, 1, 0]]', "dressing[0].look: unknown look 'gable'"),
        ('look = "stack"', "dressing[0]: needs places or a line, and not both"),
        ('look = "tracks"\nline = [[1, 1], [1, 1]]', "dressing[0].line: needs at least two points"),
        ('look = "stack"\nplaces = [[25, 1, 0]]', "dressing[0]: (25, 1) lies off the 24 x 24 in table"),
        ('look = "stack"\nplaces = [[1, 1, 0]]\non = "W1"', "dressing[0].on: unknown terrain 'W1'"),
        ('look = "stack"\nplaces = [[1, 1]]', "dressing[0].places[0]: expected a list of length 3, got 2"),
        ('look = "stack"\nheight = 2', "dressing[0].height: unknown key"),
    ],
)
def test_each_fault_of_dressing_is_one_line(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_map(f"{TABLE}\n[[dressing]]\n{text}", "x.toml")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


GROUND_COVER = ("lawn", "pavement")
"""Looks of dressing on which houses and trees may stand."""


@pytest.mark.parametrize("file", sorted(maps_folder().glob("*.toml")), ids=lambda file: file.stem)
def test_dressing_on_our_maps_keeps_off_what_blocks(file: Path) -> None:
    ground = load_map(file)
    solid = [terrain for terrain in ground.terrain if terrain.height > 0.5]
    for each in ground.dressing or ():
        under = each.on or each.look in GROUND_COVER
        for x, y, _ in each.places if not under else ():
            assert not [t.id for t in solid if is_point_in_shape(x, y, t.rings)], (each.look, x, y)


def test_two_things_of_one_id_are_named() -> None:
    piece = '[[terrain]]\nid = "a"\nkind = "wall"\nrect = [1, 1, 2, 2]\n'
    with pytest.raises(InputError, match=r"terrain\[1\]\.id: 'a' is taken by terrain\[0\]\.id already"):
        parse_map(TABLE + piece + piece, "x.toml")


def test_too_many_things_are_refused() -> None:
    piece = '[[terrain]]\nkind = "wall"\nrect = [1, 1, 2, 2]\n'
    with pytest.raises(InputError, match="terrain: expected a list with at most 2000 entries, got 2001"):
        parse_map(TABLE + piece * 2001, "x.toml")
    points = ", ".join(f"[{x / 200}, {x * x / 4e6}]" for x in range(2001))
    assert "has more than 2000 points" in lay(f'kind = "wall"\npolygon = [{points}]')


def test_what_is_no_text_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "junk.toml").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "latin.toml").write_bytes("[table]\nground = 'Geröll'".encode("latin-1"))
    (tmp_path / "nul.toml").write_bytes(b"[table]\0\n")
    with (tmp_path / "huge.toml").open("wb") as file:
        os.truncate(file.fileno(), 500_000_000)
    expected = {
        "junk.toml": "is not UTF-8 text (byte 128)",
        "latin.toml": "is not UTF-8 text (byte 21) (save it as UTF-8)",
        "nul.toml": "is not a text file",
        "huge.toml": "is larger than 0.6 MB",
        "none.toml": "there is no such file",
        "": "is a folder, a file is needed",
    }
    for name, message in expected.items():
        with pytest.raises(InputError) as caught:
            load_map(tmp_path / name)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80), st.integers(0, 400))
def test_a_damaged_map_is_read_or_refused_never_worse(junk: str, at: int) -> None:
    whole = map_files()["first_contact"].read_text(encoding="utf-8")
    damaged = whole[:at] + junk + whole[at + len(junk) :]
    try:
        ground = parse_map(damaged, "x.toml")
    except InputError as error:
        assert "\n" not in error.message
    else:
        assert ground.width > 0


@pytest.mark.rule("MI-GAP-35")
def test_the_outpost_is_the_table_of_the_ledger() -> None:
    ground = load_map(map_files()["outpost"])
    walls = [t for t in ground.terrain if t.kind == "wall"]
    assert (ground.width, ground.height) == (72, 48)
    assert [t.id for t in walls] == [f"W{n}" for n in range(1, 15)]
    boxes = {t.id: _box(t.rings[0]) for t in ground.terrain}
    assert boxes["W1"] == pytest.approx((46, 15.75, 50, 16.25))
    assert boxes["W5"] == pytest.approx((61.75, 16, 62.25, 20))
    assert boxes["W6"] == pytest.approx((61.75, 24, 62.25, 28))
    assert boxes["W8"] == pytest.approx((58, 31.75, 62, 32.25))
    assert boxes["W12"] == pytest.approx((45.75, 28, 46.25, 32))
    assert boxes["W14"] == pytest.approx((45.75, 16, 46.25, 20))
    assert all(abs(signed_area(t.rings[0])) == pytest.approx(2.0) and t.height == 1 for t in walls)
    assert boxes["O1"] == (56, 27, 60, 31)
    assert boxes["V6"] == (39, 15, 42, 18)
    assert ground.get("O1").height == 3
    assert sum(t.kind == "building" for t in ground.terrain) == 9
    assert sum(t.kind == "rocks" for t in ground.terrain) == 4
    assert sum(t.kind == "crater" for t in ground.terrain) == 2


def _box(ring: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_a_map_may_say_how_far_its_models_may_be_off() -> None:
    assert parse_map(f"{TABLE}tolerance = 0.12\n", "x.toml").tolerance == 0.12
    with pytest.raises(InputError, match="tolerance"):
        parse_map(f"{TABLE}tolerance = 3\n", "x.toml")
