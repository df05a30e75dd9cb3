"""The counters that represent hidden units at the start of a battle, and the unit under each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from battlesim.behaviour.advice import mean_point
from battlesim.engine.play import Play, Script
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.geometry.shapes import Point, Ring, centroid
from battlesim.mechanics.counters import HIDDEN, ContentsLaid
from battlesim.mechanics.turns import MilestonePassed
from battlesim.table.compound_names import compound_name
from battlesim.table.ids import CardId, SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from ..core.hidden_units import covers_of
from ..core.lookups import is_inverted, unit_rules
from ..core.marks import COUNTER, COUNTERS, MINE
from ..core.profiles import profiles, terrain_kinds
from ..core.state import Battle, Game
from ..ground.cover import place_cover
from ..hidden.reveal import HIDES, SNIPER_HIDES, mine_under

DEALT = "dealt"
_CounterPlace = tuple[Point | None, SideKey, UnitId | None, bool]
"""Where a counter begins, its side, the sniper that it may hide, and whether aliens are under it."""
UNITS_PER_DUMMY = 2
DECOYS, DECOYS_WITHIN_IN = 2, 6.0
APART_IN = 3.0
"""How far counters begin apart where the scenario does not place them, inches."""


def hidden_units(table: Table, side: SideKey) -> list[Unit]:
    """Return the units of a side that start the battle hidden."""
    return [unit for unit in table.units.values() if unit.side == side and unit_rules(unit).hidden]


def with_counters(table: Table, points: Mapping[str, Sequence[Point]]) -> Table:
    """Return the table with the counters of all sides added and their hidden figures off the table.

    The counters of a sniper with a zone are deployed there. Raises ScenarioError if the counters do not fit.
    """
    places: list[_CounterPlace] = []
    for side in (each.key for each in table.sides):
        units = hidden_units(table, side)
        automated = any(unit_rules(unit).automated for unit in units)
        mines = [m for m in table.markers.values() if m.side == side and m.kind == MINE]
        places += [((mine.x, mine.y), side, None, automated) for mine in mines]
        snipers = [unit for unit in units if unit_rules(unit).independent]
        places += [(at, side, None, automated) for at in _counter_points(table, side, units, points)]
        places += [(at, side, unit.id, False) for unit in snipers for at in _sniper_points(table, unit)]
    places.sort(key=lambda each: (each[0] is None, each[:2]))
    for number, (at, side, covers, automated) in enumerate(places, 1):
        group, counter = new_counter(table.ground, f"{number}", at, side, covers, automated)
        table = table.with_pieces(counter).with_units(group)
    hidden = {unit.id for side in table.sides for unit in hidden_units(table, side.key)}
    own = (piece for piece in table.pieces.values() if piece.unit in hidden)
    return table.with_pieces(*(msgspec.structs.replace(piece, place=HIDDEN) for piece in own))


def counts_of_counters(table: Table) -> dict[str, int]:
    """Return the number of face-down counters of each side that has any."""
    return dict(Counter(str(unit.side) for unit in table.units.values() if is_inverted(unit)))


def new_counter(
    ground: Ground, number: str, at: Point | None, side: SideKey, covers: UnitId | None, automated: bool
) -> tuple[Unit, Piece]:
    """Return a new counter with its unit, at a point if one is given.

    `covers` is the sniper's unit that may be under it.
    """
    own, key = profiles()[COUNTER], f"counter-{number}"
    name, unit = f"{own.name} {number}", UnitId(f"under-{number}")
    place = Off() if at is None else standing_place(ground, *at)
    piece = Piece(key, name, COUNTER, side, unit, own.base / 2, own.height, place)
    rules = {"automated": automated, "covers": covers or ""}
    return Unit(unit, name, side, COUNTERS, rules=rules), piece


def _start_point(table: Table, unit: Unit) -> Point:
    """Return the middle of the places that the scenario gives the figures of a unit."""
    return mean_point([piece.xy for piece in table.pieces_of_unit(unit.id)])


def _counter_points(
    table: Table, side: SideKey, units: Sequence[Unit], points: Mapping[str, Sequence[Point]]
) -> list[Point]:
    """Return where the counters of a side begin: as the scenario says, else in cover, dummies too."""
    squads = [unit for unit in units if not unit_rules(unit).independent]
    given = list(points.get(side, ()))
    if given and len(given) < len(squads):
        raise ScenarioError(
            f"rules.counters.{side}", f"{len(given)} counters for {len(squads)} hidden units", "add points"
        )
    if given or not squads:
        return given
    found = [_start_point(table, unit) for unit in squads]
    for _ in range(math.ceil(len(squads) / UNITS_PER_DUMMY)):
        found.append(_dummy_point(table, found))
    return found


def _dummy_point(table: Table, taken: Sequence[Point]) -> Point:
    """Return the point in cover nearest to counters, or beside them if there is none."""
    here, bases = mean_point(taken), [piece.xy for piece in table.standing_pieces()]
    free = [p for p in _shelters(table) if all(math.dist(p, q) >= APART_IN for q in (*taken, *bases))]
    beside = (taken[0][0] + APART_IN * len(taken), taken[0][1])
    return min(free, key=lambda point: (round(math.dist(point, here), 3), point), default=beside)


def _shelters(table: Table) -> Iterator[Point]:
    kinds = terrain_kinds()
    for terrain in table.ground.terrain:
        if terrain.kind in kinds and kinds[terrain.kind].cover and kinds[terrain.kind].area:
            x, y = centroid(terrain.rings[0])
            yield from ((x + dx, y) for dx in (0.0, -APART_IN, APART_IN))


def zones_with_counters(
    table: Table, zones: Mapping[UnitId, tuple[Ring, ...]]
) -> dict[UnitId, tuple[Ring, ...]]:
    """Return the deployment zones of units, with a hidden sniper's zone given to its counters."""
    counters = {
        unit.id: UnitId(covers)
        for unit in table.units.values()
        if is_inverted(unit) and (covers := unit_rules(unit).covers) in zones
    }
    own = {key: zone for key, zone in zones.items() if key not in counters.values()}
    return own | {key: zones[covers] for key, covers in counters.items()}


