"""The marks that figures and squads carry, each declared once."""

from __future__ import annotations

from battlesim.table.compound_names import compound_name, subjects
from battlesim.table.pieces import Piece

DOWN = "down"
"""Incapacitated: alive, but out of action."""
HUGGED = "hugged"
"""Has a Face Hugger on it; its count is how many ends of a turn it has left to live."""
ACTIONS = "actions"
"""Actions performed in this turn."""
MOVED = "moved"
"""Moved, ran or crossed in its latest activation."""
RAN = "ran"
"""Ran in its latest activation."""
SHOTS = "shots"
"""Shots taken in this activation since it began, or since the figure went on Overwatch."""
EARLIER = "earlier"
"""Shots taken in this activation before the figure went on Overwatch."""
AIMED = "aimed"
"""Its last action was to aim."""
OVERWATCH = "overwatch"
"""May fire out of turn until its next activation."""
BINOCULARS = "binoculars"
"""Looks through infra-red binoculars."""
FOUGHT = "fought"
"""Has made its own attacks of this activation."""
STRAGGLER = "straggler"
"""Was put out of its group by something that its owner did not choose."""
AWAY = "away"
"""Was sent out of its group by its owner."""
STILL = "still"
"""Aims at no cost and moves no more in this activation."""
EMPTY = "empty"
"""Its weapon must be reloaded."""
ROUNDS = "rounds"
"""Firing actions since its weapon was loaded."""
CARRIED = "carried"
"""Its weapon was moved and is not set up again."""
GRENADES = "grenades"
"""Grenades thrown."""
VEHICLE = "vehicle"
"""On a vehicle: 1 while it moves, 2 at full speed (TS-GAP-43)."""
SUPPRESSED = "suppressed"
"""Has an action less in its next activation."""
LEFT = "left"
"""Actions that a creature has left in its activation."""
HOME = "home"
"""The quarter to which a creature is bound."""
HE = "he"
"""Of a squad: under high explosive fire."""
HMG_FIRE = "hmg_fire"
"""Of a squad: under HMG fire."""

ACTIVATION_MARKS = (MOVED, RAN, SHOTS, EARLIER, AIMED, OVERWATCH, BINOCULARS, FOUGHT, STILL)
"""What ends as the next activation of a figure begins."""

MAX_ACTIONS_PER_TURN = 3
"""Actions of one figure in a turn."""

COPY_MARK_PREFIX = "copy"


def copy_mark(recorder: str) -> str:
    """Return the mark of a copy of a recorder."""
    return compound_name(COPY_MARK_PREFIX, recorder)


def carried_copies(piece: Piece) -> tuple[str, ...]:
    """Return the recorders of which a figure carries copies."""
    return subjects((mark.name for mark in piece.marks), COPY_MARK_PREFIX)
