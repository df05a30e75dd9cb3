"""The combats that the window shows on the table, each with the card that will settle it."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.ruleset import OngoingFight
from battlesim.table.phrases import AnyText, Ref, capitalized, phrase

from ..combat.resolution import due_combats
from ..core.lookups import figures_of
from ..core.state import Battle


def fights(state: Battle) -> Iterator[OngoingFight]:
    """Yield the combats in the order in which they began, with all figures of their groups."""
    for combat in state.game.combats:
        pieces = tuple(figure.id for group in combat.groups for figure in figures_of(state, group))
        name, card = f"combat {combat.number}", _settling_card(state, combat.number)
        words = phrase("{}: {}", capitalized(name), _when(state, card))
        for side, terrain in combat.defends:
            words = phrase("{}; {} defends {}", words, state.table.side(side).name, Ref(terrain))
        yield OngoingFight(pieces, words, name, card)


def _settling_card(state: Battle, combat: int) -> int:
    """Return the place in the batch of the card that will settle a combat, or -1 if none of them will."""
    game, played = state.game, len(state.game.passed)
    coming = range(played, len(game.row))
    return next((k for k in coming if combat in due_combats(state, game.faces[game.row[k]])), -1)


def _when(state: Battle, card: int) -> AnyText:
    if card < 0:
        return "settled in a later batch"
    if card == len(state.game.passed):
        return "settled after this card"
    face = state.game.faces[state.game.row[card]]
    return phrase("settled after the {} of {}", face.name, state.table.side(face.side).name)
