"""Landing points of templates: the target or, if an option says so, scattered by the margin of a miss."""

from __future__ import annotations

import math

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
from battlesim.mechanics.scatter import scatter_chances, scattered_aim
from battlesim.table.phrases import Ref, phrase

from ..core.state import Battle, Game
from .blasts import resolve_blast
from .strike import STRIKE, Shot, strike_roll

SCATTER = "IE-GAP-30"
SCATTER_DIRECTIONS = 6
MIN_SCATTER_IN = 1.0
"""Inches by which a template scatters at least that missed, even by a natural 1."""


def strike_scatter(roll: ThresholdRoll) -> ScatterRule:
    """Return how a template scatters: 1 in for each point by which the strike die misses."""
    needed = roll.thresholds[0].least - modifier_total(roll.changes)
    (sides,) = roll.sides
    missed = [max(MIN_SCATTER_IN, float(needed - face)) for face in range(1, sides + 1)]
    inches = (0.0 if roll.value_of([face]) else far for face, far in enumerate(missed, 1))
    return ScatterRule(SCATTER_DIRECTIONS, tuple(inches), SCATTER)


def landing_chances(view: Battle, shot: Shot) -> dict[Point, float]:
    """Return the points where the template of a shot may land, each with its chance, the target first.

    The chances add up to less than 1 if a miss has no effect.
    """
    roll, target = strike_roll(view, shot), shot.target.xy
    found = {target: roll.chances().get(1, 0.0)}
    if view.game.parameters.blast_scatters:
        chances = scatter_chances(strike_scatter(roll), shot.firer.xy, target)
        found |= {at: chance for at, chance in chances.items() if math.dist(at, target) >= MIN_SCATTER_IN / 2}
    return found


def fire_blast(play: Play[Game], shot: Shot) -> Script[None]:
    """Roll the strike die of a template weapon, and place the template on the target or scattered."""
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
        dice = strike_scatter(roll)
        point = scattered_aim(dice, shot.firer.xy, shot.target.xy, direction, dice.inches[face - 1])
        yield from resolve_blast(play, shot, point)
