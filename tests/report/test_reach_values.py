"""Where a base gets to by plain geometry: doors, walls, and gaps hardly as wide as the base."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.geometry.shapes import placed_ring
from battlesim.report.measuring import reach_values
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import block, make_table, standing_piece

ROOM = ((6.0, 4.0), (14.0, 4.0), (14.0, 12.0), (6.0, 12.0))
ROOM_AREA = (8.0 - 2 * 0.75) ** 2
"""Where the middle of a base of 1 in can be within walls of 0.25 in."""


def house(open: bool = True, sill: float = 0.0, top: float = 2.0, width: float = 2.0) -> Terrain:
    door = Opening((14.0, 8 - width / 2), (14.0, 8 + width / 2), sill, top, open, "door", 0.25, "h.1")
    return Terrain("h", "building", (ROOM,), 3.0, openings=(door,))


def reached(terrain: Terrain, start: tuple[float, float], goal: tuple[float, float], **fields: Any) -> Any:
    piece = standing_piece("a", *start, **fields)
    return reach_values(make_table(piece, terrain), piece, 20.0, goal)


IN, OUT = (10.0, 8.0), (17.0, 8.0)


@pytest.mark.parametrize(
    ("building", "fields", "passes"),
    [
        (house(), {}, True),
        (house(open=False), {}, False),
        (house(sill=0.5), {}, False),
        (house(sill=0.5), {"z": 0.5}, True),
        (house(width=1.0), {}, True),
        (house(width=0.9), {}, False),
        (house(), {"height": 2.0}, True),
        (house(), {"height": 2.1}, False),
        (house(), {"radius": 1.01}, False),
        (house(), {"z": 3.0}, True),  # over the walls
    ],
)
@pytest.mark.parametrize(("start", "goal"), [(IN, OUT), (OUT, IN)], ids=["out", "in"])
def test_a_base_passes_by_an_open_door_that_it_fits_through(
    building: Terrain, fields: Any, passes: bool, start: Any, goal: Any
) -> None:
    assert reached(building, start, goal, **fields)["to"]["reached"] == passes


def test_a_base_stays_in_a_room_whose_only_door_is_shut() -> None:
    assert reached(house(open=False), IN, OUT)["area"] == pytest.approx(ROOM_AREA, abs=0.02)


def test_a_door_in_a_wall_without_a_room_behind_it_is_passed() -> None:
    door = Opening((10.125, 7.0), (10.125, 9.0), 0.0, 2.0, True, "door", 0.0, "w.1")
    ring = ((9.875, 0.0), (10.125, 0.0), (10.125, 20.0), (9.875, 20.0))
    found = reached(Terrain("w", "wall", (ring,), 2.0, openings=(door,)), (7, 8), (13, 8))["to"]
    assert (found["reached"], found["length"]) == (True, 6.0)


@pytest.mark.parametrize("angle", [0.0, 33.0])
@pytest.mark.parametrize("gap", [0.98, 0.99, 0.992, 0.9985, 0.9995, 0.9999, 1.0])
@pytest.mark.parametrize("goal", [(3.0, 0.0), (2.5, 1.0)])
def test_the_place_and_the_area_agree_on_a_gap_hardly_as_wide_as_the_base(
    gap: float, angle: float, goal: tuple[float, float]
) -> None:
    start, end = placed_ring(((-3.0, 0.0), goal), 20, 20, angle)
    halves = [
        Terrain(name, "wall", (placed_ring(ring, 20, 20, angle),), 2.0)
        for name, ring in (
            ("n", ((-0.5, gap / 2), (0.5, gap / 2), (0.5, 28), (-0.5, 28))),
            ("s", ((-0.5, -28), (0.5, -28), (0.5, -gap / 2), (-0.5, -gap / 2))),
        )
    ]
    piece = standing_piece("a", *start)
    found = reach_values(make_table(piece, *halves, width=40, height=40), piece, 8.0, end)
    beyond = 145.0  # square inches: more than there are on the side of the start
    assert found["to"]["reached"] == (found["area"] > beyond) == (gap > 0.999)


def test_where_a_base_stands_is_reached_without_a_move() -> None:
    piece = standing_piece("a", 5, 5)
    found = reach_values(make_table(piece, block("b", 8, 8, 9, 9)), piece, 0.0, (5.0, 5.0))["to"]
    assert (found["reached"], found["length"]) == (True, 0.0)
