"""The ruleset's own part of the state, and the values of a unit; what changes in a battle is a mark."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.geometry.shapes import Ring
from battlesim.mechanics.activation import Activation
from battlesim.mechanics.turns import TurnState
from battlesim.table.ids import UnitId
from battlesim.table.limits import BoundedNumber, Count, TurnNumber
from battlesim.table.state import State

from .parameters import Motivation, Parameters
from .profiles import SystemGrade

Quality = Literal["untrained", "green", "regular", "veteran", "elite"]
CommandLevel = Literal["squad", "platoon", "company", "battalion", "regiment", "higher"]


SupportKind = Literal["artillery", "orbital", "air"]
BurstSize = Literal["small", "medium", "large", "very_large"]


class Battery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source of support of a side: how many missions of how many rounds it can still fire.

    An `observer` that is attached to it ignores the command levels between them.
    """

    id: str
    side: str
    name: str = "Mortar battery"
    kind: SupportKind = "artillery"
    level: CommandLevel = "company"
    size: BurstSize = "medium"
    rounds: Count = 3
    missions: Count = 3
    warheads: tuple[str, ...] = ("explosive",)
    observer: str = ""


class Mission(msgspec.Struct, frozen=True):
    """Support on its way: what was called by whom, where it is to fall, and in which turn it arrives.

    In hidden play it has several `markers`, one of them at its point; to the enemy its point is `guessed`.
    """

    id: str
    battery: str
    caller: str
    at: tuple[float, float]
    warhead: str
    rounds: Count
    turn: TurnNumber
    markers: tuple[str, ...] = ()
    guessed: bool = False


Sensors = Literal["", "eye", "basic", "enhanced", "superior"]
Edge = Literal["south", "north", "west", "east"]
"""An edge of the table; south is y = 0."""


class ExitObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The edge over which a side is to leave the table, and its points for each unit that does."""

    side: str
    edge: Edge
    vehicle: BoundedNumber
    squad: BoundedNumber


class UnitRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `rules` of a unit in a scenario. A lower `leadership` is better.

    A `hidden` unit begins under a counter, a sniper's with empty ones at `decoys`; the counter of a sniper
    and those that go with it `covers` its unit. `independent` figures take hits and tests of their own.
    `sensors` are "" for those of its kind.
    `under` is the unit that commands it, `specialist` the kinds of support that it observes or directs. An
    `automated` alien unit has no leader and feels no panic. `electronics` is the grade of its electronic
    warfare system, `drone` that of the drones that it flies. `fire_control`, `guidance` and `ecm` are the
    systems of those on foot; vehicles have their own. A unit may have the TERROR effect, be a `medical` unit
    that treats others too, and begin the battle `travelling` in column.
    """

    quality: Quality = "regular"
    leadership: Literal[1, 2, 3] = 2
    level: CommandLevel = "squad"
    under: str = ""
    motivation: Motivation | Literal[""] = ""
    confidence: Literal[1, 2, 3, 4, 5] = 5
    automated: bool = False
    independent: bool = False
    terror: bool = False
    medical: bool = False
    travelling: bool = False
    specialist: tuple[SupportKind, ...] = ()
    electronics: SystemGrade | Literal[""] = ""
    drone: SystemGrade | Literal[""] = ""
    hidden: bool = False
    decoys: tuple[tuple[float, float], ...] = ()
    sensors: Sensors = ""
    covers: str = ""
    fire_control: SystemGrade = "none"
    guidance: SystemGrade = "basic"
    ecm: SystemGrade = "none"


class MarkerObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that a side holds with a figure `within` inches of it while no enemy is that near."""

    at: str
    points: BoundedNumber
    within: BoundedNumber = 2.0


class Stronghold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that a side defends against the other one, and the figure that counts as its commander."""

    at: str
    side: str
    commander: str = ""


class HiveRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The alien force of a side, as strong as the option says.

    Its broods begin in the `zone`, or `hidden` under counters in a row across it, with dummies among them.
    What its growth adds comes up at the `spawn` points, if there are any.
    """

    side: str
    zone: str
    hidden: bool = False
    spawn: tuple[tuple[float, float], ...] = ()


class GroundPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points in a battle about ground: for each marker and, by side, for what else it does.

    `identified` is for each counter of the enemy that is turned over, `figures` for each enemy figure out of
    action.
    """

    ground: BoundedNumber = 1.0
    identified: dict[str, BoundedNumber] = {}
    figures: dict[str, BoundedNumber] = {}


class Game(TurnState, frozen=True, kw_only=True):
    """The turn state, the parameters and what belongs to no single unit.

    `phase` is the side that activates next, its phases are the sides. `fired` names the weapons that have
    fired in this turn as "unit weapon", `used` the weapons for one shot that are used up, `strength` the
    number of figures with which each unit began. `attempted` names what failed in the present activation and
    may not be tried again, `carriers` the figures that have carried wounded in it. `armed` has the weapons of
    figures that have taken up others. `edges` has the edge of the table to which each side retreats.
    `batteries` and `missions` are support that can be called and that is on its way, `chits` those left to
    each side.

    `zones` has the zone in which a unit is deployed, `dug_in` how many squads of a side begin in position,
    `first` the side that activates first in turn 1. A battle may be about a `stronghold`, or about `ground`:
    markers, each with its present owner, and the other `points` of such a battle. `laid` is the number of
    counters with which each side began. `hive` is the alien force that grows. `exited` has the units that
    have left over an edge, `vehicle_worth` the points for each lost vehicle, `figure_worth` those for each
    figure that can no longer act.
    """

    parameters: Parameters
    activation: Activation | None = None
    fired: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    strength: dict[str, Count] = msgspec.field(default_factory=dict)
    attempted: tuple[str, ...] = ()
    carriers: tuple[str, ...] = ()
    armed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    objectives: tuple[MarkerObjective, ...] = ()
    exits: tuple[ExitObjective, ...] = ()
    exited: tuple[UnitId, ...] = ()
    vehicle_worth: BoundedNumber = 0.0
    figure_worth: BoundedNumber = 1.0
    edges: dict[str, Edge] = msgspec.field(default_factory=dict)
    batteries: tuple[Battery, ...] = ()
    missions: tuple[Mission, ...] = ()
    chits: dict[str, Count] = msgspec.field(default_factory=dict)
    zones: dict[str, tuple[Ring, ...]] = msgspec.field(default_factory=dict)
    dug_in: dict[str, Count] = msgspec.field(default_factory=dict)
    first: str = ""
    stronghold: Stronghold | None = None
    ground: dict[str, str] = msgspec.field(default_factory=dict)
    points: GroundPoints = GroundPoints()
    laid: dict[str, Count] = msgspec.field(default_factory=dict)
    hive: HiveRules | None = None


Battle = State[Game]
