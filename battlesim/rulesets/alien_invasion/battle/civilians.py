"""Civilians: on every Special Event they run straight away from the nearest figure."""

from __future__ import annotations

import math
from typing import NamedTuple

from battlesim.behaviour.forced_acts import announce_forced_act
from battlesim.engine.play import Play, Script
from battlesim.rulings.measured_move import StraightRun, straight_run
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..contact.carrying_out import place_group
from ..core.lookups import faction_of, figures_of, neutral_groups
from ..core.state import Battle, Game
from ..ground.motion import group_motions

RUNS, WHEN_LISTED = "MT-GANG-02", "MT-GAP-65"


class Flight(NamedTuple):
    """The run of a group away from a figure."""

    run: StraightRun
    threat: Piece


def flight_of(state: Battle, group: UnitId) -> Flight | None:
    """Return how a group runs from the nearest figure of any faction, or None if there is no such figure."""
    threats = [piece for piece in state.table.standing_pieces() if piece.side in state.game.fighters]
    pairs = [(math.dist(a.xy, b.xy), a.id, b.id) for a in figures_of(state, group) for b in threats]
    away, lead, threat = min(pairs, default=(0.0, "", ""))
    if not away:
        return None
    own, other = state.table.piece(lead), state.table.piece(threat)
    inches = faction_of(state, own.side).figure_move(own.kind)
    x, y = (round(a + inches * (a - b) / away, 4) for a, b in zip(own.xy, other.xy, strict=True))
    motion = next(motion for motion in group_motions(state, group) if motion.piece == lead)
    return Flight(straight_run(state.table, motion, (x, y)), other)


def civilians_run(play: Play[Game]) -> Script[None]:
    """Make every group of civilians run; no player decides where."""
    for unit in neutral_groups(play.state):
        flight = flight_of(play.state, unit.id)
        if flight is None or not flight.run.length:
            continue
        run = flight.run
        text = phrase("{unit} runs from {threat}", Ref(unit.id), Ref(flight.threat.id))
        announce_forced_act(
            play, [run.piece], text, paths=[(run.start, run.end)], at=[flight.threat.id], rule=RUNS
        )
        yield from place_group(play, unit.id, run, (), rule=RUNS, how="move")
