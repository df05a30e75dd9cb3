"""A second, slow reading of what creatures do by TS-GAP-85 to -89, from the rows and the table alone.

It shares nothing with the program: ways are found on a grid, which is never shorter than the exact way and
at most `GRID` of its length longer, and contact, doors and sight are its own.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely
from shapely import Point, Polygon

from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.pieces import Piece

STEP = 0.25
GRID = 0.03
"""By how much of its length a way on the grid is longer than the exact one, at most (16 directions)."""
DIFFICULTY = {
    "low_wall": 2, "rubble": 2, "medium_wall": 3, "drift": 3, "growth": 3,
    "high_wall": 4, "ice_ridge": 4, "dense_growth": 4, "deep_drift": 4,
}  # fmt: skip
HOUSES = ("building", "bunker")
AREAS = {"rubble", "drift", "growth", "dense_growth", "deep_drift"}
STEPS = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (1, -1), (1, -2), (2, -1)]
Cell = tuple[int, int]


class Ways(NamedTuple):
    """From a creature to every cell: the cost with tolls, the length of that way, the shut doors on it."""

    cost: dict[Cell, float]
    length: dict[Cell, float]
    doors: dict[Cell, int]


class Reading:
    """One creature on one table."""

    def __init__(self, state: Battle, id: str, ways: bool = True) -> None:
        self.state, self.table = state, state.table
        self.piece = self.table.piece(id)
        self.radius = 0.625 if self.piece.kind == "marker" else self.piece.radius
        self.solid, self.tolls, self.shut = self._ground()
        self.ways = self._ways() if ways else Ways({}, {}, {})

    # -- the ground, from the rows: 0.25 in walls, openings cut out of them --

    def _ground(self) -> tuple[list[Polygon], list[tuple[Polygon, float]], list[Polygon]]:
        solid, tolls, shut = [], [], []
        for terrain in self.table.ground.terrain:
            outline = Polygon(terrain.rings[0])
            if terrain.kind in DIFFICULTY:
                tolls.append((outline, float(DIFFICULTY[terrain.kind])))
            elif terrain.kind in HOUSES and terrain.openings:
                wall = outline.difference(outline.buffer(-0.25, join_style="mitre"))
                for opening in terrain.openings:
                    gap = shapely.LineString([opening.start, opening.end]).buffer(0.26, cap_style="flat")
                    gap = gap.intersection(outline)
                    if opening.kind != "slit":
                        wall = wall.difference(gap.buffer(1e-6))
                    if opening.kind == "window":
                        tolls.append((gap, 3.0))
                    elif opening.kind == "door" and not opening.open and self.piece.kind != "face_hugger":
                        shut.append(gap)
                        tolls.append((gap, 6.0))
                    elif opening.kind == "door" and not opening.open:
                        solid.append(gap)
                solid.append(wall)
            elif terrain.kind in (*HOUSES, "fuel_dump"):
                solid.append(outline)
        return solid, tolls, shut

    # -- ways on a grid that has the creature's own place on it --

    def _at(self, cell: Cell) -> tuple[float, float]:
        x, y = self.piece.xy
        return x + cell[0] * STEP, y + cell[1] * STEP

    def _ways(self) -> Ways:
        free, over = self._cells()
        on = [(shape, toll, shape in self.shut) for shape, toll in self.tolls]
        none = frozenset[int]()

        def overlapped(cell: Cell) -> frozenset[int]:
            return over.get(cell, none)

        cost, length, doors = {(0, 0): 0.0}, {(0, 0): 0.0}, {(0, 0): 0}
        heap, done = [(0.0, (0, 0))], set[Cell]()
        for k in overlapped((0, 0)):  # growth that it stands in takes a test; a shut door has to be opened
            cost[0, 0] += on[k][1] if on[k][2] else 0.0
            doors[0, 0] += on[k][2]
        while heap:
            _, cell = heapq.heappop(heap)
            if cell in done:
                continue
            done.add(cell)
            for dx, dy in (*STEPS, *((-x, -y) for x, y in STEPS)):
                near = (cell[0] + dx, cell[1] + dy)
                half = (2 * cell[0] + dx, 2 * cell[1] + dy)
                if near in done or half not in free or (2 * near[0], 2 * near[1]) not in free:
                    continue
                new = overlapped(near) - overlapped(cell)
                far = math.hypot(dx, dy) * STEP
                price = cost[cell] + far + sum(on[k][1] for k in new)
                if price < cost.get(near, math.inf) - 1e-9:
                    cost[near], length[near] = price, length[cell] + far
                    doors[near] = doors[cell] + sum(on[k][2] for k in new)
                    heapq.heappush(heap, (price, near))
        return Ways(cost, length, doors)

    def _cells(self) -> tuple[set[Cell], dict[Cell, frozenset[int]]]:
        """The half steps at which the base may be, and at which tolls it stands at whole steps."""
        (x, y), far = self.piece.xy, self.radius - 0.02
        size, half = (self.table.ground.width, self.table.ground.height), STEP / 2
        across, up = (
            range(math.ceil(-a / half), int((most - a) / half) + 1)
            for a, most in zip((x, y), size, strict=True)
        )
        cells = [(i, j) for i in across for j in up]
        at = np.array(self.piece.xy) + np.array(cells) * half
        inside = (at >= far + 0.01).all(axis=1) & (at <= np.array(size) - far - 0.01).all(axis=1)
        wall, points = shapely.union_all(self.solid), shapely.points(at)
        shapely.prepare(wall)
        free = {cells[k] for k in np.flatnonzero(inside & ~shapely.dwithin(wall, points, far))}
        over: dict[Cell, frozenset[int]] = {}
        for toll, (shape, _) in enumerate(self.tolls):
            for k in np.flatnonzero(shapely.dwithin(shape, points, far)):
                if not cells[k][0] % 2 and not cells[k][1] % 2:
                    cell = (cells[k][0] // 2, cells[k][1] // 2)
                    over[cell] = over.get(cell, frozenset()) | {toll}
        return free, over

    # -- marines --

    def marines(self) -> list[Piece]:
        """Those on their feet."""
        return [
            p
            for p in self.table.pieces.values()
            if p.side == "marines"
            and p.table_position
            and not p.has_mark("down")
            and not p.has_mark("hugged")
        ]

    def parted(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Whether a wall, a sill or a shut door lies between two points."""
        line = shapely.LineString([a, b])
        return any(wall.intersects(line) for wall in (*self.solid, *self.shut, *self._sills()))

    def _sills(self) -> Iterator[Polygon]:
        openings = [opening for terrain in self.table.ground.terrain for opening in terrain.openings]
        for opening in openings:
            if opening.kind == "window":
                yield shapely.LineString([opening.start, opening.end]).buffer(0.25, cap_style="flat")

    def touches(self, a: Piece, b: Piece) -> bool:
        """Whether two are in contact."""
        return math.dist(a.xy, b.xy) <= a.radius + b.radius + 0.005 and not self.parted(a.xy, b.xy)

    def contact(self, marine: Piece) -> tuple[float, float, int]:
        """Cost and length of the way into contact, and the shut doors on it; infinite without one."""
        reach = self.radius + marine.radius
        best = (math.inf, math.inf, 0)
        x, y = self.piece.xy
        mx, my = marine.xy
        middle = (round((mx - x) / STEP), round((my - y) / STEP))
        span = math.ceil((reach + 2 * STEP) / STEP)
        for i in range(middle[0] - span, middle[0] + span + 1):
            for j in range(middle[1] - span, middle[1] + span + 1):
                cost = self.ways.cost.get((i, j), math.inf)
                at = self._at((i, j))
                rest = math.dist(at, marine.xy) - reach
                near = cost + rest < best[0] and -0.3 <= rest <= STEP * 1.5
                if near and not self.parted(at, marine.xy) and not self.taken(at, marine):
                    due = cost + rest + self.entered(at, marine)
                    best = min(best, (due, self.ways.length[i, j] + rest, self.ways.doors[i, j]))
        return best

    def entered(self, at: tuple[float, float], marine: Piece) -> float:
        """The tolls of what is entered between a cell and the contact itself."""
        touching, far = Point(self.touching(at, marine)), self.radius - 0.02
        return sum(
            toll
            for shape, toll in self.tolls
            if shape.dwithin(touching, far) and not shape.dwithin(Point(at), far)
        )

    def touching(self, at: tuple[float, float], marine: Piece) -> tuple[float, float]:
        """Where it stands when it touches a marine from there."""
        share = (self.radius + marine.radius) / math.dist(at, marine.xy)
        (x, y), (mx, my) = at, marine.xy
        return mx + (x - mx) * share, my + (y - my) * share

    def taken(self, at: tuple[float, float], marine: Piece) -> bool:
        """Whether another creature or a casualty stands where one would touch a marine from there."""
        x, y = self.touching(at, marine)
        able = {one.id for one in self.marines()} | {self.piece.id}
        others = [
            p
            for p in self.table.pieces.values()
            if p.table_position and p.kind != "marker" and p.id not in able
        ]
        return any(math.dist((x, y), p.xy) < self.radius + p.radius - 0.02 for p in others)

    def prey(self) -> list[tuple[float, str]]:
        """The marines that it may go for, each with what its way costs, the best first."""
        able = self.marines()
        others = [
            p
            for p in self.table.pieces.values()
            if p.kind in ("alien", "face_hugger")
            and p.table_position
            and not p.has_mark("down")
            and p.id != self.piece.id
        ]
        free = [m for m in able if not any(self.touches(m, other) for other in others)]
        choice = able if self.piece.kind == "marker" else free or able
        return sorted((self.contact(marine)[0], marine.id) for marine in choice)

    def acts(self, target: str, spits: bool) -> frozenset[str]:
        """The acts that the rows allow toward a target, more than one where a length is close to a limit."""
        piece, left = self.piece, self.piece.mark_count("left")
        _, far, doors = self.contact(self.table.piece(target))
        if any(self.touches(piece, marine) for marine in self.marines()):
            return frozenset(("end",))
        at_door = any(door.dwithin(Point(piece.xy), self.radius + 0.01) for door in self.shut)
        onward = (
            {"open", "run", "move"} if at_door and doors else {"move" if piece.kind == "marker" else "run"}
        )
        if piece.kind in ("marker", "face_hugger"):
            return frozenset(onward)
        if piece.has_mark("fought"):
            return frozenset(("spit",) if spits else onward)
        reachable = math.inf if doors else far
        found = set[str]()
        low, high = reachable * (1 - GRID) - 0.3, reachable + 0.05
        if low <= 6:
            found.add("move")
        if high > 6:
            if left > 1 or low <= 12:
                found |= onward
            if left == 1 and high > 12:
                found |= {"spit"} if spits else onward
        return frozenset(found)

    def tail(self, clawed: Piece) -> str:
        """Whom the tail goes at after the claws went at somebody, who may be down by now; "" for nobody."""
        able = {marine.id: marine for marine in self.marines()}
        if clawed.id in able:
            return clawed.id
        near = [
            (round(math.dist(self.piece.xy, marine.xy), 3), marine.id)
            for marine in able.values()
            if math.dist(marine.xy, clawed.xy) - marine.radius - clawed.radius <= 3.005
            and not self.walled(self.piece.xy, marine.xy)
        ]
        return min(near, default=(0.0, ""))[1]

    def walled(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Whether a building's wall or a shut door, but no window, lies between two points."""
        line = shapely.LineString([a, b])
        for terrain in self.table.ground.terrain:
            if terrain.kind not in HOUSES or not terrain.openings:
                continue
            outline = Polygon(terrain.rings[0])
            wall = outline.difference(outline.buffer(-0.25, join_style="mitre"))
            for opening in terrain.openings:
                if opening.open or opening.kind != "door":
                    gap = shapely.LineString([opening.start, opening.end]).buffer(0.26, cap_style="flat")
                    wall = wall.difference(gap)
            if wall.intersects(line):
                return True
        return False
