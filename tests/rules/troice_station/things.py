"""A small battle for tests of rules: figures and buildings at points, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.rulesets.troice_station.core.parameters import resolve_parameters
from battlesim.rulesets.troice_station.core.profiles import profile
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Game, Site
from battlesim.table.events import DiceRolled
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Opening, Terrain
from battlesim.table.units import Unit
from battlesim.testing.script import ScriptResult
from battlesim.testing.script import perform_rules as rules_alone

Point = tuple[float, float]
Marks = Mapping[str, int] | Sequence[str]
LEVELS = {"door": (0.0, 2.0), "window": (1.0, 2.0), "slit": (1.0, 1.5)}


SIDES = (Side(MARINES, "Marines", 1), Side(CREATURES, "Creatures", 8, played=False))
LANDING = ((14.0, 0.0), (34.0, 0.0), (34.0, 4.0), (14.0, 4.0))


def battle(
    *pieces: Piece,
    terrain: Sequence[Terrain] = (),
    options: Mapping[str, str] | None = None,
    size: float = 48.0,
    **game: Any,
) -> Battle:
    """A battle in its first turn with just these pieces."""
    units = {p.unit: Unit(p.unit, p.unit, p.side, "squad") for p in pieces}
    table = Table(Ground(size, size, terrain=tuple(terrain)), {p.id: p for p in pieces}, SIDES, {}, units)
    own: dict[str, Any] = {"turn": 1, "parameters": resolve_parameters(options or {}), "site": Site(LANDING)}
    return State(table, Game(**(own | game)))


def off(state: Battle, piece: str, place: str = "lost") -> Battle:
    """The same with a piece off the table."""
    return state.with_table(state.table.with_place(piece, Off(place)))


def perform(
    state: Battle,
    script: Callable[[Play[Game]], Script[Any] | None],
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int | str] = (),
    until: str = "",
) -> ScriptResult:
    """Carry out rules by themselves; answers by the keys of decisions, all of which have to be used up."""
    listed = {what: list(given) for what, given in (answers or {}).items()}
    return rules_alone(state, script, listed, dice, until)


def keys(done: ScriptResult, what: str) -> list[str]:
    """What can be chosen where a question was first asked."""
    question = done.first_decision(what)
    assert isinstance(question, ChooseOne)
    return [option.key for option in question.open_options]


def rolls(done: ScriptResult) -> list[str]:
    """What was rolled for, in order."""
    return [str(event.why) for event in done.events_of(DiceRolled)]


def figure(kind: str, id: str, x: float, y: float, side: SideKey, unit: str, marks: Marks = ()) -> Piece:
    """A figure at a point. Marks: names, or names with counts."""
    own = profile(kind)
    made = Piece(id, id, kind, side, UnitId(unit), own.base / 2, own.height, OnTable(x, y))
    for name, count in (marks if isinstance(marks, Mapping) else dict.fromkeys(marks, 1)).items():
        made = made.with_mark(name, count)
    return made


def marine(kind: str, id: str, x: float, y: float, unit: str = "1A", marks: Marks = ()) -> Piece:
    """A marine of a kind."""
    return figure(kind, id, x, y, MARINES, unit, marks)


def trooper(id: str = "a", x: float = 10.0, y: float = 10.0, marks: Marks = (), unit: str = "1A") -> Piece:
    """A Trooper."""
    return marine("trooper", id, x, y, unit, marks)


def line(*xs: float, kind: str = "trooper", marks: Marks = ()) -> list[Piece]:
    """Marines of 1A in a row, a to d; 4 in between centres are a gap of 3 in."""
    return [marine(kind, id, x, 10, marks=marks) for id, x in zip("abcd", xs, strict=False)]


def creature(kind: str, id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A creature or a marker."""
    return figure(kind, id, x, y, CREATURES, "creatures", marks)


def alien(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """An Alien."""
    return creature("alien", id, x, y, marks)


def hugger(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A Face Hugger."""
    return creature("face_hugger", id, x, y, marks)


def marker(id: str, x: float, y: float, marks: Marks = ()) -> Piece:
    """A marker that nobody has turned over."""
    return creature("marker", id, x, y, marks)


def room(
    id: str, x0: float, y0: float, x1: float, y1: float, *gaps: tuple[str, Point, Point, bool]
) -> Terrain:
    """A building with walls 0.25 in thick; its doors and windows are kind, start, end, open or shut.

    One without any has a slit in a corner, as only what has openings has a room.
    """
    known = gaps or (("slit", (x0, y1 - 0.5), (x0, y1 - 1.0), True),)
    openings = tuple(
        Opening(start, end, *LEVELS[kind], is_open, kind, 0.25, f"{id}.{kind}{n}")
        for n, (kind, start, end, is_open) in enumerate(known, 1)
    )
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id, "building", (ring,), 3.0, openings=openings)


def block(kind: str, id: str, x0: float, y0: float, x1: float, y1: float, height: float = 1.0) -> Terrain:
    """Terrain that is a rectangle."""
    return Terrain(id, kind, (((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), height)
