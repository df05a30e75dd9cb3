"""The odds of all options beside each other: aimed and suppressing fire."""

from __future__ import annotations

from battlesim.report.picture import looks_of
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.attack.shooting import shot_decision
from battlesim.ui.decision.pickers.options import OnePicker
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.rules.invasion_earth.field import SLR, battle, enemy, model


def listed(*foes, queue: WorkQueue | None) -> dict[str, str]:  # type: ignore[no-untyped-def]
    """The values of the rows when A may shoot at enemies."""
    state = battle(model(SLR, "a", 0, 0), *foes)
    story = ViewHistory(RULESET, state)
    window = WindowModel(RULESET, looks_of(RULESET), story, Playback(story), "")
    picker = OnePicker(shot_decision(state, state.table.piece("a"), False), state, window, queue)
    picker.tick()
    return {str(row.label): str(row.value) for row in picker.rows()}


def test_aimed_and_suppressing_fire_stand_side_by_side_with_their_odds() -> None:
    found = listed(enemy(SLR, "e", 0, 12), queue=WorkQueue(None))
    assert found == {"E": "50 %", "Suppress e": "33 %", "Hold fire": ""}


def test_without_a_queue_no_odds_are_worked_out() -> None:
    assert set(listed(enemy(SLR, "e", 0, 12), queue=None).values()) == {""}
