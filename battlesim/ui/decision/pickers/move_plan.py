"""Moves as they are planned, with what is to be known of them before they are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from battlesim.engine.position_decisions import MoveGroup
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import GroupTie, Leg, Motion, group_ties, leg_cost, table_after_legs
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class MovePlan(NamedTuple):
    """Legs in order, why they would be refused (or why the last wish came to nothing), and the links.

    `missed` is a piece and a place that it was wished to, could have come to, and cannot stand at; `short`
    why it stops with inches left. The plan `stayed` as it was when the last wish came to nothing.
    """

    legs: tuple[Leg, ...]
    words: AnyText
    links: tuple[GroupTie, ...]
    costs: dict[str, float]
    missed: tuple[str, Point] | None = None
    short: AnyText = ""
    stayed: bool = False


class PieceReach(NamedTuple):
    """Where a piece can get to, and the things that it can get into."""

    region: Region
    enterable_ids: tuple[str, ...]


def plan_of(
    asked: MoveGroup, view: AnyState, motions: Mapping[str, Motion], legs: tuple[Leg, ...], words: AnyText
) -> MovePlan:
    """Legs with what each costs, how the group then holds together, and why they would be refused."""
    costs, table = {}, view.table
    for leg in legs:
        costs[leg.piece] = leg_cost(table, motions[leg.piece], leg)
        table = table_after_legs(table, motions, [leg])
    refused, link = asked.check(view, legs), asked.link
    links = tuple(group_ties(table, motions, link)) if link and len(motions) > 1 else ()
    return MovePlan(legs, words or (refused.reason if refused else ""), links, costs)
