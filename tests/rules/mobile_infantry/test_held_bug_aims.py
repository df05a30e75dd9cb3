"""At whom an Arachnid may shoot and why not, and what is rolled for its shot: one small table each."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.air import interception
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Piece
from tests.rules.mobile_infantry.field import field, perform, piece, rifles, warrior

NEAR, FAR = rifles("R", 30, 20), rifles("far", 71.5, 47.5)
SHIP = piece("viking", "V", 20, 30, marks=["flying"])
UNREADY = "Plasma Artillery, Focused must be made Ready first"


@pytest.mark.rule("MI-BSHT-01", "MI-GAP-28", "MI-BRDY-01")
@pytest.mark.parametrize(
    ("bug", "found"),
    [
        (
            piece("plasma_bug", "X", 1.2, 1.2, marks=["ready"]),
            {
                "R": ("", "MI-BSHT-01"),
                "V": ("", "MI-BSHT-01"),
                "far": (
                    "82.4 in away, 22.4 in too far (Plasma Artillery, Focused reaches 60 in)",
                    "MI-SHOT-01",
                ),
            },
        ),
        (piece("plasma_bug", "X", 10, 20), dict.fromkeys(("R", "V", "far"), (UNREADY, "MI-REDY-01"))),
        (
            piece("tanker", "X", 26, 20),
            {
                "R": ("", "MI-BSHT-01"),
                "V": ("Acid Stream cannot be shot at an aircraft in the air", "MI-GAP-28"),
                "far": ("51.4 in away, 45.4 in too far (Acid Stream reaches 6 in)", "MI-SHOT-01"),
            },
        ),
        (warrior("X", 26, 20), dict.fromkeys(("R", "V", "far"), ("it has no weapon", "MI-BSHT-01"))),
    ],
    ids=["plasma", "plasma, not ready", "acid", "unarmed"],
)
def test_at_whom_a_bug_may_shoot_and_why_not(bug: Piece, found: dict[str, tuple[str, str]]) -> None:
    options = bug_fire.bug_target_decision(field(bug, NEAR, FAR, SHIP), "X").options
    assert {one.key: (str(one.shut), one.rule) for one in options} == found


@pytest.mark.rule("MI-BSHT-09", "MI-BTRT-08")
def test_the_scatter_of_a_shot_is_rolled_with_what_was_just_said() -> None:
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), NEAR)
    answers = {"target": ["R"], "weapons": [("plasma_airburst",)]}
    done = perform(state, lambda game: bug_fire.run_bug_shooting(game, "X"), answers, [12, 10])
    assert [(roll.rule, roll.announced) for roll in done.events_of(DiceRolled)] == [("MI-BTRT-08", True)]


@pytest.mark.rule("MI-AIR-06")
def test_a_hopper_may_intercept_an_aircraft_in_flight_alone() -> None:
    landed, hopper = piece("viking", "L", 30, 30), piece("hopper", "H", 20, 26, marks=["alert"])
    state = field(SHIP, landed, NEAR, hopper)
    options = interception.interception_decision(state, state.table.piece("H")).options
    assert [(one.key, str(one.shut)) for one in options] == [("V", ""), ("done", "")]
