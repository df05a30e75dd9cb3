"""Move a model along a path: it pushes things aside, waiting enemies react, and hiding may end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.paths import split_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics.group_moves import carry_out_legs
from battlesim.rulings.movement import Leg, Motion

from ..core.lookups import is_standing
from ..core.state import Game
from ..ground.loads import bring_load
from ..ground.loose import break_through, go_pushing
from ..ground.motion import SNEAK
from ..sighting.hiding import end_hiding, find_hidden_models
from ..waiting.reactions import ask_for_reaction, react, reaction_stops, remember_targets

INTERRUPTED = "IE-GAP-71"


def travel(play: Play[Game], leg: Leg, motion: Motion, rule: str, how: str) -> Script[bool]:
    """Move a model along a leg. Return False if a reaction removed it or ended its action.

    At each stop of its path the waiting sides are asked at most once; after a shot the rest of the path is
    worked out again.
    """
    piece, start = leg.piece, play.state.table.piece(leg.piece)
    if how != SNEAK:
        end_hiding(play, piece)
    on = yield from go_pushing(play, leg, lambda part: _go(play, part, motion, rule, how))
    if is_standing(play.state, piece):
        remember_targets(play, start, leg.path)
        break_through(play, piece, leg.path)
        bring_load(play, piece)
    find_hidden_models(play)
    return on and is_standing(play.state, piece)


def _go(play: Play[Game], leg: Leg, motion: Motion, rule: str, how: str) -> Script[bool]:
    """Move a model along a path without loose objects. Return False if a reaction ended its action."""
    piece = leg.piece
    ahead: Sequence[Point] = leg.path
    asked, on = True, True
    while asked and on:
        stops = reaction_stops(play.state, play.state.table.piece(piece), ahead)
        moment = (yield from ask_for_reaction(play, piece, ahead, stops)) if stops else None
        asked = moment is not None
        part, rest = split_path(ahead, moment.along) if moment else (tuple(ahead), tuple(ahead[-1:]))
        part = (*part[:-1], moment.point) if moment else part
        facing = leg.facing if not moment or len(rest) < 2 else None
        _carry(play, msgspec.structs.replace(leg, path=part, facing=facing), motion, rule, how)
        ahead = (play.state.table.piece(piece).xy, *rest[1:])
        if moment:
            on = yield from react(play, moment.by, piece)
    return on and is_standing(play.state, piece)


def _carry(play: Play[Game], leg: Leg, motion: Motion, rule: str, how: str) -> None:
    if len(leg.path) > 1 or leg.enters or leg.facing is not None:
        carry_out_legs(play, [leg], lambda state, _: motion, rule, how)
