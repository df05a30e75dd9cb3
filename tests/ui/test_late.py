"""Windows in which all that is done aside comes late: nothing that is shown meanwhile is in the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

from battlesim.processes import DELAY_VARIABLE
from battlesim.render.camera import Camera
from battlesim.ui.battle.window import Window
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.work_queue import KeyedResult
from tests.support.waiting import until
from tests.ui.gallery import SIZES, VIEWS, by_turns, shown
from tests.ui.gallery_battle import settle
from tests.ui.met import QUESTIONS
from tests.ui.room import watching
from tests.ui.test_in_view import hidden

SECONDS = "0.05"


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_nothing_moves_over_the_table_while_the_reach_of_enemies_is_worked_out(
    size: tuple[int, int], scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watching(), shown("measured", size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        laid, shares = {window.occluding_rects()}, set[float]()
        monkeypatch.setenv(DELAY_VARIABLE, SECONDS)
        for _ in range(2):
            window.do("threats")

        def look() -> None:
            window.advance_frame(0.05)
            laid.add(window.occluding_rects())
            shares.update(window.instruments.progress().values())
            assert hidden(window) == []

        look()
        until(lambda: not window.busy, look)
        assert len(laid) == 1 and len(shares) > 2


@pytest.mark.parametrize("name", by_turns(QUESTIONS, 1))
def test_a_question_is_laid_out_alike_however_late_its_odds_are(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DELAY_VARIABLE, SECONDS)
    late, want = laid_out(name), KeyedResult.request

    def want_at_once(later: KeyedResult[Any], key: Hashable, work: Callable[[], Any]) -> None:
        want(later, key, work)
        later.wait()

    monkeypatch.setenv(DELAY_VARIABLE, "0")
    monkeypatch.setattr(KeyedResult, "request", want_at_once)
    assert laid_out(name) == late


def laid_out(name: str) -> tuple[object, Camera]:
    """Where cards and the view of a question are once all is known."""
    with watching(), shown(name, SIZES[0], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        settle(window)
        return window.occluding_rects(), window.model.camera
