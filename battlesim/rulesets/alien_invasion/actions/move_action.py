"""The Move action: a straight line that may end in contact, in a feature, or beyond a barrier."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase

from ..contact.carrying_out import place_group
from ..contact.individuals import JOINS as ATTACHES
from ..contact.individuals import ask_to_attach, groups_to_join, guests, own_group, transfer
from ..contact.leaving import is_exit, leave_table
from ..contact.locks import JOINS, join_combat, lock_groups
from ..core.group_action import GroupAction
from ..core.lookups import combat_of, enemy_figures, faction_of, figures_of, groups_in, groups_touch, is_wild
from ..core.state import Battle, Game
from ..core.terrain import area_of
from ..core.vehicles import vehicle_with
from ..ground.motion import MOVES, entered_area, group_motions
from ..ground.vehicle_ground import why_cannot_get_out
from ..objectives.items import carried_by, room_for_items


def why_cannot_move(state: Battle, group: UnitId) -> AnyText:
    """Return why a group may not move, or "" if it may.

    Rules: MT-MOV-10.
    """
    if is_wild(state, group):
        return "without a Controller it only charges"
    if combat_of(state, group):
        return "it is locked in a fight"
    vehicle = vehicle_with(state, group)
    return why_cannot_get_out(state, group, vehicle) if vehicle else ""


def move_decision(state: Battle, group: UnitId) -> MeasuredMove:
    """Return the decision on where a group moves; measuring beforehand is free.

    Rules: MT-GAP-07.
    """
    return MeasuredMove(
        side=state.table.units[group].side,
        what="move",
        prompt=phrase("{group}: move where?", Ref(group)),
        rule=MOVES,
        about=group,
        motions=group_motions(state, group),
    )


def move_group(play: Play[Game], group: UnitId) -> Script[None]:
    """Ask where a group moves, move it there, and lock it in combat with the enemies that it has reached."""
    decision = move_decision(play.state, group)
    aim = yield from play.ask(decision)
    run = decision.straight_run(play.state.table, aim)
    yield from carry_out_move(play, group, run, aim)


def carry_out_move(play: Play[Game], group: UnitId, run: StraightRun, aim: Point) -> Script[None]:
    """Carry out a measured move toward a point."""
    came_from = play.state.table.position_of(run.piece)
    run = with_contact_inside(play.state, group, run, aim)
    if is_exit(play.state, group, run):
        leave_table(play, group, run)
        return
    reached = reached_groups(play.state, run)
    run = yield from place_group(play, group, run, reached, rule=MOVES, how="move")
    if run.ended == "contact":
        lock_groups(play, group, reached, came_from, run.end)
    else:
        yield from ask_to_join(play, group)
        near = [unit for unit in groups_to_join(play.state, group) if _can_hold(play.state, group, unit.id)]
        yield from ask_to_attach(play, group, near)


def reached_groups(state: Battle, run: StraightRun) -> tuple[UnitId, ...]:
    """Return the groups with which a measured figure is in contact."""
    return (
        tuple(dict.fromkeys(state.table.piece(key).unit for key in run.by)) if run.ended == "contact" else ()
    )


def with_contact_inside(state: Battle, group: UnitId, run: StraightRun, aim: Point) -> StraightRun:
    """Return a line extended into an area up to contact, if it was aimed at an enemy there."""
    if run.ended != "feature":
        return run
    lead, area = state.table.piece(run.piece), entered_area(state, run)
    aimed = [
        enemy
        for enemy in enemy_figures(state, lead.side)
        if math.dist(enemy.xy, aim) < enemy.radius + lead.radius and area_of(state.table, enemy) == area
    ]
    if not aimed:
        return run
    enemy = min(aimed, key=lambda other: (math.dist(other.xy, aim), other.id))
    back = (enemy.radius + lead.radius + CONTACT_IN / 2) / math.dist(enemy.xy, run.start)
    x, y = (round(e + back * (s - e), 4) for s, e in zip(run.start, enemy.xy, strict=True))
    return StraightRun(run.piece, run.start, (x, y), "contact", (enemy.id,))


def _can_hold(state: Battle, group: UnitId, other: UnitId) -> bool:
    """Return whether a group could carry what another one carries as well."""
    return len(carried_by(state, figures_of(state, group))) <= room_for_items(state, other)


def ask_to_join(play: Play[Game], group: UnitId) -> Script[None]:
    """Let a group that touches a locked figure of its faction join that figure's combat."""
    state, side = play.state, play.state.table.units[group].side
    for combat in state.game.combats:
        friends = [f for other in groups_in(state, combat, side) for f in figures_of(state, other)]
        if not groups_touch(state, group, friends):
            continue
        prompt = phrase("{group}: join the fight?", Ref(group))
        if (yield from play.confirm("join", side, prompt, rule=JOINS, about=group)):
            join_combat(play, group, combat)
            return


def _has_move(state: Battle, group: UnitId) -> bool:
    """Return whether a figure of a group has a Move."""
    faction = faction_of(state, state.table.units[group].side)
    return any(faction.figure_move(figure.kind) for figure in figures_of(state, group))


def part(play: Play[Game], group: UnitId) -> Script[None]:
    """Let an individual leave the group that it has joined, and make a Move of its own."""
    found = guests(play.state, group)
    chosen = found[0].id
    if len(found) > 1:
        side, options = play.state.table.units[group].side, piece_options(found, ATTACHES)
        answer = yield from play.choose_one(
            "guest", side, "Who leaves the group?", options, rule=ATTACHES, about=group
        )
        chosen = answer.key
    figure = play.state.table.piece(chosen)
    own = own_group(play.state, figure)
    transfer(play, figure, own)
    yield from move_group(play, own)


def _has_guest(state: Battle, group: UnitId) -> bool:
    return bool(guests(state, group))


PART_ACTION = GroupAction("An individual leaves", ATTACHES, why_cannot_move, part, _has_guest)
MOVE_ACTION = GroupAction("Move", MOVES, why_cannot_move, move_group, _has_move)


def moved_to(state: Battle, group: UnitId, points: Sequence[Point]) -> list[tuple[Point, StraightRun]]:
    """Return the points in reach toward which a group may move, each with the resulting straight move."""
    decision = move_decision(state, group)
    runs = [(point, decision.straight_run(state.table, point)) for point in points]
    return [(point, run) for point, run in runs if not run.excess]
