"""A complete small ruleset, written as a tutorial: two sides, a gun, a reaction and hidden mines."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.ruleset import GameFacts, Outcome, Preview, Step, Threat
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.mechanics import alternating_turns, turns
from battlesim.mechanics.pieces import gap
from battlesim.mechanics.preview_rows import range_row, single_roll_preview
from battlesim.mechanics.threats import threats_after_move
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker
from battlesim.table.state import Table

from . import rules
from .doctrine import ToyDoctrine
from .state import MINE_KIND, Game, MineSprung, Skirmish


class Toy(RulesetBase[Game]):
    """The toy ruleset; `RulesetBase` supplies everything that is not defined here."""

    key = "toy"
    title = "Toy Skirmish"
    prefix = "TOY"
    version = "2"
    game = Game
    events = (*turns.EVENTS, MineSprung)
    scripts = rules.STEP_SCRIPTS
    doctrine = ToyDoctrine()
    sight_ids = (rules.SHOOT,)
    marker_kinds = (MINE_KIND,)
    secret_markers = (MINE_KIND,)
    decision_roles = alternating_turns.DECISION_ROLES

    def initial_game(self, plan: ScenarioPlan, table: Table) -> Game:
        """Return the toy ruleset's part of the state at the start of the first turn.

        Raises ScenarioError if the map has terrain, which the toy ruleset does not support.
        """
        if table.ground.terrain:
            raise ScenarioError("map", "the toy is played on open ground", "use a map without terrain")
        mined = tuple(dict.fromkeys(m.side for m in plan.markers if m.kind == MINE_KIND))
        return Game(
            **alternating_turns.initial_turn_fields(plan, table), needs=int(plan.options["hit"]), mined=mined
        )

    possible_decisions = staticmethod(rules.possible_decisions)

    def next_step(self, state: Skirmish) -> Step | Outcome:
        """Return a step that activates a trooper if one can still act, or else the end of the turn."""
        return alternating_turns.next_step(state, alternating_turns.piece_counts(state), "activate")

    def determinize(self, view: Skirmish, rng: Rng) -> Skirmish:
        """Return a complete state that agrees with a side's view, with random unseen mines (TOY-MINE-02)."""
        table, ground = view.table, view.table.ground
        for side in view.game.mined:
            if not any(m.kind == MINE_KIND and m.side == side for m in table.markers.values()):
                x, y = (round(rng.uniform(1, most - 1), 3) for most in (ground.width, ground.height))
                guess = MarkerId(f"guess-{side}")
                table = table.with_marker(Marker(guess, MINE_KIND, x, y, radius=0.5, side=side))
        return view.with_table(table)

    def facts(self, state: Skirmish) -> GameFacts:
        """Return the turn and the scores of a state."""
        return alternating_turns.turn_facts(
            state, alternating_turns.piece_counts(state), "1 for each trooper left", "TOY-END-01"
        )

    def preview(self, view: Skirmish, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return the chance that a shot hits, or None for any answer that is not a shot."""
        if decision.what != "target" or answer == rules.HOLD_KEY:
            return None
        shooter, target = (view.table.piece(id) for id in (decision.about, answer))
        away = range_row(gap(view, shooter.id, target.id), rules.GUN_RANGE_IN, rules.SHOOT)
        words, then = f"{shooter.name} at {target.name}", f"{target.name} is lost"
        return single_roll_preview("Shoot", words, rules.gun_roll(view), then, away)

    def threats(self, view: Skirmish, piece: str) -> tuple[Threat, ...]:
        """Return the region a trooper threatens in its next activation: one stride plus the gun's range."""
        return threats_after_move(view, piece, "Shoot", rules.GUN_RANGE_IN, rules.STRIDE_IN, rules.SHOOT)


RULESET = Toy()
