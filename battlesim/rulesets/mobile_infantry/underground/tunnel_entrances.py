"""Tunnel Entrances: where they can be placed, how models make room for them, and how they collapse.

An entrance is both a piece, which can be shot at, and terrain with the same id, which gives hard cover.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import astuple

from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_box
from battlesim.geometry.freespace import TABLE_EDGE_ID
from battlesim.geometry.placement import nearest_legal_position, nearest_positions_touching_disc
from battlesim.geometry.shapes import Point, circle
from battlesim.mechanics.pieces import allocate_id_number, gap
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.events import (
    PiecesAdded,
    PiecesMoved,
    PiecesRemoved,
    PieceTravel,
    TerrainChanged,
    TerrainRemoved,
)
from battlesim.table.ids import UnitId
from battlesim.table.levels import raised_terrain, standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Below, Piece
from battlesim.table.terrain import Ground, Terrain

from ..attack import attack_resolution
from ..attack.allocation import TIES
from ..attack.attack_resolution import Loss
from ..core.events import EntranceRevealed
from ..core.lookups import (
    entrances_on_table,
    has_trait,
    is_model,
    may_overlap,
    models_in_play,
    new_piece,
    tunneling_markers_on_table,
)
from ..core.marks import FLYING
from ..core.profiles import profile, terrain_kinds
from ..core.state import BUGS, MI, Battle, Game
from ..ground import captives
from ..ground.surface import surface

SITE = "MI-TUNL-04"
SHAKEN = "MI-TUNL-05"
COLLAPSE = "MI-TUNL-09"
REFUGE = "MI-TUNL-10"
ON_TABLE = "MI-TUNL-11"
BY_CHOICE = "MI-TUNL-12"
DIG = "MI-TUNL-01"
ROOM = "MI-GAP-45"
MAX_ENTRANCES = 6
FIXED_TRAITS = ("mech", "aircraft", "entrance")


def new_id(play: Play[Game], prefix: str) -> str:
    """Return an id that no piece, terrain or hidden entrance has had in this battle."""
    hidden = [entrance.id for entrance in play.state.game.hidden]
    return f"{prefix}{allocate_id_number(play, prefix, TIES, hidden)}"


def entrance_terrain(piece: Piece) -> Terrain:
    """Return the terrain of a Tunnel Entrance: low, hard cover for models in contact with it."""
    height = terrain_kinds()["tunnel_entrance"].height
    rings = (circle(*piece.xy, piece.radius),)
    entrance = Terrain(piece.id, "tunnel_entrance", rings, height, name=piece.name)
    place = piece.table_position
    return raised_terrain(entrance, place.z if place else 0.0)


def entrances_left(state: Battle) -> int:
    """Return the number of Tunnel Entrances that may still be placed."""
    return MAX_ENTRANCES - len(entrances_on_table(state)) - state.game.count("collapsed")


def why_no_entrance(state: Battle, x: float, y: float) -> tuple[str, str]:
    """Return why no entrance can be placed at a point, and the rule; both are "" if one can be placed."""
    radius = profile("tunnel_entrance").base / 2
    if entrances_left(state) <= 0:
        return f"no more than {MAX_ENTRANCES} Tunnel Entrances may be on the table at one time", ON_TABLE
    bedrock = state.game.site.bedrock
    if bedrock is not None and distance_to_box((x, y), astuple(bedrock)) < radius - TOL:
        return "the bedrock lets no tunnel up", "MI-GAP-47"  # MI-OBJ-02
    fixed = [
        p
        for p in state.table.standing_pieces()
        if not p.has_mark(FLYING) and any(has_trait(p, t) for t in FIXED_TRAITS)
    ]
    faults = free_space_on_table(
        state.table, radius, surface(state.table.ground).blocked_ids, fixed
    ).obstructions((x, y))
    if faults and faults[0].id == TABLE_EDGE_ID:
        return "it would reach over the table edge", ROOM
    if faults:
        return f"{state.table.name_of(faults[0].id)} is in the way", ROOM
    taken = [h.id for h in state.game.hidden if math.dist((h.x, h.y), (x, y)) < 2 * radius - TOL]
    return (f"{entrance_name(taken[0])} is in the way", ROOM) if taken else ("", "")


def place_entrance(play: Play[Game], marker: str) -> Script[str]:
    """Place a Tunnel Entrance at an underground group's marker, and return the entrance's id."""
    x, y = play.state.table.piece(marker).xy
    id = new_id(play, "E")
    play.log_message("A Tunnel Entrance opens", by=marker, at=(marker,), rule=SITE)
    add_entrance(play, id, x, y, SITE)
    yield from make_room_for_entrance(play, id, save=True)
    return id


def new_entrance(ground: Ground, id: str, x: float, y: float) -> Piece:
    """Return a new piece that is a Tunnel Entrance at (x, y)."""
    return new_piece(
        "tunnel_entrance", id, entrance_name(id), BUGS, UnitId("bugs"), standing_place(ground, x, y)
    )


def entrance_name(id: str) -> str:
    """Return the name of an entrance, which stays the same when it is revealed."""
    return f"Tunnel Entrance {id}"


def add_entrance(play: Play[Game], id: str, x: float, y: float, rule: str = "") -> None:
    """Put a Tunnel Entrance on the table, as a piece and as terrain."""
    piece = new_entrance(play.state.table.ground, id, x, y)
    play.emit(PiecesAdded(rule=rule, pieces=(piece,)))
    play.emit(TerrainChanged(rule=rule, old=None, new=entrance_terrain(piece)))


def make_room_for_entrance(play: Play[Game], entrance: str, *, save: bool) -> Script[None]:
    """Move models that stand where an entrance appears to its edge.

    If `save` is true, MI infantry first roll unmodified Saves and lose 1 HP on a failure. Each model moves to
    the nearest free position in contact; its player chooses among equally near ones.
    """
    hole = play.state.table.piece(entrance)
    stood = pieces_on_entrance(play.state, hole)
    if save:
        infantry = entrance_savers(play.state, stood)
        yield from attack_resolution.roll_saves(play, infantry, "the ground opens under them", SHAKEN)
    for id in stood:
        if _stands_on(play.state.table.piece(id), hole):
            yield from _shift(play, id, hole)


def pieces_on_entrance(state: Battle, hole: Piece) -> tuple[str, ...]:
    """Return the ids of the models that stand on an entrance, in the order in which they move away."""
    return tuple(sorted(p.id for p in state.table.standing_pieces() if _stands_on(p, hole)))


def entrance_savers(state: Battle, piece_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the MI infantry among the models, who must roll Saves when an entrance opens."""
    return tuple(id for id in piece_ids if has_trait(state.table.piece(id), "infantry"))


