"""Going into position and leaving it."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..core.events import AttemptFailed
from ..core.marks import IN_POSITION, TRAVELLING
from ..core.state import Battle, Game
from ..ground.cover import is_in_cover
from ..morale.tests import roll_test
from .unit_actions import UnitAction, always_open

GOES = "SG-POS-01"
REMOVES = "SG-GAP-51"
OPEN_THREAT, COVER_THREAT = 2, 0
"""The threat levels of going in position in the open and in cover (SG-RCT-04, SG-RCT-05)."""


def position_threat(state: Battle, unit: Unit) -> int:
    """Return the threat level of the test for going into position where a unit stands."""
    return COVER_THREAT if is_in_cover(state, unit.id) else OPEN_THREAT


def go_in_position(play: Play[Game], unit: UnitId) -> Script[None]:
    """Roll a unit's test for going into position and mark the unit if it passes."""
    own = play.state.table.units[unit]
    if (yield from roll_test(play, own, position_threat(play.state, own), "to go in position", GOES)):
        set_mark(play, [unit], IN_POSITION, 1, GOES)
    else:
        play.emit(AttemptFailed(rule=GOES, what="go_in_position"))


def why_not_in_position(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot go into position, or "" if it can (SG-GAP-52)."""
    if unit.has_mark(TRAVELLING):
        return "it travels in column"
    return "it has failed once in this activation" if "go_in_position" in state.game.attempted else ""


def leave_position(play: Play[Game], unit: UnitId) -> Script[None]:
    """Remove the "in position" marker from a unit (SG-POS-02)."""
    set_mark(play, [unit], IN_POSITION, 0, REMOVES)
    yield from ()


GO_IN_POSITION = UnitAction(
    "Go in position",
    GOES,
    why_not_in_position,
    go_in_position,
    lambda state, unit: not unit.has_mark(IN_POSITION),
)
LEAVE_POSITION = UnitAction(
    "Leave position", REMOVES, always_open, leave_position, lambda state, unit: unit.has_mark(IN_POSITION)
)
