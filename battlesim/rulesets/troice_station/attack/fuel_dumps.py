"""Fuel dumps, which can be shot at and may explode."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point, centroid
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, ThresholdRoll, roll_together
from battlesim.mechanics.contest import OpposedRoll
from battlesim.rulings.sight import verdict
from battlesim.table.events import DieTag, TerrainRemoved
from battlesim.table.ids import NO_SIDE, NO_UNIT
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground, Terrain

from ..core.state import MARINES, Battle, Game
from ..ground.sight import shooting_rules
from .to_hit import MISSED_MARGIN, FireMode, firer_modifiers, range_threshold, shot_roll
from .wound_effects import ChainEffect
from .wound_rolls import WOUND, shot_damage

DUMP = "TS-GAP-71"
FUEL_DUMP_KIND = "fuel_dump"
MIN_EXPLOSION_MARGIN = 2


def intact_fuel_dumps(state: Battle) -> list[Terrain]:
    """Return the fuel dumps that have not exploded."""
    return [terrain for terrain in state.table.ground.terrain if terrain.kind == FUEL_DUMP_KIND]


def dump_centre(dump: Terrain) -> Point:
    """Return the centre of a fuel dump."""
    return centroid(dump.rings[0])


def _as_piece(ground: Ground, dump: Terrain) -> Piece:
    """Return a fuel dump as a piece, so that it can be a target in sight rulings."""
    x, y = dump_centre(dump)
    xs = [corner[0] for corner in dump.rings[0]]
    radius = (max(xs) - min(xs)) / 2
    place = standing_place(ground, x, y)
    height = dump.height - place.z
    return Piece(dump.id, dump.display_name, FUEL_DUMP_KIND, MARINES, NO_UNIT, radius, height, place)


def dump_options(state: Battle, firer: Piece) -> Iterator[Option]:
    """Yield an option for each fuel dump; a dump that the firer cannot see is unavailable."""
    for dump in intact_fuel_dumps(state):
        seen = verdict(state.table, shooting_rules(state), firer, _as_piece(state.table.ground, dump))
        words, at = phrase("{} at {}", Ref(firer.id), Ref(dump.id)), (firer.id, dump.id)
        shut = "" if seen.visible else seen.why or "out of sight"
        yield Option(f"fire:{firer.id}:{dump.id}", words, at, "", DUMP, (firer.id,), "fire", (dump.id,), shut)


def dump_to_hit_roll(state: Battle, firer: Piece, dump: Terrain) -> ThresholdRoll:
    """Return the roll to hit a fuel dump with a shot."""
    seen = verdict(state.table, shooting_rules(state), firer, _as_piece(state.table.ground, dump))
    return shot_roll(
        state, firer, range_threshold(state, seen.distance), tuple(firer_modifiers(state, firer, FireMode()))
    )


def dump_dice_script(state: Battle, firer: Piece, dump: Terrain) -> DiceScript[int]:
    """Return a script that rolls a shot at a fuel dump and gives a margin or MISSED_MARGIN."""
    if not (yield dump_to_hit_roll(state, firer, dump)):
        return MISSED_MARGIN
    tags = DieTag(firer.side, f"Shot of {firer.name}"), DieTag(NO_SIDE, dump.display_name)
    margin: int = yield OpposedRoll(bonus=(shot_damage(firer), 0), tags=tags, rule=WOUND)
    return margin


def shoot_dump(play: Play[Game], firer: str, dump: str) -> Script[tuple[list[ChainEffect], int]]:
    """Shoot at a fuel dump. Return the explosions that follow, and the unmodified roll to hit."""
    by, at = play.state.table.piece(firer), play.state.table.terrain(dump)
    one = DiceScriptRun(dump_dice_script(play.state, by, at))
    words = phrase("{} at {}", Ref(firer), Ref(dump))
    faces = yield from roll_together(play, [one], words, by=firer)
    while one.pending_roll is not None:
        yield from roll_together(play, [one], words, by=firer)
    return ([explode_dump(play, at, firer)] if one.end >= MIN_EXPLOSION_MARGIN else []), faces[0]


def explode_dump(play: Play[Game], dump: Terrain, firer_id: str) -> ChainEffect:
    """Remove a fuel dump from the table and return its explosion."""
    play.emit(TerrainRemoved(rule=DUMP, old=dump))
    return ChainEffect("dump", dump_centre(dump), firer_id)
