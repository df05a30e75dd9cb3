"""Rooms one walks through: doors, windows and walls under the feet of real bases, and against brute force."""

import itertools
import math
from collections import deque
from typing import NamedTuple

import numpy as np
import pytest

from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.paths import shortest_path
from battlesim.geometry.shapes import placed_ring
from battlesim.rulings import building_solids
from battlesim.rulings.movement import ClimbCost, Leg, Motion, leg_problem
from battlesim.rulings.piece_placement import (
    PlacementArea,
    free_space_on_table,
    placement_problem,
    placements_near,
)
from battlesim.table.phrases import with_names
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import make_table, standing_piece

WALLS = 0.25


def lab(open_door: bool = True, window_sill: float = 1.0) -> Terrain:
    """A room of 10 x 10 in with a door in its east wall and a window in its west wall."""
    door = Opening((16, 36.25), (16, 37.75), 0.0, 2.0, open_door, "door", WALLS, "lab.1")
    window = Opening((6, 36.25), (6, 37.75), window_sill, 2.0, True, "window", WALLS, "lab.2")
    ring = ((6.0, 32.0), (16.0, 32.0), (16.0, 42.0), (6.0, 42.0))
    return Terrain("lab", "building", (ring,), 3.0, name="Laboratory", openings=(door, window))


def walk(to: tuple[float, float], building: Terrain, start: tuple[float, float] = (18, 37), **fields):
    """Why a base of 1 in may not go straight from a place to another one; None when it may."""
    state = make_table(standing_piece("a", *start), building)
    motion = Motion(
        "a",
        0.5,
        20.0,
        starts=((start,),),
        **({"blocked": building_solids.walking_blockers(building)} | fields),
    )
    found = leg_problem(state, motion, Leg("a", (start, to)))
    return found and with_names(found, state.name_of)


def test_a_base_walks_through_an_open_door():
    assert walk((12, 37), lab()) is None


def test_a_shut_door_stops_it_and_is_named():
    assert "door of Laboratory" in str(walk((12, 37), lab(open_door=False)))


def test_the_wall_beside_the_door_stops_it():
    assert "lab.walls" in str(walk((12, 39), lab(), start=(18, 39)))


def test_a_door_narrower_than_the_base_lets_it_in_nowhere():
    narrow = Opening((16, 36.55), (16, 37.45), 0.0, 2.0, True, "door", WALLS, "lab.1")
    ring = ((6.0, 32.0), (16.0, 32.0), (16.0, 42.0), (6.0, 42.0))
    assert walk((12, 37), Terrain("lab", "building", (ring,), 3.0, openings=(narrow,))) is not None


def test_a_window_stops_a_base_and_may_be_climbed():
    outside = (4, 37)
    assert "window of Laboratory" in str(walk((9, 37), lab(), start=outside))
    beside = tuple(id for id in building_solids.walking_blockers(lab()) if id != "lab.2")
    assert walk((9, 37), lab(), start=outside, blocked=beside, climbs=(ClimbCost("lab.2", 0.0),)) is None


def test_nobody_ends_astride_a_window_that_is_climbed():
    beside = tuple(id for id in building_solids.walking_blockers(lab()) if id != "lab.2")
    words = str(walk((6, 37), lab(), start=(4, 37), blocked=beside, climbs=(ClimbCost("lab.2", 0.0),)))
    assert "window of Laboratory" in words


def test_where_nobody_walks_in_the_whole_building_stops():
    assert walk((12, 37), lab(), blocked=("lab",)) is not None


def test_a_base_is_set_up_in_a_room_but_not_in_its_wall():
    building = lab()
    state = make_table(building, standing_piece("b", 40, 10))
    room = PlacementArea(blocked=building_solids.walking_blockers(building))
    piece = {"b": state.piece("b")}
    (spot,) = placements_near(state, room, list(piece.values()), (8, 34))
    assert math.dist((spot.x, spot.y), (8, 34)) < 0.01
    (moved,) = placements_near(state, room, list(piece.values()), (6.1, 34))
    assert placement_problem(state, room, piece, [moved]) == "" and moved.x != pytest.approx(6.1, abs=0.1)


# -- against brute force --


class Gap(NamedTuple):
    """A stretch of a side (0 south, 1 east, 2 north, 3 west) of a rectangle."""

    side: int
    start: float
    end: float
    passes: bool


