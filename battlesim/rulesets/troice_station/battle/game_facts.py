"""The facts about a moment of a battle that the window shows."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.cards_and_counts import Card, CardState, NamedCount, ResourceTally
from battlesim.engine.ruleset import GameFacts
from battlesim.mechanics.turns import shown_turn_and_phase
from battlesim.table.ids import NO_UNIT, CardId, UnitId
from battlesim.table.phrases import AnyText, length_text, phrase

from ..actions.activation import pips_left
from ..actions.squad_groups import card_members
from ..command import leaders, morale
from ..command.leaders import PIP_NOUNS
from ..command.turn_deck import QUARTER_CARDS, card_names, turn_cards
from ..core import pips
from ..core.lookups import (
    active_creatures,
    active_marines,
    is_marker,
    marker_pieces,
    quarter_box,
    quarter_number,
)
from ..core.marks import ACTIONS, MAX_ACTIONS_PER_TURN
from ..core.state import CLEAR_SIGHT_IN, CREATURES, MARINES, Battle
from ..creatures import program
from . import victory

PHASE_NAMES = {
    "markers": "Set-up",
    "landing": "Set-up",
    "start": "Pips",
    "cards": "Cards",
    "end": "End of turn",
}
PIPS_RULE = "TS-CMD-06"


def game_facts(state: Battle) -> GameFacts:
    """Return the turn, the phase, the cards and the scores of a state."""
    game = state.game
    turns = game.parameters.turns or victory.FALLBACK_MAX_TURNS
    turn, phase = shown_turn_and_phase(game, turns)
    card = game.card
    active = CREATURES if card in QUARTER_CARDS or phase == "markers" else MARINES
    unit = _unit(state)
    waiting = (
        len(program.creatures_to_act(state, QUARTER_CARDS[card]))
        if card in QUARTER_CARDS
        else pips_left(state)
    )
    return GameFacts(
        turn=max(1, turn),
        turns=turns,
        phase=PHASE_NAMES[phase],
        phases=("Set-up", "Pips", "Cards", "End of turn"),
        active=active,
        scores=victory.scores(state),
        points=victory.score_rows(state),
        ends=tuple(victory.end_conditions(state)),
        unit=unit,
        actions_left=waiting,
        units={u.id: u.name for u in state.table.units.values()},
        cards=tuple(_cards(state, phase)),
        counts=tuple(_purses(state)),
        tallies=tuple(_tallies(state)),
        weather=_weather(state),
    )


def _unit(state: Battle) -> UnitId:
    """Return the squad whose card is in play, or NO_UNIT for the card of a quarter."""
    card = state.game.card
    if card in QUARTER_CARDS:
        return NO_UNIT
    return state.table.pieces[card].unit if card in state.table.pieces else UnitId(card)


def _cards(state: Battle, phase: str) -> Iterator[Card]:
    """Yield the cards drawn this turn in order, then the cards still to come."""
    game, known = state.game, card_names(state)
    begun = phase != "start"
    for card in game.drawn if begun else ():
        yield _card(state, card, known, "now" if card == game.card else "done")
    coming = [card for card in turn_cards(state) if not begun or card in game.deck.left]
    for card in coming:
        yield _card(state, card, known, "coming")


def _card(state: Battle, card: CardId, known: dict[CardId, str], how: CardState) -> Card:
    more = known.get(card, "")
    if card in QUARTER_CARDS:
        number = QUARTER_CARDS[card]
        note, lit = _lurking(state, number), quarter_box(state.table.ground, number)
        return Card(f"Q{number}", CREATURES, how, note=note, more=more, rule=PIPS_RULE, lights=lit)
    name = state.table.name_of(card)
    if piece := state.table.pieces.get(card):
        return Card(name, MARINES, how, pips.figure_pips(state, piece), more=more, rule=PIPS_RULE)
    purse = _pips(state, UnitId(card))
    held = purse.free + purse.held
    return Card(name, MARINES, how, held, struck=purse.struck, more=more, rule=PIPS_RULE)


def _lurking(state: Battle, number: int) -> str:
    """Return text for the visible contents of a quarter: its creatures and markers."""
    ground = state.table.ground
    here = [
        p
        for p in (*active_creatures(state), *marker_pieces(state.table))
        if quarter_number(ground, p.xy) == number
    ]
    unknown = sum(is_marker(piece) for piece in here)
    counted = (len(here) - unknown, "creature"), (unknown, "marker")
    return ", ".join(f"{many} {name}{'s' * (many > 1)}" for many, name in counted if many) or "empty"


def _tallies(state: Battle) -> Iterator[ResourceTally]:
    """Yield the pips of squads and of single marines, and the number of actions that each has taken."""
    for unit in leaders.present_squads(state):
        yield _pips(state, unit.id)
    for piece in active_marines(state):
        yield ResourceTally(piece.id, "actions", used=piece.mark_count(ACTIONS), most=MAX_ACTIONS_PER_TURN)
        if own := pips.figure_pips(state, piece):
            yield ResourceTally(piece.id, PIP_NOUNS[own > 1], held=own)
    for leader, many in state.game.purses.items():
        yield ResourceTally(leader, f"{PIP_NOUNS[many > 1]} to hand out", many)


def _pips(state: Battle, squad: UnitId) -> ResourceTally:
    """Return the pips of a squad and its members, and the number of pips that morale will cost."""
    free, held = (
        pips.squad_pips(state, squad),
        sum(pips.figure_pips(state, p) for p in card_members(state, squad)),
    )
    coming = state.game.phase == "start" or CardId(squad) in state.game.deck.left
    struck = min(free + held, morale.morale_loss(state, squad)) if coming else 0
    return ResourceTally(squad, PIP_NOUNS[1], free, held, struck)


def _purses(state: Battle) -> Iterator[NamedCount]:
    """Yield the number of pips that each leader can still hand out."""
    for leader, many in state.game.purses.items():
        yield NamedCount(f"{PIP_NOUNS[1].capitalize()} of {state.table.name_of(leader)}", many, about=leader)


def _weather(state: Battle) -> AnyText:
    """Return text for the sight limit in the blizzard, or "" in clear weather."""
    far = state.game.sight
    return phrase("Blizzard {}", length_text(far)) if far < CLEAR_SIGHT_IN else ""
