"""Legality and cost of the moves of pieces and groups. Lengths are in inches and exact to `TOL`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from battlesim.geometry.arcs import bearing, signed_turn
from battlesim.geometry.constants import POSITION_QUANTUM_IN, TOL
from battlesim.geometry.contact import (
    distance_to_line,
    is_disc_in_shape,
    is_ring_in_shape,
    overhangs_wall_end,
)
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, TABLE_EDGE_ID
from battlesim.geometry.path_costs import PathCost
from battlesim.geometry.shapes import Point, Ring
from battlesim.rulings.hull_drives import drive_problem, moving_hull, planned_drive
from battlesim.rulings.movement_coherency import gap_between_ids, is_in_play, link_problem
from battlesim.rulings.movement_data import (
    EndAny,
    EndApart,
    EndInZone,
    EndNear,
    EndNearer,
    EndRule,
    GroupLink,
    Leg,
    Motion,
)
from battlesim.rulings.movement_ground import (
    contact_error,
    costed_ground,
    ending_space,
    entry_option_of,
    passing_space,
    place_after_leg,
    start_error,
    table_after_leg,
    table_after_legs,
)
from battlesim.rulings.piece_placement import obstructions_text
from battlesim.table.phrases import AnyText, Inches, Ref, joined_text, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

HEADING_TOL_DEG: Final = 0.1
"""Degrees by which a direction may exceed a heading limit, since positions are rounded to 0.001 in."""


def leg_path_cost(table: Table, motion: Motion, leg: Leg) -> PathCost:
    """Return the cost of a move's path, item by item. The cost of entering an object is not included."""
    return costed_ground(table, motion).path_cost(leg.path)


def leg_cost(table: Table, motion: Motion, leg: Leg) -> float:
    """Return the total cost of a move in inches.

    It is the sum of the path, difficult ground, climbs, driving backward and entering an object.
    """
    entry = entry_option_of(motion, leg.enters) if leg.enters else None
    driven = leg_path_cost(table, motion, leg).total + backing_cost(table, motion, leg)
    return driven + (entry.cost if entry else 0.0)


def backing_cost(table: Table, motion: Motion, leg: Leg) -> float:
    """Return the extra cost in inches of driving backward along parts of a path, or 0 for a round base."""
    hull = moving_hull(table, motion)
    return planned_drive(table, motion, leg, hull).extra if hull else 0.0


