"""The ruleset's own part of the state, and the phases of a game turn: one player turn of each side.

Pieces, terrain and markers are in the table; marks: marks.py; events: events.py.
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
    """A unit: platoon, hq, lance, viking, lone, bugs (the Arachnid models on the surface), marker.

    It is deployed in its `zone` (rings in inches; empty for the deployment area) before the battle, or at the
    start of the MI turn in which it `arrives`.
    """

    id: UnitId
    name: str
    side: SideKey
    kind: str
    zone: tuple[Ring, ...] = ()
    arrives: TurnNumber = 0


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle in inches."""

    x0: Coordinate
    y0: Coordinate
    x1: Coordinate
    y1: Coordinate

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies in the rectangle, edges included."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    @property
    def ring(self) -> Ring:
        """Its outline."""
        return ((self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1))


class CircularZone(msgspec.Struct, frozen=True):
    """A circle in inches."""

    x: Coordinate
    y: Coordinate
    radius: Length


class SearchFind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the search of a structure. `what`: survivors, entrance, nothing, table."""

    what: str
    amount: Count = 0
    entrance: str = ""


class HiddenEntrance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Tunnel Entrance that the MI player does not know of, in or at a structure."""

    id: str
    structure: str
    x: Coordinate
    y: Coordinate


class ScheduledArrivals(msgspec.Struct, frozen=True):
    """Reinforcements of one kind by turn 0, 1, 2 …; the last holds for all later turns; -1 means all."""

    kind: str
    by_turn: tuple[Count, ...]
    returns: bool = True


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of a scenario; points of 0 do not score."""

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
    """What the scenario lays down about the place (the outpost and its village).

    `hidden_entrances` is how many Tunnel Entrances are hidden: two at the outpost, none in the first
    scenario. `most_groups`: in how many groups a kind may come over an edge in one turn, 0 for any number.
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
    """What `TurnState` says of the moment; counters by name are in its `tally`."""

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
    """Whose player turn a phase belongs to; "" for set-up and turn end."""
    return next((side for side, names in SIDE_PHASES.items() if phase in names), NO_SIDE)
