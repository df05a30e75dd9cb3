"""SVG outlines: sizes, transforms, paths with curves, and our own maps there and back."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from battlesim.exchange.conversion import export_map, import_drawing
from battlesim.exchange.plan import ImportOptions
from battlesim.exchange.svg_path import parse_subpaths
from battlesim.geometry.shapes import ring_bounds, signed_area
from battlesim.scenarios.library import map_files
from battlesim.scenarios.maps import load_map, parse_map
from battlesim.scenarios.toml_reading import InputError
from tests.exchange.conftest import Import

SIZE = 'width="20in" height="10in" viewBox="0 0 200 100"'


def drawn(inside: str, size: str = SIZE) -> str:
    """A drawing of 20 x 10 in with ten units to the inch."""
    return f'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>'


RECT = '<rect x="10" y="20" width="30" height="40"/>'


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (RECT, (1, 4, 4, 8)),
        ('<circle cx="50" cy="50" r="20"/>', (3, 3, 7, 7)),
        ('<ellipse cx="50" cy="50" rx="20" ry="10"/>', (3, 4, 7, 6)),
        ('<polygon points="10,10 30,10 30,20"/>', (1, 8, 3, 9)),
        ('<path d="M10 10h20v10H10z"/>', (1, 8, 3, 9)),
        (f'<g transform="translate(10 5)">{RECT}</g>', (2, 3.5, 5, 7.5)),
        ('<rect width="30" height="40" transform="matrix(1 0 0 1 10 20)"/>', (1, 4, 4, 8)),
        ('<rect width="3" height="4" transform="translate(10,20) scale(10)"/>', (1, 4, 4, 8)),
        ('<rect width="30" height="40" transform="rotate(90) translate(10 -50)"/>', (1, 6, 5, 9)),
        ('<rect x="40" y="40" width="10" height="30" transform="rotate(90 40 40)"/>', (1, 5, 4, 6)),
        ('<rect width="10" height="10" transform="skewX(45)"/>', (0, 9, 2, 10)),
        ('<rect width="10" height="10" transform="skewY(45)"/>', (0, 8, 1, 10)),
    ],
)
def test_a_shape_stands_where_it_was_drawn(imported: Import, shape: str, box: tuple[float, ...]) -> None:
    ground, _ = imported(drawn(shape))
    assert ring_bounds(ground.terrain[0].rings[0]) == pytest.approx(box, abs=1e-6)


@pytest.mark.parametrize(
    ("size", "table"),
    [
        ('width="254mm" height="12.7cm"', (10, 5)),
        ('width="960" height="480px"', (10, 5)),
        ('viewBox="0 0 960 480"', (10, 5)),
        ('width="100%" height="100%" viewBox="0 0 960 480"', (10, 5)),
        ('width="720pt" height="30pc"', (10, 5)),
    ],
)
def test_a_drawing_is_as_large_as_it_says(imported: Import, size: str, table: tuple[float, float]) -> None:
    ground, _ = imported(drawn("", size))
    assert (ground.width, ground.height) == (pytest.approx(table[0]), pytest.approx(table[1]))


def test_a_view_of_another_shape_is_set_in_the_middle_or_stretched(imported: Import) -> None:
    size = 'width="20in" height="10in" viewBox="0 0 100 100"'
    square = '<rect class="building" width="100" height="100"/>'
    ground, _ = imported(drawn(square, size))
    assert ring_bounds(ground.terrain[0].rings[0]) == pytest.approx((5, 0, 15, 10))
    ground, _ = imported(drawn(square, size + ' preserveAspectRatio="none"'))
    assert ring_bounds(ground.terrain[0].rings[0]) == pytest.approx((0, 0, 20, 10))


def test_open_shapes_are_walls_and_closed_ones_areas_by_their_words(imported: Import) -> None:
    ground, _ = imported(
        drawn(
            '<line x1="10" y1="10" x2="50" y2="10" class="fence"/><polyline points="10,90 50,90"/>'
            '<path d="M 100 10 L 150 10 L 150 60"/><g id="Forest"><polygon points="60,20 80,20 80,40"/></g>'
            '<polyline id="door" points="10,50 20,50"/>'
        )
    )
    assert sorted(t.kind for t in ground.terrain) == ["fence", "wall", "wall", "wall", "woods"]
    assert [o.kind for t in ground.terrain for o in t.openings] == ["door"]


@pytest.mark.parametrize(
    ("rule", "rings"),
    [
        ('fill-rule="evenodd"', [1, 2]),
        ('style="fill-rule:evenodd;fill:#888"', [1, 2]),
        ('fill-rule="nonzero"', [1]),
        ("", [1]),
    ],
)
def test_rings_of_a_path_are_holes_and_islands_by_its_fill_rule(
    imported: Import, rule: str, rings: list[int]
) -> None:
    ring = "M{0} {0}H{1}V{1}H{0}Z"
    data = " ".join(ring.format(low, 100 - low) for low in (0, 20, 40))
    ground, _ = imported(drawn(f'<g {rule}><path d="{data}"/></g>'))
    assert sorted(len(t.rings) for t in ground.terrain) == rings


@pytest.mark.parametrize(("rule", "sizes"), [("", [10]), ('fill-rule="evenodd"', [3] * 5)])
def test_an_outline_that_crosses_itself_is_what_it_fills(
    imported: Import, rule: str, sizes: list[int]
) -> None:
    star = f'<polygon {rule} class="woods" points="50,10 65,50 31,25 69,25 36,50"/>'
    ground, report = imported(drawn(star))
    assert [len(t.rings[0]) for t in ground.terrain] == sizes
    assert "polygon: outlines that cross or touch became what they fill" in report.changed


@pytest.mark.parametrize(
    ("data", "points"),
    [
        ("M1 2L3 4", [(1, 2), (3, 4)]),
        ("m1,2 3,4 5,6", [(1, 2), (4, 6), (9, 12)]),
        ("M1 2 3 4", [(1, 2), (3, 4)]),
        ("M0 0h5v5H1V1", [(0, 0), (5, 0), (5, 5), (1, 5), (1, 1)]),
        ("M.5.5-1-1", [(0.5, 0.5), (-1, -1)]),
        ("M1e1 0 L-1E-1 0", [(10, 0), (-0.1, 0)]),
        ("M0 0 C0 0 9 9 9 9", [(0, 0), (9, 9)]),
    ],
)
def test_path_data_is_read_however_it_is_packed(data: str, points: list[tuple[float, float]]) -> None:
    (sub,) = parse_subpaths(data, 100.0)
    assert sub.points == [pytest.approx(point) for point in points]


def test_a_closed_part_goes_on_from_its_start() -> None:
    first, second = parse_subpaths("M1 1h2v2zl5 5", 1.0)
    assert first.closed and second.points == [(1, 1), (6, 6)]


@pytest.mark.parametrize(
    "data",
    [
        "M-10 0 A10 10 0 0 1 10 0 A10 10 0 0 1 -10 0Z",
        "M-10 0a10,10 0 1120 0a10 10 0 1 1-20 0z",
        "M-10 0C-10-5.5228-5.5228-10 0-10S10-5.5228 10 0 5.5228 10 0 10-10 5.5228-10 0Z",
    ],
)
def test_circles_of_arcs_and_curves_stay_on_their_circle(data: str) -> None:
    (sub,) = parse_subpaths(data, 0.01)
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(sub.points, sub.points[1:], strict=False)
    ]
    assert all(abs(math.hypot(x, y) - 10) < 0.02 for x, y in (*sub.points, *middles))
    assert abs(signed_area(tuple(sub.points))) == pytest.approx(100 * math.pi, rel=0.003)


def test_an_arc_that_cannot_reach_is_made_larger_and_one_without_radius_is_straight() -> None:
    assert max(y for _, y in parse_subpaths("M0 0A1 1 0 0 0 10 0", 0.01)[0].points) == pytest.approx(
        5, abs=0.02
    )
    assert parse_subpaths("M0 0A0 1 0 0 0 10 0", 0.01)[0].points == [(0, 0), (10, 0)]


def test_quadratic_curves_go_on_smoothly() -> None:
    (sub,) = parse_subpaths("M0 0Q5 10 10 0T20 0", 0.01)
    assert max(y for _, y in sub.points) == pytest.approx(5, abs=0.02)
    assert min(y for _, y in sub.points) == pytest.approx(-5, abs=0.02)


def test_what_is_not_drawn_or_no_outline_is_left_out(imported: Import) -> None:
    inside = (
        f'<defs>{RECT}</defs><g style="display: none">{RECT}</g><text>hut</text>'
        '<image href="/dev/zero"/><use href="https://example.org/a.svg#b"/>'
    )
    ground, report = imported(drawn(inside))
    assert ground.terrain == ()
    assert len(report.left_out) == 4


@pytest.mark.parametrize("name", sorted(map_files()))
def test_every_map_of_ours_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    raw, _ = export_map(map_files()[name], ".svg", 1.0, None)
    (tmp_path / "a.svg").write_bytes(raw)
    laid, _ = import_drawing(tmp_path / "a.svg", ImportOptions())
    after, before = parse_map(laid.toml_text(), "a.toml"), load_map(map_files()[name])
    assert (after.width, after.height, after.surface, after.mood) == (
        before.width,
        before.height,
        before.surface,
        before.mood,
    )
    assert after.dressing == before.dressing
    for new, old in zip(after.terrain, before.terrain, strict=True):
        assert (new.id, new.kind, new.height, new.traits, new.hits) == (
            old.id,
            old.kind,
            old.height,
            old.traits,
            old.hits,
        )
        assert [o.id for o in new.openings] == [o.id for o in old.openings]
        assert ring_bounds(new.rings[0]) == pytest.approx(ring_bounds(old.rings[0]), abs=1e-5)
        assert signed_area(new.rings[0]) == pytest.approx(signed_area(old.rings[0]), abs=1e-4)


def test_names_in_our_drawings_are_no_markup(tmp_path: Path, imported: Import) -> None:
    name = '<script>alert(1)</script>"&'
    (tmp_path / "b.toml").write_text(
        f"[table]\nwidth = 9\nheight = 9\n[[terrain]]\nkind = 'rocks'\nname = '{name}'\ncircle = [4, 4, 2]\n"
    )
    raw, _ = export_map(tmp_path / "b.toml", ".svg", 1.0, None)
    assert b"<script" not in raw
    ground, _ = imported(raw)
    assert ground.terrain[0].name == name


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<path d="L 1 1"/>', "path.d: the path must begin with the command M"),
        ('<path id="p" d="M 1"/>', "p.d: expected a number in the path, found ''"),
        ('<path d="M 1 1 L nan 5"/>', "path.d: expected a number in the path, found ' nan 5'"),
        ('<path d="M 1 1 L 1e300 5"/>', "expected a number"),
        ('<path d="M 1 1 Z 5"/>', "expected a command"),
        ('<path d="M0 0' + "h1" * 200_001 + '"/>', "holds more than 200000 points"),
        (f'<path id="a" d="{"M0 0h9v9z" * 2001}"/>', "a: has 2001 parts, at most 2000 are allowed"),
        ('<polygon points="' + "1 2 " * 300_000 + '"/>', "polygon.points: is longer than 1000000 letters"),
        ('<line x2="9"/>' * 20_001, "holds 20001 shapes (at most 20000 are allowed)"),
        ('<rect width="-5" height="5"/>', "rect: cannot be -5 x 5"),
        ('<circle r="-5"/>', "has a radius of -5"),
        ('<rect width="five" height="5"/>', "rect.width: 'five' is not a length"),
        ('<polygon points="1,2 3"/>', "polygon.points: has an x without a y"),
        ('<polygon id="bow" points="10,10 50,50 10,10"/>', "bow: the outline has"),
        ('<g transform="twist(5)"/>', "transform: 'twist(5)' is not known"),
        ('<g transform="scale(1"/>', "transform: 'scale(1' is not known"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, inside: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawn(inside), ImportOptions(strict=True))
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("", "width: the drawing has no size"),
        ('width="-5in" height="5in"', "width: the drawing has no size"),
        ('width="5 parsec" height="5in"', "width: '5 parsec' is not a length (known units: in"),
        ('viewBox="0 0 5"', "viewBox: '0 0 5' is not a box"),
        ('viewBox="0 0 0 5"', "is not a box"),
        ('width="90000in" height="5in"', "makes a table 90000 in wide"),
    ],
)
def test_sizes_that_cannot_be_are_said_in_one_line(imported: Import, size: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawn("", size))
    assert message in str(caught.value)
