"""Guesses at why another side chose an act, for display to the side that watches it.

A guess explains only the act itself, and only with what the watching side knows. It therefore reveals nothing
that this side must not know.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import derived_rng
from battlesim.engine.lookahead import decision_role
from battlesim.engine.option import Option
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.side_views import SideKnowledge
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, referenced_ids
from battlesim.table.state import AnyState

DOCTRINE_LEVELS: Final = frozenset({"recruit"})
"""Player levels that follow the doctrine's advice."""


def guessed_intent(
    ruleset: AnyRuleset, state: AnyState, viewer: SideKey, decision: Decision[Any], answer: Any
) -> AnyText:
    """Return the likely reason why another side chose an act, as a short text for the side `viewer`.

    This is the reason that the ruleset's advice for AI players gives for the act, based only on what the
    viewer knows. The text is empty if the decision does not choose an act, if an object involved in the act
    is hidden from the viewer, or if the advice gives no reason.
    """
    act = decision.open_option(answer) if isinstance(decision, ChooseOne) else None
    if act is None or decision_role(ruleset, decision) != "act":
        return ""
    view = ruleset.view(state, viewer)
    target_ids = {decision.about, act.key, *act.at, *act.by, *act.to, *referenced_ids(act.label)}
    if not decision.about or any(
        map(SideKnowledge(viewer, view.table, view.table, state.table).is_hidden, target_ids)
    ):
        return ""
    return _doctrine_reason(ruleset, view, decision, act)


def _doctrine_reason(ruleset: AnyRuleset, view: AnyState, decision: Decision[Any], act: Option) -> AnyText:
    """Return the doctrine's reason for an act; the view may belong to another side."""
    alone = msgspec.structs.replace(decision, prompt="", options=(act,))
    try:
        advice = ruleset.doctrine.advise(view, alone, derived_rng("guess", decision.what))
    except Exception:  # a doctrine relies on its own side's view, and anything may be missing in another
        return ""
    return next((item.reason for item in advice if item.answer == act.key), "")
