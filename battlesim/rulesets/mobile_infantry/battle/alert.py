"""Beginnings and ends of turns, for both sides: Alert goes and comes, counters and limits run out.

A phase of this kind has one step; that it was done is noted in `passed` under the phase's name.
"""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play
from battlesim.engine.ruleset import Step
from battlesim.mechanics.pieces import clear_marks, set_mark
from battlesim.mechanics.turns import StepScript, once, set_counts, take
from battlesim.table.events import MarkerRemoved, Said
from battlesim.table.ids import SideKey

from ..air import viking
from ..core.facts import has, models
from ..core.marks import ALERT, AMMO, of_the_round
from ..core.state import BUGS, MI, Battle, Game
from ..troopers.support import RADIO

TURN = "MI-GAP-09"
SIDE: Mapping[str, SideKey] = {"mi_start": MI, "mi_alert": MI, "bugs_start": BUGS, "bugs_alert": BUGS}
ALL_ON_ALERT: Mapping[str, tuple[str, str]] = {
    MI: ("MI-TURN-03", "All MI models are on Alert"),
    BUGS: ("MI-BTRN-03", "All Arachnid models are on Alert"),
}


def start_of_turn(state: Battle) -> Step | None:
    """The step that opens a side's turn, once."""
    return once(state, "start_of_turn")


def end_of_turn(state: Battle) -> Step | None:
    """The step that puts a side on Alert, once."""
    return once(state, "alert")


def end_of_game_turn(state: Battle) -> Step | None:
    """The step that ends a game turn, once."""
    return once(state, "end_of_game_turn")


def begin(play: Play[Game], phase: str) -> None:
    """A side's models lose Alert for their own turn; the MI reload and may radio again."""
    play, side = play.under(TURN), SIDE[phase]
    set_mark(play, [p.id for p in play.state.table.of_side(side)], ALERT, 0)
    if side == MI:
        clear_marks(play, play.state.table.of_side(MI), lambda mark: mark == AMMO, "MI-TRT-08")
        set_counts(play, {"radio_tried": 0}, RADIO)
        viking.send_due(play)
    take(play)


def stand_to(play: Play[Game], phase: str) -> None:
    """Every model of the side on the table is on Alert, whether or not it acted.

    Alert is had or not, never twice. Survivors and whoever is aboard have none.
    """
    rule, words = ALL_ON_ALERT[SIDE[phase]]
    play = play.under(rule)
    watching = [p.id for p in models(play.state, SIDE[phase]) if not has(p, "survivors")]
    set_mark(play, watching, ALERT, 1)
    play.emit(Said(text=words))
    take(play)


def end_round(play: Play[Game], phase: str) -> None:
    """Limits of a game turn are lifted; last turn's smoke goes."""
    state = play.state
    clear_marks(play, state.table.pieces.values(), of_the_round, "MI-GAP-64")
    for marker in state.table.markers.values():
        if 0 < marker.until <= state.game.turn:
            play.emit(MarkerRemoved(rule="MI-GAP-52", marker=marker))
    take(play, TURN)


SCRIPTS: Mapping[str, StepScript] = {"start_of_turn": begin, "alert": stand_to, "end_of_game_turn": end_round}
