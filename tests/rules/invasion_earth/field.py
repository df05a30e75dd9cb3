"""A small battle for tests of Invasion Earth: models at points, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import MoveProgress
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.actions.activation import action_decision
from battlesim.rulesets.invasion_earth.battle.forces import measured_ground
from battlesim.rulesets.invasion_earth.battle.turn_sequence import START_STEPS
from battlesim.rulesets.invasion_earth.core.parameters import resolve_parameters
from battlesim.rulesets.invasion_earth.core.profiles import profiles
from battlesim.rulesets.invasion_earth.core.state import Battle, Game
from battlesim.rulesets.invasion_earth.waiting.zones import WaitingSide
from battlesim.table.events import DiceRolled
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain
from battlesim.table.units import Unit
from battlesim.testing.script import ScriptResult, begin_run, perform_rules, play_script

SMG, SLR, LMG, DALEK = "unit_trooper_smg", "unit_trooper_slr", "unit_lmg_gunner", "dalek"
NORTH, EAST, SOUTH, WEST = 90.0, 0.0, 270.0, 180.0
OWN, ENEMY = SideKey("unit"), SideKey("aliens")
CENTRE = 24.0
"""The middle of the table: points of tests are relative to it."""
SIGHTING = "sighting"


def model(
    kind: str, id: str, x: float, y: float, facing: float = NORTH, side: str = OWN, **marks: int
) -> Piece:
    """A model at a point relative to the middle of the table, with marks and their counts."""
    own, place = profiles()[kind], OnTable(CENTRE + x, CENTRE + y, facing)
    hits = marks.pop("hits", own.hits)
    made = Piece(id, id, kind, SideKey(side), UnitId(side), own.base / 2, own.height, place, hits, own.hits)
    for name, count in marks.items():
        made = made.with_mark(name, count)
    return made


def enemy(kind: str, id: str, x: float, y: float, facing: float = SOUTH, **marks: int) -> Piece:
    """A model of the other side."""
    return model(kind, id, x, y, facing, ENEMY, **marks)


def wall(
    id: str, x0: float, y0: float, x1: float, y1: float, height: float = 0.75, kind: str = "low_wall"
) -> Terrain:
    """A rectangle of terrain, relative to the middle of the table."""
    ring = tuple((CENTRE + x, CENTRE + y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    traits = ("area",) if kind in ("woods", "rubble", "crater") else ()
    return Terrain(id, kind, (ring,), height=height, traits=traits)


def battle(
    *pieces: Piece,
    terrain: Sequence[Terrain] = (),
    options: Mapping[str, str] | None = None,
    without: Sequence[str] = (SIGHTING,),
    phase: str = OWN,
    starts: bool = False,
    **game: Any,
) -> Battle:
    """A battle in round 1, in the turn of a side; its beginning is over unless the turn `starts`.

    Sections of the advanced rules in `without` are not in use: by default every enemy counts as sighted.
    """
    sides = (Side(OWN, "UNIT", 1), Side(ENEMY, "Aliens", 2))
    units = {p.unit: Unit(p.unit, str(p.unit), p.side, "detachment") for p in pieces}
    ground = Ground(2 * CENTRE, 2 * CENTRE, terrain=tuple(terrain))
    parameters = resolve_parameters(options or {})
    ground = measured_ground(ground, parameters)
    table = Table(ground, {p.id: p for p in pieces}, sides, {}, units)
    advanced = tuple(section for section in parameters.advanced if section not in without)
    own: dict[str, Any] = {
        "turn": 1,
        "phase": phase,
        "phases": (OWN, ENEMY),
        "passed": () if starts else tuple(START_STEPS),
        "parameters": msgspec.structs.replace(parameters, advanced=advanced),
        "points": {p.id: profiles()[p.kind].points for p in pieces},
    }
    return State(table, Game(**(own | game)))


def perform(
    state: Battle,
    rules: Callable[[Play[Game]], Script[Any] | None],
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
) -> ScriptResult:
    """Run rules by themselves."""
    return perform_rules(state, rules, answers or {}, dice)


def play(state: Battle, answers: Sequence[Any], dice: Sequence[int] = (), until: str = "") -> ScriptResult:
    """Play on from a settled table with answers in order."""
    return play_script(begin_run(RULESET, state), answers, dice, until=until)


def open_actions(state: Battle, piece: str) -> set[str]:
    """The keys of the actions that are open to a model, without doing nothing."""
    decision = action_decision(state, state.table.piece(piece))
    return {option.key for option in decision.open_options} - {"nothing"}


def open_keys(done: ScriptResult, what: str) -> list[str]:
    """What can be chosen where a question was first asked."""
    question = done.first_decision(what)
    assert isinstance(question, ChooseOne)
    return [option.key for option in question.open_options]


def rolls(done: ScriptResult) -> list[str]:
    """What was rolled for, in order."""
    return [str(event.why) for event in done.events_of(DiceRolled)]


def at(done: ScriptResult, piece: str) -> tuple[float, float]:
    """Where a model stands, relative to the middle of the table."""
    x, y = done.piece(piece).xy
    return round(x - CENTRE, 3), round(y - CENTRE, 3)


def is_gone(done: ScriptResult, piece: str) -> bool:
    """Whether a model is out of play."""
    return not done.state.table.pieces[piece].in_play


def on_table(points: Sequence[Point]) -> tuple[Point, ...]:
    """Points relative to the middle of the table as points of the table."""
    return tuple((CENTRE + x, CENTRE + y) for x, y in points)


def reaction_moments(state: Battle, points: Sequence[Point], mover: str = "e") -> list[PathMoment]:
    """The moments at which the waiting models of the own side may react to a move along points."""
    return WaitingSide(OWN).moments(state, MoveProgress(mover, on_table(points)))
