"""Settling attack dice: roll, kill results, Saves, removal and flinch.

All dice are rolled at once, every model is settled with the dice that lie on it, and only then are models
taken off and survivors pushed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics import attack
from battlesim.mechanics.attack import Felt, Roll
from battlesim.mechanics.chance import Cast, alone, cast
from battlesim.table.pieces import Piece
from battlesim.table.words import Ref, Words, say

from ..core.facts import has
from ..core.state import MI, Game
from ..core.targets import hits_of, is_structure, ratings, thing
from ..core.words import some
from ..ground import captives
from ..losses.losses import get_out, hurt, remove
from .flinch import flinch, sources_of
from .pool import AttackDie
from .strike import KILL_POINTS, blows, own_death, save
from .ways import WAYS

Lost = Piece | str
"""What an attack took: a model as it was before, the id of a structure or entrance that is still to fall."""


def deal(
    play: Play[Game],
    dice: Sequence[AttackDie],
    how: str,
    *,
    point: Point | None = None,
    fresh: Sequence[str] = (),
) -> Script[tuple[tuple[int, ...], list[Lost]]]:
    """Roll dice that lie on their targets, up to the flinch: the natural faces in order, and what they took.

    `how` is fire, area, melee, bomb, volatile or interception. `point` is where the blows come from when a
    die does not say so itself; `fresh` names smoke of this very attack, which does not count for it yet.
    """
    way = WAYS[how]
    words = say("{} on {}", way.words, some(tuple(dict.fromkeys(die.target for die in dice))))
    first = Roll(words, way.roll, ", ".join(dict.fromkeys(die.firer for die in dice)), announced=True)

    def saving(target: str) -> Roll:
        return Roll(say("saves of {}", Ref(target)), way.save, target)

    def take(number: int, points: int) -> None:
        rule = way.kill if points == KILL_POINTS else way.failed
        hurt(play, dice[number].target, points, rule, dice[number].firer)

    def left(target: str) -> int:
        return hits_of(play.state, target)

    struck = blows(play.state, dice, way, fresh)
    faces, settled = yield from attack.settle(play, struck, first, saving, left, take)
    shaken = dict[str, dict[str, Point]]()
    for felt in settled:
        by = [dice[k] for k in (felt.blows if way.shaken_by_saves else felt.wounds)]
        shaken[felt.target] = sources_of(play.state, thing(play.state, felt.target), by, point)
    own = {die.firer: rule for die, face in zip(dice, faces, strict=True) if (rule := own_death(die, face))}
    lost = yield from _take_off(play, settled, dice, own, way.removed)
    attacker = next((play.state.table.piece(die.firer).side for die in dice), MI)
    yield from flinch(play, attacker, shaken, way.flinch)
    return faces, lost


def _take_off(
    play: Play[Game], settled: Sequence[Felt], dice: Sequence[AttackDie], dying: Mapping[str, str], rule: str
) -> Script[list[Lost]]:
    """Take off what is at 0 HP, then attackers that die by their own blow, by which rule; what they took."""
    lost: list[Lost] = []
    for one in settled:
        if hits_of(play.state, one.target) > 0:
            continue
        if is_structure(play.state, one.target) or has(play.state.table.piece(one.target), "entrance"):
            lost.append(one.target)
            continue
        piece = play.state.table.piece(one.target)
        by = dice[one.wounds[-1]].firer
        if captives.taken(play, piece.id, by, dying=by in dying):
            continue
        if has(piece, "transport"):
            yield from get_out(play, piece.id)
        lost.append(piece)
        remove(play, piece.id, rule, by)
    for name, own_rule in sorted(dying.items()):
        remove(play, name, own_rule, name)
    return lost


def saves(play: Play[Game], pieces: Sequence[str], why: Words, rule: str) -> Script[list[Lost]]:
    """One unmodified Save each at once; who fails, or has none, loses 1 HP. Nobody flinches. Who is lost."""
    ids = [i for i in pieces if i in play.state.table.pieces]
    rated = {i: ratings(play.state, i) for i in ids}
    casts = {i: Cast(alone(save(play.state, one, rule))) for i, one in rated.items() if one.save}
    yield from cast(play, list(casts.values()), why, rule=rule, by=", ".join(casts))
    passed = {i for i, one in casts.items() if one.end}
    lost: list[Lost] = []
    for name in ids:
        if name in passed:
            continue
        hurt(play, name, 1, rule)
        piece = play.state.table.piece(name)
        if piece.hits <= 0:
            lost.append(piece)
            remove(play, name, rule)
    return lost
