"""Morale: the pips (action points) that squads lose because of casualties and fire (TS-MORL-01)."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase

from ..actions.squad_groups import card_members
from ..core import pips
from ..core.lookups import is_casualty, squad_figures
from ..core.marks import HE, HMG_FIRE
from ..core.state import Battle, Game

LOSSES = "TS-GAP-75"
PINNED = "TS-MORL-02"


def morale_loss(state: Battle, squad: UnitId) -> int:
    """Return the number of pips that casualties and fire cost a squad (TS-MORL-03, TS-MORL-06)."""
    unit = state.table.units[squad]
    return (
        sum(is_casualty(p) for p in squad_figures(state, squad)) + unit.has_mark(HE) + unit.has_mark(HMG_FIRE)
    )


def apply_morale_loss(play: Play[Game], squad: UnitId) -> None:
    """Deduct the morale loss from a squad's pips, then from those of its figures, sorted by id."""
    play, left = play.under_rule(LOSSES), morale_loss(play.state, squad)
    pool = pips.squad_pips(play.state, squad)
    pips.set_pips(play, "pools", squad, max(0, pool - left))
    left = max(0, left - pool)
    for piece in sorted(card_members(play.state, squad), key=lambda p: p.id):
        taken = min(left, pips.figure_pips(play.state, piece))
        pips.add_pips(play, "own", piece.id, -taken)
        left -= taken


def is_pinned(state: Battle, squad: UnitId) -> bool:
    """Return whether neither a squad nor any of its figures has a pip (action point) to spend."""
    return not pips.squad_pips(state, squad) and not any(
        pips.figure_pips(state, p) for p in card_members(state, squad)
    )


def report_pinned(play: Play[Game], squad: UnitId) -> None:
    """Log a message if a squad is pinned (TS-GAP-76)."""
    if is_pinned(play.state, squad):
        play.log_message(phrase("{} is pinned", Ref(squad)), by=squad, rule=PINNED)


FIRE_COUNT_AT_ACTIVATION = 2
"""The count of a fire mark that a squad has as its activation begins; a later mark has a count of 1."""


def mark_fire_at_activation(play: Play[Game], squad: UnitId) -> None:
    """Mark the fire that a squad is under at the start of its activation, to be cleared at its end."""
    for mark in (HE, HMG_FIRE):
        if play.state.table.units[squad].has_mark(mark):
            set_mark(play, [squad], mark, FIRE_COUNT_AT_ACTIVATION, LOSSES)


def clear_fire_marks(play: Play[Game], squad: UnitId) -> None:
    """Clear the marks of fire that a squad was already under when its activation began."""
    for mark in (HE, HMG_FIRE):
        if play.state.table.units[squad].mark_count(mark) == FIRE_COUNT_AT_ACTIVATION:
            set_mark(play, [squad], mark, 0, LOSSES)
