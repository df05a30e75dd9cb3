"""A small battle of Troice Station with what automated players leave undone.

A marine drags a casualty off the table, another one takes up a copy, fuel goes up beside a marine who carries
one, and an NCO takes the place of the dead Lieutenant.
"""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.position_decisions import MoveGroup
from battlesim.players.base import PlayerContext, Reply
from battlesim.rulesets.troice_station.battle.turn_sequence import START_PHASE, TURN_PHASES
from battlesim.rulesets.troice_station.core.marks import DOWN, copy_mark
from battlesim.rulesets.troice_station.core.removal import COPY_DISC_RADIUS_IN, COPY_KIND, copy_marker_id
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.pieces import Marker
from battlesim.table.state import AnyState
from tests.rules.troice_station.things import battle, block, marine, off

OPTIONS = {"leader_loss": "promote", "game_length": "unlimited"}
FIRST = ("drag", "take", "fire", "alone:a", "alone:n", "cross", "move")
"""Keys of options and acts, those that are chosen first."""
EXIT = "landing_zone"


def state() -> Battle:
    """The first state, at the start of a turn."""
    men = (
        marine("lt", "l", 5, 40, unit="HQ"),
        marine("nco", "n", 24, 3),
        marine("trooper", "a", 20, 1),
        marine("trooper", "b", 22, 1),
        marine("trooper", "c", 21, 1, marks=[DOWN, copy_mark("r1")]),
        marine("trooper", "e", 30, 8, marks=[copy_mark("r2")], unit="1B"),
        marine("nco", "m", 30, 12, unit="1B"),
    )
    fuel = block("fuel_dump", "d", 30.8, 7, 32.8, 9)
    first = battle(*men, terrain=[fuel], options=OPTIONS, phase=START_PHASE, phases=TURN_PHASES)
    disc = Marker(copy_marker_id("r3"), COPY_KIND, 24.0, 3.0, COPY_DISC_RADIUS_IN, name="copy")
    return off(first.with_table(first.table.with_marker(disc)), "l")


class Rescuer:
    """A player who brings casualties and copies home: by the landing zone where that can be reached."""

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """The first act of those that are wanted, the way off the table, else an answer by chance."""
        if isinstance(decision, ChooseOne):
            for key in FIRST:
                found = [option.key for option in decision.open_options if key in (option.key, option.act)]
                if found:
                    return Reply(found[0])
        if isinstance(decision, MoveGroup):
            starts = [(motion.piece, view.table.piece(motion.piece).xy) for motion in decision.motions]
            legs = tuple(Leg(id, (at, (at[0], 0.0)), enters=EXIT) for id, at in starts)
            for some in (legs, *((leg,) for leg in legs)):
                if decision.check(view, some) is None:
                    return Reply(some)
        return Reply(decision.random_answer(view, 8, moment.rng))
