"""Groups that their player spreads out; an option requires them to be together only at the last action."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.movement import Leg, Motion, group_problem
from battlesim.table.ids import UnitId

from ..core.state import Battle, Game
from . import squad_groups


def is_spread(state: Battle, squad: UnitId) -> bool:
    """Return whether a group is apart because its player has spread it out, and can still regroup."""
    passed = state.game.passed
    return (
        _spread(squad) in passed
        and _stuck(squad) not in passed
        and bool(squad_groups.why_group_is_split(state, squad))
    )


def note_spread_order(
    play: Play[Game], squad: UnitId, motions: Sequence[Motion], legs: Sequence[Leg]
) -> None:
    """Record that the ordered moves will spread a group out, unless they keep it together."""
    state = play.state
    if state.game.parameters.coherent_each_action or _spread(squad) in state.game.passed:
        return
    if group_problem(state.table, motions, legs, squad_groups.group_link(state, squad)):
        play.emit(MilestonePassed(what=_spread(squad)))


def note_stuck(play: Play[Game], squad: UnitId) -> None:
    """Record that a group that had to regroup could find no move to do so."""
    play.emit(MilestonePassed(what=_stuck(squad)))


def _spread(squad: UnitId) -> str:
    return f"{squad} spreads out"


def _stuck(squad: UnitId) -> str:
    return f"{squad} cannot come together"
