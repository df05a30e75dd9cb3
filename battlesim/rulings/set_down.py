"""Where the figures of a group may be placed after the straight move of one figure. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.constants import TOL
from battlesim.geometry.set_down_zones import set_down_zone
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def set_down_area(
    table: Table,
    run: StraightRun,
    group: Sequence[Piece],
    *,
    chain: float,
    within: float,
    ahead: float,
    inside: str,
    features: Sequence[str],
    screens: Sequence[str],
    blocked: Sequence[str] = (),
    apart: tuple[tuple[str, float], ...] = (),
    replaced: bool = False,
) -> PlacementArea:
    """Return the area where a group may be placed after the straight move of the figure that is measured.

    All figures must be linked to that figure by gaps of at most `chain` inches and be within `within` inches
    of it. They must be on the same side of all `screens`, and in the feature `inside` or outside all
    `features`. They may be at most `ahead` inches farther along the line of its move, unless it has entered a
    feature. `apart` holds the gaps to be left to single pieces. If `replaced` is True, the measured figure is
    placed together with the others.
    """
    ground = table.ground
    lead = table.piece(run.piece)
    widest = max(piece.radius for piece in group)
    own = {piece.id for piece in group if piece.id != run.piece or replaced}
    unit = (0.0, 0.0)
    if not inside and run.length > TOL:
        unit = ((run.end[0] - run.start[0]) / run.length, (run.end[1] - run.start[1]) / run.length)
    zone = set_down_zone(
        run.end,
        within + lead.radius + widest,
        unit,
        ahead,
        table.terrain(inside).rings if inside else (),
        [ground.get(key).rings for key in features if key != inside],
        [ground.get(key).rings for key in screens],
    )
    return PlacementArea(
        zone=zone,
        blocked=(*blocked, *screens),
        bases=tuple(piece.id for piece in table.standing_pieces() if piece.id not in own),
        leader=run.piece,
        within=within,
        chain=chain,
        apart=apart,
    )
