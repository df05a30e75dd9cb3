"""The flame of a Flamer (TS-WPN-05): its template, whom it catches, what it does. Inches."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry import templates
from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import PolygonTemplate
from battlesim.mechanics.chance import DiceScript, roll_script
from battlesim.mechanics.pieces import gap
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.state import Battle, Game
from ..ground.facing import turn_to
from ..ground.sight import aimed, look
from . import dump
from .bursts import standing, suppress, turn_over_touched, work_through
from .harm import Burst, hurt
from .numbers import MISSED, Manner, against, base, concealment, of_firer
from .shooting import flame_spent
from .templates import FLAME as SIZE
from .templates import is_caught, is_over, open_parts, touches, toward
from .wounds import cover_from_flame, damage_of, pair, wound

FLAME = "TS-GAP-73"
LENGTH, WIDTH = SIZE


def template(state: Battle, firer: Piece, point: Point) -> tuple[PolygonTemplate, ...]:
    """The flame toward a point: a drop from the edge of the base, without what lies behind walls."""
    facing = toward(firer, point)
    muzzle = point_in_direction(firer.xy, facing, firer.radius)
    whole = templates.flame(*muzzle, facing, LENGTH, WIDTH)
    return open_parts(state, whole, muzzle)


def caught(state: Battle, firer: Piece, point: Point) -> list[Piece]:
    """Whom a flame toward a point catches, friend and enemy, the lowest id first."""
    parts = template(state, firer, point)
    return [p for p in standing(state) if p.id != firer.id and is_caught(state, parts, p)]


def catches(state: Battle, firer: Piece, target: Piece) -> bool:
    """Whether a flame straight at a figure catches it where it is."""
    return is_caught(state, template(state, firer, target.xy), target)


def fate(state: Battle, firer: Piece, target: Piece) -> DiceScript[int]:
    """By how much the flame wounds somebody; by option it is rolled for (MISSED for a miss)."""
    if state.game.parameters.flame_rolls:
        seen = look(state, firer, target, aimed(state))
        added = (*concealment(state, seen), *of_firer(state, firer, Manner()))
        if not (yield against(state, firer, base(state, gap(state, firer.id, target.id)), added)):
            return MISSED
    cover = cover_from_flame(state, firer.xy, target)
    by, damage = f"Flame of {firer.name}", damage_of(firer)
    return (yield from wound(pair(state, damage, by, target, "flame", cover, firer.side)))


def burn(play: Play[Game], firer: str, point: Point) -> Script[None]:
    """Lay the flame toward a point and wound all whom it catches; what goes up by it is settled then."""
    turn_to(play, firer, point)
    play, by = play.under_rule(FLAME), play.state.table.piece(firer)
    parts = template(play.state, by, point)
    yield from turn_over_touched(play, parts)
    touched = [p for p in standing(play.state) if p.id != firer and touches(parts, p)]
    found = list[Burst]()
    for target in caught(play.state, by, point):
        found += yield from _burnt(play, by, target)
    suppress(play, touched)
    for fuel in dump.dumps(play.state):
        if is_over(parts, dump.middle(fuel)):
            found.append(dump.goes_up(play, fuel, firer))
    yield from flame_spent(play, firer)
    yield from work_through(play, found)


def _burnt(play: Play[Game], firer: Piece, target: Piece) -> Script[tuple[Burst, ...]]:
    words = phrase("{} burns {}", Ref(firer.id), Ref(target.id))
    margin = yield from roll_script(play, fate(play.state, firer, target), words, by=firer.id)
    return () if margin == MISSED else hurt(play, target.id, margin, "flame", firer.id)


def options(state: Battle, firer: Piece) -> list[Option]:
    """Laying the flame, which may be done anywhere and needs no target."""
    words = phrase("{}: lay the flame", Ref(firer.id))
    return [Option(f"flame:{firer.id}", words, (firer.id,), "", FLAME, (firer.id,), "flame")]
