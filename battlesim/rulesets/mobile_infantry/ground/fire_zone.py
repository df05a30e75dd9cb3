"""Among which enemy models the dice of a pool are spread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlesim.mechanics.pieces import within
from battlesim.rulings.measure import piece_distances
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..core.facts import OTHER, models
from ..core.state import Battle
from ..core.targets import thing

ZONE = 6.0
CHAIN = 1.0


def _within(state: Battle, centre: Piece, others: Sequence[Piece], reach: float) -> list[Piece]:
    gaps = piece_distances(state.table, centre, others)
    return [p for p, gap in zip(others, gaps, strict=True) if within(gap, reach)]


def _target_swarm(state: Battle, target: Piece, others: Sequence[Piece]) -> list[Piece]:
    """The target's species within 6 in of it, and who hangs on to those within 1 in."""
    species = [p for p in others if p.kind == target.kind]
    found = _within(state, target, species, ZONE)
    for link in found:
        left = [p for p in species if p not in found]
        found.extend(_within(state, link, left, CHAIN))
    return found


ZONES: Mapping[str, Callable[[Battle, Piece, Sequence[Piece]], list[Piece]]] = {
    "near_target": lambda state, target, others: _within(state, target, others, ZONE),
    "target_swarm": _target_swarm,
    "everyone": lambda state, target, others: list(others),
}


def zone(state: Battle, side: SideKey, target: str) -> list[Piece]:
    """The models that may be given dice: the target, and the enemy models that the option names.

    A structure or a Tunnel Entrance is eligible as the target alone.
    """
    aim = thing(state, target)
    others = [p for p in models(state, OTHER[side]) if p.id != target]
    return [aim, *ZONES[state.game.parameters.fire_zone](state, aim, others)]
