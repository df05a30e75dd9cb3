"""Judge which pieces see each other, and through what; all other code asks these verdicts.

Previews, rules, players, logs and pictures use them alike.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
import numpy as np

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.scene import Scene
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.rulings.sight_case import SightCase
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules, is_named, parse_sight_rules
from battlesim.rulings.sight_scene import SightPose, roofed_boxes, sight_scene
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

__all__ = [
    "PLAIN_SIGHT",
    "Cover",
    "SightRules",
    "Verdict",
    "pair_verdicts",
    "parse_sight_rules",
    "verdict",
]

Cover = Literal["none", "partial", "full"]


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on what one piece sees of another.

    `share` is the visible fraction of the target, 0 to 1; `visible` also requires that it is within the limit
    of sight. `obscured` is true for any cover. `blockers` are the solids that hide some of the target by
    themselves, `through` the smoke markers that it is in or behind, `among` the terrain it stands in that
    obscures it. `distance` is between base edges in inches. `why` is the reason, other than terrain, that
    rules out sight. `hard` is the part of these that is hard cover.
    """

    viewer: str
    target: str
    visible: bool
    share: float
    cover: Cover
    obscured: bool
    distance: float
    blockers: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    why: AnyText = ""
    hard: tuple[str, ...] = ()


def verdict(
    table: Table, rules: SightRules, viewer: Piece, target: Piece, ignored_markers: Collection[str] = ()
) -> Verdict:
    """Return what one piece sees of another; see ``pair_verdicts``."""
    return pair_verdicts(table, rules, [(viewer, target)], ignored_markers)[0]


def pair_verdicts(
    table: Table,
    rules: SightRules,
    pairs: Sequence[tuple[Piece, Piece]],
    ignored_markers: Collection[str] = (),
    with_blockers: bool = True,
) -> list[Verdict]:
    """Return the verdicts on pairs of viewer and target; markers in ``ignored_markers`` do not count.

    A piece may occur several times at different positions, to be judged where it is not. Without
    ``with_blockers`` blockers stay empty, which saves half the time.
    """
    case = SightCase(table, rules, pairs, ignored_markers)
    share = case.visible_fractions()
    blockers = case.blockers(share) if with_blockers else [()] * len(pairs)
    smoke = case.smoke_markers()
    return [case_verdict(case, i, float(share[i]), blockers[i], smoke[i]) for i in range(len(pairs))]


def case_verdict(
    case: SightCase, i: int, share: float, blockers: tuple[str, ...], smoke: tuple[str, ...]
) -> Verdict:
    """Return the verdict on one pair of a case from its visible fraction."""
    rules, (viewer, target) = case.rules, case.pairs[i]
    sees, seen = case.stances[i]
    a, b = sees.pose, seen.pose
    if a is None or b is None:
        absent = viewer if a is None else target
        words = f"{absent.name} is not on the table"
        return Verdict(viewer.id, target.id, False, 0.0, "none", False, np.inf, why=words)
    distance = _distance(case.table, viewer, target, a, b)
    limit = rules.limit_of(viewer.id)
    near = distance <= limit + TOL or _is_under_one_roof(case.table, rules, a, b)
    why: AnyText = ""
    if not near:
        far = (length_text(distance, 2), length_text(distance - limit, 2), length_text(limit))
        why = phrase("{} away, {} too far: no model sees farther than {}", *far)
    among = tuple(sorted(seen.obscuring - sees.footing))
    cover = cover_grade(rules, 1.0 - share, bool(smoke or among))
    hard = _hard(case, i) if rules.hard else ()
    visible = share > FRACTION_TOL and near
    return Verdict(
        viewer.id,
        target.id,
        visible,
        share,
        cover,
        cover != "none",
        distance,
        blockers,
        smoke,
        among,
        why,
        hard,
    )


def _is_under_one_roof(table: Table, rules: SightRules, a: SightPose, b: SightPose) -> bool:
    """Return whether the line between two centres stays in terrain in which sight has no limit."""
    ground = table.ground
    if not rules.roofs or a.inside or b.inside:
        return False
    names = [
        key
        for key, (x0, y0, x1, y1) in roofed_boxes(ground, rules.roofs).items()
        if x0 <= a.x <= x1 and y0 <= a.y <= y1 and x0 <= b.x <= x1 and y0 <= b.y <= y1
    ]
    return bool(names) and ground_obstacles(ground).contains_segment((a.x, a.y), (b.x, b.y), names)


def _hard(case: SightCase, i: int) -> tuple[str, ...]:
    """Return the hard terrain that hides enough of the target by itself, or in which it stands."""
    rules, by_id = case.rules, case.table.ground.terrain_by_id()
    footing = [key for key in case.stances[i][1].footing if key in by_id]
    about = [key for key in footing if rules.concealed_fraction(by_id[key]) >= rules.hard_share]
    found = (key for key in (*case.hard_blockers.get(i, ()), *sorted(about)) if key in by_id)
    return tuple(dict.fromkeys(key for key in found if is_named(by_id[key], rules.hard)))


def _distance(table: Table, viewer: Piece, target: Piece, a: SightPose, b: SightPose) -> float:
    """Return the same as ``piece_gap``, but computed directly for two round bases."""
    if a.inside or b.inside or a.hull or b.hull:
        return piece_gap(table, viewer, target)
    dx, dy = a.x - b.x, a.y - b.y
    return max(0.0, math.sqrt(dx * dx + dy * dy) - (a.radius + b.radius))


def cover_grade(rules: SightRules, hidden: float, is_obscured: bool) -> Cover:
    """Return the grade of cover for a hidden fraction.

    Smoke or the terrain that the target stands in may also obscure it (``is_obscured``). A fraction within
    the rounding error of a threshold counts as on it.
    """
    if hidden > rules.full + FRACTION_TOL:
        return "full"
    return (
        "partial"
        if is_obscured or (hidden > FRACTION_TOL and hidden >= rules.partial - FRACTION_TOL)
        else "none"
    )


def scene_of(table: Table, rules: SightRules, ignored_markers: Collection[str] = ()) -> Scene:
    """Return the solids that hide, for code that draws what an eye sees."""
    return sight_scene(table, rules, ignored_markers)
