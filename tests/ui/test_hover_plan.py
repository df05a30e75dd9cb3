"""The move to the pointer that is shown before anything is clicked."""

from __future__ import annotations

from typing import cast

import pytest

from battlesim.ui.decision.hover_plan import HoverPlan
from battlesim.ui.decision.pickers.move import MovePicker
from tests.ui.asked import ALONE, hands


@pytest.mark.parametrize(("at", "planned"), [((4.0, 8.0), True), ((4.2, 4.3), False)])
def test_a_pointer_on_the_base_that_would_move_plans_nothing(at: tuple[float, float], planned: bool) -> None:
    move, hover = cast(MovePicker, hands(ALONE).picker), HoverPlan()
    hover.hover(at)
    for _ in range(3):
        hover.update(move)
    assert (hover.value(move) is not None) is planned
