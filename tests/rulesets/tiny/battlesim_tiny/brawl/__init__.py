"""A brawl of up to seven factions and passers-by whom nobody plays: a deck laid open, wins that are shared.

The first user of many sides, of units on the table and of cards and counts beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.facts import Card, CardState, Count
from battlesim.engine.plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Facts, Outcome, Preview, PreviewRow, Step
from battlesim.mechanics.cards import change_rows, need_rows
from battlesim.rulesets.rulebook import read_rulebook
from battlesim.rulings.sight_rules import PLAIN, SightRules
from battlesim.table.ids import CardId, SideKey
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

from . import rules
from .doctrine import BrawlDoctrine
from .events import EVENTS
from .state import CROWD, RAIN, RATTLED, Brawl, Face, Game

SCRIPTS = {"lay_batch": rules.lay_batch, "play_card": rules.play_card, "end_batch": rules.end_batch}
PROFILES: Mapping[str, Mapping[str, Any]] = {  # BRL-DATA-01
    "tough": {"name": "Tough", "base": 1.0, "height": 1.2, "hits": 1},
    "boss": {"name": "Boss", "base": 1.25, "height": 1.3, "hits": 2},
    "civilian": {"name": "Passer-by", "base": 0.8, "height": 1.2, "hits": 1, "faces": False},
}
MARKS: Mapping[str, Mapping[str, int]] = {kind: {} for kind in PROFILES}
DECK = (*(("Single", 1),) * 3, *(("Double", 2),) * 2)
"""The cards of every faction (BRL-DECK-01)."""
FEW = 4
"""Fewer factions than this make a thin deck."""


class TheBrawl:
    """The contract of `battlesim.engine.ruleset.Ruleset`, with allies and warnings besides."""

    key = "brawl"
    title = "The Brawl"
    prefix = "BRL"
    version = "1"
    state_type = State[Game]
    events = EVENTS
    decisions: tuple[type[Decision[Any]], ...] = ()
    rulebook = read_rulebook(__package__)
    doctrine = BrawlDoctrine()
    sight_ids = ("BRL-THROW-01",)
    marker_kinds: tuple[str, ...] = ()

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Brawl:
        """The first state. Raises ScenarioError for units without places, and for allies who are nobody."""
        for unit in plan.units:
            if any(isinstance(piece.place, Off) for piece in unit.pieces):
                raise ScenarioError(unit.key, "the brawl deploys nobody", "give the pieces places")
        factions = tuple(side.key for side in plan.sides if side.played)
        allies = tuple(tuple(pair) for pair in plan.rules.get("allies", ()))
        for key in (key for pair in allies for key in pair):
            if key not in factions:
                raise ScenarioError("rules.allies", f"{key!r} is no faction", f"one of {', '.join(factions)}")
        pile = [Face(CardId(f"{key} {name}"), name, key, n) for key in factions for name, n in DECK]
        goal = int(plan.options["goal"])
        if len(factions) == 2 and "goal" not in plan.chosen:
            goal += 1  # BRL-END-02
        game = Game(
            factions,
            (*pile, Face(CardId("rain"), RAIN), Face(CardId("crowd"), CROWD)),
            batches=plan.turns,
            goal=goal,
            allies=allies,
        )
        pieces = make_pieces(plan, self.profile)
        bosses = {piece.unit: piece.id for piece in pieces.values() if piece.kind == "boss"}
        units = {u.id: Unit(u.id, u.name, u.side, u.kind or "gang", bosses.get(u.id, "")) for u in plan.units}
        return State(Table(ground, pieces, plan.sides, units=units), game)

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """What makes for a poor brawl (BRL-SIDE-02)."""
        factions = sum(side.played for side in plan.sides)
        found = [f"{factions} factions make a thin deck: {FEW} or more play better"] if factions < FEW else []
        if all(side.played for side in plan.sides):
            found.append("there is no side for passers-by: the crowd that the cards bring will not come")
        return tuple(found)

    def foes(self, view: Brawl, side: SideKey) -> tuple[SideKey, ...]:
        """Whom a faction may throw at."""
        return rules.foes(view, side)

    def next_step(self, state: Brawl) -> Step | Outcome:
        """What comes next."""
        return rules.next_step(state)

    def script(self, play: Play[Game], step: Step) -> Script[None]:
        """The rules of a step. Raises KeyError for a step it does not know."""
        return SCRIPTS[step.name](play)

    def view(self, state: Brawl, side: SideKey) -> Brawl:
        """Nothing is hidden: the order of the pile is nowhere."""
        return state

    def determinise(self, view: Brawl, rng: Rng) -> Brawl:
        """Nothing is hidden."""
        return view

    def facts(self, state: Brawl) -> Facts:
        """The batch with its cards, and what is left in the pile."""
        game, card = state.game, state.game.card
        scores = rules.scores(state)
        words = f"knockouts, {game.goal} win"
        return Facts(
            turn=max(1, game.batch),
            turns=game.batches,
            phase="cards" if card or not game.row else "flight",
            phases=("cards", "flight"),
            active=card.side if card else "",
            scores=scores,
            points={key: (PreviewRow(words, f"{n:g}", "BRL-END-01"),) for key, n in scores.items()},
            actions_left=card.actions - game.spent if card else 0,
            units={unit.id: unit.name for unit in state.table.units.values()},
            turn_word="Batch",
            second=Count("card", min(game.at + 1, len(game.row)), len(game.row)) if game.row else None,
            cards=tuple(_shown(game, k, card) for k, card in enumerate(game.row)),
            counts=(Count("pile", len(game.pile), pile=True), Count("rattled", _rattled(state.table))),
            weather="Rain, throws -1" if game.rain else "",
        )

    def profile(self, kind: str) -> Mapping[str, Any]:
        """The figures of a kind. Raises KeyError for one it does not have."""
        return PROFILES[kind]

    def kinds(self) -> tuple[str, ...]:
        """Toughs, bosses and passers-by."""
        return tuple(PROFILES)

    def marks(self, kind: str) -> Mapping[str, int]:
        """None: gangs have marks, figures have not. Raises KeyError for an unknown kind."""
        return MARKS[kind]

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Never."""
        return False

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """No figures of its own."""
        return {}

    def sight(self, state: Brawl | None) -> SightRules:
        """Plain geometry, which the rules never ask (BRL-THROW-01)."""
        return PLAIN

    def preview(self, view: Brawl, decision: Decision[Any], answer: Any) -> Preview | None:
        """The chance of a throw."""
        option = decision.option(answer) if isinstance(decision, ChooseOne) else None
        if option is None or option.act != "throw":
            return None
        piece, target = view.table.piece(option.by[0]), view.table.piece(option.to[0])
        die = rules.aim(view, piece, target)
        chance = die.chances().get(1, 0.0)
        rows = (*need_rows([die]), *change_rows([die]))
        end = "is out" if target.hits == 1 else "loses one of two"
        bars = (("miss", 1.0 - chance), ("hit", chance))
        return Preview("Throw", f"{piece.name} at {target.name}", rows, chance, f"{target.name} {end}", bars)


def _shown(game: Game, number: int, card: Face) -> Card:
    state: CardState = "done" if number < game.at else "now" if number == game.at else "open"
    rule = "BRL-ACT-01" if card.side else "BRL-RAIN-01" if card.name == RAIN else "BRL-CIV-02"
    spent = game.spent if state == "now" else card.actions if state == "done" else 0
    note = "" if card.side else "event"
    return Card(card.name, card.side, state, card.actions, spent, note, rule)


def _rattled(table: Table) -> int:
    return sum(unit.has(RATTLED) for unit in table.units.values())


RULESET = TheBrawl()
