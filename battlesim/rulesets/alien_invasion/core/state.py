"""The ruleset's own part of the state: factions, cards, combats and volleys."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.geometry.shapes import Point, Ring
from battlesim.mechanics.deck import Deck
from battlesim.mechanics.turns import TurnState
from battlesim.table.ids import NO_SIDE, NO_UNIT, CardId, SideKey, UnitId
from battlesim.table.limits import Count, DieNumber, Identifier, Name
from battlesim.table.state import State

from .factions import FactionProfile
from .objectives import HiddenCraft, Objectives
from .parameters import Parameters
from .vehicle_kinds import VehicleRule

SPENT, PASSES, EVENTS_SEEN = "spent", "passes", "events"
"""Counters: actions spent of the card in play, times the pile ran out, event cards played."""
PASSED = "passed"
"""A counter: 1 if the card in play was passed although something free could still be done with it."""
FOG, CONFUSED, LUCKY_PREFIX = "fog", "confused", "lucky: "
"""Counters set by a Special Event: fog, confusion (a card that counts as a Single), and sides with luck."""
CARDS_PHASE = "cards"
CardName = Literal["Single", "Double", "Triple", "Special Event"]
ACTIONS: dict[CardName, int] = {"Single": 1, "Double": 2, "Triple": 3, "Special Event": 0}


class Face(msgspec.Struct, frozen=True):
    """The face of a card: its name and the faction that acts, which is empty for a Special Event."""

    name: CardName
    side: SideKey = NO_SIDE

    @property
    def actions(self) -> int:
        """The number of actions that the card gives."""
        return ACTIONS[self.name]

    @property
    def settles(self) -> bool:
        """True if combats are resolved after this card."""
        return self.actions > 1


class LockedCombat(msgspec.Struct, frozen=True):
    """A hand-to-hand combat, with the groups that are locked in it in the order in which they joined.

    `defends` holds sides with the terrain that each defends; `reached` the sides of which that is settled.
    `attackers` are groups whose own move brought them in.
    """

    number: Count
    groups: tuple[UnitId, ...]
    attackers: tuple[UnitId, ...] = ()
    defends: tuple[tuple[SideKey, str], ...] = ()
    reached: tuple[SideKey, ...] = ()

    @property
    def defended(self) -> dict[SideKey, str]:
        """The terrain that each side defends in the combat, by side."""
        return dict(self.defends)


class GroupRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `rules` table of a group in a scenario: its squad, by default itself, and where it starts.

    A squad of which a group is to start `below` may only start underground. Rules: MT-SPUG-01.
    """

    squad: str = ""
    below: bool | msgspec.UnsetType = msgspec.UNSET


