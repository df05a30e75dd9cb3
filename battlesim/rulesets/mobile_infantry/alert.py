"""Beginnings and ends of turns, for both sides: Alert goes and comes, counters and limits run out.

A phase of this kind has one step; that it was done is noted in `passed` under the phase's name.
"""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.game import Game as Play
from battlesim.engine.game import Script
from battlesim.engine.ruleset import Step
from battlesim.rulesets.mobile_infantry import viking
from battlesim.rulesets.mobile_infantry.events import Passed, tally
from battlesim.rulesets.mobile_infantry.facts import has, models
from battlesim.rulesets.mobile_infantry.marking import clear_marks, set_mark
from battlesim.rulesets.mobile_infantry.marks import ALERT, AMMO, of_the_round
from battlesim.rulesets.mobile_infantry.state import BUGS, MI, Battle, Game
from battlesim.table.events import MarkerRemoved, Said

SIDE: Mapping[str, str] = {"mi_start": MI, "mi_alert": MI, "bugs_start": BUGS, "bugs_alert": BUGS}
ALL_ON_ALERT: Mapping[str, tuple[str, str]] = {
    MI: ("MI-TURN-03", "All MI models are on Alert"),
    BUGS: ("MI-BTRN-03", "All Arachnid models are on Alert"),
}


def _once(state: Battle, step: str) -> Step | None:
    return None if state.game.phase in state.game.passed else Step(step, (state.game.phase,))


def start_of_turn(state: Battle) -> Step | None:
    """The step that opens a side's turn, once."""
    return _once(state, "start_of_turn")


def end_of_turn(state: Battle) -> Step | None:
    """The step that puts a side on Alert, once."""
    return _once(state, "alert")


def end_of_game_turn(state: Battle) -> Step | None:
    """The step that ends a game turn, once."""
    return _once(state, "end_of_game_turn")


def begin(game: Play[Game], step: Step) -> Script[None]:
    """A side's models lose Alert for their own turn (MI-GAP-09); the MI reload and may radio again."""
    (phase,) = step.args
    side = SIDE[phase]
    own = game.state.table.of_side(side)
    set_mark(game, [p.id for p in own], ALERT, 0, "MI-GAP-09")
    if side == MI:
        clear_marks(game, game.state.table.of_side(MI), lambda mark: mark == AMMO, "MI-TRT-08")
        if tried := game.state.game.count("radio_tried"):
            game.emit(tally(game.state, "radio_tried", -tried, "MI-GAP-26"))
        viking.send_due(game)
    game.emit(Passed(rule="MI-GAP-09", what=phase))
    return
    yield


def stand_to(game: Play[Game], step: Step) -> Script[None]:
    """Every model of the side on the table is on Alert, whether or not it acted (MI-TURN-03, MI-BTRN-03).

    Alert is had or not, never twice. Survivors and whoever is aboard have none (MI-GAP-27, MI-GAP-30).
    """
    (phase,) = step.args
    rule, words = ALL_ON_ALERT[SIDE[phase]]
    watching = [p.id for p in models(game.state, SIDE[phase]) if not has(p, "survivors")]
    set_mark(game, watching, ALERT, 1, rule)
    game.emit(Said(rule=rule, text=words))
    game.emit(Passed(rule=rule, what=phase))
    return
    yield


def end_round(game: Play[Game], step: Step) -> Script[None]:
    """Limits of a game turn are lifted (MI-GAP-59, MI-GAP-64); last turn's smoke goes (MI-GAP-52)."""
    state = game.state
    clear_marks(game, state.table.pieces.values(), of_the_round, "MI-GAP-64")
    for marker in state.table.markers.values():
        if 0 < marker.until <= state.game.turn:
            game.emit(MarkerRemoved(rule="MI-GAP-52", marker=marker))
    game.emit(Passed(rule="MI-GAP-09", what=step.args[0]))
    return
    yield


SCRIPTS = {"start_of_turn": begin, "alert": stand_to, "end_of_game_turn": end_round}
