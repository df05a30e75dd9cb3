"""The deck of a turn, with a card for each squad and each quarter of the table."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.mechanics import deck
from battlesim.mechanics.pieces import clear_marks
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Piece

from ..actions.squad_groups import card_members, has_own_card
from ..core import pips
from ..core.events import ActiveCardChanged, DeckMade
from ..core.lookups import is_active
from ..core.marks import ACTIVATION_MARKS
from ..core.state import MARINES, NO_CARD_ID, Battle, Game
from ..melee import rounds
from . import leaders, morale

CARDS = "TS-SEQ-02"
DRAW = "TS-SEQ-03"
UNUSED = "TS-SEQ-04"
QUARTER_CARDS: Mapping[CardId, int] = {CardId(f"q{number}"): number for number in range(1, 5)}
CARD_RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


def turn_cards(state: Battle) -> list[CardId]:
    """Return the cards of a turn: those of squads, of single figures and of quarters (TS-GAP-17)."""
    units = [CardId(unit.id) for unit in leaders.present_squads(state) if card_members(state, unit.id)]
    apart = [
        p
        for p in state.table.pieces_of_side(MARINES)
        if p.table_position is not None and has_own_card(state, p)
    ]
    return [*units, *(CardId(p.id) for p in sorted(apart, key=lambda p: p.id)), *QUARTER_CARDS]


def card_names(state: Battle) -> dict[CardId, str]:
    """Return the name of the playing card that stands for each squad, figure and quarter, by card id."""
    table = state.table
    own = [*table.units, *(p.id for p in table.pieces_of_side(MARINES) if has_own_card(state, p))]
    hearts = [key for key in own if key in table.pieces or table.units[UnitId(key)].side == MARINES]
    faces = {
        CardId(key): f"{rank} of hearts: {table.name_of(key)}"
        for rank, key in zip(CARD_RANKS, hearts, strict=False)
    }
    spades = {
        key: f"{CARD_RANKS[number - 1]} of spades: quarter {number}" for key, number in QUARTER_CARDS.items()
    }
    return faces | spades


def make_deck(play: Play[Game]) -> None:
    """Make the deck of cards for the turn."""
    play.emit(DeckMade(rule=CARDS, cards=tuple(turn_cards(play.state))))


def draw_next_card(play: Play[Game]) -> Script[None]:
    """Draw the next card and begin the activation of the marines to whom it belongs."""
    play = play.under_rule(DRAW)
    card = yield from deck.draw_from_deck(
        play, "deck", "the next card", rule=DRAW, names=card_names(play.state)
    )
    play.emit(ActiveCardChanged(card=card))
    if marines_on_card(play.state):
        yield from _begin(play, card)


def marines_on_card(state: Battle) -> list[Piece]:
    """Return the marines whose card has been drawn, including casualties, or [] for a quarter's card."""
    card = state.game.card
    if card in state.table.pieces:
        return [state.table.piece(card)]
    return card_members(state, UnitId(card))


def pip_recipients(state: Battle) -> tuple[str, ...]:
    """Return the ids of the activated squad and figures, to which leaders may give pips (action points)."""
    card = state.game.card
    own = (card,) if UnitId(card) in state.table.units else ()
    return (*own, *(piece.id for piece in marines_on_card(state)))


def _begin(play: Play[Game], card: CardId) -> Script[None]:
    """Begin the activation of marines: clear expired marks, hand out pips, apply morale, resolve melee."""
    here = marines_on_card(play.state)
    squad = here[0].unit
    clear_marks(play, here, ACTIVATION_MARKS.__contains__, "TS-ACT-15")
    if play.state.game.parameters.pips_on_card:
        for leader in leaders.active_leaders(play.state):
            yield from leaders.hand_out_pips(play, leader.id, pip_recipients(play.state))
    if card not in play.state.table.pieces:
        morale.mark_fire_at_activation(play, squad)
        if play.state.game.parameters.morale_on_card:
            morale.apply_morale_loss(play, squad)
        morale.report_pinned(play, squad)
    for piece in here:
        if is_active(play.state.table.piece(piece.id)):
            yield from rounds.fight_at_activation(play, piece.id)


def end_card(play: Play[Game]) -> None:
    """End an activation: unused pips (action points) are lost, and marks of earlier fire are cleared."""
    play, card = play.under_rule(UNUSED), play.state.game.card
    if card not in QUARTER_CARDS:
        here = marines_on_card(play.state)
        if card not in play.state.table.pieces:
            pips.set_pips(play, "pools", card, 0)
            morale.clear_fire_marks(play, UnitId(card))
        for piece in here:
            pips.set_pips(play, "own", piece.id, 0)
    play.emit(ActiveCardChanged(card=NO_CARD_ID))
