"""What each kind of model would be asked where it is: the question and its rule, and how far it moves."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.battle.possible_decisions import possible_decisions
from battlesim.table.pieces import Aboard, Off, Piece
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior

STAND = "MI-TURN-02 MI-MOVE-03:4 MI-SHOT-01 MI-GAP-12 MI-FIRE-01 MI-FEET-01"
SHIP = "MI-TURN-02 MI-VIK-01:12 MI-GAP-27 MI-SHOT-01 MI-FIRE-01 MI-FEET-01"
BUG = "MI-BUNI-01 MI-BUNI-05 MI-BMOV-03:6 MI-BSHT-01 MI-SCRE-01"
HOPPER = "MI-BUNI-01 MI-BUNI-05 MI-BMOV-03:8 MI-BTRT-03:12 MI-BSHT-01 MI-SCRE-01 MI-AIR-06"


@pytest.mark.rule("MI-VIK-01", "MI-MOVE-03", "MI-GAP-12", "MI-BMOV-03", "MI-BUNI-05", "MI-BTRT-03")
@pytest.mark.rule("MI-BOBJ-02", "MI-AIR-04", "MI-AIR-06")
@pytest.mark.parametrize(
    ("one", "rules"),
    [
        (rifles("X", 10, 10), STAND),
        (piece("viking", "X", 10, 10, marks=["flying"]), SHIP),
        (piece("thunderbolt", "X", 10, 10, marks=["flying"]), "MI-AIR-04"),
        (warrior("X", 10, 10), BUG),
        (piece("hopper", "X", 10, 10), HOPPER),
        (piece("command_team", "X", 10, 10, hits=0, marks=["captive"]), "captive"),
        (rifles("X", place=Aboard("V")), ""),
        (rifles("X", place=Off("lost")), ""),
        (marker("X", 10, 10), ""),
        (hole("X", 10, 10)[0], ""),
    ],
    ids=lambda value: value.kind if isinstance(value, Piece) else "",
)
def test_what_each_kind_of_model_would_be_asked(one: Piece, rules: str) -> None:
    found = []
    for asked in possible_decisions(field(one, piece("viking", "V", 30, 30), warrior("W", 14, 10)), "X"):
        far = [f":{motion.allowance:g}" for motion in getattr(asked, "motions", ())]
        found.append((asked.rule or "captive") + "".join(far))
    assert " ".join(found) == rules
