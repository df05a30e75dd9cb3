"""A small battle for tests of Alien Invasion: groups at points, a card in play, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.rulesets.alien_invasion.battle.batches import batch_size, card_faces, card_id
from battlesim.rulesets.alien_invasion.battle.forces import with_options
from battlesim.rulesets.alien_invasion.core.factions import FactionProfile, factions
from battlesim.rulesets.alien_invasion.core.lookups import ISSUE
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.rulesets.alien_invasion.core.state import CARDS_PHASE, Battle, Game
from battlesim.rulesets.alien_invasion.core.terrain import terrain_kinds
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import vehicle_kinds
from battlesim.rulesets.alien_invasion.core.vehicles import VEHICLE
from battlesim.rulings.measured_move import StraightRun
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Hull, OnTable, Piece, Place
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain
from battlesim.table.units import Unit
from battlesim.testing.script import ScriptResult, begin_run, perform_rules, play_script

Point = tuple[float, float]
Group = tuple[Unit, tuple[Piece, ...]]
SEATS = ("unit", "dalek", "mib", "spug", "cyber", "gang", "civilian", "hatchling")
KINDS = {
    "unit": ("unit_rifleman", "unit_rifleman", "unit_support", "unit_laws"),
    "dalek": ("dalek",),
    "mib": ("mib_operative",),
    "cyber": ("cyberman",),
    "gang": ("gang_heavy", "gang_member"),
    "civilian": ("civilian",),
    "hatchling": ("hatchling",),
    "spug": ("spug_warrior",),
}
"""The figures of a group, in the order of its points; the last one serves for all that follow."""


def group(id: str, *points: Point, side: str = "unit", kinds: Sequence[str] = ()) -> Group:
    """A group with a figure at each point."""
    own, pieces = factions()[side], []
    kinds = kinds or KINDS[side]
    for number, (x, y) in enumerate(points):
        kind = kinds[min(number, len(kinds) - 1)]
        figure, name = own.figure[kind], f"{id}{number + 1}"
        place = OnTable(x, y)
        pieces.append(
            Piece(
                name,
                name,
                kind,
                SideKey(side),
                UnitId(id),
                figure.base / 2,
                figure.height,
                place,
                figure.crew,
                figure.crew,
            )
        )
    organisation = own.figure[kinds[0]].group
    return Unit(UnitId(id), id, SideKey(side), organisation, f"{id}1"), tuple(pieces)


def daleks(id: str, *points: Point) -> Group:
    """A group of Daleks."""
    return group(id, *points, side="dalek")


def spugs(id: str, *points: Point, kinds: Sequence[str] = ()) -> Group:
    """A group of Spugs."""
    return group(id, *points, side="spug", kinds=kinds)


def mites(id: str, *points: Point, squad: str = "s") -> Group:
    """Mites of a squad."""
    unit, pieces = group(id, *points, side="spug", kinds=("mite",))
    return msgspec.structs.replace(unit, rules={"squad": squad}), pieces


def controller(id: str, *points: Point) -> Group:
    """Spugs of whom the first is a Controller."""
    return group(id, *points, side="spug", kinds=("spug_controller", "spug_warrior"))


def pair(id: str, *points: Point) -> Group:
    """A pair of Men in Black."""
    return group(id, *points, side="mib")


def clean_up(id: str, x: float, y: float) -> Group:
    """A Clean Up section of five."""
    kinds = ("clean_up_leader", *["clean_up_trooper"] * 3, "clean_up_support")
    return group(id, *block(x, y, 5), side="mib", kinds=kinds)


def armed(own: Group, successes: int) -> Group:
    """A group with weapons issued after so many successes."""
    unit, pieces = own
    return unit, tuple(piece.with_mark(ISSUE, successes) for piece in pieces)


def carrying(own: Group, *items: str) -> Group:
    """A group of which each figure carries one of the things that are named."""
    unit, pieces = own
    held = [piece.with_mark(f"carries:{item}") for piece, item in zip(pieces, items, strict=False)]
    return unit, (*held, *pieces[len(held) :])


def vehicle(id: str, x: float, y: float, facing: float = 0.0, kind: str = "car", side: str = "unit") -> Group:
    """An empty vehicle."""
    length, width = vehicle_kinds()[kind].hull
    hull = Hull("rectangle", length, width)
    place = OnTable(x, y, facing)
    piece = Piece(
        id, id, kind, SideKey(side), UnitId(f"{id} crew"), hull.circumradius, 2.0, place, shape=hull
    )
    return Unit(UnitId(f"{id} crew"), id, SideKey(side), VEHICLE), (piece,)


def aboard(own: Group, carrier: str) -> Group:
    """A group in a vehicle."""
    unit, pieces = own
    return unit, tuple(msgspec.structs.replace(piece, place=Aboard(carrier)) for piece in pieces)


def off(own: Group, *places: Place | None) -> Group:
    """A group whose figures are off the table at these places, or on it where None is given."""
    unit, pieces = own
    pairs = zip(pieces, places, strict=True)
    return unit, tuple(msgspec.structs.replace(p, place=place) if place else p for p, place in pairs)


def block(x: float, y: float, count: int = 4) -> tuple[Point, ...]:
    """Points two abreast, each 1.5 in from the next."""
    return tuple((x + 1.5 * (number % 2), y + 1.5 * (number // 2)) for number in range(count))


def terrain(kind: str, x0: float, y0: float, x1: float, y1: float, id: str = "") -> Terrain:
    """A rectangle of terrain."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id or kind, kind, (ring,), height=terrain_kinds()[kind].height)


