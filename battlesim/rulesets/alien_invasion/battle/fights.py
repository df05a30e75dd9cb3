"""The combats that the window shows on the table, each with the card that will settle it."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.ruleset import Fight
from battlesim.table.phrases import AnyText, Ref, phrase

from ..combat.resolution import due_combats
from ..core.lookups import figures_of
from ..core.state import Battle


def fights(state: Battle) -> Iterator[Fight]:
    """Yield the combats in the order in which they began, with all figures of their groups."""
    for combat in state.game.combats:
        pieces = tuple(figure.id for group in combat.groups for figure in figures_of(state, group))
        words = phrase("Combat {}: {}", str(combat.number), _when(state, combat.number))
        for side, terrain in combat.defends:
            words = phrase("{}; {} defends {}", words, state.table.side(side).name, Ref(terrain))
        yield Fight(pieces, words)


def _when(state: Battle, combat: int) -> AnyText:
    """Return which card of the batch will settle a combat."""
    game, played = state.game, len(state.game.passed)
    left = [game.faces[card] for card in game.row[played:]]
    due = next((place for place, face in enumerate(left) if combat in due_combats(state, face)), None)
    if due is None:
        return "settled in a later batch"
    side = state.table.side(left[due].side).name
    return phrase("settled after the {} of {}", left[due].name, side) if due else "settled after this card"
