"""Fire support: a Blast at a point that a side sees, on each Special Event card of some scenarios."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase

from ..actions.shoot_action import with_end_of_combats
from ..attack.placed_blasts import blast_decision, drop_blast
from ..core.lookups import all_figures, faction_of, groups_of
from ..core.state import Battle, Game

SUPPORT = "MT-UNIT-10"
NAME = "Fire support"


def call_support(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a side place a Blast and resolve it, if the scenario grants it fire support."""
    dice = faction_of(play.state, side).support_dice
    if not play.state.game.fire_support or not dice or not groups_of(play.state, side):
        return
    prompt = phrase("Call fire support, a Blast of {dice}D6 on a point that you see?", dice)
    if (yield from play.confirm("support", side, prompt, rule=SUPPORT)):
        point = yield from play.ask(support_decision(play.state, side))
        yield from with_end_of_combats(play, drop_blast(play, side, point, dice, NAME, SUPPORT))


def support_decision(state: Battle, side: SideKey) -> PlaceTemplate:
    """Return the decision on where fire support falls: around a point that a figure of the side sees."""
    figures = all_figures(state, [unit.id for unit in groups_of(state, side)])
    prompt = "Where does fire support fall?"
    return blast_decision(state, side, figures, "support_point", prompt, SUPPORT)
