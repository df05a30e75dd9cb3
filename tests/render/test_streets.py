"""Streets are drawn as streets: kerbs, dashes, stripes, covers, and what blocks the way."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from battlesim.geometry.shapes import rect, thick_line
from battlesim.render.board import painted_field, table_box
from battlesim.render.height_field import HeightField
from battlesim.render.terrain.streets import DASH_GAP_IN, DASH_IN, KERB_IN, STRIPE_STEP_IN
from battlesim.table.terrain import Dressing, Ground, Terrain

PPI = 20


def painted(*terrain: Terrain, dressing: tuple[Dressing, ...] = ()) -> HeightField:
    ground = Ground(16, 12, "street", terrain, dressing=dressing)
    return painted_field(ground, PPI, table_box(ground, PPI))


BARE = painted()


def change(field: HeightField, x: float, y: float) -> float:
    """How much brighter a point is than the bare street."""
    row, column = round((12 - y) * PPI), round(x * PPI)
    at = np.s_[row - 1 : row + 2, column - 1 : column + 2]
    return float((field.colours[at] - BARE.colours[at]).mean())


def rise(field: HeightField, x: float, y: float) -> float:
    row, column = round((12 - y) * PPI), round(x * PPI)
    return float(field.heights[row, column] - BARE.heights[row, column])


def test_a_pavement_lies_a_kerb_above_the_street() -> None:
    field = painted(dressing=(Dressing("pavement", (6.0, 4.0), ((8.0, 6.0, 0.0),)),))
    assert rise(field, 8, 6) == pytest.approx(KERB_IN, abs=0.01)
    assert rise(field, 8, 9) == 0


def test_a_lawn_is_greener_than_the_street() -> None:
    field = painted(dressing=(Dressing("lawn", (6.0, 4.0), ((8.0, 6.0, 0.0),)),))
    red, green, blue = field.colours[6 * PPI, 8 * PPI]
    assert green > red > blue


def test_a_lane_line_is_dashed() -> None:
    field = painted(dressing=(Dressing("lane", (1.0, 0.2), line=((1.0, 6.0), (15.0, 6.0))),))
    steps = [change(field, 1 + (k + 0.5) * DASH_IN, 6) > 0.05 for k in range(12)]
    assert DASH_IN == DASH_GAP_IN and sum(steps) == 6
    assert all(a != b for a, b in pairwise(steps))


def test_a_crossing_has_a_stripe_for_each_step() -> None:
    field = painted(dressing=(Dressing("crossing", (1.0, 4.0), ((8.0, 6.0, 0.0),)),))
    bright = [change(field, 8, 4 + k / PPI) > 0.05 for k in range(4 * PPI)]
    stripes = sum(b and not a for a, b in zip([False, *bright], bright, strict=False))
    assert stripes == int((4 + STRIPE_STEP_IN - 0.34) / STRIPE_STEP_IN)


def test_a_manhole_is_a_dark_ring_about_a_cover() -> None:
    field = painted(dressing=(Dressing("manhole", (2.0, 2.0), ((8.0, 6.0, 0.0),)),))
    assert change(field, 8, 6.92) < -0.05 < change(field, 8, 6.15)


def test_a_gravel_path_is_paler_than_a_street() -> None:
    field = painted(dressing=(Dressing("gravel_path", (1.0, 1.2), line=((1.0, 6.0), (15.0, 6.0))),))
    assert change(field, 8, 6) > 0.1


@pytest.mark.parametrize(
    "piece",
    [
        Terrain("w", "rubble", (rect(8, 6, 5, 2.5),), 1.0, look="car_wreck"),
        Terrain("b", "barricade", thick_line(((5.0, 6.0), (11.0, 6.0)), 0.6), 1.5, look="piled_barricade"),
    ],
    ids=["car_wreck", "piled_barricade"],
)
def test_what_blocks_a_street_is_about_as_high_as_it_counts(piece: Terrain) -> None:
    field = painted(piece)
    top = float((field.heights - BARE.heights).max())
    assert 0.7 * piece.height < top < 1.2 * piece.height
    assert rise(field, 8, 9) == 0
