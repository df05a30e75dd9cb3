"""Plans for group moves toward a goal or targets, in formation or piece by piece. Lengths are in inches.

The moves of a plan are always legal together (see `group_problem`). The same table always gives the same
plan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.contact import DiscOutline
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.group_placement import (
    CoherencyLimits,
    GroupGoal,
    MovingBase,
    placement_order,
    plan_group_paths,
)
from battlesim.geometry.paths import Path, shortest_path
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Point
from battlesim.rulings.hull_drives import moving_hull
from battlesim.rulings.move_requests import leg_near, leg_to, leg_toward_enemy, start_point
from battlesim.rulings.movement_check import GroupMoveDraft, end_rules_problem
from battlesim.rulings.movement_column import column_follower_legs, column_legs
from battlesim.rulings.movement_data import GroupLink, Leg, Motion
from battlesim.rulings.movement_formation import follower_legs, formation_legs
from battlesim.rulings.movement_ground import (
    costed_ground,
    ending_space,
    outline_of,
    passing_space,
    start_points,
    table_after_legs,
)
from battlesim.rulings.movement_legs import leg_toward
from battlesim.table.pieces import OnTable
from battlesim.table.state import Table

ADVANCE_FRACTIONS = (1.0, 0.75, 0.5, 0.25)
"""Fractions of its allowance with which a piece advances toward an enemy."""
ABREAST_SPACING_RADII = 2.1
"""Spacing in radii between the centres of pieces that enter the table side by side."""
ENEMY_CONTACT_IN, ENEMY_NEARBY_IN = 1.0, 6.0
"""Distances in inches from a goal within which an enemy must stand, and other enemies are attacked."""


def suggest_group_legs(
    table: Table,
    motions: Sequence[Motion],
    link: GroupLink | None,
    goal: Point,
    targets: Sequence[str] = (),
    contact: float = 1.0,
) -> tuple[Leg, ...]:
    """Return moves, in order, that take a group toward a goal or into contact with targets.

    If `targets` are given, as many pieces as possible end within `contact` inches of a target. Pieces that
    cannot get nearer without breaking coherency do not move. For example, if five pieces move toward an
    enemy, two may reach it while the other three end behind them in coherency.
    """
    link = link or GroupLink()
    if link.kind == "column":
        return column_legs(table, motions, link, goal)
    if link.kind != "leader":
        return formation_legs(table, motions, link, goal)
    movable = sorted(
        (m for m in motions if m.allowance > 0.0 and (m.leaving or m.starts)),
        key=lambda m: (m.piece != link.leader, m.piece),
    )
    if not movable:
        return ()
    if any(moving_hull(table, motion) for motion in movable):
        return individual_legs(table, movable, link, lambda motion: leg_toward(table, motion, goal))
    leads = movable[0].piece == link.leader
    spaces = _Spaces(table, frozenset(m.piece for m in movable))
    movers = [spaces.mover(motion, goal) for motion in movable]
    aim = GroupGoal(_route(movers[0], goal), _discs(table, targets), contact)
    bond = CoherencyLimits(link.within, link.chain, None if leads else _leader_disc(table, link))
    paths = plan_group_paths(movers, aim, bond, leads)
    pairs = ((movable[i], paths[i]) for i in placement_order(movers, aim, leads))
    legs = tuple(_leg(table, motion, path) for motion, path in pairs if path is not None)
    if any(spaces.group.intersection(motion.hindering) for motion in movable):
        return compatible_legs(table, motions, link, legs)
    return legs


def compatible_legs(
    table: Table, motions: Sequence[Motion], link: GroupLink | None, legs: Iterable[Leg]
) -> tuple[Leg, ...]:
    """Return the moves that are legal together. Each move is tried after the moves already accepted.

    For a group without a leader, all moves are first tried at once, because such a group may be in coherency
    only after all of its pieces have moved.
    """
    draft, legs = GroupMoveDraft(table, motions, link), tuple(legs)
    if link and link.kind != "leader" and draft.try_add(*legs):
        return draft.legs
    for leg in legs:
        draft.try_add(leg)
    return draft.legs


def individual_legs(
    table: Table, motions: Sequence[Motion], link: GroupLink | None, find: Callable[[Motion], Leg | None]
) -> tuple[Leg, ...]:
    """Return the move that `find` returns for each piece of a group, leader first.

    A move that is not legal after the earlier moves is left out.
    """
    lead = link.leader if link else ""
    found = (find(motion) for motion in sorted(motions, key=lambda motion: motion.piece != lead))
    return compatible_legs(table, motions, link, (leg for leg in found if leg is not None))


def advance_options(
    table: Table,
    motions: Mapping[str, Motion],
    before: Sequence[Leg],
    motion: Motion,
    ordered: Callable[[Leg], tuple[Leg, ...]],
    link: GroupLink | None,
) -> Iterator[tuple[Leg, ...]]:
    """Yield moves that bring a piece as near to an enemy as possible, alone and with the rest of its group.

    The piece moves after the moves in `before`. `ordered` returns all these moves in their final order.
    Shorter and shorter moves follow, because a long move may break the coherency of the group.
    """
    stood = table_after_legs(table, motions, before)
    for share in ADVANCE_FRACTIONS:
        leg = leg_toward_enemy(stood, msgspec.structs.replace(motion, allowance=share * motion.allowance))
        if leg is not None:
            legs = ordered(leg)
            yield legs
            yield (*legs, *remaining_legs(table, tuple(motions.values()), legs, link, leg.end))


def group_legs_to(
    table: Table, motions: Sequence[Motion], link: GroupLink | None, lead: Motion, goal: Point
) -> tuple[Leg, ...]:
    """Return moves that take a piece as near to a point as possible, and the rest of its group with it.

    Return () if the piece cannot get nearer to the point.
    """
    first = leg_near(table, lead, (goal,)).leg
    return (first, *remaining_legs(table, motions, (first,), link, first.end)) if first else ()


def remaining_legs(
    table: Table, motions: Sequence[Motion], legs: Sequence[Leg], link: GroupLink | None, goal: Point
) -> tuple[Leg, ...]:
    """Return moves for the pieces of a group that have not yet been moved.

    They attack enemies near the goal if there are any. Otherwise they move in formation if possible, or as
    near to the goal as they can.
    """
    if link and link.kind == "column" and legs:
        return column_follower_legs(table, motions, link, legs[0])
    if link and link.kind != "leader":
        return follower_legs(table, motions, link, tuple(legs), goal)
    draft = GroupMoveDraft(table, motions, link, legs)
    foes, known = _foes_at(table, motions, goal), -1
    while known < len(draft.legs):
        known = len(draft.legs)
        if draft.legs and not foes:
            _in_formation(draft)
        found = suggest_group_legs(draft.table, draft.motions_left(), link, goal, foes, ENEMY_CONTACT_IN)
        if not draft.try_add(*found):
            for leg in found:
                draft.try_add(leg)
    return draft.legs[len(legs) :]


def _foes_at(table: Table, motions: Sequence[Motion], goal: Point) -> list[str]:
    """Return the ids of the enemies near a goal, or an empty list if no enemy is within contact of it."""
    first = motions[0]
    side = table.piece(first.piece).side
    others = (p for p in table.standing_pieces() if p.side not in (side, ""))
    gaps = ((math.dist(p.xy, goal) - p.radius - first.radius, p.id) for p in others)
    about = sorted(pair for pair in gaps if pair[0] <= ENEMY_NEARBY_IN)
    return [name for _, name in about] if about and about[0][0] <= ENEMY_CONTACT_IN else []


def _in_formation(draft: GroupMoveDraft) -> None:
    """Add legs to the draft that move the other members by the first leg's shift, front members first."""
    (x0, y0), (x1, y1) = draft.legs[0].path[0], draft.legs[0].end
    dx, dy = x1 - x0, y1 - y0
    places = _lined_up(
        draft.start_table, draft.legs[0], [m for m in draft.motions_left() if m.allowance > 0.0]
    )
    ahead = sorted((-(at[0] * dx + at[1] * dy), piece, at) for piece, at in places.items() if at)
    for _, piece, at in ahead:
        found = leg_to(draft.table, draft.motion_by_piece[piece], ((at[0] + dx, at[1] + dy),))
        if found.leg is not None:
            draft.try_add(found.leg)