class Volley(msgspec.Struct, frozen=True):
    """Linked shots at one target under one card: the dice rolled so far, and the shots still to come.

    `shots` are the groups that have still to fire, once for each shot; `fired` those that have. `pairs` are
    figures that fired with those that they saw.
    """

    side: SideKey
    target: UnitId
    faces: tuple[DieNumber, ...] = ()
    shots: tuple[UnitId, ...] = ()
    fired: tuple[UnitId, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()


class VictoryRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition by which a side wins: holes closed, sides destroyed, or fewer figures left than a number.

    A side also wins if it "holds" at least `than` things of the kind `item`, if the flag `item` is up, if it
    has "studied" every alien species in the game, or "killed" a figure of the kind `item`, and if "no_aliens"
    are left in the game. Things that must be held `below` are only counted underground. It wins if it has
    "brought_off" at least `than` things of the kind `item`, if a group of it "guards" the piece `item`,
    touching it without an enemy within `than` inches, and if sides are "wiped_out": all dead, none of them
    gone. A condition that counts `at_end` ends no battle. No human who has ever seen the side may be alive if
    it must be `unseen`. `level` is what the victory is called; of several conditions that are met the first
    one counts.

    Rules: MT-VIC-01.
    """

    side: SideKey
    when: Literal[
        "holes_closed",
        "destroyed",
        "fewer",
        "holds",
        "flag",
        "studied",
        "killed",
        "no_aliens",
        "brought_off",
        "guards",
        "wiped_out",
    ]
    of: tuple[SideKey, ...] = ()
    than: Count = 0
    item: Identifier | msgspec.UnsetType = msgspec.UNSET
    below: bool | msgspec.UnsetType = msgspec.UNSET
    at_end: bool | msgspec.UnsetType = msgspec.UNSET
    unseen: bool | msgspec.UnsetType = msgspec.UNSET
    level: Name | msgspec.UnsetType = msgspec.UNSET

    @property
    def named(self) -> str:
        """The thing, flag or figure that counts, or "" if the condition names none."""
        return self.item or ""


class PlannedAlliance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An alliance that a scenario declares at the start of a batch, possibly until a later batch."""

    sides: tuple[SideKey, SideKey]
    batch: Count = 1
    until: Count = 0


class Alliance(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two sides that are allied since the start of a batch; a truce ends at the start of the next batch."""

    sides: tuple[SideKey, SideKey]
    since: Count = 1
    truce: bool = False


class Pacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The alliances of a battle, the sides that have ended any, and alliances that the scenario plans."""

    allied: tuple[Alliance, ...] = ()
    broken: tuple[SideKey, ...] = ()
    planned: tuple[PlannedAlliance, ...] = ()


Network = Literal["hole", "manhole"]
"""What leads down into a network of tunnels or sewers: the kind of its markers."""


class BelowGround(msgspec.Struct, frozen=True):
    """A group's situation underground: its network, and how many of the actions for coming up are `paid`.

    The way up is `open` without a hole if its Burrower has come up there.
    """

    network: Network
    paid: Count = 0
    open: bool = False


class Deployment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The zones where players may set up their groups, for single groups or for whole sides."""

    title: Name = ""
    zones: dict[UnitId, tuple[Ring, ...]] = {}
    taken: dict[SideKey, tuple[Ring, ...]] = {}


class Game(TurnState, frozen=True, kw_only=True):
    """The state of the game; a turn is a batch of cards, the `row`, of which `passed` were played.

    `below` has the groups that are underground, whose points are markers; `sewers` is the network that those
    who do not dig may use, if any. `sizes` has the first number of figures of each group, `last_attacker` for
    each side the one that shot at it or charged it since its last card; `grudges` are all that ever did so to
    a side with turf. `destroyed` counts half shooting dice. `specimens` are species that have been taken for
    study, `studied` those with a success. So many `teams` have arrived. `twin` is a group that may still act
    with the action of another. `starts` has the middle of each side's figures at the start. `vehicles` has
    what the scenario says about some of them. `finds` are the hidden things as cards, with those of empty
    places. `fell` has the points where figures that come back have fallen. `hidden` are craft whose places
    only their sides know. `reinforced` sides receive a group with the first Special Event.
    `pacts` are the alliances.
    """

    parameters: Parameters
    factions: dict[SideKey, FactionProfile]
    seats: tuple[SideKey, ...]
    faces: dict[CardId, Face]
    deck: Deck
    row: tuple[CardId, ...] = ()
    batch_size: Count = 4
    combats: tuple[LockedCombat, ...] = ()
    volley: Volley | None = None
    victory: tuple[VictoryRule, ...] = ()
    below: dict[UnitId, BelowGround] = msgspec.field(default_factory=dict)
    sewers: Network | msgspec.UnsetType = msgspec.UNSET
    vehicles: tuple[VehicleRule, ...] = ()
    fire_support: bool = False
    sizes: dict[UnitId, Count] = msgspec.field(default_factory=dict)
    destroyed: dict[SideKey, Count] = msgspec.field(default_factory=dict)
    specimens: tuple[str, ...] = ()
    studied: tuple[str, ...] = ()
    teams: Count = 0
    twin: UnitId = NO_UNIT
    starts: dict[SideKey, Point] = msgspec.field(default_factory=dict)
    last_attacker: dict[SideKey, SideKey] = msgspec.field(default_factory=dict)
    grudges: dict[SideKey, tuple[SideKey, ...]] = msgspec.field(default_factory=dict)
    objectives: Objectives | msgspec.UnsetType = msgspec.UNSET
    finds: Deck | msgspec.UnsetType = msgspec.UNSET
    fell: dict[str, Point] | msgspec.UnsetType = msgspec.UNSET
    reinforced: tuple[SideKey, ...] | msgspec.UnsetType = msgspec.UNSET
    hidden: tuple[HiddenCraft, ...] | msgspec.UnsetType = msgspec.UNSET
    deployment: Deployment | msgspec.UnsetType = msgspec.UNSET
    pacts: Pacts | msgspec.UnsetType = msgspec.UNSET

    @property
    def fighters(self) -> tuple[SideKey, ...]:
        """The sides that fight: those with a seat, followed by those without a seat that all others fight."""
        wild = (side for side, own in self.factions.items() if own.wild and side not in self.seats)
        return (*self.seats, *wild)

    @property
    def alliances(self) -> tuple[Alliance, ...]:
        """The alliances and truces that hold now."""
        return self.pacts.allied if self.pacts else ()

    def are_allied(self, side: SideKey, other: SideKey) -> bool:
        """Return whether two sides are allied."""
        return any({side, other} == set(pact.sides) for pact in self.alliances)

    @property
    def card(self) -> Face | None:
        """The card in play, or None between two batches."""
        at = len(self.passed)
        return self.faces[self.row[at]] if at < len(self.row) else None

    @property
    def actions_left(self) -> int:
        """The number of actions left on the card in play; under confusion, a card has only one."""
        if not self.card:
            return 0
        actions = min(1, self.card.actions) if self.count(CONFUSED) else self.card.actions
        return max(0, actions - self.count(SPENT))


Battle = State[Game]
