"""Joining two small groups by a Special action, by option."""

from __future__ import annotations

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.events import PieceChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase

from ..core.group_action import GroupAction
from ..core.lookups import combat_of, figures_of, groups_of, groups_touch
from ..core.state import Battle, Game

JOINS = "MT-GAP-42"


def normal_size(state: Battle, group: UnitId) -> int:
    """Return the number of figures that a group of this kind usually has, or had at the start."""
    unit = state.table.units[group]
    kind = state.game.factions[unit.side].group[unit.kind]
    return kind.size or kind.most or state.game.sizes.get(group, 0)


def groups_to_join(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the groups of the same kind that a group touches and can absorb."""
    own, unit = figures_of(state, group), state.table.units[group]
    room = normal_size(state, group) - len(own)
    return [
        other.id
        for other in groups_of(state, unit.side)
        if other.id != group
        and other.kind == unit.kind
        and len(figures_of(state, other.id)) <= room
        and not combat_of(state, other.id)
        and groups_touch(state, other.id, own)
    ]


def why_cannot_join(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot absorb another group, or "" if it can."""
    if combat_of(state, group):
        return "it is locked in a fight"
    return "" if groups_to_join(state, group) else "it touches no group of its kind that it has room for"


def join_groups(play: Play[Game], group: UnitId) -> Script[None]:
    """Add the figures of a group to another group that it touches, which keeps its name."""
    near = groups_to_join(play.state, group)
    other = near[0]
    if len(near) > 1:
        units, side = play.state.table.units, play.state.table.units[group].side
        options = [
            Option(key, units[key].name, tuple(f.id for f in figures_of(play.state, key))) for key in near
        ]
        chosen = yield from play.choose_one(
            "taken_in", side, "Take in which group?", options, rule=JOINS, about=group
        )
        other = UnitId(chosen.key)
    play.log_message(phrase("{group} takes in {other}", Ref(group), Ref(other)), by=group, rule=JOINS)
    for figure in play.state.table.pieces_of_unit(other):
        if figure.in_play:
            play.emit(PieceChanged(rule=JOINS, old=figure, new=msgspec.structs.replace(figure, unit=group)))


JOIN_ACTION = GroupAction(
    "Take in a group",
    JOINS,
    why_cannot_join,
    join_groups,
    lambda state, group: bool(state.game.parameters.joins_groups),
)
