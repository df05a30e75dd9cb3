"""Alarm Screech, the Alert Reaction of the Arachnids."""

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

from ..attack.loads import ALARM
from ..core.facts import OTHER, alarmed, models, present, trigger_words, unalarmed
from ..core.marks import ALERT, acted
from ..core.state import BUGS, Battle, Game
from ..ground import captives
from . import melee
from .bug_movement import ACTED, SWARM_RANGE, ask_flight, carry_out, kin, order

SCREECH = "MI-SCRE-01"
LED = "MI-SCRE-02"
COST = "MI-SCRE-05"
IN_FLIGHT = "MI-GAP-50"


def answers(state: Battle, bug: Piece) -> ChooseOne:
    """To whom a bug could screech, were each of the enemies to act where it stands."""
    foes = models(state, OTHER[bug.side])
    options = piece_options(foes, reason_against=lambda foe: unalarmed(state, bug, (foe.id,), ALARM))
    return reaction_decisions.reaction_decision(BUGS, "Alarm Screech", options, rule=SCREECH, about=bug.id)


def offer(play: Play[Game], took_part: Sequence[str]) -> Script[None]:
    """Screeches to one trigger, each looked at anew (MI-GAP-73); it costs Alert, so nobody does it twice."""
    yield from reaction_decisions.ask_reactions(
        play, lambda: _question(play.state, took_part), lambda chosen: screech(play, *chosen.by)
    )


def _question(state: Battle, took_part: Sequence[str]) -> ChooseOne | None:
    here = present(state, took_part)
    options = []
    for bug in alarmed(state, BUGS, here, ALARM):
        one, note = (bug.id,), trigger_words(state, (bug.id,), here)
        options.append(Option(f"screech:{bug.id}", bug.name, one, note, SCREECH, one, "screech"))
    if not options:
        return None
    return reaction_decisions.reaction_decision(
        BUGS, "Alarm Screech by whom?", options, rule=SCREECH, about=here[0]
    )


def followers(state: Battle, leader: str) -> tuple[str, ...]:
    """Its species on Alert within 6 in of it; there is no chain (MI-SCRE-03)."""
    return kin(state, leader, (p for p in models(state, BUGS) if p.has_mark(ALERT)))


def screech(play: Play[Game], leader: str) -> Script[None]:
    """One Screech: a Move led by the reacting bug, and a Melee for those it brings to an enemy."""
    group = (leader, *followers(play.state, leader))
    play.log_message(phrase("Alarm Screech of {}", Ref(leader)), by=leader, at=group, rule=SCREECH)
    flying = yield from ask_flight(play, group, IN_FLIGHT)
    led, link = play.under_rule(LED), GroupLink(leader, within=SWARM_RANGE)
    moved = yield from order(led, group, link, flying=flying)
    carry_out(led, moved, moved.legs)
    took_part = tuple(dict.fromkeys((leader, *(leg.piece for leg in moved.legs))))
    yield from captives.after_move(play, took_part)
    yield from melee.fight(play, took_part, reaction=True, flew=moved.flying_pieces)
    set_mark(play, ids_in_play(play.state, took_part), ALERT, 0, COST)
    acted(play, took_part, ACTED)
