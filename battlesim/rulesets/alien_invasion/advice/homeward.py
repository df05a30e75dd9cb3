"""Where an automated group takes what it carries, if its faction wins only by holding it below ground."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId

from ..core.lookups import figures_of
from ..core.state import Battle, VictoryRule
from ..objectives.items import carried_by, room_for_items
from ..underground.places import entrances, own_burrowers
from ..underground.tunnels import leads_deployment, why_cannot_deploy

Goal = tuple[Point, str]


def condition_below(state: Battle, side: SideKey) -> VictoryRule | None:
    """Return the victory condition of a side that takes objects underground, or None if it has none."""
    return next((rule for rule in state.game.victory if rule.side == side and rule.below), None)


def is_laden(state: Battle, group: UnitId) -> bool:
    """Return whether a group whose faction hoards objects underground carries as much as it can."""
    rule = condition_below(state, state.table.units[group].side)
    return rule is not None and room_for_items(state, group) < 1


def hoards(state: Battle, group: UnitId) -> bool:
    """Return whether a group carries an object that its faction must hold underground."""
    rule = condition_below(state, state.table.units[group].side)
    held = carried_by(state, state.table.pieces_of_unit(group))
    return rule is not None and any(item.kind == rule.item for item in held)


def comes_up(state: Battle, group: UnitId) -> bool:
    """Return whether a group can deploy from below ground, and its faction does not want it to stay there."""
    if group not in state.game.below or hoards(state, group):
        return False
    return leads_deployment(state, group) and not why_cannot_deploy(state, group)


def is_anybody_coming_up(state: Battle, side: SideKey) -> bool:
    """Return whether a group of a side can deploy from below ground."""
    own = (group for group in state.game.below if state.table.units[group].side == side)
    return any(comes_up(state, group) for group in own)


def way_home(state: Battle, group: UnitId) -> Goal | None:
    """Return the point where a laden group goes down: beside a Burrower of its squad, or at a hole."""
    if not is_laden(state, group):
        return None
    worms = [(f.xy, f.name) for other in own_burrowers(state, group) for f in figures_of(state, other)]
    spots = worms or [((hole.x, hole.y), hole.name or "the hole") for hole in entrances(state, "hole")]
    near = [figure.xy for figure in figures_of(state, group)]
    return min(spots, key=lambda spot: min(math.dist(at, spot[0]) for at in near), default=None)
