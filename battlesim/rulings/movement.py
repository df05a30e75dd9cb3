"""Moves of pieces: the legality and cost of legs, the reach of a piece, and plans for groups.

This module re-exports the names of the movement modules: the data in `movement_data`, their meaning on a
table in `movement_ground`, checks in `movement_check`, and planning in `movement_legs`, `movement_reach` and
`movement_group`.
"""

from battlesim.rulings.move_requests import (
    PlannedLeg,
    enterable_ids,
    leg_into,
    leg_near,
    leg_to,
    leg_toward_enemy,
    may_advance,
    start_point,
    stopping_obstacle_text,
)
from battlesim.rulings.movement_check import (
    GroupMoveDraft,
    group_problem,
    leg_cost,
    leg_path_cost,
    leg_problem,
)
from battlesim.rulings.movement_coherency import GroupTie, coherent_pieces, gap_between_ids, group_ties
from battlesim.rulings.movement_data import (
    ENTRY_PREPOSITIONS,
    ClimbCost,
    EndAny,
    EndApart,
    EndInZone,
    EndNear,
    EndNearer,
    EndRule,
    EntryOption,
    GroundCost,
    GroupLink,
    HeadingLimit,
    Leg,
    Motion,
    PathToll,
    with_group_occupied,
)
from battlesim.rulings.movement_formation import single_file_legs
from battlesim.rulings.movement_ground import (
    ending_space,
    passing_space,
    place_after_leg,
    start_points,
    table_after_leg,
    table_after_legs,
)
from battlesim.rulings.movement_group import (
    advance_options,
    compatible_legs,
    group_legs_to,
    individual_legs,
    remaining_legs,
    suggest_group_legs,
)
from battlesim.rulings.movement_legs import (
    leg_along,
    leg_into_contact,
    leg_toward,
    shortest_leg,
    straight_leg,
)
from battlesim.rulings.movement_reach import can_end_apart, motion_reach
from battlesim.rulings.movement_routes import (
    MotionRoute,
    route_into_contact,
    route_to_opening,
    route_to_point,
)

__all__ = [
    "ENTRY_PREPOSITIONS",
    "ClimbCost",
    "EndAny",
    "EndApart",
    "EndInZone",
    "EndNear",
    "EndNearer",
    "EndRule",
    "EntryOption",
    "GroundCost",
    "GroupLink",
    "GroupMoveDraft",
    "GroupTie",
    "HeadingLimit",
    "Leg",
    "Motion",
    "MotionRoute",
    "PathToll",
    "PlannedLeg",
    "advance_options",
    "can_end_apart",
    "coherent_pieces",
    "compatible_legs",
    "ending_space",
    "enterable_ids",
    "gap_between_ids",
    "group_legs_to",
    "group_problem",
    "group_ties",
    "individual_legs",
    "leg_along",
    "leg_cost",
    "leg_into",
    "leg_into_contact",
    "leg_near",
    "leg_path_cost",
    "leg_problem",
    "leg_to",
    "leg_toward",
    "leg_toward_enemy",
    "may_advance",
    "motion_reach",
    "passing_space",
    "place_after_leg",
    "remaining_legs",
    "route_into_contact",
    "route_to_opening",
    "route_to_point",
    "shortest_leg",
    "single_file_legs",
    "start_point",
    "start_points",
    "stopping_obstacle_text",
    "straight_leg",
    "suggest_group_legs",
    "table_after_leg",
    "table_after_legs",
    "with_group_occupied",
]
