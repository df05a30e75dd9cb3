"""The ruleset's part of the state, and the phases of a game turn.

Pieces, terrain and markers are on the table; marks.py and events.py define marks and events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from battlesim.mechanics.activation import Activation
from battlesim.mechanics.turns import TurnState
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.limits import BoundedNumber, Coordinate, Count, Divisor, Length, TurnNumber
from battlesim.table.state import State
from battlesim.table.terrain import Ring

from .parameters import Parameters

OF_ITS_OWN = "MI-GAP-70"
MI = SideKey("mi")
BUGS = SideKey("bugs")


class GameUnit(msgspec.Struct, frozen=True):
    """A unit whose `kind` is platoon, hq, lance, viking, lone, marker or bugs (all Arachnids on the surface).

    It is deployed in its `zone` (rings in inches, or the deployment area if empty) before the battle or, if
    it `arrives` later, at the start of that MI turn.
    """

    id: UnitId
    name: str
    side: SideKey
    kind: str
    zone: tuple[Ring, ...] = ()
    arrives: TurnNumber = 0


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle with sides parallel to the axes and coordinates in inches."""

    x0: Coordinate
    y0: Coordinate
    x1: Coordinate
    y1: Coordinate

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies inside the rectangle or on its boundary."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    @property
    def ring(self) -> Ring:
        """The four corners of the rectangle."""
        return ((self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1))


class CircularZone(msgspec.Struct, frozen=True):
    """A circular zone given by its centre and radius in inches."""

    x: Coordinate
    y: Coordinate
    radius: Length


class SearchFind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is found when a structure is searched; `what` is survivors, entrance, nothing or table."""

    what: str
    amount: Count = 0
    entrance: str = ""


class HiddenEntrance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Tunnel Entrance in or beside a structure that is hidden from the Mobile Infantry player."""

    id: str
    structure: str
    x: Coordinate
    y: Coordinate


class ScheduledArrivals(msgspec.Struct, frozen=True):
    """The reinforcements of a kind by turn (-1 for all unused); the last applies to all later turns."""

    kind: str
    by_turn: tuple[Count, ...]
    returns: bool = True


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The victory points of a scenario for each kind of achievement, 0 for those that do not score."""

    humans_per_point: Divisor = 5
    survivors_score: bool = True
    dead_per_point: Divisor = 10
    point_for_dead: Count = 1
    robot: Count = 1
    plasma: Count = -1
    first_captive: Count = 4
    more_captives: Count = 2
    entrance_destroyed: Count = 0
    survivors_are_humans: bool = False


class Site(msgspec.Struct, frozen=True):
    """The scenario's settings for the battlefield, hidden objects, reinforcements and scoring.

    `hidden_entrances` is the number of hidden Tunnel Entrances. `most_groups` is the number of groups of a
    kind that may enter over an edge in one turn, or 0 for no limit.
    """

    outpost: Rectangle | None = None
    bedrock: Rectangle | None = None
    landing: CircularZone | None = None
    deploy: Rectangle | None = None
    transmitter: str = ""
    finds: dict[str, SearchFind] = {}
    hidden_entrances: Count = 0
    schedule: tuple[ScheduledArrivals, ...] = ()
    scoring: Scoring = Scoring()
    tunnelling_from: TurnNumber = 0
    marker_arrivals: bool = True
    most_groups: Count = 0
    dead_return: bool = True
    burrower: bool = True
    ends_without_bugs: bool = False


SET_UP_PHASE = "set_up"
"""The phase of turn 0."""


class Game(TurnState, frozen=True, kw_only=True):
    """The ruleset's part of the state of a battle; named counters are in `tally`."""

    parameters: Parameters
    site: Site
    units: dict[UnitId, GameUnit]
    phases: Annotated[tuple[str, ...], Meta(min_length=1)]
    phase: str = SET_UP_PHASE
    options: dict[str, str] = msgspec.field(default_factory=dict)
    activation: Activation | None = None
    hidden: tuple[HiddenEntrance, ...] = ()
    searched: tuple[str, ...] = ()
    points: dict[str, BoundedNumber] = msgspec.field(default_factory=lambda: {MI: 0.0, BUGS: 0.0})


Battle = State[Game]

SIDE_PHASES: Mapping[SideKey, tuple[str, ...]] = {
    MI: ("mi_start", "mi_activations", "mi_alert", "mi_strike_runs"),
    BUGS: ("bugs_start", "bugs_arrivals", "bugs_activations", "bugs_alert"),
}
TURN_END_PHASE = "turn_end"


def turn_phases(first_side: str) -> tuple[str, ...]:
    """Return the phases of a game turn in order."""
    first, second = (MI, BUGS) if first_side == MI else (BUGS, MI)
    return (*SIDE_PHASES[first], *SIDE_PHASES[second], TURN_END_PHASE)


def phase_side(phase: str) -> SideKey:
    """Return the side in whose player turn a phase falls, or "" for deployment and the end of a turn."""
    return next((side for side, names in SIDE_PHASES.items() if phase in names), NO_SIDE)
