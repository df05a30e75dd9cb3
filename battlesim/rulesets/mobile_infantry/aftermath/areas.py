"""What an attack lays on the table: areas of effect, and the pushes of a flinch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.rulings import threat
from battlesim.rulings.measure import Base, seat
from battlesim.table.ids import SideKey
from battlesim.table.words import inches, say

from ..attack import area, flinch
from ..attack.pool import AttackDie
from ..attack.ways import WAYS
from ..core.profiles import weapons
from ..core.state import Battle
from ..core.targets import is_structure, ratings, thing

Pushes = tuple[tuple[str, Point], ...]
"""Models and where they would end."""


def about(view: Battle, weapon: str, target: str, side: SideKey) -> EffectArea:
    """The area of a weapon about its target."""
    known = weapons()[weapon]
    caught = tuple(area.about_model(view, target, known.area, side))
    region = around(view, target, known.area)
    return EffectArea(region, say("{}, {}", known.name, inches(known.area)), "MI-TRT-01", caught)


def around(view: Battle, centre: str, inches: float) -> Region:
    """Everything within so many inches of a base, or of the outline of a structure or of what it is in."""
    here = seat(view.table, thing(view, centre))
    if isinstance(here, Base):
        return threat.about((here.x, here.y), here.radius + inches)
    return threat.within(view.table, (here.rings,), inches)


def pushes(view: Battle, dice: Sequence[AttackDie], how: str) -> Pushes:
    """Where those end who can live to flinch, if all do: each from the first that may have shaken it."""
    origins: dict[str, Point] = {}
    for name in dict.fromkeys(die.target for die in dice):
        if is_structure(view, name):
            continue
        piece, saves = view.table.piece(name), WAYS[how].shaken_by_saves and ratings(view, name).save > 0
        if flinch.may_flinch(piece) and (piece.hits > 1 or saves):
            on_it = [die for die in dice if die.target == name]
            found = flinch.sources_of(view, piece, on_it)
            origins |= {name: next(iter(found.values()))} if found else {}
    return _ends(view, origins)


def _ends(view: Battle, origins: Mapping[str, Point]) -> Pushes:
    parts = flinch.pushes(view.table, origins)
    return tuple((part.piece, part.path[-1]) for part in parts)


def sources(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview:
    """Where each flinches to from whom it is given."""
    given = {item.key: source for item, source in zip(decision.items, answer, strict=True)}
    points = {
        name: flinch.point_of(view, thing(view, source), view.table.piece(name))
        for name, source in given.items()
    }
    ends = _ends(view, {name: point for name, point in points.items() if point is not None})
    rows = [
        PreviewRow(f"{view.table.called(name)}, from", view.table.called(source), decision.rule)
        for name, source in given.items()
    ]
    return Preview("Flinch", say("{} straight away", inches(flinch.DISTANCE)), tuple(rows), pushes=ends)
