"""The number of actions in a turn: one, or two for a model with lightning action."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.lookups import is_standing
from ..core.marks import ACTED_ONCE
from ..core.skills import LIGHTNING_ACTION, SKILLS
from ..core.state import Battle, Game
from .flight import LAST_ACTIONS

ONE_ACTION = "IE-GAP-04"
SUPPRESSING = ("suppress_area", "suppress_cover", "suppress_cover_together")
PARTS = {
    "move_fire": ("move", "fire"),
    "fire_building": ("fire",),
    "swivel": ("move",),
    **dict.fromkeys(SUPPRESSING, ("fire",)),
}
"""The actions that an action counts as, where it counts as others."""
ATTACKS = ("fire", "move_fire", "fire_building", "assault", "stay_and_fight", *SUPPRESSING)
"""The keys of actions of which a model takes at most one in a turn."""


def spend_action(play: Play[Game], piece: str, action: str, ends: bool) -> None:
    """Use up a model's action; lightning action gives it a second one unless its turn `ends`."""
    standing = is_standing(play.state, piece) and piece not in play.state.game.acted
    own = play.state.table.pieces[piece]
    again = own.has_mark(LIGHTNING_ACTION) and not own.has_mark(ACTED_ONCE)
    if standing and again and not ends and action not in LAST_ACTIONS:
        part = MarkChange(piece, ACTED_ONCE, 0, 1, action)
        play.emit(MarksChanged(rule=SKILLS[LIGHTNING_ACTION].rule, parts=(part,)))
    else:
        play.emit(PiecesActed(rule=ONE_ACTION, acted=(piece,)))


def why_barred_by_first_action(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why a model's first action rules out another as its second, or "" if not (IE-GAP-83)."""
    first = next((mark.note for mark in piece.marks if mark.name == ACTED_ONCE), "")
    if not first or state.game.parameters.any_two_actions:
        return ""
    if set(PARTS.get(first, (first,))) & set(PARTS.get(action, (action,))):
        return "it has done that in this turn"
    return "one attack in a turn" if first in ATTACKS and action in ATTACKS else ""
