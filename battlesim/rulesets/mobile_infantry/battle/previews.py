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

from ..activations import moves, tunnelling
from ..aftermath import areas, cards
from ..air import flights
from ..arachnids import blows
from ..core.state import BUGS, MI, Battle
from ..reacting import cards as reactions
from ..troopers import shots
from ..troopers.support import ACTS
from . import arrivals

Card = Callable[[Battle, Any, Any], Preview | None]
CARDS: Mapping[tuple[SideKey, str], tuple[Card, ...]] = {
    (MI, "move"): (moves.move,),
    (MI, "target"): (flights.bombs, shots.mi_target),
    (MI, "weapons"): (shots.mi_weapons,),
    (MI, "allocate"): (cards.allocate,),
    (MI, "source"): (areas.sources,),
    (MI, "second_target"): (flights.bombs, shots.second_blast),
    (MI, "pass_die"): (shots.pass_die,),
    (MI, "support"): (partial(acts.preview, ACTS),),
    (MI, "react"): (reactions.react,),
    (MI, "strike"): (flights.load,),
    (MI, "line"): (flights.line_of_flight,),
    (BUGS, "move"): (moves.move,),
    (BUGS, "action"): (blows.action,),
    (BUGS, "form"): (blows.forms,),
    (BUGS, "attacks"): (blows.attacks,),
    (BUGS, "target"): (shots.bug_target,),
    (BUGS, "source"): (areas.sources,),
    (BUGS, "weapons"): (shots.bug_weapons,),
    (BUGS, "react"): (reactions.screeching,),
    (BUGS, "intercept"): (flights.intercept,),
    (BUGS, "capture_place"): (moves.lies,),
    (BUGS, "activate"): (tunnelling.collapse,),
    (BUGS, "arrive"): (tunnelling.collapse,),
    (BUGS, "edge"): (arrivals.edge,),
    (BUGS, "tunnel"): (tunnelling.place,),
    (BUGS, "enter"): (tunnelling.come_out,),
}
"""By side and question; the first that knows the answer speaks."""


def preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """What an answer would lead to; None for one that has neither odds nor figures."""
    for card in CARDS.get((decision.side, decision.what), ()):
        if (known := card(view, decision, answer)) is not None:
            return known
    return None
