"""The Alarm Screech, the Arachnids' Reaction to enemies nearby."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics import reaction_decisions
from battlesim.mechanics.pieces import ids_in_play, set_mark
from battlesim.rulings.movement_data import GroupLink
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.volleys import REACTION_RANGE_IN
from ..core.lookups import (
    OTHER_SIDE,
    models_able_to_react,
    models_in_play,
    reactable_participants,
    trigger_text,
    why_cannot_react,
)
from ..core.marks import ALERT, end_ready_state
from ..core.state import BUGS, Battle, Game
from ..ground import captives
from . import melee
from .bug_movement import ACTED, SWARM_RANGE_IN, ask_flight, ask_group_move, carry_out_bug_move, swarm_mates

SCREECH = "MI-SCRE-01"
LED = "MI-SCRE-02"
COST = "MI-SCRE-05"
IN_FLIGHT = "MI-GAP-50"


def screech_decision(state: Battle, bug: Piece) -> ChooseOne:
    """Return the decision that asks at which enemy a bug screeches, as if each had acted where it is."""
    foes = models_in_play(state, OTHER_SIDE[bug.side])
    options = piece_options(
        foes, reason_against=lambda foe: why_cannot_react(state, bug, (foe.id,), REACTION_RANGE_IN)
    )
    return reaction_decisions.reaction_decision(BUGS, "Alarm Screech", options, rule=SCREECH, about=bug.id)


def offer_screech(play: Play[Game], participants: Sequence[str]) -> Script[None]:
    """Offer Screeches in reaction to the models that took part in an Action (MI-GAP-73)."""
    yield from reaction_decisions.ask_reactions(
        play, lambda: _question(play.state, participants), lambda chosen: run_screech(play, *chosen.by)
    )


def _question(state: Battle, took_part: Sequence[str]) -> ChooseOne | None:
    here = reactable_participants(state, took_part)
    options = []
    for bug in models_able_to_react(state, BUGS, here, REACTION_RANGE_IN):
        one, note = (bug.id,), trigger_text(state, (bug.id,), here)
        options.append(Option(f"screech:{bug.id}", bug.name, one, note, SCREECH, one, "screech"))
    if not options:
        return None
    return reaction_decisions.reaction_decision(
        BUGS, "Alarm Screech by whom?", options, rule=SCREECH, about=here[0]
    )


def screech_followers(state: Battle, leader: str) -> tuple[str, ...]:
    """Return the bugs on Alert that follow a Screech (MI-SCRE-03)."""
    return swarm_mates(state, leader, (p for p in models_in_play(state, BUGS) if p.has_mark(ALERT)))


def run_screech(play: Play[Game], leader: str) -> Script[None]:
    """Run a Screech: a Move led by the reacting bug, then a Melee of the bugs that have reached enemies."""
    group = (leader, *screech_followers(play.state, leader))
    play.log_message(phrase("Alarm Screech of {leader}", Ref(leader)), by=leader, at=group, rule=SCREECH)
    flying = yield from ask_flight(play, group, IN_FLIGHT)
    led, link = play.under_rule(LED), GroupLink(leader, within=SWARM_RANGE_IN)
    moved = yield from ask_group_move(led, group, link, flying=flying)
    carry_out_bug_move(led, moved, moved.legs)
    took_part = tuple(dict.fromkeys((leader, *(leg.piece for leg in moved.legs))))
    yield from captives.update_captives(play, took_part)
    yield from melee.run_melee(play, took_part, reaction=True, flown_ids=moved.flying_pieces)
    set_mark(play, ids_in_play(play.state, took_part), ALERT, 0, COST)
    end_ready_state(play, took_part, ACTED)
