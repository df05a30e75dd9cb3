"""The content of scenario files, and its conversion to the plan of a battle (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioPlan, Zone
from battlesim.engine.value_decoding import did_you_mean
from battlesim.scenarios.place_specs import place_from_spec
from battlesim.scenarios.shape_specs import (
    ShapeError,
    ShapeSpec,
    check_crossings,
    point_off_table,
    spec_rings,
)
from battlesim.scenarios.toml_reading import InputError, check_ids, decode_typed
from battlesim.table.ids import NO_SIDE, MarkerId, SideKey, UnitId
from battlesim.table.limits import (
    MAX_SIDES,
    MAX_START_PIECES,
    Count,
    Degrees,
    Elevation,
    Height,
    Hits,
    Name,
    PieceCount,
    Seed,
    SideNumber,
    Text,
    TurnCount,
)
from battlesim.table.pieces import Aboard, Below, Inside, Mark, Marker, Off, OnTable, Place
from battlesim.table.state import Side
from battlesim.table.terrain import Coordinates, Ground

SHAPE_KEYS = tuple(f.name for f in msgspec.structs.fields(ShapeSpec))


class SideSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side in a scenario file. `number` selects its colour; the default is its position in the file."""

    key: SideKey
    name: Name
    number: SideNumber | None = None
    played: bool = True


