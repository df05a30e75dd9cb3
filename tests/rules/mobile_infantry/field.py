"""A small battle for tests of rules: a few pieces, positions, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry.core.parameters import resolve_parameters
from battlesim.rulesets.mobile_infantry.core.profiles import profile, terrain_kinds
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle, Game, GameUnit, Site
from battlesim.table.pieces import Marker, OnTable, Piece, Place
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain
from battlesim.testing.script import ScriptResult
from battlesim.testing.script import perform_rules as rules_alone

SIDES = (Side(MI, "Mobile Infantry", 1), Side(BUGS, "Arachnids", 2))


def piece(
    kind: str,
    id: str,
    x: float = 0.0,
    y: float = 0.0,
    *,
    unit: str = "",
    hits: int | None = None,
    facing: float = 0.0,
    marks: Mapping[str, int] | Sequence[str] = (),
    place: Place | None = None,
    side: str = "",
) -> Piece:
    """A model of a kind at a point (or any other place). Marks: names, or names with counts."""
    p = profile(kind)
    own = side or (BUGS if {"bug", "entrance", "marker"} & set(p.traits) else MI)
    counts = dict(marks) if isinstance(marks, Mapping) else dict.fromkeys(marks, 1)
    made = Piece(
        id=id,
        name=id,
        kind=kind,
        side=own,
        unit=unit or ("A" if own == MI else "bugs"),
        radius=p.base / 2,
        height=p.height,
        place=place or OnTable(x, y, facing),
        hits=p.hits if hits is None else hits,
        hits_full=p.hits,
    )
    for name, count in counts.items():
        made = made.with_mark(name, count)
    return made


def rifles(id: str, x: float = 0.0, y: float = 0.0, **more: Any) -> Piece:
    """A Rifle Squad."""
    return piece("rifle_squad", id, x, y, **more)


def lieutenant(id: str, x: float = 0.0, y: float = 0.0, **more: Any) -> Piece:
    """A Command Team with the officer mark of a Lieutenant (6 in)."""
    return piece("command_team", id, x, y, **more).with_mark("officer", 6)


def captain(id: str, x: float = 0.0, y: float = 0.0, **more: Any) -> Piece:
    """A Command Team with the officer mark of a Captain (9 in)."""
    return piece("command_team", id, x, y, **more).with_mark("officer", 9)


def warrior(id: str, x: float = 0.0, y: float = 0.0, **more: Any) -> Piece:
    """A Warrior."""
    return piece("warrior", id, x, y, **more)


def block(kind: str, id: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Terrain:
    """A rectangular terrain piece with the height and hits of its kind."""
    known = terrain_kinds()[kind]
    rings = (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),)
    fields: dict[str, Any] = {"height": known.height, "hits": known.hits, "hits_full": known.hits}
    return Terrain(id=id, kind=kind, rings=rings, **(fields | more))


def field(
    *things: Piece | Terrain | Marker,
    width: float = 72.0,
    height: float = 48.0,
    turn: int = 1,
    phase: str = "mi_activations",
    options: Mapping[str, str] | None = None,
    site: Site | None = None,
    activation: Activation | None = None,
    **game: Any,
) -> Battle:
    """A battle with just these pieces, terrain and markers; nobody has acted."""
    pieces = {t.id: t for t in things if isinstance(t, Piece)}
    ground = Ground(width, height, terrain=tuple(t for t in things if isinstance(t, Terrain)))
    markers = {t.id: t for t in things if isinstance(t, Marker)}
    units = {
        p.unit: GameUnit(p.unit, p.unit, p.side, "platoon" if p.side == MI else "bugs")
        for p in pieces.values()
    }
    parameters = resolve_parameters(options or {})
    from battlesim.rulesets.mobile_infantry.core.state import turn_phases

    own = Game(
        parameters=parameters,
        site=site or Site(),
        units=units,
        phases=turn_phases(parameters.first_side),
        options=dict(options or {}),
        turn=turn,
        phase=phase,
        activation=activation,
        **game,
    )
    return State(Table(ground, pieces, SIDES, markers), own)


def perform(
    state: Battle,
    script: Callable[[Play[Game]], Script[Any] | None],
    answers: Mapping[str, Sequence[Any]] | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> ScriptResult:
    """Carry out rules by themselves; answers by the keys of decisions, all of which have to be used up."""
    listed = {what: list(given) for what, given in (answers or {}).items()}
    return rules_alone(state, script, listed, dice, until)
