"""Plain data that describe a scenario, from which a ruleset creates the first state.

`battlesim.scenarios` reads the file and checks shapes, ids and positions on the table; `Ruleset.setup` checks
everything that depends on the ruleset and raises ScenarioError. Lengths are in inches, angles in degrees
counter-clockwise from +x.
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
    """Raised if a scenario cannot be played; it has the key in the scenario file, a message and a remedy."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{key}: {message}" + (f" ({remedy})" if remedy else ""))
        self.key, self.message, self.remedy = key, message, remedy


T = TypeVar("T")


def decoded_rules(rules: Mapping[str, Any], kind: type[T]) -> T:
    """Return the table [rules] of a scenario as `kind`. Raises ScenarioError if a value is wrong."""
    return _decoded(rules, kind, "rules")


def decoded_unit_rules(unit: PlannedUnit, kind: type[T]) -> T:
    """Return the table `rules` of a unit as `kind`. Raises ScenarioError if a value is wrong."""
    return _decoded(unit.rules, kind, f"{unit.key}.rules")


def _decoded(rules: Mapping[str, Any], kind: type[T], where: str) -> T:
    try:
        return convert_values(rules, kind)
    except BadValueError as error:
        key = f"{where}.{error.key}" if error.key else where
        raise ScenarioError(key, error.message, error.remedy) from None


class Zone(msgspec.Struct, frozen=True):
    """A named area of the table, including its boundary; `side` is its owner, or "" if it has no owner."""

    id: str
    rings: tuple[Ring, ...]
    name: str = ""
    side: SideKey = NO_SIDE


class PlannedPiece(msgspec.Struct, frozen=True):
    """A piece that a scenario will set up.

    `place` is Off("reserve") if the piece is deployed in its unit's zone or arrives in a later turn. If
    `hits` is None, the piece has its profile's hits. `key` is its key in the scenario file, for messages.
    """

    id: str
    profile: str
    name: str = ""
    place: Place = Off("reserve")
    hits: int | None = None
    marks: tuple[Mark, ...] = ()
    key: str = ""


class PlannedUnit(msgspec.Struct, frozen=True):
    """A unit that a scenario will set up, with its pieces and its ruleset kind (platoon, swarm …).

    `zone` is the id of the zone where the player deploys the unit, or where it enters if it `arrives` in a
    later turn. `rules` is the ruleset's own table of the unit in the file, as plain values.
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
    """A decoded scenario, with its sides, units, zones, markers, options and number of turns.

    `options` has a value for every option of the ruleset, including defaults; `chosen` names the options set
    in the file or at the start, even if their values are the defaults. `turns` is 0 if the ruleset decides
    the length. `rules` is the ruleset's own table in the file, as plain values.
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
        """Return the zone with this id. Raises KeyError if there is no such zone."""
        return {z.id: z for z in self.zones}[zone]

    def unit(self, unit: UnitId) -> PlannedUnit:
        """Return the unit with this id. Raises KeyError if there is no such unit."""
        return {u.id: u for u in self.units}[unit]


def make_piece(planned: PlannedPiece, unit: PlannedUnit, profile: Mapping[str, Any]) -> Piece:
    """Return the piece of a battle described by a planned piece and its profile.

    Its profile gives `name`, `base` (the diameter in inches) or `hull` (length and width of a rectangular
    base), `height` (in inches) and `hits`.
    """
    full = int(profile.get("hits", 1))
    hull = Hull("rectangle", *profile["hull"]) if profile.get("hull") else None
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
    """Return all planned pieces by id, in file order. Raises ScenarioError if a profile is unknown."""
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
