"""The sequence of a battle: batch after batch, card after card."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics.turns import StepRules

from ..actions.card import act, act_twin, is_unfinished
from ..core.state import Battle
from .batches import finish_card, lay_batch
from .deployment import PREPARATIONS, next_preparation
from .victory import battle_outcome
from .witnesses import with_witnesses


def next_step(state: Battle) -> Step | Outcome:
    """Return the outcome at the end of a batch of cards, or else the next step of the battle."""
    card = state.game.card
    if (preparation := next_preparation(state)) is not None:
        return preparation
    if state.game.twin:
        return Step("act_twin")
    if card is not None:
        return Step("act") if card.side and is_unfinished(state) else Step("finish_card")
    return (battle_outcome(state) if state.game.turn else None) or Step("lay_batch")


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "lay_batch": lay_batch,
    "act": with_witnesses(act),
    "act_twin": with_witnesses(act_twin),
    "finish_card": with_witnesses(finish_card),
    **PREPARATIONS,
}
