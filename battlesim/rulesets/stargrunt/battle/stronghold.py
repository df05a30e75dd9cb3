"""Battles for a stronghold: when they end early, and who has won when time runs out."""

from __future__ import annotations

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.pieces import Off, Piece

from ..core.lookups import (
    active_units,
    confidence,
    figures_left,
    has_tag,
    is_counter,
    is_ok,
    unit_of,
    unit_rules,
)
from ..core.marks import BROKEN, PANIC
from ..core.state import Battle, Stronghold

ENDING = "SG-GAP-145"
SCORE = "SG-GAP-147"
REACH_IN, RING_IN = 2.0, 6.0
"""How near an attacker takes the stronghold, and how near a defender keeps it, inches."""
HEAVY_COUNTS = 2
"""How much a figure in power armour counts."""
TURNS_BEFORE_THE_END = 2
"""How many turns before the last one the defenders first win by having no enemy left."""
HELD, DEAD_FOR_A_POINT, DEAD_FOR_A_LOSS, COMMANDER = 5, 2, 3, 2
"""The points for the stronghold and the commander, and how many dead make a point or cost one."""


def _near(state: Battle, stronghold: Stronghold, inches: float) -> list[Piece]:
    """Return the figures able to act within a distance of the stronghold."""
    marker = state.table.markers[MarkerId(stronghold.at)]
    ok = (piece for piece in state.table.standing_pieces() if is_ok(piece) and not is_counter(piece))
    return [p for p in ok if distance_to_piece(state.table, p, (marker.x, marker.y)) <= inches]


def attacker_of(state: Battle, stronghold: Stronghold) -> SideKey:
    """Return the side that attacks a stronghold."""
    return next(side.key for side in state.table.sides if side.key != stronghold.side)


def is_taken(state: Battle, stronghold: Stronghold) -> bool:
    """Return whether an attacker is at the stronghold with no defender near it."""
    defended = any(p.side == stronghold.side for p in _near(state, stronghold, RING_IN))
    return not defended and any(p.side != stronghold.side for p in _near(state, stronghold, REACH_IN))


def counted_figures(state: Battle, stronghold: Stronghold, side: SideKey) -> int:
    """Return the number of a side's steady figures near a stronghold; power armour counts double."""
    own = [piece for piece in _near(state, stronghold, RING_IN) if piece.side == side]
    steady = [piece for piece in own if _is_steady(state, piece)]
    return sum(HEAVY_COUNTS if has_tag(piece, "power_armour") else 1 for piece in steady)


def _is_steady(state: Battle, piece: Piece) -> bool:
    unit = unit_of(state, piece)
    return confidence(unit) > BROKEN and not unit.has_mark(PANIC)


def stronghold_scores(state: Battle, stronghold: Stronghold) -> dict[SideKey, float]:
    """Return the score of each side in a battle for a stronghold."""
    defender, attacker = SideKey(stronghold.side), attacker_of(state, stronghold)
    owner, dead = _owner(state, stronghold), _dead(state, defender)
    broods = [unit for unit in state.game.strength if state.table.units[UnitId(unit)].side == attacker]
    destroyed = sum(not figures_left(state, UnitId(unit)) for unit in broods)
    commander = stronghold.commander in {piece.id for piece in dead}
    return {
        defender: HELD * (owner == defender) + destroyed - len(dead) // DEAD_FOR_A_LOSS,
        attacker: HELD * (owner == attacker) + len(dead) // DEAD_FOR_A_POINT + COMMANDER * commander,
    }


def _dead(state: Battle, side: SideKey) -> list[Piece]:
    """Return the figures of a side that are dead or captured."""
    own = [piece for piece in state.table.pieces.values() if piece.side == side]
    return [piece for piece in own if piece.place == Off("lost")]


def _owner(state: Battle, stronghold: Stronghold) -> SideKey | None:
    """Return the side with the higher sum at the stronghold, None in a draw, or the attacker if empty."""
    defender, attacker = SideKey(stronghold.side), attacker_of(state, stronghold)
    counts = {side: counted_figures(state, stronghold, side) for side in (defender, attacker)}
    if counts[defender] == counts[attacker]:
        return None if counts[defender] else attacker
    return max(counts, key=lambda side: counts[side])


def stronghold_outcome(state: Battle, stronghold: Stronghold, turn_over: bool) -> Outcome | None:
    """Return the outcome of a battle for a stronghold, or None if it is not over."""
    defender, attacker = SideKey(stronghold.side), attacker_of(state, stronghold)
    scores, turn, last = (
        stronghold_scores(state, stronghold),
        state.game.turn,
        state.game.parameters.turns,
    )
    if not any(_defends(state, unit.id) for unit in active_units(state, defender)):
        return Outcome((attacker,), scores, "no steady unit is left to defend the stronghold")
    if not turn_over:
        return None
    if is_taken(state, stronghold):
        return Outcome((attacker,), scores, "the stronghold has been taken")
    if turn >= last - TURNS_BEFORE_THE_END and not has_units_left(state, attacker):
        return Outcome((defender,), scores, "no attacker is left")
    if turn < last:
        return None
    owner = _owner(state, stronghold)
    return Outcome((owner,) if owner else (), scores, f"{last} turns were played")


def has_units_left(state: Battle, side: SideKey) -> bool:
    """Return whether a side has figures left on the table or under counters, not counting dummies."""
    own = [unit for unit in state.table.units.values() if unit.side == side]
    return any(figures_left(state, unit.id) for unit in own)


def _defends(state: Battle, unit: UnitId) -> bool:
    own = state.table.units[unit]
    return confidence(own) > BROKEN and not unit_rules(own).independent


def stronghold_ends(state: Battle, stronghold: Stronghold) -> tuple[PreviewRow, ...]:
    """Return the conditions that end a battle for a stronghold, each with its result."""
    name = state.table.markers[MarkerId(stronghold.at)].name or "stronghold"
    last = state.game.parameters.turns
    sides = (SideKey(stronghold.side), attacker_of(state, stronghold))
    attacker = state.table.side(sides[1]).name
    counts = [f"{state.table.side(side).name} {counted_figures(state, stronghold, side)}" for side in sides]
    return (
        PreviewRow(f"After turn {last}", f"more figures within {RING_IN:g} in of the {name} win", ENDING),
        PreviewRow(f"Within {RING_IN:g} in of the {name} now", ", ".join(counts), ENDING),
        PreviewRow(f"An attacker within {REACH_IN:g} in, no defender near", f"{attacker} win", ENDING),
    )
