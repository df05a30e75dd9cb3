"""Which pieces see each other and what hides them, for rules, AI players, logs and pictures."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import msgspec
import numpy as np

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point
from battlesim.rulings.ground_cover import COVER_GRADES, ground_cover
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.rulings.sight_case import SightCase
from battlesim.rulings.sight_rules import PLAIN_SIGHT, Cover, SightRules, is_named, parse_sight_rules
from battlesim.rulings.sight_scene import SightPose, roofed_boxes, sight_scene
from battlesim.table.ids import NO_UNIT
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

POINT_RADIUS_IN = 0.001
"""The radius of the base of a piece that stands for a point."""
__all__ = [
    "PLAIN_SIGHT",
    "Cover",
    "SightRules",
    "Verdict",
    "is_point_seen",
    "pair_verdicts",
    "parse_sight_rules",
    "verdict",
]


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on how much a viewer sees of a target.

    `share` is the visible fraction of the target, from 0 to 1. `visible` also requires that the target is
    within the range of sight. `obscured` is True for any cover. `blockers` are the solids that each hide part
    of the target. `through` holds the smoke markers in or behind which the target stands, and `among`
    the obscuring terrain in which it stands. `hard` holds the hard cover among `blockers` and the
    target's terrain. `distance` is the gap in inches. `why` is the reason, other than terrain, why the target
    cannot be seen.
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
    """Return the verdict on how much a viewer sees of a target. See `pair_verdicts`."""
    return pair_verdicts(table, rules, [(viewer, target)], ignored_markers)[0]


def pair_verdicts(
    table: Table,
    rules: SightRules,
    pairs: Sequence[tuple[Piece, Piece]],
    ignored_markers: Collection[str] = (),
    with_blockers: bool = True,
) -> list[Verdict]:
    """Return the verdict on each pair of viewer and target. Markers in `ignored_markers` are ignored.

    The pieces need not be at their positions on the table, so a pair can be judged at hypothetical positions.
    For example, pass a piece at ten positions to find from which of them it would see the target. If
    `with_blockers` is False, the verdicts name no blockers, which saves half the time.
    """
    case = SightCase(table, rules, pairs, ignored_markers)
    share = case.visible_fractions()
    blockers = case.blockers(share) if with_blockers else [()] * len(pairs)
    smoke = case.smoke_markers()
    return [case_verdict(case, i, float(share[i]), blockers[i], smoke[i]) for i in range(len(pairs))]


def is_point_seen(table: Table, rules: SightRules, viewers: Sequence[Piece], point: Point) -> bool:
    """Return whether any of the viewers would see a target at a point of the ground.

    The target has the height that the rules of sight give to targets.
    """
    for viewer in viewers:
        place = standing_place(table.ground, *point)
        there = msgspec.structs.replace(
            viewer, id="", unit=NO_UNIT, radius=POINT_RADIUS_IN, shape=msgspec.UNSET, place=place
        )
        if pair_verdicts(table, rules, [(viewer, there)], with_blockers=False)[0].visible:
            return True
    return False


def case_verdict(
    case: SightCase, i: int, share: float, blockers: tuple[str, ...], smoke: tuple[str, ...]
) -> Verdict:
    """Return the verdict on a pair of viewer and target from its visible fraction, blockers and smoke."""
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
        why = phrase("{distance} away, {excess} too far: no model sees farther than {limit}", *far)
    among = tuple(sorted(seen.obscuring - (frozenset() if rules.overlap_share else sees.footing)))
    hidden = 1.0 - case.cover_shares.get(i, share)
    cover = cover_of(rules, hidden, bool(smoke or among), case.rooms[i].covers_target)
    if rules.near_cover and not a.inside and not b.inside:
        near_it, _ = ground_cover(case.table.ground, rules, (a.x, a.y), (b.x, b.y), target.radius)
        cover = max(cover, near_it, key=COVER_GRADES.index)
    hard = _hard(case, i) if rules.hard else ()
    visible = share > FRACTION_TOL and near
    why = why or case.rooms[i].why
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
    """Return whether the line between two centres stays inside terrain in which sight has no limit."""
    ground = table.ground
    if not rules.roofs or a.inside or b.inside:
        return False
    names = [
        key
        for key, (x0, y0, x1, y1) in roofed_boxes(ground, rules.roofs).items()
        if x0 <= a.x <= x1
        and y0 <= a.y <= y1
        and x0 <= b.x <= x1
        and y0 <= b.y <= y1
        and max(a.z, b.z) < ground.get(key).height
    ]
    return bool(names) and ground_obstacles(ground).contains_segment((a.x, a.y), (b.x, b.y), names)


def _hard(case: SightCase, i: int) -> tuple[str, ...]:
    """Return the ids of hard terrain that hides enough of the target by itself or contains the target."""
    rules, by_id = case.rules, case.table.ground.terrain_by_id()
    footing = [key for key in case.stances[i][1].footing if key in by_id]
    about = [key for key in footing if rules.concealed_fraction(by_id[key]) >= rules.hard_share]
    found = (key for key in (*case.hard_blockers.get(i, ()), *sorted(about)) if key in by_id)
    return tuple(dict.fromkeys(key for key in found if is_named(by_id[key], rules.hard)))


def _distance(table: Table, viewer: Piece, target: Piece, a: SightPose, b: SightPose) -> float:
    """Return the same gap as `piece_gap`, computed faster if both bases are round."""
    if table.ground.lengths == "space" or a.inside or b.inside or a.hull or b.hull:
        return piece_gap(table, viewer, target)
    dx, dy = a.x - b.x, a.y - b.y
    return max(0.0, math.sqrt(dx * dx + dy * dy) - (a.radius + b.radius))


def cover_of(rules: SightRules, hidden: float, is_obscured: bool, is_in_room: bool) -> Cover:
    """Return the grade of cover for a hidden fraction of a target.

    A target at a door or window has at least the cover that the opening gives.
    """
    cover = cover_grade(rules, hidden, is_obscured)
    if is_in_room and not isinstance(rules.openings, msgspec.UnsetType):
        return max(cover, rules.openings.cover, key=COVER_GRADES.index)
    return cover


def cover_grade(rules: SightRules, hidden: float, is_obscured: bool) -> Cover:
    """Return the grade of cover for the fraction of a target that is hidden.

    `is_obscured` is True if smoke or the target's own terrain obscures the target, which gives at least
    partial cover. A fraction within the rounding error of a threshold counts as equal to the threshold.
    """
    if hidden > rules.full + FRACTION_TOL:
        return "full"
    return (
        "partial"
        if is_obscured or (hidden > FRACTION_TOL and hidden >= rules.partial - FRACTION_TOL)
        else "none"
    )


def scene_of(table: Table, rules: SightRules, ignored_markers: Collection[str] = ()) -> Scene:
    """Return a scene of all solids that block sight. It is used to draw the regions that pieces see."""
    return sight_scene(table, rules, ignored_markers)
