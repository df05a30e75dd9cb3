"""Jumping to and from roofs, and climbing over them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import nearest_outline_point
from battlesim.geometry.set_down_zones import set_down_zone
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.ids import UnitId
from battlesim.table.levels import foot_height
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..contact.carrying_out import place_group
from ..contact.locks import lock_groups
from ..core.group_action import GroupAction
from ..core.lookups import combat_of, enemy_figures, faction_of, figures_of, is_controlled_kind, is_wild
from ..core.state import Battle, Game
from ..core.terrain import (
    area_of,
    barrier_ids,
    house_ids,
    platform_ids,
    platform_of,
    terrain_ids,
)
from ..ground.motion import (
    APART_IN,
    JUMP_IN,
    WITHIN_IN,
    group_motions,
    on_level,
    roof_area,
    undirected_groups,
)
from .move_action import reached_groups

JUMPS, JUMP_LIMITS, CLIMBS = "MT-SPUG-03", "MT-GAP-56", "MT-MITE-01"
TAKE_OFF_IN, LANDING_IN = 1.0, 2.0


class Jump(NamedTuple):
    """A jump over an edge: the roof on which the group lands ("" for the ground), and the leading figure."""

    roof: str
    edge: Point
    heading: Point
    lead: str


def jumps(state: Battle, group: UnitId) -> list[Jump]:
    """Return the jumps that a group could make from where its figures stand."""
    figures = figures_of(state, group)
    here = platform_of(figures[0])
    roofs = [here] if here else platform_ids(state.table.ground)
    found = (_jump(state, figures, roof, down=bool(here)) for roof in roofs)
    return [jump for jump in found if jump is not None]


def _jump(state: Battle, figures: Sequence[Piece], roof: str, *, down: bool) -> Jump | None:
    """Return the jump up to a roof or down from it, None if no figure is near enough or the edge too high."""
    terrain = state.table.terrain(roof)
    near = []
    for figure in figures:
        edge = nearest_outline_point(terrain.rings[0], figure.xy)
        gap = math.dist(edge, figure.xy) - figure.radius
        if area_of(state.table, figure) != roof and gap <= TAKE_OFF_IN + TOL:
            near.append((gap, figure, edge))
    if not near:
        return None
    _, lead, edge = min(near, key=lambda entry: (entry[0], entry[1].id))
    if terrain.height - (0.0 if down else foot_height(state.table, lead)) > JUMP_IN + TOL:
        return None
    far = math.dist(edge, lead.xy) or 1.0
    heading = ((edge[0] - lead.xy[0]) / far, (edge[1] - lead.xy[1]) / far)
    return Jump("" if down else roof, edge, heading, lead.id)


def landing_area(state: Battle, group: UnitId, jump: Jump) -> PlacementArea:
    """Return the area where a group may land: close to the edge, on the roof or on the ground beside it."""
    figures, ground = figures_of(state, group), state.table.ground
    reach = WITHIN_IN + LANDING_IN
    if jump.roof:
        rings = state.table.terrain(jump.roof).rings
        zone = set_down_zone(jump.edge, reach, jump.heading, LANDING_IN, rings)
        area = roof_area(state, figures, jump.edge, jump.roof, zone=zone)
    else:
        own = {figure.id for figure in figures}
        others = [piece.id for piece in state.table.standing_pieces() if piece.id not in own]
        wet = terrain_ids(ground, "soft", lambda kind: kind.soft)
        below = ground.get(platform_of(figures[0])).rings
        area = PlacementArea(
            zone=set_down_zone(jump.edge, reach, jump.heading, LANDING_IN, (), [below]),
            blocked=tuple(dict.fromkeys((*house_ids(ground), *barrier_ids(ground), *wet))),
            bases=on_level(state, others, ""),
            chain=state.game.parameters.chain,
        )
    enemies = on_level(state, [e.id for e in enemy_figures(state, figures[0].side)], jump.roof)
    apart = tuple((enemy, APART_IN) for enemy in enemies)
    return msgspec.structs.replace(area, leader=jump.lead, within=WITHIN_IN, apart=apart)


def landing_jumps(state: Battle, group: UnitId) -> list[Jump]:
    """Return the jumps after which there is room for the whole group."""
    figures = figures_of(state, group)
    return [
        jump
        for jump in jumps(state, group)
        if len(placements_near(state.table, landing_area(state, group, jump), figures, jump.edge))
        == len(figures)
    ]


def why_cannot_jump(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot jump up or down, or "" if it can."""
    if combat_of(state, group):
        return "it is locked in a fight"
    return "" if landing_jumps(state, group) else "no roof within a jump has room for all of them"


