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
    """Cards lie face up, to be played in this order; none before the first of a batch is drawn."""

    row: tuple[CardId, ...]
    size: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the cards and the size of a batch."""
        return state.with_game(row=self.row, batch_size=self.size)


class CombatChanged(Event, frozen=True, tag="CombatChanged"):
    """A combat has begun or has other groups in it; it is over if it has none."""

    combat: LockedCombat
    merged: tuple[Count, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Replace the combat and those that were merged into it, in the order in which they began."""
        gone = {self.combat.number, *self.merged}
        kept = [combat for combat in state.game.combats if combat.number not in gone]
        if self.combat.groups:
            kept.append(self.combat)
        return state.with_game(combats=tuple(sorted(kept, key=lambda combat: combat.number)))


class VolleyChanged(Event, frozen=True, tag="VolleyChanged"):
    """A volley of linked shots was declared, has grown, or was settled."""

    volley: Volley | None

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the volley."""
        return state.with_game(volley=self.volley)


class AttackCounted(Event, frozen=True, tag="AttackCounted"):
    """A side has attacked another and destroyed so many half shooting dice, or none."""

    side: SideKey
    victim: SideKey
    half_dice: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Add up the dice destroyed, and remember the attacker."""
        game = state.game
        destroyed = {**game.destroyed, self.side: game.destroyed.get(self.side, 0) + self.half_dice}
        last = {**game.last_attacker, self.victim: self.side}
        state = state.with_game(destroyed=destroyed, last_attacker=last)
        held = game.grudges.get(self.victim, ())
        if not game.factions[self.victim].turf or self.side in held:
            return state
        return state.with_game(grudges={**game.grudges, self.victim: (*held, self.side)})


class GrudgeEnded(Event, frozen=True, tag="GrudgeEnded"):
    """A side has played a card, and forgets who attacked it before."""

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Forget the last attacker of the side."""
        game = state.game
        return state.with_game(last_attacker={k: v for k, v in game.last_attacker.items() if k != self.side})


class SpeciesStudied(Event, frozen=True, tag="SpeciesStudied"):
    """The first of a species has fallen and was taken for study, or its study was a success."""

    species: str
    success: bool = False

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the species to the specimens, or to those with a success."""
        game = state.game
        if self.success:
            return state.with_game(studied=(*game.studied, self.species))
        return state.with_game(specimens=(*game.specimens, self.species))


class TeamIssued(Event, frozen=True, tag="TeamIssued"):
    """A team arrives with the weapons of today: one die more for each success."""

    successes: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Count the team."""
        return state.with_game(teams=state.game.teams + 1)


class TwinDue(Event, frozen=True, tag="TwinDue"):
    """A group may act with the same action as another one; none if it has acted."""

    group: UnitId

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the group."""
        return state.with_game(twin=self.group)


class CardsLeftDeck(Event, frozen=True, tag="CardsLeftDeck"):
    """Cards of factions without figures leave the discard pile for good."""

    cards: tuple[CardId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Remove the cards."""
        deck: Deck = state.game.deck
        gone = deck.moved(self.cards, DISCARD_PILE, _GONE)
        return state.with_game(deck=Deck(gone.left, deck.held, gone.out))


class BelowChanged(Event, frozen=True, tag="BelowChanged"):
    """A group has gone underground, has come up, or has changed how it is there."""

    group: UnitId
    below: BelowGround | None

    def apply(self, state: State[Any]) -> State[Any]:
        """Set how the group is underground."""
        rest = {key: below for key, below in state.game.below.items() if key != self.group}
        return state.with_game(below=rest if self.below is None else {**rest, self.group: self.below})


class ObjectivesChanged(Event, frozen=True, tag="ObjectivesChanged"):
    """Places have been searched, or flags raised by what was done."""

    searched: tuple[Identifier, ...] = ()
    flags: tuple[Identifier, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the places and flags."""
        old = state.game.objectives or Objectives()
        searched, flags = (*old.searched, *self.searched), (*old.flags, *self.flags)
        return state.with_game(objectives=msgspec.structs.replace(old, searched=searched, flags=flags))


class FigureFell(Event, frozen=True, tag="FigureFell"):
    """A figure that comes back has fallen at a point."""

    piece: str
    at: Coordinates

    def apply(self, state: State[Any]) -> State[Any]:
        """Remember the point."""
        return state.with_game(fell={**(state.game.fell or {}), self.piece: self.at})


class SeatsOrdered(Event, frozen=True, tag="SeatsOrdered"):
    """The dice have decided in which order the sides are seated."""

    seats: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the order."""
        return state.with_game(seats=self.seats)


class ZoneTaken(Event, frozen=True, tag="ZoneTaken"):
    """A side has chosen the zone in which it deploys."""

    side: SideKey
    zone: tuple[Ring, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the zone of the side."""
        old = state.game.deployment or Deployment()
        taken = {**old.taken, self.side: self.zone}
        return state.with_game(deployment=msgspec.structs.replace(old, taken=taken))


class SideDeployed(Event, frozen=True, tag="SideDeployed"):
    """A side has deployed its groups, around a point."""

    side: SideKey
    start: Coordinates

    def apply(self, state: State[Any]) -> State[Any]:
        """Remember where the side begins."""
        return state.with_game(starts={**state.game.starts, self.side: self.start})


class AllianceChanged(Event, frozen=True, tag="AllianceChanged"):
    """Two sides have become allies, or no longer are; `broken_by` is the side that has ended it, if any."""

    alliance: Alliance
    ended: bool = False
    broken_by: SideKey = NO_SIDE

    def apply(self, state: State[Any]) -> State[Any]:
        """Add or remove the alliance, and remember who has ended it."""
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
