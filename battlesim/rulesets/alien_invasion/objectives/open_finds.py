"""Things that are not hidden by option: all see from the start where they are."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point, centroid
from battlesim.mechanics.deck import draw_from_deck
from battlesim.table.ids import CardId, MarkerId
from battlesim.table.phrases import phrase

from ..core.events import ObjectivesChanged
from ..core.objectives import EMPTY_PLACE
from ..core.state import Battle, Game
from .items import lay_down, objectives


def show_finds(play: Play[Game], rule: str) -> Script[None]:
    """Draw for each place what is there, and lay it on the table in the middle of the place."""
    known = objectives(play.state)
    places = [place for act in known.acts if act.effect == "find" for place in act.at]
    names: dict[CardId, str] = {CardId(key): item.name for key, item in known.items.items()}
    for place in places:
        why = phrase("{}: what is there?", play.state.table.name_of(place))
        card = yield from draw_from_deck(play, "finds", why, rule=rule, names=names)
        play.emit(ObjectivesChanged(rule=rule, searched=(place,)))
        if card != EMPTY_PLACE:
            lay_down(play, MarkerId(card), _middle(play.state, place), rule)


def _middle(state: Battle, place: str) -> Point:
    marker = state.table.markers.get(MarkerId(place))
    return (marker.x, marker.y) if marker else centroid(state.table.terrain(place).rings[0])
