"""The names of the marks of figures and squads."""

from __future__ import annotations

from battlesim.table.compound_names import compound_name, subjects
from battlesim.table.pieces import Piece

DOWN = "down"
"""The figure is incapacitated: alive, but out of action."""
HUGGED = "hugged"
"""The figure has a Face Hugger on it; the count is the number of turn ends until it dies."""
ACTIONS = "actions"
"""The number of actions performed in this turn."""
MOVED = "moved"
"""The figure moved, ran or crossed obstacles in its latest activation."""
RAN = "ran"
"""The figure ran in its latest activation."""
SHOTS = "shots"
"""The number of shots taken since this activation began, or since the figure went on Overwatch."""
EARLIER = "earlier"
"""The number of shots taken in this activation before the figure went on Overwatch."""
AIMED = "aimed"
"""The figure's last action was to aim."""
OVERWATCH = "overwatch"
"""The figure may fire out of turn until its next activation."""
BINOCULARS = "binoculars"
"""The figure is looking through infra-red binoculars."""
FOUGHT = "fought"
"""The figure has made its own melee attacks in this activation."""
STRAGGLER = "straggler"
"""The figure was separated from its group by events that its player did not choose."""
AWAY = "away"
"""The figure was sent away from its group by its player."""
STILL = "still"
"""The figure has aimed at no cost and may not move in this activation."""
EMPTY = "empty"
"""The figure's weapon must be reloaded."""
ROUNDS = "rounds"
"""The number of firing actions since the figure's weapon was loaded."""
CARRIED = "carried"
"""The figure's weapon was moved and has not been set up again."""
GRENADES = "grenades"
"""The number of grenades that the figure has thrown."""
VEHICLE = "vehicle"
"""The figure is on a vehicle; the count is 1 while it moves and 2 at full speed (TS-GAP-43)."""
SUPPRESSED = "suppressed"
"""The creature has one action less in its next activation."""
LEFT = "left"
"""The number of actions that a creature has left in its activation."""
HOME = "home"
"""The number of the quarter to which a creature is bound."""
HE = "he"
"""The squad is under high explosive fire."""
HMG_FIRE = "hmg_fire"
"""The squad is under HMG fire."""

ACTIVATION_MARKS = (MOVED, RAN, SHOTS, EARLIER, AIMED, OVERWATCH, BINOCULARS, FOUGHT, STILL)
"""The marks that are cleared as the next activation of a figure begins."""

MAX_ACTIONS_PER_TURN = 3
"""The maximum number of actions of one figure in a turn."""

COPY_MARK_PREFIX = "copy"


def copy_mark(recorder: str) -> str:
    """Return the name of the mark of a figure that carries a copy of a recorder."""
    return compound_name(COPY_MARK_PREFIX, recorder)


def carried_copies(piece: Piece) -> tuple[str, ...]:
    """Return the ids of the recorders of which a figure carries a copy."""
    return subjects((mark.name for mark in piece.marks), COPY_MARK_PREFIX)
