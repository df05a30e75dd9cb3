"""The Action deck: batches that are laid open, and cards that are played one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.mechanics import deck
from battlesim.mechanics.deck import DISCARD_PILE, DRAW_PILE
from battlesim.mechanics.turns import MilestonePassed, PhaseBegan, change_counter, set_counters
from battlesim.table.ids import CardId, SideKey

from ..actions.mite_actions import WILD_CHARGES
from ..actions.shoot_action import end_volley
from ..combat.resolution import settle_combats
from ..core.events import BatchLaid, CardsLeftDeck, GrudgeEnded
from ..core.factions import FactionProfile
from ..core.parameters import Parameters
from ..core.state import (
    CARDS_PHASE,
    CONFUSED,
    EVENTS_SEEN,
    PASSED,
    PASSES,
    SPENT,
    CardName,
    Face,
    Game,
)
from ..cybermen.leader import forget_actions
from .alliances import change_alliances
from .event_order import play_special_event
from .playing_cards import JOKER
from .special_events import is_blank, is_eliminated

PACK, EVENT_CARDS, ONE_KIND, SUIT = "MT-DECK-01", "MT-DECK-03", "MT-GAP-01", "MT-GAP-02"
BATCH, OPEN, IN_ORDER, NEXT = "MT-DRAW-01", "MT-DRAW-02", "MT-DRAW-03", "MT-DRAW-04"
SHUFFLES, RUNS_OUT, BLANKS = "MT-DRAW-05", "MT-GAP-03", "MT-GAP-05"
MIN_BATCH, MAX_EVENTS = 4, 4
NAMES: tuple[CardName, ...] = ("Single", "Double", "Triple")
EVENT = CardId("event")


def card_id(side: SideKey, name: CardName) -> CardId:
    """Return the id of a card of a faction."""
    return CardId(f"{side} {name.lower()}")


def card_faces(seats: tuple[SideKey, ...]) -> dict[CardId, Face]:
    """Return what each card shows, by card id."""
    faces = {card_id(side, name): Face(name, side) for side in seats for name in NAMES}
    return {**faces, EVENT: Face("Special Event")}


def all_cards(factions: Mapping[SideKey, FactionProfile], parameters: Parameters) -> tuple[CardId, ...]:
    """Return all cards: those of each faction, and a Special Event per faction, but at most four."""
    cards = [EVENT] * min(MAX_EVENTS, len(factions))
    for side, faction in factions.items():
        counts = faction.cards
        numbers = (parameters.singles or counts.single, counts.double, counts.triple)
        for name, number in zip(NAMES, numbers, strict=True):
            cards += [card_id(side, name)] * number
    return tuple(sorted(cards))


def batch_size(factions: int) -> int:
    """Return how many cards a batch has: one for each faction, but at least four."""
    return max(MIN_BATCH, factions)


def lay_batch(play: Play[Game]) -> Script[None]:
    """Draw a batch of cards and lay them face up in order, before any of them is played."""
    yield from change_alliances(play, play.state.game.turn + 1)
    game = play.state.game
    size = game.batch_size
    play.emit(BatchLaid(rule=BATCH, row=(), size=size))
    play.emit(PhaseBegan(rule=NEXT, turn=game.turn + 1, phase=CARDS_PHASE, fresh=True))
    whose = {side.key: f", {side.name}" for side in play.state.table.sides}
    names = {card: f"{_guise(card)}{f.name}{whose.get(f.side, '')}" for card, f in game.faces.items()}
    row: list[CardId] = []
    while len(row) < size:
        if not play.state.game.deck.left and not shuffle(play, row):
            break
        why = f"card {len(row) + 1} of batch {game.turn + 1}"
        row.append((yield from deck.draw_from_deck(play, "deck", why, rule=BATCH, names=names)))
        if not play.state.game.deck.left:
            change_counter(play, PASSES, 1, RUNS_OUT)
        size = play.state.game.batch_size
    play.emit(BatchLaid(rule=OPEN, row=tuple(row), size=size))


def _guise(card: CardId) -> str:
    """Return what an ordinary card shows, before what it stands for; nothing for the cards of the game."""
    return f"{card}: " if card == JOKER or " of " in card else ""


def shuffle(play: Play[Game], drawn: list[CardId]) -> bool:
    """Shuffle the discards into a new pile; return whether there were any besides this batch's cards.

    If an option says so, cards of factions without figures leave the deck, and batches become smaller.
    """
    state = play.state
    discards = list(state.game.deck.out)
    for card in drawn:
        discards.remove(card)
    if not state.game.parameters.keeps_blanks:
        gone = [card for card in discards if is_blank(state, state.game.faces[card])]
        discards = [card for card in discards if card not in gone]
        alive = sum(not is_eliminated(state, side) for side in state.game.seats)
        if gone:
            play.emit(CardsLeftDeck(rule=BLANKS, cards=tuple(gone)))
        play.emit(BatchLaid(rule=BLANKS, row=(), size=batch_size(alive)))
    deck.move_cards(play, "deck", discards, DISCARD_PILE, DRAW_PILE, rule=SHUFFLES)
    return bool(discards)


def finish_card(play: Play[Game]) -> Script[None]:
    """Resolve the combats of the card in play and discard it; no actions can be saved for later."""
    game = play.state.game
    card = game.card
    assert card is not None, "a card is in play"
    yield from end_volley(play)
    set_counters(play, {PASSED: 0, SPENT: 0, WILD_CHARGES: 0}, IN_ORDER)
    forget_actions(play)
    if card.side:
        set_counters(play, {CONFUSED: 0}, IN_ORDER)
        play.emit(GrudgeEnded(rule=IN_ORDER, side=card.side))
    else:
        change_counter(play, EVENTS_SEEN, 1, PACK)
        yield from play_special_event(play)
    yield from settle_combats(play, card)
    play.emit(MilestonePassed(rule=IN_ORDER, what=game.row[len(game.passed)]))
