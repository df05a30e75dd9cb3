"""Steps of a turn in tests: a small platoon, a card that is drawn, pips that are handed out."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle import turn_sequence
from battlesim.rulesets.troice_station.command import turn_boundaries, turn_deck
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult

from .things import alien, battle, line, marine, marker, perform

PLATOON = (
    ("lt", "HQ-1", "HQ", 10, 10),
    ("specialist_radio", "HQ-2", "HQ", 12, 10),
    ("nco", "1A-1", "1A", 20, 10),
    ("trooper", "1A-2", "1A", 22, 10),
    ("trooper", "1B-1", "1B", 20, 20),
    ("nco", "2A-1", "2A", 40, 10),
    ("trooper", "2B-1", "2B", 40, 20),
)
UNDER = {"1A": "1A-1", "1B": "1A-1", "2A": "2A-1", "2B": "2A-1"}


def platoon(*more: Piece, options: dict[str, str] | None = None, **marks: Any) -> Battle:
    """A small platoon; marks by id with an underscore."""
    pieces = [
        marine(kind, id, x, y, unit=unit, marks=marks.get(id.replace("-", "_"), ()))
        for kind, id, unit, x, y in PLATOON
    ]
    state = battle(*pieces, *more, options=options)
    units = [
        msgspec.structs.replace(u, rules={"under": UNDER[u.id]})
        for u in state.table.units.values()
        if u.id in UNDER
    ]
    return state.with_table(state.table.with_units(*units)).with_game(
        phase="start", phases=turn_sequence.TURN_PHASES
    )


def given(state: Battle, *answers: dict[str, int], dice: tuple[Any, ...] = (1, 1, 1)) -> ScriptResult:
    """The start of a turn, with what leaders hand out in their order: NCOs, then the Lieutenant."""
    return perform(state, turn_boundaries.start_turn, {"pips": answers} if answers else {}, dice)


def drawn(state: Battle, card: str, **fields: Any) -> ScriptResult:
    """A card is drawn."""
    return perform(
        state.with_game(deck=Deck((card,)), phase="cards", **fields), turn_deck.draw_next_card, dice=(card,)
    )


APART = {"cards_units": "sniper_apart"}
CHIEF_NORTH = marine("lt", "L", 10, 20, unit="HQ")
SQUAD_CARD, QUARTER_CARD = CardId("1A"), CardId("q4")


def in_play(card: str, **game: Any) -> Battle:
    """A card is in play: two marines of 1A with two pips, an Alien and a marker in quarter 4."""
    things = [*line(10, 12), alien("x", 14, 14), marker("m", 20, 20)]
    own: dict[str, Any] = {"phase": "cards", "card": CardId(card), "pools": {UnitId("1A"): 2}}
    return battle(*things, **(own | {"deck": Deck(())} | game))
