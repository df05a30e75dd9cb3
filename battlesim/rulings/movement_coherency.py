"""Coherency of a group at the end of a move: whether its pieces are close enough together.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import msgspec

from battlesim.geometry.coherency import enclosing_radius
from battlesim.geometry.columns import column_order
from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement_data import GroupLink
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.phrases import AnyText, Inches, Ref, phrase
from battlesim.table.state import Table


def gap_between_ids(table: Table, a: str, b: str) -> float:
    """Return the gap in inches between two pieces in play, given by id. See `piece_gap`."""
    return piece_gap(table, table.piece(a), table.piece(b))


def is_in_play(table: Table, piece: str) -> bool:
    """Return whether a piece with this id exists and is in play."""
    return piece in table.pieces and table.pieces[piece].in_play


def link_problem(
    table: Table, movers: Sequence[str], stayers: Sequence[str], link: GroupLink
) -> AnyText | None:
    """Return the reason why the pieces of a group are not close enough together, or None if they are.

    If the group has a leader, the reason names the first moving piece that is too far from the leader and has
    no chain to a piece in coherency. Such a piece may have moved earlier or have stayed. Without a leader,
    the reason names the gap that separates the group, no matter which pieces moved.
    """
    if link.kind != "leader":
        return _separation_text(table, _members(table, (*movers, *stayers), link), link)
    if not is_in_play(table, link.leader) or link.within >= NO_LIMIT_IN:
        return None
    chained = link.chain > 0.0
    held = coherent_pieces(table, link, (), stayers) if chained else []
    for piece in movers:
        gap = gap_between_ids(table, piece, link.leader)
        chain = _nearest(table, piece, held) if chained and not _is_within(gap, link.within) else math.inf
        if not _is_within(gap, link.within) and not _is_within(chain, link.chain):
            near = phrase(
                " ({distance} from the nearest member in coherency, where at most {maximum} is allowed)",
                Inches(chain, 2),
                Inches(link.chain, -1),
            )
            return phrase(
                "{piece} ends {gap} from {leader}, but at most {maximum} is allowed{note}",
                Ref(piece),
                Inches(gap, 2),
                Ref(link.leader),
                Inches(link.within, -1),
                near if chain < math.inf else "",
            )
        held += _chained_pieces(table, link, piece, [p for p in stayers if p not in held]) if chained else []
    return None


def _members(table: Table, pieces: Iterable[str], link: GroupLink) -> list[str]:
    """Return the sorted ids of the members in play of a group without a leader."""
    return sorted({p for p in (*pieces, *link.others) if is_in_play(table, p)})


def _separation_text(table: Table, members: Sequence[str], link: GroupLink) -> AnyText | None:
    """Return a description of the gap that separates a group without a leader, or None if there is none."""
    if is_in_circle(table, members, link):
        return None
    if link.kind == "column":
        return _column_problem(table, members, link)
    if link.kind == "pairs":
        gaps = ((gap_between_ids(table, a, b), b, a) for a, b in combinations(members, 2))
        gap, piece, other = max(gaps, default=(0.0, "", ""))
        words = "{} would be {} from {}, at most {} is allowed"
        apart = phrase(words, Ref(piece), Inches(gap, 2), Ref(other), Inches(link.within, -1))
        return None if _is_within(gap, link.within) else apart
    joined = _largest_joined_part(table, members, link.within)
    left = [p for p in members if p not in joined]
    if not left:
        return None
    gap, piece = min((_nearest(table, p, joined), p) for p in left)
    words = "{} would be {} from the nearest of its group, at most {} is allowed"
    return phrase(words, Ref(piece), Inches(gap, 2), Inches(link.within, -1))


def _column_problem(table: Table, members: Sequence[str], link: GroupLink) -> AnyText | None:
    """Return the reason why the members on the table do not stand in single file, or None if they do."""
    order = _column(table, members)
    if order is None:
        return "the group would not stand in single file"
    for a, b in pairwise(order):
        gap = gap_between_ids(table, a, b)
        if not _is_within(gap, link.within):
            text = "{} would be {} behind {} in the column, at most {} is allowed"
            return phrase(text, Ref(b), Inches(gap, 2), Ref(a), Inches(link.within, -1))
    return None


def _column(table: Table, members: Sequence[str]) -> list[str] | None:
    standing = [table.piece(i) for i in members if table.piece(i).table_position is not None]
    order = column_order([piece.xy for piece in standing])
    return None if order is None else [standing[i].id for i in order]


def _largest_joined_part(table: Table, members: Sequence[str], within: float) -> list[str]:
    """Return the largest set of members joined by gaps of up to `within` inches; ties go to the lowest id."""
    left, parts = list(members), list[list[str]]()
    while left:
        part = [left.pop(0)]
        for piece in part:
            new = [p for p in left if _is_within(gap_between_ids(table, piece, p), within)]
            part.extend(new)
            left = [p for p in left if p not in new]
        parts.append(part)
    return max(parts, key=len, default=[])


def is_in_circle(table: Table, members: Sequence[str], link: GroupLink) -> bool:
    """Return whether the centres of all pieces on the table fit in the circle that `link` allows."""
    points = [piece.xy for piece in map(table.piece, members) if piece.table_position is not None]
    diameter = link.circle
    return not isinstance(diameter, msgspec.UnsetType) and _is_within(
        2.0 * enclosing_radius(points), diameter
    )


def _is_within(gap: float, most: float) -> bool:
    return gap <= most + TOL + ROUNDING_SLACK_IN


def _nearest(table: Table, piece: str, others: Iterable[str]) -> float:
    return min((gap_between_ids(table, piece, other) for other in others), default=math.inf)


def coherent_pieces(table: Table, link: GroupLink, held: Sequence[str], stayers: Sequence[str]) -> list[str]:
    """Return the ids of the pieces in coherency, that is, close enough to their group.

    They are the `held` pieces, the pieces near the leader, and the pieces linked to them by a chain.
    """
    sure = dict.fromkeys((*held, *(p for p in stayers if _near_leader(table, p, link))))
    found = list(sure)
    for piece in sure:
        found += _chained_pieces(table, link, piece, [p for p in stayers if p not in found])[1:]
    return found


def _chained_pieces(table: Table, link: GroupLink, piece: str, others: Sequence[str]) -> list[str]:
    """Return the given piece and all of `others` that are linked to it directly or by a chain."""
    found, left = [piece], [p for p in others if p != piece]
    for member in found:
        new = [p for p in left if _is_within(gap_between_ids(table, p, member), link.chain)]
        found += new
        left = [p for p in left if p not in new]
    return found


def _near_leader(table: Table, piece: str, link: GroupLink) -> bool:
    return _is_within(gap_between_ids(table, piece, link.leader), link.within)


class GroupTie(NamedTuple):
    """A line between two pieces of a group that shows whether they are close enough to each other."""

    a: Point
    b: Point
    holds: bool


def group_ties(table: Table, pieces: Iterable[str], link: GroupLink) -> list[GroupTie]:
    """Return lines between the pieces of a group that show whether they are close enough together.

    With a leader, each piece is tied to the leader or, through a chain, to the nearest piece closer to the
    leader. Without a leader, the lines join all pairs of pieces, or are the shortest that connect all pieces.
    """
    if link.kind != "leader":
        return _ties_of(table, _members(table, pieces, link), link)
    standing = [table.pieces[i] for i in pieces if i in table.pieces and table.pieces[i].table_position]
    lead = table.pieces.get(link.leader)
    if lead is None or lead.table_position is None or link.within >= NO_LIMIT_IN:
        return []
    found, placed = list[GroupTie](), [lead]
    for piece in sorted(standing, key=lambda p: (math.dist(p.xy, lead.xy), p.id)):
        if piece.id == lead.id:
            continue
        near = min(placed, key=lambda p: (math.dist(p.xy, piece.xy), p.id))
        chained = link.chain > 0.0 and _is_within(gap_between_ids(table, piece.id, near.id), link.chain)
        holds = chained or _is_within(gap_between_ids(table, piece.id, lead.id), link.within)
        found.append(GroupTie(piece.xy, (near if chained else lead).xy, holds))
        placed.append(piece)
    return found


def _ties_of(table: Table, members: Sequence[str], link: GroupLink) -> list[GroupTie]:
    """Return the ties between the members on the table of a group without a leader."""
    standing = [table.pieces[i] for i in members if table.pieces[i].table_position]
    column = _column(table, members) if link.kind == "column" else None
    if column is not None:
        return [
            GroupTie(
                table.piece(a).xy, table.piece(b).xy, _is_within(gap_between_ids(table, a, b), link.within)
            )
            for a, b in pairwise(column)
        ]
    gaps = sorted((gap_between_ids(table, a.id, b.id), a.id, b.id) for a, b in combinations(standing, 2))
    part, found = {piece.id: piece.id for piece in standing}, list[GroupTie]()
    in_circle = is_in_circle(table, members, link)
    for gap, a, b in gaps:
        if link.kind == "pairs" or part[a] != part[b]:
            holds = in_circle or (link.kind != "column" and _is_within(gap, link.within))
            found.append(GroupTie(table.pieces[a].xy, table.pieces[b].xy, holds))
            part = {i: part[a] if of == part[b] else of for i, of in part.items()}
    return found
