"""Things that figures carry: taking them up, passing them on, and what is left of a dead carrier."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.edge_distances import disc_gap
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.table.events import MarkerPlaced, MarkerRemoved
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Marker, Off, Piece

from ..core.lookups import figures_of, groups_of, living
from ..core.objectives import Objectives
from ..core.state import Battle, Game

CARRIES = "MT-SCN-10"
MARK = "carries"
NOTHING = Objectives()


def objectives(state: Battle) -> Objectives:
    """Return the objectives that the scenario adds to the rules; most battles have none."""
    return state.game.objectives or NOTHING


def carried_ids(state: Battle, figure: Piece) -> list[MarkerId]:
    """Return the ids of the objects that a figure carries, or carried when it died."""
    return [item for item in objectives(state).items if figure.has_mark(f"{MARK}:{item}")]


def carried_by(state: Battle, figures: Iterable[Piece]) -> list[Marker]:
    """Return the objects that the given figures carry."""
    items = objectives(state).items
    return [items[key] for figure in figures for key in carried_ids(state, figure)]


def items_held(state: Battle, side: SideKey, kind: str, where: Off | None = None) -> int:
    """Return how many objects of a kind a side's figures carry, including figures that left with them.

    If `where` is given, only those with figures off the table in that way count. Rules: MT-SCN-09.
    """
    holders = (f for f in state.table.pieces_of_side(side) if where is None or f.place == where)
    return sum(item.kind == kind for item in carried_by(state, holders))


def lying_items(state: Battle) -> list[Marker]:
    """Return the objects that lie on the table."""
    items = objectives(state).items
    return [marker for key, marker in state.table.markers.items() if key in items]


def room_for_items(state: Battle, group: UnitId) -> int:
    """Return how many more objects a group can carry."""
    return objectives(state).at_most - len(carried_by(state, figures_of(state, group)))


def touches(figure: Piece, marker: Marker) -> bool:
    """Return whether a figure touches a marker, or stands on it."""
    return disc_gap((*figure.xy, figure.radius), (marker.x, marker.y, marker.radius)) <= CONTACT_IN


def items_in_reach(state: Battle, group: UnitId) -> list[Marker]:
    """Return the objects that a figure of a group touches."""
    figures = figures_of(state, group)
    return [item for item in lying_items(state) if any(touches(figure, item) for figure in figures)]


def give_item(play: Play[Game], item: MarkerId, figure: Piece, rule: str = CARRIES) -> None:
    """Give an object to a figure to carry, taking it from the table if it lies there."""
    lying = play.state.table.markers.get(item)
    if lying is not None:
        play.emit(MarkerRemoved(rule=rule, marker=lying))
    name = objectives(play.state).items[item].name
    set_mark(play, [figure.id], f"{MARK}:{item}", 1, rule, name)


def take_item(play: Play[Game], figure: Piece, item: MarkerId, rule: str = CARRIES) -> None:
    """Take an object from a figure; the object is nowhere until it is given to another or put down."""
    set_mark(play, [figure.id], f"{MARK}:{item}", 0, rule)


def lay_down(play: Play[Game], item: MarkerId, at: Point, rule: str = CARRIES) -> None:
    """Put an object down on the table."""
    marker = msgspec.structs.replace(objectives(play.state).items[item], x=at[0], y=at[1])
    play.emit(MarkerPlaced(rule=rule, marker=marker))


def nearest_figure(figures: Sequence[Piece], point: Point) -> Piece:
    """Return the figure nearest to a point."""
    return min(figures, key=lambda figure: (math.dist(figure.xy, point), figure.id))


def drop_from_dead(play: Play[Game], dead: Piece) -> None:
    """Pass a dead figure's objects to its group, or leave them where the last figure fell."""
    for item in carried_ids(play.state, dead):
        take_item(play, dead, item)
        others = figures_of(play.state, dead.unit)
        if alive := living(play.state, dead.unit):
            give_item(play, item, nearest_figure(others, dead.xy) if others else alive[0])
        else:
            lay_down(play, item, dead.xy)


def loot(play: Play[Game], fallen: Sequence[Piece], side: SideKey, groups: Sequence[UnitId]) -> None:
    """Give the objects of figures that fell in a combat to the only side left, as far as it has room."""
    lost = [key for figure in fallen if figure.side != side for key in carried_ids(play.state, figure)]
    for item in (key for key in lost if key in play.state.table.markers):
        able = [group for group in groups if room_for_items(play.state, group) > 0]
        figures = [figure for group in able for figure in figures_of(play.state, group)]
        if not figures:
            continue
        taker = nearest_figure(figures, (play.state.table.markers[item].x, play.state.table.markers[item].y))
        give_item(play, item, taker)
        play.log_message(phrase("{} takes {item}", Ref(taker.unit), objectives(play.state).items[item].name))


def friends_in_touch(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the groups of the same faction that touch a group and can carry another object."""
    own = figures_of(state, group)
    reach = [(figure, figure.radius) for figure in own]
    return [
        other.id
        for other in groups_of(state, state.table.units[group].side)
        if other.id != group
        and room_for_items(state, other.id) > 0
        and any(
            math.dist(figure.xy, friend.xy) <= radius + friend.radius + CONTACT_IN
            for figure, radius in reach
            for friend in figures_of(state, other.id)
        )
    ]
