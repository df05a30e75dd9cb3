"""The ruleset's own part of the state. Pieces, squads and recorders are in the table; marks: marks.py."""

from __future__ import annotations

import msgspec

from battlesim.mechanics.deck import Deck
from battlesim.mechanics.turns import TurnState
from battlesim.table.ids import CardId, SideKey, UnitId
from battlesim.table.limits import BoundedNumber, Count, Name
from battlesim.table.state import State
from battlesim.table.terrain import Coordinates, Ring

from .parameters import Parameters

MARINES = SideKey("marines")
CREATURES = SideKey("creatures")
NO_CARD_ID = CardId("")
CLEAR_SIGHT_IN = 1e6
"""How far one sees without a blizzard, inches."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the marines are there to do: bring out copies of `recorders`, or `hold` these areas.

    `areas` name terrain whose inside counts, `win` and `draw` are how many active marines wholly inside them
    it takes; `by_squad` is where each squad is bound for, `homeward` the turn from which all go home (0:
    never).
    """

    kind: str = "recorders"
    areas: tuple[str, ...] = ()
    win: Count = 0
    draw: Count = 0
    by_squad: dict[UnitId, str] = msgspec.field(default_factory=dict)
    homeward: Count = 0


class Site(msgspec.Struct, frozen=True):
    """What the scenario lays down: the landing zone, the building of each quarter, the goal.

    `strength` is how many marines there were, `markers` how many lie in each quarter. `start` has the places
    of squads that do not land where all do, `stands` where they stand in the zone from the west.
    """

    landing: Ring
    buildings: tuple[str, str, str, str] = ("", "", "", "")
    goal: Goal = Goal()
    strength: Count = 0
    markers: Count = 4
    start: dict[UnitId, tuple[Coordinates, ...]] = msgspec.field(default_factory=dict)
    stands: dict[UnitId, Count] = msgspec.field(default_factory=dict)


class Game(TurnState, frozen=True, kw_only=True):
    """What `TurnState` says of the moment.

    `acted` are the creatures that were activated in this turn, `passed` what is over on the card in play.

    `drawn` are the cards of this turn in the order they came, `card` is the one in play. Pips: `purses` what
    leaders have still to hand out, `pools` what squads have to spend, `own` what single figures have. `sight`
    is how far one sees in the blizzard, inches. `contents` says what markers hold where that is settled
    beforehand, which the marines do not know. `brought_home` are the recorders of which a copy left the
    table, `saved` the casualties that did; `idle` counts turns in a row in which nobody did anything.
    """

    parameters: Parameters
    site: Site
    deck: Deck = Deck(())
    drawn: tuple[CardId, ...] = ()
    card: CardId = NO_CARD_ID
    purses: dict[str, Count] = msgspec.field(default_factory=dict)
    pools: dict[UnitId, Count] = msgspec.field(default_factory=dict)
    own: dict[str, Count] = msgspec.field(default_factory=dict)
    sight: BoundedNumber = 12.0
    contents: dict[str, Name] = msgspec.field(default_factory=dict)
    commander: str = ""
    brought_home: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    idle: Count = 0


Battle = State[Game]
