"""The brawl's own part of the state. Gangs are units of the table."""

from __future__ import annotations

import msgspec

from battlesim.table.ids import NO_SIDE, CardId, SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

RATTLED = "rattled"
RAIN, CROWD = "Rain", "A crowd"


class Face(msgspec.Struct, frozen=True):
    """A card: a faction's with its actions, or an event by its name. Those with one id are alike."""

    id: CardId
    name: str
    side: SideKey = NO_SIDE
    actions: Count = 0


class Game(msgspec.Struct, frozen=True):
    """The deck and the knockouts. `row` are the cards of the batch, of which `at` have been played.

    The `pile` has no order: drawing from it is chance. `spent` actions of the card in
    play are taken. The battle goes to `goal` knockouts; `crowds` have come.
    """

    factions: tuple[SideKey, ...]
    pile: tuple[Face, ...]
    row: tuple[Face, ...] = ()
    at: Count = 0
    spent: Count = 0
    batch: Count = 0
    batches: Count = 0
    goal: Count = 3
    knockouts: dict[SideKey, Count] = {}
    allies: tuple[tuple[SideKey, ...], ...] = ()
    rain: bool = False
    crowds: Count = 0

    @property
    def card(self) -> Face | None:
        """The card in play."""
        return self.row[self.at] if self.at < len(self.row) else None


Brawl = State[Game]
