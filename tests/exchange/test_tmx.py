"""Tiled maps: objects of every shape, tiles in every packing, and what is refused by name."""

from __future__ import annotations

import base64
import gzip
import struct
import sys
import zlib
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from battlesim.exchange.plan import ImportOptions
from battlesim.geometry.cell_outlines import count_areas, outlines_of_runs, runs_of_cells
from battlesim.geometry.shapes import signed_area
from battlesim.scenarios.toml_reading import InputError
from tests.exchange.conftest import Import


def tiled(inside: str = "", more: str = 'orientation="orthogonal"', size: tuple[int, int] = (4, 3)) -> str:
    """A map of squares of 32 pixels."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" {more} width="{size[0]}" '
        f'height="{size[1]}" tilewidth="32" tileheight="32">{inside}</map>'
    )


def objects(inside: str, name: str = "things") -> str:
    return tiled(f'<objectgroup name="{name}">{inside}</objectgroup>')


TILES = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]


def layer(data: str, name: str = "Walls") -> str:
    return tiled(f'<layer name="{name}" width="4" height="3">{data}</layer>')


def packed(pack: Callable[[bytes], bytes], word: str) -> str:
    raw = base64.b64encode(pack(struct.pack("<12I", *TILES))).decode()
    return f'<data encoding="base64"{word}>\n  {raw}\n </data>'


def test_a_rectangle_stands_where_it_was_drawn(imported: Import) -> None:
    ground, _ = imported(
        objects('<object id="1" name="Old barn" class="building" x="32" y="32" width="64" height="32"/>')
    )
    (barn,) = ground.terrain
    assert (ground.width, ground.height) == (4, 3)
    assert (barn.kind, barn.name, barn.height) == ("building", "Old barn", 2.0)
    assert sorted(barn.rings[0]) == [(1, 1), (1, 2), (3, 1), (3, 2)]


def test_what_is_turned_turns_about_its_corner_clockwise(imported: Import) -> None:
    ground, _ = imported(
        objects('<object class="crate" x="64" y="32" width="32" height="64" rotation="90"/>')
    )
    assert sorted((round(x, 6), round(y, 6)) for x, y in ground.terrain[0].rings[0]) == [
        (0, 1),
        (0, 2),
        (2, 1),
        (2, 2),
    ]


def test_an_ellipse_has_48_corners(imported: Import) -> None:
    ground, _ = imported(
        objects('<object class="pond" x="0" y="0" width="128" height="64"><ellipse/></object>')
    )
    (pond,) = ground.terrain
    assert (pond.kind, len(pond.rings[0])) == ("river", 48)
    assert abs(signed_area(pond.rings[0])) == pytest.approx(3.14159 * 2 * 1, rel=0.01)


def test_polygons_are_areas_and_polylines_walls(imported: Import) -> None:
    ground, _ = imported(
        objects(
            '<object class="woods" x="32" y="32"><polygon points="0,0 32,0 0,32"/></object>'
            '<object class="fence" x="0" y="16"><polyline points="0,0 128,0"/></object>'
        )
    )
    fence, woods = ground.terrain
    assert (fence.kind, fence.height, woods.kind) == ("fence", 0.75, "woods")
    assert sorted(woods.rings[0]) == [(1, 1), (1, 2), (2, 2)]


def test_doors_are_lines_or_the_length_of_a_rectangle(imported: Import) -> None:
    ground, _ = imported(
        objects(
            '<object class="door" x="32" y="32"><polyline points="0,0 32,0"/></object>'
            '<object class="window" x="64" y="64" width="8" height="32"/>'
        )
    )
    found = [(o.kind, o.open, o.sill, o.top) for t in ground.terrain for o in t.openings]
    assert found == [("door", False, 0, 2.0), ("window", False, 0.7, 1.3)]
    assert {x for x, _ in ground.terrain[1].rings[0]} == {2.0, 2.25}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ('class="Tree"', "woods"),
        ('type="low wall"', "low_wall"),
        ('name="Boulder 3"', "rocks"),
        ('name="big houses"', "building"),
        ('name="?"', "rubble"),
    ],
)
def test_words_say_what_an_object_is_and_its_layer_what_they_leave_open(
    imported: Import, words: str, kind: str
) -> None:
    ground, _ = imported(objects(f'<object {words} x="0" y="0" width="32" height="32"/>', "Debris"))
    assert ground.terrain[0].kind == kind


def test_what_nothing_names_is_a_building_and_that_is_said(imported: Import) -> None:
    ground, report = imported(objects('<object x="0" y="0" width="32" height="32"/>', "Layer 1"))
    assert ground.terrain[0].kind == "building"
    assert "something of no known kind is building" in report.guessed


def test_properties_and_options_say_heights(imported: Import) -> None:
    high = '<properties><property name="height" type="float" value="3.5"/></properties>'
    box = '<object class="building" x="{}" y="0" width="32" height="32">{}</object>'
    drawn = objects(box.format(0, high) + box.format(64, ""))
    ground, _ = imported(drawn, ImportOptions(heights={"building": 5.0}))
    assert [t.height for t in ground.terrain] == [3.5, 5.0]


def test_groups_shift_what_is_in_them(imported: Import) -> None:
    inner = (
        '<objectgroup offsetx="32"><object class="crate" x="0" y="0" width="32" height="32"/></objectgroup>'
    )
    ground, _ = imported(tiled(f'<group name="g" offsety="64">{inner}</group>'))
    assert min(ground.terrain[0].rings[0]) == (1, 0)


@pytest.mark.parametrize(
    "data",
    [
        f'<data encoding="csv">\n{",".join(map(str, TILES))}\n</data>',
        "<data>" + "".join(f'<tile gid="{number}"/>' for number in TILES) + "</data>",
        packed(lambda raw: raw, ""),
        packed(zlib.compress, ' compression="zlib"'),
        packed(gzip.compress, ' compression="gzip"'),
    ],
    ids=["csv", "xml", "base64", "zlib", "gzip"],
)
def test_tiles_of_a_layer_of_walls_are_walls_joined(imported: Import, data: str) -> None:
    ground, report = imported(layer(data))
    assert sorted(round(abs(signed_area(t.rings[0])), 6) for t in ground.terrain) == [1, 3]
    assert {t.kind for t in ground.terrain} == {"wall"}
    assert "4 tiles of 'Walls' as wall" in report.taken


ZSTD = packed(zlib.compress, ' compression="zstd"')


def test_zstd_is_refused_by_name_where_nothing_unpacks_it(
    imported: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    with pytest.raises(InputError, match="packed with zstd, which this Python cannot unpack"):
        imported(layer(ZSTD))


def test_zstd_is_unpacked_where_python_can(imported: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = SimpleNamespace(ZstdDecompressor=zlib.decompressobj, ZstdError=zlib.error)
    monkeypatch.setitem(sys.modules, "compression.zstd", stand_in)
    ground, _ = imported(layer(ZSTD))
    assert len(ground.terrain) == 2
    with pytest.raises(InputError, match="is not valid zstd"):
        imported(layer(packed(bytes, ' compression="zstd"')))


def test_tiles_say_themselves_what_they_are_however_they_are_turned(imported: Import) -> None:
    tileset = (
        '<tileset firstgid="10"><tile id="2" class="rocks"/><tile id="3"><properties>'
        '<property name="collides" type="bool" value="true"/></properties></tile></tileset>'
    )
    numbers = [0, 12 | 0x80000000, 13, 11, *[0] * 8]
    data = f'<data encoding="csv">{",".join(map(str, numbers))}</data>'
    ground, _ = imported(tiled(f'{tileset}<layer name="Tiles 1">{data}</layer>'))
    assert sorted((t.kind, min(t.rings[0])) for t in ground.terrain) == [("rocks", (1, 2)), ("wall", (2, 2))]


@pytest.mark.parametrize(
    ("gid", "kind"), [("12", "rocks"), ("2147483660", "rocks"), ("11", "building"), ("x", "building")]
)
def test_an_object_that_is_a_tile_is_what_its_tile_is(imported: Import, gid: str, kind: str) -> None:
    tileset = '<tileset firstgid="10"><tile id="2" class="rocks"/></tileset>'
    stone = f'<object gid="{gid}" x="32" y="64" width="32" height="32"/>'
    ground, _ = imported(tiled(f'{tileset}<objectgroup name="Layer 1">{stone}</objectgroup>'))
    assert (ground.terrain[0].kind, min(ground.terrain[0].rings[0])) == (kind, (1, 1))


def test_a_tile_with_a_number_of_5000_digits_says_nothing(imported: Import) -> None:
    tileset = f'<tileset firstgid="{"9" * 5000}"/><tileset><tile id="{"9" * 5000}" class="rocks"/></tileset>'
    ground, _ = imported(
        tiled(f'{tileset}<layer name="Tiles"><data encoding="csv">{"0," * 11}1</data></layer>')
    )
    assert ground.terrain == ()


def test_a_ring_of_tiles_has_a_hole_and_corners_that_touch_are_apart(imported: Import) -> None:
    numbers = [1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0]
    ground, _ = imported(layer(f'<data encoding="csv">{",".join(map(str, numbers))}</data>'))
    (ring,) = ground.terrain
    assert len(ring.rings) == 2
    numbers = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
    ground, _ = imported(layer(f'<data encoding="csv">{",".join(map(str, numbers))}</data>'))
    assert len(ground.terrain) == 3


@pytest.mark.parametrize("seed", range(6))
def test_areas_are_counted_before_they_are_made(seed: int) -> None:
    rng = np.random.default_rng(seed)
    runs = runs_of_cells(np.argwhere(rng.random((25, 25)) < 0.3 + seed / 12))
    assert count_areas(runs) == len(outlines_of_runs(runs, 10_000))


def test_a_board_of_many_corners_is_cut_into_areas_that_a_map_takes(imported: Import) -> None:
    side = 60
    numbers = [int(not (i % 2 and j % 2)) for j in range(side) for i in range(side)]
    data = f'<data encoding="csv">{",".join(map(str, numbers))}</data>'
    ground, _ = imported(tiled(f'<layer name="walls">{data}</layer>', size=(side, side)))
    areas = sum(
        abs(signed_area(r)) * (1 if k == 0 else -1) for t in ground.terrain for k, r in enumerate(t.rings)
    )
    assert areas == pytest.approx(sum(numbers))


def test_other_files_are_named_and_never_opened(imported: Import) -> None:
    inside = '<tileset firstgid="1" source="/dev/zero"/><imagelayer><image source="/dev/zero"/></imagelayer>'
    ground, report = imported(tiled(inside))
    assert ground.terrain == () and len(report.left_out) == 2


def test_tiles_too_scattered_are_refused(imported: Import) -> None:
    data = f'<data encoding="csv">{",".join("10"[(i // 300 + i) % 2] for i in range(300 * 300))}</data>'
    with pytest.raises(InputError, match="walls: the tiles of wall are too scattered"):
        imported(tiled(f'<layer name="walls">{data}</layer>', size=(300, 300)))


LAUGHS = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (tiled(more='orientation="isometric"'), "orientation: maps that are isometric are not read"),
        (tiled(more='orientation="staggered"'), "maps that are staggered are not read"),
        (tiled(more='orientation="hexagonal"'), "maps that are hexagonal are not read (orthogonal ones are)"),
        (tiled(more='infinite="1"'), "an infinite map is not supported"),
        (tiled(size=(0, 3)), "width: 0 is not above 0"),
        (tiled(size=(-4, 3)), "width: -4 is not above 0"),
        (tiled(size=(10**9, 3)), "is not a number between"),
        (tiled(size=(10**5, 10**5)), "squares are more than 1000000"),
        (tiled(size=(1000, 3)), "makes a table 1000 in wide"),
        (tiled().replace('"32"', '"nan"'), "map.tilewidth: 'nan' is not a number"),
        (objects('<object id="7" x="nan" y="0"/>'), "7.x: 'nan' is not a number"),
        (objects('<object name="a" x="0" y="0" width="-5" height="5"/>'), "a: cannot be -5 x 5 pixels"),
        (
            objects('<object name="a" x="0" y="0"><polygon points="0,0 5"/></object>'),
            "a.points: '5' is not a point",
        ),
        (
            objects('<object name="bow" x="9" y="9"><polygon points="0,0 50,50 50,0 0,50"/></object>'),
            "bow: the outline crosses itself",
        ),
        (layer('<data encoding="csv">1,2</data>'), "Walls: has 2 tiles for 4 x 3 squares"),
        (layer('<data encoding="csv">1,x</data>'), "Walls: has a tile 'x' that is not a number"),
        (layer(f'<data encoding="csv">{"9" * 5000}</data>'), "has a tile '99999999999999999999' that is not"),
        (layer('<data encoding="hex">12</data>'), "the unknown encoding 'hex'"),
        (layer('<data encoding="base64" compression="rar">AAAA</data>'), "the unknown compression 'rar'"),
        (layer('<data encoding="base64">?</data>'), "is not valid base64"),
        (layer('<data encoding="base64" compression="zlib">AAAA</data>'), "is not valid zlib"),
        (
            layer(packed(lambda _: zlib.compress(bytes(50_000_000)), ' compression="zlib"')),
            "Walls: holds more than the 12 squares it has",
        ),
        (layer('<data encoding="csv"><chunk/></data>'), "is an infinite layer"),
        (tiled().replace("<map", f"{LAUGHS}<map"), "declares XML entities, which are not supported"),
        (tiled().replace("<map", f"{OUTSIDE}<map"), "declares XML entities, which are not supported"),
        (tiled()[:-3], "is not valid XML"),
        ("<a>" * 200 + "</a>" * 200, "is nested too deeply"),
        ("<html></html>", "is XML in an unknown format (html)"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, drawn: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawn, ImportOptions(strict=True))
    assert message in str(caught.value) and "\n" not in str(caught.value)
