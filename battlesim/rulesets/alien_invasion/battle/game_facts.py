"""What the window shows of a moment: the batch, its cards, the piles, and the conditions of each faction."""

from __future__ import annotations

from battlesim.engine.cards_and_counts import Card, CardState, NamedCount
from battlesim.engine.ruleset import GameFacts, PreviewRow
from battlesim.table.ids import NO_UNIT

from ..actions.card import DOUBLE, SINGLE, TRIPLE
from ..core.state import CARDS_PHASE, PASSES, SPENT, Battle
from .alliances import alliance_rows
from .event_order import ATTACHED
from .fights import fights
from .special_events import is_blank
from .victory import DEFAULT, LAST_PASS, MAX_PASSES, battle_outcome, end_rows, scores

CARD_RULES = {"Single": SINGLE, "Double": DOUBLE, "Triple": TRIPLE}
"""The rule that says what a card gives its faction, by the name on its face."""


def game_facts(state: Battle) -> GameFacts:
    """Return the facts shown to players: the batch and pile of cards, and what each faction needs to win."""
    game, card = state.game, state.game.card
    most = LAST_PASS if game.parameters.end == "last_faction" else MAX_PASSES
    words = "shooting dice destroyed"
    played = len(game.passed)
    return GameFacts(
        turn=max(1, game.turn),
        turns=0,
        phase=CARDS_PHASE,
        phases=game.phases,
        active=card.side if card else "",
        scores=scores(state),
        points={side: (PreviewRow(words, f"{n:g}", DEFAULT),) for side, n in scores(state).items()},
        ends=(*end_rows(state), *alliance_rows(state)),
        actions_left=game.actions_left,
        unit=NO_UNIT,
        units={unit.id: unit.name for unit in state.table.units.values()},
        turn_word="Batch",
        turns_word="batches",
        second=NamedCount("pass", min(game.count(PASSES) + 1, most), most),
        cards=tuple(_shown(state, number) for number in range(len(game.row))),
        counts=(
            NamedCount("pile", game.deck.cards_left, pile=True),
            NamedCount("discards", len(game.deck.out) - len(game.row) + played, pile=True),
        ),
        fights=tuple(fights(state)),
        ends_now=bool(game.turn) and battle_outcome(state) is not None,
    )


def _shown(state: Battle, number: int) -> Card:
    """Return a card of the batch as it lies open, with pips for the actions that can still be taken."""
    game = state.game
    face, played = game.faces[game.row[number]], len(game.passed)
    now: CardState = "done" if number < played else "now" if number == played else "open"
    blank, rule = is_blank(state, face), CARD_RULES.get(face.name, ATTACHED)
    note = "nobody left" if blank else "" if face.side else "event"
    if blank or now == "done":
        return Card(face.name, face.side, now, note=note or "spent", rule=rule)
    return Card(face.name, face.side, now, face.actions, game.count(SPENT) * (now == "now"), note, rule)
