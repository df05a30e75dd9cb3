"""Withdrawing and falling back: straight away from the enemy, and off the table at a near edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from battlesim.behaviour.advice import mean_point
from battlesim.behaviour.straight_moves import moves_straight_away
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.placement import push_base
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Inches, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..actions.mines import make_forced_travels
from ..core.lookups import is_ok, leader_of, ok_figures, unit_mobility
from ..core.marks import IN_POSITION
from ..core.state import Game
from ..core.vehicles import is_vehicle
from ..ground.motion import blocked_ids
from ..ground.shelter import nearest_cover
from ..morale.forced import move_toward
from ..wounded.abandoning import test_abandonment

WITHDRAWS = "SG-GAP-113"
ABANDONED = "SG-GAP-125"
WITHDRAWAL_IN = 6.0
FAR_IN = 1000.0
"""An allowance in inches that nothing exceeds."""


def ask_withdrawal_distance(play: Play[Game], unit: UnitId) -> Script[float]:
    """Return how far a unit withdraws: 6 in or its base move, the greater unless an option lets it choose."""
    base = unit_mobility(play.state, unit).base
    if not play.state.game.parameters.owner_chooses_withdrawal or base == WITHDRAWAL_IN:
        return max(WITHDRAWAL_IN, base)
    own = play.state.table.units[unit]
    options = [Option("base", phrase("{}", Inches(base))), Option("six", phrase("{}", Inches(WITHDRAWAL_IN)))]
    text, about = phrase("{unit} withdraws: how far?", own.name), leader_of(play.state, unit).id
    chosen = yield from play.choose_one("withdrawal", own.side, text, options, rule=WITHDRAWS, about=about)
    return base if chosen.key == "base" else WITHDRAWAL_IN


def withdraw(
    play: Play[Game], unit: UnitId, enemies: Iterable[UnitId], rule: str = WITHDRAWS
) -> Script[None]:
    """Move a unit straight away from the middle of the enemy units, until something blocks its path.

    It passes over the fallen, but a figure that would end on one stops in front of it.
    """
    if not ok_figures(play.state, unit):
        return
    origin = mean_point([p.xy for enemy in enemies for p in ok_figures(play.state, enemy)])
    inches = yield from ask_withdrawal_distance(play, unit)
    state = play.state
    set_mark(play, [unit], IN_POSITION, 0, rule)
    blocked = blocked_ids(state)

    def space(table: Table, piece: Piece) -> FreeSpace:
        others = [p for p in table.standing_pieces() if p.id != piece.id]
        barring = [p for p in others if is_ok(p) or is_vehicle(p)]
        free = free_space_on_table(table, piece.radius, blocked, barring)
        end, _ = push_base(free, piece.xy, bearing(origin, piece.xy), inches)
        ends_on_another = any(math.dist(end, p.xy) < p.radius + piece.radius - TOL for p in others)
        return free_space_on_table(table, piece.radius, blocked, others) if ends_on_another else free

    origins = {piece.id: origin for piece in ok_figures(state, unit)}
    parts = moves_straight_away(state.table, origins, inches, space)
    text = phrase("{} withdraws", state.table.units[unit].name)
    yield from make_forced_travels(play, parts, "withdraw", text, rule)
    if rule == WITHDRAWS:
        yield from test_abandonment(play, unit)


def abandon_assault(
    play: Play[Game], unit: UnitId, starts: Mapping[str, Point], may_stay: bool = False
) -> Script[None]:
    """Ask attackers to go back to their start or to cover, or to stay if they may (SG-GAP-126)."""
    own = play.state.table.units[unit]
    options = [Option("back", "Back where it began"), Option("cover", "To the nearest cover")]
    options = [Option("stay", "Stay"), *options] if may_stay else options
    text, about = phrase("{unit} abandons the assault: where to?", own.name), leader_of(play.state, unit).id
    chosen = yield from play.choose_one("abandon", own.side, text, options, rule=ABANDONED, about=about)
    if chosen.key == "stay":
        return
    goal = nearest_cover(play.state, own) if chosen.key == "cover" else None
    words = phrase("{} falls back", own.name)
    if goal is not None:
        yield from move_toward(play, unit, goal, FAR_IN, words, ABANDONED)
    else:
        back = mean_point([starts[piece.id] for piece in ok_figures(play.state, unit)])
        yield from move_toward(play, unit, back, FAR_IN, words, ABANDONED)
    yield from test_abandonment(play, unit)
