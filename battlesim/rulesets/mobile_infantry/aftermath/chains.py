"""What losses set off: bugs that blow up, entrances and structures that fall."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import within
from battlesim.rulings.measure import piece_distance
from battlesim.table.events import Said
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.words import Ref, say

from ..attack import damage
from ..attack.damage import Lost
from ..attack.pool import AttackDie, weapons_of
from ..attack.ways import EXPLOSION
from ..below import tunnels
from ..core.facts import entrances, has, is_model
from ..core.profiles import weapons
from ..core.state import Battle, Game
from ..core.targets import is_structure, on_ground
from . import structures

BLAST = 3.0
"""Inches from the base of the dead bug."""


def blows_up(dead: Piece) -> bool:
    """Whether a bug that was just killed explodes: Volatile, and killed on the table itself."""
    return has(dead, "volatile") and isinstance(dead.place, OnTable)


def in_blast(state: Battle, dead: Piece) -> list[Piece]:
    """Every model within 3 in of its base, friend and foe."""
    near = [p for p in state.table.pieces.values() if is_model(p) and on_ground(p)]
    return [
        p
        for p in (*near, *entrances(state))
        if p.id != dead.id and within(piece_distance(state.table, dead, p), BLAST)
    ]


def blast_dice(state: Battle, dead: Piece) -> tuple[AttackDie, ...]:
    """The full dice of its melee attack for all who are caught."""
    form = weapons_of(dead, melee=True)[0]
    each = int(weapons()[form].dice)
    return tuple(
        AttackDie(form, dead.id, p.id, bound=True, origin=dead.xy)
        for p in in_blast(state, dead)
        for _ in range(each)
    )


def blow_up(play: Play[Game], dead: Piece) -> Script[list[Lost]]:
    """A dead bug attacks all who are near; gives whom it takes."""
    near = blast_dice(play.state, dead)
    play.emit(Said(rule=EXPLOSION, text=say("{} blows up", Ref(dead.id)), by=dead.id, at=(dead.id,)))
    _, lost = yield from damage.deal(play, near, "volatile", point=dead.xy)
    return lost


def settle(
    play: Play[Game],
    dice: Sequence[AttackDie],
    how: str,
    *,
    point: Point | None = None,
    fresh: Sequence[str] = (),
) -> Script[tuple[int, ...]]:
    """Roll dice that lie on their targets and work out all that follows; see `damage.deal`."""
    faces, lost = yield from damage.deal(play, dice, how, point=point, fresh=fresh)
    yield from work_through(play, lost)
    return faces


def work_through(play: Play[Game], lost: Sequence[Lost]) -> Script[None]:
    """What losses set off, first in, first out: each only once what went before is fully settled."""
    waiting = deque(lost)
    while waiting:
        waiting.extend((yield from _set_off(play, waiting.popleft())))


def _set_off(play: Play[Game], lost: Lost) -> Script[list[Lost]]:
    """What one loss does to others; gives those whom it takes."""
    if isinstance(lost, Piece):
        return (yield from blow_up(play, lost)) if blows_up(lost) else []
    if is_structure(play.state, lost):
        return (yield from structures.destroy(play, lost))
    if lost in play.state.table.pieces:
        return (yield from tunnels.collapse(play, lost, by_choice=False))
    return []
