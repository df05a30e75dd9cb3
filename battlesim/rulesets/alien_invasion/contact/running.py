"""An individual who runs when he is shot at, before the dice are rolled."""

from __future__ import annotations

import msgspec

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase

from ..core.lookups import combat_of, figure_kind, figures_of
from ..core.state import Battle, Game
from ..core.vehicles import carrier_of
from ..ground.motion import APART_IN, group_motions
from .carrying_out import place_group

RUNS = "MT-DOC-02"


def can_run(state: Battle, group: UnitId) -> bool:
    """Return whether a group is a single figure of a kind that may run, neither locked nor in a vehicle."""
    figures = figures_of(state, group)
    if len(figures) != 1 or carrier_of(state, figures[0].id) or combat_of(state, group) is not None:
        return False
    return bool(figure_kind(state, figures[0]).runs)


def run_decision(state: Battle, group: UnitId, inches: int) -> MeasuredMove:
    """Return the decision on where a figure runs, up to a distance in inches and not into contact."""
    motions = group_motions(state, group, apart=APART_IN)
    return MeasuredMove(
        side=state.table.units[group].side,
        what="run",
        prompt=phrase("{group}: run where?", Ref(group)),
        rule=RUNS,
        about=group,
        motions=tuple(msgspec.structs.replace(motion, allowance=float(inches)) for motion in motions),
    )


def ask_to_run(play: Play[Game], group: UnitId) -> Script[None]:
    """Let a figure that is shot at run as far as a die roll allows, if it may and its side wants it."""
    if not can_run(play.state, group):
        return
    side = play.state.table.units[group].side
    if not (yield from play.confirm("runs", side, phrase("{}: run?", Ref(group)), rule=RUNS, about=group)):
        return
    (inches,) = yield from play.roll_dice((6,), phrase("{group} runs", Ref(group)), rule=RUNS, by=group)
    decision = run_decision(play.state, group, inches)
    aim = yield from play.ask(decision)
    run = decision.straight_run(play.state.table, aim)
    yield from place_group(play, group, run, (), rule=RUNS, how="run")
