"""Burrowers: down, along and up, with the squad that they carry."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint, PlacePieces
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.rulings.piece_gaps import plan_gap
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground

from ..contact.locks import lock_groups
from ..core.events import BelowChanged
from ..core.lookups import combat_of, enemy_figures, figures_of, groups_touch
from ..core.state import Battle, Game
from ..core.whereabouts import point_below
from .places import (
    NEAR_HOLE_IN,
    area_above,
    entrance_at,
    go_below,
    leave_below,
    make_hole,
    mark_point,
    same_place,
    squad_groups,
    tunneller,
)

DOWN, ALONG, UP, CARRIED = "MT-BURR-03", "MT-BURR-04", "MT-BURR-05", "MT-BURR-06"


def is_burrower(state: Battle, group: UnitId) -> bool:
    """Return whether a group tunnels, which is then its only way to move.

    Rules: MT-BURR-01.
    """
    return tunneller(state, group) is not None


def why_cannot_dig(state: Battle, group: UnitId) -> AnyText:
    """Return why a Burrower cannot go down, or "" if it can.

    Rules: MT-GAP-61.
    """
    return "it is locked in a fight" if combat_of(state, group) else ""


def groups_to_carry(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the groups of its squad that a Burrower can take underground with it."""
    own = figures_of(state, group)
    return [
        other
        for other in squad_groups(state, group)
        if not is_burrower(state, other)
        and not combat_of(state, other)
        and groups_touch(state, other, own, NEAR_HOLE_IN)
    ]


def dig_down(play: Play[Game], group: UnitId) -> Script[None]:
    """Take a Burrower underground, with the groups of its squad beside it that its side chooses.

    Rules: MT-BURR-08.
    """
    state, worm = play.state, figures_of(play.state, group)[0]
    near = groups_to_carry(state, group)
    options = [
        Option(other, state.table.units[other].name, tuple(f.id for f in figures_of(state, other)))
        for other in near
    ]
    carried: tuple[str, ...] = ()
    if near:
        prompt = phrase("{group}: carry which groups?", Ref(group))
        carried = yield from play.choose_some(
            "carried", worm.side, prompt, options, rule=CARRIED, about=group, whole=True
        )
    hole = make_hole(play, worm.xy)
    point = (hole.x, hole.y) if hole else worm.xy
    for each in (group, *map(UnitId, carried)):
        go_below(play, each, "hole", point, DOWN)
    _shut_way(play, group)


def _shut_way(play: Play[Game], group: UnitId) -> None:
    """Close the way up where a Burrower without hole has gone down again."""
    for other in squad_groups(play.state, group):
        if same_place(play.state, group, other) and play.state.game.below[other].open:
            below = msgspec.structs.replace(play.state.game.below[other], open=False)
            play.emit(BelowChanged(rule=DOWN, group=other, below=below))


def whole_table(ground: Ground) -> tuple[Point, ...]:
    """Return the outline of the table."""
    return (0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height)


def dig_along(play: Play[Game], group: UnitId) -> Script[None]:
    """Move a Burrower, with the groups of its squad underground with it, beneath any point of the table."""
    state = play.state
    decision = ChoosePoint(
        side=state.table.units[group].side,
        what="beneath",
        prompt=phrase("{group}: tunnel to beneath which point?", Ref(group)),
        rule=ALONG,
        about=group,
        zone=(whole_table(state.table.ground),),
    )
    x, y = yield from play.ask(decision)
    point = (round(x, 4), round(y, 4))
    hole = entrance_at(state, point, "hole", NEAR_HOLE_IN)
    point = (hole.x, hole.y) if hole else point
    others = [other for other in squad_groups(state, group) if same_place(state, group, other)]
    for each in (group, *others):
        mark_point(play, each, point, ALONG)


def is_at_hole(state: Battle, group: UnitId) -> bool:
    """Return whether a group is beneath an open hole, where a Burrower comes up without further conditions.

    Rules: MT-BURR-10.
    """
    return entrance_at(state, point_below(state, group), "hole") is not None


def surfacing_area(state: Battle, worm: Piece, point: Point) -> PlacementArea:
    """Return the area in which a Burrower may come up, around the point beneath which it is.

    Rules: MT-GAP-60.
    """
    return area_above(state, [worm], point, NEAR_HOLE_IN)


def why_cannot_surface(state: Battle, group: UnitId) -> AnyText:
    """Return why a Burrower cannot come up where it is, or "" if it can."""
    worm, point = tunneller(state, group), point_below(state, group)
    assert worm is not None, "the group is a Burrower"
    room = placements_near(state.table, surfacing_area(state, worm, point), [worm], point)
    return "" if room else "there is no room for its base"


def surface(play: Play[Game], group: UnitId) -> Script[None]:
    """Bring a Burrower up to the surface; it makes a hole and is locked with the enemies that it touches."""
    worm, point = tunneller(play.state, group), point_below(play.state, group)
    assert worm is not None, "the group is a Burrower"
    decision = PlacePieces(
        side=worm.side,
        what="surface",
        prompt=phrase("{group}: come up where?", Ref(group)),
        rule=UP,
        about=group,
        pieces=(worm.id,),
        room=surfacing_area(play.state, worm, point),
        near=point,
    )
    put_on_table(play, (yield from play.ask(decision)), rule=UP, how="exit")
    waiting = [other for other in squad_groups(play.state, group) if same_place(play.state, group, other)]
    leave_below(play, group, UP)
    at = play.state.table.piece(worm.id).xy
    hole = make_hole(play, at)
    for other in waiting:
        if hole is None:
            below = msgspec.structs.replace(play.state.game.below[other], open=True)
            play.emit(BelowChanged(rule=UP, group=other, below=below))
        end = (hole.x, hole.y) if hole else at
        if math.dist(end, point) > TOL:
            mark_point(play, other, end, UP)
    reached = enemies_touched(play.state, group)
    if reached:
        lock_groups(play, group, reached, at, at)


def enemies_touched(state: Battle, group: UnitId) -> tuple[UnitId, ...]:
    """Return the enemy groups that a group touches."""
    own = figures_of(state, group)
    enemies = enemy_figures(state, own[0].side)
    touched = (e.unit for e in enemies if any(plan_gap(state.table, f, e) <= CONTACT_IN for f in own))
    return tuple(dict.fromkeys(touched))
