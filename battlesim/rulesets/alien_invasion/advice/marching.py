"""Where an automated faction moves: toward its goal, carefully or boldly."""

from __future__ import annotations

import math
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_segment, nearest_outline_point
from battlesim.geometry.shapes import Point
from battlesim.rulings.measured_move import StraightRun, straight_run
from battlesim.rulings.measured_stops import BEYOND_BARRIER_IN
from battlesim.rulings.movement_data import MeasuredMotion
from battlesim.rulings.sight import pair_verdicts
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece

from ..actions.hole_action import holes
from ..actions.move_action import move_decision
from ..attack.expectation import expected
from ..attack.shooting import pool_of
from ..contact.individuals import is_alone
from ..core.lookups import enemy_groups, faction_of, figure_kind, figures_of, groups_of
from ..core.state import Battle
from ..core.terrain import OPEN, area_at, area_ids, area_of
from ..ground.motion import entered_area
from ..ground.protection import terrain_grade
from ..ground.sight import sight_rules
from .cybermen import nearest_humanoid, prey_in_sight
from .departure import way_off
from .homeward import way_home
from .objectives import assigned_spot
from .turf import turf_goal, turf_of

MOVES, CAREFUL, BOLD = "MT-AUTO-06", "MT-AUTO-11", "MT-AUTO-12"
DIRECTIONS, SHARES = 16, (1.0, 0.5, 0.25)
GRADE_BONUS_IN = (0.0, 2.0, 4.0)
"""How much nearer an end in cover, and in a building, counts to those who are careful."""
EXPOSED_IN = 6.0
COVER_SEARCH_IN = 16.0
NOWHERE = "nowhere to go"


class March(NamedTuple):
    """A move of a group toward its goal: the point aimed at, and the corrected distance that is left."""

    aim: Point
    left: float


def goal_of(state: Battle, group: UnitId) -> tuple[Point, str] | None:
    """Return the point where a group wants to go and what is there, or None if there is no goal."""
    figures = figures_of(state, group)
    faction = faction_of(state, figures[0].side)
    if turf := turf_of(state, group):
        return turf_goal(state, group, turf)
    if friends := _groups_to_follow(state, group):
        return min(friends, key=lambda spot: _away(figures, spot[0]))
    if home := way_home(state, group) or way_off(state, group):
        return home
    if faction.led and (prey := prey_in_sight(state, group)):
        return prey
    if spot := assigned_spot(state, group):
        return spot
    if faction.led and (human := nearest_humanoid(state, group)):
        return human
    spots = [((hole.x, hole.y), hole.name or "the hole") for hole in holes(state)] if not faction.digs else []
    if spots and (is_careful(state, group) or _wants_holes(state, group)):
        return min(spots, key=lambda spot: _away(figures, spot[0]))
    if is_careful(state, group) and (cover := _cover_with_view(state, figures)):
        return cover, "cover with a view"
    enemies = [f for unit in enemy_groups(state, figures[0].side) for f in figures_of(state, unit.id)]
    if not enemies:
        return None
    near = min(enemies, key=lambda enemy: (_away(figures, enemy.xy), enemy.id))
    return near.xy, f"the nearest enemy, {near.name}"


def _groups_to_follow(state: Battle, group: UnitId) -> list[tuple[Point, str]]:
    """Return where an individual goes that is alone: to the groups of its faction."""
    if not is_alone(state, group):
        return []
    others = [unit for unit in groups_of(state, state.table.units[group].side) if unit.id != group]
    groups = [unit for unit in others if not is_alone(state, unit.id)]
    return [(figure.xy, unit.name) for unit in groups for figure in figures_of(state, unit.id)]


def is_careful(state: Battle, group: UnitId) -> bool:
    """Return whether a group seeks cover."""
    unit = state.table.units[group]
    return faction_of(state, unit.side).is_careful(unit.kind)


def _wants_holes(state: Battle, group: UnitId) -> bool:
    side = state.table.units[group].side
    return any(rule.side == side and rule.when == "holes_closed" for rule in state.game.victory)


def _away(figures: list[Piece], point: Point) -> float:
    return min(math.dist(figure.xy, point) for figure in figures)


def _cover_with_view(state: Battle, figures: list[Piece]) -> Point | None:
    """Return the nearest edge of cover within reach of a search from which an enemy is seen."""
    ground, lead = state.table.ground, figures[0]
    here = area_of(state.table, lead)
    edges = [
        nearest_outline_point(ground.get(key).rings[0], lead.xy)
        for key in area_ids(ground)
        if key != here and terrain_grade(state, key) > OPEN
    ]
    near = sorted((math.dist(edge, lead.xy), edge) for edge in edges)
    return next((edge for far, edge in near if far <= COVER_SEARCH_IN and _threats(state, lead, edge)), None)


