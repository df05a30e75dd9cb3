"""Relations of a figure to others: hugs by Face Huggers, melee, and the leader of its squad."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.relations import Relation
from battlesim.table.pieces import Aboard, Piece

from ..command.leaders import NCO, active_leaders
from ..core.lookups import is_active, squad_figures
from ..core.state import Battle
from ..ground.contact import engaged_enemies
from ..melee.hug import FREEING
from ..melee.rounds import ROUNDS


def relations(view: Battle, piece: str) -> tuple[Relation, ...]:
    """Return the relations of a figure on the table to other figures."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    return (*_bonds(view, own), *_leaders(view, own))


def _bonds(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield relations to the creatures that hug the figure, and to the enemies that it fights."""
    for other in state.table.pieces_aboard(piece.id):
        yield Relation(other.id, "hugs it", FREEING, "bar", True)
    if isinstance(piece.place, Aboard):
        yield Relation(piece.place.piece, "hugged by it", FREEING, "bar")
    if is_active(piece):
        yield from (Relation(enemy.id, "in melee", ROUNDS, "bar") for enemy in engaged_enemies(state, piece))


def _leaders(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield the relation to the NCO of the figure's squad or, for an NCO, to the figures that it leads."""
    for leader in active_leaders(state):
        led = [unit.id for unit in state.table.units.values() if unit.rules.get("under") == leader.id]
        if piece.unit in led and piece.id != leader.id:
            yield Relation(leader.id, "leads it", NCO, "dashed", True)
        elif leader.id == piece.id:
            figures = (figure for unit in led for figure in squad_figures(state, unit))
            yield from (Relation(one.id, "led by it", NCO, "dashed") for one in figures if one.id != piece.id)
