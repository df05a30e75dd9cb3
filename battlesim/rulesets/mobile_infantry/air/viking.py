"""Viking dropships: their arrival, flight, landing, and the evacuation of models."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if, closed_last
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.mechanics import group_moves
from battlesim.mechanics.activation import ActionSpent, current_activation
from battlesim.mechanics.carrying import leave_with_all_aboard
from battlesim.mechanics.pieces import face_piece, is_within_distance, set_mark
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.movement import Leg, Motion
from battlesim.rulings.piece_gaps import precise_length_text
from battlesim.table.events import PiecesAdded
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Off, Piece

from ..core.events import UnitFormed
from ..core.lookups import blocks_bases, has_trait, new_piece, piece_profile
from ..core.marks import FLYING, WORTH, end_ready_state
from ..core.state import MI, Battle, Game, GameUnit
from ..ground.movement import SHIPS
from ..ground.sight import ONE_TARGET
from ..troopers import shooting
from ..troopers.support_acts import FACING
from . import interception

FLIGHT = "MI-VIK-01"
ARRIVAL = "MI-OBJ-03"
EARLIEST_FIRST_VIKING_TURN = 4
LATEST_FIRST_VIKING_TURN = 6
VIKING_DELAY_TURNS = 2
END_KEY = "end"
HOVER_KEY = "hover"


def send_due_vikings(play: Play[Game]) -> None:
    """Make the dropships that are due available at the start of an MI turn, each as a separate unit.

    The first comes two turns after contact, in turns 4 to 6, and then one every two turns.
    """
    game = play.state.game
    if game.site.landing is None:
        return
    contact = game.count("contact_turn") or LATEST_FIRST_VIKING_TURN
    first = min(LATEST_FIRST_VIKING_TURN, max(EARLIEST_FIRST_VIKING_TURN, contact + VIKING_DELAY_TURNS))
    for number in range(1, game.parameters.vikings + 1):
        name = f"viking-{number}"
        if name in play.state.table.pieces or first + VIKING_DELAY_TURNS * (number - 1) > game.turn:
            continue
        unit = GameUnit(UnitId(name), f"Viking {number}", MI, "viking")
        ship = new_piece("viking", name, unit.name, MI, unit.id, Off("reserve"))
        play.emit(UnitFormed(rule=SHIPS, unit=unit))
        play.emit(PiecesAdded(rule=ARRIVAL, pieces=(ship.with_mark(FLYING),)))
        play.log_message(phrase("{} has come", Ref(name)), by=name, rule=ARRIVAL)


def run_viking_action(play: Play[Game]) -> Script[tuple[tuple[str, ...], str]]:
    """Run a dropship's Move or Shooting. Return the models that took part and the kind of Action."""
    play, now = play.under_rule(SHIPS), current_activation(play.state)
    ship = play.state.table.piece(now.members[0])
    offers = _offers(play.state, ship)
    chosen = yield from play.choose_one(
        "action", MI, f"Action of {ship.name}", offers, about=ship.id, least=END_KEY
    )
    act = chosen.key
    if act == END_KEY:
        play.emit(ActionSpent(action=END_KEY, count=now.actions_left))
        return (), END_KEY
    if act == "move":
        took_part = yield from _move(play, ship.id)
    else:
        took_part = (yield from shooting.run_shooting(play, (ship.id,))).firers
    end_ready_state(play, took_part)
    play.emit(ActionSpent(action=act))
    return took_part, act


def _offers(state: Battle, ship: Piece) -> tuple[Option, ...]:
    """Return a dropship's Actions as options; if it cannot fire, that option is closed with a reason."""
    waits = ship.place == Off("reserve")
    aims = [] if waits else shooting.target_options(state, (ship.id,))[0]
    why = "it is not on the table yet" if waits else "it has no target in range, sight and arc"
    move = Option("move", "Enter and move" if waits else "Move", (ship.id,), rule=FLIGHT)
    fire = Option("shoot", "Shooting", (ship.id,), rule=ONE_TARGET)
    return (move, closed_if("" if aims else why, fire), Option(END_KEY, "No more actions"))


def _move(play: Play[Game], ship: str) -> Script[tuple[str, ...]]:
    """Fly up to 12 in over everything; the dropship may enter first, and land or leave at the end."""
    if play.state.table.piece(ship).place == Off("reserve"):
        yield from _enter(play, ship)
    prompt, able = f"Fly {play.state.table.piece(ship).name}", [viking_motion(play.state, ship)]
    given = yield from group_moves.ask_move_order(play, MI, able, rule=FLIGHT, prompt=prompt, about=ship)
    for leg in given.legs:
        if not group_moves.is_turn_only(leg):
            if not (yield from _fly(play, ship, leg)):
                return ()
        elif leg.facing is not None:
            face_piece(play, ship, leg.facing, FACING)
    yield from _arrive(play, ship)
    return (ship,)


def viking_motion(state: Battle, ship: str) -> Motion:
    """Return how far and where a dropship may go in one Move."""
    piece = state.table.piece(ship)
    return Motion(
        piece=ship,
        radius=piece.radius,
        allowance=piece_profile(piece).move,
        starts=((piece.xy,),),
        flying=True,
    )


