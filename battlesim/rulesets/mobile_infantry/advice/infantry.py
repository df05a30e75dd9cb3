"""Advice for the Mobile Infantry: march to the outpost, man walls and headquarters, use the radio, and fire.

Without an outpost, a unit with no target makes for the nearest wall or house.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from battlesim.behaviour.advice import (
    AdviceFunction,
    advise_by_score,
    advise_in_order,
    advise_most_options,
    advise_move_toward,
    mean_point,
    nearest_piece,
    piece_point,
)
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.edge_distances import distance_to_box
from battlesim.geometry.shapes import Point, centroid, ring_bounds
from battlesim.mechanics.act_types import act_advice
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.rulings.movement import Leg, Motion, individual_legs, leg_into_contact
from battlesim.table.ids import NO_UNIT, UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import has_trait, model_points, piece_profile
from ..core.state import BUGS, MI, Battle
from ..ground.movement import landed_dropships
from ..ground.unit_activation import coherent_members
from ..troopers.support_acts import DONE_KEY, SUPPORT_ACTS, support_options
from . import dropship, fire

DANGER_DISTANCE_IN = 14.0
"""Distance in inches (centre to centre) at which an enemy makes a unit stand and fire."""
SAFE_DISTANCE_IN = 8.0
"""Distance of the nearest enemy, in inches, beyond which a unit has time to take posts first."""
MIN_SHOT_WORTH = 0.1
"""Expected points of damage below which a unit does not fire."""
LARGE_BUG_DANGER_IN = 2.0
MELEE_REACH_IN = 1.0
HITS_PER_STRIKE = 1.0
"""Estimated hit points that a stand in the open loses to each bug that strikes it."""
ACCEPTED_LOSS_FRACTION = 0.5
"""Fraction of its hit points that a stand risks for firing once more."""


def _foes(view: Battle) -> list[tuple[Piece, Point]]:
    return [(p, at) for p, at in model_points(view, BUGS) if has_trait(p, "bug")]


def _members(view: Battle, unit: UnitId) -> list[tuple[Piece, Point]]:
    return [(p, at) for p, at in model_points(view, MI) if p.unit == unit]


def _danger(view: Battle, unit: UnitId) -> float:
    """Return the distance from the nearest bug to any member of a unit, in inches."""
    foes = _foes(view)
    return min((nearest_piece(at, foes).distance for _, at in _members(view, unit)), default=math.inf)


def _activate(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise activating every unit, beginning with the unit nearest to the enemy."""
    near = {o.key: _danger(view, UnitId(o.key)) for o in decision.open_options if o.key != decision.least}
    return advise_by_score(
        decision,
        lambda option: -min(near[option.key], 999.0) if option.key in near else None,
        lambda option: f"{view.game.units[UnitId(option.key)].name} is next",
    )


def _home(view: Battle) -> Point | None:
    """Return the point to hold: the landing zone, else the middle of the outpost, else None."""
    site = view.game.site
    if site.landing is not None:
        return (site.landing.x, site.landing.y)
    if site.outpost is not None:
        return ((site.outpost.x0 + site.outpost.x1) / 2, (site.outpost.y0 + site.outpost.y1) / 2)
    return None


def _at_home(view: Battle, unit: UnitId) -> bool:
    area, own = view.game.site.outpost, _members(view, unit)
    if area is None:
        return True
    return bool(own) and all(area.contains(*at) for _, at in own)


def _posted(view: Battle, unit: UnitId) -> bool:
    """Return whether most of a unit is inside a building or on a wall."""
    own = [p for p, _ in _members(view, unit) if has_trait(p, "infantry")]
    held = [p for p in own if p.table_position is None or p.table_position.on]
    return 2 * len(held) >= len(own)