class ZoneSpec(ShapeSpec, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An area of the table, given in a scenario file, in which a side deploys or through which it arrives."""

    id: str
    side: SideKey = NO_SIDE
    name: Name = ""


class MarkerSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker in a scenario file: an object that is not a piece, such as an objective or a landing zone."""

    id: MarkerId
    kind: str
    at: Coordinates
    radius: Height = 0.0
    height: Height = 0.0
    side: SideKey = NO_SIDE
    name: Name = ""


class PieceSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in a scenario file, or several pieces with the same profile.

    There are `count` pieces, or a piece at each of `places`. The position is given by at most one of `at`,
    `places`, `inside`, `aboard` and `below`; without any of them, the pieces are in reserve. Pieces on the
    table stand on the ground or on top of the terrain `on`, or fly at the height `z`.
    """

    profile: str
    id: str = ""
    name: Name = ""
    count: PieceCount = 1
    at: Coordinates | None = None
    places: Annotated[tuple[Coordinates, ...], Meta(max_length=MAX_START_PIECES)] = ()
    facing: Degrees = 0.0
    z: Elevation | None = None
    on: str = ""
    inside: str = ""
    aboard: str = ""
    below: str = ""
    hits: Hits | None = None
    marks: dict[str, Count] = {}


class UnitSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and its pieces in a scenario file.

    `arrives` is the turn in which the unit enters the table, or 0 if it starts on the table. `rules` holds
    further values that the ruleset defines for units.
    """

    id: UnitId
    side: SideKey
    piece: tuple[PieceSpec, ...]
    name: Name = ""
    kind: str = ""
    zone: str = ""
    arrives: TurnCount = 0
    rules: dict[str, Any] = {}


class ScenarioSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a scenario file. Omitted values are taken from the scenario named in `extends`."""

    extends: str = ""
    ruleset: str = ""
    map: str = ""
    title: Name = ""
    briefing: Text = ""
    turns: TurnCount | None = None
    seed: Seed | None = None
    options: dict[str, str | int] = {}
    side: tuple[SideSpec, ...] = ()
    zone: tuple[ZoneSpec, ...] = ()
    marker: tuple[MarkerSpec, ...] = ()
    unit: tuple[UnitSpec, ...] = ()
    rules: dict[str, Any] = {}


def merged_spec(base: ScenarioSpec, upper: ScenarioSpec) -> ScenarioSpec:
    """Return the scenario `upper` combined with the scenario `base` that it extends.

    Values in `upper` take precedence. Options and rules are merged key by key. Other lists and texts are
    replaced as a whole.
    """
    own = {
        field: value
        for field in upper.__struct_fields__
        if (value := getattr(upper, field)) not in ((), {}, "", None)
    }
    merged = {key: {**getattr(base, key), **getattr(upper, key)} for key in ("options", "rules")}
    return msgspec.structs.replace(base, **{**own, **merged, "extends": ""})


def resolve_options(
    options: Mapping[str, str | int], ruleset: AnyRuleset, where: str | Path, table: str = "options."
) -> dict[str, str]:
    """Return a dict with a value for every option of the ruleset: the given value, or the default.

    Raises InputError if an option or its value is unknown; it names the place as `where` and `table`.
    """
    known = {text.option: text for text in ruleset.rulebook.values() if text.option}
    for key, value in options.items():
        if key not in known:
            raise InputError(where, f"{table}{key}", "unknown option", did_you_mean(key, known))
        if str(value) not in known[key].choices:
            remedy = did_you_mean(str(value), known[key].choices)
            raise InputError(where, f"{table}{key}", f"{value!r} is not one of its values", remedy)
    return {key: str(options.get(key, text.default)) for key, text in known.items()}


def build_plan(
    name: str, spec: ScenarioSpec, ruleset: AnyRuleset, ground: Ground, where: str | Path
) -> ScenarioPlan:
    """Build a ScenarioPlan, from which a ruleset sets up the battle, from the content of a scenario file.

    Raises InputError if the content is invalid.
    """
    options = resolve_options(spec.options, ruleset, where)
    _check_names(spec, where)
    _check_number(spec, where)
    check_crossings(spec.zone, "zone", where)
    units = tuple(_unit(unit, f"unit[{number}]", ground, where) for number, unit in enumerate(spec.unit))
    plan = ScenarioPlan(
        id=name,
        ruleset=ruleset.key,
        title=spec.title or name,
        briefing=spec.briefing.strip(),
        sides=_sides(spec, where),
        units=units,
        zones=tuple(_zone(zone, f"zone[{number}]", ground, where) for number, zone in enumerate(spec.zone)),
        markers=tuple(_marker(m, f"marker[{n}]", ground, where) for n, m in enumerate(spec.marker)),
        options=options,
        chosen=frozenset(spec.options),
        turns=spec.turns or 0,
        seed=spec.seed or 0,
        rules=dict(spec.rules),
    )
    _check_pieces(plan, ground, where)
    return plan


def _sides(spec: ScenarioSpec, where: str | Path) -> tuple[Side, ...]:
    """Return the sides. Raises InputError if two have the same number or if nobody plays any of them."""
    sides = tuple(Side(s.key, s.name, s.number or n, s.played) for n, s in enumerate(spec.side, 1))
    numbers = [side.number for side in sides]
    for n, number in enumerate(numbers):
        if number in numbers[:n]:
            raise InputError(
                where,
                f"side[{n}].number",
                f"{number} is the number of another side",
                "give every side its own number",
            )
    if not any(side.played for side in sides):
        raise InputError(where, "side", "no side is played", "remove played = false from at least one side")
    return sides


def _check_names(spec: ScenarioSpec, where: str | Path) -> None:
    """Check that the scenario has sides, and that every side and zone it names is defined."""
    if not spec.side:
        raise InputError(
            where, "side", "there are no sides", 'add at least one [[side]] with key = "…" and name'
        )
    if len(spec.side) > MAX_SIDES:
        raise InputError(where, "side", f"{len(spec.side)} sides, the maximum is {MAX_SIDES}")
    check_ids(where, [(f"side[{n}].key", side.key) for n, side in enumerate(spec.side)])
    check_ids(where, [(f"zone[{n}].id", zone.id) for n, zone in enumerate(spec.zone)])
    check_ids(where, [(f"unit[{n}].id", unit.id) for n, unit in enumerate(spec.unit)])
    sides, zones = [side.key for side in spec.side], [zone.id for zone in spec.zone]
    named = [(f"zone[{n}].side", zone.side) for n, zone in enumerate(spec.zone)]
    named += [(f"unit[{n}].side", unit.side or SideKey("?")) for n, unit in enumerate(spec.unit)]
    named += [(f"marker[{n}].side", marker.side) for n, marker in enumerate(spec.marker)]
    for key, side in named:
        if side and side not in sides:
            raise InputError(where, key, f"unknown side {side!r}", did_you_mean(side, sides))
    for n, unit in enumerate(spec.unit):
        if unit.zone and unit.zone not in zones:
            remedy = did_you_mean(unit.zone, zones)
            raise InputError(where, f"unit[{n}].zone", f"unknown zone {unit.zone!r}", remedy)


def _check_number(spec: ScenarioSpec, where: str | Path) -> None:
    """Check the number of pieces before any piece is built."""
    pieces = sum(len(item.places) or item.count for unit in spec.unit for item in unit.piece)
    if pieces > MAX_START_PIECES:
        raise InputError(where, "unit", f"{pieces} pieces in all, the maximum is {MAX_START_PIECES}")


def _unit(spec: UnitSpec, key: str, ground: Ground, where: str | Path) -> PlannedUnit:
    pieces: list[PlannedPiece] = []
    for number, item in enumerate(spec.piece):
        inner = f"{key}.piece[{number}]"
        places = _places(item, inner, ground, where)
        pieces += _pieces(item, inner, spec, len(pieces), places)
    return PlannedUnit(
        id=spec.id,
        side=spec.side,
        pieces=tuple(pieces),
        name=spec.name or spec.id,
        kind=spec.kind,
        zone=spec.zone,
        arrives=spec.arrives,
        key=key,
        rules=spec.rules,
    )


def _pieces(
    spec: PieceSpec, key: str, unit: UnitSpec, before: int, places: Sequence[Place]
) -> list[PlannedPiece]:
    """Return one piece for each place, or `count` pieces.

    Each id is the given id, or else the unit's id, with a number added.
    """
    stem, first = (spec.id, 1) if spec.id else (unit.id, before + 1)
    marks = tuple(Mark(name, count) for name, count in sorted(spec.marks.items()))
    if spec.id and len(places) == 1:
        return [PlannedPiece(spec.id, spec.profile, spec.name, places[0], spec.hits, marks, key)]
    return [
        PlannedPiece(
            f"{stem}{n}", spec.profile, spec.name and f"{spec.name} {n}", place, spec.hits, marks, key
        )
        for n, place in enumerate(places, first)
    ]


def _places(spec: PieceSpec, key: str, ground: Ground, where: str | Path) -> list[Place]:
    def standing(at: Coordinates) -> OnTable:
        return place_from_spec(at, spec.facing, spec.z, spec.on, ground, key, where)

    if (spec.z is not None or spec.on) and spec.at is None and not spec.places:
        given = "z" if spec.z is not None else "on"
        raise InputError(where, f"{key}.{given}", "needs a position", "add at or places")
    named: dict[str, Place] = {}
    if spec.inside:
        named["inside"] = Inside(spec.inside)
    if spec.aboard:
        named["aboard"] = Aboard(spec.aboard)
    if spec.below:
        named["below"] = Below(spec.below)
    if spec.at is not None:
        named["at"] = standing(spec.at)
    if len(named) + bool(spec.places) > 1:
        raise InputError(
            where, key, "has more than one position", "use one of at, places, inside, aboard, below"
        )
    if spec.places:
        return [standing(at) for at in spec.places]
    if "at" in named and spec.count != 1:
        raise InputError(where, f"{key}.at", f"{spec.count} pieces cannot be at one point", "use places")
    place = next(iter(named.values()), Off("reserve"))
    return [place] * spec.count


def _zone(spec: ZoneSpec, key: str, ground: Ground, where: str | Path) -> Zone:
    try:
        rings = spec_rings(ShapeSpec(**{name: getattr(spec, name) for name in SHAPE_KEYS}))
    except ShapeError as error:
        raise InputError(where, f"{key}.{error.key}".rstrip("."), error.message) from None
    off = point_off_table(rings, ground.width, ground.height)
    if off is not None:
        raise InputError(where, key, f"({off[0]:g}, {off[1]:g}) lies off the table")
    return Zone(spec.id, rings, spec.name, spec.side)


def _marker(spec: MarkerSpec, key: str, ground: Ground, where: str | Path) -> Marker:
    x, y = spec.at
    if not (0 <= x <= ground.width and 0 <= y <= ground.height):
        raise InputError(where, f"{key}.at", f"({x:g}, {y:g}) lies off the table")
    return Marker(spec.id, spec.kind, x, y, spec.radius, spec.height, spec.side, spec.name)


def _check_pieces(plan: ScenarioPlan, ground: Ground, where: str | Path) -> None:
    """Check that no id occurs twice among terrain, pieces and markers, and that places name existing ids."""
    pieces = [piece for unit in plan.units for piece in unit.pieces]
    named = [(f"the map's terrain {t.id}", t.id) for t in ground.terrain]
    named += [(f"{piece.key}.id", piece.id) for piece in pieces]
    check_ids(where, [*named, *((f"marker {m.id}", m.id) for m in plan.markers)])
    ids = [piece.id for piece in pieces]
    for piece in pieces:
        place = piece.place
        if isinstance(place, Inside) and place.terrain not in ground.terrain_by_id():
            remedy = did_you_mean(place.terrain, ground.terrain_by_id())
            raise InputError(where, f"{piece.key}.inside", f"the map has no {place.terrain!r}", remedy)
        if isinstance(place, Aboard | Below) and place.piece not in ids:
            word = "aboard" if isinstance(place, Aboard) else "below"
            raise InputError(
                where, f"{piece.key}.{word}", f"no piece {place.piece!r}", did_you_mean(place.piece, ids)
            )


def decode_spec(raw: dict[str, Any], where: str | Path) -> ScenarioSpec:
    """Convert the TOML values of a scenario file to a struct. Raises InputError if a value is invalid."""
    return decode_typed(raw, ScenarioSpec, where)
