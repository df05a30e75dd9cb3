"""Lookups: groups and their figures, who is an enemy of whom, who is locked with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.rulings.piece_gaps import plan_gap
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from .factions import FactionProfile, FigureKind, vehicle_body
from .state import Battle, LockedCombat
from .vehicles import VEHICLE, as_placed, is_vehicle

MEAN_DIE = 3.5
"""The mean of a die (MT-SET-08)."""


UNDERGROUND = Off("underground")
"""The place of figures below the ground; the point of their group is a marker."""
LEFT = Off("left")
"""The place of figures that have left the table for good."""
ISSUE = "issue"
"""A mark: how many dice more the weapons of a figure have that it was issued with."""


def figures_of(state: Battle, group: UnitId) -> list[Piece]:
    """Return the figures of a group on the table; those in a vehicle count as being where it is."""
    table = state.table
    placed = table.cached_value(
        ("alien_invasion: figures", group),
        lambda: [
            own for piece in table.pieces_of_unit(group) if (own := as_placed(table, piece)) is not None
        ],
    )
    return list(placed)


def is_alive(piece: Piece) -> bool:
    """Return whether a figure is still in the game, on the table or underground."""
    return piece.in_play or piece.place == UNDERGROUND


def living(state: Battle, group: UnitId) -> list[Piece]:
    """Return the living figures of a group, on the table or underground."""
    return [piece for piece in state.table.pieces_of_unit(group) if is_alive(piece)]


def is_in_game(state: Battle, side: SideKey) -> bool:
    """Return whether a side has living figures, on the table or underground."""
    return any(is_alive(piece) and not is_vehicle(piece) for piece in state.table.pieces_of_side(side))


def groups_below(state: Battle, side: SideKey) -> list[Unit]:
    """Return the groups of a side that are underground, in the order of the scenario."""
    below = state.game.below
    return [unit for unit in state.table.units.values() if unit.side == side and unit.id in below]


def faction_of(state: Battle, side: SideKey) -> FactionProfile:
    """Return the faction of a side."""
    return state.game.factions[side]


def figure_kind(state: Battle, figure: Piece) -> FigureKind:
    """Return the kind of a figure, as its faction defines it; a vehicle is a kind without dice."""
    if is_vehicle(figure):
        return vehicle_body(figure.kind)
    return state.game.factions[figure.side].figure[figure.kind]


def groups_of(state: Battle, side: SideKey) -> list[Unit]:
    """Return the groups of a side with figures on the table, in the order of the scenario."""
    units = (unit for unit in state.table.units.values() if unit.side == side and unit.kind != VEHICLE)
    return [unit for unit in units if figures_of(state, unit.id)]


def enemy_groups(state: Battle, side: SideKey) -> list[Unit]:
    """Return the groups of all enemies of a side, which exclude its allies, in the order of the seats."""
    others = (key for key in state.game.fighters if key != side and not state.game.are_allied(key, side))
    return [unit for key in others for unit in groups_of(state, key)]


def allied_groups(state: Battle, side: SideKey) -> list[Unit]:
    """Return the groups of the allies of a side."""
    allies = (key for key in state.game.seats if state.game.are_allied(key, side))
    return [unit for key in allies for unit in groups_of(state, key)]


def neutral_groups(state: Battle) -> list[Unit]:
    """Return the groups that do not fight and are enemies of no side."""
    units = (
        unit
        for unit in state.table.units.values()
        if unit.side not in state.game.fighters and unit.kind != VEHICLE
    )
    return [unit for unit in units if figures_of(state, unit.id)]


def is_neutral(state: Battle, group: UnitId) -> bool:
    """Return whether a group belongs to a side that does not fight."""
    return state.table.units[group].side not in state.game.fighters


def is_unseated(state: Battle, group: UnitId) -> bool:
    """Return whether a group belongs to a side without a seat, for which no player decides."""
    return state.table.units[group].side not in state.game.seats


def seat_order(state: Battle, sides: Iterable[SideKey], first: SideKey = NO_SIDE) -> list[SideKey]:
    """Return sides in the order in which they make simultaneous choices: from a seat on, else from the first.

    Rules: MT-GAP-75.
    """
    seats, involved = state.game.fighters, set(sides)
    start = seats.index(first) if first in seats else 0
    return [side for side in (*seats[start:], *seats[:start]) if side in involved]


def foes_among(state: Battle, sides: Iterable[SideKey], side: SideKey) -> list[SideKey]:
    """Return those of some sides that are neither a side nor its allies."""
    return [other for other in sides if other != side and not state.game.are_allied(other, side)]


def enemy_figures(state: Battle, side: SideKey) -> list[Piece]:
    """Return the figures of all enemies of a side on the table."""
    return [piece for unit in enemy_groups(state, side) for piece in figures_of(state, unit.id)]


def combat_of(state: Battle, group: UnitId) -> LockedCombat | None:
    """Return the combat in which a group is locked, or None."""
    return next((combat for combat in state.game.combats if group in combat.groups), None)


def merged_groups(state: Battle, group: UnitId) -> tuple[UnitId, ...]:
    """Return a group and, if it is locked in a combat, all groups of its faction in that combat.

    Rules: MT-HTH-07.
    """
    combat = combat_of(state, group)
    side = state.table.units[group].side
    return groups_in(state, combat, side) if combat else (group,)


def groups_in(state: Battle, combat: LockedCombat, side: SideKey) -> tuple[UnitId, ...]:
    """Return the groups of a side in a combat that still have figures."""
    own = (group for group in combat.groups if state.table.units[group].side == side)
    return tuple(group for group in own if figures_of(state, group))


def sides_in(state: Battle, combat: LockedCombat) -> list[SideKey]:
    """Return the sides with figures in a combat, in the order of the seats."""
    return [side for side in state.game.fighters if groups_in(state, combat, side)]


def is_contested(state: Battle, combat: LockedCombat) -> bool:
    """Return whether sides that are not allied have figures in a combat."""
    sides = sides_in(state, combat)
    return any(not state.game.are_allied(side, other) for side, other in combinations(sides, 2))


def all_figures(state: Battle, groups: Iterable[UnitId]) -> list[Piece]:
    """Return the figures of several groups."""
    return [figure for group in groups for figure in figures_of(state, group)]


class DicePool(NamedTuple):
    """The dice of some figures: a fixed number, plus figures whose initial roll decides their number."""

    fixed: int
    rolling: int
    initial: int
    """The dice of the initial roll."""

    @property
    def mean(self) -> float:
        """The mean number of dice.

        Rules: MT-AUTO-04.
        """
        return self.fixed + self.rolling * self.initial * MEAN_DIE


def is_controlled_kind(state: Battle, unit: Unit) -> bool:
    """Return whether a group is of a kind that is led by a Controller."""
    kind = state.game.factions[unit.side].group.get(unit.kind)
    return kind is not None and kind.controlled


def team_of(unit: Unit) -> str:
    """Return the squad or team to which a scenario assigns a group, or "" if it names none."""
    return str(unit.rules.get("squad", ""))


def squad_of(state: Battle, group: UnitId) -> str:
    """Return the squad to which a group belongs."""
    return team_of(state.table.units[group]) or group


def controller_of(state: Battle, group: UnitId) -> Piece | None:
    """Return the living Controller of a group's squad, or None if there is none."""
    unit, squad = state.table.units[group], squad_of(state, group)
    for piece in state.table.pieces_of_side(unit.side):
        if is_alive(piece) and figure_kind(state, piece).controller and squad_of(state, piece.unit) == squad:
            return piece
    return None


