"""Going aboard dropships: room, who is aboard, leaving the table with them."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play
from battlesim.mechanics.turns import add
from battlesim.rulings.movement import Entry
from battlesim.table.events import Moved, Travel
from battlesim.table.pieces import Off, Piece

from ..core.facts import has, is_model, of
from ..core.marks import FLYING, WORTH
from ..core.state import Battle, Game

SHIPS = "MI-GAP-27"
BOARDING = 2.0
ROOM = 40
MECH_ROOM: Mapping[str, int] = {"light_mech": 8, "heavy_mech": 12}


def room_taken(piece: Piece) -> int:
    """The room a model needs: its hit points, a mech more."""
    return MECH_ROOM.get(piece.kind, piece.hits)


def room_left(state: Battle, carrier: str) -> int:
    """The room left aboard a dropship."""
    return ROOM - sum(room_taken(p) for p in state.table.aboard(carrier))


def landed(state: Battle) -> list[Piece]:
    """The dropships that stand on the ground."""
    here = state.table.standing
    return list(
        state.table.cached(
            "mobile infantry: landed",
            lambda: [p for p in here() if has(p, "transport") and not p.has(FLYING)],
        )
    )


def entries(state: Battle, piece: Piece) -> tuple[Entry, ...]:
    """The dropships that a stand or mech may board from base contact, for 2 in of its Move."""
    if has(piece, "aircraft") or not is_model(piece):
        return ()
    need = room_taken(piece)
    return tuple(
        Entry(
            ship.id,
            BOARDING,
            "aboard",
            "" if room_left(state, ship.id) >= need else f"there is no room for {need} HP more aboard",
        )
        for ship in landed(state)
    )


def evacuate(play: Play[Game], carrier: str) -> None:
    """A dropship leaves the table, and all aboard are evacuated: people and survivors are counted."""
    table = play.state.table
    leaving = [*table.aboard(carrier), table.piece(carrier)]
    parts = tuple(Travel(p.id, p.place, Off("left")) for p in leaving)
    play.emit(Moved(rule=SHIPS, parts=parts, how="leave"))
    counts = {
        "evacuated_humans": sum(p.hits for p in leaving if of(p).humans and not has(p, "survivors")),
        "evacuated_survivors": sum(p.hits for p in leaving if has(p, "survivors")),
        "evacuated_worth": sum(p.count(WORTH) for p in leaving),
    }
    for name, count in counts.items():
        if count:
            add(play, name, count, SHIPS)
