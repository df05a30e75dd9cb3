"""The ruleset's part of the state; facts about a single model are stored as marks on it (marks.py)."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.mechanics.turns import TurnState
from battlesim.table.ids import UnitId
from battlesim.table.limits import BoundedNumber, TurnNumber
from battlesim.table.state import State
from battlesim.table.terrain import Ring

from .parameters import Parameters

BEGIN_PHASE = "begin"
"""The phase before the first turn, in which the order of the sides is decided."""

WAITING_STEP = "waiting"
"""The step at the beginning of a turn in which laying in wait is declared; fear tests are over after it."""
WAITING_CLOSED = "declarations of laying in wait"
"""The milestone that laying in wait can no longer be declared in this turn."""

CombatResult = Literal["won", "lost", "drawn"]


class Combat(msgspec.Struct, frozen=True):
    """The last combat of a model: its opponent, the result for the model, and the turn when it was fought."""

    enemy: str
    result: CombatResult
    turn: TurnNumber
    phase: str


OBJECTIVES = "IE-GAP-38"


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that scores points at the end of the battle.

    "hold": a side that alone has a model within `within` inches of the marker `at` scores `points`. "count":
    `side` scores `points` for each of its models that near. "reach": `side` scores `points` for each of the
    named `models` whose base centre is in the zone `at`. "carry": `side` scores `points` if the marker `at`,
    which its models can carry, is in the zone `to`.
    """

    kind: Literal["hold", "count", "reach", "carry"]
    at: str
    points: BoundedNumber
    side: str = ""
    within: BoundedNumber = 2.0
    models: tuple[str, ...] = ()
    to: str = ""
    zone: tuple[Ring, ...] = ()
    zone_name: str = ""


class Game(TurnState, frozen=True, kw_only=True):
    """The ruleset's part of the state: the turn, the parameters, and facts about models by their ids.

    The phases of a round are the turns of the sides, named by their keys. `passed` lists the steps at the
    start of the current turn that are over, and `acted` the models that have acted in it. `points` is the
    cost of each model, `seen` the enemies in its line of sight as the turn began, and `sightings` those that
    it has sighted this turn. `triggered` lists the enemies at which a waiting model may still shoot this
    turn, `combats` the last combat of each model, and `held` the grappler of each held model. `queue` lists
    the models that roll next on the stupidity table. `objectives` score at the end. `zones` has the
    deployment zone of each detachment, and `edges` the table edge of each side.
    """

    parameters: Parameters
    points: dict[str, BoundedNumber] = msgspec.field(default_factory=dict)
    sightings: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    seen: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    triggered: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    combats: dict[str, Combat] = msgspec.field(default_factory=dict)
    held: dict[str, str] = msgspec.field(default_factory=dict)
    queue: tuple[str, ...] = ()
    objectives: tuple[Objective, ...] = ()
    zones: dict[UnitId, tuple[Ring, ...]] = msgspec.field(default_factory=dict)
    edges: dict[str, str] = msgspec.field(default_factory=dict)


Battle = State[Game]
