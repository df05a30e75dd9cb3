"""The cards of a turn: one for each squad and each quarter, drawn one by one."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.mechanics import deck
from battlesim.mechanics.pieces import clear_marks
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Piece

from ..acts.group import card_members, of_its_own
from ..core import pips
from ..core.events import CardInPlay, DeckMade
from ..core.facts import is_active
from ..core.marks import OF_AN_ACTIVATION
from ..core.state import MARINES, NO_CARD, Battle, Game
from ..melee import rounds
from . import leaders, morale

CARDS = "TS-SEQ-02"
DRAW = "TS-SEQ-03"
UNUSED = "TS-SEQ-04"
QUARTERS: Mapping[CardId, int] = {CardId(f"q{number}"): number for number in range(1, 5)}
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


def of_turn(state: Battle) -> list[CardId]:
    """The cards of a turn: squads with anybody on the table (TS-GAP-17), who has his own, the quarters."""
    units = [CardId(unit.id) for unit in leaders.squads(state) if card_members(state, unit.id)]
    apart = [
        p
        for p in state.table.pieces_of_side(MARINES)
        if p.table_position is not None and of_its_own(state, p)
    ]
    return [*units, *(CardId(p.id) for p in sorted(apart, key=lambda p: p.id)), *QUARTERS]


def names(state: Battle) -> dict[CardId, str]:
    """What the cards show: spades are the quarters, hearts the marines, in the order of their squads."""
    table = state.table
    own = [*table.units, *(p.id for p in table.pieces_of_side(MARINES) if of_its_own(state, p))]
    hearts = [key for key in own if key in table.pieces or table.units[UnitId(key)].side == MARINES]
    faces = {
        CardId(key): f"{rank} of hearts: {table.name_of(key)}"
        for rank, key in zip(RANKS, hearts, strict=False)
    }
    spades = {key: f"{RANKS[number - 1]} of spades: quarter {number}" for key, number in QUARTERS.items()}
    return faces | spades


def shuffle(play: Play[Game]) -> None:
    """Put the cards of a turn together."""
    play.emit(DeckMade(rule=CARDS, cards=tuple(of_turn(play.state))))


def draw(play: Play[Game]) -> Script[None]:
    """Draw a card; whose it is begins its activation."""
    play = play.under_rule(DRAW)
    card = yield from deck.draw_from_deck(play, "deck", "the next card", rule=DRAW, names=names(play.state))
    play.emit(CardInPlay(card=card))
    if on_it(play.state):
        yield from _begin(play, card)


def on_it(state: Battle) -> list[Piece]:
    """The marines whose card is in play, whatever their state; none on the card of a quarter."""
    card = state.game.card
    if card in state.table.pieces:
        return [state.table.piece(card)]
    return card_members(state, UnitId(card))


def recipients(state: Battle) -> tuple[str, ...]:
    """Return whom leaders may give pips as the card in play is drawn: its squad and figures, by their ids."""
    card = state.game.card
    own = (card,) if UnitId(card) in state.table.units else ()
    return (*own, *(piece.id for piece in on_it(state)))


def _begin(play: Play[Game], card: CardId) -> Script[None]:
    """Marines begin their activation: what lasted till now is over, morale takes its pips."""
    here = on_it(play.state)
    squad = here[0].unit
    clear_marks(play, here, OF_AN_ACTIVATION.__contains__, "TS-ACT-15")
    if play.state.game.parameters.pips_on_card:
        for leader in leaders.leaders(play.state):
            yield from leaders.hand_out(play, leader.id, recipients(play.state))
    if card not in play.state.table.pieces:
        morale.begin(play, squad)
        if play.state.game.parameters.morale_on_card:
            morale.take(play, squad)
        morale.tell(play, squad)
    for piece in here:
        if is_active(play.state.table.piece(piece.id)):
            yield from rounds.at_activation(play, piece.id)


def end(play: Play[Game]) -> None:
    """A card is done with; pips that nobody used are lost."""
    play, card = play.under_rule(UNUSED), play.state.game.card
    if card not in QUARTERS:
        here = on_it(play.state)
        if card not in play.state.table.pieces:
            pips.put(play, "pools", card, 0)
            morale.recover(play, UnitId(card))
        for piece in here:
            pips.put(play, "own", piece.id, 0)
    play.emit(CardInPlay(card=NO_CARD))
