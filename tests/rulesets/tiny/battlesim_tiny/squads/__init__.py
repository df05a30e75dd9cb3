"""Squads under counters: dice of quality against dice of luck, nerve, and squads that run by themselves.

The first user of states that units carry, and of counters that hide what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.engine.cards_and_counts import NamedCount
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.ruleset import GameFacts, Preview
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean
from battlesim.mechanics import act_types, alternating_turns, turns
from battlesim.mechanics.force_checks import partial_placement_errors
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Aboard, Off, Piece
from battlesim.table.redaction import redacted_table
from battlesim.table.state import Table
from battlesim.table.units import Unit

from . import fight, rules
from .doctrine import SquadDoctrine
from .state import COUNTER, LEADER, OBJECTIVE, Battle, Game, Traits, counters, under

FEW = 4
"""Figures of a squad that nobody has seen yet, for a guess."""
WORDS = "figures out of action, 3 for an objective"


class Squads(RulesetBase[Game]):
    """What the squads have of their own; the rest is as most rulesets have it."""

    key = "squads"
    title = "Squads"
    prefix = "SQD"
    game = Game
    events = turns.EVENTS
    scripts = rules.SCRIPTS
    doctrine = SquadDoctrine()
    sight_ids = ("SQD-AIM-01", "SQD-DICE-03")
    marker_kinds = (OBJECTIVE,)

    def units(self, plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> dict[UnitId, Unit]:
        """The squads, each with its leader and its traits (SQD-DATA-02). Raises ScenarioError."""
        squads = {unit.id: unit for unit in plan.units if unit.kind != COUNTER}
        said = plan.rules.get("squads", {})
        for key in said.keys() - squads.keys():
            raise ScenarioError(f"rules.squads.{key}", "is no squad", did_you_mean(key, list(squads)))
        leads = {piece.unit: piece.id for piece in pieces.values() if piece.kind == LEADER}
        found = {}
        for key, unit in squads.items():
            try:
                own = msgspec.to_builtins(msgspec.convert(said.get(key, {}), Traits))
            except msgspec.ValidationError as error:
                raise ScenarioError(f"rules.squads.{key}", str(error)) from None
            found[key] = Unit(key, unit.name, unit.side, unit.kind, leads.get(key, ""), rules=own)
        return found

    def initial_game(self, plan: ScenarioPlan, table: Table) -> Game:
        """Before squads are hidden. Raises ScenarioError for other than two sides, or too few counters."""
        own = tuple(side.key for side in plan.sides)
        if len(own) != 2:
            raise ScenarioError("side", "squads fight on two sides", "give it two sides")
        for error in partial_placement_errors(plan, own):
            raise error
        squads = {side: sum(unit.side == side for unit in table.units.values()) for side in own}
        for side, count in squads.items():
            if sum(piece.kind == COUNTER for piece in table.pieces_of_side(side)) < count:
                raise ScenarioError("unit", f"{side} have too few counters", "give each squad one")
        return Game(**alternating_turns.initial_turn_fields(plan, table), squads=squads)

    next_step = staticmethod(rules.next_step)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """What lies under the counters of the other side is known to that side alone (SQD-HIDE-02)."""

        def show(piece: Piece) -> Piece | None:
            hidden = isinstance(piece.place, Aboard) or piece.place == Off("reserve")
            return None if hidden and piece.side != side else piece

        return state.with_table(
            state.table.cached_value(("squads", side), lambda: redacted_table(state.table, show))
        )

    def determinize(self, view: Battle, rng: Rng) -> Battle:
        """Squads that have not come to light lie under any counters of which nothing is known."""
        table = view.table
        for side, brought in view.game.squads.items():
            known = sum(unit.side == side for unit in table.units.values())
            free = [one for one in counters(view, side) if not under(view, one.id)]
            for one in rng.sample(free, min(brought - known, len(free))):
                unit, at = UnitId(f"guess-{one.id}"), Aboard(one.id)
                men = [Piece(f"{unit}-{k}", "Guess", "rifle", side, unit, 0.5, 1.2, at) for k in range(FEW)]
                table = table.with_pieces(*men).with_units(Unit(unit, "Guess", side))
        return view.with_table(table)

    def facts(self, state: Battle) -> GameFacts:
        """Turn, side, scores, and how many counters are left."""
        told = alternating_turns.turn_facts(state, rules.scores(state), WORDS, "SQD-END-02")
        units = {unit.id: unit.name for unit in state.table.units.values()}
        left = [(f"{one.name} counters", len(counters(state, one.key)), one.key) for one in state.table.sides]
        counts = tuple(NamedCount(name, now, about=key) for name, now, key in left)
        return msgspec.structs.replace(told, units=units, counts=counts)

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Woods hide what is more than 3 in deep in them, and are cover."""
        return fight.SIGHT

    def preview(self, view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """The odds of fire and of a close look."""
        if isinstance(decision, ChooseOne) and decision.what == "act":
            return act_types.act_preview(rules.ACTS, view, decision, answer)
        return None


RULESET = Squads()
