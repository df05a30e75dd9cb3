"""Hidden Tunnel Entrances come to light."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import add
from battlesim.table.events import Said

from ..core.events import EntranceRevealed
from ..core.state import Game
from . import tunnels


def reveal(play: Play[Game], where: str, by_exit: bool) -> Script[None]:
    """Reveal the hidden entrance of a structure, or the one with this id; without one nothing happens.

    By a Search, by the first exit from it, or when its building is destroyed. From then on it is an ordinary
    entrance, the limit of 6 notwithstanding. MI infantry on the spot makes a Save only when bugs
    come out.
    """
    play = play.under("MI-HIDE-03")
    for entrance in play.state.game.hidden:
        if where not in (entrance.structure, entrance.id):
            continue
        play.emit(EntranceRevealed(entrance=entrance.id))
        add(play, "entrances_revealed", 1)
        tunnels.put_up(play, entrance.id, entrance.x, entrance.y)
        text = "A hidden Tunnel Entrance is revealed"
        play.emit(Said(text=text, by=entrance.id, at=(entrance.id,)))
        yield from tunnels.make_room(play, entrance.id, save=by_exit)
