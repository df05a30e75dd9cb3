"""What an attack lays on the table: areas of effect, pushes of a flinch, and what losses may set off.

Whatever may be lost by the worst dice is drawn, and what that may take with it in its turn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.decisions import Assign
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.odds import Odds
from battlesim.rulings import threat
from battlesim.table.ids import SideKey
from battlesim.table.words import inches, say

from ..attack import area, flinch
from ..attack.pool import AttackDie
from ..attack.strike import odds_of, save_fails
from ..attack.ways import EXPLOSION, WAYS
from ..below import tunnels
from ..core.facts import has
from ..core.profiles import weapons
from ..core.state import Battle
from ..core.targets import hits_of, is_structure, ratings, thing
from . import chains

Pushes = tuple[tuple[str, Point], ...]
"""Models and where they would end."""


def about(view: Battle, weapon: str, target: str, side: SideKey) -> EffectArea:
    """The area of a weapon about its target."""
    known = weapons()[weapon]
    caught = tuple(area.about_model(view, target, known.area, side))
    region = threat.around(view.table, thing(view, target), known.area)
    return EffectArea(region, say("{}, {}", known.name, inches(known.area)), area.ABOUT, caught)


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


Wounds = Mapping[str, int]
"""The most HP that each model, entrance or structure may lose."""


class Effect(NamedTuple):
    """What a loss does: where and to whom, and the most HP that it may cost each of them."""

    area: EffectArea
    wounds: Wounds


def most(shot: Odds) -> dict[str, int]:
    """The most HP that dice may cost each of their targets."""
    return {one.target: one.most for one in shot.targets}


def failing(view: Battle, names: Sequence[str]) -> Wounds:
    """One Save each, 1 HP where it may fail."""
    return {name: 1 for name in names if save_fails(view, name)}


def set_off(view: Battle, *attacks: Wounds) -> tuple[EffectArea, ...]:
    """What any one of some attacks may set off, and that in its turn, first in, first out."""
    known: dict[str, Effect | None] = {}
    names = dict.fromkeys(name for wounds in attacks for name in _chain(view, wounds, known))
    return tuple(effect.area for name in names if (effect := known[name]) is not None)


def _chain(view: Battle, wounds: Wounds, known: dict[str, Effect | None]) -> list[str]:
    """All that one attack may take off, in the order in which they go; `known` keeps what each does."""
    most, lost, waiting = Counter(wounds), list[str](), deque(wounds)
    while waiting:
        name = waiting.popleft()
        if name in lost or most[name] < hits_of(view, name):
            continue
        lost.append(name)
        if name not in known:
            known[name] = _effect(view, name)
        more = effect.wounds if (effect := known[name]) else {}
        most.update(more)
        waiting.extend(more)
    return lost


def _effect(view: Battle, name: str) -> Effect | None:
    """What the loss of a thing does to others; None when it does nothing."""
    if is_structure(view, name):
        held = chains.shaken(view, name)
        return _fall(view, name, "falls", chains.FALL, held, held) if held else None
    piece = view.table.piece(name)
    if has(piece, "entrance"):
        found = tunnels.caught(view, name)
        return _fall(view, name, "collapses", tunnels.COLLAPSE, found.near, (*found.near, *found.under))
    if not chains.blows_up(piece):
        return None
    caught = tuple(p.id for p in chains.in_blast(view, piece))
    words = say("{} blows up if lost, {}", piece.name, inches(chains.BLAST))
    area = EffectArea(threat.around(view.table, piece, chains.BLAST), words, EXPLOSION, caught, sure=False)
    return Effect(area, most(odds_of(view, chains.blast_dice(view, piece), "volatile")))


def _fall(
    view: Battle, name: str, does: str, rule: str, beside: tuple[str, ...], saving: tuple[str, ...]
) -> Effect:
    """A thing that falls: those beside it or in it make a Save."""
    words = f"{view.table.called(name)} {does} if lost"
    area = EffectArea(threat.around(view.table, thing(view, name), 0.0), words, rule, beside, sure=False)
    return Effect(area, failing(view, saving))
