"""An ordinary pack of cards in place of the Action deck: a suit for each faction."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.table.ids import CardId, SideKey

from ..core.factions import FactionProfile
from ..core.parameters import Parameters
from ..core.state import CardName, Face

PACK = "MT-DECK-04"
SUITS = ("spades", "hearts", "diamonds", "clubs")
SINGLES = tuple(str(pips) for pips in range(2, 11))
DOUBLES, TRIPLES = ("jack", "queen", "king"), ("ace",)
JOKER = CardId("joker")


def playing_cards(
    factions: Mapping[SideKey, FactionProfile], parameters: Parameters
) -> tuple[dict[CardId, Face], tuple[CardId, ...]]:
    """Return the faces of an ordinary pack, and the cards of it that are used.

    Raises ScenarioError if there are more factions than suits, or more cards of a kind than in a suit.
    """
    if len(factions) > len(SUITS):
        message = f"{len(factions)} factions, but an ordinary pack has {len(SUITS)} suits ({PACK})"
        raise ScenarioError("rules.card_faces", message, "leave it out")
    faces = {JOKER: Face("Special Event")}
    for suit, (side, faction) in zip(SUITS, factions.items(), strict=False):
        own = faction.cards
        kinds: tuple[tuple[CardName, tuple[str, ...], int], ...] = (
            ("Single", SINGLES, parameters.singles or own.single),
            ("Double", DOUBLES, own.double),
            ("Triple", TRIPLES, own.triple),
        )
        for name, ranks, count in kinds:
            if count > len(ranks):
                message = f"{side} has {count} cards {name}, a suit has {len(ranks)} ({PACK})"
                raise ScenarioError("rules.card_faces", message, "leave it out, or use fewer cards")
            faces |= {CardId(f"{rank} of {suit}"): Face(name, side) for rank in ranks[:count]}
    cards = [card for card in faces if card != JOKER] + [JOKER] * len(factions)
    return faces, tuple(sorted(cards))
