"""Casualties: the effect of wounds and kills on figures, and the replacement of leaders."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import Threshold, ThresholdRoll, roll_script, single_roll
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.events import UnitChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import able_pieces, figures_of, is_fit, is_ok, people_of, unit_rules
from ..core.marks import WOUNDED
from ..core.state import Battle, Game

WOUND, KILL = "SG-INF-08", "SG-INF-09"
SECOND_WOUND = "SG-GAP-16"
NEW_LEADER = "SG-GAP-43"
FRESH, EARLIER = 2, 1
"""The counts of the mark WOUNDED for a wound of the present attack, and for an earlier one."""
WORST_LEADERSHIP, BEST_LEADERSHIP = 3, 1


def wound_kills(state: Battle, figure: Piece) -> bool:
    """Return whether a wound kills a figure, because it is already wounded or is an alien."""
    if unit_rules(state.table.units[figure.unit]).automated:
        return True
    already = figure.mark_count(WOUNDED)
    return already == FRESH or (already == EARLIER and state.game.parameters.second_wound_kills == "always")


def apply_effect(play: Play[Game], figure: str, effect: int, by: str) -> None:
    """Wound a figure (effect 1) or kill it (effect 2), unless it is already dead."""
    piece = play.state.table.pieces[figure]
    if not effect or piece.table_position is None:
        return
    if effect == 1 and not wound_kills(play.state, piece):
        if is_ok(piece):
            set_mark(play, [figure], WOUNDED, FRESH, WOUND)
        return
    remove_from_play(play, figure, KILL if effect > 1 else SECOND_WOUND, by)


def settle_wounds(play: Play[Game], unit: UnitId) -> None:
    """Turn the fresh wounds of a unit into earlier wounds at the end of an attack."""
    fresh = [piece.id for piece in figures_of(play.state, unit) if piece.mark_count(WOUNDED) == FRESH]
    set_mark(play, fresh, WOUNDED, EARLIER, WOUND)


def untreated(state: Battle, unit: UnitId) -> int:
    """Return how many wounded figures of a unit have not been treated."""
    return sum(piece.has_mark(WOUNDED) for piece in figures_of(state, unit))


def casualties_among(state: Battle, before: Iterable[Piece]) -> list[Piece]:
    """Return the figures, aboard or not, that could act at an earlier moment but cannot now (SG-GAP-105)."""
    now = [state.table.pieces[piece.id] for piece in before if piece.in_play and is_fit(piece)]
    return [piece for piece in now if not (piece.in_play and is_fit(piece))]


def lost_its_leader(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit's leader can no longer act but some of its figures can."""
    leader, able = state.table.pieces.get(state.table.units[unit].leader), able_pieces(state, unit)
    return leader is not None and bool(able) and leader not in able


def replace_leader(play: Play[Game], unit: UnitId) -> Script[None]:
    """Make another figure the leader of a unit, and roll for its leadership."""
    old, figures = play.state.table.units[unit], people_of(play.state, unit)
    rules = unit_rules(old)
    roll = ThresholdRoll(thresholds=(Threshold(3), Threshold(6)), rule=NEW_LEADER)
    text = phrase("{unit}: a new leader", old.name)
    rank = yield from roll_script(play, single_roll(roll), text, rule=NEW_LEADER, by=figures[0].id)
    level = min(WORST_LEADERSHIP, max(BEST_LEADERSHIP, rules.leadership + 1 - rank))
    new = msgspec.structs.replace(old, leader=figures[0].id, rules=old.rules | {"leadership": level})
    play.emit(UnitChanged(rule=NEW_LEADER, old=old, new=new))
