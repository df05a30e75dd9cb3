"""Plain data that describes a scenario, from which a ruleset creates the first state of a battle.

`battlesim.scenarios` reads the file and checks shapes, ids and positions; `Ruleset.setup` checks the rest and
raises ScenarioError. Lengths are in inches, angles in degrees counter-clockwise from +x.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from battlesim.engine.value_decoding import BadValueError, convert_values
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.pieces import Hull, Mark, Marker, Off, Piece, Place
from battlesim.table.state import Side
from battlesim.table.terrain import Ring


class ScenarioError(Exception):
    """Raised when a scenario cannot be played, with the key in its file, a message and a remedy."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{key}: {message}" + (f" ({remedy})" if remedy else ""))
        self.key, self.message, self.remedy = key, message, remedy


T = TypeVar("T")


def decoded_rules(rules: Mapping[str, Any], kind: type[T]) -> T:
    """Convert the [rules] table of a scenario to the struct `kind`. Raises ScenarioError on failure."""
    return _decoded(rules, kind, "rules")


def decoded_unit_rules(unit: PlannedUnit, kind: type[T]) -> T:
    """Convert the `rules` table of a unit to the struct `kind`. Raises ScenarioError on failure."""
    return _decoded(unit.rules, kind, f"{unit.key}.rules")


def _decoded(rules: Mapping[str, Any], kind: type[T], where: str) -> T:
    try:
        return convert_values(rules, kind)
    except BadValueError as error:
        key = f"{where}.{error.key}" if error.key else where
        raise ScenarioError(key, error.message, error.remedy) from None


class Zone(msgspec.Struct, frozen=True):
    """A named area of the table, including its boundary. `side` is the side that owns it, if any."""

    id: str
    rings: tuple[Ring, ...]
    name: str = ""
    side: SideKey = NO_SIDE


class PlannedPiece(msgspec.Struct, frozen=True):
    """A piece as planned in a scenario, before the battle starts.

    A piece whose place is `Off("reserve")` is deployed by its player or arrives later. If `hits` is None, the
    piece has the hit points of its profile. `key` is its key in the scenario file, for use in messages.
    """

    id: str
    profile: str
    name: str = ""
    place: Place = Off("reserve")
    hits: int | None = None
    marks: tuple[Mark, ...] = ()
    key: str = ""


class PlannedUnit(msgspec.Struct, frozen=True):
    """A unit as planned in a scenario, with its pieces and its kind (for example, a platoon).

    `zone` is the id of the zone where its player deploys it, or where it enters if it `arrives` in a later
    turn. `rules` holds the ruleset's own values for the unit, as plain data.
    """

    id: UnitId
    side: SideKey
    pieces: tuple[PlannedPiece, ...]
    name: str = ""
    kind: str = ""
    zone: str = ""
    arrives: int = 0
    key: str = ""
    rules: dict[str, Any] = {}


class ScenarioPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a battle, read from a scenario file: its sides, units, zones, markers, options and length.

    `options` has a value for each option of the ruleset. `chosen` names the options set in the file or by the
    user. `turns` is 0 if the ruleset decides the number of turns. `rules` holds the ruleset's own values in
    the file.
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
        """Return the zone with the given id. Raises KeyError if there is no such zone."""
        return {z.id: z for z in self.zones}[zone]

    def unit(self, unit: UnitId) -> PlannedUnit:
        """Return the unit with the given id. Raises KeyError if there is no such unit."""
        return {u.id: u for u in self.units}[unit]


def make_piece(planned: PlannedPiece, unit: PlannedUnit, profile: Mapping[str, Any]) -> Piece:
    """Return the piece that a planned piece and its profile describe, in its state at the start of a battle.

    The profile gives `name`, `height` in inches, `hits`, and `base` (a diameter in inches) or `hull` (the
    length and width of a base that is a rectangle or has another `form`).
    """
    full = int(profile.get("hits", 1))
    hull = Hull(profile.get("form", "rectangle"), *profile["hull"]) if profile.get("hull") else None
    return Piece(
        id=planned.id,
        name=planned.name or f"{profile.get('name', planned.profile)} {planned.id}",
        kind=planned.profile,
        side=unit.side,
        unit=unit.id,
        radius=hull.circumradius if hull else float(profile["base"]) / 2,
        height=float(profile["height"]),
        place=planned.place,
        hits=full if planned.hits is None else planned.hits,
        hits_full=full,
        marks=tuple(sorted(planned.marks, key=lambda mark: mark.name)),
        shape=hull or msgspec.UNSET,
    )


def make_pieces(plan: ScenarioPlan, profile: Callable[[str], Mapping[str, Any]]) -> dict[str, Piece]:
    """Return all planned pieces by id, in the order of the file. Raises ScenarioError on failure."""
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
