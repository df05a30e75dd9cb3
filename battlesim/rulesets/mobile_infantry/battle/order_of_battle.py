"""The units that a scenario lists, held against what this ruleset knows of sides, kinds and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from battlesim.engine.plan import PlannedUnit, ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.values import did_you_mean
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard, Below, Inside, Off, Piece
from battlesim.table.terrain import Ground

from ..core.facts import has
from ..core.marks import CAPTIVE
from ..core.profiles import Profile, profile, terrain_kinds
from ..core.state import BUGS, MI, Unit
from ..ground.movement import on_foot

UNIT_KINDS = {MI: ("platoon", "hq", "lance", "viking", "lone"), BUGS: ("bugs", "marker")}
"""The kinds of units that a side has, the usual one first."""

RESERVE = Off("reserve")


def planned(plan: ScenarioPlan, ground: Ground) -> tuple[dict[str, Piece], dict[UnitId, Unit]]:
    """Pieces and units of a plan by id. Raises ScenarioError naming the key that is wrong."""
    keys = [side.key for side in plan.sides]
    if sorted(keys) != sorted(UNIT_KINDS):
        found = f"the sides are {' and '.join(keys)}"
        raise ScenarioError("side", found, f"{plan.ruleset} has {' and '.join(UNIT_KINDS)}")
    pieces = make_pieces(plan, lambda kind: msgspec.structs.asdict(profile(kind)))
    faults = (_kinds(plan), _strangers(plan), _coming(plan), _held(plan, pieces), _rooms(pieces, ground))
    for fault in chain(*faults):
        raise fault
    return pieces, {u.id: _unit(plan, u) for u in plan.units}


def _unit(plan: ScenarioPlan, unit: PlannedUnit) -> Unit:
    zone = plan.zone(unit.zone).rings if unit.zone else ()
    return Unit(
        unit.id, unit.name or unit.id, unit.side, unit.kind or UNIT_KINDS[unit.side][0], zone, unit.arrives
    )


def _kinds(plan: ScenarioPlan) -> Iterator[ScenarioError]:
    for unit in plan.units:
        if unit.kind and unit.kind not in UNIT_KINDS[unit.side]:
            remedy = did_you_mean(unit.kind, UNIT_KINDS[unit.side])
            yield ScenarioError(
                f"{unit.key}.kind", f"{unit.kind!r} is no kind of unit of {unit.side}", remedy
            )


def _strangers(plan: ScenarioPlan) -> Iterator[ScenarioError]:
    """Each side has models of its own alone; a captive stays in a unit of the MI (MI-BOBJ-02)."""
    for unit in plan.units:
        for piece in unit.pieces:
            own = _side_of(profile(piece.profile))
            if own != unit.side:
                message = f"{piece.profile!r} is no profile of {unit.side}"
                yield ScenarioError(f"{piece.key}.profile", message, f"put it in a unit of {own}")


def _side_of(own: Profile) -> str:
    """Whose a profile is: bugs, their entrances and markers are the Arachnids', all else is the MI's."""
    return BUGS if own.has("bug") or own.has("entrance") or own.has("marker") else MI


def _coming(plan: ScenarioPlan) -> Iterator[ScenarioError]:
    """A unit of the MI is deployed whole, at once or in a later turn; Arachnids arrive by the schedule."""
    for unit in plan.units:
        waiting = sum(piece.place == RESERVE for piece in unit.pieces)
        if unit.side == BUGS:
            for key, value in (("zone", unit.zone), ("arrives", unit.arrives)):
                if value:
                    yield ScenarioError(
                        f"{unit.key}.{key}", "Arachnids have no such thing", "use rules.schedule"
                    )
        elif 0 < waiting < len(unit.pieces):
            message = f"{waiting} of its {len(unit.pieces)} pieces have no place"
            yield ScenarioError(f"{unit.key}.piece", message, "give all of them one, or none")
        elif unit.arrives and not waiting:
            message = f"comes in turn {unit.arrives}, and its pieces stand on the table"
            yield ScenarioError(f"{unit.key}.arrives", message, "leave their places out")


def _held(plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> Iterator[ScenarioError]:
    """Below a marker are bugs, inside a building infantry and survivors (MI-GAP-07), aboard a transport
    people and machines; a captive is held by a bug."""
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
    """Buildings hold as many hit points of people as they have room for (MI-GAP-56)."""
    for id, terrain in ground.by_id().items():
        held = [p for p in pieces.values() if p.place == Inside(id)]
        room = terrain_kinds()[terrain.kind].room if terrain.kind in terrain_kinds() else 0
        hits = sum(p.hits for p in held)
        if hits > room:
            yield ScenarioError("unit.piece.inside", f"{id} has room for {room} hit points, not for {hits}")
