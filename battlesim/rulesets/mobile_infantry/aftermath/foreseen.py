"""What losses may set off: bugs that blow up, entrances and buildings that fall, one after the other.

Whatever may be lost by the worst dice is drawn, and what that may take with it in its turn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.ruleset import EffectArea
from battlesim.mechanics.odds import Odds
from battlesim.table.words import inches, say

from ..attack import odds
from ..attack.ways import EXPLOSION
from ..below import tunnels
from ..core.facts import has
from ..core.state import Battle
from ..core.targets import hits_of, is_structure
from . import chains, structures
from .areas import around

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
    return {name: 1 for name in names if odds.save_fails(view, name)}


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
        held = structures.shaken(view, name)
        return _fall(view, name, "falls", structures.RULE, held, held) if held else None
    piece = view.table.piece(name)
    if has(piece, "entrance"):
        found = tunnels.caught(view, name)
        return _fall(view, name, "collapses", tunnels.COLLAPSE, found.near, (*found.near, *found.under))
    if not chains.blows_up(piece):
        return None
    caught = tuple(p.id for p in chains.in_blast(view, piece))
    words = say("{} blows up if lost, {}", piece.name, inches(chains.BLAST))
    area = EffectArea(around(view, name, chains.BLAST), words, EXPLOSION, caught, sure=False)
    return Effect(area, most(odds.odds_of(view, chains.blast_dice(view, piece), "volatile")))


def _fall(
    view: Battle, name: str, does: str, rule: str, beside: tuple[str, ...], saving: tuple[str, ...]
) -> Effect:
    """A thing that falls: those beside it or in it make a Save."""
    words = f"{view.table.called(name)} {does} if lost"
    area = EffectArea(around(view, name, 0.0), words, rule, beside, sure=False)
    return Effect(area, failing(view, saving))
