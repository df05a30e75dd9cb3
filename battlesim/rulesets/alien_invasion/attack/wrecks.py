"""Destroyed vehicles: they become rubble, and those inside die or get out beside it."""

from __future__ import annotations

from battlesim.engine.play import DiceNeeds, Play, Script
from battlesim.mechanics.pieces import remove_from_play
from battlesim.table.events import DieResult, TerrainChanged
from battlesim.table.ids import SideKey
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.state import Game
from ..core.terrain import terrain_kinds
from ..core.vehicles import as_placed
from ..ground.vehicle_ground import free_point_near
from .losses import remove_figures

DESTROYED = "MT-GAP-16"
DIES_UP_TO = 3
WRECK_KIND = "rubble"


def wreck_vehicle(play: Play[Game], vehicle: Piece, by: SideKey) -> Script[None]:
    """Turn a vehicle into rubble of its size; each figure inside dies or gets out beside it."""
    table = play.state.table
    inside = [placed for p in table.pieces_aboard(vehicle.id) if (placed := as_placed(table, p))]
    why = phrase("{vehicle} is destroyed: who gets out?", Ref(vehicle.id))
    needs = DiceNeeds(f"{DIES_UP_TO + 1}+", lambda faces: tuple(map(_result, faces)))
    faces = yield from play.roll_dice((6,) * len(inside), why, rule=DESTROYED, by=vehicle.id, needs=needs)
    dead = [figure for figure, face in zip(inside, faces, strict=True) if face <= DIES_UP_TO]
    remove_figures(play, [each for figure in dead for each in [figure] * figure.hits], by, DESTROYED)
    remove_from_play(play, vehicle.id, DESTROYED)
    leave_wreck(play, vehicle)
    for figure in inside:
        if figure not in dead:
            point = free_point_near(play.state, figure, vehicle.xy, besides=(_wreck_id(vehicle),))
            place = standing_place(play.state.table.ground, *(point or vehicle.xy))
            play.move_piece(figure.id, place, "disembark", rule=DESTROYED)


def _result(face: int) -> DieResult:
    return "miss" if face <= DIES_UP_TO else "hit"


def leave_wreck(play: Play[Game], vehicle: Piece) -> None:
    """Place rubble of the size of a vehicle where the vehicle is."""
    rubble = Terrain(
        _wreck_id(vehicle),
        WRECK_KIND,
        (vehicle.outline or (),),
        height=terrain_kinds()[WRECK_KIND].height,
        name=f"wreck of {vehicle.name}",
    )
    play.emit(TerrainChanged(rule=DESTROYED, old=None, new=rubble))


def _wreck_id(vehicle: Piece) -> str:
    return f"{vehicle.id}_wreck"
