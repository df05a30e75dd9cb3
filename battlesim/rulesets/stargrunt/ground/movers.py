"""The effect of terrain on the movement of figures on foot and of each class of vehicle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from battlesim.table.levels import is_relief
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.profiles import Suspension, terrain_kinds
from ..core.vehicles import vehicle_data

MoverClass = Literal["foot", "wheeled", "tracked", "hover"]
CLASSES: Mapping[Suspension, MoverClass] = {
    "civilian_wheeled": "wheeled",
    "military_wheeled": "wheeled",
    "tracked": "tracked",
    "walker": "tracked",
    "hover": "hover",
    "grav": "hover",
}
DIFFICULT_COST = 3.0
"""What an inch of difficult ground costs."""
WHEELED_FACTOR = 2.0
"""How much more poor ground adds to what wheels pay than to what feet do."""


class Going(NamedTuple):
    """The effect of terrain on a mover: whether it blocks, and the cost per inch and for crossing it."""

    barred: bool = False
    cost: float = 1.0
    crossing: float = 0.0


def mover_class(piece: Piece) -> MoverClass:
    """Return the class of mover that a piece is, such as on foot or a class of vehicle."""
    data = vehicle_data(piece)
    return CLASSES[data.suspension] if data else "foot"


def going(terrain: Terrain, mover: MoverClass) -> Going:
    """Return the effect of terrain on a mover; unknown kinds block all unless they are areas or hills."""
    kind = terrain_kinds().get(terrain.kind)
    if is_relief(terrain):
        return Going()
    if kind is None:
        return Going(barred=not terrain.has_trait("area"))
    crossing = 0.0 if kind.area else kind.crossing
    if mover == "foot":
        return Going(kind.impassable, kind.cost, crossing)
    if mover == "hover" and kind.wet:
        return Going()
    barred = kind.impassable or kind.foot_only
    if mover == "wheeled":
        extra = WHEELED_FACTOR * (kind.cost - 1.0)
        return Going(barred or kind.cost >= DIFFICULT_COST, 1.0 + extra, WHEELED_FACTOR * crossing)
    return Going(barred, kind.cost, crossing)
