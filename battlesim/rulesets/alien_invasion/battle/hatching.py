"""Things that hatch: on every Special Event those that lie about may, and what has come out charges."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics.carrying import nearest_place
from battlesim.mechanics.pieces import allocate_id_number
from battlesim.table.events import MarkerRemoved, PiecesAdded, UnitsAdded
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Marker
from battlesim.table.units import Unit

from ..actions.mite_actions import charge_nearest
from ..actions.study_action import SIX, any_six
from ..core.lookups import combat_of, enemy_figures, faction_of, groups_of
from ..core.state import Battle, Game
from ..core.terrain import area_at, house_ids
from ..objectives.items import lying_items, objectives
from .special_events import new_figure

HATCHES = "MT-SCN-11"


def hatch_and_prowl(play: Play[Game]) -> Script[None]:
    """Roll a die for each object on the table that can hatch; then all hatched creatures charge."""
    eggs = [item for item in lying_items(play.state) if item.kind in objectives(play.state).hatches]
    if eggs:
        dice = (6,) * len(eggs)
        faces = yield from play.roll_dice(dice, "What hatches?", rule=HATCHES, needs=any_six())
        for egg, face in zip(eggs, faces, strict=True):
            if face == SIX:
                hatch(play, egg)
    for side in play.state.game.fighters[len(play.state.game.seats) :]:
        yield from _prowl(play, side)


def hatch(play: Play[Game], egg: Marker) -> None:
    """Replace an object by the creature that hatches from it, as near to it as there is room."""
    state, kind = play.state, objectives(play.state).hatches[egg.kind]
    side = next(side for side, faction in state.game.factions.items() if kind in faction.figure)
    key = UnitId(f"{kind}{allocate_id_number(play, kind, HATCHES)}")
    faction = faction_of(state, side)
    figure = new_figure(faction, side, key, kind, f"{key}_1")
    name = f"{faction.figure[kind].name} {len(state.table.pieces_of_side(side)) + 1}"
    ground, at = state.table.ground, (egg.x, egg.y)
    shut = [house for house in house_ids(ground) if house != area_at(ground, at)]
    point = nearest_place(state.table, figure, at, shut, state.table.standing_pieces()) or at
    play.emit(MarkerRemoved(rule=HATCHES, marker=egg))
    play.emit(PiecesAdded(rule=HATCHES, pieces=(msgspec.structs.replace(figure, name=name),)))
    play.emit(UnitsAdded(rule=HATCHES, units=(Unit(key, name, side, faction.figure[kind].group, figure.id),)))
    play.log_message(phrase("{unit} hatches from {egg}", Ref(key), egg.name), by=key, rule=HATCHES)
    play.move_piece(figure.id, standing_place(ground, *point), "enter", rule=HATCHES)


def _prowl(play: Play[Game], side: SideKey) -> Script[None]:
    """Let every creature of a side that is not in a fight charge the nearest figure."""
    for unit in groups_of(play.state, side):
        if _can_charge(play.state, unit):
            text = phrase("{unit} charges the nearest figure", Ref(unit.id))
            yield from charge_nearest(play, unit.id, text, HATCHES)


def _can_charge(state: Battle, unit: Unit) -> bool:
    return combat_of(state, unit.id) is None and bool(enemy_figures(state, unit.side))
