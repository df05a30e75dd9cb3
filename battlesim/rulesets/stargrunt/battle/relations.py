"""Relations of a figure to other pieces: its unit, its chain of command, and the enemies in sight."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.relations import Relation
from battlesim.mechanics.preview_rows import percent
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.phrases import Inches, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..attack.fire_roll import FIRE
from ..command.chain import LEVELS, commanders
from ..command.communication import communication_chance
from ..command.transfer import subordinates
from ..core.lookups import active_units, is_ok, leader_of, ok_figures, unit_of, unit_rules
from ..core.state import Battle
from ..ground.integrity import INTEGRITY, integrity_ties
from ..ground.sight import sees_unit
from ..previews.range_bands import range_text


def relations(view: Battle, piece: str) -> tuple[Relation, ...]:
    """Return the relations of a figure to other pieces, or () if the figure cannot act."""
    own = view.table.pieces.get(piece)
    if own is None or not is_ok(own):
        return ()
    unit = unit_of(view, own)
    return (*_ties(view, own), *_net(view, own, unit), *_targets(view, own, unit))


def _ties(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield the ties of a figure to those next to it in its unit; those too long do not hold."""
    for first, second, holds in integrity_ties(state, piece.unit):
        if piece.id in (first, second):
            other = state.table.piece(second if first == piece.id else first)
            gap = Inches(piece_gap(state.table, piece, other), 1)
            words = "in integrity" if holds else phrase("out of integrity, {gap}", gap)
            yield Relation(other.id, words, INTEGRITY, "bar", broken=not holds)


def _net(state: Battle, piece: Piece, unit: Unit) -> Iterator[Relation]:
    """Yield the commanders of a unit and the units under it, from leader to leader."""
    if piece.id != leader_of(state, unit.id).id or unit_rules(unit).automated:
        return
    for commander in commanders(state, unit):
        if ok_figures(state, commander.id):
            leader = leader_of(state, commander.id).id
            chance = communication_chance(state, commander, unit)
            yield Relation(leader, f"commands it, heard {percent(chance)}", LEVELS, "dashed", True)
    for other in subordinates(state, unit):
        chance = communication_chance(state, unit, other)
        yield Relation(
            leader_of(state, other.id).id, f"under it, hears it {percent(chance)}", LEVELS, "dashed"
        )


def _targets(state: Battle, piece: Piece, unit: Unit) -> Iterator[Relation]:
    """Yield the leader of each enemy unit that a leader's unit sees, with the die to beat."""
    if piece.id != leader_of(state, unit.id).id:
        return
    for enemy in active_units(state):
        if enemy.side != unit.side and sees_unit(state, unit.id, enemy.id):
            words = range_text(state, unit, enemy) or "in sight"
            yield Relation(leader_of(state, enemy.id).id, words, FIRE)
