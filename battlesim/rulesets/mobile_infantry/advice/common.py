"""What the advice of both sides is built of. Distances in inches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseOne, ChooseSome, Decision
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point, centroid
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Aboard, Inside, Piece

from ..core.facts import is_model
from ..core.state import Battle

Advisor = Callable[[Battle, Any], list[Advice]]
"""From a view and a decision (of the kind that its key always has) to advice."""


def where(view: Battle, piece: Piece) -> Point | None:
    """A point for a piece: its own, its building's middle, its carrier's; None when it is off the table."""
    if isinstance(piece.place, Inside):
        return centroid(view.table.terrain(piece.place.terrain).rings[0])
    if isinstance(piece.place, Aboard):
        carrier = view.table.pieces.get(piece.place.piece)
        return where(view, carrier) if carrier is not None else None
    return piece.xy if piece.spot is not None else None


def spots(view: Battle, side: SideKey) -> list[tuple[Piece, Point]]:
    """The models of a side that are on the table, with a point for each."""
    own = [p for p in view.table.of_side(side) if p.in_play and is_model(p)]
    return [(p, at) for p in own if (at := where(view, p)) is not None]


def nearest(point: Point, others: Iterable[tuple[Piece, Point]]) -> tuple[float, Piece | None]:
    """The nearest of some pieces to a point, centre to centre; (inf, None) when there are none."""
    best: tuple[float, Piece | None] = (math.inf, None)
    for piece, at in others:
        away = math.dist(point, at)
        if away < best[0]:
            best = (away, piece)
    return best


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def all_of_them(reason: str) -> Advisor:
    """Advice to choose as many as allowed."""

    def advise(view: Battle, decision: ChooseSome) -> list[Advice]:
        keys = tuple(option.key for option in decision.open)
        return [Advice(keys[: decision.most], 1.0, reason)]

    return advise


def first_of(keys: Sequence[str], reason: str) -> Advisor:
    """Advice to choose the first of some options that is open."""

    def advise(view: Battle, decision: ChooseOne) -> list[Advice]:
        return [Advice(key, float(-n), reason) for n, key in enumerate(keys) if decision.option(key)]

    return advise


def rank(
    decision: ChooseOne, score: Callable[[Option], float | None], reason: Callable[[Option], str]
) -> list[Advice]:
    """Advice on every option that gets a score, best first."""
    rated = [(option, value) for option in decision.open if (value := score(option)) is not None]
    rated.sort(key=lambda pair: -pair[1])
    return [Advice(option.key, value, reason(option)) for option, value in rated]


def keys_of(decision: Decision[Any]) -> tuple[str, ...]:
    """The keys that a choice offers."""
    return tuple(option.key for option in getattr(decision, "open", ()))
