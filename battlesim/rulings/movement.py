"""Moves of real pieces: is a leg legal, what does it cost, where can a piece get to, how might a group move.

The data are in `movement_data`, what they mean on a table in `movement_ground`, checks in `movement_check`,
planning in `movement_plan` and `movement_group`; this is the door to all of them.
"""

from battlesim.rulings.movement_check import Draft, bill_of, check_group, check_leg, cost_of
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
    Toll,
    side_by_side,
)
from battlesim.rulings.movement_formation import in_file
from battlesim.rulings.movement_ground import after, end_space, pass_space, place_after, starts, table_after
from battlesim.rulings.movement_group import (
    advances,
    each_for_itself,
    group_to,
    one_by_one,
    rest_of_group,
    suggest_group,
)
from battlesim.rulings.movement_link import Tie, piece_gap, ties, who_hold
from battlesim.rulings.movement_plan import approach, shortest, straight, toward
from battlesim.rulings.movement_reach import can_get_away, reach_of
from battlesim.rulings.movement_ways import Way, way_into_contact, way_to, way_to_opening
from battlesim.rulings.movement_wish import (
    Planned,
    at_enemy,
    begin,
    into_reach,
    leg_into,
    leg_near,
    leg_to,
    may_advance,
    stops_at,
)

__all__ = [
    "INTO",
    "Apart",
    "Climb",
    "Draft",
    "EndRule",
    "Entry",
    "Going",
    "InZone",
    "Leg",
    "Link",
    "Motion",
    "Near",
    "Nearer",
    "Planned",
    "Tie",
    "Toll",
    "Way",
    "advances",
    "after",
    "approach",
    "at_enemy",
    "begin",
    "bill_of",
    "can_get_away",
    "check_group",
    "check_leg",
    "cost_of",
    "each_for_itself",
    "end_space",
    "group_to",
    "in_file",
    "into_reach",
    "leg_into",
    "leg_near",
    "leg_to",
    "may_advance",
    "one_by_one",
    "pass_space",
    "piece_gap",
    "place_after",
    "reach_of",
    "rest_of_group",
    "shortest",
    "side_by_side",
    "starts",
    "stops_at",
    "straight",
    "suggest_group",
    "table_after",
    "ties",
    "toward",
    "way_into_contact",
    "way_to",
    "way_to_opening",
    "who_hold",
]
