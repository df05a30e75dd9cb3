"""The loss of HITS, and the removal of models that have none left."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import remove_from_play
from battlesim.table.events import HitsChanged

from ..core.lookups import is_standing
from ..core.state import Game
from ..sighting.hiding import end_hiding
from .strike import DAMAGE


def apply_damage(play: Play[Game], target: str, damage: int, by: str, rule: str = DAMAGE) -> None:
    """Take HITS off a model; remove it from play if none are left."""
    if not damage or not is_standing(play.state, target):
        return
    end_hiding(play, target)
    piece = play.state.table.piece(target)
    if damage >= piece.hits:
        remove_from_play(play, target, rule, by)
    else:
        play.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=piece.hits - damage, by=by))
