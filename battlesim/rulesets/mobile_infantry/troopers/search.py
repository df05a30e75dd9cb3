"""Searches of structures: which models may search, and what they find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from battlesim.behaviour.advice import piece_point
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.deployment import deploy_pieces
from battlesim.mechanics.pieces import allocate_id_number, is_within_distance, put_on_table
from battlesim.rulings.piece_gaps import terrain_gap
from battlesim.rulings.piece_placement import placements_near
from battlesim.table.events import PiecesAdded
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Inside, Off, Piece
from battlesim.table.state import Table

from ..arachnids import melee
from ..core.events import StructureSearched
from ..core.lookups import new_piece
from ..core.marks import WORTH
from ..core.state import BUGS, MI, Battle, Game, SearchFind
from ..ground.movement import building_room_left, ground_room
from ..losses.hit_points import restore_hits
from ..underground import tunnel_entrances

SEARCH = "MI-SRCH-01"
FOUND = "MI-GAP-29"
SEARCH_REACH_IN = 1.0
STORES_HITS = 2
SURVIVOR_STAND_HITS = 4
NO_FIND = SearchFind("nothing")


def is_in_search_reach(state: Battle, piece: Piece, terrain: str, reach: float = SEARCH_REACH_IN) -> bool:
    """Return whether a model is inside a structure or within `reach` inches of it."""
    return is_within_distance(terrain_gap(state.table, piece, terrain), reach)


def search_building(play: Play[Game], searcher: str, structure: str) -> Script[None]:
    """Search a building, once per battle, and reveal any hidden entrance in it.

    The scenario's survivors are found too; otherwise the search table decides what is found.
    """
    play.emit(StructureSearched(rule=SEARCH, structure=structure, by=searcher))
    find = play.state.game.site.finds.get(structure, SearchFind("table"))
    if any(h.structure == structure for h in play.state.game.hidden):
        yield from tunnel_entrances.reveal_entrance(play, structure, by_exit=False)
        find = find if find.what == "survivors" else NO_FIND
    placed = play.state.game.parameters.hidden_sites == "fixed"
    if find.what == "table" or (find.what == "entrance" and not placed):
        by_table, words = play.under_rule(FOUND), phrase("{} searches {}", Ref(searcher), Ref(structure))
        (face,) = yield from by_table.roll_dice((6,), words, by=searcher)
        found = SEARCH_TABLE[face].script(by_table, searcher, structure)
        find = found if isinstance(found, SearchFind) else (yield from found)
    if find.what == "survivors":
        yield from place_survivors(play, searcher, find.amount)
    else:
        play.log_message(
            phrase("Nothing more is found in {structure}", Ref(structure)), by=searcher, rule="MI-SRCH-02"
        )


def _at(table: Table, searcher: Piece) -> Point:
    """Return the point where a searching model is, on the table or inside a building."""
    found = piece_point(table, searcher)
    assert found is not None
    return found


def _ambush(play: Play[Game], searcher: str, structure: str) -> Script[SearchFind]:
    """Place 1D6 Warriors from the reserve in contact with the building and let them fight a free Melee."""
    (face,) = yield from play.roll_dice((6,), "Warriors in ambush", by=searcher)
    state = play.state
    reserve = [p for p in state.table.pieces_off("reserve") if p.kind == "warrior" and p.side == BUGS][:face]
    model, room = state.table.piece(searcher), ground_room(state, (structure,))
    spots = placements_near(state.table, room, reserve, _at(state.table, model))
    if not spots:
        play.log_message(phrase("No Warrior is left for an ambush in {structure}", Ref(structure)))
        return NO_FIND
    put_on_table(play, spots, how="ambush")
    yield from melee.run_melee(play, tuple(spot.piece for spot in spots), free=True)
    return NO_FIND


def _stores(play: Play[Game], searcher: str, structure: str) -> SearchFind:
    """Restore up to 2 HP of the searching stand from medical stores."""
    play.log_message(
        phrase("{searcher} finds medical stores in {structure}", Ref(searcher), Ref(structure)), by=searcher
    )
    restore_hits(play, searcher, STORES_HITS, FOUND)
    return NO_FIND


FindScript = Callable[[Play[Game], str, str], SearchFind | Script[SearchFind]]


class SearchEntry(NamedTuple):
    """An entry of the search table, with its text and the function that carries it out."""

    text: str
    script: FindScript
    people: bool = False


def _survivors(sides: int, more: int) -> SearchEntry:
    def roll(play: Play[Game], searcher: str, structure: str) -> Script[SearchFind]:
        (face,) = yield from play.roll_dice((sides,), phrase("survivors in {}", Ref(structure)), by=searcher)
        return SearchFind("survivors", face + more)

    return SearchEntry(f"{1 + more} to {sides + more} HP of survivors", roll, people=True)


SEARCH_TABLE: Mapping[int, SearchEntry] = {
    1: SearchEntry("1 to 6 Warriors in ambush", _ambush),
    2: SearchEntry("nothing", lambda play, searcher, structure: NO_FIND),
    3: SearchEntry(f"stores: up to {STORES_HITS} HP back", _stores),
    4: _survivors(3, 0),
    5: _survivors(6, 0),
    6: _survivors(6, 2),
}


def place_survivors(play: Play[Game], finder: str, amount: int) -> Script[None]:
    """Place survivors as stands of up to 4 hit points that join the finder's unit."""
    play = play.under_rule("MI-GAP-30")
    while amount > 0:
        hits = min(SURVIVOR_STAND_HITS, amount)
        stand = yield from _new_stand(play, finder, hits)
        yield from _place_stand(play, finder, stand)
        amount -= hits


def _new_stand(play: Play[Game], finder: str, hits: int) -> Script[str]:
    """Create an unarmed stand of survivors without Alert, roll for its value if needed, and return its id."""
    state = play.state
    number = allocate_id_number(play, "survivors-")
    id, unit = f"survivors-{number}", state.table.piece(finder).unit
    stand = new_piece("survivors", id, f"Survivors {number}", MI, unit, Off("reserve"))
    stand = replace(stand, hits=hits, hits_full=hits)
    if state.game.parameters.survivor_points == "rolled":
        (worth,) = yield from play.roll_dice((3,), "points for the survivors", by=stand.id)
        stand = stand.with_mark(WORTH, worth)
    play.emit(PiecesAdded(pieces=(stand,)))
    return stand.id


def _place_stand(play: Play[Game], finder: str, stand: str) -> Script[None]:
    """Place a stand in the finder's building if it has room, else in contact with finder or building."""
    state = play.state
    at, piece = state.table.piece(finder), state.table.piece(stand)
    touching, name, near = finder, at.name, _at(state.table, at)
    if isinstance(at.place, Inside):
        touching, name = at.place.terrain, "the building"
        if building_room_left(state, touching) >= piece.hits:
            play.move_piece(stand, at.place, "place")
            return
    room = ground_room(state, (touching,))
    if not placements_near(state.table, room, [piece], near):
        room = ground_room(state, ())
    prompt = f"Where do the survivors come out beside {name}?"
    yield from deploy_pieces(play, "find_place", MI, prompt, (stand,), room, near=near, about=finder)
