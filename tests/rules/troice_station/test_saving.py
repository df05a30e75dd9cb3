"""Acts that could save a marine are listed with why not, as long as there is somebody to save."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.core.marks import DOWN, HUGGED
from tests.rules.troice_station.things import battle, marine


@pytest.mark.rule("TS-GAP-66", "TS-ACT-16")
@pytest.mark.parametrize(
    ("marks", "act", "why"),
    [
        ({HUGGED: 3}, "free", "b is hugged, 4.0 in away, must be touched"),
        ([DOWN], "treat", "b is a casualty, 4.0 in away, must be touched"),
        ([DOWN], "drag", "no casualty is in contact"),
        ([], "free", ""),
        ([], "treat", ""),
    ],
)
def test_what_could_save_a_marine_is_listed_with_why_not(marks: Any, act: str, why: str) -> None:
    medic = marine("specialist_medic", "a", 10, 10)
    state = battle(medic, marine("trooper", "b", 15, 10, unit="2B", marks=marks))
    listed = [key for key, kind in activation.MARINE_ACTIONS.items() if kind.is_listed(state)]
    shut = {
        option.key: str(option.shut)
        for option in activation.single_figure_decision(state, medic, listed).options
    }
    assert shut.get(act, "") == why and (act in shut) == bool(why)
