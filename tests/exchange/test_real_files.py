"""What the files of other programs really hold: each small drawing with what is right of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlesim.exchange.conversion import export_map, import_drawing
from battlesim.exchange.plan import ImportOptions
from battlesim.geometry.shapes import ring_bounds
from battlesim.scenarios.maps import load_map, parse_map
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.terrain import Ground
from tests.exchange.conftest import Import
from tests.exchange.test_foundry import scene, wall
from tests.exchange.test_geojson import FRAME, collection, feature
from tests.exchange.test_svg import drawn
from tests.exchange.test_tmx import objects, tiled
from tests.exchange.test_uvtt import door, drawing, line, seen


def kinds(ground: Ground) -> list[str]:
    return sorted(piece.kind for piece in ground.terrain)


# -- the edge of the table --

LONG = 6.6666666666


@pytest.mark.parametrize(
    "given",
    [
        collection(feature("LineString", [[0, 0], [10, 0], [10, LONG]], kind="wall")),
        drawing([[(0, 0), (20.3333336, 0), (20.3333336, LONG)]], size=(20.3333336, LONG)),
        scene(wall(0, 0, 2033.33336, 0), wall(2033.33336, 0, 2033.33336, 666.6666666), width=2033.33336)
        | {"height": 666.66666666},
    ],
    ids=["geojson", "uvtt", "foundry"],
)
def test_lines_on_the_edge_of_a_table_of_long_decimals_are_walls(imported: Import, given: Any) -> None:
    ground, report = imported(given)
    assert kinds(ground) == ["wall"]
    assert ring_bounds(ground.terrain[0].rings[0])[2:] == (ground.width, ground.height)
    assert not report.left_out


def test_a_door_and_an_area_hardly_off_the_table_lie_on_its_edge(imported: Import) -> None:
    box = line((0, 0), (20.3333374, 0), (20.3333374, 2), (0, 2), (0, 0))
    portals = [door((20.3333366, 4), (20.3333366, 6), False)]
    ground, report = imported(drawing(size=(20.3333336, LONG), portals=portals, objects_line_of_sight=[box]))
    assert kinds(ground) == ["rocks", "wall"]
    assert not report.left_out and not any("edge" in changed for changed in report.changed)


def test_a_map_by_hand_may_have_a_line_hardly_off_its_edge() -> None:
    text = (
        "[table]\nwidth = 9\nheight = 9\n"
        '[[terrain]]\nkind = "wall"\nthickness = 0.25\nline = [[2, {}], [7, {}]]'
    )
    assert ring_bounds(parse_map(text.format(9.004, 9.004), "a.toml").terrain[0].rings[0])[3] == 9
    with pytest.raises(InputError, match="lies off the"):
        parse_map(text.format(9.006, 9.006), "a.toml")


def test_a_shape_that_only_touches_the_edge_leaves_no_sliver(imported: Import) -> None:
    shapes = '<rect class="rocks" x="{}" y="20" width="30" height="30"/>'
    ground, report = imported(drawn(shapes.format(-29.96) + shapes.format(-30) + shapes.format(-29)))
    assert [ring_bounds(piece.rings[0])[2] for piece in ground.terrain] == [pytest.approx(0.1)]
    assert "2 areas off the table" in report.left_out


# -- objects that are not sound --

BOX = '<object id="2" x="96" y="32" width="32" height="32"/>'


@pytest.mark.parametrize(
    ("given", "kept", "left_out"),
    [
        (
            objects(f'<object id="1" x="9" y="9"><polygon points="0,0 9,9"/></object>{BOX}'),
            1,
            "object 1: the outline has 2 different points, at least 3 are needed",
        ),
        (
            objects(f'<object name="a" x="nan"/>{BOX}'),
            1,
            "a.x: 'nan' is not a number between -1e+06 and 1e+06",
        ),
        (drawn('<rect id="a" width="-5" height="5"/><circle r="9"/>'), 1, "a: cannot be -5 x 5"),
        (drawn('<path id="a" d="M1"/><circle r="9"/>'), 1, "a.d: expected a number in the path, found ''"),
        (drawn('<g transform="twist(5)"/><circle r="9"/>'), 1, "transform: 'twist(5)' is not known"),
        (
            collection(FRAME, feature("Polygon", [[[101, 201], [105, 205]]], name="hut")),
            1,
            "hut: the outline has 2 different points, at least 3 are needed",
        ),
        (
            drawing([[(1, 1), (5, 1)]], objects_line_of_sight=[line((1, 1), (5, 5), (5, 1), (1, 5), (1, 1))]),
            1,
            "rocks 1: the outline crosses itself at (3, 7)",
        ),
    ],
)
def test_what_is_not_sound_is_left_out_by_name_and_the_rest_is_read(
    imported: Import, given: Any, kept: int, left_out: str
) -> None:
    ground, report = imported(given)
    assert len(ground.terrain) == kept
    assert not left_out or left_out in report.left_out


def test_strict_refuses_what_is_not_sound(imported: Import) -> None:
    given = drawn('<rect id="a" width="-5" height="5"/><circle r="9"/>')
    with pytest.raises(InputError, match="a: cannot be -5 x 5"):
        imported(given, ImportOptions(strict=True))


def test_a_drawing_in_which_nothing_is_sound_is_refused(imported: Import) -> None:
    with pytest.raises(InputError, match="a: cannot be -5 x 5"):
        imported(drawn('<rect id="a" width="-5" height="5"/>'))


def test_a_few_are_left_out_by_name_and_the_others_in_one_number(imported: Import) -> None:
    shapes = "".join(f'<rect id="r{k}" width="-5" height="5"/>' for k in range(25))
    _, report = imported(drawn(f'{shapes}<circle r="9"/>'))
    assert len(report.left_out) == 21 and "5 more objects" in report.left_out


# -- SVG --


@pytest.mark.parametrize("points", ["[4, 4], [16, 4], [16, 12], [4, 12], [4, 4]", "[4, 4], [16, 4]"])
def test_a_wall_of_ours_comes_back_though_it_closes_on_itself(tmp_path: Path, points: str) -> None:
    (tmp_path / "a.toml").write_text(
        f'[table]\nwidth = 20\nheight = 20\n[[terrain]]\nid = "ring"\nkind = "wall"\nline = [{points}]\n'
        "thickness = 0.25\nheight = 2\n"
    )
    raw, _ = export_map(tmp_path / "a.toml", ".svg", 1.0, None)
    (tmp_path / "a.svg").write_bytes(raw)
    laid, _ = import_drawing(tmp_path / "a.svg", ImportOptions())
    assert parse_map(laid.toml_text(), "a.toml") == load_map(tmp_path / "a.toml")


HUT = '<rect class="building" x="30" y="6" width="6" height="9"/>'


@pytest.mark.parametrize(
    "mark",
    [
        '<rect id="paper" width="200" height="100"/>',
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<rect id="rect12" x="-1" y="-1" width="202" height="102"/>',
        '<line id="middle" x1="100" x2="100" y2="100"/>',
        '<line id="line7" x1="100" x2="100" y2="100" stroke-dasharray="3,1"/>',
        '<path d="M100 0V100" style="stroke-dasharray:3;stroke:red"/>',
        '<circle id="objective" cx="20" cy="50" r="8"/>',
        '<g id="grid"><line x1="100" x2="100" y2="100"/></g>',
        '<rect id="a" width="9" height="9" visibility="hidden"/>',
    ],
)
def test_what_is_drawn_and_no_terrain_is_left_out_and_said(imported: Import, mark: str) -> None:
    ground, report = imported(drawn(mark + HUT))
    assert kinds(ground) == ["building"] and len(report.left_out) == 1


@pytest.mark.parametrize(
    ("rect", "box"),
    [
        ('x="10%" y="50%" width="5%" height="10%"', (2, 4, 3, 5)),
        ('x="1cm" y="5mm" width="18.8976" height="5px"', (3.77953, 7.61024, 5.66929, 8.11024)),
    ],
)
def test_lengths_of_shapes_have_units_or_are_parts_of_the_drawing(
    imported: Import, rect: str, box: tuple[float, ...]
) -> None:
    ground, _ = imported(drawn(f"<rect {rect}/>"))
    assert ring_bounds(ground.terrain[0].rings[0]) == pytest.approx(box)


ILLUSTRATOR = (
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
    '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"{} >'
    '<svg xmlns="{}" width="960" height="480"><rect id="hut" x="0px" y="0px" width="96" height="96"/></svg>'
)
ENTITY = '[<!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">]'


@pytest.mark.parametrize(("subset", "name"), [("", "http://www.w3.org/2000/svg"), (ENTITY, "&ns_svg;")])
def test_a_document_type_and_short_entities_for_namespaces_are_read(
    imported: Import, subset: str, name: str
) -> None:
    ground, _ = imported(ILLUSTRATOR.format(subset, name))
    assert kinds(ground) == ["building"]


MANY = "".join(f'<!ENTITY a{k} "x">' for k in range(51))


@pytest.mark.parametrize(
    ("subset", "message"),
    [
        ('[<!ENTITY a "x"><!ENTITY b "&a;&a;">]', "declares XML entities, which are not supported"),
        ('[<!ENTITY % a "x">]', "declares XML entities, which are not supported"),
        (f'[<!ENTITY a "{"x" * 201}">]', "declares XML entities, which are not supported"),
        (f"[{MANY}]", "declares XML entities, which are not supported"),
        ('[<!ENTITY a SYSTEM "file:///etc/passwd">]', "declares XML entities, which are not supported"),
        ('[<!ATTLIST svg a CDATA "x">]', "attribute declarations, which are not supported"),
    ],
)
def test_other_declarations_are_refused(imported: Import, subset: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        imported(ILLUSTRATOR.format(subset, "http://www.w3.org/2000/svg"))


# -- Tiled --


def test_a_capsule_is_a_rectangle_with_round_ends(imported: Import) -> None:
    ground, _ = imported(
        objects('<object class="crate" x="0" y="0" width="128" height="32"><capsule/></object>')
    )
    ring = ground.terrain[0].rings[0]
    assert ring_bounds(ring) == pytest.approx((0, 2, 4, 3), abs=0.01)
    assert (0, 3) not in ring and min(abs(x - 0.5) + abs(y - 3) for x, y in ring) < 0.05


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('{"tiledversion": "1.10", "type": "map"}', "is a map of Tiled as JSON (save it as .tmx)"),
        (b"\x1f\x8b\x08", "is packed with gzip"),
        (
            tiled(size=(600, 600)).replace("></map>", f">{'<layer/>' * 12}</map>"),
            "has 12 layers of 600 x 600",
        ),
    ],
)
def test_what_is_not_read_is_said_in_one_line(imported: Import, given: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(given)
    assert message in str(caught.value) and "\n" not in str(caught.value)


# -- Foundry --


def with_span(bottom: Any, top: Any, **more: Any) -> dict[str, Any]:
    grid = {"size": 100, "distance": 5}
    flags = {"wall-height": {"bottom": bottom, "top": top}}
    return scene(wall(1000, 0, 1000, 1000, flags=flags, **more), grid=grid)


@pytest.mark.parametrize(
    ("bottom", "top", "span"),
    [
        (10, None, (2, 4)),
        (None, 20, (0, 4)),
        (None, None, (0, 2)),
        (-10, None, (0, 2)),
        ("10", "20", (2, 4)),
        (5, 1000, (1, 48)),
    ],
)
def test_a_wall_reaches_from_its_lower_to_its_upper_edge(
    imported: Import, bottom: Any, top: Any, span: tuple[float, float]
) -> None:
    (piece,) = imported(with_span(bottom, top))[0].terrain
    assert (piece.bottom, piece.height) == span


def test_older_words_for_heights_are_read(imported: Import) -> None:
    flags = {"wallHeight": {"wallHeightBottom": 10, "wallHeightTop": 20}}
    (piece,) = imported(scene(wall(1000, 0, 1000, 1000, flags=flags)))[0].terrain
    assert (piece.bottom, piece.height) == (2, 4)


def test_a_wall_below_the_table_is_left_out(imported: Import) -> None:
    given = with_span(-20, -10)
    given["walls"].append(wall(100, 0, 100, 1000))
    ground, report = imported(given)
    assert kinds(ground) == ["wall"]
    assert "walls[0]: extends from -4 to -2 in, outside the allowed heights of a map" in report.left_out


@pytest.mark.parametrize(
    "given", [with_span(10, None), with_span(None, None, sight=0)], ids=["upper", "glass"]
)
def test_one_sees_under_an_upper_wall_and_through_one_of_glass(imported: Import, given: Any) -> None:
    assert seen(imported(given)[0], "5,5", "15,5") == 1


@pytest.mark.parametrize(("ds", "opening"), [(0, "window"), (1, "door")])
def test_a_shut_door_of_glass_is_seen_through(imported: Import, ds: int, opening: str) -> None:
    ground, _ = imported(scene(wall(1000, 0, 1000, 1000, sight=0, door=1, ds=ds)))
    assert [o.kind for o in ground.terrain[0].openings] == [opening]
    assert seen(ground, "5,5", "15,5") == 1


# -- Universal VTT --


@pytest.mark.parametrize(("closed", "share"), [(False, 1), (True, 0)])
def test_a_portal_on_an_unbroken_wall_opens_it(imported: Import, closed: bool, share: float) -> None:
    portals = [door((10, 4), (10, 6), closed)]
    ground, report = imported(drawing([[(10, 0), (10, 10)], [(8, 5), (12, 5.1)]], portals=portals))
    assert "1 line opened where a door or window lies on a wall" in report.changed
    ground, _ = imported(drawing([[(10, 0), (10, 10)]], portals=portals))
    assert seen(ground, "5,5", "15,5") == share
    assert sorted(ring_bounds(piece.rings[0])[1::2] for piece in ground.terrain) == [(0, 4), (4, 6), (6, 10)]