def leg_problem(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    """Return the reason why a piece's move is not legal, or None if it is legal."""
    return (
        _form_fault(motion, leg)
        or _start_fault(table, motion, leg)
        or heading_problem(motion, leg)
        or _ground_fault(table, motion, leg)
        or _cost_fault(table, motion, leg)
        or end_rules_problem(table, motion, leg)
    )


def _form_fault(motion: Motion, leg: Leg) -> AnyText | None:
    if leg.piece != motion.piece:
        return phrase("this is a move of {piece}, but {other} must move", Ref(leg.piece), Ref(motion.piece))
    if not leg.path or not all(math.isfinite(v) for p in leg.path for v in p):
        return phrase("the path of {piece} is empty or has a point that is not finite", Ref(leg.piece))
    if leg.enters and entry_option_of(motion, leg.enters) is None:
        return phrase("{piece} may not enter {object}", Ref(motion.piece), Ref(leg.enters))
    return None


def _ground_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    """Return the reason why a leg is blocked, along its path or at its end, or None if it is not."""
    hull = moving_hull(table, motion)
    if hull is None:
        return _path_fault(table, motion, leg) or _end_fault(table, motion, leg)
    return drive_problem(table, motion, leg, hull) or (
        _entry_fault(table, motion, leg) if leg.enters else None
    )


def heading_problem(motion: Motion, leg: Leg) -> AnyText | None:
    """Return the reason why a move breaks the limit on its directions, or None if it respects the limit."""
    if isinstance(motion.heading, msgspec.UnsetType):
        return None
    limit = motion.heading
    parts = [bearing(a, b) for a, b in pairwise(leg.path) if math.dist(a, b) > POSITION_QUANTUM_IN]
    directions = [*parts, *([leg.facing] if leg.facing is not None else [])]
    widest = max((abs(signed_turn(limit.facing, direction)) for direction in directions), default=0.0)
    if widest <= limit.within + HEADING_TOL_DEG:
        return None
    words = "{} may go and end at most {:.0f} degrees from its facing; this is {:.0f}: turn first"
    return phrase(words.format("{}", limit.within, widest), Ref(motion.piece))


def _at(point: Point) -> str:
    return f"({point[0]:.3f}, {point[1]:.3f})"


def _start_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    start = leg.path[0]
    off = start_error(table, motion, start)
    if off > TOL + ROUNDING_SLACK_IN:
        where = phrase("contact with {}", Ref(motion.leaving)) if motion.leaving else "where it may begin"
        words = "{piece} cannot begin at {point}: this is {distance} away from {place}"
        return phrase(words, Ref(motion.piece), _at(start), Inches(off, 3), where)
    if motion.leaving and (faults := ending_space(table, motion).obstructions(start)):
        return phrase(
            "{} cannot come out at {}: {reason}",
            Ref(motion.piece),
            _at(start),
            obstructions_text(faults),
        )
    return None


def _path_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    if len(leg.path) == 1:
        return None
    room, entry = (
        passing_space(table, motion).without_overlaps_at(leg.path[0]),
        entry_option_of(motion, leg.enters),
    )
    if entry is not None and entry.how == "edge":
        faults = room.path_obstructions((*leg.path[:-1], leg.path[-2]))
        faults += [fault for fault in room.path_obstructions(leg.path[-2:]) if fault.id != TABLE_EDGE_ID]
    else:
        faults = room.path_obstructions(leg.path)
    return phrase("{piece} cannot pass: {}", Ref(motion.piece), obstructions_text(faults)) if faults else None


def _stays(motion: Motion, leg: Leg) -> bool:
    return not motion.leaving and not leg.enters and math.dist(leg.path[0], leg.end) <= ROUNDING_SLACK_IN


def _end_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    if leg.enters:
        return _entry_fault(table, motion, leg)
    if _stays(motion, leg):
        return None
    faults = ending_space(table, motion).obstructions(leg.end)
    if not faults:
        return None
    return phrase("{} cannot end at {}: {reason}", Ref(motion.piece), _at(leg.end), obstructions_text(faults))


def _entry_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    entry = entry_option_of(motion, leg.enters)
    if entry is None or entry.full:
        why = f": {entry.full}" if entry else ""
        return phrase("{piece} may not enter {object}{reason}", Ref(motion.piece), Ref(leg.enters), why)
    if entry.how == "edge":
        off = distance_to_line(entry.stretch, leg.end)
        words = "{piece} is {distance} from the edge where it may leave, at {point}"
        return (
            phrase(words, Ref(motion.piece), Inches(off, 3), _at(leg.end))
            if off > TOL + ROUNDING_SLACK_IN
            else None
        )
    off = contact_error(table, leg.end, motion.radius, entry.id)
    if off > TOL + ROUNDING_SLACK_IN:
        words = "{} is {} from contact with {} at {}"
        return phrase(words, Ref(motion.piece), Inches(off, 3), Ref(entry.id), _at(leg.end))
    post = place_after_leg(table, motion, leg)
    if not isinstance(post, OnTable):
        return None
    if overhangs_wall_end(table.terrain(entry.id).rings, (post.x, post.y), motion.radius):
        words = "the base of {} would stand over the end of {} at {}"
        return phrase(words, Ref(motion.piece), Ref(entry.id), _at((post.x, post.y)))
    for other in dict.fromkeys((*motion.hindering, *motion.occupied)):
        held = table.pieces[other] if other in table.pieces and other != motion.piece else None
        if held is not None and isinstance(held.place, OnTable):
            overlap = held.radius + motion.radius - math.dist((post.x, post.y), held.xy)
            if overlap > TOL + ROUNDING_SLACK_IN:
                words = "the post at {} on {} is occupied by {}"
                return phrase(words, _at((post.x, post.y)), Ref(entry.id), Ref(other))
    return None


def _cost_fault(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    bill = leg_path_cost(table, motion, leg)
    entry = entry_option_of(motion, leg.enters) if leg.enters else None
    back = backing_cost(table, motion, leg)
    total = bill.total + back + (entry.cost if entry else 0.0)
    if total <= motion.allowance + TOL + ROUNDING_SLACK_IN:
        return None
    parts = [phrase("{} of path", Inches(bill.length, 2))]
    parts += [phrase("{cost} for difficult ground", Inches(bill.areas, 2))] * (bill.areas > TOL)
    parts += [phrase("{} for climbing", Inches(bill.climbs, 2))] * (bill.climbs > TOL)
    parts += [phrase("{cost} for driving backward", Inches(back, 2))] * (back > TOL)
    parts += [phrase("{cost} to enter {object}", Inches(entry.cost, 2), Ref(entry.id))] if entry else []
    sums = phrase(" ({})", joined_text(parts, " + ")) if len(parts) > 1 else ""
    words = "{piece} may move {allowance}, but this costs {cost}{parts}"
    return phrase(words, Ref(motion.piece), Inches(motion.allowance, -1), Inches(total, 2), sums)


def end_rules_problem(table: Table, motion: Motion, leg: Leg) -> AnyText | None:
    """Return the reason why a move breaks a rule about its end, or None if it breaks no such rule."""
    entry = entry_option_of(motion, leg.enters)
    for rule in motion.ends if entry is None or entry.how != "edge" else ():
        if words := end_rule_problem(table, motion, leg, rule):
            return words
    return None


def end_rule_problem(table: Table, motion: Motion, leg: Leg, rule: EndRule) -> AnyText | None:
    """Return the reason why a move breaks the given rule about its end, or None if it does not."""
    moved, name = table_after_leg(table, motion, leg), motion.piece
    match rule:
        case EndNear(pieces, within):
            gaps = [
                (gap_between_ids(moved, name, other), other) for other in pieces if is_in_play(moved, other)
            ]
            if gaps and min(gaps)[0] > within + TOL + ROUNDING_SLACK_IN:
                gap, other = min(gaps)
                words = "{} ends {} from {}, at most {} is allowed"
                return phrase(words, Ref(name), Inches(gap, 2), Ref(other), Inches(within, -1))
        case EndApart(pieces, least):
            gaps = [
                (gap_between_ids(moved, name, other), other) for other in pieces if is_in_play(moved, other)
            ]
            if gaps and min(gaps)[0] < least - TOL - ROUNDING_SLACK_IN:
                gap, other = min(gaps)
                words = "{} ends {} from {}, at least {} is required"
                return phrase(words, Ref(name), Inches(gap, 2), Ref(other), Inches(least, -1))
        case EndNearer(other):
            old, new = gap_between_ids(table, name, other), gap_between_ids(moved, name, other)
            if new > old - TOL - ROUNDING_SLACK_IN:
                words = "{piece} must end nearer to {object}: {old} before, {new} after"
                return phrase(words, Ref(name), Ref(other), Inches(old, 2), Inches(new, 2))
        case EndInZone(rings, wholly):
            if not _is_base_in_zone(moved.piece(name), rings, leg.end, motion.radius, wholly):
                much = "wholly " if wholly else ""
                return phrase("{piece} does not end {wholly}in the required zone", Ref(name), much)
        case EndAny(rules):
            problems = [end_rule_problem(table, motion, leg, each) for each in rules]
            return problems[-1] if all(problems) else None
    return None


def _is_base_in_zone(piece: Piece, rings: Sequence[Ring], at: Point, radius: float, wholly: bool) -> bool:
    """Return whether the centre of a base or, if `wholly`, the whole base lies in a zone."""
    outline = piece.outline if wholly else None
    if outline is not None:
        return is_ring_in_shape(rings, outline)
    return is_disc_in_shape(rings, at, radius if wholly else 0.0)


def group_problem(
    table: Table, motions: Sequence[Motion], legs: Sequence[Leg], link: GroupLink | None = None
) -> AnyText | None:
    """Return the reason why a group's moves, made in this order, are not legal, or None if they are legal.

    Each move is checked on the table after the earlier moves. Pieces that move later do not block it, so a
    piece may end where another stands if that piece has moved away or will move later. If the leader moves,
    it must move first. Pieces that do not move break no rule, and they can link others to the leader if they
    are in coherency. The result is cached with the table, because both the planner and the engine check a
    plan.
    """
    key = ("group", tuple(motions), tuple(legs), link)
    return table.cached_value(key, lambda: _group_fault(table, motions, legs, link or GroupLink("")))


def _group_fault(
    table: Table, motions: Sequence[Motion], legs: Sequence[Leg], link: GroupLink
) -> AnyText | None:
    own = {motion.piece: motion for motion in motions}
    words = _order_fault(own, legs, link)
    if words is None:
        words, table = _legs_fault(table, own, legs)
    return words or _coherency_fault(table, own, legs, link)


def _legs_fault(table: Table, own: Mapping[str, Motion], legs: Sequence[Leg]) -> tuple[AnyText | None, Table]:
    """Return the problem of the first illegal leg, or None, and the table after the legal legs before it."""
    for number, leg in enumerate(legs):
        waiting = frozenset(later.piece for later in legs[number + 1 :])
        motion = without_occupants(own[leg.piece], waiting)
        if words := leg_problem(table, motion, leg):
            return words, table
        table = table_after_leg(table, motion, leg)
    return None, table


def _coherency_fault(
    table: Table, own: Mapping[str, Motion], legs: Sequence[Leg], link: GroupLink
) -> AnyText | None:
    """Return the reason why the group is out of coherency after all of its legs, or None if it is not."""
    moving = {leg.piece for leg in legs}
    stayers = [key for key in own if key not in moving and key != link.leader and is_in_play(table, key)]
    movers = [leg.piece for leg in legs if leg.piece != link.leader and is_in_play(table, leg.piece)]
    return link_problem(table, movers, stayers, link)


def without_occupants(motion: Motion, pieces: frozenset[str]) -> Motion:
    """Return a copy of the limits on a move that lets it end where the given pieces stand.

    These pieces will have moved away by then.
    """
    return msgspec.structs.replace(
        motion,
        occupied=tuple(p for p in motion.occupied if p not in pieces),
    )


def _order_fault(motions: Mapping[str, Motion], legs: Sequence[Leg], link: GroupLink) -> AnyText | None:
    order = [leg.piece for leg in legs]
    for piece in order:
        if piece not in motions:
            return phrase("{piece} is not in the group that moves", Ref(piece))
        if order.count(piece) > 1:
            return phrase("{} moves twice", Ref(piece))
    if link.leader in order[1:]:
        return phrase("{unit} leads the group and must move before {piece}", Ref(link.leader), Ref(order[0]))
    return None


class GroupMoveDraft:
    """A group move under construction. Each piece's move is checked when it is added.

    `legs` holds the moves added so far, and `table` is the table after them. Legal moves stay legal when
    others are added, because a piece that moves later does not block an earlier end. Only coherency is
    checked again, because a piece may have been in coherency through another that now moves.
    """

    def __init__(
        self, table: Table, motions: Sequence[Motion], link: GroupLink | None, legs: Sequence[Leg] = ()
    ) -> None:
        self.start_table, self.motions, self.link = table, tuple(motions), link
        self.motion_by_piece = {motion.piece: motion for motion in motions}
        self.legs = tuple(legs)
        self.table = table_after_legs(table, self.motion_by_piece, legs)
        self._legal = group_problem(table, motions, legs, link) is None

    def motions_left(self) -> list[Motion]:
        """Return the limits on the moves of those pieces of the group that have not yet been moved."""
        moved = {leg.piece for leg in self.legs}
        return [motion for motion in self.motions if motion.piece not in moved]

    def try_add(self, *legs: Leg) -> bool:
        """Add moves if they are legal after the earlier moves. Return whether they were added."""
        words, table = self._fault(legs)
        if words is None:
            self.legs, self.table, self._legal = (*self.legs, *legs), table, True
        return words is None

    def _fault(self, more: Sequence[Leg]) -> tuple[AnyText | None, Table]:
        """Return the reason why the legs cannot be added, or None, and the table after them."""
        legs = (*self.legs, *more)
        if not self._legal:
            words = group_problem(self.start_table, self.motions, legs, self.link)
            return words, table_after_legs(self.start_table, self.motion_by_piece, () if words else legs)
        if words := _order_fault(self.motion_by_piece, legs, self.link or GroupLink("")):
            return words, self.table
        words, table = _legs_fault(self.table, self.motion_by_piece, more)
        return words or _coherency_fault(table, self.motion_by_piece, legs, self.link or GroupLink("")), table