def best_march(state: Battle, group: UnitId) -> March | None:
    """Return the best move of a group toward its goal, or None if no move brings it nearer.

    The lines go in sixteen directions, one of them straight at the goal, for a whole, half and quarter move.
    """
    found = goal_of(state, group)
    if found is None:
        return None
    goal, decision = found[0], move_decision(state, group)
    lead = min(figures_of(state, group), key=lambda figure: (math.dist(figure.xy, goal), figure.id))
    careful = is_careful(state, group)
    limit = corrected_distance(state, lead, lead.xy, area_of(state.table, lead), goal, careful)
    motion = next(motion for motion in decision.motions if motion.piece == lead.id)
    best: March | None = None
    for hope, aim, run in _by_hope(state, motion, goal, careful):
        if hope >= (best.left if best else limit):
            break
        left = corrected_distance(state, lead, run.end, entered_area(state, run), goal, careful)
        if left < (best.left if best else limit):
            best = March(aim, left)
    return best


def _by_hope(
    state: Battle, motion: MeasuredMotion, goal: Point, careful: bool
) -> Iterator[tuple[float, Point, StraightRun]]:
    """Yield the lines of a figure with what they leave at best, least first; most are never measured.

    A line is measured only when nothing else leaves less than the nearest point to the goal that it may
    reach.
    """
    start = state.table.position_of(motion.piece)
    aims = list(_aims(start, goal, motion.allowance))
    queue = [(_bound(motion, start, aim, goal, careful), False, number) for number, aim in enumerate(aims)]
    heapify(queue)
    runs: dict[int, StraightRun] = {}
    while queue:
        hope, measured, number = heappop(queue)
        if measured:
            yield hope, aims[number], runs[number]
            continue
        run = runs[number] = straight_run(state.table, motion, aims[number])
        if run.ended != "contact" and not run.excess and run.length > 0.0:
            heappush(queue, (_hopeful(state, run, goal, careful), True, number))


def _bound(motion: MeasuredMotion, start: Point, aim: Point, goal: Point, careful: bool) -> float:
    """Return the least that a line can leave: it ends between its start and the far side of a barrier."""
    if motion.starts:
        return 0.0
    long = math.dist(start, aim) or 1.0
    past = 1.0 + BEYOND_BARRIER_IN / long
    far = (start[0] + (aim[0] - start[0]) * past, start[1] + (aim[1] - start[1]) * past)
    return distance_to_segment(goal, start, far) - (max(GRADE_BONUS_IN) if careful else 0.0) - TOL


def _aims(start: Point, goal: Point, allowance: float) -> Iterator[Point]:
    toward, far = math.atan2(goal[1] - start[1], goal[0] - start[0]), math.dist(start, goal)
    for step in range(DIRECTIONS):
        angle = toward + math.tau * step / DIRECTIONS
        for share in SHARES:
            inches = min(share * allowance, far) if step == 0 else share * allowance
            yield round(start[0] + inches * math.cos(angle), 3), round(start[1] + inches * math.sin(angle), 3)


def _hopeful(state: Battle, run: StraightRun, goal: Point, careful: bool) -> float:
    """Return the corrected distance that is left at best: as if no enemy saw the end."""
    bonus = GRADE_BONUS_IN[_grade(state, entered_area(state, run))] if careful else 0.0
    return math.dist(run.end, goal) - bonus


def corrected_distance(
    state: Battle, lead: Piece, point: Point, area: str, goal: Point, careful: bool
) -> float:
    """Return the distance to the goal, reduced for protection and increased in sight of strong enemies."""
    left = math.dist(point, goal)
    if not careful:
        return left
    grade = _grade(state, area)
    exposed = EXPOSED_IN if grade == OPEN and _threats(state, lead, point, halving=True) else 0.0
    return left - GRADE_BONUS_IN[grade] + exposed


def _grade(state: Battle, area: str) -> int:
    return terrain_grade(state, area) if area else OPEN


def _threats(state: Battle, lead: Piece, point: Point, halving: bool = False) -> bool:
    """Return whether an enemy sees a point; if `halving`, one that would kill half the group in the open."""
    figures = figures_of(state, lead.unit)
    aliens_only = faction_of(state, lead.side).studies and not halving
    enemies = [
        unit.id
        for unit in enemy_groups(state, lead.side)
        if not (aliens_only and not figure_kind(state, figures_of(state, unit.id)[0]).species)
        if not halving or 2 * expected(state, pool_of(state, unit.id), figures, OPEN) >= len(figures)
    ]
    viewers = [figure for key in enemies for figure in figures_of(state, key)]
    if not viewers:
        return False
    there = msgspec.structs.replace(lead, id="", place=standing_place(state.table.ground, *point))
    rules = sight_rules(state)
    area = area_at(state.table.ground, point)
    rules = msgspec.structs.replace(rules, excused={**rules.excused, "": (area,) if area else ()})
    pairs = [(viewer, there) for viewer in viewers]
    return any(v.visible for v in pair_verdicts(state.table, rules, pairs, with_blockers=False))
