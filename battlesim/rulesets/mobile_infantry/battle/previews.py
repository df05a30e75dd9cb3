"""What the window shows before an answer is given: exact odds, every modifier, the rules behind them.

All cards ask the functions that the rules ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview
from battlesim.mechanics import acts
from battlesim.table.ids import SideKey

from ..activations import moves, swarm
from ..aftermath import areas, cards
from ..air import strike_run
from ..arachnids import melee
from ..core.state import BUGS, MI, Battle
from ..reacting import reactions
from ..troopers import shots
from ..troopers.support import ACTS
from . import arrivals

Card = Callable[[Battle, Any, Any], Preview | None]
CARDS: Mapping[tuple[SideKey, str], tuple[Card, ...]] = {
    (MI, "move"): (moves.move,),
    (MI, "target"): (strike_run.release_card, shots.mi_target),
    (MI, "weapons"): (shots.mi_weapons,),
    (MI, "allocate"): (cards.allocate,),
    (MI, "source"): (areas.sources,),
    (MI, "second_target"): (strike_run.release_card, shots.second_blast),
    (MI, "pass_die"): (shots.pass_die,),
    (MI, "support"): (partial(acts.preview, ACTS),),
    (MI, "react"): (reactions.reaction_card,),
    (MI, "strike"): (strike_run.munition_card,),
    (MI, "line"): (strike_run.line_card,),
    (BUGS, "move"): (moves.move,),
    (BUGS, "action"): (melee.action_card,),
    (BUGS, "form"): (melee.forms_card,),
    (BUGS, "attacks"): (melee.attacks_card,),
    (BUGS, "target"): (shots.bug_target,),
    (BUGS, "source"): (areas.sources,),
    (BUGS, "weapons"): (shots.bug_weapons,),
    (BUGS, "react"): (reactions.screech_card,),
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
