"""One Action of a group below ground, and the Reactions to it."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import ActionSpent, under_way

from ..below import markers, tunnels
from ..core.state import BUGS, Game
from . import bug_actions


def action(play: Play[Game]) -> Script[None]:
    """A tunnel move, or nothing more.

    Those who come out have the group's remaining Action on the surface.
    """
    now = under_way(play.state)
    marker = now.unit
    options = (*markers.choices(play.state, marker), Option(markers.DONE, "Nothing more"))
    chosen = yield from play.one(
        "tunnel",
        BUGS,
        f"{now.name}: tunnel move",
        options,
        rule="MI-TUNL-01",
        about=marker,
        least=markers.DONE,
    )
    if not chosen.act:
        play.emit(ActionSpent(rule=bug_actions.TWO_ACTIONS, action=markers.DONE, count=now.actions_left))
        return
    play.emit(ActionSpent(rule="MI-TUNL-01", action=chosen.act))
    if chosen.act == "exit":
        out = yield from markers.come_out(play, marker, *chosen.to)
        yield from bug_actions.after_move(play, out, "exit")
        markers.surfaced(play, marker, out)
    elif chosen.act == "place":
        hole = yield from tunnels.place_entrance(play, marker)
        yield from bug_actions.completed(play, (hole,), "place")
    else:
        yield from markers.MOVES[chosen.act](play, marker)
