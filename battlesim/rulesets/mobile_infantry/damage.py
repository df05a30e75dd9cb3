"""Settling attack dice: roll, kill results, Saves, removal, flinch, and what comes of it.

The order of steps is that of MI-SHOT-15, MI-BSHT-09 and MI-BMEL-08: all dice are rolled at once, every model
is settled with the dice that lie on it, and only then are models taken off and survivors pushed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.table.pieces import Piece

from . import captives, cover, crash, results, structures, tunnels, volatile
from .facts import has
from .flinch import Shaken, flinch, sources_of
from .losses import hurt, remove
from .marks import CAPTIVE
from .pool import AttackDie
from .results import KILL_POINTS, RESULTS
from .state import MI, Game
from .targets import hits_of, is_structure, name_of, ratings
from .ways import WAYS, Way
from .words import named


class Blow(msgspec.Struct, frozen=True):
    """A die as it fell: its natural face, and the points it causes when no Save stops it."""

    die: AttackDie
    face: int
    points: int


class Settled(msgspec.Struct):
    """What became of one target: who took its last HP, and the dice that it felt."""

    target: str
    felt: list[AttackDie] = []
    hurt_by: list[AttackDie] = []


def settle(
    play: Play[Game],
    dice: Sequence[AttackDie],
    how: str,
    *,
    point: Point | None = None,
    fresh: Sequence[str] = (),
) -> Script[tuple[int, ...]]:
    """Roll dice that lie on their targets and work out all that follows; the natural faces, in order.

    `how` is fire, area, melee, bomb, volatile or interception. `point` is where the blows come from when a
    die does not say so itself; `fresh` names smoke of this very attack, which does not count for it yet.
    """
    faces, doomed = yield from _attack(play, dice, WAYS[how], point, fresh)
    yield from work_through(play, doomed)
    return faces


def work_through(play: Play[Game], doomed: Sequence[Piece | str]) -> Script[None]:
    """Explosions, collapses and ruins, first in, first out (MI-GAP-53): dead bugs, ids of the rest."""
    waiting = deque(doomed)
    while waiting:
        next_one = waiting.popleft()
        if isinstance(next_one, Piece):
            dice = volatile.dice(play.state, next_one)
            play.emit(volatile.blast(next_one))
            _, more = yield from _attack(play, dice, WAYS["volatile"], next_one.xy, ())
            waiting.extend(more)
        elif is_structure(play.state, next_one):
            yield from structures.destroy(play, next_one)
        elif next_one in play.state.table.pieces:
            yield from tunnels.collapse(play, next_one, by_choice=False)


def _attack(
    play: Play[Game], dice: Sequence[AttackDie], way: Way, point: Point | None, fresh: Sequence[str]
) -> Script[tuple[tuple[int, ...], list[Piece | str]]]:
    """One attack up to the flinch; beside its faces, what is still to be worked through."""
    by = ", ".join(dict.fromkeys(die.firer for die in dice))
    against = results.attack(play.state, dice)
    words = f"{way.words} on {named(play.state, tuple(dict.fromkeys(die.target for die in dice)))}"
    faces = yield from play.roll(
        [die.die for die in dice], words, rule=way.roll, by=by, against=against, announced=True
    )
    blows: dict[str, list[Blow]] = {}
    for die, face, result in zip(dice, faces, against.judge(faces), strict=True):
        blows.setdefault(die.target, []).append(Blow(die, face, RESULTS.index(result)))
    hit = [target for target, on_it in blows.items() if any(b.points for b in on_it)]
    covers = cover.bonuses(play.state, hit, dice, way, fresh)
    settled = []
    for target in hit:
        felt = [b for b in blows[target] if b.points]
        settled.append((yield from _settle_one(play, target, felt, covers[target], way)))
    shaken = [_shaken(play, s, way, point) for s in settled]
    killed = {b.die.firer for on_it in blows.values() for b in on_it if b.die.kamikaze and b.face == 1}
    doomed = yield from _take_off(play, settled, sorted(killed), way)
    living = [s for s in shaken if s is not None and _lives(play, s.piece)]
    yield from flinch(play, _attacker(play, dice), living, way.flinch)
    return faces, doomed


def _settle_one(
    play: Play[Game], target: str, felt: Sequence[Blow], cover_mods: cover.Cover, way: Way
) -> Script[Settled]:
    """Kill results first, then Saves, in the order rolled (MI-GAP-11); dice on a dead model are lost."""
    rated, parameters = ratings(play.state, target), play.state.game.parameters
    done = Settled(target, [blow.die for blow in felt])
    ordered = sorted(felt, key=lambda blow: -blow.points)
    open_ones = [blow for blow in ordered if results.needs_save(blow.points, rated, parameters)]
    for blow in ordered:
        if blow not in open_ones and hits_of(play.state, target) > 0:
            _wound(play, done, blow, way)
    if not open_ones or hits_of(play.state, target) <= 0:
        return done
    changes = [results.save_modifiers(blow.die, cover_mods) for blow in open_ones]
    against = results.saves([rated] * len(changes), changes, parameters)
    words = f"saves of {name_of(play.state, target)}"
    faces = yield from play.roll([6] * len(changes), words, rule=way.save, by=target, against=against)
    for blow, result in zip(open_ones, against.judge(faces), strict=True):
        if result == "miss" and hits_of(play.state, target) > 0:
            _wound(play, done, blow, way)
    return done


def _wound(play: Play[Game], done: Settled, blow: Blow, way: Way) -> None:
    rule = way.kill if blow.points == KILL_POINTS else way.failed
    hurt(play, done.target, blow.points, rule, blow.die.firer)
    done.hurt_by.append(blow.die)


def _shaken(play: Play[Game], settled: Settled, way: Way, point: Point | None) -> Shaken | None:
    """Who flinches, and from where: after a passed Save or a wound, in melee after a wound alone."""
    dice = settled.felt if way.shaken_by_saves else settled.hurt_by
    if is_structure(play.state, settled.target) or not dice:
        return None
    target = play.state.table.piece(settled.target)
    return Shaken(settled.target, sources_of(play.state, target, dice, point))


def _lives(play: Play[Game], piece: str) -> bool:
    found = play.state.table.pieces.get(piece)
    return found is not None and found.in_play and found.hits > 0 and not found.has(CAPTIVE)


def _attacker(play: Play[Game], dice: Sequence[AttackDie]) -> str:
    known = play.state.table.pieces
    return next((known[die.firer].side for die in dice if die.firer in known), MI)


def _take_off(
    play: Play[Game], settled: Sequence[Settled], killed: Sequence[str], way: Way
) -> Script[list[Piece | str]]:
    """Take off what is at 0 HP and attackers that died by their own blow; what they set off (MI-SHOT-12)."""
    doomed: list[Piece | str] = []
    for one in settled:
        if hits_of(play.state, one.target) > 0:
            continue
        if is_structure(play.state, one.target) or has(play.state.table.piece(one.target), "entrance"):
            doomed.append(one.target)
            continue
        piece = play.state.table.piece(one.target)
        by = one.hurt_by[-1].firer if one.hurt_by else ""
        if way.captures and by and captives.taken(play, piece.id, by, dying=by in killed):
            continue
        if has(piece, "transport"):
            yield from crash.get_out(play, piece.id)
        if volatile.blows_up(piece):
            doomed.append(piece)
        yield from remove(play, piece.id, way.removed, by)
    for name in killed:
        if _lives(play, name):
            yield from remove(play, name, "MI-BTRT-04", name)
    return doomed


def saves(play: Play[Game], pieces: Sequence[str], why: str, rule: str) -> Script[None]:
    """One unmodified Save each at once; whoever fails, or has no Save, loses 1 HP. Nobody flinches."""
    ids = [i for i in pieces if i in play.state.table.pieces]
    rated = {i: ratings(play.state, i) for i in ids}
    rolling = [i for i in ids if rated[i].save]
    against = results.saves([rated[i] for i in rolling], [()] * len(rolling), play.state.game.parameters)
    faces = yield from play.roll([6] * len(rolling), why, rule=rule, by=", ".join(rolling), against=against)
    passed = {i for i, result in zip(rolling, against.judge(faces), strict=True) if result != "miss"}
    doomed: list[Piece | str] = []
    for name in ids:
        if name in passed:
            continue
        hurt(play, name, 1, rule)
        piece = play.state.table.piece(name)
        if piece.hits <= 0:
            doomed += [piece] if volatile.blows_up(piece) else []
            yield from remove(play, name, rule)
    yield from work_through(play, doomed)
