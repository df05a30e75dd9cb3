"""Where pieces can be placed, and the search for legal positions near a point. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.edge_distances import disc_gap_to_shape, is_point_in_shape
from battlesim.geometry.freespace import TABLE_EDGE_ID, FreeSpace, Obstacles, Obstruction, discs_array
from battlesim.geometry.hull_sweeps import standing_ground, sweep_obstructions
from battlesim.geometry.placement import (
    nearest_legal_position,
    packed_positions,
    positions_touching_disc,
    positions_touching_outline,
)
from battlesim.geometry.shapes import Point, Ring, Solid, centroid
from battlesim.rulings import building_solids
from battlesim.rulings.movement_coherency import link_problem
from battlesim.rulings.movement_data import GroupLink, LinkKind
from battlesim.rulings.movement_heights import pieces_at
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.levels import can_touch, standing_place
from battlesim.table.phrases import AnyText, Inches, Ref, joined_text, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

FREE_CIRCLE_LABEL = "a circle that is kept free"
"""The name given to circles that must be kept free when a base overlaps them."""


class PiecePlacement(msgspec.Struct, frozen=True):
    """The placement of a single piece: the centre of its base and its facing in degrees."""

    piece: str
    x: float
    y: float
    facing: float = 0.0


class PlacementArea(msgspec.Struct, frozen=True):
    """The limits on where pieces may be placed, as plain data. Lengths are in inches.

    `zone` is a shape (an outer ring, then holes; empty for the whole table) that must contain the centres of
    the bases, or the whole bases if `wholly` is True. The bases must not overlap `blocked` terrain, the
    `bases` of other pieces or `circles` (centre and radius). If `touching` is given, each base must touch or
    stand on a piece or terrain in it. `apart` holds minimum gaps to single pieces. `clear` is the minimum gap
    to blocked terrain and the table edge, and `spread` the minimum gap to `bases` and between the placed
    pieces. All pieces must be within `within` inches of the `leader`, or joined according to `kind` and
    `circle` (see `GroupLink`). `near` holds maximum gaps to single pieces. With `chain`, gaps of at most
    `chain` inches must also link all pieces to the leader.
    """

    zone: tuple[Ring, ...] = ()
    wholly: bool = False
    blocked: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    touching: tuple[str, ...] = ()
    apart: tuple[tuple[str, float], ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    clear: float = 0.0
    spread: float = 0.0
    leader: str = ""
    within: float = NO_LIMIT_IN
    kind: LinkKind = "leader"
    near: tuple[tuple[str, float], ...] | msgspec.UnsetType = msgspec.UNSET
    circle: float | msgspec.UnsetType = msgspec.UNSET
    chain: float | msgspec.UnsetType = msgspec.UNSET


def ground_obstacles(ground: Ground) -> Obstacles:
    """Return the terrain as obstacles, both whole and divided into walls and openings.

    The result is cached with the ground.
    """
    return ground.cached_value(
        "obstacles",
        lambda: Obstacles(
            (
                solid
                for terrain in ground.terrain
                for solid in (building_solids.whole_solid(terrain), *building_solids.part_solids(terrain))
            ),
            ground.width,
            ground.height,
        ),
    )


def free_space_on_table(
    table: Table, radius: float, blocked: Sequence[str], bases: Sequence[Piece]
) -> FreeSpace:
    """Return the free space for a base of the given radius between blocking terrain and standing pieces."""
    standing = [(p, p.place) for p in bases if isinstance(p.place, OnTable)]
    hulls = tuple((p.id, ring) for p, _ in standing if (ring := p.outline))
    held = _with_hulls(table.ground, hulls) if hulls else ground_obstacles(table.ground)
    standing = [(p, at) for p, at in standing if p.hull is None] if hulls else standing
    discs = discs_array([(at.x, at.y, p.radius) for p, at in standing])
    mask = held.mask((*blocked, *(name for name, _ in hulls)))
    return FreeSpace(held, radius, mask, discs, tuple([p.id for p, _ in standing]))


def _with_hulls(ground: Ground, hulls: tuple[tuple[str, Ring], ...]) -> Obstacles:
    """Return the obstacles of a ground together with bases that are not round, cached with the ground."""
    solids = (
        solid
        for terrain in ground.terrain
        for solid in (building_solids.whole_solid(terrain), *building_solids.part_solids(terrain))
    )
    bases = (Solid(name, (ring,), 1.0) for name, ring in hulls)
    return ground.cached_value(
        ("obstacles", hulls), lambda: Obstacles((*solids, *bases), ground.width, ground.height)
    )


def _space(table: Table, room: PlacementArea, piece: Piece, placed: Sequence[Piece]) -> FreeSpace:
    gone = {p.id for p in placed} | {piece.id}
    others = pieces_at(table, [i for i in room.bases if i not in gone], None, piece.height)
    held = [
        msgspec.structs.replace(p, radius=p.radius + room.spread - room.clear) for p in (*others, *placed)
    ]
    space = free_space_on_table(table, piece.radius + room.clear, room.blocked, held)
    if not room.circles:
        return space
    circles = discs_array((x, y, radius - room.clear) for x, y, radius in room.circles)
    return space.with_discs(circles, [FREE_CIRCLE_LABEL] * len(circles))


def _placed(table: Table, piece: Piece, spot: PiecePlacement) -> Piece:
    place = standing_place(table.ground, spot.x, spot.y, spot.facing)
    return msgspec.structs.replace(piece, place=place)


def _touches(table: Table, piece: Piece, thing: str) -> bool:
    if thing in table.pieces and isinstance(table.pieces[thing].place, OnTable):
        other = table.pieces[thing]
        return piece_gap(table, piece, other) <= TOL and can_touch(table.ground, piece, other)
    return (
        thing in table.ground.terrain_by_id()
        and disc_gap_to_shape(*piece.xy, piece.radius, table.terrain(thing).rings) <= TOL
    )


def obstructions_text(obstructions: Iterable[Obstruction]) -> AnyText:
    """Return a text that names the objects that a base overlaps, and the depth of each overlap."""
    return joined_text(
        (
            phrase("it extends {distance} over the table edge", Inches(fault.overlap, 3))
            if fault.id == TABLE_EDGE_ID
            else phrase("it overlaps {object} by {depth}", Ref(fault.id), Inches(fault.overlap, 3))
            for fault in obstructions
        ),
        "; ",
    )


def _too_near_text(faults: Iterable[Obstruction]) -> AnyText:
    """Return a text that names the objects to which a base is too near, and by how much."""
    near = (("the table edge" if f.id == TABLE_EDGE_ID else Ref(f.id), f) for f in faults)
    return joined_text(
        (phrase("it is {distance} too close to {item}", Inches(f.overlap, 3), what) for what, f in near), "; "
    )


def _zone_fault(room: PlacementArea, piece: Piece) -> AnyText:
    if not room.zone or is_point_in_shape(*piece.xy, room.zone):
        return ""
    return phrase("{piece} is outside the zone where it may be placed", Ref(piece.id))


def _place_fault(table: Table, room: PlacementArea, space: FreeSpace, piece: Piece) -> AnyText:
    """Return the reason why a piece may not stand at its position, apart from coherency, or "" if it may."""
    faults = base_obstructions(space, piece, room.clear)
    if faults:
        words = _too_near_text(faults) if room.clear or room.spread else obstructions_text(faults)
        return phrase("{piece} cannot be placed there: {reason}", Ref(piece.id), words)
    if zone := _zone_fault(room, piece):
        return zone
    if room.touching and not any(_touches(table, piece, thing) for thing in room.touching):
        return phrase("{} must touch {objects}", Ref(piece.id), joined_text(map(Ref, room.touching), " or "))
    for other, least in room.apart:
        held = table.pieces.get(other)
        if held is not None and held.in_play:
            gap = piece_gap(table, piece, held)
            if gap < least - TOL:
                words = "{} is {} from {}, at least {} is required"
                return phrase(words, Ref(piece.id), Inches(gap, 2), Ref(other), Inches(least, -1))
    return _too_far_fault(table, room, piece)


def _too_far_fault(table: Table, room: PlacementArea, piece: Piece) -> AnyText:
    for other, most in room.near or ():
        gap = piece_gap(table, piece, table.piece(other))
        if gap > most + TOL:
            words = "{} is {} from {}, at most {} is allowed"
            return phrase(words, Ref(piece.id), Inches(gap, 2), Ref(other), Inches(most, -1))
    return ""


def base_obstructions(space: FreeSpace, piece: Piece, clear: float = 0.0) -> list[Obstruction]:
    """Return the obstacles that a piece overlaps.

    For a base that is not round, obstacles nearer than `clear` inches are included.
    """
    ring = piece.outline
    if ring is None:
        return space.obstructions(piece.xy)
    return sweep_obstructions(space, standing_ground(ring, clearance=clear))


def placement_problem(
    table: Table, area: PlacementArea, pieces: Mapping[str, Piece], placements: Sequence[PiecePlacement]
) -> AnyText:
    """Return the reason why placements of pieces are not legal in an area, or "" if they are legal."""
    placed: list[Piece] = []
    for spot in placements:
        if spot.piece not in pieces or spot.piece in {p.id for p in placed}:
            return phrase("{piece} is not among the pieces to be placed, or is placed twice", Ref(spot.piece))
        piece = _placed(table, pieces[spot.piece], spot)
        if words := _place_fault(table, area, _space(table, area, piece, placed), piece):
            return words
        placed.append(piece)
    return _link_fault(table, area, placed)


def _link_fault(table: Table, room: PlacementArea, placed: Sequence[Piece]) -> AnyText:
    if room.kind != "leader":
        link = GroupLink(kind=room.kind, within=room.within, circle=room.circle)
        return link_problem(table.with_pieces(*placed), [piece.id for piece in placed], (), link) or ""
    leaders = [p for p in placed if p.id == room.leader] or [
        p for p in table.standing_pieces() if p.id == room.leader
    ]
    for piece in placed if leaders else ():
        gap = piece_gap(table, piece, leaders[0])
        if gap > room.within + TOL:
            words, leader = "{} is {} from {}, at most {} is allowed", Ref(leaders[0].id)
            return phrase(words, Ref(piece.id), Inches(gap, 2), leader, Inches(room.within, -1))
    if leaders and not isinstance(room.chain, msgspec.UnsetType):
        return _chain_fault(table, leaders[0], placed, room.chain)
    return ""


def _chain_fault(table: Table, leader: Piece, placed: Sequence[Piece], chain: float) -> AnyText:
    """Return which piece no chain of short gaps joins to the leader, "" if all are joined."""
    joined, left = [leader], [piece for piece in placed if piece.id != leader.id]
    while left:
        near = [p for p in left if any(piece_gap(table, p, other) <= chain + TOL for other in joined)]
        if not near:
            words = "{} is not joined to {} by gaps of at most {}"
            return phrase(words, Ref(left[0].id), Ref(leader.id), Inches(chain, -1))
        joined += near
        left = [piece for piece in left if piece not in near]
    return ""


def placements_near(
    table: Table, area: PlacementArea, pieces: Sequence[Piece], around: Point
) -> tuple[PiecePlacement, ...]:
    """Return legal placements near a point for as many of the pieces as possible, leader first."""
    placed: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: p.id != area.leader):
        space = _space(table, area, piece, placed)
        for x, y in _spots(table, area, space, piece, around):
            candidate = _placed(table, piece, PiecePlacement(piece.id, x, y, _facing(piece)))
            if not _place_fault(table, area, space, candidate) and not _link_fault(
                table, area, [*placed, candidate]
            ):
                placed.append(candidate)
                break
    return tuple(PiecePlacement(p.id, *p.xy, _facing(p)) for p in placed)


def _spots(
    table: Table, area: PlacementArea, space: FreeSpace, piece: Piece, around: Point
) -> Iterable[Point]:
    """Return the candidate points for placing a piece; for a base that is not round, nearest first."""
    if piece.hull is None:
        return _candidates(table, area, space, around)
    found = [
        spot
        for radius in planning_radii(piece)
        for spot in _candidates(table, area, replace(space, radius=radius + area.clear), around)
    ]
    return sorted(dict.fromkeys(found), key=lambda spot: math.dist(spot, around))


def planning_radii(piece: Piece) -> tuple[float, ...]:
    """Return the radii in inches of the round bases with which positions and paths of a piece are searched.

    For a base that is not round, these are the radii of the largest circle inside it and the one around it.
    """
    hull = piece.hull
    return (min(hull.length, hull.width) / 2.0, hull.circumradius) if hull else (piece.radius,)


def _facing(piece: Piece) -> float:
    return piece.place.facing if isinstance(piece.place, OnTable) else 0.0


def _candidates(table: Table, room: PlacementArea, space: FreeSpace, around: Point) -> Iterator[Point]:
    if room.touching:
        found = [spot for thing in room.touching for spot in _around(table, space, thing)]
        yield from sorted(found, key=lambda spot: (round(math.dist(spot, around), 6), spot))
        return
    first = nearest_legal_position(space, around, inside=room.zone)
    if first is not None:
        yield first
    yield from packed_positions(space, 24, around, room.zone, room.wholly)


def _around(table: Table, space: FreeSpace, thing: str) -> list[Point]:
    if thing in table.pieces and isinstance(table.pieces[thing].place, OnTable):
        other = table.pieces[thing]
        centre = [other.xy] if not space.obstructions(other.xy) else []
        return positions_touching_disc(space, other.xy, other.radius) + centre
    if thing in table.ground.terrain_by_id():
        return positions_touching_outline(space, table.terrain(thing).rings)
    return []


def area_middle(table: Table, area: PlacementArea) -> Point:
    """Return the middle of the zone in which pieces may be placed.

    If there is no zone, return the middle of the first object that must be touched. If there is no such
    object either, return the middle of the table.
    """
    if area.zone:
        return centroid(area.zone[0])
    for thing in area.touching:
        if thing in table.pieces and isinstance(table.pieces[thing].place, OnTable):
            return table.pieces[thing].xy
        if thing in table.ground.terrain_by_id():
            return centroid(table.terrain(thing).rings[0])
    return (table.ground.width / 2, table.ground.height / 2)
