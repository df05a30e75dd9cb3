"""What is asked, for the window to show: what a model would be, and what an answer would lead to.

Questions are made as they are put, about one model alone. Cards have exact odds, every modifier and the rules
behind them; all ask the functions that the rules ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.option import closed
from battlesim.engine.ruleset import Preview
from battlesim.engine.why import narrowed
from battlesim.mechanics import acts, asking
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Aboard, Piece

from ..activations import bug_actions, moves, swarm
from ..aftermath import cards
from ..air import interception, strike_run, viking
from ..arachnids import bug_fire, bug_movement, melee, screech
from ..core.facts import has, is_model
from ..core.marks import CAPTIVE
from ..core.state import BUGS, MI, Battle
from ..ground import captives, movement, units
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
    (MI, "support"): (partial(acts.preview, support.ACTS),),
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


def offers(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """What a model is asked when it is activated, and when it may react; nothing for what never acts."""
    own = state.table.piece(piece)
    if own.has(CAPTIVE):
        held = closed(own.id, own.name, "it is a captive", captives.TAKEN)
        yield asking.choice(own, "activate", "Act", (held,))
    if not is_model(own) or not own.in_play or isinstance(own.place, Aboard):
        return
    if own.side == BUGS:
        yield from _bug(state, own)
    elif own.side == MI:
        yield from _trooper(state, own)


def _trooper(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    if has(piece, "airstrike"):
        yield strike_run.aims(state, piece)
        return
    yield narrowed(units.roll_call(state), piece)
    if has(piece, "aircraft"):
        yield asking.move(piece, viking.flight(state, piece.id), viking.FLIGHT)
        yield viking.ends(state, piece)
    else:
        yield asking.move(piece, movement.motion(state, piece.id), moves.RATING)
    yield shooting.aims(state, piece)
    if not has(piece, "aircraft"):
        yield asking.choice(piece, "support", "Support acts", support.acts(state, [piece]), support.SUPPORT)
    yield reactions.answers(state, piece)
    yield reactions.runs(state, piece)


def _bug(state: Battle, bug: Piece) -> Iterator[Decision[Any]]:
    yield narrowed(swarm.roll_call(state), bug)
    yield bug_actions.question(state, (bug.id,), bug.id, "Which Action?")
    (on_foot,) = bug_movement.motions(state, [bug.id])
    yield asking.move(bug, on_foot, bug_movement.MOVE)
    if bug_movement.can_fly(state, bug):
        (flown,) = bug_movement.motions(state, [bug.id], flying=True)
        yield asking.move(bug, flown, bug_movement.FLIGHT)
    yield bug_fire.aims(state, bug.id)
    yield screech.answers(state, bug)
    if bug.kind == "hopper":
        yield interception.answers(state, bug)
