"""Fuel that can be shot at and goes up."""

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
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Terrain

from ..core.state import MARINES, Battle, Game
from ..ground.sight import aimed
from .harm import Burst
from .numbers import MISSED, Manner, against, base, of_firer
from .wounds import WOUND, damage_of

DUMP = "TS-GAP-71"
KIND = "fuel_dump"
ENOUGH = 2


def dumps(state: Battle) -> list[Terrain]:
    """The fuel that has not gone up."""
    return [terrain for terrain in state.table.ground.terrain if terrain.kind == KIND]


def middle(dump: Terrain) -> Point:
    """Where it goes up."""
    return centroid(dump.rings[0])


def _as_piece(dump: Terrain) -> Piece:
    """The fuel as something to look at."""
    x, y = middle(dump)
    xs = [corner[0] for corner in dump.rings[0]]
    radius = (max(xs) - min(xs)) / 2
    return Piece(dump.id, dump.display_name, KIND, MARINES, NO_UNIT, radius, dump.height, OnTable(x, y))


def options(state: Battle, firer: Piece) -> Iterator[Option]:
    """The fuel that a marine may fire at."""
    for dump in dumps(state):
        seen = verdict(state.table, aimed(state), firer, _as_piece(dump))
        words, at = phrase("{} at {}", Ref(firer.id), Ref(dump.id)), (firer.id, dump.id)
        shut = "" if seen.visible else seen.why or "out of sight"
        yield Option(f"fire:{firer.id}:{dump.id}", words, at, "", DUMP, (firer.id,), "fire", (dump.id,), shut)


def number(state: Battle, firer: Piece, dump: Terrain) -> ThresholdRoll:
    """What a shot at fuel needs: the number of its distance, and what lies with the firer."""
    seen = verdict(state.table, aimed(state), firer, _as_piece(dump))
    return against(state, firer, base(state, seen.distance), tuple(of_firer(state, firer, Manner())))


def fate(state: Battle, firer: Piece, dump: Terrain) -> DiceScript[int]:
    """By how much a shot breaks it open; MISSED for a miss."""
    if not (yield number(state, firer, dump)):
        return MISSED
    tags = DieTag(firer.side, f"Shot of {firer.name}"), DieTag(NO_SIDE, dump.display_name)
    margin: int = yield OpposedRoll(bonus=(damage_of(firer), 0), tags=tags, rule=WOUND)
    return margin


def shot(play: Play[Game], firer: str, dump: str) -> Script[tuple[list[Burst], int]]:
    """A shot at fuel: what goes up, and the face of the die to hit."""
    by, at = play.state.table.piece(firer), play.state.table.terrain(dump)
    one = DiceScriptRun(fate(play.state, by, at))
    words = phrase("{} at {}", Ref(firer), Ref(dump))
    faces = yield from roll_together(play, [one], words, by=firer)
    while one.pending_roll is not None:
        yield from roll_together(play, [one], words, by=firer)
    return ([goes_up(play, at, firer)] if one.end >= ENOUGH else []), faces[0]


def goes_up(play: Play[Game], dump: Terrain, by: str) -> Burst:
    """Fuel goes up, once in a battle."""
    play.emit(TerrainRemoved(rule=DUMP, old=dump))
    return Burst("dump", middle(dump), by)
