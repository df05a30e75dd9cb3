"""The end of a close assault: the fate of fallen figures, and the replacement of leaders."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, Threshold, ThresholdRoll, roll_together, single_roll
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..attack.casualties import EARLIER, lost_its_leader, replace_leader
from ..core.lookups import figures_of
from ..core.marks import DOWN, WOUNDED
from ..core.state import Game
from ..morale.confidence import test_for_lost_leader
from ..wounded.suits import roll_suits
from .melee import Melee

SETTLES = "SG-CLA-13"
CAPTURED = "SG-GAP-122"
WOUNDED_FROM, STUNNED_FROM = 3, 5
"""The scores from which a figure that is down is wounded, and only stunned."""


def settle(play: Play[Game], melee: Melee, beaten: Sequence[UnitId]) -> Script[None]:
    """Roll for the fate of figures that are down; those of the beaten side are captured unless dead."""
    down = [p for unit in melee.units for p in figures_of(play.state, unit) if p.has_mark(DOWN)]
    roll = ThresholdRoll(
        thresholds=(Threshold(WOUNDED_FROM, "Wounded"), Threshold(STUNNED_FROM, "Stunned")), rule=SETTLES
    )
    runs = [DiceScriptRun(single_roll(roll)) for _ in down]
    if runs:
        yield from roll_together(play, runs, "those that are down", rule=SETTLES, by=down[0].id)
    for piece, run in zip(down, runs, strict=True):
        _settle_figure(play, piece, run.end, piece.unit in beaten)
    yield from roll_suits(play, down)
    for unit in melee.units:
        if lost_its_leader(play.state, unit):
            yield from test_for_lost_leader(play, unit)
            yield from replace_leader(play, unit)


def _settle_figure(play: Play[Game], piece: Piece, result: int, is_beaten: bool) -> None:
    """Apply the result of a figure that was down: 0 it is dead, 1 wounded, 2 stunned.

    Rules: SG-GAP-123.
    """
    set_mark(play, [piece.id], DOWN, 0, SETTLES)
    recovers = result == 2 and play.state.game.parameters.stunned_recover
    if result == 0 or (is_beaten and not recovers):
        remove_from_play(play, piece.id, SETTLES if result == 0 else CAPTURED)
    elif result == 1:
        set_mark(play, [piece.id], WOUNDED, EARLIER, SETTLES)
