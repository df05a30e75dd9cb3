"""Hold recorded battles of Alien Invasion to what is true of its groups, dice and cards at every moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.record import DigestLine
from battlesim.engine.record_read import Record, state_after_entry
from battlesim.rulesets.alien_invasion.attack.pools import TOTALS, shared_totals
from battlesim.rulesets.alien_invasion.combat.resolution import AT_ONCE
from battlesim.rulesets.alien_invasion.core.state import SPENT, Battle
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import vehicle_kinds, vehicle_weapons
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard, Piece


def broken_invariants(record: Record) -> list[str]:
    """Return a line for each invariant that fails somewhere in a record, with the first turn of it."""
    state, found = record.state, dict[str, str]()
    for entry in record.live:
        if isinstance(entry.what, DiceRolled):
            for words in _of_dice(state, entry.what):
                found.setdefault(words, f"turn {state.game.turn}: {words}")
        state = state_after_entry(record.path, entry, state)
        settled = (*_of_members(state), *_of_places(state)) if isinstance(entry.what, DigestLine) else ()
        for words in (*_of_groups(state), *_of_card(state), *settled):
            found.setdefault(words, f"turn {state.game.turn}: {words}")
    return list(found.values())


def _of_groups(state: Battle) -> Iterator[str]:
    """Yield what is wrong with which group is in which combat."""
    locked = [group for combat in state.game.combats for group in combat.groups]
    for group in sorted({group for group in locked if locked.count(group) > 1}):
        yield f"{group} is locked more than once"


def _of_members(state: Battle) -> Iterator[str]:
    """Yield the figures that belong to no group of their side, once a step is done."""
    for piece in state.table.pieces.values():
        unit = state.table.units.get(piece.unit)
        if unit is None or unit.side != piece.side:
            yield f"{piece.id} is in no group of its side"


def _of_places(state: Battle) -> Iterator[str]:
    """Yield the groups that are in two features at once when a step is done."""
    areas: dict[UnitId, set[str]] = {}
    for piece in state.table.standing_pieces():
        areas.setdefault(piece.unit, set()).add(area_of(state.table, piece))
    for group, held in areas.items():
        if len(held - {""}) > 1:
            yield f"{group} is in {' and '.join(sorted(held - {''}))}"


def _of_card(state: Battle) -> Iterator[str]:
    card = state.game.card
    if card is not None and state.game.count(SPENT) > card.actions:
        yield f"{card.side} spends {state.game.count(SPENT)} actions of a {card.name}"


def _of_dice(state: Battle, roll: DiceRolled) -> Iterator[str]:
    """Yield what is wrong with a roll of shooting or fighting dice: their number, or how they are shared."""
    for others in (1, 2, 3):
        even, odd = shared_totals(roll.faces, others, True)
        if even + sum(odd) != sum(roll.faces):
            yield f"the shares of {roll.faces} do not add up"
    if roll.rule not in (TOTALS, AT_ONCE) or roll.by not in state.table.units:
        return
    shooters = [piece for group in _together(state, UnitId(roll.by)) for piece in _alive(state, group)]
    kinds = [state.game.factions[piece.side].figure[piece.kind] for piece in shooters]
    if any(kind.initial_roll or kind.issued for kind in kinds):
        return
    owed = sum(kind.close_dice if roll.rule == AT_ONCE else kind.dice for kind in kinds)
    owed += _weapon_dice(state, shooters) if roll.rule == TOTALS else 0
    if owed != len(roll.faces):
        yield f"{roll.by} rolls {len(roll.faces)} dice by {roll.rule} and owes {owed}"


def _together(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the groups that roll with a group: those of its side in its combat, else itself alone."""
    side = state.table.units[group].side
    fight = next((combat.groups for combat in state.game.combats if group in combat.groups), ())
    return [other for other in fight if state.table.units[other].side == side] or [group]


def _alive(state: Battle, group: UnitId) -> list[Piece]:
    pieces = (piece for piece in state.table.pieces.values() if piece.unit == group)
    return [p for p in pieces if p.table_position is not None or isinstance(p.place, Aboard)]


def _weapon_dice(state: Battle, shooters: list[Piece]) -> int:
    """Return the dice of the weapons of the vehicles in which figures are, by their kinds."""
    carriers = {p.place.piece for p in shooters if isinstance(p.place, Aboard)}
    rules: dict[str, Any] = {rule.piece: rule for rule in state.game.vehicles}
    dice = 0
    for carrier in carriers:
        kind = vehicle_kinds()[state.table.pieces[carrier].kind]
        kind = rules[carrier].changed(kind) if carrier in rules else kind
        dice += sum(vehicle_weapons()[key].dice for key in kind.weapons)
    return dice
