"""Shots of weapons with giant templates at buildings, aimed at the models inside."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.edge_distances import nearest_outline_point
from battlesim.mechanics.pieces import face_piece
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import piece_weapons, standing_enemies
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from ..ground.contact import enemies_in_contact
from ..ground.rooms import room
from ..ground.sight import sight_verdict
from .blasts import LUCKY_STRIKE
from .shooting import resolve_shot
from .strike import Shot
from .targeting import needs_arc, why_out_of_arc, why_out_of_range

NO_BUILDING_KEY = "none"
POINT_RADIUS_IN = 0.01


def giant_weapons(piece: Piece) -> dict[str, Weapon]:
    """Return the weapons of a model that have a giant template, by key."""
    return {key: arm for key, arm in piece_weapons(piece).items() if arm.blast == "giant"}


def wall_target(state: Battle, firer: Piece, building: Terrain) -> Piece:
    """Return a small target piece just outside the nearest point of a building's walls."""
    point = nearest_outline_point(building.rings[0], firer.xy)
    x, y = point_in_direction(point, bearing(point, firer.xy), 2 * POINT_RADIUS_IN)
    place = standing_place(state.table.ground, round(x, 3), round(y, 3))
    return Piece(
        building.id,
        building.display_name,
        "",
        firer.side,
        firer.unit,
        POINT_RADIUS_IN,
        max(building.height - place.z, 0.0),
        place,
    )


def building_options(state: Battle, firer: Piece) -> Iterator[Option]:
    """Yield an option for each giant weapon and each building with an enemy inside.

    Impossible shots are listed with the reason.
    """
    inside = {found.id: found for e in standing_enemies(state, firer) if (found := room(state, e))}
    for key, weapon in giant_weapons(firer).items():
        for building in sorted(inside.values(), key=lambda terrain: terrain.id):
            yield Option(
                f"{key}:{building.id}",
                phrase("{}", Ref(building.id)),
                (building.id,),
                rule=LUCKY_STRIKE,
                by=(firer.id,),
                act=key,
                to=(building.id,),
                shut=_why_not(state, firer, weapon, wall_target(state, firer, building)),
            )


def _why_not(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    if enemies_in_contact(state, firer):
        return "it is in contact with an enemy"
    if not sight_verdict(state, firer, target).visible:
        return "its nearest wall is out of sight"
    return why_out_of_arc(state, firer, weapon, target) or why_out_of_range(state, firer, weapon, target)


def why_no_building(state: Battle, firer: Piece) -> AnyText:
    """Return why a model cannot fire at any building, or "" if it can."""
    options = list(building_options(state, firer))
    if not options:
        return "no enemy is inside a building"
    return "" if any(not option.shut for option in options) else options[0].shut


def is_listed(state: Battle, firer: Piece) -> bool:
    """Return whether a model has a giant template and an enemy is inside a building."""
    if not giant_weapons(firer):
        return False
    return any(room(state, enemy) is not None for enemy in standing_enemies(state, firer))


def building_decision(state: Battle, firer: Piece) -> ChooseOne:
    """Return the decision that asks at which building a model fires."""
    none = Option(NO_BUILDING_KEY, "Hold fire")
    return ChooseOne(
        side=firer.side,
        what="building",
        prompt=phrase("{model}: fire at which building?", firer.name),
        rule=LUCKY_STRIKE,
        about=firer.id,
        options=(*closed_last(building_options(state, firer)), none),
        least=NO_BUILDING_KEY,
    )


def perform_building_shot(play: Play[Game], piece: str) -> Script[None]:
    """Ask at which building a model fires, and fire at the nearest point of its walls."""
    decision = building_decision(play.state, play.state.table.piece(piece))
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key == NO_BUILDING_KEY:
        return
    own = play.state.table.piece(piece)
    weapon, building = piece_weapons(own)[chosen.act], play.state.table.terrain(chosen.to[0])
    target = wall_target(play.state, own, building)
    if not needs_arc(play.state, weapon):
        face_piece(play, piece, round(bearing(own.xy, target.xy), 3), LUCKY_STRIKE)
    yield from resolve_shot(play, Shot(play.state.table.piece(piece), target, weapon))
