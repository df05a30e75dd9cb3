"""The events that change the ruleset's own part of the state."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.geometry.shapes import Ring
from battlesim.mechanics import turns
from battlesim.mechanics.deck import DISCARD_PILE, CardsMoved, Deck
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, CardId, SideKey, UnitId
from battlesim.table.limits import Count, Identifier
from battlesim.table.state import State
from battlesim.table.terrain import Coordinates

from .objectives import Objectives
from .state import Alliance, BelowGround, Deployment, LockedCombat, Pacts, Volley


class BatchLaid(Event, frozen=True, tag="BatchLaid"):
    """An event that lays a batch of cards face up, to be played in this order."""

    row: tuple[CardId, ...]
    size: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new batch and its size."""
        return state.with_game(row=self.row, batch_size=self.size)


class CombatChanged(Event, frozen=True, tag="CombatChanged"):
    """An event that begins a combat or changes its groups; without groups, the combat is over."""

    combat: LockedCombat
    merged: tuple[Count, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the combat changed and without the combats merged into it."""
        gone = {self.combat.number, *self.merged}
        kept = [combat for combat in state.game.combats if combat.number not in gone]
        if self.combat.groups:
            kept.append(self.combat)
        return state.with_game(combats=tuple(sorted(kept, key=lambda combat: combat.number)))


class VolleyChanged(Event, frozen=True, tag="VolleyChanged"):
    """An event in which a volley of linked shots is declared, grows or is settled."""

    volley: Volley | None

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the changed volley."""
        return state.with_game(volley=self.volley)


class AttackCounted(Event, frozen=True, tag="AttackCounted"):
    """An event in which a side attacks another; shooting dice that it destroys are counted in halves."""

    side: SideKey
    victim: SideKey
    half_dice: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the destroyed dice added and the attacker remembered."""
        game = state.game
        destroyed = {**game.destroyed, self.side: game.destroyed.get(self.side, 0) + self.half_dice}
        last = {**game.last_attacker, self.victim: self.side}
        state = state.with_game(destroyed=destroyed, last_attacker=last)
        held = game.grudges.get(self.victim, ())
        if not game.factions[self.victim].turf or self.side in held:
            return state
        return state.with_game(grudges={**game.grudges, self.victim: (*held, self.side)})


class GrudgeEnded(Event, frozen=True, tag="GrudgeEnded"):
    """An event in which a side has played a card and forgets its last attacker."""

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which the side has forgotten its last attacker."""
        game = state.game
        return state.with_game(last_attacker={k: v for k, v in game.last_attacker.items() if k != self.side})


class SpeciesStudied(Event, frozen=True, tag="SpeciesStudied"):
    """An event in which an alien of a new species is taken for study, or its study succeeds."""

    species: str
    success: bool = False

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the species added to the specimens or to the successful studies."""
        game = state.game
        if self.success:
            return state.with_game(studied=(*game.studied, self.species))
        return state.with_game(specimens=(*game.specimens, self.species))


class TeamIssued(Event, frozen=True, tag="TeamIssued"):
    """An event in which a team arrives, with one die more for each successful study so far."""

    successes: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the team counted."""
        return state.with_game(teams=state.game.teams + 1)


class TwinDue(Event, frozen=True, tag="TwinDue"):
    """An event that allows a group to repeat its twin group's action, or ends that permission."""

    group: UnitId

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the group that may repeat the action, if any."""
        return state.with_game(twin=self.group)


class CardsLeftDeck(Event, frozen=True, tag="CardsLeftDeck"):
    """An event that removes the cards of factions without figures from the discard pile for good."""

    cards: tuple[CardId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without these cards."""
        deck: Deck = state.game.deck
        gone = deck.moved(self.cards, DISCARD_PILE, _GONE)
        return state.with_game(deck=Deck(gone.left, deck.held, gone.out))


class BelowChanged(Event, frozen=True, tag="BelowChanged"):
    """An event in which a group goes underground, moves there or comes up."""

    group: UnitId
    below: BelowGround | None

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the group's new situation underground."""
        rest = {key: below for key, below in state.game.below.items() if key != self.group}
        return state.with_game(below=rest if self.below is None else {**rest, self.group: self.below})


class ObjectivesChanged(Event, frozen=True, tag="ObjectivesChanged"):
    """An event in which places are searched or flags are raised."""

    searched: tuple[Identifier, ...] = ()
    flags: tuple[Identifier, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with these places and flags added."""
        old = state.game.objectives or Objectives()
        searched, flags = (*old.searched, *self.searched), (*old.flags, *self.flags)
        return state.with_game(objectives=msgspec.structs.replace(old, searched=searched, flags=flags))


class FigureFell(Event, frozen=True, tag="FigureFell"):
    """An event in which a figure that can come back falls at a point."""

    piece: str
    at: Coordinates

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with this point remembered."""
        return state.with_game(fell={**(state.game.fell or {}), self.piece: self.at})


class SeatsOrdered(Event, frozen=True, tag="SeatsOrdered"):
    """An event that sets the order of the seats, as decided by dice."""

    seats: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new order of the seats."""
        return state.with_game(seats=self.seats)


class ZoneTaken(Event, frozen=True, tag="ZoneTaken"):
    """An event in which a side chooses the zone where it deploys."""

    side: SideKey
    zone: tuple[Ring, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the zone of the side set."""
        old = state.game.deployment or Deployment()
        taken = {**old.taken, self.side: self.zone}
        return state.with_game(deployment=msgspec.structs.replace(old, taken=taken))


class SideDeployed(Event, frozen=True, tag="SideDeployed"):
    """An event in which a side has deployed all its groups around a point."""

    side: SideKey
    start: Coordinates

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the starting point of the side remembered."""
        return state.with_game(starts={**state.game.starts, self.side: self.start})


class AllianceChanged(Event, frozen=True, tag="AllianceChanged"):
    """An event that begins or ends an alliance of two sides; `broken_by` is the side that ended it."""

    alliance: Alliance
    ended: bool = False
    broken_by: SideKey = NO_SIDE

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the alliance added or removed, and with any side that ended it remembered."""
        pacts = state.game.pacts or Pacts()
        rest = tuple(pact for pact in pacts.allied if set(pact.sides) != set(self.alliance.sides))
        allied = rest if self.ended else (*rest, self.alliance)
        broken = tuple(dict.fromkeys((*pacts.broken, *filter(None, (self.broken_by,)))))
        return state.with_game(pacts=msgspec.structs.replace(pacts, allied=allied, broken=broken))


_GONE = SideKey(":gone")


EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    CardsMoved,
    BatchLaid,
    CombatChanged,
    VolleyChanged,
    AttackCounted,
    GrudgeEnded,
    CardsLeftDeck,
    BelowChanged,
    SpeciesStudied,
    TeamIssued,
    TwinDue,
    ObjectivesChanged,
    FigureFell,
    SeatsOrdered,
    ZoneTaken,
    SideDeployed,
    AllianceChanged,
)
