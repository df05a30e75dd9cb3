"""Previews of answers: exact odds, every modifier and the rules behind them.

All call the functions that the rules call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview
from battlesim.mechanics import act_types
from battlesim.table.ids import SideKey

from ..activations import moves, swarm
from ..aftermath import cards
from ..air import strike_run
from ..arachnids import bug_fire, melee
from ..core.state import BUGS, MI, Battle
from ..reacting import reactions
from ..troopers import shooting, support
from . import arrivals

Card = Callable[[Battle, Any, Any], Preview | None]
CARDS: Mapping[tuple[SideKey, str], tuple[Card, ...]] = {
    (MI, "move"): (moves.move,),
    (MI, "target"): (strike_run.release_card, shooting.target_card),
    (MI, "weapons"): (shooting.weapons_card,),
    (MI, "allocate"): (cards.allocate,),
    (MI, "source"): (cards.sources,),
    (MI, "second_target"): (strike_run.release_card, shooting.second_card),
    (MI, "pass_die"): (bug_fire.pass_card,),
    (MI, "support"): (partial(act_types.act_preview, support.ACTS),),
    (MI, "react"): (reactions.reaction_card,),
    (MI, "strike"): (strike_run.munition_card,),
    (MI, "line"): (strike_run.line_card,),
    (BUGS, "move"): (moves.move,),
    (BUGS, "action"): (melee.action_card,),
    (BUGS, "form"): (melee.forms_card,),
    (BUGS, "attacks"): (melee.attacks_card,),
    (BUGS, "target"): (bug_fire.target_card,),
    (BUGS, "source"): (cards.sources,),
    (BUGS, "weapons"): (bug_fire.weapons_card,),
    (BUGS, "react"): (reactions.reaction_card,),
    (BUGS, "intercept"): (strike_run.intercept_card,),
    (BUGS, "capture_place"): (moves.lies,),
    (BUGS, "activate"): (swarm.collapse_card,),
    (BUGS, "arrive"): (swarm.collapse_card,),
    (BUGS, "edge"): (arrivals.edge,),
    (BUGS, "tunnel"): (swarm.place_card,),
    (BUGS, "enter"): (swarm.come_out_card,),
}
"""By side and question; the first that knows the answer speaks."""


def preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """What an answer would lead to; None for one that has neither odds nor figures."""
    for card in CARDS.get((decision.side, decision.what), ()):
        if (known := card(view, decision, answer)) is not None:
            return known
    return None
