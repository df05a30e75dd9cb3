"""Vehicles with their crews, and squads aboard them, for tests of Stargrunt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, CONFIDENT
from battlesim.rulesets.stargrunt.core.profiles import profiles
from battlesim.rulesets.stargrunt.core.vehicles import CREW_KIND
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Hull, OnTable, Piece
from battlesim.table.units import Unit
from tests.rules.stargrunt.field import CENTRE, OWN, Squad


def vehicle(
    id: str,
    x: float,
    y: float,
    kind: str = "apc",
    side: str = OWN,
    facing: float = 0.0,
    marks: Mapping[str, int] | None = None,
    piece_marks: tuple[str, ...] = (),
    **rules: Any,
) -> Squad:
    """A vehicle with its crew aboard: the piece `v1` and the crew `v_crew1`, … of the unit `v`."""
    own = profiles()[kind]
    assert own.hull is not None and own.vehicle is not None
    hull = Hull("rectangle", *own.hull)
    place = OnTable(CENTRE + x, CENTRE + y, facing)
    name = f"{id}1"
    piece = Piece(
        name, name, kind, SideKey(side), UnitId(id), hull.circumradius, own.height, place, shape=hull
    )
    for mark in piece_marks:
        piece = piece.with_mark(mark)
    unit = Unit(UnitId(id), id, SideKey(side), "squad", name, rules=dict(rules))
    for mark, count in {CONFIDENCE: CONFIDENT, **(marks or {})}.items():
        unit = unit.with_mark(mark, count)
    crew = profiles()[CREW_KIND]
    names = [f"{id}_crew{number + 1}" for number in range(own.vehicle.crew)]
    aboard = [
        Piece(n, n, CREW_KIND, SideKey(side), UnitId(id), crew.base / 2, crew.height, Aboard(name))
        for n in names
    ]
    return unit, (piece, *aboard)


def aboard(squad: Squad, vehicle: str) -> Squad:
    """A squad that rides in a vehicle."""
    unit, pieces = squad
    return unit, tuple(msgspec.structs.replace(piece, place=Aboard(vehicle)) for piece in pieces)
