"""How certain a verdict on sight is if the positions of both pieces are inexact. Lengths are in inches.

Both pieces are placed uniformly at random in a disc about their positions. A base is not placed in solid
terrain or in another base unless it is there already, because no player would put a figure there. The samples
are spread evenly (a Kronecker sequence based on the generalised golden ratio) and repeated with several
shifts drawn from a fixed seed. The same input therefore always gives the same result, and the shifts give an
estimate of the error.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from battlesim.geometry.constants import TOL
from battlesim.geometry.scene import Bools, Floats
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.rulings.placement_sight import can_judge_at_once, placement_visible_fractions
from battlesim.rulings.sight import SightRules, Verdict, cover_grade, pair_verdicts
from battlesim.rulings.sight_rules import is_named
from battlesim.rulings.sight_scene import can_stand_in, footing_scene, smoke_scene
from battlesim.table.levels import is_relief, raised_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

SAMPLE_SHIFTS = 16
SAMPLES_PER_SHIFT, COSTLY_SAMPLES_PER_SHIFT = 256, 64
"""Number of placements for each shift; fewer if every verdict tests many lines."""

MIN_COMMON_COUNT = 64
"""Number of placements below which a verdict is treated as rare."""

_GOLDEN = 1.1673039782614187
"""The generalised golden ratio for four dimensions: the root of x^5 = x + 1."""

VerdictGrade = Literal["hidden", "none", "partial", "full"]
"""A verdict as one word: "hidden" or the grade of cover."""

HIDDEN_GRADE: Final = "hidden"
AREA_TRAIT = "area"
"""The trait of terrain in which pieces can stand."""


class EstimatedChance(msgspec.Struct, frozen=True):
    """An estimated probability with its standard error."""

    probability: float
    error: float


class ToleranceReport(msgspec.Struct, frozen=True):
    """The probability of each verdict on sight if both positions may be wrong by up to `radius` inches.

    `verdicts` maps grades of cover, or "hidden" if the target is not visible, to probabilities. `likeliest`
    is the most probable verdict. `close` is True if the probability of this verdict is below `agree`, a
    threshold on which the players agreed. `possible` is the fraction of sampled positions where both pieces
    can stand.
    """

    radius: float
    agree: float
    seen: EstimatedChance
    verdicts: dict[str, EstimatedChance]
    likeliest: str
    close: bool
    samples: int
    possible: float


def verdict_tolerance(
    table: Table,
    rules: SightRules,
    viewer: Piece,
    target: Piece,
    radius: float,
    agree: float = 0.9,
    ignored_markers: Collection[str] = (),
) -> ToleranceReport:
    """Return the probability of each verdict on sight if both positions may be wrong by `radius` inches.

    A piece inside terrain or aboard another stays there. Raises ValueError if neither piece is on the table.
    """
    if not any(isinstance(piece.place, OnTable) for piece in (viewer, target)):
        raise ValueError("a tolerance needs at least one piece on the table")
    few = rules.mode == "line" and rules.lines != "centres"
    points = sample_points(COSTLY_SAMPLES_PER_SHIFT if few else SAMPLES_PER_SHIFT)
    ends = sampled_positions(viewer, points[:, :2], radius), sampled_positions(target, points[:, 2:], radius)
    fits = are_possible(table, (viewer, target), ends)
    rows = fits.nonzero()[0]
    said = _grades(table, rules, (viewer, target), (ends[0][rows], ends[1][rows]), ignored_markers)
    kinds = np.full(len(points), "", dtype="<U8")
    kinds[rows] = said
    by = fits.reshape(SAMPLE_SHIFTS, -1).sum(axis=1)
    chances: dict[str, EstimatedChance] = {
        kind: _chance((kinds == kind).reshape(SAMPLE_SHIFTS, -1).sum(axis=1), by)
        for kind in sorted(set(said))
    }
    ranked = dict(sorted(chances.items(), key=lambda item: -item[1].probability))
    likeliest = next(iter(ranked))
    seen = _chance((fits & (kinds != HIDDEN_GRADE)).reshape(SAMPLE_SHIFTS, -1).sum(axis=1), by)
    close = ranked[likeliest].probability < agree
    return ToleranceReport(radius, agree, seen, ranked, likeliest, close, len(rows), len(rows) / len(points))


def verdict_grade(verdict: Verdict) -> VerdictGrade:
    """Return the grade of cover in a verdict, or "hidden" if the target is not visible."""
    return verdict.cover if verdict.visible else HIDDEN_GRADE


def _grades(
    table: Table,
    rules: SightRules,
    pair: tuple[Piece, Piece],
    ends: tuple[Floats, Floats],
    without: Collection[str],
) -> list[VerdictGrade]:
    """Return the grade of the verdict for each pair of positions (n, 2), judging all at once if possible."""
    grounds = any(is_named(terrain, rules.overlap) for terrain in table.ground.terrain)
    hazy = smoke_scene(table, rules, without) is not None
    if grounds or hazy or not can_judge_at_once(table, rules, *pair):
        pairs = zip(
            moved_copies(table.ground, pair[0], ends[0]),
            moved_copies(table.ground, pair[1], ends[1]),
            strict=True,
        )
        return [
            verdict_grade(ruling)
            for ruling in pair_verdicts(table, rules, list(pairs), without, with_blockers=False)
        ]
    shares = placement_visible_fractions(table, rules, pair, ends, without).tolist()
    return [cover_grade(rules, 1.0 - share, False) if share > 0.0 else HIDDEN_GRADE for share in shares]


def sample_points(count: int) -> Floats:
    """Return evenly spread points (n, 4) of the 4D unit cube, `count` points for each random shift."""
    steps = np.arange(1, count + 1)[:, None] * _GOLDEN ** -np.arange(1.0, 5.0)
    shifts = np.random.default_rng(1).random((SAMPLE_SHIFTS, 1, 4))
    return np.asarray(((steps + shifts) % 1.0).reshape(-1, 4))


def sampled_positions(piece: Piece, points: Floats, radius: float) -> Floats:
    """Return positions in a disc about a piece, computed from points (n, 2) of the unit square."""
    place = piece.place
    if not isinstance(place, OnTable):
        return np.zeros((len(points), 2))
    away, turn = radius * np.sqrt(points[:, 0]), 2.0 * np.pi * points[:, 1]
    return np.column_stack([place.x + away * np.cos(turn), place.y + away * np.sin(turn)])


def moved_copies(ground: Ground, piece: Piece, spots: Floats) -> list[Piece]:
    """Return copies of a piece at the given positions (n, 2), with its height above the ground unchanged.

    A piece that is not on the table stays where it is.
    """
    place = piece.place
    if not isinstance(place, OnTable):
        return [piece] * len(spots)
    places = (raised_place(ground, place, x, y) for x, y in spots.tolist())
    return [msgspec.structs.replace(piece, place=spot) for spot in places]


def are_possible(table: Table, pair: tuple[Piece, Piece], ends: tuple[Floats, Floats]) -> Bools:
    """Return a bool for each pair of positions: True if both pieces fit there.

    The pieces must not overlap solid terrain or bases, except those that they already overlap.
    """
    fits = _on_clear_ground(table, pair[0], ends[0]) & _on_clear_ground(table, pair[1], ends[1])
    if all(isinstance(piece.place, OnTable) for piece in pair):
        if any(piece.hull for piece in pair):
            fits &= _are_apart(
                moved_copies(table.ground, pair[0], ends[0]),
                moved_copies(table.ground, pair[1], ends[1]),
                pair,
            )
            return fits if fits.any() else np.ones(len(fits), dtype=bool)
        between = math.dist(pair[0].xy, pair[1].xy)
        reach = min(pair[0].radius + pair[1].radius - TOL, between)
        fits &= np.hypot(*(ends[0] - ends[1]).T) >= reach
    # If no placement is possible, all are accepted.
    return fits if fits.any() else np.ones(len(fits), dtype=bool)


def _gaps(moves: Sequence[Piece], other: Piece) -> Floats:
    """Return 0 for each position clear of the other base, and -1 for each position that overlaps it."""
    return np.array([-1.0 if bases_overlap(piece, other) else 0.0 for piece in moves])


def _are_apart(viewers: list[Piece], targets: list[Piece], pair: tuple[Piece, Piece]) -> Bools:
    """Return for each placement whether the bases are apart; all count as apart if they overlap already."""
    if bases_overlap(*pair):
        return np.ones(len(viewers), dtype=bool)
    return np.array([not bases_overlap(a, b) for a, b in zip(viewers, targets, strict=True)], dtype=bool)


def _on_clear_ground(table: Table, own: Piece, moves: Floats) -> Bools:
    """Return for each position whether it is on the table and clear of objects not overlapped already."""
    place = own.place
    if not isinstance(place, OnTable):
        return np.ones(len(moves), dtype=bool)
    scene, by_id = footing_scene(table), table.ground.terrain_by_id()
    spots = np.vstack([moves, own.xy])
    if own.hull:
        disc, solid = scene.ring_overlaps(
            [piece.outline or () for piece in moved_copies(table.ground, own, spots)]
        )
    else:
        disc, solid = scene.disc_overlaps(np.column_stack([spots, np.full(len(spots), own.radius)]))
    stops = np.array(
        [
            not (by_id[s.id].has_trait(AREA_TRAIT) or is_relief(by_id[s.id]))
            and s.top > 0
            and can_stand_in(table, s, place.z)
            for s in scene.solids
        ],
        dtype=bool,
    )
    within = set(solid[disc == len(moves)].tolist())
    bad = [d for d, s in zip(disc.tolist(), solid.tolist(), strict=True) if stops[s] and s not in within]
    inside = (spots >= 0.0) & (spots <= (table.ground.width, table.ground.height))
    fits: Bools = inside[:, 0] & inside[:, 1]
    fits[bad] = False
    for other in table.standing_pieces():
        if other.id != own.id:
            gaps = _gaps(moved_copies(table.ground, own, spots), other) if own.hull or other.hull else None
            if gaps is None:
                gaps = np.hypot(*(spots - other.xy).T) - own.radius - other.radius + TOL
            fits &= gaps >= min(0.0, float(gaps[-1]))
    return fits[:-1]


def _chance(counts: Floats, by: Floats) -> EstimatedChance:
    """Return the fraction of placements counted, with a jackknife error over the shifts.

    `counts` and `by` are numbers per shift. For rare verdicts, whose jackknife error is unreliable, the error
    is that of an equal number of random placements.
    """
    total, whole = float(counts.sum()), float(by.sum())
    if min(total, whole - total) < MIN_COMMON_COUNT:
        part = (total + 1.0) / (whole + 2.0)
        return EstimatedChance(total / whole, float(np.sqrt(part * (1.0 - part) / whole)))
    rest = (total - counts) / np.maximum(whole - by, 1.0)
    spread_out = (SAMPLE_SHIFTS - 1) / SAMPLE_SHIFTS * ((rest - rest.mean()) ** 2).sum()
    return EstimatedChance(total / whole, float(np.sqrt(spread_out)))
