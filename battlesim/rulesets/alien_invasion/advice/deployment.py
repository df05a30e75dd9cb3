"""Where an automated faction begins a battle, and where those arrive who come later."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.position_decisions import PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from ..core.lookups import enemy_figures, figure_kind
from ..core.state import Battle
from ..core.whereabouts import point_below
from ..objectives.items import lying_items
from ..underground.starting_below import SURFACE_KEY
from .burrow_plans import DOCTRINE
from .objectives import wanted_kinds

OPTIONAL = "MT-AUTO-18"
CROWDED_IN = 24.0
"""How much farther a hole counts below which a squad of the same faction starts."""


def advise_start_hole(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to start below the hole nearest to a goal, or to anything, but away from other squads."""
    holes = [view.table.markers[MarkerId(o.key)] for o in decision.open_options if o.key != SURFACE_KEY]
    wanted = [item for item in lying_items(view) if item.kind in wanted_kinds(view, decision.side)]
    units = view.table.units
    taken = [point_below(view, group) for group in view.game.below if units[group].side == decision.side]

    def farness(hole: Marker) -> float:
        near = min((math.dist((hole.x, hole.y), (item.x, item.y)) for item in wanted), default=0.0)
        return near + CROWDED_IN * ((hole.x, hole.y) in taken)

    return [Advice(hole.id, -farness(hole), f"{DOCTRINE}: near what it wants") for hole in holes]


def advise_arrival(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Return advice to enter at the place closest to the nearest alien."""
    aliens = [piece for piece in enemy_figures(view, decision.side) if figure_kind(view, piece).species]
    if not aliens or decision.near is None:
        return [Advice(decision.default(view), 1.0, f"{OPTIONAL}: by the start area")]
    here = decision.near
    near = min(aliens, key=lambda piece: (math.dist(piece.xy, here), piece.id))
    spots = decision.placements_around(view, near.xy)
    return [Advice(spots, 1.0, f"{OPTIONAL}: toward {near.name}")]
