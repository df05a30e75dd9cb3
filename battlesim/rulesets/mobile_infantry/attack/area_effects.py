"""Areas of effect: the models they catch, the dice of bombs, and smoke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlesim.engine.play import Play
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import is_within_distance
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.events import MarkerPlaced
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.pieces import Marker, Piece

from ..core.lookups import (
    entrances_on_table,
    is_model,
    is_on_ground,
    is_structure,
    piece_or_stand_in,
    pieces_within,
)
from ..core.profiles import weapons
from ..core.state import Battle, Game
from .attack_dice import AttackDie

BUG_AREA = "MI-BTRT-01"
CAUGHT = "MI-BSHT-02"
ABOUT = "MI-TRT-01"
NAPALM = "MI-AIR-08"
MISSILE = "MI-AIR-09"


def pieces_on_ground(state: Battle) -> list[Piece]:
    """Return all models on the ground and all Tunnel Entrances."""
    return [
        *(p for p in state.table.pieces.values() if is_model(p) and is_on_ground(p)),
        *entrances_on_table(state),
    ]


def _exposed(state: Battle, target: str, side: SideKey) -> list[Piece]:
    """Return the models on the ground that can be caught, and the target if it is a structure."""
    spares = state.game.parameters.area_spares_friends
    caught = [p for p in pieces_on_ground(state) if not (spares and p.side == side)]
    return [*caught, piece_or_stand_in(state, target)] if is_structure(state, target) else caught


def caught_about_model(state: Battle, target: str, reach: float, side: SideKey) -> list[str]:
    """Return the ids of the target and of models within `reach` in of its base, for MI weapons and bombs."""

    def found() -> list[str]:
        caught = pieces_within(state, piece_or_stand_in(state, target), _exposed(state, target, side), reach)
        return list(dict.fromkeys((target, *(p.id for p in caught))))

    key = ("mobile infantry: about", target, reach, side, state.game.parameters.area_spares_friends)
    return list(state.table.cached_value(key, found))


def caught_about_point(
    state: Battle, point: Point, target: str, reach: float, side: SideKey
) -> list[tuple[float, str]]:
    """Return the distances and ids of models within `reach` inches of a point, nearest first.

    This is for Arachnid shots. An aircraft in the air is caught only if it is the target, and then alone.
    """
    aim = piece_or_stand_in(state, target)
    exposed = _exposed(state, target, side) if is_on_ground(aim) else [aim]
    found = [(distance_to_piece(state.table, p, point), p.id) for p in exposed]
    return sorted((gap, name) for gap, name in found if is_within_distance(gap, reach))


def bomb_dice(
    state: Battle, weapon: str, bomber: str, targets: Sequence[str], line: tuple[Point, Point]
) -> list[AttackDie]:
    """Return the dice of a munition dropped on models under a line of flight.

    `targets` lists the target of each blast, or the single target of a missile. Blasts push other models away
    from their target, and the target itself along the line of flight.
    """
    known, side = weapons()[weapon], state.table.piece(bomber).side
    found: list[AttackDie] = []
    for target in targets:
        centre = state.table.piece(target).xy
        along = point_in_direction(centre, bearing(line[1], line[0]), 1.0)
        caught = caught_about_model(state, target, known.area, side) if known.area else [target]
        for name in caught:
            origin = along if name == target else centre
            die = AttackDie(weapon, bomber, name, bound=bool(known.area), origin=origin)
            found.extend([die] * int(known.dice))
    return found


SMOKE = "MI-BTRT-06"
SMOKE_RADIUS_IN = 2.0
SMOKE_HEIGHT_IN = 3.0


def lay_weapon_smoke(play: Play[Game], weapon: str, spots: Iterable[Point]) -> list[str]:
    """Place the smoke that a Persistent weapon leaves, and return the ids of its markers."""
    return [lay_smoke(play, *spot, SMOKE) for spot in spots] if weapons()[weapon].persistent else []


def lay_smoke(play: Play[Game], x: float, y: float, rule: str) -> str:
    """Place a smoke marker that lasts until the end of the next game turn, and return its id."""
    change_counter(play, "serial", 1, rule)
    name = MarkerId(f"smoke-{play.state.game.count('serial')}")
    until = play.state.game.turn + 1
    marker = Marker(
        name, "smoke", round(x, 3), round(y, 3), SMOKE_RADIUS_IN, SMOKE_HEIGHT_IN, name="Smoke", until=until
    )
    play.emit(MarkerPlaced(rule=rule, marker=marker))
    return name
