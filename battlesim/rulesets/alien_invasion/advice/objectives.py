"""What special acts and things to carry are worth to an automated faction, and where they are."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.geometry.shapes import Point, centroid
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.units import Unit

from ..actions.special_action import why_cannot_pick_up
from ..contact.individuals import is_alone
from ..core.lookups import enemy_figures, faction_of, figures_of, groups_of, is_controlled_kind
from ..core.objectives import SpecialAct
from ..core.state import Battle
from ..objectives.items import (
    carried_by,
    items_held,
    items_in_reach,
    lying_items,
    objectives,
    room_for_items,
)
from ..objectives.special_acts import is_anything_hidden, is_open_to, known_places, why_cannot_do
from .departure import is_departing
from .fire_support import best_throw
from .homeward import is_anybody_coming_up, is_laden

OBJECTIVE_BONUS = 0.2
DEPARTURE_BONUS, LAST_MOVE_BONUS = 55.0, 42.0
ARRIVED_IN = 0.01
Spot = tuple[Point, str]
"""Where an objective is, and what is there."""


def wanted_kinds(state: Battle, side: SideKey) -> set[str]:
    """Return the kinds of objects that a side must hold to win."""
    rules = (rule for rule in state.game.victory if rule.side == side)
    wanted = (rule for rule in rules if rule.when in ("holds", "brought_off"))
    return {rule.item or "" for rule in wanted if items_held(state, side, rule.item or "") < rule.than}


def serves(state: Battle, side: SideKey, act: SpecialAct) -> bool:
    """Return whether a special act brings a side nearer to victory.

    To uncover the craft of another side serves those who can do something there.
    """
    if act.effect == "find":
        wanted = wanted_kinds(state, side)
        return is_anything_hidden(state) and any(
            item.kind in wanted for item in objectives(state).items.values()
        )
    return side in act.by and act.effect != "blast"


def special_acts(state: Battle, group: UnitId) -> Iterator[tuple[str, str, bool]]:
    """Yield the special acts that a group can do now: key, title, and whether it is an objective."""
    side = state.table.units[group].side
    wanted = wanted_kinds(state, side)
    able = can_go_for_things(state, state.table.units[group]) and not why_cannot_pick_up(state, group)
    if able and items_in_reach(state, group)[0].kind in wanted:
        yield "pick_up", "pick it up", True
    for act in objectives(state).acts:
        if act.effect == "blast" and (best_throw(state, group, act.dice) or (0,))[0] <= 0:
            continue
        if _is_wanted(state, group, act) and not why_cannot_do(state, group, act):
            yield act.key, act.title, serves(state, side, act)


def _is_wanted(state: Battle, group: UnitId, act: SpecialAct) -> bool:
    """Return whether a group may do an act some time, and does not uncover a craft to no purpose."""
    if act.effect != "uncover" or not is_open_to(state, group, act):
        return is_open_to(state, group, act)
    side = state.table.units[group].side
    own = state.table.piece(act.makes).side == side
    return is_departing(state, group) if own else serves(state, side, act)


def objective_spots(state: Battle, group: UnitId) -> list[Spot]:
    """Return the points where a group could reach an objective of its side, and what is there.

    Places that must be searched count only when nothing is left that lies in the open.
    """
    side = state.table.units[group].side
    wanted, spots = wanted_kinds(state, side), list[Spot]()
    if room_for_items(state, group) > 0:
        spots += [((item.x, item.y), item.name) for item in lying_items(state) if item.kind in wanted]
    held = {item.kind for item in carried_by(state, figures_of(state, group))}
    known = objectives(state)
    for act in known.acts:
        if act.effect == "find" and spots:
            continue
        ready = (not act.after or act.after in known.flags) and (not act.needs or act.needs in held)
        if ready and _is_wanted(state, group, act) and serves(state, side, act):
            spots += _places(state, group, act)
    guarded = (rule.item or "" for rule in state.game.victory if (rule.side, rule.when) == (side, "guards"))
    spots += [spot for piece in guarded if (spot := _spot(state, piece))]
    return spots or _holders(state, side, wanted)


def progress(state: Battle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the places searched and the flags raised so far, on which the goals of groups depend."""
    known = objectives(state)
    return known.searched, known.flags


def assigned_spot(state: Battle, group: UnitId) -> Spot | None:
    """Return the objective of a group; each objective goes to the group of the side that is nearest to it."""
    side = state.table.units[group].side
    known = objectives(state)
    key = ("alien_invasion: objectives", side, known.searched, known.flags)
    return state.table.cached_value(key, lambda: _assigned_spots(state, side)).get(group)


def _assigned_spots(state: Battle, side: SideKey) -> dict[UnitId, Spot]:
    """Return an objective for each group that can go for one, the shortest ways first."""
    pairs = sorted(
        (min(math.dist(figure.xy, spot[0]) for figure in figures_of(state, unit.id)), unit.id, spot)
        for unit in groups_of(state, side)
        if can_go_for_things(state, unit)
        for spot in objective_spots(state, unit.id)
    )
    found = dict[UnitId, Spot]()
    for _, group, spot in pairs:
        if group not in found and spot not in found.values():
            found[group] = spot
    return found


def objective_bonus(state: Battle, group: UnitId, goal: Spot, aim: Point) -> float:
    """Return how much a move toward an objective adds to a plan's value: more, the nearer it is.

    A move to the craft in which a laden group leaves, or to where it goes below ground, comes before any
    shot, and one that gets to an objective before most; but those who can deploy come up first.
    """
    if is_departing(state, group) or is_laden(state, group):
        side = state.table.units[group].side
        return OBJECTIVE_BONUS if is_anybody_coming_up(state, side) else DEPARTURE_BONUS
    if assigned_spot(state, group) != goal:
        return 0.0
    left = min(math.dist(figure.xy, goal[0]) for figure in figures_of(state, group))
    last = LAST_MOVE_BONUS if math.dist(aim, goal[0]) <= ARRIVED_IN else 0.0
    return last + OBJECTIVE_BONUS * (1.0 + 1.0 / (1.0 + left))


def can_go_for_things(state: Battle, unit: Unit) -> bool:
    """Return whether a group walks, has a will of its own and is not a single individual."""
    faction = faction_of(state, unit.side)
    moves = all(faction.figure_move(figure.kind) for figure in figures_of(state, unit.id))
    return moves and not is_controlled_kind(state, unit) and not is_alone(state, unit.id)


def _holders(state: Battle, side: SideKey, wanted: set[str]) -> list[Spot]:
    """Return where the enemies stand who carry what a side wants."""
    enemies = ((figure, carried_by(state, [figure])) for figure in enemy_figures(state, side))
    return [(f.xy, f"{f.name}, who carries it") for f, items in enemies if {i.kind for i in items} & wanted]


def _places(state: Battle, group: UnitId, act: SpecialAct) -> list[Spot]:
    return [spot for place in known_places(state, group, act) if (spot := _spot(state, place))]


def _spot(state: Battle, place: str) -> Spot | None:
    """Return where a place is, or None if it is a piece that is not on the table."""
    marker, piece = state.table.markers.get(MarkerId(place)), state.table.pieces.get(place)
    if marker:
        return (marker.x, marker.y), marker.name or place
    if piece:
        return (piece.xy, piece.name) if piece.table_position else None
    return centroid(state.table.terrain(place).rings[0]), state.table.name_of(place)