def _lined_up(table: Table, first: Leg, others: Sequence[Motion]) -> dict[str, Point | None]:
    """Return the start points of the other members by id, side by side if they enter over a table edge."""
    (x, y), (x1, y1) = first.path[0], first.end
    way = math.dist((x, y), (x1, y1)) or 1.0
    places = {motion.piece: start_point(table, motion) for motion in others}
    coming = [m for m in others if not m.leaving and not isinstance(table.piece(m.piece).place, OnTable)]
    for k, motion in enumerate(coming):
        aside = (k // 2 + 1) * (1 - 2 * (k % 2)) * ABREAST_SPACING_RADII * motion.radius / way
        places[motion.piece] = (x - (y1 - y) * aside, y + (x1 - x) * aside)
    return places


class _Spaces:
    """Free spaces for passing and ending, shared by motions that differ only in their piece."""

    def __init__(self, table: Table, group: frozenset[str]) -> None:
        self.table, self.group = table, group
        self.rooms: dict[tuple[Motion, float], tuple[FreeSpace, FreeSpace]] = {}

    def mover(self, motion: Motion, goal: Point) -> MovingBase:
        """Return the moving base for a motion whose end is not blocked by the other members of the group."""
        height = self.table.piece(motion.piece).height
        alike = msgspec.structs.replace(
            motion,
            piece="",
            allowance=0.0,
            starts=(),
            leaving="",
            ends=(),
            entries=(),
            occupied=self._besides_group(motion.occupied),
            hindering=self._besides_group(motion.hindering),
        )
        key = (alike, height)
        if key not in self.rooms:
            self.rooms[key] = (passing_space(self.table, *key), ending_space(self.table, *key))
        passing, ends_room = self.rooms[key]  # legs are checked against other members later
        begin = next(iter(start_points(self.table, motion, goal)), goal)
        return MovingBase(
            begin,
            motion.allowance,
            passing.without_overlaps_at(begin),
            ends_room,
            costed_ground(self.table, motion),
            lambda path: (
                not motion.ends or end_rules_problem(self.table, motion, Leg(motion.piece, path)) is None
            ),
            not motion.leaving and isinstance(self.table.piece(motion.piece).place, OnTable),
        )

    def _besides_group(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(p for p in pieces if p not in self.group)


def _route(first: MovingBase, goal: Point) -> Path:
    """Return the shortest path of the first mover to the goal, or a straight line if there is no path."""
    wanted = nearest_legal_position(first.passing_space, goal) or goal
    return shortest_path(first.passing_space, first.origin, wanted) or (first.origin, wanted)


def _discs(table: Table, targets: Sequence[str]) -> tuple[tuple[float, float, float], ...]:
    outlines = [outline_of(table, target) for target in targets]
    return tuple((d.x, d.y, d.radius) for d in outlines if isinstance(d, DiscOutline))


def _leader_disc(table: Table, link: GroupLink) -> tuple[float, float, float] | None:
    if link.leader not in table.pieces or link.within >= NO_LIMIT_IN or not table.piece(link.leader).in_play:
        return None
    outline = outline_of(table, link.leader)
    return (outline.x, outline.y, outline.radius) if isinstance(outline, DiscOutline) else None


def _leg(table: Table, motion: Motion, path: Path) -> Leg:
    """Return a leg along the path that ends facing in the direction of its last segment."""
    (x0, y0), (x1, y1) = path[-2], path[-1]
    facing = round(math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360.0, 3) % 360.0
    return Leg(motion.piece, path, facing)
