"""What an automated faction expects of shots and charges, without rolling dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..actions.move_action import move_decision, reached_groups, with_contact_inside
from ..attack.expectation import expected
from ..attack.shooting import pool_of, targets
from ..attack.volley import linking_groups, links
from ..contact.locks import defended_terrain
from ..core.lookups import (
    all_figures,
    close_dice,
    combat_of,
    enemy_groups,
    figures_of,
    is_controlled_kind,
    is_neutral,
    lives,
    merged_groups,
)
from ..core.state import Battle
from ..core.terrain import OPEN
from ..ground.protection import protection, terrain_grade
from ..ground.sight import seen_pairs
from .turf import is_on_turf, minds

VALUES, CHOOSES, CHARGES, GRUDGES = "MT-AUTO-03", "MT-AUTO-05", "MT-AUTO-08", "MT-AUTO-10"
Point = tuple[float, float]


class ShotWorth(NamedTuple):
    """A possible shot at a target, with its expected kills."""

    target: UnitId
    kills: int
    rank: tuple[float, ...]


class Charge(NamedTuple):
    """A charge at a group by aiming at a point, with the expected kills of both sides."""

    target: UnitId
    aim: Point
    kills: int
    suffered: int


def shot_kills(state: Battle, group: UnitId, target: UnitId) -> int:
    """Return the expected kills of a shot from one group at another."""
    figures = all_figures(state, merged_groups(state, target))
    grade = protection(state, target, seen_pairs(state, group, target))
    return expected(state, pool_of(state, group), figures, grade)


def shots(state: Battle, group: UnitId) -> list[ShotWorth]:
    """Return the possible shots of a group, best first: by kills, last attacker, share, then distance."""
    own = state.table.units[group].side
    last = state.game.last_attacker.get(own)
    found = []
    others = [target for target in targets(state, group) if not is_neutral(state, target)]
    enemies = [target for target in others if combat_of(state, group) or minds(state, group, target)]
    for number, target in enumerate(enemies):
        count = shot_kills(state, group, target)
        figures = figures_of(state, target)
        grudge = state.table.units[target].side == last
        share = count / lives(figures)
        rank = (-count, -grudge, -share, nearest_distance(state, group, figures), number)
        found.append(ShotWorth(target, count, rank))
    return sorted(found, key=lambda shot: shot.rank)


def nearest_distance(state: Battle, group: UnitId, figures: Sequence[Piece]) -> float:
    """Return the smallest distance between the centres of a group's figures and other figures."""
    own = figures_of(state, group)
    return min((math.dist(a.xy, b.xy) for a in own for b in figures), default=math.inf)


def charges(state: Battle, group: UnitId) -> list[Charge]:
    """Return the charges of a group that its faction thinks worthwhile, best first."""
    if combat_of(state, group) is not None:
        return []
    own = figures_of(state, group)
    ratio = state.game.factions[own[0].side].charge
    decision = move_decision(state, group)
    controlled = is_controlled_kind(state, state.table.units[group])
    found = []
    for enemy in (enemy for enemy in enemy_groups(state, own[0].side) if minds(state, group, enemy.id)):
        figures = figures_of(state, enemy.id)
        near = min(figures, key=lambda figure: (nearest_distance(state, group, [figure]), figure.id))
        run = decision.straight_run(state.table, near.xy)
        run = with_contact_inside(state, group, run, near.xy)
        if enemy.id not in reached_groups(state, run) or not is_on_turf(state, group, run.end):
            continue
        terrain = defended_terrain(state, enemy.id, state.table.position_of(run.piece), run.end)
        grade = terrain_grade(state, terrain) if terrain else OPEN
        kills = expected(state, close_dice(state, own), figures, grade)
        suffered = expected(state, close_dice(state, figures), own, OPEN)
        if controlled or (kills >= 1 and kills >= ratio * suffered):
            found.append(Charge(enemy.id, near.xy, kills, suffered))
    if controlled:
        return sorted(found, key=lambda charge: -len(figures_of(state, charge.target)))
    return sorted(found, key=lambda charge: charge.suffered - charge.kills)


def best_volley(state: Battle, group: UnitId, target: UnitId, more: int) -> tuple[UnitId, ...]:
    """Return the smallest volley that kills more than the same shots one by one, or () if none does.

    Its shots are those of the group, and of other groups that see the target now.
    """
    if not links(state, group) or combat_of(state, group) is not None:
        return ()
    linking = [unit.id for unit in linking_groups(state, group)]
    able = [other for other in linking if other != group and target in targets(state, other)]
    again = [group] * more if group in linking else []
    pool = sorted((*able, *again), key=lambda other: -pool_of(state, other).mean)
    figures = figures_of(state, target)
    pairs = seen_pairs(state, group, target)
    grade = protection(state, target, pairs)
    for number in range(1, more + 1):
        shots = (group, *pool[:number])
        dice = [pool_of(state, shot).mean for shot in shots]
        apart = min(lives(figures), sum(expected(state, each, figures, grade) for each in dice))
        if expected(state, sum(dice), figures, grade) > apart:
            return shots
    return ()
