"""Templates: covered share, states and margins, each against an independent measure."""

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import signed_area
from battlesim.geometry.templates import (
    HALF_FRACTION_SLACK,
    Blast,
    PolygonTemplate,
    cone,
    disc_coverages,
    flame,
    oblong,
)

coordinate = st.floats(-6, 6)
disc = st.tuples(coordinate, coordinate, st.floats(0.3, 2))


def area_by_shapely(template, base):
    round_base = shapely.Point(base[:2]).buffer(base[2], quad_segs=720)
    outline = (
        shapely.Point(template.x, template.y).buffer(template.radius, quad_segs=720)
        if isinstance(template, Blast)
        else shapely.Polygon(template.ring())
    )
    return outline.intersection(round_base).area / round_base.area


def test_states_of_a_blast():
    blast = Blast(10, 10, 2)
    bases = [
        (10, 10, 0.5),
        (11.5, 10, 0.5),
        (11.7, 10, 0.5),
        (12.2, 10, 0.5),
        (12.6, 10, 0.5),
        (12.5 - TOL / 2, 10, 0.5),
    ]
    assert [c.state for c in disc_coverages(blast, bases)] == [
        "wholly",
        "wholly",
        "half",
        "partly",
        "out",
        "out",
    ]


def test_margins_of_a_blast():
    inside, touching, away = disc_coverages(Blast(0, 0, 2), [(1, 0, 0.5), (2.2, 0, 0.5), (4, 0, 0.5)])
    assert (inside.touch_depth, inside.inside_clearance) == pytest.approx((1.5, 0.5))
    assert touching.touch_depth == pytest.approx(0.3) and touching.inside_clearance == pytest.approx(-0.7)
    assert (
        away.touch_depth == pytest.approx(-1.5)
        and away.fraction == 0
        and away.margin == pytest.approx(1.5 + TOL)
    )


@settings(max_examples=60, deadline=None)
@given(disc, st.sampled_from(["blast", "cone", "flame", "oblong"]), st.floats(0, 360))
def test_shares_agree_with_shapely(base, kind, facing):
    shapes = {
        "blast": Blast(0, 0, 3),
        "cone": cone(0, 0, facing, 45, 5),
        "flame": flame(0, 0, facing, 6, 2),
        "oblong": oblong(0, 0, facing, 5, 2),
    }
    found = disc_coverages(shapes[kind], [base])[0]
    if found.state in ("partly", "half"):
        assert found.fraction == pytest.approx(area_by_shapely(shapes[kind], base), abs=2e-5)
        assert (found.fraction > 0.5 + HALF_FRACTION_SLACK) == (found.state == "half")


def test_an_edge_through_the_middle_covers_one_half_and_not_more():
    base = (9, 30.5, 0.5)
    assert disc_coverages(oblong(5, 30, 0, 8, 1), [base])[0].state == "partly"
    assert disc_coverages(oblong(5, 30.01, 0, 8, 1), [base])[0].state == "half"
    assert disc_coverages(cone(49, 42, 0, 90, 8), [(52, 45, 0.5)])[0].state == "partly"


@settings(max_examples=60, deadline=None)
@given(disc, st.floats(0, 360), st.floats(0, 0.999))
def test_no_move_within_the_margin_changes_the_state(base, way, part):
    for template in (Blast(0, 0, 3), cone(0, 0, 20, 60, 5), oblong(-2, -1, 0, 5, 3)):
        before = disc_coverages(template, [base])[0]
        step = before.margin * part
        moved = (base[0] + step * math.cos(way), base[1] + step * math.sin(way), base[2])
        assert disc_coverages(template, [moved])[0].state == before.state


def test_a_cone_has_the_area_of_its_sector():
    for width in (20, 45, 90, 170):
        assert abs(signed_area(cone(3, 4, 30, width, 8).ring())) == pytest.approx(
            math.pi * 64 * width / 360, rel=1e-12
        )
    with pytest.raises(ValueError, match="180"):
        cone(0, 0, 0, 180, 8)


def test_a_flame_reaches_its_length_and_width():
    xs, ys = zip(*flame(0, 0, 0, 8, 2).ring(), strict=True)
    assert (min(xs), max(xs)) == pytest.approx((0, 8)) and (min(ys), max(ys)) == pytest.approx((-1, 1))


def test_a_hole_is_not_covered():
    frame = PolygonTemplate((((-4, -4), (4, -4), (4, 4), (-4, 4)), ((-1, -1), (1, -1), (1, 1), (-1, 1))))
    middle, edge = disc_coverages(frame, [(0, 0, 0.9), (1, 0, 0.5)])
    assert middle.state == "out" and edge.fraction == pytest.approx(0.5)