def _enter(play: Play[Game], ship: str) -> Script[None]:
    """Ask where the dropship enters the table; its base touches the table edge from inside."""
    piece, ground = play.state.table.piece(ship), play.state.table.ground
    x0, x1, y1 = piece.radius, ground.width - piece.radius, ground.height - piece.radius
    lines = (((x0, x0), (x1, x0)), ((x1, x0), (x1, y1)), ((x0, y1), (x1, y1)), ((x0, x0), (x0, y1)))
    prompt = f"Where does {piece.name} come in?"
    x, y = yield from play.ask(ChoosePoint(side=MI, what="edge", prompt=prompt, about=ship, lines=lines))
    facing = round(bearing((x, y), (ground.width / 2, ground.height / 2)), 3)
    place = standing_place(ground, round(x, 3), round(y, 3), facing)
    play.move_piece(ship, place, "enter", rule=ARRIVAL)


def _fly(play: Play[Game], ship: str, leg: Leg) -> Script[bool]:
    """Take off if landed, and fly in a straight line. Return False if Hoppers shoot the dropship down."""
    set_mark(play, [ship], FLYING, 1)
    line = (leg.path[0], leg.end)
    if not (yield from interception.offer_interception(play, ship, line)):
        return False
    facing = play.state.table.piece(ship).facing if leg.facing is None else leg.facing
    place = standing_place(play.state.table.ground, *leg.end, facing)
    play.move_piece(ship, place, "fly", path=line, rule=FLIGHT)
    return True


def _arrive(play: Play[Game], ship: str) -> Script[None]:
    """End a Move: the dropship may land, or leave with everyone aboard. If both are impossible, log why."""
    asked = move_end_decision(play.state, play.state.table.piece(ship))
    shut = {option.key: option.shut for option in asked.options if option.shut}
    if "land" in shut and "leave" in shut:
        if play.state.table.piece(ship).has_mark(FLYING):
            play.log_message(phrase("{ship} cannot land: {reason}", Ref(ship), shut["land"]), by=ship)
        return
    chosen = yield from play.ask(asked)
    if chosen == "land":
        play.log_message(phrase("{} lands", Ref(ship)), by=ship)
        set_mark(play, [ship], FLYING, 0)
    elif chosen == "leave":
        _evacuate(play, ship)


def _evacuate(play: Play[Game], carrier: str) -> None:
    """Remove a dropship from the table and count the people and survivors aboard as evacuated."""
    leaving = leave_with_all_aboard(play, carrier, SHIPS)
    counts = {
        "evacuated_humans": sum(
            p.hits for p in leaving if piece_profile(p).humans and not has_trait(p, "survivors")
        ),
        "evacuated_survivors": sum(p.hits for p in leaving if has_trait(p, "survivors")),
        "evacuated_worth": sum(p.mark_count(WORTH) for p in leaving),
    }
    for name, count in counts.items():
        if count:
            change_counter(play, name, count, SHIPS)


def move_end_decision(state: Battle, ship: Piece) -> ChooseOne:
    """Return the decision that asks whether a dropship lands, leaves or stays in the air after its Move."""
    here = (ship.id,)
    land = closed_if(why_cannot_land(state, ship), Option("land", "Land", here, rule=SHIPS))
    away = Option("leave", "Leave the table with all aboard", here, rule=SHIPS)
    leave, stay = closed_if(why_cannot_leave(state, ship), away), Option(HOVER_KEY, "Stay as it is", here)
    options = closed_last((land, leave, stay))
    prompt = f"{ship.name}: land, leave or stay in the air?"
    return ChooseOne(
        side=MI, what="land", prompt=prompt, rule=SHIPS, about=ship.id, options=options, least=HOVER_KEY
    )


def why_cannot_land(state: Battle, ship: Piece) -> AnyText:
    """Return why a dropship cannot land at its position, or "" if it can."""
    zone = state.game.site.landing
    if not ship.has_mark(FLYING):
        return "it stands on the ground"
    if zone is None:
        return "there is no landing zone"
    beyond = math.dist(ship.xy, (zone.x, zone.y)) + ship.radius - zone.radius
    if not is_within_distance(beyond, 0.0):
        return phrase("its base reaches {distance} out of the landing zone", precise_length_text(beyond))
    others = [p for p in state.table.standing_pieces() if p.id != ship.id and blocks_bases(p)]
    under = [p for p in others if math.dist(p.xy, ship.xy) < p.radius + ship.radius - TOL]
    return phrase("{piece} is under it", Ref(under[0].id)) if under else ""


def why_cannot_leave(state: Battle, ship: Piece) -> AnyText:
    """Return why a dropship cannot leave the table, or "" if it can."""
    x, y = ship.xy
    ground = state.table.ground
    off = min(x, y, ground.width - x, ground.height - y) - ship.radius
    return "" if off <= TOL else phrase("its base is {gap} from the table edge", precise_length_text(off))
