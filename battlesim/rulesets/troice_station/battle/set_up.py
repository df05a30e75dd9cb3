"""Deployment of markers in the quarters of the table, and of marines in the landing zone, in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import disc_gap_to_shape, is_point_in_shape
from battlesim.geometry.freespace import TABLE_EDGE_ID
from battlesim.geometry.shapes import Point, Ring, centroid
from battlesim.mechanics.deployment import deploy_pieces, first_fitting_area
from battlesim.mechanics.pieces import allocate_id_number, put_on_table
from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    area_middle,
    free_space_on_table,
    placement_problem,
    placements_near,
)
from battlesim.table.events import PiecesAdded
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.terrain import Ground

from ..actions.squad_groups import MAX_GROUP_GAP_IN
from ..core.lookups import MARKER_KIND
from ..core.marks import HOME
from ..core.profiles import profile, terrain_kinds
from ..core.state import CREATURES, MARINES, Battle, Game
from ..ground.motion import mover_radius
from ..ground.surface import blocked_for_markers, blocked_for_set_up
from ..markers import contents

MARKERS = "TS-ALN-01"
PLACES = "TS-GAP-82"
LANDING = "TS-GAP-96"
LANDING_CLEARANCE_IN, WALL_CLEARANCE_IN, MARKER_SPACING_IN = 12.0, 1.0, 4.0
POINTS_PER_ROLL = 10
ROLLS_PER_SPACING = 20
POSITION_DIE_SIDES = 1000
MARKER_UNIT_ID = UnitId("creatures")
NORTH_DEG = 90.0


def quarter_ring(state: Battle, number: int) -> Ring:
    """Return a quarter of the table as a ring of points (TS-GAP-93)."""
    w, h = state.table.ground.width / 2, state.table.ground.height / 2
    x, y = ((0.0, h), (w, h), (w, 0.0), (0.0, 0.0))[number - 1]
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def place_markers(play: Play[Game]) -> Script[None]:
    """Place the markers of each quarter of the table, at random or as the creatures' player chooses."""
    play = play.under_rule(PLACES)
    placed = list[str]()
    for number in range(1, 5):
        made = [_new(play, number) for _ in range(play.state.game.site.markers)]
        if play.state.game.parameters.creatures_played:
            yield from _asked(play, made, number)
        else:
            yield from _by_chance(play, made, number)
        placed += made
    yield from contents.deal_contents(play, placed)


def _new(play: Play[Game], quarter: int) -> str:
    number, own = allocate_id_number(play, "marker-"), profile(MARKER_KIND)
    id, name = f"marker-{number}", f"{own.name} {number}"
    piece = Piece(id, name, MARKER_KIND, CREATURES, MARKER_UNIT_ID, own.base / 2, own.height, Off())
    home = quarter if play.state.game.parameters.bound_to_home else 0
    play.emit(PiecesAdded(pieces=(piece.with_mark(HOME, home),)))
    return id


def _asked(play: Play[Game], made: Sequence[str], number: int) -> Script[None]:
    state, ring = play.state, quarter_ring(play.state, number)
    loose, pieces = _room(state, ring), [state.table.piece(one) for one in made]
    spread = MARKER_SPACING_IN - profile(MARKER_KIND).base
    tight = msgspec.structs.replace(loose, clear=WALL_CLEARANCE_IN, spread=spread)
    room = first_fitting_area(state.table, (tight, loose), pieces, area_middle(state.table, tight))
    words = f"Put the markers of quarter {number} down"
    yield from deploy_pieces(play, "markers", CREATURES, words, made, room)


def _room(state: Battle, ring: Ring) -> PlacementArea:
    """Return the area where markers may lie: with space for an Alien, and away from marines' start points."""
    return PlacementArea(
        zone=(_north_of_landing(state, ring),),
        blocked=blocked_for_markers(state.table.ground),
        bases=tuple(state.table.pieces),
        circles=_about_starts(state),
        clear=mover_radius(MARKER_KIND) - profile(MARKER_KIND).base / 2,
    )


def _about_starts(state: Battle) -> tuple[tuple[float, float, float], ...]:
    """Return circles around the start points of squads that do not land, as (x, y, radius)."""
    return tuple(
        (x, y, piece.radius + LANDING_CLEARANCE_IN + TOL)
        for squad, places in state.game.site.start.items()
        for piece, (x, y) in zip(state.table.pieces_of_unit(squad), places, strict=False)
    )


def _north_of_landing(state: Battle, ring: Ring) -> Ring:
    """Return a quarter without the strip that is too close to the landing zone."""
    reach = (
        max(y for _, y in state.game.site.landing)
        + LANDING_CLEARANCE_IN
        + profile(MARKER_KIND).base / 2
        + 0.01
    )
    (x0, y0), _, (x1, y1), _ = ring
    low = max(y0, min(reach, y1 - 2.0))
    return ((x0, low), (x1, low), (x1, y1), (x0, y1))


def _by_chance(play: Play[Game], made: Sequence[str], number: int) -> Script[None]:
    """Place the first marker in the centre of the quarter's building, and the others at random."""
    left, building = list(made), play.state.game.site.buildings[number - 1]
    if building and left and not _holds_marines(play.state, building):
        middle = centroid(play.state.table.terrain(building).rings[0])
        first = left.pop(0)
        put_on_table(play, [PiecePlacement(first, *middle)])
    for marker in left:
        spot = yield from _free_spot(play, marker, quarter_ring(play.state, number))
        put_on_table(play, [PiecePlacement(marker, *spot)])


def _holds_marines(state: Battle, building: str) -> bool:
    """Return whether marines start in a building."""
    rings = state.table.terrain(building).rings
    return any(is_point_in_shape(x, y, rings) for x, y, _ in _about_starts(state))