def battle(
    *groups: Group,
    ground: Sequence[Terrain] = (),
    card: str = "unit single",
    row: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    custom: Mapping[str, FactionProfile] | None = None,
    markers: Sequence[Any] = (),
    absent: Sequence[str] = (),
    **game: Any,
) -> Battle:
    """A battle on 72 x 48 in with a card in play, or a whole row of cards; `absent` sides have no figures."""
    pieces = {piece.id: piece for _, own in groups for piece in own}
    units = {unit.id: unit for unit, _ in groups}
    sides = [side for side in SEATS if side in {*absent, *(unit.side for unit in units.values())}]
    seats = tuple(SideKey(side) for side in sides if factions()[side].has_cards)
    parameters = resolve_parameters(options or {})
    known = {s: with_options(SideKey(s), (custom or factions())[s], parameters) for s in sides}
    table = Table(
        Ground(72.0, 48.0, terrain=tuple(ground)),
        pieces,
        tuple(Side(SideKey(s), s, number + 1, s in seats) for number, s in enumerate(sides)),
        {marker.id: marker for marker in markers},
        units,
    )
    row = tuple(row) or (card,)
    own: dict[str, Any] = {
        "parameters": parameters,
        "factions": known,
        "seats": seats,
        "faces": card_faces(tuple(SideKey(side) for side in SEATS)),
        "deck": Deck(tuple(card_id(SideKey("unit"), "Single") for _ in range(20)), out=tuple(sorted(row))),
        "row": row,
        "batch_size": batch_size(len(seats)),
        "sizes": {unit.id: len(figures) for unit, figures in groups},
        "turn": 1,
        "phase": CARDS_PHASE,
        "phases": (CARDS_PHASE,),
    }
    return State(table, Game(**(own | game)))


def perform(
    state: Battle,
    rules: Callable[[Play[Game]], Script[Any] | None],
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int | str] = (),
) -> ScriptResult:
    """Run rules by themselves."""
    return perform_rules(state, rules, answers or {}, dice)


def play(state: Battle, answers: Any, dice: Sequence[int | str] = (), until: str = "") -> ScriptResult:
    """Play on from a settled table."""
    return play_script(begin_run(RULESET, state), answers, dice, until=until)


def run(state: Battle, aim: Point, id: str = "a") -> StraightRun:
    """The line of a group that moves toward a point."""
    return move_decision(state, UnitId(id)).straight_run(state.table, aim)


def refusal(state: Battle, aim: Point, id: str = "a") -> str:
    """Why a group cannot move toward a point, "" if it can."""
    found = move_decision(state, UnitId(id)).check(state, aim)
    return str(found.reason) if found else ""


def left(done: ScriptResult | Battle, id: str) -> int:
    """How many figures of a group are left."""
    state = done.state if isinstance(done, ScriptResult) else done
    return sum(piece.in_play for piece in state.table.pieces_of_unit(UnitId(id)))


def people(id: str, *points: Point) -> Group:
    """Civilians."""
    return group(id, *points, side="civilian")


def default(decision: Any, state: Battle) -> Any:
    """The suggested answer."""
    return decision.default(state)
