"""Reorganizing a unit: its figures close up, and its wounded are treated."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, Threshold, ThresholdRoll, roll_together, single_roll
from battlesim.mechanics.group_moves import ask_move_order, leg_travels
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.rulings.movement import (
    EndAny,
    EndNear,
    EndNearer,
    GroupLink,
    Motion,
    group_problem,
    suggest_group_legs,
)
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import Modifier
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.lookups import (
    active_units,
    figures_of,
    has_tag,
    is_suppressed,
    leader_of,
    ok_figures,
    unit_mobility,
    unit_rules,
)
from ..core.marks import IN_POSITION, LEFT_BEHIND, STABILISED, TRAVELLING, WOUNDED
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..ground.cover import is_in_cover
from ..ground.integrity import CHAIN_IN, INTEGRITY_LINK, why_out_of_integrity
from ..ground.motion import unit_motions
from ..wounded.weapons import take_up_weapons
from .mines import carry_out_travels
from .unit_actions import UnitAction

REORGANISE = "SG-REO-01"
SHIFTS = "SG-GAP-50"
ENDS_TRAVEL = "SG-TRV-04"
TREATS, TREATMENT, MEDIC = "SG-REO-02", "SG-MED-02", "SG-MED-03"
TREATS_WITHIN_IN = 6.0
"""How near a figure that treats the wounded must be (SG-GAP-102)."""
MEDIC_WITHIN_IN = 2.0
STABLE, RECOVERED = 3, 6
"""The scores from which a wounded figure is stabilised, and OK again."""


def why_no_reorganise(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot reorganize, or "" if it can (SG-REO-03)."""
    exposed = is_suppressed(unit) and vehicle_of(state, unit.id) is None and not is_in_cover(state, unit.id)
    return "it is suppressed in the open" if exposed else ""


def reorganise(play: Play[Game], unit: UnitId) -> Script[None]:
    """End a unit's travel mode, let its figures close up, then treat its wounded."""
    set_mark(play, [unit], TRAVELLING, 0, ENDS_TRAVEL)
    leader = leader_of(play.state, unit)
    allowance = unit_mobility(play.state, unit).base
    able = [m for m in unit_motions(play.state, unit, allowance) if m.piece != leader.id]
    motions = able if can_restore_integrity(play.state, unit, able) else _drawn_nearer(able, leader.id)
    if motions:
        order = yield from ask_move_order(
            play,
            leader.side,
            motions,
            _link_to(leader.id) if motions is able else None,
            rule=REORGANISE,
            prompt="Reposition",
            about=leader.id,
        )
        parts = leg_travels(play.state, order.legs, lambda state, piece: order.motion(piece))
        if (yield from carry_out_travels(play, parts, SHIFTS, "reorganise")):
            set_mark(play, [unit], IN_POSITION, 0, SHIFTS)
    yield from take_up_weapons(play, unit)
    yield from treat_wounded(play, unit)


def can_restore_integrity(state: Battle, unit: UnitId, motions: Sequence[Motion]) -> bool:
    """Return whether a unit is in integrity, or is so again once its figures have moved to their leader."""
    leader = leader_of(state, unit)
    link = _link_to(leader.id)
    if not why_out_of_integrity(state, unit):
        return True
    legs = suggest_group_legs(state.table, motions, link, leader.xy)
    return bool(legs) and group_problem(state.table, motions, legs, link) is None


def _link_to(leader: str) -> GroupLink:
    return msgspec.structs.replace(INTEGRITY_LINK, others=(leader,))


def _drawn_nearer(motions: Sequence[Motion], leader: str) -> list[Motion]:
    """Return motions that end beside the leader or, if that is out of reach, nearer to it than before."""
    rule = EndAny((EndNear((leader,), CHAIN_IN), EndNearer(leader)))
    return [msgspec.structs.replace(motion, ends=(*motion.ends, rule)) for motion in motions]


def wounded_in_reach(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the wounded, of a unit or left behind by others, that a figure of the unit can treat."""
    able, side = ok_figures(state, unit), state.table.units[unit].side
    left = [p for p in state.table.standing_pieces() if p.side == side and p.has_mark(LEFT_BEHIND)]
    wounded = [piece for piece in (*figures_of(state, unit), *left) if piece.has_mark(WOUNDED)]
    return [
        piece
        for piece in wounded
        if any(piece_gap(state.table, piece, other) <= TREATS_WITHIN_IN for other in able)
    ]


def treatment_bonus(state: Battle, unit: UnitId) -> tuple[int, str]:
    """Return the modifier for treating a unit's wounded, and its source: a medical unit or a medic nearby."""
    own, side = ok_figures(state, unit), state.table.units[unit].side
    helpers = [p for other in active_units(state, side) for p in ok_figures(state, other.id)]
    gaps = {p.id: 0.0 if p in own else min(piece_gap(state.table, p, a) for a in own) for p in helpers}
    units = state.table.units
    if any(unit_rules(units[p.unit]).medical and gaps[p.id] <= TREATS_WITHIN_IN for p in helpers):
        return 2, "medical unit"
    near = any(has_tag(p, "medic") and gaps[p.id] <= MEDIC_WITHIN_IN for p in helpers)
    return (1, "medic") if near else (0, "")


def treatment_roll(state: Battle, unit: UnitId) -> ThresholdRoll:
    """Return the roll to treat a wounded figure: 0 if it dies, 1 if it is stabilized, 2 if it recovers."""
    bonus, who = treatment_bonus(state, unit)
    changes = (Modifier(bonus, who, MEDIC),) if bonus else ()
    thresholds = (Threshold(STABLE, "Stabilised"), Threshold(RECOVERED, "OK again"))
    return ThresholdRoll(thresholds=thresholds, changes=changes, rule=TREATMENT)


def treat_wounded(play: Play[Game], unit: UnitId) -> Script[None]:
    """Roll for the treatment of each wounded figure that a unit can reach (SG-MED-01)."""
    wounded = wounded_in_reach(play.state, unit)
    runs = [DiceScriptRun(single_roll(treatment_roll(play.state, unit))) for _ in wounded]
    if not runs:
        return
    by = leader_of(play.state, unit).id
    yield from roll_together(play, runs, "the wounded are treated", rule=TREATS, by=by)
    for piece, run in zip(wounded, runs, strict=True):
        set_mark(play, [piece.id], WOUNDED, 0, TREATMENT)
        set_mark(play, [piece.id], LEFT_BEHIND, 0, TREATMENT)
        if run.end == 0:
            remove_from_play(play, piece.id, TREATMENT)
        elif run.end == 1:
            set_mark(play, [piece.id], STABILISED, 1, TREATMENT)


REORGANISE_ACTION = UnitAction("Reorganise", REORGANISE, why_no_reorganise, reorganise)
