"""How a figure is related to others: whom its group is locked with, and whom it sees."""

from __future__ import annotations

from battlesim.engine.relations import Relation

from ..attack.shooting import SHOOTS, targets
from ..contact.locks import LOCKS
from ..core.lookups import combat_of, figures_of
from ..core.state import Battle
from ..core.vehicles import VEHICLE, acting_group


def relations(view: Battle, piece: str) -> tuple[Relation, ...]:
    """Return the relations of a figure on the table, one to a figure of each other group."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    own_group = acting_group(view, own)
    if view.table.units[own_group].kind == VEHICLE:
        return ()
    combat = combat_of(view, own_group)
    if combat is not None:
        others = [figures_of(view, group)[:1] for group in combat.groups if group != own_group]
        return tuple(
            Relation(figure.id, "locked in a fight", LOCKS, "bar") for (figure,) in filter(None, others)
        )
    seen = [figures_of(view, target)[0] for target in targets(view, own_group)]
    return tuple(Relation(figure.id, "may be shot at", SHOOTS) for figure in seen)
