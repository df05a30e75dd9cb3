"""What the window shows of a moment: turn, cards, pips, weather, scores."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.engine.facts import Card, CardState, Count
from battlesim.engine.ruleset import Facts
from battlesim.table.ids import NO_UNIT, CardId, UnitId
from battlesim.table.words import Words, inches, say

from ..command.cards import QUARTERS, names, of_turn
from ..command.leaders import PIPS
from ..core import pips
from ..core.state import CREATURES, MARINES, NO_CARD, Battle
from ..creatures import program
from . import victory

PHASE_NAMES = {
    "markers": "Set-up",
    "landing": "Set-up",
    "start": "Pips",
    "cards": "Cards",
    "end": "End of turn",
}
CLEAR = 1e6
PIPS_RULE = "TS-CMD-06"


def facts(state: Battle) -> Facts:
    """Turn, phase, cards and scores in this game's words."""
    game = state.game
    turns = game.parameters.turns or victory.LONGEST
    card = game.card
    active = CREATURES if card in QUARTERS else MARINES
    unit = _unit(state)
    waiting = len(program.to_act(state, QUARTERS[card])) if card in QUARTERS else pips.pool(state, unit)
    return Facts(
        turn=max(1, min(game.turn, turns)),
        turns=turns,
        phase=PHASE_NAMES[game.phase],
        phases=("Set-up", "Pips", "Cards", "End of turn"),
        active=active,
        scores=victory.scores(state),
        points=victory.points(state),
        unit=unit,
        actions_left=waiting,
        units={u.id: u.name for u in state.table.units.values()},
        cards=tuple(_cards(state)),
        counts=tuple(_purses(state)),
        weather=_weather(state),
    )


def _unit(state: Battle) -> UnitId:
    """The squad whose card is in play."""
    card = state.game.card
    if card in QUARTERS or card == NO_CARD:
        return NO_UNIT
    return state.table.pieces[card].unit if card in state.table.pieces else UnitId(card)


def _cards(state: Battle) -> Iterator[Card]:
    """The cards of the turn in the order drawn, then those to come by their names."""
    game, known = state.game, names(state)
    for card in game.drawn:
        yield _card(state, card, known, "now" if card == game.card else "done")
    coming = [card for card in of_turn(state) if card in game.deck.left]
    for card in coming:
        yield _card(state, card, known, "coming")


def _card(state: Battle, card: CardId, known: dict[CardId, str], how: CardState) -> Card:
    side = CREATURES if card in QUARTERS else MARINES
    held = 0 if card in QUARTERS or how == "done" else state.game.pools.get(UnitId(card), 0)
    name = f"Q{QUARTERS[card]}" if card in QUARTERS else state.table.called(card)
    return Card(name, side, how, pips=held, note=known.get(card, ""), rule=PIPS_RULE)


def _purses(state: Battle) -> Iterator[Count]:
    """What leaders have still to hand out."""
    for leader, many in state.game.purses.items():
        yield Count(f"{PIPS[1].capitalize()} of {state.table.called(leader)}", many, about=leader)


def _weather(state: Battle) -> Words:
    """How far one sees."""
    far = state.game.sight
    return say("Blizzard {}", inches(far)) if far < CLEAR and math.isfinite(far) else ""
