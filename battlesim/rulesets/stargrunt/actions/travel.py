"""Travel moves: twice the distance in single file, by units that can then only reorganize."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.group_moves import ask_move_order
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import GroupLink
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..core.lookups import leader_of, unit_mobility, unit_rules
from ..core.marks import TRAVELLING
from ..core.state import Battle, Game
from ..ground.integrity import CHAIN_IN
from ..ground.motion import unit_motions
from ..wounded.carrying import with_wounded
from .move_actions import carry_out_move, may_move, why_cannot_move
from .unit_actions import UnitAction

TRAVELS, IN_COLUMN = "SG-TRV-01", "SG-TRV-02"
FORMS = "SG-GAP-71"
ONLY_TRAVELS = "SG-TRV-03"
TRAVEL_FACTOR = 2.0
COLUMN_LINK = GroupLink(kind="column", within=CHAIN_IN)
"""A column: single file with gaps of two inches at most."""
TRAVEL_KEYS = ("travel", "reorganise", "shake_off")
"""What a unit in travel mode may do; only so can it get rid of a marker in the open (SG-GAP-158)."""


def perform_travel_move(play: Play[Game], unit: UnitId, burdened: bool = False) -> Script[None]:
    """Ask for a move of up to twice the base mobility that ends in single file, and carry it out."""
    if not (yield from may_move(play, unit)):
        return
    allowance = TRAVEL_FACTOR * unit_mobility(play.state, unit, burdened).base
    side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
    motions = unit_motions(play.state, unit, allowance)
    order = yield from ask_move_order(
        play, side, motions, COLUMN_LINK, rule=IN_COLUMN, prompt="Travel move", about=about
    )
    if (yield from carry_out_move(play, unit, order.legs, order.motions, TRAVELS, "travel")):
        set_mark(play, [unit], TRAVELLING, 1, FORMS)


def why_travelling(state: Battle, unit: Unit, key: str) -> AnyText:
    """Return why travel mode prevents a unit from taking an action, or "" if it does not."""
    return "it travels in column" if unit.has_mark(TRAVELLING) and key not in TRAVEL_KEYS else ""


TRAVEL_MOVE = UnitAction(
    "Travel move",
    TRAVELS,
    why_cannot_move,
    with_wounded(perform_travel_move),
    lambda state, unit: not unit_rules(unit).automated,
)