def _action(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise promotion if necessary, else taking posts while there is time, firing if it pays, or a march."""
    now = view.game.activation
    if now is not None and now.kind == "viking":
        return advise_in_order(decision, dropship.dropship_actions(view, view.table.pieces[now.members[0]]))
    unit = now.unit if now else NO_UNIT
    best = fire.best_shot(view, [p.id for p in coherent_members(view) if piece_profile(p).weapons])
    worth = best.worth if best else 0.0
    shoot = [("shoot", fire.worth_text(worth))] if worth >= MIN_SHOT_WORTH else []
    useful = (
        one
        for one in support_options(view, coherent_members(view))
        if not one.shut and SUPPORT_ACTS[one.act].score(view, one)
    )
    shoot += [("support", "make use of the time")] if any(useful) else []
    move, before = _march(view, unit)
    order = [move, *shoot] if before else [*shoot, move]
    return advise_in_order(decision, [("promote", "somebody must lead"), *order])


def _march(view: Battle, unit: UnitId) -> tuple[tuple[str, str], bool]:
    """Return the preference for a march to the outpost or into posts, and whether it comes before firing."""
    now, near = view.game.activation, _danger(view, unit)
    if not _at_home(view, unit):
        return ("move", "on to the outpost"), near > DANGER_DISTANCE_IN
    fresh = _home(view) is not None and now is not None and not now.done
    return ("move", "into position"), fresh and near > SAFE_DISTANCE_IN and not _posted(view, unit)


def _support(view: Battle, decision: ChooseOne) -> list[Advice]:
    rest = Advice(DONE_KEY, 0.0, "the others have something better to do")
    return [*act_advice(SUPPORT_ACTS, view, decision), *([rest] if decision.open_option(DONE_KEY) else ())]


def _goal(view: Battle, here: Point) -> Point:
    """Return a unit's goal: its post in the outpost, else the nearest structure, else its own position."""
    home = _home(view)
    if home is None:
        houses = [centroid(t.rings[0]) for t in view.table.ground.terrain if t.kind in ("building", "wall")]
        return min(houses, key=lambda at: math.dist(at, here), default=here)
    area = view.game.site.outpost
    if area is None or not area.contains(*here):
        return home
    foes = _foes(view)
    walls = [centroid(t.rings[0]) for t in view.table.ground.terrain if t.kind == "wall"]
    if not foes or not walls:
        return home
    front = mean_point([at for _, at in foes])
    return min(walls, key=lambda at: math.dist(at, front))


def _move(view: Battle, decision: MoveGroup | ChoosePoint) -> list[Advice]:
    """Advise moving toward the goal as a group; models that can enter a house or man a wall do so."""
    if isinstance(decision, ChoosePoint) or not decision.motions:
        return []
    lead = view.table.pieces[decision.motions[0].piece]
    if has_trait(lead, "aircraft"):
        return dropship.flight_advice(view, decision)
    if any(motion.ends for motion in decision.motions):
        return _run(view, decision)
    unit = lead.unit
    own = [at for _, at in _members(view, unit)]
    if not own:
        return []
    if (ship := next(iter(landed_dropships(view)), None)) is not None:
        return _board(view, decision, ship)
    if _at_home(view, unit) and _posted(view, unit):
        return []
    goal = _goal(view, mean_point(own))
    posted = individual_legs(view.table, decision.motions, decision.link, partial(_into_post, view))
    posts = [Advice(posted, 2.0, "man the walls")] if posted else []
    return [*posts, *advise_move_toward(view, decision, goal, f"toward ({goal[0]:.0f}, {goal[1]:.0f})")]


def _board(view: Battle, decision: MoveGroup, ship: Piece) -> list[Advice]:
    """Advise moving all models to the dropship, and aboard if they can reach it."""

    def leg_aboard(motion: Motion) -> Leg | None:
        is_open = any(entry.id == ship.id and not entry.full for entry in motion.entries)
        return leg_into_contact(view.table, motion, ship.id, enters=True) if is_open else None

    aboard = individual_legs(view.table, decision.motions, decision.link, leg_aboard)
    found = [Advice(aboard, 2.0, f"aboard {ship.name}")] if aboard else []
    return [*found, *advise_move_toward(view, decision, ship.xy, f"to {ship.name}")]


def _into_post(view: Battle, motion: Motion) -> Leg | None:
    """Return the leg into the nearest structure that a model can enter now, with houses before walls."""
    piece = view.table.pieces[motion.piece]
    if motion.leaving or piece.table_position is None:
        return None
    ground = view.table.ground.terrain_by_id()
    open_ones = [e for e in motion.entries if e.id in ground and not e.full]
    ways = [(distance_to_box(piece.xy, ring_bounds(ground[e.id].rings[0])), e) for e in open_ones]
    near = [(e.how != "inside", away, e.id) for away, e in ways if away <= motion.allowance]
    for _, _, structure in sorted(near)[:2]:
        leg = leg_into_contact(view.table, motion, structure, enters=True)
        if leg is not None:
            return leg
    return None


def _run(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Advise running straight away from the nearest enemy, or slightly to either side."""
    motion = decision.motions[0]
    at = piece_point(view.table, view.table.pieces[motion.piece])
    enemy = nearest_piece(at, _foes(view)).point if at is not None else None
    if at is None or enemy is None:
        return []
    found = []
    for turn in (0.0, 0.5, -0.5, 1.0, -1.0):
        goal = point_in_direction(at, bearing(enemy, at) + math.degrees(turn), motion.allowance)
        found += advise_move_toward(view, decision, goal, "get away from it", 1.0 - abs(turn))
    return found


def _facing(view: Battle, decision: ChooseFacing) -> list[Advice]:
    """Advise facing the nearest enemy or, if no enemy is known, the point to hold."""
    piece = view.table.pieces.get(decision.about)
    at = piece_point(view.table, piece) if piece is not None else None
    angle = _toward_enemy(view, at) if at is not None else None
    return [Advice(angle, 1.0, "face the enemy")] if angle is not None else []


def _toward_enemy(view: Battle, at: Point) -> float | None:
    goal = nearest_piece(at, _foes(view)).point or _home(view)
    if goal is None or math.dist(goal, at) < 1e-6:
        return None
    return round(bearing(at, goal), 3)


def _deploy(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Advise the default places for a unit, with models that have a facing turned toward the enemy."""
    spots = tuple(
        replace(spot, facing=_toward_enemy(view, (spot.x, spot.y)) or 0.0)
        if has_trait(view.table.pieces[spot.piece], "faces")
        else spot
        for spot in decision.default(view)
    )
    return [Advice(spots, 1.0, "face the enemy")]


def _react(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise moving away from Large bugs and from bugs that would destroy the stand, else firing at will."""

    def score(option: Option) -> float | None:
        if option.act != "feet":
            return 1.0 if option.act == "fire" else None
        return 2.0 if _must_run(view, view.table.piece(option.by[0])) else None

    words = {"fire": "fire at will", "feet": "they would tear it apart"}
    return advise_by_score(decision, score, lambda option: words[option.act])


def _must_run(view: Battle, stand: Piece) -> bool:
    """Return whether a Large bug is within 2 in, or the bugs in reach would destroy too much of the stand."""
    gaps = [(bug, gap(view, stand.id, bug.id)) for bug, _ in _foes(view)]
    if any(has_trait(bug, "large") and is_within_distance(away, LARGE_BUG_DANGER_IN) for bug, away in gaps):
        return True
    bites = HITS_PER_STRIKE * sum(is_within_distance(away, MELEE_REACH_IN) for _, away in gaps)
    return stand.table_position is not None and bites > ACCEPTED_LOSS_FRACTION * stand.hits


def _promote(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise promoting the squad that loses the least firepower by it."""
    words = "fewest rifles are lost by it"
    return advise_by_score(decision, lambda o: -abs(view.table.piece(o.key).hits - 2.0), lambda option: words)


MI_ADVICE: Mapping[str, AdviceFunction] = {
    "activate": _activate,
    "action": _action,
    "support": _support,
    "move": _move,
    "deploy": _deploy,
    "facing": _facing,
    "target": fire.target_advice,
    "second_target": fire.second_target_advice,
    "weapons": fire.weapon_advice,
    "react": _react,
    "join": advise_most_options("take them along"),
    "group": advise_most_options("all of them"),
    "promote": _promote,
    "edge": dropship.entry_edge_advice,
    "land": dropship.landing_advice,
    "line": dropship.strike_line_advice,
    "strike": dropship.munition_advice,
}
