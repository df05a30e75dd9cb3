"""The area that a piece can attack from its position, limited by range (in inches), arc and sight.

Users: Mobile Infantry, Invasion Earth, Stargrunt, Alien Invasion, the toy.
"""

from __future__ import annotations

from battlesim.engine.ruleset import Threat
from battlesim.geometry.arcs import Arc, sector
from battlesim.geometry.regions import common_region
from battlesim.geometry.shapes import Region
from battlesim.rulings import threat_regions
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import AnyState, Table


def location_region(table: Table, piece: Piece) -> Region:
    """Return a region for the location of a piece: a tiny disc, or the building that the piece is in."""
    if isinstance(piece.place, Inside):
        return (table.terrain(piece.place.terrain).rings,)
    return threat_regions.disc_region(piece.xy, 0.001)


def clamped_range(table: Table, max_range: float) -> float:
    """Return the range of a weapon, or the table's width plus height if the range is greater than that."""
    return min(max_range, table.ground.width + table.ground.height)


def range_text(table: Table, max_range: float) -> AnyText:
    """Return the range of a weapon as text, or "any range" if it exceeds the table's width plus height."""
    return "any range" if max_range > clamped_range(table, max_range) else length_text(max_range)


def threatened_region(table: Table, piece: Piece, max_range: float, arc: Arc | None, seen: Region) -> Region:
    """Return the part of the visible region `seen` that lies within the range and arc of a weapon.

    The result is empty if the piece is off the table.
    """
    if not isinstance(piece.place, OnTable):
        return ()
    reach = piece.radius + clamped_range(table, max_range)
    now = common_region(seen, threat_regions.disc_region(piece.xy, reach))
    return common_region(now, ((sector(piece.xy, piece.place.facing, arc, reach),),)) if arc else now


def threats_after_move(
    view: AnyState, piece: str, name: str, max_range: float, move: float, rule: str
) -> tuple[Threat, ...]:
    """Return the areas that a piece can attack in all directions, now and after a move in a straight line.

    `move` is the length of the move in inches, or 0 for no move. Return () if the piece is off the table.
    """
    striker = view.table.pieces.get(piece)
    if striker is None or not striker.table_position:
        return ()
    reach = striker.radius + max_range
    now, then = (
        threat_regions.disc_region(striker.xy, reach),
        threat_regions.disc_region(striker.xy, reach + move),
    )
    text = phrase("{range} after a move of {distance}", length_text(max_range), length_text(move))
    return (Threat(name, text if move > 0.0 else length_text(max_range), rule, now, then),)
