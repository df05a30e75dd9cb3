"""The ruleset's own part of the state; the table holds the pieces, squads and recorders."""

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
"""The sight limit in inches without a blizzard."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The marines' goal: to bring home copies of recorders ("recorders") or to hold areas ("hold").

    `areas` names the terrain to hold; `win` and `draw` are the numbers of active marines that must be wholly
    inside it. `by_squad` gives each squad's destination, and `homeward` the turn from which all go home (0:
    never).
    """

    kind: str = "recorders"
    areas: tuple[str, ...] = ()
    win: Count = 0
    draw: Count = 0
    by_squad: dict[UnitId, str] = msgspec.field(default_factory=dict)
    homeward: Count = 0


class Site(msgspec.Struct, frozen=True):
    """The scenario's layout: the landing zone, the building of each quarter and the goal.

    `strength` is the initial number of marines, `markers` the number of markers in each quarter. `start` has
    the start points of squads outside the landing zone, `stands` each squad's place in the zone from the
    west.
    """

    landing: Ring
    buildings: tuple[str, str, str, str] = ("", "", "", "")
    goal: Goal = Goal()
    strength: Count = 0
    markers: Count = 4
    start: dict[UnitId, tuple[Coordinates, ...]] = msgspec.field(default_factory=dict)
    stands: dict[UnitId, Count] = msgspec.field(default_factory=dict)


class Game(TurnState, frozen=True, kw_only=True):
    """The state of the game apart from the table, based on `TurnState`.

    `acted` holds the creatures activated this turn, and `passed` the acts already finished on the card in
    play. `drawn` are this turn's cards in the order of drawing, `card` the card in play. Pips are kept in
    `purses` (leaders), `pools` (squads) and `own` (single figures). `sight` is the sight limit in the
    blizzard, in inches. `contents` gives the contents of markers that were decided in advance, which the
    marines do not know. `brought_home` lists the recorders with a copy off the table, `saved` the rescued
    casualties; `idle` counts successive turns in which no figure acted.
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
