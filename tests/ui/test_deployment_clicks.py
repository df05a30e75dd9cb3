"""Clicks on the table while a unit is chosen that is to be placed: they place the proposed unit there."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.ui.decision.pickers import Picker
from tests.ui.seated import Seated, seated

CLICKED = (20.0, 6.0)
pytestmark = pytest.mark.usefixtures("screen")


def placed(table: Seated) -> list[PiecePlacement]:
    """Where the planned act places the pieces of the unit, once the plan is ready."""
    table.until(lambda: table.asking.planner.plan is not None and not table.asking.planner.busy)
    plan = table.asking.planner.plan
    assert plan is not None
    return list(plan.answers[1])


def distance(spots: list[PiecePlacement]) -> float:
    """How far the first piece is placed from the clicked point, in inches."""
    return math.dist((spots[0].x, spots[0].y), CLICKED)


def chooser(table: Seated) -> Picker[str]:
    table.feed.human.ask_level = "acts"
    assert table.asked().decision.what == "deployed_unit" and table.asking.picker is not None
    return table.asking.picker


@pytest.mark.parametrize("more", [False, True])
def test_a_click_in_the_zone_places_the_proposed_unit_there(tmp_path: Path, more: bool) -> None:
    with seated("uplink_siege", tmp_path / "a.battle", "people") as table:
        picker, before = chooser(table), placed(table)
        assert table.asking.planner.press(picker, CLICKED, [], more)
        after = placed(table)
        assert picker.refusal == "" and len(after) == len(before)
        assert distance(after) < 0.1 < distance(before)


def test_a_click_before_the_plan_is_ready_places_the_unit_once_it_is(tmp_path: Path) -> None:
    with seated("uplink_siege", tmp_path / "a.battle", "people") as table:
        picker = chooser(table)
        table.asking.planner.press(picker, CLICKED, [])
        after = placed(table)
        assert picker.refusal == ""
        assert distance(after) < 0.1
