"""The flame of a Flamer: its template, victims and effects (TS-WPN-05). Lengths are in inches."""

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
from ..ground.sight import shooting_rules, sight_verdict
from . import fuel_dumps
from .chain_reactions import figures_on_table, resolve_chain, suppress, turn_over_touched_markers
from .shooting import count_flame
from .templates import FLAME_SIZE_IN as SIZE
from .templates import covers_point, direction_to, exposed_parts, is_caught, template_touches
from .to_hit import (
    MISSED_MARGIN,
    FireMode,
    concealment_modifiers,
    firer_modifiers,
    range_threshold,
    shot_roll,
)
from .wound_effects import ChainEffect, apply_wound
from .wound_rolls import cover_from_flame, shot_damage, wound_dice_script, wound_roll

FLAME = "TS-GAP-73"
FLAME_LENGTH_IN, FLAME_WIDTH_IN = SIZE


def flame_shapes(state: Battle, firer: Piece, point: Point) -> tuple[PolygonTemplate, ...]:
    """Return the parts of a flame aimed at a point that are not cut off by walls."""
    facing = direction_to(firer, point)
    muzzle = point_in_direction(firer.xy, facing, firer.radius)
    whole = templates.flame(*muzzle, facing, FLAME_LENGTH_IN, FLAME_WIDTH_IN)
    return exposed_parts(state, whole, muzzle)


def flame_victims(state: Battle, firer: Piece, point: Point) -> list[Piece]:
    """Return the figures of both sides caught by a flame aimed at a point, sorted by id."""
    parts = flame_shapes(state, firer, point)
    return [p for p in figures_on_table(state) if p.id != firer.id and is_caught(state, parts, p)]


def flame_catches(state: Battle, firer: Piece, target: Piece) -> bool:
    """Return whether a flame aimed straight at a figure catches it."""
    return is_caught(state, flame_shapes(state, firer, target.xy), target)


def flame_dice_script(state: Battle, firer: Piece, target: Piece) -> DiceScript[int]:
    """Return a script that rolls for a figure in a flame and gives the wound's margin or MISSED_MARGIN."""
    if state.game.parameters.flame_rolls:
        seen = sight_verdict(state, firer, target, shooting_rules(state))
        added = (*concealment_modifiers(state, seen), *firer_modifiers(state, firer, FireMode()))
        if not (
            yield shot_roll(state, firer, range_threshold(state, gap(state, firer.id, target.id)), added)
        ):
            return MISSED_MARGIN
    cover = cover_from_flame(state, firer.xy, target)
    by, damage = f"Flame of {firer.name}", shot_damage(firer)
    return (yield from wound_dice_script(wound_roll(state, damage, by, target, "flame", cover, firer.side)))


def fire_flame(play: Play[Game], firer: str, point: Point) -> Script[None]:
    """Fire a flame at a point: wound the figures caught, then resolve any explosions."""
    turn_to(play, firer, point)
    play, by = play.under_rule(FLAME), play.state.table.piece(firer)
    parts = flame_shapes(play.state, by, point)
    yield from turn_over_touched_markers(play, parts)
    touched = [p for p in figures_on_table(play.state) if p.id != firer and template_touches(parts, p)]
    found = list[ChainEffect]()
    for target in flame_victims(play.state, by, point):
        found += yield from _burnt(play, by, target)
    suppress(play, touched)
    for fuel in fuel_dumps.intact_fuel_dumps(play.state):
        if covers_point(parts, fuel_dumps.dump_centre(fuel)):
            found.append(fuel_dumps.explode_dump(play, fuel, firer))
    yield from count_flame(play, firer)
    yield from resolve_chain(play, found)


def _burnt(play: Play[Game], firer: Piece, target: Piece) -> Script[tuple[ChainEffect, ...]]:
    words = phrase("{} burns {}", Ref(firer.id), Ref(target.id))
    margin = yield from roll_script(play, flame_dice_script(play.state, firer, target), words, by=firer.id)
    return () if margin == MISSED_MARGIN else apply_wound(play, target.id, margin, "flame", firer.id)


def flame_options(state: Battle, firer: Piece) -> list[Option]:
    """Return the option to fire a flame, for which no target need be in sight."""
    words = phrase("{firer}: place the flame template", Ref(firer.id))
    return [Option(f"flame:{firer.id}", words, (firer.id,), "", FLAME, (firer.id,), "flame")]
