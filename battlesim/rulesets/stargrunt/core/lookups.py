"""Lookup of facts about units and figures in the current state; `hidden_units` has those on counters."""

from __future__ import annotations

import msgspec

from battlesim.behaviour.advice import mean_point
from battlesim.geometry.shapes import Point
from battlesim.mechanics.contest import D4_TO_D12_LADDER
from battlesim.mechanics.counters import is_in_store
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from .marks import (
    CONFIDENCE,
    COUNTER,
    COUNTERS,
    LEFT_BEHIND,
    LOST_VEHICLE,
    OUT_OF_ACTION,
    SUIT_OUT,
    SUPPRESSED,
)
from .profiles import Mobility, Profile, Weapon, profiles, tables, weapons
from .state import Battle, UnitRules

QUALITY_DICE = "SG-GAP-01"
LEADERSHIP = "SG-GAP-02"
ENCUMBERED = "SG-MOV-09"


def unit_rules(unit: Unit) -> UnitRules:
    """Return the values that the ruleset stores for a unit, such as its quality and leadership."""
    return msgspec.convert(unit.rules, UnitRules)


def unit_of(state: Battle, piece: Piece) -> Unit:
    """Return the unit to which a figure belongs."""
    return state.table.units[piece.unit]


def quality_die(unit: Unit) -> int:
    """Return the number of sides of a unit's quality die."""
    return tables().quality[unit_rules(unit).quality]


def confidence(unit: Unit) -> int:
    """Return the confidence level of a unit, from 5 for confident down to 1 for routed."""
    return unit.mark_count(CONFIDENCE)


def figure_profile(piece: Piece) -> Profile:
    """Return the profile of a figure; one that has lost its suit moves on foot in partial armour."""
    known = profiles()[piece.kind]
    if not piece.has_mark(SUIT_OUT):
        return known
    tags = tuple(tag for tag in known.tags if tag != "power_armour")
    return msgspec.structs.replace(known, armour="partial", mobility="foot", tags=tags)


def figure_weapons(state: Battle, piece: Piece) -> dict[str, Weapon]:
    """Return the weapons of a figure by key: those of its profile, or the one it has taken up instead."""
    keys = state.game.armed.get(piece.id, figure_profile(piece).weapons)
    return {key: weapons()[key] for key in keys}


def has_tag(piece: Piece, tag: str) -> bool:
    """Return whether the profile of a figure has a tag, such as `medic`."""
    return tag in figure_profile(piece).tags


def is_counter(piece: Piece) -> bool:
    """Return whether a piece is a counter, face up or face down."""
    return piece.kind == COUNTER


def is_inverted(unit: Unit) -> bool:
    """Return whether a unit is represented only by face-down counters."""
    return unit.kind == COUNTERS


def figures_left(state: Battle, unit: UnitId) -> int:
    """Return the number of figures of a unit that can act, including those not yet placed."""
    return len(able_pieces(state, unit))


def is_fit(piece: Piece) -> bool:
    """Return whether a figure is neither wounded nor stabilized, or a vehicle is in working order."""
    return not any(piece.has_mark(mark) for mark in OUT_OF_ACTION)


def is_ok(piece: Piece) -> bool:
    """Return whether a piece is on the table and, if it is a figure, neither wounded nor stabilized."""
    return piece.table_position is not None and is_fit(piece)


def is_lost_vehicle(piece: Piece) -> bool:
    """Return whether a piece is a vehicle that is no longer used, whose crew now fights on foot."""
    return any(piece.has_mark(mark) for mark in LOST_VEHICLE)


def figures_of(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit on the table, in a fixed order.

    Figures that it has abandoned and a lost vehicle are not included.
    """
    own = [piece for piece in state.table.pieces_of_unit(unit) if piece.table_position is not None]
    return [piece for piece in own if not piece.has_mark(LEFT_BEHIND) and not is_lost_vehicle(piece)]


def standing_ids(state: Battle, unit: UnitId) -> tuple[str, ...]:
    """Return the ids of all figures of a unit on the table, including those it has abandoned."""
    own = state.table.pieces_of_unit(unit)
    return tuple(piece.id for piece in own if piece.table_position is not None)


def ok_figures(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that can act, in a fixed order."""
    able = state.table.cached_value(
        ("stargrunt: ok", unit), lambda: [piece for piece in figures_of(state, unit) if is_ok(piece)]
    )
    return list(able)


def able_pieces(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that can act, on the table, aboard or hidden, and its vehicle."""
    own = [piece for piece in state.table.pieces_of_unit(unit) if not is_counter(piece)]
    return [piece for piece in own if is_fit(piece) and (piece.in_play or is_in_store(piece))]


def people_of(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that can act, on the table, aboard or hidden, without vehicles."""
    return [piece for piece in able_pieces(state, unit) if figure_profile(piece).vehicle is None]


def active_units(state: Battle, side: SideKey | None = None) -> list[Unit]:
    """Return the units that have a figure that can act, of one side or of all."""
    found = [unit for unit in state.table.units.values() if side in (None, unit.side)]
    return [unit for unit in found if ok_figures(state, unit.id)]


def enemy_units(state: Battle, side: SideKey) -> list[Unit]:
    """Return the revealed units of other sides that have a figure that can act or a face-up counter."""
    return [unit for unit in active_units(state) if unit.side != side and not is_inverted(unit)]


def unit_centre(state: Battle, unit: UnitId) -> Point:
    """Return the mean position of a unit's figures that can act."""
    return mean_point([piece.xy for piece in ok_figures(state, unit)])


def leader_of(state: Battle, unit: UnitId) -> Piece:
    """Return the leader of a unit, or else its first figure that can act, wherever it is."""
    own = ok_figures(state, unit) or people_of(state, unit) or state.table.pieces_of_unit(unit)
    leader = state.table.units[unit].leader
    return next((piece for piece in own if piece.id == leader), own[0])


def unit_mobility(state: Battle, unit: UnitId, burdened: bool = False) -> Mobility:
    """Return the mobility of a unit's slowest figure, one die smaller if the unit is encumbered.

    It is encumbered if it carries wounded (`burdened`) or has too few free figures for its heavy packs.
    """
    rates = [tables().mobility[figure_profile(piece).mobility] for piece in ok_figures(state, unit)]
    slowest = min(rates, key=lambda rate: rate.base)
    if not burdened and not lacks_hands(state, unit):
        return slowest
    die = D4_TO_D12_LADDER.shifted(slowest.die, -1).sides
    return msgspec.structs.replace(slowest, base=float(die), die=die, rule=ENCUMBERED)


def lacks_hands(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has more heavy packs than figures without a support weapon."""
    carried = [figure_weapons(state, piece).values() for piece in ok_figures(state, unit)]
    packs = sum(any(weapon.pack for weapon in own) for own in carried)
    return packs > sum(all(weapon.is_small_arm for weapon in own) for own in carried)


def has_terror(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit causes terror, because of the scenario or of its figures (SG-GAP-87)."""
    own = state.table.units[unit]
    return unit_rules(own).terror or any(has_tag(piece, "terror") for piece in ok_figures(state, unit))


def fears_terror(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit is affected by terror, as humans are unless they cause terror themselves."""
    return not unit_rules(state.table.units[unit]).automated and not has_terror(state, unit)


def is_suppressed(unit: Unit) -> bool:
    """Return whether a unit has a suppression marker."""
    return unit.has_mark(SUPPRESSED)
