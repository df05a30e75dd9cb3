"""Where an automated individual runs that is shot at: out of sight, else nowhere."""

from __future__ import annotations

import math

from battlesim.engine.decisions import Confirm
from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.ruleset import Advice
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place

from ..core.lookups import enemy_groups
from ..core.state import Battle
from ..ground.sight import seen_pairs

ELSE = "MT-AUTO-20"
DIRECTIONS = 16


def advise_to_run(view: Battle, decision: Confirm) -> list[Advice]:
    """Return advice to roll for a run; the run itself need not be made."""
    return [Advice(True, 1.0, f"{ELSE}: if there is somewhere to run")]


def advise_run(view: Battle, decision: MeasuredMove) -> list[Advice]:
    """Return advice to run out of sight of all enemies that see the figure now, or else to stay."""
    group, motion = UnitId(decision.about), decision.motions[0]
    x, y = view.table.piece(motion.piece).xy
    own = view.table.units[group].side
    watching = [unit.id for unit in enemy_groups(view, own) if seen_pairs(view, unit.id, group)]
    for number in range(DIRECTIONS):
        angle = math.tau * number / DIRECTIONS
        aim = (
            round(x + motion.allowance * math.cos(angle), 3),
            round(y + motion.allowance * math.sin(angle), 3),
        )
        if decision.check(view, aim) is None and not _is_seen(view, decision, aim, watching):
            return [Advice(aim, 1.0, f"{ELSE}: out of sight")]
    return [Advice(decision.default(view), 1.0, f"{ELSE}: nowhere to run")]


def _is_seen(view: Battle, decision: MeasuredMove, aim: tuple[float, float], watching: list[UnitId]) -> bool:
    run = decision.straight_run(view.table, aim)
    place = standing_place(view.table.ground, *run.end)
    there = view.with_table(view.table.with_place(run.piece, place))
    return any(seen_pairs(there, viewer, UnitId(decision.about)) for viewer in watching)
