"""Where an automated faction begins a battle, and where those arrive who come later."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.marker_placement import PlaceMarker
from battlesim.engine.position_decisions import PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.table.ids import MarkerId

from ..core.lookups import enemy_figures, figure_kind
from ..core.state import Battle
from ..core.whereabouts import point_below
from ..underground.places import entrances
from ..underground.starting_below import SURFACE_KEY
from .running import ELSE

OPTIONAL = "MT-AUTO-18"
QUARTERS = ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
"""Where an automated faction places holes, one after the other, in parts of the table."""


def advise_hole(view: Battle, decision: PlaceMarker) -> list[Advice]:
    """Return advice to place a hole as near as possible to the middle of the next quarter of the table."""
    ground = view.table.ground
    across, up = QUARTERS[len(entrances(view, "hole")) % len(QUARTERS)]
    point = decision.nearest_point((across * ground.width, up * ground.height))
    return [Advice(point or decision.default(view), 1.0, f"{ELSE}: the next quarter of the table")]


def advise_start_hole(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to start below the first hole that no other squad of the faction starts below."""
    units = view.table.units
    taken = [point_below(view, group) for group in view.game.below if units[group].side == decision.side]
    holes = [view.table.markers[MarkerId(o.key)] for o in decision.open_options if o.key != SURFACE_KEY]
    free = [hole for hole in holes if (hole.x, hole.y) not in taken]
    return [Advice((free or holes)[0].id, 1.0, f"{ELSE}: the first hole")]


def advise_arrival(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Return advice to enter at the place closest to the nearest alien."""
    aliens = [piece for piece in enemy_figures(view, decision.side) if figure_kind(view, piece).species]
    if not aliens or decision.near is None:
        return [Advice(decision.default(view), 1.0, f"{OPTIONAL}: by the start area")]
    here = decision.near
    near = min(aliens, key=lambda piece: (math.dist(piece.xy, here), piece.id))
    spots = decision.placements_around(view, near.xy)
    return [Advice(spots, 1.0, f"{OPTIONAL}: toward {near.name}")]
