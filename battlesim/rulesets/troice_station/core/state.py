"""The ruleset's part of the state; the table holds the pieces, squads and recorders."""

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

    `areas` lists the terrain to be held; `win` and `draw` are the numbers of active marines that must be
    entirely inside it. `by_squad` gives squads' destinations, `homeward` the turn when all go home, or 0.
    """

    kind: str = "recorders"
    areas: tuple[str, ...] = ()
    win: Count = 0
    draw: Count = 0
    by_squad: dict[UnitId, str] = msgspec.field(default_factory=dict)
    homeward: Count = 0


class Site(msgspec.Struct, frozen=True):
    """The layout of the scenario: the landing zone, the building in each quarter, and the goal.

    `strength` is the initial number of marines, `markers` the number of markers in each quarter. `start` has
    the start points of squads outside the landing zone, `stands` each squad's place in it, from the west.
    """

    landing: Ring
    buildings: tuple[str, str, str, str] = ("", "", "", "")
    goal: Goal = Goal()
    strength: Count = 0
    markers: Count = 4
    start: dict[UnitId, tuple[Coordinates, ...]] = msgspec.field(default_factory=dict)
    stands: dict[UnitId, Count] = msgspec.field(default_factory=dict)


class Game(TurnState, frozen=True, kw_only=True):
    """The ruleset's part of the state, based on `TurnState`.

    `acted` lists the creatures activated this turn, and `passed` what has been finished on the card in play.
    `drawn` are this turn's cards in the order of drawing, and `card` is the one in play. Pips (action points)
    are in `purses` for leaders, `pools` for squads and `own` for single figures. `sight` is the sight limit
    of the blizzard in inches. `contents` are the contents of markers decided in advance, unknown to the
    marines. `brought_home` lists recorders with a copy off the table, and `saved` rescued casualties; `idle`
    counts successive turns without an action.
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
