"""Describe a scenario as plain data, from which a ruleset makes the first state.

The scenario's file is read in `battlesim.scenarios`, which checks what can be checked without the ruleset
(shapes, ids, positions on the table); `Ruleset.setup` checks everything else and raises ScenarioError.
Lengths are in inches, angles in degrees counter-clockwise from +x.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.pieces import Mark, Marker, Off, Piece, Place
from battlesim.table.state import Side
from battlesim.table.terrain import Ring


class ScenarioError(Exception):
    """Raised for a scenario that cannot be played: the key in its file, what is wrong, and what to do."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{key}: {message}" + (f" ({remedy})" if remedy else ""))
        self.key, self.message, self.remedy = key, message, remedy


class Zone(msgspec.Struct, frozen=True):
    """A named part of the table, including its edge; `side` owns it, "" for no side."""

    id: str
    rings: tuple[Ring, ...]
    name: str = ""
    side: SideKey = NO_SIDE


class PlannedPiece(msgspec.Struct, frozen=True):
    """A piece to be set up.

    `place` is Off("reserve") if its unit's zone or a later turn brings it. `hits` None means as many as its
    profile has; `key` is where the file names it, for messages.
    """

    id: str
    profile: str
    name: str = ""
    place: Place = Off("reserve")
    hits: int | None = None
    marks: tuple[Mark, ...] = ()
    key: str = ""


class PlannedUnit(msgspec.Struct, frozen=True):
    """Pieces that act together; `kind` is the ruleset's own word for the unit (platoon, swarm …).

    `zone` is where its player deploys it, or where it enters if it `arrives` in a later turn.
    """

    id: UnitId
    side: SideKey
    pieces: tuple[PlannedPiece, ...]
    name: str = ""
    kind: str = ""
    zone: str = ""
    arrives: int = 0
    key: str = ""


class ScenarioPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as decoded: the sides, their units, the positions and the length of the battle.

    `options` holds a value for every option of the ruleset (its default if the file does not set it), `turns`
    is 0 if the ruleset decides the length, `rules` is the file's own table for the ruleset, as plain values.
    `chosen` are the options set in the file or at the start, even if to their default.
    """

    id: str
    ruleset: str
    title: str
    sides: tuple[Side, ...]
    units: tuple[PlannedUnit, ...]
    briefing: str = ""
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
    options: dict[str, str] = {}
    chosen: frozenset[str] = frozenset()
    turns: int = 0
    seed: int = 0
    rules: dict[str, Any] = {}

    def zone(self, zone: str) -> Zone:
        """Return the zone of an id. Raise KeyError if there is none."""
        return {z.id: z for z in self.zones}[zone]

    def unit(self, unit: UnitId) -> PlannedUnit:
        """Return the unit of an id. Raise KeyError if there is none."""
        return {u.id: u for u in self.units}[unit]


def make_piece(planned: PlannedPiece, unit: PlannedUnit, profile: Mapping[str, Any]) -> Piece:
    """Return the piece of a plan.

    Its profile gives `name`, `base` (diameter, in), `height` (in) and `hits`.
    """
    full = int(profile.get("hits", 1))
    return Piece(
        id=planned.id,
        name=planned.name or f"{profile.get('name', planned.profile)} {planned.id}",
        kind=planned.profile,
        side=unit.side,
        unit=unit.id,
        radius=float(profile["base"]) / 2,
        height=float(profile["height"]),
        place=planned.place,
        hits=full if planned.hits is None else planned.hits,
        hits_full=full,
        marks=tuple(sorted(planned.marks, key=lambda mark: mark.name)),
    )


def make_pieces(plan: ScenarioPlan, profile: Callable[[str], Mapping[str, Any]]) -> dict[str, Piece]:
    """Return all pieces of a plan by id, in the order of the file.

    Raise ScenarioError for an unknown profile.
    """
    pieces: dict[str, Piece] = {}
    for unit in plan.units:
        for planned in unit.pieces:
            try:
                known = profile(planned.profile)
            except KeyError:
                message = f"{plan.ruleset} has no profile {planned.profile!r}"
                raise ScenarioError(f"{planned.key}.profile", message) from None
            pieces[planned.id] = make_piece(planned, unit, known)
    return pieces
