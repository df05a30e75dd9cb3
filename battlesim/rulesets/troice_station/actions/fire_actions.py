"""Fire actions: shots one after another or declared in advance, Cover Fire, and grenades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.shapes import circle
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..attack import flame, grenades, shooting
from ..core.lookups import has_ability, is_active, piece_weapon
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged_enemies

ORDER = "TS-GAP-23"
COVER = shooting.COVER_FIRE
GRENADES = grenades.THROW
MAX_COVER_FIRE_GAP_IN = 2.0
DONE_KEY = "done"


def why_cannot_fire(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot fire, or "" if it can."""
    if why := shooting.why_cannot_shoot(state, piece):
        return why
    if has_ability(piece, "template"):
        return ""
    return "" if any(not o.shut for o in shooting.target_options(state, piece)) else "it sees no target"


def _options(state: Battle, able: Sequence[str]) -> Iterator[Option]:
    """Yield an option for each target at which a given figure can fire now."""
    for piece in _free(state, able):
        yield from (
            flame.flame_options(state, piece)
            if has_ability(piece, "template")
            else shooting.target_options(state, piece)
        )


def _free(state: Battle, able: Sequence[str]) -> list[Piece]:
    """Return the given figures that are active and not in melee."""
    pieces = (state.table.piece(one) for one in able)
    return [piece for piece in pieces if is_active(piece) and not engaged_enemies(state, piece)]


def perform_fire(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures fire in the order that their player chooses. Return the ids of those that fired."""
    if play.state.game.parameters.shots_declared:
        return (yield from _declared(play, able))
    fired = list[str]()
    while options := list(_options(play.state, [one for one in able if one not in fired])):
        chosen = yield from _choose(play, able, options)
        if chosen.key == DONE_KEY:
            break
        yield from _fire(play, chosen)
        fired.append(chosen.by[0])
    return tuple(fired)


def _choose(
    play: Play[Game], able: Sequence[str], options: Sequence[Option], rule: str = ORDER
) -> Script[Option]:
    about = able[0] if len(able) == 1 else play.state.table.piece(able[0]).unit
    end = Option(DONE_KEY, "No more shots")
    return (
        yield from play.choose_one(
            "shot", MARINES, "Fire", (*options, end), rule=rule, about=about, least=DONE_KEY
        )
    )


def _fire(play: Play[Game], shot: Option) -> Script[None]:
    """Carry out the chosen shot; it is lost if the target is no longer there."""
    (firer,) = shot.by
    if shot.act == "flame":
        yield from _aim_flame(play, firer)
    elif _is_there(play.state, shot.to[0]):
        yield from shooting.shoot(play, firer, shot.to[0])


def _aim_flame(play: Play[Game], firer: str) -> Script[None]:
    """Ask for the direction of a flame and fire the flamer."""
    piece = play.state.table.piece(firer)
    near = circle(*piece.xy, flame.FLAME_LENGTH_IN + piece.radius)
    point = yield from play.ask(
        ChoosePoint(
            side=MARINES,
            what="flame",
            prompt="Lay the flame toward",
            about=firer,
            zone=(near,),
            begin=piece.xy,
        )
    )
    yield from flame.fire_flame(play, firer, point)


def _is_there(state: Battle, target: str) -> bool:
    """Return whether a target piece is still on the table, or target terrain such as fuel still exists."""
    piece = state.table.pieces.get(target)
    return piece.table_position is not None if piece else target in state.table.ground.terrain_by_id()


def _declared(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Ask for the targets of all shots, then fire them, and return the ids of the figures that fired."""
    shots = list[Option]()
    while options := list(_options(play.state, [one for one in able if one not in [s.by[0] for s in shots]])):
        chosen = yield from _choose(play, able, options)
        if chosen.key == DONE_KEY:
            break
        shots.append(chosen)
    for shot in shots:
        yield from _fire(play, shot)
    return tuple(shot.by[0] for shot in shots)


# -- Cover Fire --


def why_no_cover_fire(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot use Cover Fire, or "" if it can."""
    weapon = piece_weapon(piece)
    if weapon is None or not weapon.automatic:
        return "it has no automatic weapon"
    if why := shooting.why_cannot_shoot(state, piece):
        return why
    return "" if any(not o.shut for o in shooting.creature_options(state, piece)) else "it sees no creature"


def perform_cover_fire(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures fire at several targets close together. Return the ids of those that fired."""
    play, fired = play.under_rule(COVER), list[str]()
    while free := _free(play.state, [one for one in able if one not in fired]):
        options = [option for piece in free for option in shooting.creature_options(play.state, piece)]
        first = yield from _choose(play, able, tuple(closed_last(options)), COVER)
        if first.key == DONE_KEY:
            break
        firer = first.by[0]
        targets = yield from _more(play, firer, first)
        yield from shooting.shoot_cover_fire(play, firer, targets)
        fired.append(firer)
    return tuple(fired)


def _more(play: Play[Game], firer: str, first: Option) -> Script[tuple[str, ...]]:
    """Ask for further targets, each within 2 in of all chosen targets, and return all (TS-GAP-28)."""
    named, most = [first.to[0]], play.state.game.parameters.cover_fire_targets
    while len(named) < most:
        found = [
            o
            for o in shooting.creature_options(play.state, play.state.table.piece(firer))
            if not o.shut and o.to[0] not in named
            if all(is_within_distance(gap(play.state, o.to[0], one), MAX_COVER_FIRE_GAP_IN) for one in named)
        ]
        if not found:
            break
        end = Option(DONE_KEY, "No more targets")
        chosen = yield from play.choose_one(
            "cover", MARINES, "Any further target?", (*found, end), about=firer, least=DONE_KEY
        )
        if chosen.key == DONE_KEY:
            break
        named.append(chosen.to[0])
    return tuple(named)


# -- grenades --


def why_cannot_throw_grenade(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot throw a grenade, or "" if it can."""
    return grenades.why_cannot_throw(state, piece)


def perform_grenades(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures throw grenades at points in range. Return the ids of those that threw one."""
    done = list[str]()
    for one in able:
        piece = play.state.table.piece(one)
        if not is_active(piece) or grenades.why_cannot_throw(play.state, piece):
            continue
        if len(able) > 1 and not (
            yield from play.confirm("grenade", MARINES, f"{piece.name} throws?", about=one)
        ):
            continue
        zone = grenades.throw_zone(play.state, piece)
        ask = ChoosePoint(side=MARINES, what="grenade", prompt="Throw at", about=one, zone=zone)
        yield from grenades.throw_grenade(play, one, (yield from play.ask(ask)))
        done.append(one)
    return tuple(done)
