"""Loss of HITS, and removal of the models that have none left."""

from __future__ import annotations

from typing import TypeVar

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, roll_together
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.events import HitsChanged
from battlesim.table.phrases import AnyText, Ref, phrase

from ..core.lookups import is_standing
from ..core.marks import FIXING
from ..core.state import Game
from ..sighting.hiding import end_hiding
from .strike import DAMAGE, SAVE

R = TypeVar("R")
DISTURBED = "IE-FIX-05"


def roll_with_save(
    play: Play[Game], script: DiceScript[R], text: AnyText, target: str, rule: str, by: str
) -> Script[R]:
    """Roll the dice of a script, showing the first roll with a text and the next as a save (IE-GAP-01)."""
    run = DiceScriptRun(script)
    yield from roll_together(play, [run], text, rule=rule, by=by)
    while run.pending_roll is not None:
        yield from roll_together(play, [run], phrase("{} saves", Ref(target)), rule=SAVE, by=target)
    return run.end


def disturb_repair(play: Play[Game], target: str) -> None:
    """End the repair that a model is making, because it is attacked."""
    set_mark(play, [target], FIXING, 0, DISTURBED)


def apply_damage(play: Play[Game], target: str, damage: int, by: str, rule: str = DAMAGE) -> None:
    """Take HITS from a model, and remove it from play if it has none left."""
    if not damage or not is_standing(play.state, target):
        return
    end_hiding(play, target)
    piece = play.state.table.piece(target)
    if damage >= piece.hits:
        remove_from_play(play, target, rule, by)
    else:
        play.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=piece.hits - damage, by=by))
