"""Moves of real pieces: is a leg legal, what does it cost, where can a piece get to, how might a group move.

The data are in `movement_data`, what they mean on a table in `movement_ground`, checks in `movement_check`,
planning in `movement_plan` and `movement_group`; this is the door to all of them.
"""

from battlesim.rulings.movement_check import bill_of, check_group, check_leg, cost_of, piece_gap
from battlesim.rulings.movement_data import (
    INTO,
    Apart,
    Climb,
    EndRule,
    Entry,
    Going,
    InZone,
    Leg,
    Link,
    Motion,
    Near,
    Nearer,
    side_by_side,
)
from battlesim.rulings.movement_ground import after, end_space, pass_space, place_after, starts
from battlesim.rulings.movement_group import suggest_group
from battlesim.rulings.movement_plan import approach, shortest, straight, toward
from battlesim.rulings.movement_reach import reach_of

__all__ = [
    "INTO",
    "Apart",
    "Climb",
    "EndRule",
    "Entry",
    "Going",
    "InZone",
    "Leg",
    "Link",
    "Motion",
    "Near",
    "Nearer",
    "after",
    "approach",
    "bill_of",
    "check_group",
    "check_leg",
    "cost_of",
    "end_space",
    "pass_space",
    "piece_gap",
    "place_after",
    "reach_of",
    "shortest",
    "side_by_side",
    "starts",
    "straight",
    "suggest_group",
    "toward",
]
