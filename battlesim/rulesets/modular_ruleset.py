"""A base class for large rulesets, whose parts stand in modules with fixed names."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.play import Play, Script
from battlesim.engine.rule_texts import RulebookTable
from battlesim.engine.ruleset import Doctrine, GameFacts, Outcome, Preview, Step
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.mechanics import turns
from battlesim.rulesets.ruleset_base import G, RulesetBase
from battlesim.table.state import State
from battlesim.table.terrain import Ground


class ModularRuleset(RulesetBase[G]):
    """A ruleset that loads each of its parts from a module of its package when the part is first needed.

    The modules are `advice.doctrine` with `DOCTRINE`, and these of the package `battle`: `forces` with
    `first_state`, `turn_sequence` with `next_step` and `STEP_SCRIPTS`, `previews` with `answer_preview`, and
    `game_facts`, `possible_decisions` and `rulebook_tables`, each with a function of the same name.
    """

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    @property
    def doctrine(self) -> Doctrine:
        """The advice for automated players."""
        found: Doctrine = self._module("advice.doctrine").DOCTRINE
        return found

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """Return the first state of a battle. Raises ScenarioError if the scenario cannot be played."""
        state: State[G] = self._module("battle.forces").first_state(plan, ground)
        return state

    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the next step of the rules, or the outcome if the battle is over."""
        step: Step | Outcome = self._module("battle.turn_sequence").next_step(state)
        return step

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Return the script that runs a step of the rules. Raises KeyError if there is no such step."""
        return turns.step_script(self._module("battle.turn_sequence").STEP_SCRIPTS, play, step)

    def facts(self, state: State[G]) -> GameFacts:
        """Return the facts about a state that the window shows: the turn, the phase and the scores."""
        facts: GameFacts = self._module("battle.game_facts").game_facts(state)
        return facts

    def preview(self, view: State[G], decision: Decision[Any], answer: Any) -> Preview | None:
        """Return the odds of an answer to a decision before it is given."""
        preview: Preview | None = self._module("battle.previews").answer_preview(view, decision, answer)
        return preview

    def possible_decisions(self, view: State[G], piece: str) -> Iterable[Decision[Any]]:
        """Return the decisions that a piece or its unit could be asked when it acts."""
        asked: Iterable[Decision[Any]] = self._module("battle.possible_decisions").possible_decisions(
            view, piece
        )
        return asked

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the tables of profiles, weapons and terrain that the rules look up."""
        tables: tuple[RulebookTable, ...] = self._module("battle.rulebook_tables").rulebook_tables()
        return tables
