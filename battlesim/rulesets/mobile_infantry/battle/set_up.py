"""Turn 0: the MI deploy, entrances are hidden, a Plasma bug is placed, and all models go on Alert."""

from __future__ import annotations

from msgspec.structs import replace

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.geometry.shapes import Point, Ring, centroid, ring_bounds
from battlesim.mechanics.deployment import deploy_pieces, first_fitting_area, table_outline
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.ids import UnitId
from battlesim.table.levels import is_relief
from battlesim.table.pieces import Off
from battlesim.table.terrain import Terrain

from ..core.events import EntranceHidden
from ..core.lookups import has_trait, models_in_play
from ..core.marks import ALERT, OFFICER
from ..core.profiles import terrain_kinds
from ..core.state import BUGS, MI, SET_UP_PHASE, Battle, Game, HiddenEntrance, Rectangle

DEPLOY = "MI-GAP-36"
TURN = "MI-GAP-09"
OF_TURN_0 = "MI-REIN-04"
PLASMA_CLEARANCE_IN = 24.0


def _waiting(state: Battle, turn: int = 0) -> list[UnitId]:
    """Return the MI units that are due by a turn and have no model on the table, in order of the force."""
    due = [key for key, unit in state.game.units.items() if unit.side == MI and unit.arrives <= turn]
    by_unit = {key: state.table.pieces_of_unit(key) for key in due}
    return [key for key, own in by_unit.items() if own and all(p.place == Off("reserve") for p in own)]


def _first_plasma(state: Battle) -> str:
    """Return the id of the Plasma bug to be placed in turn 0, or "" if none is left to place."""
    due = sum(s.by_turn[0] for s in state.game.site.schedule if s.kind == "plasma_bug" and s.by_turn)
    own = [p for p in state.table.pieces_of_side(BUGS) if p.kind == "plasma_bug"]
    free = [p.id for p in own if p.place == Off("reserve")]
    return free[0] if free and len(own) - len(free) < due else ""


def next_step(state: Battle) -> Step | None:
    """Return the next step of turn 0, or None if it is over; units are deployed first."""
    for unit in _waiting(state):
        return Step("deploy", (unit,))
    if has_entrances_to_draw(state):
        return Step("draw_entrances")
    if plasma := _first_plasma(state):
        return Step("place_first_plasma", (plasma,))
    return None if "stand_to" in state.game.passed else Step("stand_to")


def has_entrances_to_draw(state: Battle) -> bool:
    """Return whether the buildings with hidden entrances have yet to be drawn at random."""
    game = state.game
    drawn = game.phase != SET_UP_PHASE or "draw_entrances" in game.passed
    return game.parameters.hidden_sites == "random" and not drawn


def late_deployment_step(state: Battle) -> Step | None:
    """Return the step that deploys a unit arriving in the current turn, or None if there is none."""
    late = [unit for unit in _waiting(state, state.game.turn) if state.game.units[unit].arrives]
    return Step("deploy", (late[0],)) if late else None


def _open_ground(state: Battle, zone: tuple[Ring, ...]) -> PlacementArea:
    """Return the free area of a zone, craters included; models and entrances block it, markers do not."""
    solid = terrain_kinds().keys() - {"crater"}
    return PlacementArea(
        zone=zone,
        blocked=tuple(t.id for t in state.table.ground.terrain if t.kind in solid and not is_relief(t)),
        bases=tuple(p.id for p in state.table.standing_pieces() if not has_trait(p, "marker")),
    )


def deploy_unit(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask where to place a unit in its deployment zone, in coherency with its Officer."""
    state = play.state
    own = state.table.pieces_of_unit(unit)
    leader = next((p for p in own if p.has_mark(OFFICER)), own[0])
    linked = [p for p in own if not has_trait(p, "comms")]
    zone = state.game.units[unit].zone or (_deployment_area(state).ring,)
    reach, near = float(leader.mark_count(OFFICER) or 6), _own_ground(state, zone, unit)
    room = replace(_open_ground(state, zone), leader=leader.id if linked else "", within=reach)
    anywhere = replace(room, zone=())  # a full zone may be left
    room = first_fitting_area(state.table, (room, anywhere, replace(anywhere, leader="")), own, near)
    prompt, ids = f"Deploy {state.game.units[unit].name}", [p.id for p in own]
    yield from deploy_pieces(play.under_rule(DEPLOY), "deploy", MI, prompt, ids, room, near=near, about=unit)


def _deployment_area(state: Battle) -> Rectangle:
    return state.game.site.deploy or Rectangle(0, 0, state.table.ground.width / 3, state.table.ground.height)


def _own_ground(state: Battle, zone: tuple[Ring, ...], unit: UnitId) -> Point:
    """Return the default position of a unit.

    This is the centre of its own zone, or else a point near the front of the deployment area.
    """
    if state.game.units[unit].zone:
        return centroid(zone[0])
    area = _deployment_area(state)
    units = [key for key, u in state.game.units.items() if u.side == MI]
    share = (units.index(unit) + 0.5) / len(units)
    return (area.x1 - 4.0, area.y0 + share * (area.y1 - area.y0))


def draw_entrances(play: Play[Game]) -> Script[None]:
    """Choose a different building at random for each hidden entrance of the scenario."""
    play = play.under_rule("MI-GAP-39")
    houses = [t for t in play.state.table.ground.terrain if t.kind == "building"]
    for number in range(1, min(play.state.game.site.hidden_entrances, len(houses)) + 1):
        (face,) = yield from play.roll_dice((len(houses),), "hidden entrance", to=BUGS)
        house = houses.pop(face - 1)
        x, y = ENTRANCE_POSITIONS.get(house.id) or north_face_point(house)
        play.emit(EntranceHidden(entrance=HiddenEntrance(f"H{number}", house.id, x, y)))
    play.emit(MilestonePassed(what="draw_entrances"))


ENTRANCE_POSITIONS = {"O1": (58.0, 25.5), "O2": (52.5, 29.0)}
"""Positions of entrances where a wall of the default outpost is too near to the north face."""


def north_face_point(house: Terrain) -> Point:
    """Return the centre of an entrance that touches the middle of a building's north face."""
    x0, _, x1, y1 = ring_bounds(house.rings[0])
    return (x0 + x1) / 2, y1 + 1.5


def place_first_plasma(play: Play[Game], plasma: str) -> Script[None]:
    """Ask where to place the first Plasma bug, at least 24 in from MI models and outside the outpost."""
    play, state, prompt = play.under_rule("MI-GAP-37"), play.state, "Place the Plasma bug of turn 0"
    ground, outpost = state.table.ground, state.game.site.outpost
    zone = (table_outline(ground), outpost.ring) if outpost is not None else (table_outline(ground),)
    apart = tuple((p.id, PLASMA_CLEARANCE_IN) for p in state.table.pieces_of_side(MI))
    room = replace(_open_ground(state, zone), apart=apart)
    near = (ground.width - 6.0, ground.height / 2)
    yield from deploy_pieces(play, "deploy", BUGS, prompt, (plasma,), room, near=near, about=plasma)


def put_all_on_alert(play: Play[Game]) -> None:
    """Put all models on the table on Alert at the beginning of the battle."""
    play, here = play.under_rule(TURN), [p for side in (MI, BUGS) for p in models_in_play(play.state, side)]
    set_mark(play, [p.id for p in here if not has_trait(p, "survivors")], ALERT, 1)
    play.log_message("The battle begins: everybody is on Alert")
    play.emit(MilestonePassed(what="stand_to"))
