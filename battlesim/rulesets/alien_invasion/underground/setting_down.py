"""Setting down groups that come up: the lead figure at an opening or point, the others linked to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.rulings.piece_placement import PiecePlacement, PlacementArea, placements_near
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..contact.locks import join_combat
from ..core.lookups import living
from ..core.state import Battle, Game
from ..ground.motion import WITHIN_IN
from .burrowing import enemies_touched
from .places import (
    HOLE_RADIUS_IN,
    NEAR_HOLE_IN,
    apart_from_enemies,
    area_above,
    leave_below,
    squad_groups,
    tunneller,
)


class WayOut(msgspec.Struct, frozen=True):
    """The place where a group comes up: at a point, touching the objects there, or anywhere on the table."""

    point: Point
    radius: float = HOLE_RADIUS_IN
    touching: str = ""
    anywhere: bool = False


def opening_at(state: Battle, group: UnitId, point: Point) -> WayOut:
    """Return the opening at a point: the base of a Burrower of the squad there, or else the hole."""
    for other in squad_groups(state, group):
        worm = tunneller(state, other)
        if worm and worm.table_position and math.dist(worm.xy, point) <= NEAR_HOLE_IN + CONTACT_IN:
            return WayOut(point, touching=worm.id)
    return WayOut(point)


def lead_area(state: Battle, figures: Sequence[Piece], opening: WayOut) -> PlacementArea:
    """Return the area where the first of several figures may be placed at an opening."""
    lead = figures[0]
    within = 0.0 if opening.anywhere or opening.touching else opening.radius + lead.radius + CONTACT_IN
    return msgspec.structs.replace(
        area_above(state, figures, opening.point, within),
        touching=(opening.touching,) if opening.touching else (),
        apart=apart_from_enemies(state, figures),
    )


def others_area(state: Battle, figures: Sequence[Piece], lead: Piece) -> PlacementArea:
    """Return the area where a group may be placed whose first figure has been placed."""
    reach = WITHIN_IN + 2 * lead.radius
    area = area_above(state, [f for f in figures if f.id != lead.id], lead.xy, reach)
    return msgspec.structs.replace(
        area,
        leader=lead.id,
        within=WITHIN_IN,
        chain=state.game.parameters.chain,
        apart=apart_from_enemies(state, figures),
    )


def has_room(state: Battle, groups: Sequence[UnitId], opening: WayOut) -> bool:
    """Return whether all the given groups can be placed at an opening, the first figure of each first."""
    for group in groups:
        figures = living(state, group)
        spots = placements_near(state.table, lead_area(state, figures, opening), [figures[0]], opening.point)
        if not spots:
            return False
        state = _with_places(state, spots)
    for group in groups:
        figures = living(state, group)
        lead = figures[0]
        others = placements_near(state.table, others_area(state, figures, lead), figures[1:], lead.xy)
        if len(others) < len(figures) - 1:
            return False
        state = _with_places(state, others)
    return True


def _with_places(state: Battle, spots: Sequence[PiecePlacement]) -> Battle:
    table = state.table
    for spot in spots:
        table = table.with_place(spot.piece, standing_place(table.ground, spot.x, spot.y))
    return state.with_table(table)


def set_down_groups(play: Play[Game], groups: Mapping[UnitId, WayOut], rule: str) -> Script[None]:
    """Let the side of groups place them on the surface, each at an opening, or anywhere if there is no room.

    The first figures of all groups are placed before the others, so that each finds room at the opening. The
    groups may join fights there.
    """
    for group, opening in groups.items():
        yield from _set_down_lead(play, group, opening, rule)
    for group in groups:
        yield from _set_down_others(play, group, rule)
        join_fights(play, group)


def _set_down_lead(play: Play[Game], group: UnitId, opening: WayOut, rule: str) -> Script[None]:
    figures, side = living(play.state, group), play.state.table.units[group].side
    lead = figures[0]
    if not placements_near(play.state.table, lead_area(play.state, figures, opening), [lead], opening.point):
        opening = WayOut(opening.point, anywhere=True)
    decision = PlacePieces(
        side=side,
        what="come_up",
        prompt=phrase("{group}: come up where?", Ref(group)),
        rule=rule,
        about=group,
        pieces=(lead.id,),
        room=lead_area(play.state, figures, opening),
        near=opening.point,
    )
    put_on_table(play, (yield from play.ask(decision)), rule=rule, how="exit")
    leave_below(play, group, rule)


def _set_down_others(play: Play[Game], group: UnitId, rule: str) -> Script[None]:
    lead, *others = figures = living(play.state, group)
    if not others:
        return
    decision = PlacePieces(
        side=play.state.table.units[group].side,
        what="set_down",
        prompt=phrase("{group}: set down the others", Ref(group)),
        rule=rule,
        about=group,
        pieces=tuple(figure.id for figure in others),
        room=others_area(play.state, figures, lead),
        near=lead.xy,
    )
    put_on_table(play, (yield from play.ask(decision)), rule=rule, how="exit")


def join_fights(play: Play[Game], group: UnitId) -> None:
    """Let a group that has come up join the fights of its faction with enemies that it touches."""
    touched = enemies_touched(play.state, group)
    for combat in play.state.game.combats:
        if any(enemy in combat.groups for enemy in touched):
            join_combat(play, group, combat)
            return
