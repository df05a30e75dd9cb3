"""Off the table over the edge of the landing zone, with what one carries."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play
from battlesim.rulings.movement import EntryOption, Motion
from battlesim.table.pieces import Off

from ..core.events import BroughtHome
from ..core.marks import copies
from ..core.state import Battle, Game

EXIT = "landing_zone"
HOME = "TS-GAP-97"


def added(state: Battle, motion: Motion) -> Motion:
    """A move that may also lead off the table, over the south edge of the landing zone."""
    xs = [x for x, _ in state.game.site.landing]
    edge = EntryOption(EXIT, 0.0, "edge", stretch=((min(xs), 0.0), (max(xs), 0.0)))
    return msgspec.structs.replace(motion, entries=(edge,))


def leave(play: Play[Game], piece: str) -> None:
    """A marine has left the table for good; his copies are home."""
    play = play.under_rule(HOME)
    mover = play.state.table.piece(piece)
    play.move_piece(piece, Off("left"), "leave")
    for recorder in copies(mover):
        play.emit(BroughtHome(recorder=recorder))
