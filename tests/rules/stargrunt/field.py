"""A small battle for tests of Stargrunt: squads at points, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.beginning import ACTIONS
from battlesim.rulesets.stargrunt.attack.targeting import Fire
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, CONFIDENT
from battlesim.rulesets.stargrunt.core.parameters import resolve_parameters
from battlesim.rulesets.stargrunt.core.profiles import profiles
from battlesim.rulesets.stargrunt.core.state import Battle, Game
from battlesim.table.events import DiceRolled
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain
from battlesim.table.units import Unit
from battlesim.testing.script import ScriptResult, begin_run, perform_rules, play_script

OWN, ENEMY = SideKey("own"), SideKey("enemy")
A, B = UnitId("a"), UnitId("b")
CENTRE = 24.0
"""The middle of the table: points of tests are relative to it."""
Squad = tuple[Unit, tuple[Piece, ...]]


def squad(
    id: str,
    *points: tuple[float, float],
    side: str = OWN,
    kinds: Sequence[str] = ("rifleman",),
    marks: Mapping[str, int] | None = None,
    figure_marks: Mapping[int, str] | None = None,
    leader: bool = True,
    **rules: Any,
) -> Squad:
    """A squad with a figure at each point; the last of `kinds` serves for all that follow."""
    pieces = []
    for number, (x, y) in enumerate(points):
        kind = kinds[min(number, len(kinds) - 1)]
        own, name = profiles()[kind], f"{id}{number + 1}"
        place = OnTable(CENTRE + x, CENTRE + y, 90.0)
        piece = Piece(name, name, kind, SideKey(side), UnitId(id), own.base / 2, own.height, place)
        pieces.append(piece.with_mark(mark) if (mark := (figure_marks or {}).get(number + 1)) else piece)
    unit = Unit(UnitId(id), id, SideKey(side), "squad", f"{id}1" if leader else "", rules=dict(rules))
    for name, count in {CONFIDENCE: CONFIDENT, **(marks or {})}.items():
        unit = unit.with_mark(name, count)
    return unit, tuple(pieces)


def foes(id: str, *points: tuple[float, float], **more: Any) -> Squad:
    """A squad of the other side."""
    return squad(id, *points, side=ENEMY, **more)


def row(x: float, y: float, count: int, step: float = 1.5) -> tuple[tuple[float, float], ...]:
    """Points in a row from left to right."""
    return tuple((x + step * number, y) for number in range(count))


def terrain(kind: str, x0: float, y0: float, x1: float, y1: float, height: float | None = None) -> Terrain:
    """A rectangle of terrain, relative to the middle of the table."""
    heights = {"woods": 4.0, "building": 3.0, "hedge": 0.75, "wall": 0.75}
    ring = tuple((CENTRE + x, CENTRE + y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    traits = ("area",) if kind in ("woods", "scrub", "rubble") else ()
    return Terrain(
        f"{kind}1", kind, (ring,), height=heights.get(kind, 0.5) if height is None else height, traits=traits
    )


def battle(
    *squads: Squad,
    ground: Sequence[Terrain] = (),
    options: Mapping[str, str] | None = None,
    activated: str = "",
    **game: Any,
) -> Battle:
    """A battle in turn 1; `activated` is a unit that has both actions before it."""
    pieces = {piece.id: piece for _, own in squads for piece in own}
    units = {unit.id: unit for unit, _ in squads}
    sides = (Side(OWN, "Own", 1), Side(ENEMY, "Enemy", 2))
    table = Table(Ground(2 * CENTRE, 2 * CENTRE, terrain=tuple(ground)), pieces, sides, {}, units)
    own: dict[str, Any] = {
        "turn": 1,
        "phase": OWN,
        "phases": (OWN, ENEMY),
        "parameters": resolve_parameters(options or {}),
        "strength": {unit.id: len(figures) for unit, figures in squads},
        "edges": {OWN: "south", ENEMY: "north"},
    }
    if activated:
        unit = units[UnitId(activated)]
        members = tuple(piece.id for piece in pieces.values() if piece.unit == unit.id)
        own["activation"] = Activation("squad", unit.side, unit.id, unit.name, members, members[0], ACTIONS)
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


def fire(*weapons: str, unit: str = "a", target: str = "b") -> Fire:
    """A fire action of one squad at another."""
    return Fire(UnitId(unit), UnitId(target), weapons or ("advanced_rifle",))


def open_actions(state: Battle, unit: str = "a") -> set[str]:
    """The keys of the actions that are open to a unit, without stopping."""
    decision = action_decision(state, state.table.units[UnitId(unit)])
    return {option.key for option in decision.open_options} - {"stop"}


def unit(done: ScriptResult | Battle, id: str) -> Unit:
    """A unit as it is now."""
    state = done.state if isinstance(done, ScriptResult) else done
    return state.table.units[UnitId(id)]


def rolls(done: ScriptResult) -> list[str]:
    """What was rolled for, in order."""
    return [str(event.why) for event in done.events_of(DiceRolled)]


def needed(done: ScriptResult) -> list[str]:
    """What was needed in each roll, in order, "" where nothing was."""
    return [event.needs for event in done.events_of(DiceRolled)]