def _sniper_points(table: Table, unit: Unit) -> list[Point | None]:
    """Return where the counters of a sniper begin: its own and two decoys. Raises ScenarioError."""
    if any(piece.table_position is None for piece in table.pieces_of_unit(unit.id)):
        return [None] * (DECOYS + 1)
    (x, y), decoys = _start_point(table, unit), list(unit_rules(unit).decoys)
    decoys = decoys or [(x - APART_IN, y), (x + APART_IN, y)]
    if len(decoys) != DECOYS or any(math.dist((x, y), at) > DECOYS_WITHIN_IN for at in decoys):
        where = f"unit.{unit.id}.rules.decoys"
        raise ScenarioError(where, "a sniper has two within 6 in of its place", "move them")
    return [(x, y), *decoys]


def _dealt(unit: UnitId) -> str:
    """Return the milestone after which a hidden unit lies under a counter."""
    return compound_name(DEALT, unit)


def units_in_store(state: Battle, dealt: bool) -> list[UnitId]:
    """Return the hidden units that are under a counter if `dealt` is true, else those that wait for one."""
    hidden = dict.fromkeys(piece.unit for piece in state.table.pieces.values() if piece.place == HIDDEN)
    begun = bool(state.game.turn)
    return [unit for unit in hidden if (begun or _dealt(unit) in state.game.passed) == dealt]


def undealt_units(state: Battle) -> list[UnitId]:
    """Return the hidden units to be placed under counters that are already on the table."""
    return [unit for unit in units_in_store(state, dealt=False) if _free_counters(state, unit)]


def deal_units(play: Play[Game]) -> Script[None]:
    """Place each hidden unit under a random counter of its side; a sniper gets one of its own in cover."""
    for unit in undealt_units(play.state):
        own, free = play.state.table.units[unit], _free_counters(play.state, unit)
        names = {CardId(piece.id): piece.name for piece in free}
        rule = SNIPER_HIDES if unit_rules(own).independent else HIDES
        card = yield from play.draw_card(
            tuple(names), phrase("{} lies under", Ref(unit)), rule=rule, names=names, to=own.side
        )
        pieces = tuple(piece.id for piece in play.state.table.pieces_of_unit(unit))
        play.emit(ContentsLaid(rule=rule, side=own.side, counter=card, pieces=pieces))
        play.emit(MilestonePassed(rule=rule, what=_dealt(unit)))


def _free_counters(state: Battle, unit: UnitId) -> list[Piece]:
    table, side = state.table, state.table.units[unit].side
    if unit_rules(table.units[unit]).independent:
        own = covers_of(state, unit)
        if len(own) <= DECOYS:
            return []
        return [piece for piece in own if place_cover(state, piece)] or own
    counters = [p for p in table.standing_pieces() if p.side == side and is_inverted(table.units[p.unit])]
    free = [p for p in counters if not unit_rules(table.units[p.unit]).covers]
    return [p for p in free if not table.pieces_below(p.id) and mine_under(state, p) is None]
