"""Where the template of a shot lands: on the target, or by option scattered, as far as the shot missed by."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.play import Play, Script
from battlesim.engine.template_kinds import ScatterRule
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import (
    DiceScriptRun,
    ThresholdRoll,
    modifier_total,
    roll_together,
    single_roll,
)
from battlesim.mechanics.scatter import scattered_aim
from battlesim.table.phrases import Ref, phrase

from ..core.state import Battle, Game
from .blasts import SCATTER, SCATTER_DIRECTIONS, resolve_blast
from .strike import STRIKE, Shot, strike_roll

MIN_SCATTER_IN = 1


def missed_by(roll: ThresholdRoll, face: int) -> int:
    """Return by how many points a strike die failed; a natural miss counts as at least 1."""
    return max(MIN_SCATTER_IN, roll.thresholds[0].least - face - modifier_total(roll.changes))


def scatter_point(shot: Shot, inches: int, direction: int) -> Point:
    """Return where a template lands that missed by so many inches, clockwise by 60 degrees a direction."""
    rule = ScatterRule(SCATTER_DIRECTIONS, (float(inches),))
    return scattered_aim(rule, shot.firer.xy, shot.target.xy, direction, float(inches))


def landing_chances(view: Battle, shot: Shot) -> dict[Point, float]:
    """Return every point where the template of an aimed shot may land, with its chance, the target first.

    The chances add up to less than 1 if a miss has no effect.
    """
    found: dict[Point, float] = {}
    for point, chance in _landings(view, shot):
        found[point] = found.get(point, 0.0) + chance
    return found


def _landings(view: Battle, shot: Shot) -> Iterator[tuple[Point, float]]:
    roll = strike_roll(view, shot)
    (sides,) = roll.sides
    faces = range(1, sides + 1)
    yield shot.target.xy, sum(roll.value_of([face]) for face in faces) / sides
    for face in faces if view.game.parameters.blast_scatters else ():
        if not roll.value_of([face]):
            for direction in range(1, SCATTER_DIRECTIONS + 1):
                point = scatter_point(shot, missed_by(roll, face), direction)
                yield point, 1.0 / (sides * SCATTER_DIRECTIONS)


def fire_blast(play: Play[Game], shot: Shot) -> Script[None]:
    """Roll the strike die of a template weapon; the template lies on the target, or by option scatters."""
    roll = strike_roll(play.state, shot)
    text = phrase("{} at {}", Ref(shot.firer.id), Ref(shot.target.id))
    run = DiceScriptRun(single_roll(roll))
    (face,) = yield from roll_together(play, [run], text, rule=STRIKE, by=shot.firer.id)
    if run.end:
        yield from resolve_blast(play, shot, shot.target.xy)
    elif play.state.game.parameters.blast_scatters:
        (direction,) = yield from play.roll_dice(
            [SCATTER_DIRECTIONS], "the direction of the scatter", rule=SCATTER, by=shot.firer.id
        )
        yield from resolve_blast(play, shot, scatter_point(shot, missed_by(roll, face), direction))
