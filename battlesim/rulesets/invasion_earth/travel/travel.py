"""Movement along a path: objects are pushed aside, waiting enemies react, and hiding may end."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.geometry.paths import split_path
from battlesim.mechanics.group_moves import carry_out_legs
from battlesim.mechanics.interrupted_moves import MoveProgress, travel
from battlesim.rulings.movement import Leg, Motion

from ..core.lookups import is_standing
from ..core.marks import HIDDEN
from ..core.state import Game
from ..ground.loads import bring_load
from ..ground.loose import PUSH, break_through, pushes
from ..ground.motion import SNEAK
from ..sighting.hiding import end_hiding, find_hidden_models, full_views
from ..waiting.reactions import reactions_of, remember_targets
from ..waiting.zones import WaitingSide

INTERRUPTED = "IE-GAP-71"


def travel_leg(play: Play[Game], leg: Leg, motion: Motion, rule: str, how: str) -> Script[bool]:
    """Move a model along a path. Return False if a reaction removed it or ended its action.

    At each point, objects are pushed aside, then hiding ends, then the waiting sides are asked. A model whose
    hiding ends enters the zones it was hidden in, so those are determined beforehand.
    """
    piece = leg.piece
    own = play.state.table.piece(piece)
    sides = [WaitingSide(side.key) for side in play.state.table.sides if side.key != own.side]
    if how != SNEAK and own.has_mark(HIDDEN):
        for side in sides:
            side.moments(play.state, MoveProgress(piece, leg.path))
        end_hiding(play, piece)
    kinds = (
        pushes(play),
        full_views(play),
        *(reactions_of(play, side, piece).kind for side in sides),
    )
    done = yield from travel(play, leg, kinds, lambda part: _carry(play, part, motion, rule, how))
    if is_standing(play.state, piece):
        remember_targets(play, piece, sides, done.travelled)
        break_through(play, piece, split_path(leg.path, done.travelled)[0])
        bring_load(play, piece)
    find_hidden_models(play)
    return done.ended_by in ("", PUSH) and is_standing(play.state, piece)


def _carry(play: Play[Game], leg: Leg, motion: Motion, rule: str, how: str) -> None:
    carry_out_legs(play, [leg], lambda state, _: motion, rule, how)
