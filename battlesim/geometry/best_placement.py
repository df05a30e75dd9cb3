"""The search for the position at which a blast or flame template catches the most miniature bases.

The search is a branch and bound (Land and Doig 1960) over cells of positions and facings, in inches and
degrees. A cell cannot catch a base if the base is farther from the template at the centre of the cell than
the template can move within the cell. Cells that cannot beat the best known placement are dropped, and the
others are divided. When no cell remains, the best known placement is optimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from battlesim.geometry.constants import TOL
from battlesim.geometry.depth_table import DepthTable
from battlesim.geometry.scene import Bools, Floats, Ints
from battlesim.geometry.template_targets import AllowedPlacements, TemplateTargets
from battlesim.geometry.templates import Blast, Template, placed_template

MIN_CELL_SIZE_IN: Final = 0.002
"""Cells smaller than this are not divided further."""
INITIAL_CELLS_PER_SIDE: Final = 24
"""Initial number of cells along the longer side of the table, and of facings."""
MIN_CELLS_PER_ROUND: Final = 200
"""The most promising cells, up to this number, are divided in each round whatever the work so far."""
MAX_DEPTH_LOOKUPS, WORK_RESERVE_FACTOR = 1_000_000, 12
"""The total number of depth look-ups, and the factor that spreads those left over later rounds."""
EXACT_DEPTH_COST: Final = 20
"""The cost of an exact depth in look-ups."""
MAX_EXACT_HALVES: Final = 8000
"""The maximum number of covered fractions computed per round; beyond it, open cases count as possible."""
TRIALS_PER_ROUND: Final = 6
"""The number of placements judged in each round, and again in different bins of TRIAL_BIN_SIZE."""
TRIAL_BIN_SIZE: Final = np.array([2.0, 2.0, math.pi / 6.0])
ENOUGH_CLEARANCE_IN: Final = 0.5
"""More clearance than this is not sought."""
FULL_TURN_RAD: Final = 2.0 * math.pi
NEIGHBOUR_STEPS: Final = np.array(
    [(x, y, turn) for x in (-1, 0, 1) for y in (-1, 0, 1) for turn in (-1, 0, 1)], float
)
PLACEMENT_ROUNDING_SLACK: Final = 1e-9


class BestPlacement(NamedTuple):
    """The best placement found for a template: the position of its origin, and its facing in degrees.

    It also holds the number of bases that the template catches, and whether the placement is known to be
    optimal.
    """

    x: float
    y: float
    facing: float
    caught_count: int
    is_proved: bool


CatchCounter = Callable[[float, float, float], int]
"""Returns the number of bases caught by a template with its origin at x, y and the given facing."""


def best_placement(
    template: Template,
    targets: TemplateTargets,
    allowed: AllowedPlacements,
    judge: CatchCounter | None = None,
) -> BestPlacement:
    """Return the allowed placement at which a template catches the most bases.

    If a template can cover a base without catching it, for example behind a wall, `judge` must count the
    bases that are caught. Among equally good placements, the one with the most clearance is preferred: a
    blast over three bases is moved until all three are well inside it. Raises ValueError if no allowed
    placement is found.
    """
    search = _Search(template, targets, allowed, judge)
    search.run()
    return search.settled()


class _Cells(NamedTuple):
    """Cells of positions and facings (in radians), stored as centres (n, 3) and half widths."""

    at: Floats
    half: float
    turn: float

    @property
    def slack(self) -> float:
        """The distance in inches from the centre of a search cell to its farthest corner."""
        return self.half * math.sqrt(2.0)

    def size(self, reach: float) -> float:
        """Return how far a point at distance `reach` from the origin can move in a search cell, in inches."""
        return self.slack + self.turn * reach

    def cut(self, kept: Bools | Ints, reach: float) -> _Cells:
        """Return the kept cells, each cut in two by facing or in four by position, whichever is coarser."""
        if self.turn * reach > self.slack:
            step = self.turn / 2.0
            ways = np.array([(0.0, 0.0, -step), (0.0, 0.0, step)])
            return _Cells((self.at[kept, None] + ways).reshape(-1, 3), self.half, step)
        step = self.half / 2.0
        ways = np.array([(dx, dy, 0.0) for dx in (-step, step) for dy in (-step, step)])
        return _Cells((self.at[kept, None] + ways).reshape(-1, 3), step, self.turn)


class _Search:
    """A branch-and-bound search in progress, with the best known placement and its catch.

    Placements are stored as the template's centre (x, y) and facing in radians, because turning a template
    about its centre moves its points least. `off` is the offset from the origin to the centre, or zero if
    only fixed points are allowed.
    """

    def __init__(
        self, template: Template, field: TemplateTargets, where: AllowedPlacements, judge: CatchCounter | None
    ) -> None:
        self.field, self.where, self.judge = field, where, judge
        self.off = np.zeros(2) if where.points else _middle(template)
        self.template = template = placed_template(template, float(-self.off[0]), float(-self.off[1]), 0.0)
        self.discs = np.array([*field.discs, *field.spared], dtype=np.float64).reshape(-1, 3)
        self.wanted = len(field.discs)
        self.starts = np.concatenate([[0], np.cumsum(field.discs_per_base[:-1])]).astype(np.intp)
        radii = self.discs[:, 2]
        self.need = TOL - radii
        least = {
            "touching": -TOL - radii - PLACEMENT_ROUNDING_SLACK,
            "half": 0.0 * radii,
            "wholly": radii - TOL - PLACEMENT_ROUNDING_SLACK,
        }
        self.need[: self.wanted] = least.get(field.threshold, self.need)[: self.wanted]
        self.depth_table = DepthTable(template, float(radii.max(initial=0.0)) + 2.0 * TOL)
        self.best: tuple[float, float, float] | None = None
        self.caught, self.sure, self.spent = -1, True, 0
        self.short: dict[tuple[float, ...], int] = {}

    # -- cells --

    def run(self) -> None:
        """Divide the search cells until none is left that could improve on the best placement."""
        cells = self._first()
        while len(cells.at):
            before = self.spent
            most, promise = self._looked_at(cells)
            kept = np.flatnonzero(most > self.caught)
            if cells.size(self.depth_table.reach) <= MIN_CELL_SIZE_IN:
                self.sure = self.sure and not len(kept)
                return
            each = (self.spent - before) / len(cells.at)
            limit = max(
                MIN_CELLS_PER_ROUND,
                int((MAX_DEPTH_LOOKUPS - self.spent) / (WORK_RESERVE_FACTOR * each + 1.0)),
            )
            if len(kept) > limit:
                self.sure = False
                order = np.argsort(-2.0 * promise[kept] - most[kept], kind="stable")
                kept = kept[order[:limit]]
            cells = cells.cut(kept, self.depth_table.reach)

    def _first(self) -> _Cells:
        """Return coarse cells that contain all allowed positions and facings."""
        start, way = (math.radians(part) for part in self.where.facings)
        count = INITIAL_CELLS_PER_SIDE if way and not _round(self.template) else 1
        turn = way / (2.0 * count) if count > 1 else 0.0
        turns = start + turn * (2.0 * np.arange(count) + 1.0)
        if self.where.points:
            places, half = np.array(self.where.points, dtype=np.float64), 0.0
        else:
            rim = float(np.hypot(*self.off))
            spans = [far + 2.0 * rim for far in self.where.table_size]
            half = max(spans) / (2.0 * INITIAL_CELLS_PER_SIDE)
            counts = (math.ceil(span / (2.0 * half) - PLACEMENT_ROUNDING_SLACK) for span in spans)
            xs, ys = (half * (2.0 * np.arange(count) + 1.0) - rim for count in counts)
            places = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
        spread = np.repeat(places, count, axis=0)
        return _Cells(np.column_stack([spread, np.tile(turns, len(places))]), half, turn)

    def _looked_at(self, cells: _Cells) -> tuple[Ints, Floats]:
        """Return the maximum number of bases that each cell can catch, and the promise of its centre.

        Both are negative if no placement is legal. The promise is the number of bases that appear to be
        caught at the centre, plus a fraction that grows with their depth. The most promising cells go first.
        """
        room = self.where.clearances(self._origins(cells.at))
        apart = cells.size(float(np.hypot(*self.off)))
        inner, wide = self._inner(cells)
        may, does = inner + wide > 0.0, inner > 0.0
        barred = (inner - wide > 0.0)[:, self.wanted :].any(axis=1) | (room + apart < -TOL)
        bad = does[:, self.wanted :].any(axis=1) | (room < -TOL)
        deep = np.clip(inner[:, : self.wanted], 0.0, 1.0).sum(axis=1) / (2.0 * self.wanted + 1.0)
        promise = np.where(bad, -1.0, self._count(does) + deep)
        self._try(cells, promise)
        return np.where(barred, -1, self._count(may)), promise

    def _count(self, held: Bools) -> Ints:
        """Return the number of bases caught in each row, given flags (n, m) for their discs."""
        own = held[:, : self.wanted]
        if self.field.discs_per_base:
            each = np.logical_and if self.field.threshold == "wholly" else np.logical_or
            own = each.reduceat(own, self.starts, axis=1)
        return np.asarray(own.sum(axis=1))

    def _try(self, cells: _Cells, promise: Floats) -> None:
        """Judge the most promising cell centres, and the best centre in each part of the table.

        If a centre catches fewer bases than promised, promises in its part are reduced for some rounds.
        """
        kinds, part = np.unique(np.floor(cells.at / TRIAL_BIN_SIZE), axis=0, return_inverse=True)
        names, part = [tuple(kind) for kind in kinds.tolist()], part.ravel()
        hoped = promise - np.array([self.short.get(name, 0) for name in names])[part]
        order = np.argsort(-hoped, kind="stable")
        self.short = {name: short - 1 for name, short in self.short.items() if short > 1}
        apart = np.sort(np.unique(part[order], return_index=True)[1])
        for k in order[
            np.concatenate([np.arange(min(TRIALS_PER_ROUND, len(order))), apart[:TRIALS_PER_ROUND]])
        ].tolist():
            if hoped[k] >= self.caught + 1:
                self.short[names[part[k]]] = int(promise[k]) - self._judged(*cells.at[k].tolist())

    def _inner(self, cells: _Cells) -> tuple[Floats, Floats]:
        """Return the depths (n, m) of bases at the cells' centres, and how much they vary in the cells."""
        x, y, turn = (cells.at[:, k, None] for k in range(3))
        dx, dy = self.discs[:, 0] - x, self.discs[:, 1] - y
        far = np.hypot(dx, dy)
        wide = cells.slack + cells.turn * far
        row, column = np.nonzero(far <= self.depth_table.reach + self.discs[:, 2] + cells.slack + 2.0 * TOL)
        c, s, px, py = np.cos(turn[row, 0]), np.sin(turn[row, 0]), dx[row, column], dy[row, column]
        near = np.column_stack([px * c + py * s, py * c - px * s])
        found = self.depth_table.depths(near) - self.need[column]
        self.spent += len(found) + far.size // 4
        if cells.size(self.depth_table.reach) < 2.0 * self.depth_table.blur or not self.depth_table.blur:
            self._exactly(found, near, column, wide[row, column])
        else:
            wide += self.depth_table.blur
        inner = np.full(far.shape, -np.inf)
        inner[row, column] = found
        return inner, wide

    def _exactly(self, found: Floats, near: Floats, column: Ints, wide: Floats) -> None:
        """Replace looked-up depths in `found` that are too inexact to decide whether a base is caught."""
        radius, half = self.discs[column, 2], (column < self.wanted) & (self.field.threshold == "half")
        off = wide + self.depth_table.blur
        open_to = (found > -off) & (found < np.where(half, radius + off, off))
        if self.depth_table.blur:
            some = np.flatnonzero(open_to & ~half)
            found[some] = self.template.depths(near[some]) - self.need[column[some]]
            self.spent += EXACT_DEPTH_COST * len(some)
        some = np.flatnonzero(open_to & half)
        some = some if len(some) <= MAX_EXACT_HALVES else some[:0]
        found[some] = self.depth_table.half_cover_margins(np.column_stack([near[some], radius[some]]))
        self.spent += 2 * len(self.template.ring()) * len(some)

    # -- placements --

    def _judged(self, x: float, y: float, turn: float) -> int:
        """Return the number of bases a placement catches, or -1 if it is illegal; record the best."""
        laid, origins = (
            placed_template(self.template, x, y, math.degrees(turn)),
            self._origins(np.array([(x, y, turn)])),
        )
        if self.where.clearances(origins)[0] < -TOL or not self.field.allows(laid):
            return -1
        place = (*origins[0].tolist(), math.degrees(turn))
        caught = self.judge(*place) if self.judge else self.field.caught_count(laid)
        if caught > self.caught:
            self.caught, self.best = caught, (x, y, turn)
        return caught

    def settled(self) -> BestPlacement:
        """Return the best placement, with more clearance and rounded. Raises ValueError if none is legal."""
        if self.best is None:
            raise ValueError("the template cannot be placed legally anywhere")
        at = np.array(self.best)
        turns = self.where.facings[1] > 0.0 and not _round(self.template)
        free = np.array(
            [*[0.0 if self.where.points else 1.0] * 2, 1.0 / self.depth_table.reach if turns else 0.0]
        )
        held, step = self._inner(_Cells(at[None], 0.0, 0.0))[0][0, : self.wanted] > 0.0, ENOUGH_CLEARANCE_IN
        while step > MIN_CELL_SIZE_IN:
            there = np.vstack([at, at + step * free * NEIGHBOUR_STEPS])
            rooms = self._rooms(there, held)
            k = int(rooms.argmax())
            at, step = there[k], step if rooms[k] > rooms[0] + PLACEMENT_ROUNDING_SLACK else step / 2.0
        for place in (self._rounded(at), at):
            if self._judged(*place.tolist()) >= self.caught:
                return self._found(place)
        return self._found(np.array(self.best))

    def _rounded(self, at: Floats) -> Floats:
        """Return a placement with its origin rounded to 0.01 inches and its facing to 0.1 degrees."""
        turn = math.radians(round(math.degrees(at[2]), 1))
        x, y = np.round(self._origins(at[None])[0], 2)
        dx, dy = self.off
        c, s = math.cos(turn), math.sin(turn)
        return np.array([x + dx * c - dy * s, y + dx * s + dy * c, turn])

    def _origins(self, at: Floats) -> Floats:
        """Return the template origins (n, 2) of the placements `at` (n, 3)."""
        c, s = np.cos(at[:, 2]), np.sin(at[:, 2])
        dx, dy = self.off
        return np.column_stack([at[:, 0] - dx * c + dy * s, at[:, 1] - dx * s - dy * c])

    def _found(self, at: Floats) -> BestPlacement:
        (x, y), turn = self._origins(at[None])[0].tolist(), float(at[2])
        return BestPlacement(x, y, round(math.degrees(turn) % 360.0, 9), self.caught, self.sure)

    def _rooms(self, at: Floats, held: Bools) -> Floats:
        """Return the clearances of placements in inches, negative if they lose a base in `held`."""
        inner = self._inner(_Cells(at, 0.0, 0.0))[0]
        start, way = (math.radians(part) for part in self.where.facings)
        turned = np.minimum(at[:, 2] - start, start + way - at[:, 2]) * self.depth_table.reach
        rooms = [inner[:, : self.wanted][:, held].min(axis=1, initial=ENOUGH_CLEARANCE_IN)]
        rooms += [
            (-inner[:, self.wanted :]).min(axis=1, initial=ENOUGH_CLEARANCE_IN),
            self.where.clearances(self._origins(at)),
        ]
        return np.asarray(np.min([*rooms, turned] if 0.0 < way < FULL_TURN_RAD else rooms, axis=0))


def _round(template: Template) -> bool:
    """Return whether a template has the same shape at every facing."""
    return isinstance(template, Blast) and math.hypot(template.x, template.y) < PLACEMENT_ROUNDING_SLACK


def _middle(template: Template) -> Floats:
    """Return the centre of the bounding box of a template."""
    ring = np.array(template.ring())
    return np.asarray((ring.min(axis=0) + ring.max(axis=0)) / 2.0)
