"""A duel of four against four with a hidden deck, held cards, and snap shots in the middle of a move."""

from __future__ import annotations

from typing import Any

from battlesim.engine.cards_and_counts import Card, NamedCount
from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.ruleset import GameFacts, Preview, PreviewRow
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.mechanics import alternating_turns, turns
from battlesim.mechanics.basic_actions import duel_preview
from battlesim.mechanics.chance import exact_chances
from battlesim.mechanics.deck import CardsMoved, Deck
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import CardId, SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from . import fight, rules
from .doctrine import DuelDoctrine, moved
from .state import BIDS, NAMES, PACK, Duel, Game, Ordered


class CardDuel(RulesetBase[Game]):
    """What the duel has of its own; the rest is as most rulesets have it."""

    key = "card_duel"
    title = "Card duel"
    prefix = "DUEL"
    game = Game
    events = (*turns.EVENTS, CardsMoved, Ordered)
    scripts = rules.SCRIPTS
    doctrine = DuelDoctrine()
    sight_ids = ("DUEL-SHOT-01",)

    def initial_game(self, plan: ScenarioPlan, table: Table) -> Game:
        """All cards are in the deck. Raises ScenarioError for other than two sides."""
        if len(plan.sides) != 2:
            raise ScenarioError("side", "a duel is fought by two", "give it two sides")
        return Game(turn=1, phase=BIDS, phases=(BIDS,), deck=Deck(tuple(sorted(PACK))), turns=plan.turns or 6)

    next_step = staticmethod(rules.next_step)

    def view(self, state: Duel, side: SideKey) -> Duel:
        """A side knows its own hand and how many cards the other holds (DUEL-CARD-01)."""
        return state.with_game(deck=state.game.deck.seen_by(side))

    def determinize(self, view: Duel, rng: Rng) -> Duel:
        """The other's hand is any of the cards that it can be."""
        return view.with_game(deck=view.game.deck.determinized(rng))

    def facts(self, state: Duel) -> GameFacts:
        """Turn, phase, scores."""
        game, left = state.game, rules.scores(state)
        return GameFacts(
            turn=min(game.turn, game.turns),
            turns=game.turns,
            phase=BIDS if game.phase == BIDS else "duel",
            phases=(BIDS, "duel"),
            active="" if game.phase == BIDS else game.phase,
            scores=left,
            points={
                side: (PreviewRow("hits left", f"{n:g}", "DUEL-END-01"), self._cards(state, side))
                for side, n in left.items()
            },
            actions_left=len(alternating_turns.pieces_to_act(state)),
            done=game.acted,
            cards=tuple(_shown(state, side, card) for side, held in game.deck.held.items() for card in held),
            cards_are="Hands",
            counts=(NamedCount("deck", game.deck.cards_left, pile=True),),
        )

    def _cards(self, state: Duel, side: SideKey) -> PreviewRow:
        cards = rules.hand(state, side)
        words = ", ".join(NAMES.get(card, "unknown") for card in cards) or "none"
        return PreviewRow("cards held", words, "DUEL-CARD-01")

    def sight_rules(self, state: Duel | None) -> SightRules:
        """Plain geometry, with cover from a quarter hidden on (DUEL-SHOT-04)."""
        return fight.SIGHT

    def preview(self, view: Duel, decision: Decision[Any], answer: Any) -> Preview | None:
        """The odds of a shot, from where it would be made, at where its target would be."""
        table = view.table
        if decision.what == "target" and answer != rules.NONE:
            return self._shot(view, table.piece(decision.about), table.piece(answer))
        if isinstance(decision, ChooseMoment) and answer != LET_PASS:
            target = moved(view, table.piece(decision.mover), decision.stops[answer].point)
            return self._shot(view, table.piece(decision.about), target, fight.SNAP)
        return None

    def _shot(self, view: Duel, shooter: Piece, target: Piece, *changes: Any) -> Preview:
        pair = fight.dice(view, shooter, target, *changes)
        odds = exact_chances(lambda: fight.wounds(view, shooter, target, *changes))
        names = ("no loss", "1 hit", "2 hits")
        chances = {name: odds.get(lost, 0.0) for lost, name in enumerate(names)}
        return duel_preview("Shoot", shooter, target, pair, chances, names[0], f"{target.name} is hit")


def _shown(state: Duel, side: SideKey, card: CardId) -> Card:
    """A card in the hand of a side: its face, or its back in the view of the other one."""
    others = tuple(one.key for one in state.table.sides if one.key != side)
    if card not in NAMES:
        return Card("Card", side, "coming", rule="DUEL-CARD-01")
    return Card(NAMES[card], side, "open", rule="DUEL-CARD-01", hidden_from=others)


RULESET = CardDuel()
