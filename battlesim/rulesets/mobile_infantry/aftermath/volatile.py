"""Volatile bugs blow up when they are killed."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import within
from battlesim.rulings.measure import piece_distance
from battlesim.table.events import Said
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.words import Ref, say

from ..attack import damage
from ..attack.damage import Lost
from ..attack.pool import AttackDie, die_of, weapons_of
from ..attack.ways import EXPLOSION
from ..core.facts import entrances, has, is_model
from ..core.profiles import weapons
from ..core.state import Battle, Game
from ..core.targets import on_ground

REACH = 3.0
"""Inches from the base of the dead bug."""


def blows_up(dead: Piece) -> bool:
    """Whether a bug that was just killed explodes: Volatile, and killed on the table itself."""
    return has(dead, "volatile") and isinstance(dead.place, OnTable)


def caught(state: Battle, dead: Piece) -> list[Piece]:
    """Every model within 3 in of its base, friend and foe."""
    near = [p for p in state.table.pieces.values() if is_model(p) and on_ground(p)]
    return [
        p
        for p in (*near, *entrances(state))
        if p.id != dead.id and within(piece_distance(state.table, dead, p), REACH)
    ]


def dice(state: Battle, dead: Piece) -> tuple[AttackDie, ...]:
    """The full dice of its melee attack for all who are caught."""
    form = weapons_of(dead, melee=True)[0]
    each = int(weapons()[form].dice)
    return tuple(
        die_of(form, dead.id, p.id, bound=True, origin=dead.xy)
        for p in caught(state, dead)
        for _ in range(each)
    )


def blow_up(play: Play[Game], dead: Piece) -> Script[list[Lost]]:
    """A dead bug attacks all who are near; gives whom it takes."""
    near = dice(play.state, dead)
    play.emit(Said(rule=EXPLOSION, text=say("{} blows up", Ref(dead.id)), by=dead.id, at=(dead.id,)))
    _, lost = yield from damage.deal(play, near, "volatile", point=dead.xy)
    return lost