def _free_spot(play: Play[Game], marker: str, ring: Ring) -> Script[Point]:
    """Return a random free point for a marker; after many failures, markers may lie closer together."""
    (x0, y0), _, (x1, y1), _ = ring
    for apart in (MARKER_SPACING_IN,) * ROLLS_PER_SPACING + (0.0,) * ROLLS_PER_SPACING:
        faces = yield from play.roll_dice(
            [POSITION_DIE_SIDES] * (2 * POINTS_PER_ROLL), "where a marker lies", secret=True
        )
        for a, b in list(pairwise(faces))[::2]:
            spot = (
                round(x0 + (a - 0.5) / POSITION_DIE_SIDES * (x1 - x0), 3),
                round(y0 + (b - 0.5) / POSITION_DIE_SIDES * (y1 - y0), 3),
            )
            if _fits(play.state, marker, spot, apart):
                return spot
    (found,) = placements_near(
        play.state.table, _room(play.state, ring), [play.state.table.piece(marker)], centroid(ring)
    )
    return found.x, found.y


def _fits(state: Battle, marker: str, spot: Point, apart: float) -> bool:
    """Return whether a marker may lie at a point, at least `apart` inches from all other markers."""
    piece, table = state.table.piece(marker), state.table
    if disc_gap_to_shape(*spot, piece.radius, (state.game.site.landing,)) <= LANDING_CLEARANCE_IN:
        return False
    others = [p for p in table.standing_pieces() if p.kind == MARKER_KIND]
    if any((p.xy[0] - spot[0]) ** 2 + (p.xy[1] - spot[1]) ** 2 < apart**2 for p in others):
        return False
    room = PlacementArea(
        blocked=blocked_for_markers(table.ground),
        bases=tuple(p.id for p in others),
        circles=_about_starts(state),
        clear=mover_radius(MARKER_KIND) - piece.radius,
    )
    if placement_problem(table, room, {marker: piece}, [PiecePlacement(marker, *spot)]):
        return False
    near = free_space_on_table(
        table, piece.radius + WALL_CLEARANCE_IN, _standing_walls(table.ground), ()
    ).obstructions(spot)
    return all(wall.id == TABLE_EDGE_ID for wall in near)


def _standing_walls(ground: Ground) -> list[str]:
    """Return the ids of the walls, openings and obstacles that markers must be 1 in away from."""
    known, kinds = ground.terrain_by_id(), terrain_kinds()
    return [
        key
        for key in blocked_for_markers(ground)
        if key not in known or not kinds[known[key].kind].impassable
    ]


# -- the marines --


def land_squads(play: Play[Game]) -> Script[None]:
    """Place the marines at their default positions, or as their player chooses."""
    play = play.under_rule(LANDING)
    waiting = [squad for squad in play.state.table.units if _reserve(play.state, squad)]
    if not waiting:
        return
    own = yield from play.confirm("land", MARINES, "Choose yourself where each squad lands?")
    for squad in waiting:
        pieces = _reserve(play.state, squad)
        spots = _cleared(play.state, pieces, tuple(_usual(play.state, squad, pieces)))
        if own:
            spots = yield from _landed(play, squad, pieces, spots)
        put_on_table(play, spots)


def _reserve(state: Battle, squad: UnitId) -> list[Piece]:
    return [p for p in state.table.pieces_of_unit(squad) if p.place == Off("reserve")]


def _usual(state: Battle, squad: UnitId, pieces: Sequence[Piece]) -> Iterator[PiecePlacement]:
    """Yield the default landing positions of a squad: the scenario's positions, or else a square of four."""
    given = state.game.site.start.get(squad, ())
    x0, y0 = state.game.site.landing[0]
    x, y = x0 + 2.0 + 4.0 * state.game.site.stands.get(squad, 0), y0 + 1.0
    square = ((x, y), (x + 1.5, y), (x, y + 1.5), (x + 1.5, y + 1.5))
    for piece, (px, py) in zip(pieces, given or square, strict=False):
        yield PiecePlacement(piece.id, px, py, NORTH_DEG)


def _cleared(
    state: Battle, pieces: Sequence[Piece], spots: tuple[PiecePlacement, ...]
) -> tuple[PiecePlacement, ...]:
    """Return the given positions or, if one is occupied, free positions nearest to the first."""
    others = tuple(p.id for p in state.table.standing_pieces())
    room = PlacementArea(blocked=blocked_for_set_up(state.table.ground), bases=others)
    if not placement_problem(state.table, PlacementArea(bases=others), {p.id: p for p in pieces}, spots):
        return spots
    near = placements_near(state.table, room, pieces, (spots[0].x, spots[0].y))
    return tuple(PiecePlacement(spot.piece, spot.x, spot.y, NORTH_DEG) for spot in near)


def _landed(
    play: Play[Game], squad: UnitId, pieces: Sequence[Piece], usual: Sequence[PiecePlacement]
) -> Script[tuple[PiecePlacement, ...]]:
    """Ask where a squad lands, wholly in the zone and in coherency, and return its positions."""
    others = tuple(p.id for p in play.state.table.standing_pieces())
    room = PlacementArea(
        zone=(play.state.game.site.landing,),
        wholly=True,
        blocked=blocked_for_set_up(play.state.table.ground),
        bases=others,
        kind=play.state.game.parameters.coherency,
        within=MAX_GROUP_GAP_IN,
    )
    near = (usual[0].x, usual[0].y) if usual else None
    words = phrase("Land {}", Ref(squad))
    ids = tuple(p.id for p in pieces)
    return (
        yield from play.ask(
            PlacePieces(
                side=MARINES, what="deploy", prompt=words, about=squad, pieces=ids, room=room, near=near
            )
        )
    )