def jump_group(play: Play[Game], group: UnitId) -> Script[None]:
    """Make a group jump up to a roof, or down from one."""
    found, side = landing_jumps(play.state, group), play.state.table.units[group].side
    chosen = found[0]
    if len(found) > 1:
        names = play.state.table.terrain
        options = [Option(jump.roof, names(jump.roof).display_name, (jump.roof,)) for jump in found]
        answer = yield from play.choose_one(
            "roof", side, "Jump to which roof?", options, rule=JUMPS, about=group
        )
        chosen = next(jump for jump in found if jump.roof == answer.key)
    decision = PlacePieces(
        side=side,
        what="set_down",
        prompt=phrase("{group}: land where?", Ref(group)),
        rule=JUMP_LIMITS,
        about=group,
        pieces=tuple(figure.id for figure in figures_of(play.state, group)),
        room=landing_area(play.state, group, chosen),
        near=chosen.edge,
    )
    spots = yield from play.ask(decision)
    put_on_table(play, spots, rule=JUMPS, how="jump", on=chosen.roof)


def may_jump(state: Battle, group: UnitId) -> bool:
    """Return whether a group is of a kind that jumps and has a roof at hand."""
    unit = state.table.units[group]
    able = faction_of(state, unit.side).unhindered and not is_controlled_kind(state, unit)
    return able and bool(jumps(state, group))


def climb_decision(state: Battle, group: UnitId) -> MeasuredMove:
    """Return the decision on where a group climbs; the heights of roofs count as distance."""
    ground = state.table.ground
    roofs = platform_ids(ground)
    heights = tuple((key, ground.get(key).height) for key in roofs)
    unit, motions = state.table.units[group], []
    indoors = {p.id for p in state.table.standing_pieces() if area_of(state.table, p) in roofs}
    away = undirected_groups(state, group)
    enemies = [e for e in enemy_figures(state, unit.side) if e.id not in indoors]
    met = tuple(enemy.id for enemy in enemies if enemy.unit not in away)
    shunned = tuple(enemy.id for enemy in enemies if enemy.unit in away)
    known = {*indoors, *met, *shunned, *(figure.id for figure in figures_of(state, group))}
    occupied = tuple(piece.id for piece in state.table.standing_pieces() if piece.id not in known)
    for motion in group_motions(state, group):
        guarded = tuple(guard for guard in motion.guarded if guard.terrain not in roofs)
        motions.append(
            msgspec.structs.replace(
                motion,
                climbs=heights,
                enemies=met,
                shunned=shunned,
                occupied=occupied,
                platforms=msgspec.UNSET,
                guarded=guarded,
                blocked=tuple(key for key in motion.blocked if key not in roofs),
                features=tuple(key for key in motion.features if key not in roofs),
                inside="",
            )
        )
    return MeasuredMove(
        side=unit.side,
        what="move",
        prompt=phrase("{group}: climb where?", Ref(group)),
        rule=CLIMBS,
        about=group,
        motions=tuple(motions),
    )


def climb_group(play: Play[Game], group: UnitId) -> Script[None]:
    """Ask where a group climbs, and lock it in combat with the enemies that it has reached."""
    decision = climb_decision(play.state, group)
    run = decision.straight_run(play.state.table, (yield from play.ask(decision)))
    came_from = play.state.table.piece(run.piece).xy
    reached = reached_groups(play.state, run)
    run = yield from place_group(play, group, run, reached, rule=CLIMBS, how="climb", climbing=True)
    if run.ended == "contact":
        lock_groups(play, group, reached, came_from, run.end)


def why_cannot_climb(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot climb, or "" if it can."""
    if combat_of(state, group):
        return "it is locked in a fight"
    inside = any(area_of(state.table, f) in house_ids(state.table.ground) for f in figures_of(state, group))
    return "it is inside a house" if inside else ""


def may_climb(state: Battle, group: UnitId) -> bool:
    """Return whether a group can climb, as Mites with a Controller can if there are roofs."""
    directed = is_controlled_kind(state, state.table.units[group]) and not is_wild(state, group)
    return directed and bool(platform_ids(state.table.ground))


JUMP_ACTION = GroupAction("Jump", JUMPS, why_cannot_jump, jump_group, may_jump)
CLIMB_ACTION = GroupAction("Climb over roofs", CLIMBS, why_cannot_climb, climb_group, may_climb)
