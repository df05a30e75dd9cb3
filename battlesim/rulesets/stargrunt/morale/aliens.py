"""The morale of automated aliens: how long they stay broken, and when they lose heart."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId

from ..core.lookups import confidence, is_suppressed, ok_figures, unit_rules
from ..core.marks import BROKEN, CONFIDENCE, COWED, PINNED, SHAKEN
from ..core.state import Game
from ..ground.cover import is_in_cover

ALIEN_MORALE = "SG-GAP-148"
LOSES_HEART = "SG-GAP-153"
FEW = 2
"""The number of figures up to which a suppressed alien unit loses heart in the open."""


def begin_alien_activation(play: Play[Game], unit: UnitId) -> None:
    """Raise the confidence of aliens broken for a second activation, or break a few pinned in the open."""
    own = play.state.table.units[unit]
    if not unit_rules(own).automated:
        return
    broken = confidence(own) == BROKEN
    if broken and own.has_mark(COWED):
        set_mark(play, [unit], CONFIDENCE, SHAKEN, ALIEN_MORALE)
    set_mark(play, [unit], COWED, int(broken and not own.has_mark(COWED)), ALIEN_MORALE)
    few = len(ok_figures(play.state, unit)) <= FEW
    pinned = few and is_suppressed(own) and not is_in_cover(play.state, unit)
    if pinned and own.has_mark(PINNED) and confidence(own) > BROKEN:
        set_mark(play, [unit], CONFIDENCE, BROKEN, LOSES_HEART)
    set_mark(play, [unit], PINNED, int(pinned and not own.has_mark(PINNED)), LOSES_HEART)