def is_wild(state: Battle, group: UnitId) -> bool:
    """Return whether a group is of a kind that needs a Controller but has none."""
    return is_controlled_kind(state, state.table.units[group]) and controller_of(state, group) is None


def lives(figures: Iterable[Piece]) -> int:
    """Return how many kills figures can take: one each, but one per crew member for a crewed weapon.

    Rules: MT-GAP-77.
    """
    return sum(figure.hits for figure in figures)


def shooting_dice(state: Battle, figures: Iterable[Piece]) -> DicePool:
    """Return the shooting dice of figures, including figures that see nothing (MT-SHT-03)."""
    return _dice(state, [(figure, figure_kind(state, figure).dice) for figure in figures])


def close_dice(state: Battle, figures: Iterable[Piece]) -> DicePool:
    """Return the dice of figures in close combat."""
    return _dice(state, [(figure, figure_kind(state, figure).close_dice) for figure in figures])


def _dice(state: Battle, figures: Sequence[tuple[Piece, int]]) -> DicePool:
    """Return the dice of figures; each success of a study adds one to the initial roll.

    Those who were issued with better weapons when they arrived have a mark for each die more.

    Rules: MT-MIB-07, MT-MIB-08.
    """
    rolls = [figure_kind(state, figure).initial_roll for figure, _ in figures]
    fixed = sum(
        dice + figure.mark_count(ISSUE) for (figure, dice), own in zip(figures, rolls, strict=True) if not own
    )
    rolling = sum(rolls)
    return DicePool(fixed, rolling, 1 + len(state.game.studied))


def half_dice(state: Battle, figure: Piece) -> int:
    """Return twice a figure's number of shooting dice, or its close-combat dice if it cannot shoot.

    An initial roll counts as its mean.
    """
    kind = figure_kind(state, figure)
    if kind.initial_roll:
        return round(2 * MEAN_DIE)
    return 2 * (kind.dice + figure.mark_count(ISSUE)) or kind.close_dice


def groups_touch(state: Battle, group: UnitId, others: Iterable[Piece], within: float = 0.0) -> bool:
    """Return whether a figure of a group is within a distance of one of the given figures."""
    own, others = figures_of(state, group), list(others)
    return any(plan_gap(state.table, a, b) <= within + TOL for a in own for b in others)
