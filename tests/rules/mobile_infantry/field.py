"""A small battle for tests of rules: a few pieces, positions, dice, one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.decisions import DICE, Decision
from battlesim.engine.dice import ScriptedDice
from battlesim.engine.play import Play, Script, carried
from battlesim.engine.refusal import Refusal
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry.core.parameters import resolve
from battlesim.rulesets.mobile_infantry.core.profiles import profile, terrain_kinds
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle, Game, Site, Unit
from battlesim.table.events import Event, Remark
from battlesim.table.pieces import Marker, OnTable, Piece, Place
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain

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
        p.unit: Unit(p.unit, p.unit, p.side, "platoon" if p.side == MI else "bugs") for p in pieces.values()
    }
    parameters = resolve(options or {})
    from battlesim.rulesets.mobile_infantry.core.phases import phases

    own = Game(
        parameters=parameters,
        site=site or Site(),
        units=units,
        phases=phases(parameters.first_side),
        options=dict(options or {}),
        turn=turn,
        phase=phase,
        activation=activation,
        **game,
    )
    return State(Table(ground, pieces, SIDES, markers), own)


class Done:
    """What an act came to: the state after it, the events in order, and every decision that was put."""

    def __init__(self, state: Battle, news: list[Event | Remark], asked: list[Decision[Any]]) -> None:
        self.state = state
        self.events = [n for n in news if isinstance(n, Event)]
        self.remarks = [n for n in news if isinstance(n, Remark)]
        self.asked = asked

    def piece(self, id: str) -> Piece:
        """A piece after the act."""
        return self.state.table.piece(id)

    def of(self, kind: type[Event]) -> list[Any]:
        """The events of one type."""
        return [e for e in self.events if isinstance(e, kind)]

    def question(self, what: str) -> Decision[Any]:
        """The first decision put with this key. Raises AssertionError when there was none."""
        found = [d for d in self.asked if d.what == what]
        assert found, f"{what} was never asked; asked: {[d.what for d in self.asked]}"
        return found[0]


class RefusedError(AssertionError):
    """An answer of the test was refused."""

    def __init__(self, decision: Decision[Any], answer: object, refusal: Refusal) -> None:
        super().__init__(f"{decision.what} <- {answer!r}: {refusal.reason} [{refusal.rule}]")
        self.refusal = refusal


Answers = Mapping[str, Any]


def perform(
    state: Battle,
    script: Callable[[Play[Game]], Script[Any] | None],
    answers: Answers | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> Done:
    """Run a script of rules. `answers` maps a decision's `what` to a list of answers, used in order.

    An answer may be a function of (decision, state). A decision without an entry gets its legal default.
    Every listed answer and every die must be used up. `until` stops before the first decision with that key.
    """
    play: Play[Game] = Play(state, "mobile_infantry")
    left = {what: list(given) for what, given in (answers or {}).items()}
    thrown, asked = ScriptedDice(dice), []
    live = carried(script(play))
    try:
        decision = next(live)
        while True:
            asked.append(decision)
            if until and decision.what == until:
                return Done(play.state, play.news, asked)
            decision = live.send(_answer(play.state, decision, left, thrown))
    except StopIteration:
        pass
    thrown.check_used_up()
    unused = {what: given for what, given in left.items() if given}
    assert not unused, f"answers never asked for: {unused}; asked: {[d.what for d in asked]}"
    return Done(play.state, play.news, asked)


def _answer(state: Battle, decision: Decision[Any], left: dict[str, list[Any]], dice: ScriptedDice) -> Any:
    if decision.side == DICE:
        return dice.throw(decision.dice, decision.prompt)  # type: ignore[attr-defined]
    given = left.get(decision.what)
    answer = given.pop(0) if given else decision.default(state)
    if callable(answer):
        answer = answer(decision, state)
    refusal = decision.check(state, answer)
    if refusal is not None:
        raise RefusedError(decision, answer, refusal)
    return answer
