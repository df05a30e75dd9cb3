"""The ruleset's own part of the state. What belongs to one model is a mark on it (marks.py)."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.mechanics.turns import TurnState
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
    """The last combat of a model: its enemy, its result for the model, and the turn when it was fought."""

    enemy: str
    result: CombatResult
    turn: TurnNumber
    phase: str


OBJECTIVES = "IE-GAP-38"


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that scores at the end of the battle.

    "hold": a side that alone has a model within `within` inches of the marker `at` scores `points`. "count":
    `side` scores `points` for each of its models that near. "reach": `side` scores `points` for each of the
    named `models` whose base centre is in the zone `at`. "carry": `side` scores `points` if the marker `at`,
    which its models can take up, is in the zone `to`.
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
    """The turn state, the parameters, and what is known of models by their ids.

    A round is a turn of the table: its phases are the turns of the sides, named by their keys. `passed` holds
    the steps at the beginning of the present turn that are over, `acted` the models that have acted in it.
    `points` has the cost of each model, `seen` the enemies in its line of sight as the turn began,
    `sightings` the enemies that it has sighted in this turn, `triggered` the enemies that a waiting model may
    still shoot at in this turn, `combats` the last combat of each model, `held` the grappler of each model
    that is held, and `queue` the models that roll next on the table of stupidity. `objectives` are what else
    scores at the end. `zones` has the zone in which each detachment is set up, `edges` the edge of each side.
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
    zones: dict[str, tuple[Ring, ...]] = msgspec.field(default_factory=dict)
    edges: dict[str, str] = msgspec.field(default_factory=dict)


Battle = State[Game]
