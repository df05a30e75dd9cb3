"""The sequence of a battle: batch after batch, card after card."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics.turns import StepRules

from ..actions.card import act, act_twin, is_unfinished
from ..core.state import Battle
from ..objectives.hidden_craft import craft_to_hide, hide_craft
from .batches import finish_card, lay_batch
from .victory import battle_outcome


def next_step(state: Battle) -> Step | Outcome:
    """Return the outcome at the end of a batch, or the next step: an action, the end of a card, a batch."""
    card = state.game.card
    if craft_to_hide(state):
        return Step("hide_craft")
    if state.game.twin:
        return Step("act_twin")
    if card is not None:
        return Step("act") if card.side and is_unfinished(state) else Step("finish_card")
    return (battle_outcome(state) if state.game.turn else None) or Step("lay_batch")


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "lay_batch": lay_batch,
    "hide_craft": hide_craft,
    "act": act,
    "act_twin": act_twin,
    "finish_card": finish_card,
}
