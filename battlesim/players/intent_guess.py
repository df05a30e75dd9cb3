"""What another side seems to want, as far as it follows from what a side sees.

The doctrine is asked about the act that was taken, and about nothing else, with the view of the side that
watches: so what that side must not know can have no part in the words.
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
"""Levels of players that do what the doctrine advises."""


def guessed_intent(
    ruleset: AnyRuleset, state: AnyState, viewer: SideKey, decision: Decision[Any], answer: Any
) -> AnyText:
    """Why a side that goes by its doctrine begins this act, for all that the viewer can know.

    "" where that is nothing: what is done is no act, somebody whom the viewer does not see has a part in it,
    or the doctrine has no reason for it.
    """
    act = decision.open_option(answer) if isinstance(decision, ChooseOne) else None
    if act is None or decision_role(ruleset, decision) != "act":
        return ""
    view = ruleset.view(state, viewer)
    things = {decision.about, act.key, *act.at, *act.by, *act.to, *referenced_ids(act.label)}
    if not decision.about or any(
        map(SideKnowledge(viewer, view.table, view.table, state.table).is_hidden, things)
    ):
        return ""
    return _reason(ruleset, view, decision, act)


def _reason(ruleset: AnyRuleset, view: AnyState, decision: Decision[Any], act: Option) -> AnyText:
    """What the doctrine says for an act, with a view that is perhaps another side's."""
    alone = msgspec.structs.replace(decision, prompt="", options=(act,))
    try:
        advice = ruleset.doctrine.advise(view, alone, derived_rng("guess", decision.what))
    except Exception:  # a doctrine counts on its own side's view, and may miss anything in another one
        return ""
    return next((one.reason for one in advice if one.answer == act.key), "")
