"""What losses set off: bugs that blow up, entrances and structures that fall."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.table.pieces import Piece

from ..attack import damage
from ..attack.damage import Lost
from ..attack.pool import AttackDie
from ..below import tunnels
from ..core.state import Game
from ..core.targets import is_structure
from . import structures, volatile


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
        return (yield from volatile.blow_up(play, lost)) if volatile.blows_up(lost) else []
    if is_structure(play.state, lost):
        return (yield from structures.destroy(play, lost))
    if lost in play.state.table.pieces:
        return (yield from tunnels.collapse(play, lost, by_choice=False))
    return []
