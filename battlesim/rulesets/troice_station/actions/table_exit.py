"""Leaving the table over the edge of the landing zone, with everything that a figure carries."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play
from battlesim.rulings.movement import EntryOption, Motion
from battlesim.table.pieces import Off

from ..core.events import CopyBroughtHome
from ..core.marks import carried_copies
from ..core.state import Battle, Game

EXIT_ENTRY_ID = "landing_zone"
HOME = "TS-GAP-97"


def with_exit(state: Battle, motion: Motion) -> Motion:
    """Return a motion that may also leave the table over the edge of the landing zone."""
    xs = [x for x, _ in state.game.site.landing]
    edge = EntryOption(EXIT_ENTRY_ID, 0.0, "edge", stretch=((min(xs), 0.0), (max(xs), 0.0)))
    return msgspec.structs.replace(motion, entries=(edge,))


def leave_table(play: Play[Game], piece: str) -> None:
    """Remove a marine from the table for good, and record the copies it carries as brought home."""
    play = play.under_rule(HOME)
    mover = play.state.table.piece(piece)
    play.move_piece(piece, Off("left"), "leave")
    for recorder in carried_copies(mover):
        play.emit(CopyBroughtHome(recorder=recorder))
