"""The units that a scenario lists, held against what this ruleset knows of sides, kinds and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from battlesim.engine.plan import PlannedUnit, ScenarioError, ScenarioPlan, make_pieces
from battlesim.mechanics import forces
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Below, Inside, Piece
from battlesim.table.terrain import Ground

from ..core.facts import has
from ..core.marks import CAPTIVE
from ..core.profiles import profile, terrain_kinds
from ..core.state import BUGS, MI, Unit
from ..ground.movement import on_foot

UNIT_KINDS: forces.Kinds = {MI: ("platoon", "hq", "lance", "viking", "lone"), BUGS: ("bugs", "marker")}


def planned(plan: ScenarioPlan, ground: Ground) -> tuple[dict[str, Piece], dict[UnitId, Unit]]:
    """Pieces and units of a plan by id. Raises ScenarioError naming the key that is wrong."""
    forces.need_sides(plan, UNIT_KINDS)
    pieces = make_pieces(plan, lambda kind: msgspec.structs.asdict(profile(kind)))
    faults = chain(
        forces.unknown_kinds(plan, UNIT_KINDS),
        forces.strangers(plan, _side_of),
        forces.half_placed(plan, [MI]),
        forces.deployed(plan, [BUGS], "use rules.schedule"),
        _held(plan, pieces),
        _rooms(pieces, ground),
    )
    for fault in faults:
        raise fault
    return pieces, {u.id: _unit(plan, u) for u in plan.units}


def _unit(plan: ScenarioPlan, unit: PlannedUnit) -> Unit:
    zone = plan.zone(unit.zone).rings if unit.zone else ()
    return Unit(
        unit.id, unit.name or unit.id, unit.side, unit.kind or UNIT_KINDS[unit.side][0], zone, unit.arrives
    )


def _side_of(kind: str) -> SideKey:
    """Whose a profile is: bugs, their entrances and markers are the Arachnids', all else is the MI's.

    A captive stays in a unit of the MI.
    """
    own = profile(kind)
    return BUGS if own.has("bug") or own.has("entrance") or own.has("marker") else MI


def _held(plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> Iterator[ScenarioError]:
    """Below a marker are bugs, inside a building infantry and survivors, aboard a transport people and
    machines; a captive is held by a bug."""
    keys = {piece.id: piece.key for unit in plan.units for piece in unit.pieces}
    for piece in pieces.values():
        place = piece.place
        if isinstance(place, Below) and not (has(pieces[place.piece], "marker") and has(piece, "bug")):
            message = f"{piece.id} cannot be below {place.piece}"
            yield ScenarioError(f"{keys[piece.id]}.below", message, "bugs can, below a tunneling_marker")
        if isinstance(place, Inside) and not on_foot(piece):
            message = f"{piece.id} cannot be inside {place.terrain}"
            yield ScenarioError(f"{keys[piece.id]}.inside", message, "infantry and survivors can")
        if isinstance(place, Aboard):
            carrier = pieces[place.piece]
            fits = (
                has(carrier, "captor")
                if piece.has(CAPTIVE)
                else has(carrier, "transport") and piece.side == MI
            )
            if not fits:
                message = f"{piece.id} cannot be aboard {place.piece}"
                remedy = "people and machines can, aboard a viking; a captive, held by a warrior or hopper"
                yield ScenarioError(f"{keys[piece.id]}.aboard", message, remedy)


def _rooms(pieces: Mapping[str, Piece], ground: Ground) -> Iterator[ScenarioError]:
    """Buildings hold as many hit points of people as they have room for."""
    for id, terrain in ground.by_id().items():
        held = [p for p in pieces.values() if p.place == Inside(id)]
        room = terrain_kinds()[terrain.kind].room if terrain.kind in terrain_kinds() else 0
        hits = sum(p.hits for p in held)
        if hits > room:
            yield ScenarioError("unit.piece.inside", f"{id} has room for {room} hit points, not for {hits}")
