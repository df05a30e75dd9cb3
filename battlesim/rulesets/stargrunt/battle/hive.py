"""The optional alien force: its broods at the start of the battle, and those that arrive later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioPlan, make_piece
from battlesim.geometry.shapes import Point, ring_bounds
from battlesim.mechanics.counters import HIDDEN, ContentsLaid
from battlesim.mechanics.figure_names import with_names_in_unit
from battlesim.mechanics.pieces import put_on_table
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import PiecesAdded, UnitsAdded
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.events import StrengthChanged
from ..core.marks import CONFIDENCE, CONFIDENT
from ..core.profiles import profile_names, profiles, tables
from ..core.state import Battle, Game, HiveRules
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import blocked_ids
from .counters import new_counter

FORCE = "SG-GAP-143"
GROWN = "grown"
TURNS_WITHOUT_GROWTH = 2
"""How many turns before the end of the battle nothing is added."""
GROWTH_SIDES, SPAWN_SIDES = 6, 6


def planned_brood(kind: str, key: str, which: str, hive: HiveRules) -> PlannedUnit:
    """Return a planned unit, with the id `key`, that is a brood of one kind of alien.

    `which` is added to its name, to distinguish it from other broods of the kind.
    """
    brood = tables().brood[kind]
    rules = {
        "quality": brood.quality,
        "leadership": brood.leadership,
        "motivation": "high",
        "automated": True,
        "hidden": hive.hidden,
    }
    figures = tuple(PlannedPiece(f"{key}_{number + 1}", kind) for number in range(brood.figures))
    name, zone = f"{brood.name} {which}", "" if hive.hidden else hive.zone
    return PlannedUnit(
        UnitId(key), SideKey(hive.side), figures, name, "squad", zone, key=f"unit.{key}", rules=rules
    )


def with_hive(plan: ScenarioPlan, hive: HiveRules | None, strength: str) -> ScenarioPlan:
    """Return the scenario plan with the broods of the alien force, in the strength set by the option."""
    if hive is None:
        return plan
    kinds = [kind for kind, number in starting_broods(hive, strength).items() for _ in range(number)]
    broods = (
        planned_brood(kind, f"{kind}{number}", f"{number}", hive) for number, kind in enumerate(kinds, 1)
    )
    return msgspec.structs.replace(plan, units=(*plan.units, *broods))


def starting_broods(hive: HiveRules, strength: str) -> dict[str, int]:
    """Return the number of starting broods of each kind, as set by the scenario or else by an option."""
    return tables().hive[strength].broods if isinstance(hive.broods, msgspec.UnsetType) else hive.broods


def hive_counters(plan: ScenarioPlan, hive: HiveRules | None, strength: str) -> dict[str, tuple[Point, ...]]:
    """Return the starting points of an alien force's counters, evenly spaced along the middle of its zone."""
    if hive is None or not hive.hidden:
        return {}
    number = sum(starting_broods(hive, strength).values()) + tables().hive[strength].dummies
    x0, y0, x1, y1 = ring_bounds(plan.zone(hive.zone).rings[0])
    step = (x1 - x0) / number
    return {hive.side: tuple((x0 + step * (k + 0.5), (y0 + y1) / 2) for k in range(number))}


def grows(state: Battle) -> bool:
    """Return whether the alien force has yet to roll for new broods in the turn that is ending."""
    game = state.game
    if game.hive is None or not game.hive.spawn or GROWN in game.passed:
        return False
    return (game.hive.grows_from or 1) <= game.turn <= game.parameters.turns - TURNS_WITHOUT_GROWTH


def grow(play: Play[Game]) -> Script[None]:
    """Roll for a new brood of the alien force and place it at a spawn point."""
    hive = play.state.game.hive
    assert hive is not None
    play.emit(MilestonePassed(rule=FORCE, what=GROWN))
    (face,) = yield from play.roll_dice([GROWTH_SIDES], "the growth of the hive", rule=FORCE)
    kind = tables().hive[play.state.game.parameters.hive].growth[face - 1]
    if not kind:
        return
    (face,) = yield from play.roll_dice([SPAWN_SIDES], "where it comes up", rule=FORCE)
    at = hive.spawn[(face - 1) * len(hive.spawn) // SPAWN_SIDES]
    turn = play.state.game.turn
    brood = planned_brood(kind, f"{kind}_t{turn}", f"of turn {turn}", hive)
    planned = with_names_in_unit(brood, profile_names())
    _arrive(play, planned, at)


def _arrive(play: Play[Game], planned: PlannedUnit, at: Point) -> None:
    """Add a brood to the battle, at a point or at the nearest free place to it, hidden if the others are."""
    unit = Unit(planned.id, planned.name, planned.side, planned.kind, rules=planned.rules)
    figures = tuple(_figures(planned))
    play.emit(UnitsAdded(rule=FORCE, units=(unit.with_mark(CONFIDENCE, CONFIDENT),)))
    play.emit(StrengthChanged(rule=FORCE, unit=unit.id, strength=len(figures)))
    if planned.rules["hidden"] and play.state.game.parameters.hides_units:
        _arrive_hidden(play, figures, at)
        return
    play.emit(PiecesAdded(rule=FORCE, pieces=figures))
    put_on_table(play, placements_near(play.state.table, _free_area(play.state), figures, at), FORCE)
    play.log_message(phrase("{} come up", planned.name), rule=FORCE)


def _arrive_hidden(play: Play[Game], figures: Sequence[Piece], at: Point) -> None:
    """Put a brood under a new counter at the nearest free place to a point."""
    side, ground = figures[0].side, play.state.table.ground
    unit, counter = new_counter(ground, f"t{play.state.game.turn}", at, side, None, automated=True)
    (place,) = placements_near(play.state.table, _free_area(play.state), [counter], at)
    stored = tuple(msgspec.structs.replace(figure, place=HIDDEN) for figure in figures)
    counter = msgspec.structs.replace(counter, place=standing_place(ground, place.x, place.y))
    play.emit(UnitsAdded(rule=FORCE, units=(unit,)))
    play.emit(PiecesAdded(rule=FORCE, pieces=(*stored, counter)))
    ids = tuple(figure.id for figure in figures)
    play.emit(ContentsLaid(rule=FORCE, side=side, counter=counter.id, pieces=ids))
    play.log_message(phrase("{} comes up", counter.name), rule=FORCE)


def _free_area(state: Battle) -> PlacementArea:
    return PlacementArea(
        blocked=blocked_ids(state),
        bases=tuple(piece.id for piece in state.table.standing_pieces()),
        kind=INTEGRITY_LINK.kind,
        within=INTEGRITY_LINK.within,
    )


def _figures(planned: PlannedUnit) -> Iterator[Piece]:
    for figure in planned.pieces:
        yield make_piece(figure, planned, msgspec.structs.asdict(profiles()[figure.profile]))
