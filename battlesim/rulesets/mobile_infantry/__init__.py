"""Mobile Infantry against the Arachnids: the ruleset as the engine sees it.

What plays a battle is imported when one is played: a ruling of sight does not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Doctrine, GameFacts, Outcome, Preview, RulebookTable, Step, Threat
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.engine.template_kinds import TemplateKind
from battlesim.mechanics import turns
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground

from .core.events import EVENTS
from .core.marks import starting_marks
from .core.profiles import profile_values, profiles, terrain_kinds
from .core.state import Battle, Game
from .ground.sight import HEIGHTS, SIGHT, battle_sight_rules, default_sight_rules


class MobileInfantry(RulesetBase[Game]):
    """Pure functions over states of `State[Game]`; the rules are in the modules beside this one."""

    key = "mobile_infantry"
    title = "Mobile Infantry"
    prefix = "MI"
    version = "2"
    game = Game
    events = EVENTS
    sight_ids = (SIGHT, HEIGHTS)
    marker_kinds = ("smoke", "objective")
    option_letters: Mapping[str, str] = {"move": "m", "shoot": "s", "ready": "r"}
    option_digits: Mapping[str, str] = {
        "move": "1",
        "shoot": "2",
        "ready": "3",
        "support": "4",
        "promote": "5",
        "melee": "6",
        "fly": "7",
    }
    decision_roles: Mapping[str, DecisionRole] = {
        "activate": "who",
        "arrive": "who",
        "move": "part",
        "edge": "part",
        "enter": "part",
        "land": "part",
        "tunnel": "part",
        "support": "offer",
        "second_target": "part",
        "form": "part",
        "counters": "detail",
        "source": "detail",
        "pass_die": "detail",
    }

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds of piece by key, as plain values."""
        return {kind: profile_values(kind) for kind in profiles()}

    @cached_property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The decisions of its own: which models join a pool, and the dice for each target."""
        from battlesim.engine.dice_allocation import AssignLimited
        from battlesim.rulesets.mobile_infantry.attack.allocation import DieKindOrder, TiedModelOrder
        from battlesim.rulesets.mobile_infantry.attack.volleys import FiringAssignment

        return (AssignLimited, DieKindOrder, TiedModelOrder, FiringAssignment)

    @cached_property
    def doctrine(self) -> Doctrine:
        """The knowledge of automated players."""
        from battlesim.rulesets.mobile_infantry.advice.doctrine import DOCTRINE

        return DOCTRINE

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Battle:
        """Return the first state of a scenario. Raises ScenarioError naming the key that is wrong."""
        from battlesim.rulesets.mobile_infantry.battle import forces

        return forces.first_state(plan, ground)

    def next_step(self, state: Battle) -> Step | Outcome:
        """Return what comes next from a settled table; pure."""
        from battlesim.rulesets.mobile_infantry.battle import turn_sequence

        return turn_sequence.next_step(state)

    def script(self, play: Play[Game], step: Step) -> Script[None]:
        """Return the script of a step. Raise KeyError for an unknown step."""
        from battlesim.rulesets.mobile_infantry.battle import turn_sequence

        return turns.step_script(turn_sequence.STEP_SCRIPTS, play, step)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """Return what one side may know."""
        from battlesim.rulesets.mobile_infantry.battle.view import view_for_side

        return view_for_side(state, side)

    def determinize(self, shown: Battle, rng: Rng) -> Battle:
        """Return a whole state that fits a view."""
        from battlesim.rulesets.mobile_infantry.battle.determinization import determinize

        return determinize(shown, rng)

    def facts(self, state: Battle) -> GameFacts:
        """Turn, phase, scores of a moment."""
        from battlesim.rulesets.mobile_infantry.battle import game_facts

        return game_facts.game_facts(state)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the areas about a point, which are those of Arachnid weapons, and those about a model."""
        from battlesim.rulesets.mobile_infantry.arachnids import bug_fire

        return bug_fire.template_kinds()

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Nothing stops them."""
        return ()

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks that a model of a kind can begin with."""
        return starting_marks(kind)

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Bugs may stand on entrances; markers, captives and what flies are in nobody's way."""
        from battlesim.rulesets.mobile_infantry.core import lookups

        return lookups.may_overlap(a, b)

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Heights and hit points of terrain kinds, where this ruleset says so (terrain.toml)."""
        return {kind: msgspec.structs.asdict(known) for kind, known in terrain_kinds().items()}

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules of sight with the options applied."""
        return default_sight_rules() if state is None else battle_sight_rules(state.game.parameters)

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the figures of the rulebook (tables.py)."""
        from battlesim.rulesets.mobile_infantry.battle import rulebook_tables

        return rulebook_tables.rulebook_tables()

    def preview(self, shown: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return what an answer would lead to, exactly, before it is given."""
        from battlesim.rulesets.mobile_infantry.battle import previews

        return previews.answer_preview(shown, decision, answer)

    def possible_decisions(self, shown: Battle, piece: str) -> Iterable[Decision[Any]]:
        """Yield the decisions that a model would be asked, with reasons for closed options."""
        from battlesim.rulesets.mobile_infantry.battle import possible_decisions

        return possible_decisions.possible_decisions(shown, piece)

    def threats(self, shown: Battle, piece: str) -> tuple[Threat, ...]:
        """Return where a model could strike in its next activation."""
        from battlesim.rulesets.mobile_infantry.battle import threats

        return threats.threats(shown, piece)

    def current_threats(self, shown: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions on which the weapons of a model that have an arc bear as it stands."""
        from battlesim.rulesets.mobile_infantry.battle import threats

        return threats.current_threats(shown, piece)


RULESET = MobileInfantry()
