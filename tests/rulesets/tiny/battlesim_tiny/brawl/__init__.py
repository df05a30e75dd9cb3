"""A brawl of up to seven factions and passers-by whom nobody plays: a deck laid open, wins that are shared.

The first user of many sides, of units on the table and of cards and counts beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.engine.cards_and_counts import Card, CardState, NamedCount
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.optional_sides import PlayedOption
from battlesim.engine.ruleset import GameFacts, Preview, PreviewRow
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.mechanics import act_types, turns
from battlesim.mechanics.deck import CardsMoved, Deck
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.table.ids import CardId, SideKey, UnitId
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from . import rules
from .doctrine import BrawlDoctrine
from .state import CARDS, CROWD, FLIGHT, RAIN, RATTLED, SPENT, Brawl, Face, Game, RowLaid

FEW = 4
"""Fewer factions than this make a thin deck (BRL-SIDE-02)."""


class TheBrawl(RulesetBase[Game]):
    """What the brawl has of its own; the rest is as most rulesets have it."""

    key = "brawl"
    title = "The Brawl"
    prefix = "BRL"
    game = Game
    events = (*turns.EVENTS, CardsMoved, RowLaid)
    scripts = rules.SCRIPTS
    doctrine = BrawlDoctrine()
    sight_ids = ("BRL-THROW-01",)
    played_options: Mapping[SideKey, PlayedOption] = {
        SideKey("people"): PlayedOption("crowd_control", "player")
    }

    def initial_game(self, plan: ScenarioPlan, table: Table) -> Game:
        """All cards are in the deck (BRL-DECK-01).

        Raises ScenarioError for units without places, and for allies who are nobody.
        """
        for unit in plan.units:
            if any(isinstance(piece.place, Off) for piece in unit.pieces):
                raise ScenarioError(unit.key, "the brawl deploys nobody", "give the pieces places")
        factions = tuple(s.key for s in table.sides if s.played and s.key not in self.played_options)
        allies = tuple(tuple(pair) for pair in plan.rules.get("allies", ()))
        for key in (key for pair in allies for key in pair):
            if key not in factions:
                raise ScenarioError("rules.allies", f"{key!r} is no faction", f"one of {', '.join(factions)}")
        singles = {CardId(f"{key} Single"): Face("Single", key, 1) for key in factions}
        doubles = {CardId(f"{key} Double"): Face("Double", key, 2) for key in factions}
        pack = (*singles, *singles, *singles, *doubles, *doubles, RAIN, CROWD)
        more = len(factions) == 2 and "goal" not in plan.chosen  # BRL-END-02
        return Game(
            phases=(CARDS, FLIGHT),
            factions=factions,
            faces={**singles, **doubles, RAIN: Face(RAIN), CROWD: Face(CROWD)},
            deck=Deck(tuple(sorted(pack))),
            turns=plan.turns,
            goal=int(plan.options["goal"]) + more,
            allies=allies,
        )

    def units(self, plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> dict[UnitId, Unit]:
        """Gangs, each with its boss."""
        bosses = {piece.unit: piece.id for piece in pieces.values() if piece.kind == "boss"}
        return {u.id: Unit(u.id, u.name, u.side, u.kind or "gang", bosses.get(u.id, "")) for u in plan.units}

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """What makes for a poor brawl (BRL-SIDE-02)."""
        factions = sum(side.played for side in plan.sides)
        found = [f"{factions} factions make a thin deck: {FEW} or more play better"] if factions < FEW else []
        if all(side.played for side in plan.sides):
            found.append("there is no side for passers-by: the crowd that the cards bring will not come")
        return tuple(found)

    foes = staticmethod(rules.foes)
    next_step = staticmethod(rules.next_step)

    def facts(self, state: Brawl) -> GameFacts:
        """The batch with its cards, and what is left in the pile."""
        game, card, units = state.game, state.game.card, state.table.units.values()
        scores, row = rules.scores(state), game.row
        words = f"knockouts, {game.goal} win"
        return GameFacts(
            turn=max(1, game.turn),
            turns=game.turns,
            phase=game.phase or CARDS,
            phases=game.phases,
            active=card.side if card else "",
            scores=scores,
            points={key: (PreviewRow(words, f"{n:g}", "BRL-END-01"),) for key, n in scores.items()},
            actions_left=card.actions - game.count(SPENT) if card else 0,
            units={unit.id: unit.name for unit in units},
            turn_word="Batch",
            turns_word="batches",
            second=NamedCount("card", min(len(game.passed) + 1, len(game.row)), len(game.row))
            if game.row
            else None,
            cards=tuple(_shown(game, number, game.faces[card]) for number, card in enumerate(row)),
            counts=(
                NamedCount("pile", game.deck.cards_left, pile=True),
                NamedCount("rattled", sum(unit.has_mark(RATTLED) for unit in units)),
            ),
            weather="Rain, throws -1" if game.count(RAIN) else "",
        )

    def preview(self, view: Brawl, decision: Decision[Any], answer: Any) -> Preview | None:
        """The chance of a throw."""
        return (
            act_types.act_preview(rules.ACTS, view, decision, answer)
            if isinstance(decision, ChooseOne)
            else None
        )


def _shown(game: Game, number: int, card: Face) -> Card:
    at = len(game.passed)
    state: CardState = "done" if number < at else "now" if number == at else "open"
    rule = "BRL-ACT-01" if card.side else "BRL-RAIN-01" if card.name == RAIN else "BRL-CIV-02"
    spent = {"now": game.count(SPENT), "done": card.actions}.get(state, 0)
    return Card(card.name, card.side, state, card.actions, spent, "" if card.side else "event", rule)


RULESET = TheBrawl()
