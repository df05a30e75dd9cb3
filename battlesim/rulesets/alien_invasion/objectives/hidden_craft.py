"""Craft that are hidden at one of several places, which only their side knows until they are uncovered."""

from __future__ import annotations

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.dice import Rng
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import set_counters
from battlesim.table.events import MarkerPlaced, MarkerRemoved
from battlesim.table.ids import MarkerId, SideKey
from battlesim.table.levels import standing_place
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Marker, Off

from ..contact.carrying_out import push_aside
from ..core.objectives import HiddenCraft
from ..core.state import Battle, Game
from .items import objectives

HIDES, ASSETS = "MT-SCN-04", "MT-GAP-83"
MARKER_KIND = "hidden_craft"
"""The kind of the secret marker at the place where a craft is hidden."""


def hidden_crafts(state: Battle) -> tuple[HiddenCraft, ...]:
    """Return the craft that begin the scenario hidden."""
    return state.game.hidden or ()


def _marker_id(craft: HiddenCraft) -> MarkerId:
    return MarkerId(f"{craft.piece}_hidden")


def _was_placed(state: Battle, craft: HiddenCraft) -> bool:
    return bool(state.game.count(_marker_id(craft)))


def to_be_hidden(state: Battle, side: SideKey) -> list[HiddenCraft]:
    """Return the craft of a side for which no place has been chosen yet."""
    own = [craft for craft in hidden_crafts(state) if state.table.piece(craft.piece).side == side]
    return [craft for craft in own if not _was_placed(state, craft)]


def hiding_place(state: Battle, piece: str) -> MarkerId | None:
    """Return the place where a craft is hidden, or None if it is not hidden or its place is unknown."""
    marker = state.table.markers.get(MarkerId(f"{piece}_hidden"))
    craft = next((craft for craft in hidden_crafts(state) if craft.piece == piece), None)
    if marker is None or craft is None:
        return None
    markers = state.table.markers
    return next(key for key in craft.places if (markers[key].x, markers[key].y) == (marker.x, marker.y))


def secret_marker(state: Battle, craft: HiddenCraft, place: MarkerId) -> Marker:
    """Return the marker for a craft at a place, which only its own side sees."""
    spot, piece = state.table.markers[place], state.table.piece(craft.piece)
    name = f"{piece.name}, hidden"
    return Marker(_marker_id(craft), MARKER_KIND, spot.x, spot.y, spot.radius, side=piece.side, name=name)


def hide_craft(play: Play[Game], craft: HiddenCraft) -> Script[None]:
    """Let a side choose where its craft is hidden, or show it to all at once if nothing may be hidden."""
    piece = play.state.table.piece(craft.piece)
    options = (Option(key, play.state.table.name_of(key), (key,), rule=HIDES) for key in craft.places)
    prompt = phrase("Where is the {piece} hidden?", piece.name)
    place = yield from play.ask(
        ChooseOne(side=piece.side, what="hiding_place", prompt=prompt, rule=HIDES, options=tuple(options))
    )
    play.emit(MarkerPlaced(rule=HIDES, marker=secret_marker(play.state, craft, MarkerId(place))))
    set_counters(play, {_marker_id(craft): 1}, HIDES)
    if not play.state.game.parameters.hides_assets:
        uncover_craft(play, craft.piece)


def uncover_craft(play: Play[Game], piece: str) -> None:
    """Put a craft on the table where it was hidden, moving aside the figures that stand there."""
    state, place = play.state, hiding_place(play.state, piece)
    assert place is not None, "the craft is hidden"
    spot = state.table.markers[place]
    play.emit(MarkerRemoved(rule=ASSETS, marker=state.table.markers[MarkerId(f"{piece}_hidden")]))
    play.move_piece(piece, standing_place(state.table.ground, spot.x, spot.y, 0.0), "uncover", rule=HIDES)
    play.log_message(phrase("{} was hidden here: {}", state.table.piece(piece).name, spot.name), rule=HIDES)
    push_aside(play, piece, tuple(state.game.factions), HIDES)


def with_crafts_hidden(view: Battle, rng: Rng) -> Battle:
    """Return a complete state that agrees with a view, hiding unknown craft at random unsearched places."""
    searched = objectives(view).searched
    for craft in hidden_crafts(view):
        away = isinstance(view.table.piece(craft.piece).place, Off)
        if not (away and _was_placed(view, craft)) or hiding_place(view, craft.piece):
            continue
        place = rng.choice([place for place in craft.places if place not in searched])
        marker = secret_marker(view, craft, place)
        table = msgspec.structs.replace(view.table, markers={**view.table.markers, marker.id: marker})
        view = view.with_table(table)
    return view
