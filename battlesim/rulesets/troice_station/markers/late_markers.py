"""Optional markers that appear later in a battle. Lengths are in inches."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import allocate_id_number
from battlesim.rulings.piece_placement import PiecePlacement, placements_near
from battlesim.table.events import PiecesAdded
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Off, Piece
from battlesim.table.terrain import Ground

from ..core.lookups import MARKER_KIND
from ..core.marks import HOME
from ..core.profiles import profile
from ..core.state import CREATURES, Game
from ..ground.creature_placement import placement_area
from ..ground.motion import mover_radius, piece_as_mover
from . import contents

TRICKLE = "TS-GAP-83"
FIRST_LATE_MARKER_TURN = 4
LATE_MARKER_NUMBER = 5
MARKER_UNIT_ID = UnitId("creatures")


def quarter_edge_point(ground: Ground, quarter: int) -> Point:
    """Return the middle of the table edge at which a late marker enters a quarter of the table."""
    wide, high = ground.width, ground.height
    return {1: (wide / 4, high), 2: (wide * 3 / 4, high), 3: (wide, high / 4), 4: (0.0, high / 4)}[quarter]


def roll_late_marker(play: Play[Game]) -> Script[None]:
    """Roll for a late marker at the start of a turn, from turn 4 on, and place it if it appears."""
    under, game = play.under_rule(TRICKLE), play.state.game
    if not game.parameters.trickle or game.turn < FIRST_LATE_MARKER_TURN:
        return
    (die,) = yield from under.roll_dice([6], "whether another marker comes, on 5 or 6", rule=TRICKLE)
    if die < LATE_MARKER_NUMBER:
        return
    (quarter,) = yield from under.roll_dice([4], "the quarter in which a marker comes", rule=TRICKLE)
    marker = place_late_marker(under, quarter)
    yield from contents.deal_contents(play, [marker])


def place_late_marker(play: Play[Game], quarter: int) -> str:
    """Place a new marker as near to a quarter's edge point as an Alien fits, and return its id."""
    number, own, table = allocate_id_number(play, "marker-"), profile(MARKER_KIND), play.state.table
    x, y = quarter_edge_point(table.ground, quarter)
    radius, needed = own.base / 2, mover_radius(MARKER_KIND)
    at = (min(max(x, needed), table.ground.width - needed), min(y, table.ground.height - needed))
    id, name = f"marker-{number}", f"{own.name} {number}"
    piece = Piece(id, name, MARKER_KIND, CREATURES, MARKER_UNIT_ID, radius, own.height, Off())
    spot: PiecePlacement = placements_near(table, placement_area(play.state), [piece_as_mover(piece)], at)[0]
    piece = msgspec.structs.replace(piece, place=standing_place(table.ground, spot.x, spot.y))
    home = quarter if play.state.game.parameters.bound_to_home else 0
    play.emit(PiecesAdded(pieces=(piece.with_mark(HOME, home),)))
    return id
