"""What a scenario lays down, as plain data: handed to a ruleset, which makes the first state of it.

The scenario's file is read in `battlesim.scenarios`; what the loader can check without knowing the ruleset
(shapes, ids, places on the table) is checked there, everything else by `Ruleset.setup`, which raises
ScenarioError. Lengths in inches, angles in degrees counter-clockwise from +x.
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
    """A scenario that cannot be played: the key in its file, what is wrong, and what to do about it."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{key}: {message}" + (f" ({remedy})" if remedy else ""))
        self.key, self.message, self.remedy = key, message, remedy


class Zone(msgspec.Struct, frozen=True):
    """A named part of the table, its edge included; `side` is whose it is, "" for nobody's."""

    id: str
    rings: tuple[Ring, ...]
    name: str = ""
    side: SideKey = NO_SIDE


class PlannedPiece(msgspec.Struct, frozen=True):
    """A piece to be set up. `place` is Off("reserve") for one that its unit's zone or a later turn brings.

    `hits` None means as many as its profile has; `key` is where the file names it, for messages.
    """

    id: str
    profile: str
    name: str = ""
    place: Place = Off("reserve")
    hits: int | None = None
    marks: tuple[Mark, ...] = ()
    key: str = ""


class PlannedUnit(msgspec.Struct, frozen=True):
    """Pieces that act together. `kind` is the ruleset's own word for it (platoon, swarm …).

    `zone` is where its player deploys it (or, when it `arrives` in a later turn, where it comes in).
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
    """A scenario as decoded: who plays with what, where, and how long.

    `options` holds a value for every option of the ruleset (its default where the file is silent), `turns`
    is 0 when the ruleset says how long it lasts, `rules` is the file's own table for the ruleset, as plain
    values. `chosen` are the options that somebody has said, in the file or at the start, be it the default.
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
        """One zone. Raises KeyError when there is none."""
        return {z.id: z for z in self.zones}[zone]

    def unit(self, unit: UnitId) -> PlannedUnit:
        """One unit. Raises KeyError when there is none."""
        return {u.id: u for u in self.units}[unit]


def make_piece(planned: PlannedPiece, unit: PlannedUnit, profile: Mapping[str, Any]) -> Piece:
    """The piece of a plan. The profile gives `name`, `base` (diameter, in), `height` (in) and `hits`."""
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
    """All pieces of a plan by id, in the order of the file. Raises ScenarioError for an unknown profile."""
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
