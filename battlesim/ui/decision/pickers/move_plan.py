"""The plan of a move: its legs, their costs, and the links that keep the group together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from battlesim.engine.position_decisions import MoveGroup
from battlesim.geometry.shapes import Point, Region
from battlesim.rulings.movement import GroupTie, Leg, Motion, group_ties, leg_cost, table_after_legs
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class MovePlan(NamedTuple):
    """A planned group move: the path and cost of each piece, the links between pieces, and any refusal.

    If the last request failed, `words` gives the reason and `stayed` is True. `missed` is a piece and a point
    within its reach where it cannot stand. `short` is the reason why that piece stops with movement left.
    """

    legs: tuple[Leg, ...]
    words: AnyText
    links: tuple[GroupTie, ...]
    costs: dict[str, float]
    missed: tuple[str, Point] | None = None
    short: AnyText = ""
    stayed: bool = False


class PieceReach(NamedTuple):
    """The area that a piece can move to, with the ids of the terrain and vehicles that it can enter."""

    region: Region
    enterable_ids: tuple[str, ...]


def plan_of(
    asked: MoveGroup, view: AnyState, motions: Mapping[str, Motion], legs: tuple[Leg, ...], words: AnyText
) -> MovePlan:
    """Return the plan of some legs: the cost of each, the group's links, and why they would be refused."""
    costs, table = {}, view.table
    for leg in legs:
        costs[leg.piece] = leg_cost(table, motions[leg.piece], leg)
        table = table_after_legs(table, motions, [leg])
    refused, link = asked.check(view, legs), asked.link
    links = tuple(group_ties(table, motions, link)) if link and len(motions) > 1 else ()
    return MovePlan(legs, words or (refused.reason if refused else ""), links, costs)