def _stands_on(piece: Piece, hole: Piece) -> bool:
    if piece.table_position is None or not is_model(piece) or piece.has_mark(FLYING):
        return False
    return math.dist(piece.xy, hole.xy) < piece.radius + hole.radius - TOL


def _shift(play: Play[Game], id: str, hole: Piece) -> Script[None]:
    piece = play.state.table.piece(id)
    places = _nearest_contacts(play.state, piece, hole)
    if not places:
        return
    x, y = places[0]
    if len(places) > 1:
        prompt, lines = f"Where is {piece.name} moved to?", tuple(zip(places, places, strict=True))
        ask = ChoosePoint(side=piece.side, what="find_place", prompt=prompt, rule=ROOM, about=id, lines=lines)
        x, y = yield from play.ask(ask)
    place = standing_place(play.state.table.ground, round(x, 3), round(y, 3), piece.facing)
    play.move_piece(id, place, "shift", rule=ROOM)


def _nearest_contacts(state: Battle, piece: Piece, hole: Piece) -> list[Point]:
    """Return the nearest free positions that touch the entrance, or else the nearest free position."""
    others = (p for p in state.table.standing_pieces() if p.id not in (piece.id, hole.id))
    bases = [p for p in others if not may_overlap(p, piece)]
    space = free_space_on_table(state.table, piece.radius, surface(state.table.ground).blocked_ids, bases)
    if found := nearest_positions_touching_disc(space, hole.xy, hole.radius, piece.xy):
        return found
    beside = free_space_on_table(
        state.table, piece.radius, surface(state.table.ground).blocked_ids, [*bases, hole]
    )
    near = nearest_legal_position(beside, piece.xy, 24.0)
    return [near] if near else []


