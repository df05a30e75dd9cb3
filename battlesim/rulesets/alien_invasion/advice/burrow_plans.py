"""What an automated faction does below the ground: a Burrower strikes the weakest, its squad deploys."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.rulings.piece_placement import PiecePlacement, placement_problem
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..attack.expectation import usual_score
from ..core.lookups import combat_of, enemy_groups, figures_of, groups_of
from ..core.state import Battle
from ..core.terrain import OPEN
from ..core.whereabouts import point_below
from ..underground.burrowing import (
    groups_to_carry,
    is_at_hole,
    is_burrower,
    surfacing_area,
    why_cannot_surface,
)
from ..underground.places import entrance_at, squad_groups, tunneller
from ..underground.tunnels import (
    is_open_above,
    may_climb_out,
    may_dig_out,
    may_go_along,
    may_go_down,
    ways_along,
    why_cannot_climb_out,
)
from .blast_worth import best_blast
from .homeward import comes_up, hoards, is_laden
from .valuation import shots

Worth = tuple[float, str, str]
"""The value of a plan, its action, and the reason."""
DOCTRINE, SPENDS = "MT-AUTO-14", "MT-AUTO-02"
OBJECTIVE, JOURNEY, DEPLOYS, OUT, ONWARD = 100.0, 79.0, 75.0, 74.0, 45.0
GOOD_SHOT_KILLS = 1
JOURNEY_ACTIONS = 3
CONTACT_DIRECTIONS = 24
CLEARANCE_IN = 0.002
"""How far from touching exactly a base is set, so that it overlaps nothing."""


def burrow_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Return the plans of a group for going underground, moving there and coming up again."""
    if group not in state.game.below:
        return _down_plans(state, group)
    if is_burrower(state, group):
        return _burrower_plans(state, group)
    return _below_plans(state, group)


def _down_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Begin the journey of a Burrower with a whole Triple, if no shot or explosion is worth more.

    It waits for those of its squad who bring things home.
    """
    card = state.game.card
    if home := _homeward_plans(state, group):
        return home
    if not is_burrower(state, group) or combat_of(state, group) or card is None:
        return []
    if any(is_laden(state, o) and o not in state.game.below for o in squad_groups(state, group)):
        return []
    if state.game.actions_left < JOURNEY_ACTIONS or strike_point(state, group) is None:
        return []
    side = state.table.units[group].side
    own = [unit.id for unit in groups_of(state, side)]
    good_shot = any(shot.kills >= GOOD_SHOT_KILLS for each in own for shot in shots(state, each)[:1])
    if good_shot or any(best_blast(state, each) for each in own):
        return []
    return [(JOURNEY, "tunnel_down", f"{DOCTRINE}: nothing else is worth a whole Triple")]


def _homeward_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Go down with those of the squad who carry all that they can, if their faction hoards below."""
    if combat_of(state, group):
        return []
    if is_burrower(state, group):
        carries = any(is_laden(state, other) for other in groups_to_carry(state, group))
        return [(OBJECTIVE, "tunnel_down", f"{DOCTRINE}: its squad brings things home")] if carries else []
    if is_laden(state, group) and may_go_down(state, group):
        return [(OBJECTIVE, "descend", f"{DOCTRINE}: home")]
    return []


def _burrower_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Go on to beneath the weakest enemy with a Triple, and come up beside it."""
    goal, card = strike_point(state, group), state.game.card
    here = point_below(state, group)
    if goal is not None and math.dist(here, goal) > CLEARANCE_IN:
        goes = card is not None and card.actions >= JOURNEY_ACTIONS and state.game.actions_left > 1
        return [(JOURNEY, "tunnel_along", f"{DOCTRINE}: beneath the weakest")] if goes else []
    if why_cannot_surface(state, group) or (goal is None and not is_at_hole(state, group)):
        return []
    return [(JOURNEY, "surface", f"{DOCTRINE}: beside the weakest")]


def _below_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Deploy as soon as it can; others climb out, and go along only where nothing is open above them.

    Those who hoard things below ground stay there.
    """
    if hoards(state, group):
        return []
    if comes_up(state, group):
        return [(DEPLOYS, "deploy", f"{DOCTRINE}: the way is open")]
    if may_dig_out(state, group):
        return [(OUT, "dig_out", f"{DOCTRINE}: no other way is left")]
    if may_climb_out(state, group) and not why_cannot_climb_out(state, group):
        return [(OUT, "climb_out", f"{SPENDS}: up again")]
    if may_go_along(state, group) and not is_open_above(state, group) and ways_along(state, group):
        return [(ONWARD, "along", f"{SPENDS}: to an open entrance")]
    return []


def weakest_enemy(state: Battle, group: UnitId) -> UnitId | None:
    """Return the enemy group on the surface that is easiest to kill; in a tie, the nearest."""
    side, own = state.table.units[group].side, _own_point(state, group)
    rated = []
    for enemy in enemy_groups(state, side):
        figures = figures_of(state, enemy.id)
        total = usual_score(state, figures, OPEN) * len(figures)
        rated.append((total, min(math.dist(own, f.xy) for f in figures), enemy.id))
    return min(rated)[2] if rated else None


def _own_point(state: Battle, group: UnitId) -> Point:
    return point_below(state, group) if group in state.game.below else figures_of(state, group)[0].xy


def strike_point(state: Battle, group: UnitId) -> Point | None:
    """Return the point where a Burrower would come up touching the weakest enemy in reach, or None."""
    worm, enemy = tunneller(state, group), weakest_enemy(state, group)
    if worm is None or enemy is None:
        return None
    for target in figures_of(state, enemy):
        reach = worm.radius + target.radius + CLEARANCE_IN
        for step in range(CONTACT_DIRECTIONS):
            angle = math.tau * step / CONTACT_DIRECTIONS
            x, y = target.xy[0] + reach * math.cos(angle), target.xy[1] + reach * math.sin(angle)
            point = (round(x, 4), round(y, 4))
            if _is_free(state, worm, point) and entrance_at(state, point, "hole", 2.0) is None:
                return point
    return None


def _is_free(state: Battle, worm: Piece, point: Point) -> bool:
    area = surfacing_area(state, worm, point)
    spots = [PiecePlacement(worm.id, *point)]
    return not placement_problem(state.table, area, {worm.id: worm}, spots)
