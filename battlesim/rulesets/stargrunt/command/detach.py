"""Detached elements: parts of a unit that act only when its leader gives them an action."""

from __future__ import annotations

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import ActionSpent
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement_coherency import link_problem
from battlesim.table.events import PieceChanged, UnitsAdded, UnitsRemoved
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..actions.beginning import ACTIONS
from ..actions.unit_actions import UnitAction
from ..core.events import StrengthChanged
from ..core.lookups import figures_of, leader_of, ok_figures, unit_rules
from ..core.marks import DETACHED
from ..core.state import Battle, Game
from ..electronics.systems import marks_without_systems, without_systems
from ..ground.integrity import INTEGRITY_LINK

DETACHES, ACTS_BY_TRANSFER = "SG-DET-01", "SG-DET-02"
HOW = "SG-GAP-42"


def most_detached(state: Battle, unit: Unit) -> int:
    """Return the maximum number of figures that a unit can detach: half of those that can act."""
    return len(ok_figures(state, unit.id)) // 2


def why_cannot_detach(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot detach any figures, or "" if it can."""
    if unit.has_mark(DETACHED):
        return "it is a detached element itself"
    if UnitId(element_id(unit.id)) in state.table.units:
        return "an element of it is detached already"
    return "" if most_detached(state, unit) else "it is too small"


def element_id(unit: UnitId) -> str:
    """Return the id of a unit's detached element."""
    return f"{unit}_element"


def detach(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which figures of a unit are detached, and make them a separate unit."""
    own, leader = play.state.table.units[unit], leader_of(play.state, unit)
    others = [piece for piece in ok_figures(play.state, unit) if piece.id != leader.id]
    options = [Option(piece.id, piece.name, (piece.id,)) for piece in others]
    chosen = yield from play.choose_some(
        "detached",
        own.side,
        "Detach which figures?",
        options,
        rule=DETACHES,
        about=leader.id,
        least=1,
        most=most_detached(play.state, own),
    )
    values = without_systems(own.rules) | {"level": "squad", "under": str(unit)}
    name = f"{own.name} element"
    element = Unit(
        UnitId(element_id(unit)), name, own.side, "squad", chosen[0], marks_without_systems(own), values
    )
    play.emit(UnitsAdded(rule=DETACHES, units=(element,)))
    for key in chosen:
        piece = play.state.table.piece(key)
        play.emit(PieceChanged(rule=DETACHES, old=piece, new=msgspec.structs.replace(piece, unit=element.id)))
    play.emit(StrengthChanged(rule=HOW, unit=element.id, strength=len(chosen)))
    set_mark(play, [element.id], DETACHED, 1, ACTS_BY_TRANSFER)


def rejoin(play: Play[Game], element: UnitId) -> None:
    """Return a detached element to its unit if both are in integrity at the end of its action."""
    unit = play.state.table.units[element]
    parent = play.state.table.units.get(UnitId(unit_rules(unit).under))
    if not unit.has_mark(DETACHED) or parent is None or not _is_together(play.state, unit, parent):
        return
    for piece in figures_of(play.state, element):
        back = msgspec.structs.replace(piece, unit=parent.id)
        play.emit(PieceChanged(rule=HOW, old=piece, new=back))
    play.emit(UnitsRemoved(rule=HOW, units=(unit,)))
    play.emit(StrengthChanged(rule=HOW, unit=element, strength=0, gone=element))
    play.emit(ActionSpent(rule=HOW, action="rejoin", count=ACTIONS))


def _is_together(state: Battle, unit: Unit, parent: Unit) -> bool:
    figures = [*ok_figures(state, unit.id), *ok_figures(state, parent.id)]
    both = ok_figures(state, unit.id) and ok_figures(state, parent.id)
    return bool(both) and link_problem(state.table, [p.id for p in figures], (), INTEGRITY_LINK) is None


DETACH_ACTION = UnitAction(
    "Detach figures", DETACHES, why_cannot_detach, detach, lambda state, unit: not unit_rules(unit).automated
)
