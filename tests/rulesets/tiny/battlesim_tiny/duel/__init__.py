"""A duel of four against four with a hidden deck, held cards, and snap shots in the middle of a move."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.moments import PASS, ChooseMoment
from battlesim.engine.plan import ScenarioError, ScenarioPlan
from battlesim.engine.ruleset import Facts, Outcome, Preview, PreviewRow, Step
from battlesim.mechanics.chance import exactly
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.rules import Rules
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.events import DieTag
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from . import fight, rules
from .doctrine import DuelDoctrine, moved
from .state import EVENTS, NAMES, PACK, Duel, Game


class CardDuel(Rules[Game]):
    """What the duel has of its own; the rest is as most rulesets have it."""

    key = "card_duel"
    title = "Card duel"
    prefix = "DUEL"
    game = Game
    events = EVENTS
    scripts: ClassVar = {"begin": rules.begin, "activate": rules.activate, "pass_on": rules.pass_on}
    doctrine = DuelDoctrine()
    sight_ids = ("DUEL-SHOT-01",)

    def begin(self, plan: ScenarioPlan, table: Table) -> Game:
        """All cards are in the deck. Raises ScenarioError for other than two sides."""
        if len(plan.sides) != 2:
            raise ScenarioError("side", "a duel is fought by two", "give it two sides")
        sides = tuple(side.key for side in plan.sides)
        return Game(sides, Deck(tuple(sorted(PACK))), turns=plan.turns or 6)

    def next_step(self, state: Duel) -> Step | Outcome:
        """What comes next."""
        return rules.next_step(state)

    def view(self, state: Duel, side: SideKey) -> Duel:
        """A side knows its own hand and how many cards the other holds (DUEL-CARD-01)."""
        return state.with_game(deck=state.game.deck.seen_by(side))

    def determinise(self, view: Duel, rng: Rng) -> Duel:
        """The other's hand is any of the cards that it can be."""
        return view.with_game(deck=view.game.deck.dealt(rng))

    def facts(self, state: Duel) -> Facts:
        """Turn, phase, scores."""
        game, left = state.game, rules.scores(state)
        return Facts(
            turn=game.turn,
            turns=game.turns,
            phase="duel" if game.order else "bids",
            phases=("bids", "duel"),
            active=game.active,
            scores=left,
            points={
                side: (PreviewRow("hits left", f"{n:g}", "DUEL-END-01"), self._cards(state, side))
                for side, n in left.items()
            },
            actions_left=len(rules.waiting(state)),
            done=game.acted,
        )

    def _cards(self, state: Duel, side: SideKey) -> PreviewRow:
        cards = rules.hand(state, side)
        words = ", ".join(NAMES.get(card, "unknown") for card in cards) or "none"
        return PreviewRow("cards held", words, "DUEL-CARD-01")

    def sight(self, state: Duel | None) -> SightRules:
        """Plain geometry, with cover from a quarter hidden on (DUEL-SHOT-04)."""
        return fight.SIGHT

    def preview(self, view: Duel, decision: Decision[Any], answer: Any) -> Preview | None:
        """The odds of a shot, from where it would be made, at where its target would be."""
        table = view.table
        if decision.what == "target" and answer != rules.NONE:
            return self._shot(view, table.piece(decision.about), table.piece(answer))
        if isinstance(decision, ChooseMoment) and answer != PASS:
            target = moved(table.piece(decision.mover), decision.stops[answer].point)
            return self._shot(view, table.piece(decision.about), target, fight.SNAP)
        return None

    def _shot(self, view: Duel, shooter: Piece, target: Piece, *changes: Any) -> Preview:
        pair = fight.dice(view, shooter, target, *changes)
        odds = exactly(lambda: fight.wounds(view, shooter, target, *changes))
        names = ("no loss", "1 hit", "2 hits")
        bars = tuple((name, odds.get(lost, 0.0)) for lost, name in enumerate(names))
        rows = [row for tag, sides in zip(pair.tags, pair.sides, strict=True) for row in _rows(tag, sides)]
        lost = 1.0 - odds.get(0, 0.0)
        return Preview(
            "Shoot",
            f"{shooter.name} at {target.name}",
            tuple(rows),
            lost,
            f"{target.name} is hit",
            bars,
            sights=((shooter.id, target.id),),
        )


def _rows(tag: DieTag, sides: int) -> list[PreviewRow]:
    """A die, and the steps that made it so large."""
    steps = [PreviewRow(shift.words, f"{shift.value:+d} step", shift.rule) for shift in tag.shifts]
    return [PreviewRow(tag.label, f"D{sides}", "DUEL-SHOT-02"), *steps]


RULESET = CardDuel()