class Plan(NamedTuple):
    """A rectangle with walls about the origin, turned and moved."""

    wide: float
    deep: float
    gaps: tuple[Gap, ...]
    angle: float
    x: float
    y: float

    def local(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 2) of the table as the plan sees them."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return (points - (self.x, self.y)) @ np.array([[c, -s], [s, c]])

    def stretches(self, side: int) -> list[tuple[float, float]]:
        """The stretches of one side's wall that stand."""
        half = (self.wide, self.deep)[side % 2] / 2
        cuts = [(gap.start, gap.end) for gap in self.gaps if gap.side == side and gap.passes]
        ends = [-half, *(end for cut in cuts for end in cut), half]
        return list(zip(ends[::2], ends[1::2], strict=True))

    def boxes(self) -> np.ndarray:
        """The walls as boxes (k, 4) of x0, y0, x1, y1, as the plan sees them."""
        w, d, t = self.wide / 2, self.deep / 2, WALLS
        box = (
            lambda a, b: (a, -d, b, t - d),
            lambda a, b: (w - t, a, w, b),
            lambda a, b: (a, d - t, b, d),
            lambda a, b: (-w, a, t - w, b),
        )
        return np.array([box[side](*ends) for side in range(4) for ends in self.stretches(side)])

    def clearance(self, points: np.ndarray) -> np.ndarray:
        """How far each point (n, 2) is from the nearest wall, without Shapely."""
        local, boxes = self.local(points)[:, None, :], self.boxes()[None, :, :]
        past = np.maximum(np.maximum(boxes[..., :2] - local, local - boxes[..., 2:]), 0.0)
        return np.hypot(past[..., 0], past[..., 1]).min(axis=1)

    def terrain(self) -> Terrain:
        """The plan as terrain."""
        w, d = self.wide / 2, self.deep / 2
        line = (lambda k: (k, -d), lambda k: (w, k), lambda k: (k, d), lambda k: (-w, k))
        openings = []
        for number, gap in enumerate(self.gaps):
            ends = [line[gap.side](k) for k in (gap.start, gap.end)]
            a, b = placed_ring(ends, self.x, self.y, self.angle)
            openings.append(Opening(a, b, 0.0, 2.0, gap.passes, "door", WALLS, f"house.{number}"))
        ring = placed_ring(((-w, -d), (w, -d), (w, d), (-w, d)), self.x, self.y, self.angle)
        return Terrain("house", "building", (ring,), 3.0, openings=tuple(openings))


def random_plan(rng: np.random.Generator) -> Plan:
    wide, deep = rng.uniform(3, 7, 2)
    gaps = []
    for side in range(4):
        long = (wide, deep)[side % 2]
        if rng.random() < 0.6:
            width = rng.uniform(0.6, 1.9)
            start = rng.uniform(-long / 2 + WALLS, long / 2 - WALLS - width)
            gaps.append(Gap(side, start, start + width, bool(rng.random() < 0.7)))
    x, y = rng.uniform(5.5, 6.5, 2)
    gaps = gaps or [Gap(0, -0.5, 0.5, True)]
    return Plan(wide, deep, tuple(gaps), float(rng.choice([0.0, rng.uniform(0, 90)])), x, y)


STEP = 0.1
SIZE = 12.0
CLOSE = 0.01
"""Inches by which the bent edge of free space may differ from a true arc."""


def flooded(free: np.ndarray, start: tuple[int, int]) -> np.ndarray:
    """The cells of a grid that can be come to from one of them, four ways."""
    seen = np.zeros_like(free)
    waiting = deque([start] if free[start] else [])
    seen[start] = free[start]
    while waiting:
        i, k = waiting.popleft()
        for a, b in ((i + 1, k), (i - 1, k), (i, k + 1), (i, k - 1)):
            if 0 <= a < free.shape[0] and 0 <= b < free.shape[1] and free[a, b] and not seen[a, b]:
                seen[a, b] = True
                waiting.append((a, b))
    return seen


def compare(seed: int) -> int:
    """One random floor plan for three bases; how many of them were compared."""
    rng = np.random.default_rng(seed)
    plan = random_plan(rng)
    building, points = plan.terrain(), rng.uniform(1, SIZE - 1, (200, 2))
    line = np.arange(STEP, SIZE, STEP)
    grid = np.array(list(itertools.product(line, line)))
    room, far = plan.clearance(points), plan.clearance(grid).reshape(len(line), -1)
    for radius in (0.375, 0.5, 0.625):
        space = free_space_on_table(
            make_table(building, width=SIZE, height=SIZE),
            radius,
            building_solids.walking_blockers(building),
            (),
        )
        clear = space.is_clear_at(points)
        assert (room[clear] > radius - CLOSE).all(), f"seed {seed}: in a wall and called free"
        assert (room[~clear] < radius + CLOSE).all(), f"seed {seed}: free and called taken"
        way_in(plan, space, far, seed)
    return 3


def way_in(plan: Plan, space: FreeSpace, far: np.ndarray, seed: int) -> None:
    """Whether there is a way from a corner of the table into the house, against a flood on a grid.

    The flood that is to find every way may graze a wall by the diagonal of a cell: between the points of the
    grid a way may pass that touches none of them.
    """
    start, goal = (0.8, 0.8), (plan.x, plan.y)
    cells = [tuple(round(at / STEP) - 1 for at in spot) for spot in (start, goal)]
    wide, narrow = (bool(flooded(far > space.radius + k, cells[0])[cells[1]]) for k in (-STEP, STEP))
    path = shortest_path(space, start, goal)
    assert path is not None or not narrow, f"seed {seed}: there is a way in"
    assert path is None or wide, f"seed {seed}: there is no way in"
    if path is not None:
        legs = [np.linspace(a, b, 60) for a, b in itertools.pairwise(path)]
        nearest = plan.clearance(np.concatenate(legs)).min()
        assert nearest > space.radius - CLOSE, f"seed {seed}: through a wall"


@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) if n > 4 else n for n in range(12)])
def test_floor_plans_against_brute_force(seed: int):
    assert compare(seed) == 3


@pytest.mark.slow
@pytest.mark.parametrize("lot", range(20))
def test_many_floor_plans_against_brute_force(lot: int):
    assert sum(compare(1000 + 50 * lot + k) for k in range(50)) == 150
