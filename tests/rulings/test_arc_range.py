"""Pieces in an arc and in range at once, against a grid of points of their bases."""

from __future__ import annotations

import numpy as np
import pytest

from battlesim.geometry.arcs import Arc, depths_in_arc
from battlesim.geometry.edge_distances import gaps_to_shape
from battlesim.rulings.arcs import arc_members
from battlesim.table.pieces import Hull, Piece
from battlesim.testing.table import make_table, standing_piece

ROUND = standing_piece("s", 20, 20, facing=30.0)
TANK = standing_piece("s", 20, 20, facing=30.0, radius=5**0.5, shape=Hull("rectangle", 4.0, 2.0))


def share_by_points(viewer: Piece, arc: Arc, reach: float, piece: Piece) -> float:
    xs = np.linspace(-piece.radius, piece.radius, 201)
    points = np.array(piece.xy) + np.stack(np.meshgrid(xs, xs), axis=-1).reshape(-1, 2)
    points = points[np.hypot(*(points - piece.xy).T) <= piece.radius]
    gaps = np.hypot(*(points - viewer.xy).T) - viewer.radius
    if viewer.outline:
        gaps = gaps_to_shape(np.column_stack([points, np.zeros(len(points))]), (viewer.outline,))
    place = viewer.table_position
    assert place
    return float(((gaps <= reach) & (depths_in_arc(viewer.xy, place.facing, arc, points) >= 0.0)).mean())


@pytest.mark.parametrize("viewer", [ROUND, TANK], ids=["round", "tank"])
@pytest.mark.parametrize("arc", [Arc(0, 60), Arc(90, 180), Arc(180, 300), Arc(0, 360)])
@pytest.mark.parametrize(("x", "y"), [(26, 22), (25, 26), (17, 26), (20, 13), (14, 18)])
def test_what_is_in_the_arc_and_in_range_counts(viewer: Piece, arc: Arc, x: float, y: float) -> None:
    target = standing_piece("t", x, y, radius=1.5)
    share = share_by_points(viewer, arc, 5.0, target)
    found = list(arc_members(make_table(viewer, target), viewer, arc, 5.0, [target]))
    assert sum(one.fraction for one in found) == pytest.approx(share, abs=0.01)
    assert [one.state == "wholly" for one in found] == [share == 1.0] * (share > 0)


def test_a_base_with_one_part_in_the_arc_and_another_in_range_is_not_in_it() -> None:
    viewer, target = standing_piece("s", 10, 10), standing_piece("t", 14.413033, 18.299707, radius=3.0)
    laid = make_table(viewer, target)

    def members(reach: float) -> list[str]:
        return [one.state for one in arc_members(laid, viewer, Arc(0, 90), reach, [target])]

    assert (members(7.2), members(7.4)) == ([], ["partly"])


@pytest.mark.parametrize(
    ("x", "state", "margin"),
    [(15.0, "wholly", 0.5), (15.8, "half", 0.2), (16.2, "partly", 0.2), (16.4, "partly", 0.1)],
)
def test_a_base_at_the_end_of_an_arc_has_its_margin(x: float, state: str, margin: float) -> None:
    viewer, target = standing_piece("s", 10, 10), standing_piece("t", x, 10)
    (found,) = arc_members(make_table(viewer, target), viewer, Arc(0, 90), 5.5, [target])
    assert (found.state, found.margin) == (state, pytest.approx(margin, abs=1e-4))
