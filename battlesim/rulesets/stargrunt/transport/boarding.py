"""Boarding and leaving a carrier (a vehicle that transports troops). Lengths are in inches."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.carrying import ask_to_get_out, exit_area, put_aboard
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_gaps import piece_gap, precise_length_text
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..core.choices import choose_or_none, why_none_is_open
from ..core.lookups import figures_of, has_tag, is_ok, is_suppressed, ok_figures
from ..core.marks import IN_POSITION
from ..core.state import Battle, Game
from ..core.vehicles import carrier_of, is_vehicle, passengers_of, vehicle_data
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import blocked_ids

BOARDS, ONE_SQUAD = "SG-TPT-01", "SG-TPT-02"
GETS_OUT = "SG-GAP-73"
WITHIN_IN = 6.0
"""How near to the hull those must be who board, and who have got out."""
SEATS_OF_SQUAD, SEATS_OF_POWER_ARMOUR = 8, 2
"""How many figures the largest squad has that fits, and for how many one in power armour counts."""
NONE_KEY = "none"


def carriers(state: Battle, unit: Unit) -> list[Piece]:
    """Return the working carriers of a unit's side that are on the table."""
    own = [piece for piece in state.table.standing_pieces() if piece.side == unit.side and is_ok(piece)]
    return [piece for piece in own if is_vehicle(piece) and has_tag(piece, "carrier")]


def boarders(state: Battle, unit: Unit, carrier: Piece) -> list[Piece]:
    """Return the figures of a unit that board a carrier: those that can act, and wounded near its hull."""
    table = state.table
    return [
        piece
        for piece in figures_of(state, unit.id)
        if is_ok(piece) or piece_gap(table, piece, carrier) <= WITHIN_IN + TOL
    ]


def seats_needed(figures: list[Piece]) -> int:
    """Return the number of seats that the given figures take up in a carrier."""
    return sum(SEATS_OF_POWER_ARMOUR if has_tag(figure, "power_armour") else 1 for figure in figures)


def why_no_room(state: Battle, unit: Unit, carrier: Piece) -> AnyText:
    """Return why a carrier has no room for a unit, or "" if it has."""
    data = vehicle_data(carrier)
    aboard = {piece.unit for piece in passengers_of(state, carrier)}
    if data is None or len(aboard) >= data.squads:
        return "it is full"
    needed = seats_needed(boarders(state, unit, carrier))
    return (
        f"it holds {SEATS_OF_SQUAD} of a squad, this one needs {needed} seats"
        if needed > SEATS_OF_SQUAD
        else ""
    )


def why_not_aboard(state: Battle, unit: Unit, carrier: Piece) -> AnyText:
    """Return why a unit cannot board a carrier, or "" if it can."""
    if full := why_no_room(state, unit, carrier):
        return full
    far = max(piece_gap(state.table, piece, carrier) for piece in ok_figures(state, unit.id))
    if far > WITHIN_IN + TOL:
        return phrase("its farthest figure is {distance} away", precise_length_text(far))
    suppressed = is_suppressed(state.table.units[carrier.unit])
    return "those in a suppressed vehicle do not open it" if suppressed else ""


def why_cannot_board(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no carrier to board, or "" if it has one."""
    able = carriers(state, unit)
    reasons = [why_not_aboard(state, unit, carrier) for carrier in able]
    common = why_none_is_open(reasons, "no carrier near enough has room for it")
    return phrase("{}: {}", able[0].name, common) if common and len(able) == 1 else common


def board(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which carrier a unit boards, and put it aboard; this costs the carrier no action."""
    own = play.state.table.units[unit]
    options = [
        Option(
            carrier.id,
            carrier.name,
            (carrier.id,),
            rule=BOARDS,
            to=(carrier.id,),
            shut=why_not_aboard(play.state, own, carrier),
        )
        for carrier in carriers(play.state, own)
    ]
    text = phrase("{unit}: board which vehicle?", own.name)
    decision = choose_or_none(play.state, own, text, options, what="carrier", rule=BOARDS, none=NONE_KEY)
    key = yield from play.ask(decision)
    if key != NONE_KEY:
        carrier = play.state.table.piece(key)
        figures = [piece.id for piece in boarders(play.state, own, carrier)]
        set_mark(play, [unit], IN_POSITION, 0, BOARDS)
        put_aboard(play, figures, carrier.id, how="board", rule=ONE_SQUAD)


def why_cannot_get_out(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot get out of its carrier, or "" if it can (SG-SUP-02)."""
    carrier = carrier_of(state, unit.id)
    if carrier is None or carrier.table_position is None:
        return "it is not aboard a vehicle on the table"
    if is_suppressed(state.table.units[carrier.unit]):
        return "its vehicle is suppressed"
    figures = _riders(state, unit.id, carrier)
    area = _area(state, carrier)
    spots = placements_near(state.table, area, figures, carrier.xy)
    return "" if len(spots) == len(figures) else "there is no room for it beside the vehicle"


def get_out(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask where a unit gets out, which must be in integrity and near the hull, and place it there."""
    carrier = carrier_of(play.state, unit)
    if carrier is None:
        return
    own = play.state.table.units[unit]
    yield from ask_to_get_out(
        play,
        own.side,
        [piece.id for piece in _riders(play.state, unit, carrier)],
        carrier.id,
        _area(play.state, carrier),
        what="get_out",
        prompt=phrase("{unit}: get out where?", own.name),
        rule=GETS_OUT,
    )


def _riders(state: Battle, unit: UnitId, carrier: Piece) -> list[Piece]:
    return [piece for piece in passengers_of(state, carrier) if piece.unit == unit]


def _area(state: Battle, carrier: Piece) -> PlacementArea:
    bases = tuple(piece.id for piece in state.table.standing_pieces())
    return exit_area(state.table, carrier.id, WITHIN_IN, blocked_ids(state), bases, INTEGRITY_LINK)


def why_riding(state: Battle, unit: Unit, key: str) -> AnyText:
    """Return why a unit riding in a vehicle cannot take an action, or "" if it can."""
    return "" if key in RIDING_KEYS or carrier_of(state, unit.id) is None else "it is aboard a vehicle"


RIDING_KEYS = ("get_out", "shake_off")
"""What a unit may do that rides in a vehicle: it cannot fire, and moves with its carrier."""
BOARD_ACTION = UnitAction(
    "Board a vehicle",
    BOARDS,
    why_cannot_board,
    board,
    lambda state, unit: bool(carriers(state, unit)) and _is_on_foot(state, unit),
)
GET_OUT_ACTION = UnitAction(
    "Get out",
    GETS_OUT,
    why_cannot_get_out,
    get_out,
    lambda state, unit: carrier_of(state, unit.id) is not None,
)


def _is_on_foot(state: Battle, unit: Unit) -> bool:
    own = ok_figures(state, unit.id)
    return bool(own) and not any(is_vehicle(piece) for piece in own)