class AffectedByCollapse(NamedTuple):
    """The ids of the pieces in a collapse: models and markers in contact, and models below the markers."""

    adjacent_ids: tuple[str, ...]
    marker_ids: tuple[str, ...]
    below_ids: tuple[str, ...]


def affected_by_collapse(state: Battle, entrance: str) -> AffectedByCollapse:
    """Return the models and markers that the collapse of an entrance affects."""
    grounded = [p.id for side in (MI, BUGS) for p in models_in_play(state, side) if not p.has_mark(FLYING)]
    near = tuple(id for id in grounded if gap(state, id, entrance) <= TOL)
    touched = tuple(m.id for m in tunneling_markers_on_table(state) if gap(state, m.id, entrance) <= TOL)
    return AffectedByCollapse(
        near, touched, tuple(p.id for marker in touched for p in state.table.pieces_below(marker))
    )


def collapse_entrance(play: Play[Game], entrance: str, rule: str) -> Script[list[Loss]]:
    """Collapse an entrance, roll Saves for the models beside or below it, and return the losses.

    Saves are unmodified; a failure costs 1 HP, and no model flinches. A surviving bug may go underground if a
    marker touched the entrance.
    """
    state = play.state
    hole = state.table.piece(entrance)
    play.log_message(phrase("{} collapses", Ref(entrance)), by=entrance, at=(entrance,), rule=COLLAPSE)
    near, touched, under = affected_by_collapse(state, entrance)
    play.emit(PiecesRemoved(rule=COLLAPSE, pieces=(hole,)))
    play.emit(TerrainRemoved(rule=COLLAPSE, old=state.table.terrain(entrance)))
    lost = yield from attack_resolution.roll_saves(play, (*near, *under), "the tunnel collapses", COLLAPSE)
    for marker in touched:
        yield from _go_below(play, marker, near)
    change_counter(play, "collapsed", 1, BY_CHOICE)
    change_counter(play, "collapsed_by_choice" if rule == BY_CHOICE else "entrances_destroyed", 1, rule)
    for marker in touched:
        remove_empty_marker(play, marker)
    return lost


def _go_below(play: Play[Game], marker: str, near: Sequence[str]) -> Script[None]:
    """Let surviving bugs with the Tunnel trait beside the entrance join a marker that touched it."""
    beside = [play.state.table.piece(name) for name in near]
    able = [p for p in beside if p.table_position is not None and has_trait(p, "tunnel")]
    if not able:
        return
    prompt, options = "Who goes below as the tunnel collapses?", piece_options(able, REFUGE)
    chosen = yield from play.choose_some("group", BUGS, prompt, options, rule="MI-GAP-46", about=marker)
    for bug in chosen:
        captives.drop_captive(play, bug)
    parts = tuple(PieceTravel(p.id, p.place, Below(marker)) for p in able if p.id in chosen)
    if parts:
        play.emit(PiecesMoved(rule=REFUGE, parts=parts, how="below"))


def remove_empty_marker(play: Play[Game], marker: str) -> None:
    """Remove an underground group's marker if no model is left below it."""
    if marker in play.state.table.pieces and not play.state.table.pieces_below(marker):
        play.emit(PiecesRemoved(rule=DIG, pieces=(play.state.table.piece(marker),)))


def reveal_entrance(play: Play[Game], structure_or_id: str, by_exit: bool) -> Script[None]:
    """Reveal the hidden entrance with the given id or in the given structure, if there is one.

    A hidden entrance is revealed by a Search, by the first exit from it, or when its building is destroyed.
    It then counts as an ordinary entrance even if there are more than 6. MI infantry standing on it roll
    Saves only if bugs come out.
    """
    play = play.under_rule("MI-HIDE-03")
    for entrance in play.state.game.hidden:
        if structure_or_id not in (entrance.structure, entrance.id):
            continue
        play.emit(EntranceRevealed(entrance=entrance.id))
        change_counter(play, "entrances_revealed", 1)
        add_entrance(play, entrance.id, entrance.x, entrance.y)
        play.log_message("A hidden Tunnel Entrance is revealed", by=entrance.id, at=(entrance.id,))
        yield from make_room_for_entrance(play, entrance.id, save=by_exit)
