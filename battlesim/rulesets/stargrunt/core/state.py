"""The ruleset's part of the state, and the values of units; changes of units are stored as marks."""

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
    """A source of support of a side, with the number of missions and of rounds that it can still fire.

    An `observer` attached to it ignores the command levels between them.
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
    """A support mission on its way: who called it, where it is aimed, and the turn in which it arrives.

    With hidden units it has several impact `markers`, one of them true; the enemy sees a `guessed` point.
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


class ExitObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table edge over which a side must leave, and the points for each unit that does.

    `wounded` is for each figure that started wounded and is brought off the table, and `abandoned` for each
    that is left behind there.
    """

    side: str
    edge: Edge
    vehicle: BoundedNumber = 0.0
    squad: BoundedNumber = 0.0
    wounded: BoundedNumber = 0.0
    abandoned: BoundedNumber = 0.0


class UnitRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `rules` of a unit in a scenario; a lower `leadership` is better.

    A `hidden` unit starts under a counter, a sniper with empty counters at `decoys`; each of these counters
    `covers` the sniper's unit. `independent` figures take hits and tests of their own. `sensors` are "" for
    the usual kind. `under` is the unit that commands it, and `specialist` lists the kinds of support that it
    directs. An `automated` alien unit has no leader and does not panic. `electronics` is the grade of its
    electronic warfare system, and `drone` that of its drones. `fire_control`, `guidance` and `ecm` are the
    systems of units on foot; vehicles have their own. A unit may cause TERROR, be a `medical` unit that also
    treats others, or start the battle `travelling` in single file.
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
    """A marker that a side holds if it has a figure within `within` inches of it and no enemy has."""

    at: str
    points: BoundedNumber
    within: BoundedNumber = 2.0


class Stronghold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that one side defends against the other, and the figure that counts as its commander."""

    at: str
    side: str
    commander: str = ""


class HiveRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The alien force of a side, whose strength an option sets.

    Its broods start in the `zone`, or `hidden` under a row of counters across it, some of them dummies. New
    broods appear at the `spawn` points, if any, from turn `grows_from` on. `broods` replaces the numbers of
    broods that the option sets.
    """

    side: str
    zone: str
    hidden: bool = False
    spawn: tuple[tuple[float, float], ...] = ()
    broods: dict[str, Count] | msgspec.UnsetType = msgspec.UNSET
    grows_from: TurnNumber | msgspec.UnsetType = msgspec.UNSET


class PointValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points for each marker in a battle for ground and, by side, for other achievements.

    `identified` is for each enemy counter that is turned over, `figures` for each enemy figure out of action.
    """

    ground: BoundedNumber = 1.0
    identified: dict[str, BoundedNumber] = {}
    figures: dict[str, BoundedNumber] = {}


class Game(TurnState, frozen=True, kw_only=True):
    """The ruleset's part of the state: the turn, the parameters, and whatever belongs to no single unit.

    `phase` is the side that activates next. `fired` names the weapons that have fired this turn as "unit
    weapon", `used` the single-shot weapons that are used up, and `strength` is the original number of figures
    of each unit. `attempted` names what failed in the current activation and cannot be tried again, and
    `carriers` the figures that have carried wounded in it. `armed` has the weapons of figures that have taken
    up others. `edges` are the table edges to which the sides retreat. `batteries` can be called for support,
    `missions` are on their way, and `chits` are those left to each side.

    `zones` are the deployment zones of units, `dug_in` is how many squads of a side start in position, and
    `first` the side that activates first. A battle may be for a `stronghold`, or for `ground` markers, each
    with its owner; `points` has values that differ by side. `laid` is the number of counters with which each
    side started. `hive` is the alien force that grows. `exited` lists the units that have left over an edge.
    `vehicle_worth` and `figure_worth` are the points for each lost vehicle and each figure out of action.
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
    zones: dict[UnitId, tuple[Ring, ...]] = msgspec.field(default_factory=dict)
    dug_in: dict[str, Count] = msgspec.field(default_factory=dict)
    first: str = ""
    stronghold: Stronghold | None = None
    ground: dict[str, str] = msgspec.field(default_factory=dict)
    points: PointValues = PointValues()
    laid: dict[str, Count] = msgspec.field(default_factory=dict)
    hive: HiveRules | None = None


Battle = State[Game]
