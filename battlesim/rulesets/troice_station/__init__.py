"""Return to Troice Station: a platoon in a blizzard, cards and pips, and creatures that act by themselves.

The scenario and its quick reference are the whole of the rules; gaps fill what they leave open (TS-GAP-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.optional_sides import PlayedOption
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Doctrine, GameFacts, Outcome, Preview, RulebookTable, Step
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.engine.template_kinds import TemplateKind
from battlesim.mechanics import turns
from battlesim.rulesets.ruleset_base import RulesetBase
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground

from .core import events
from .core.lookups import is_marker
from .core.profiles import profiles, terrain_kinds
from .core.state import CREATURES, Battle, Game
from .ground.sight import LIMIT, default_sight_rules, spotting_rules
from .ground.surface import blocked_for_set_up, surface
from .markers import contents


class TroiceStation(RulesetBase[Game]):
    """Pure functions over states of `State[Game]`; the rules are in the rooms beside this file."""

    key = "troice_station"
    title = "Return to Troice Station"
    prefix = "TS"
    version = "2"
    game = Game
    events = (*events.EVENTS, *contents.EVENTS)
    sight_ids = (LIMIT, "TS-GAP-48")
    marker_kinds = ("recorder", "copy")
    option_letters: Mapping[str, str] = {"move": "m", "run": "r", "fire": "s"}
    option_digits: Mapping[str, str] = {
        "move": "1",
        "run": "2",
        "fire": "3",
        "cover_fire": "4",
        "grenade": "5",
        "aim": "6",
        "overwatch": "7",
    }
    decision_roles: Mapping[str, DecisionRole] = {
        "move": "part",
        "alone": "part",
        "pips": "part",
        "shot": "detail",
        "door": "part",
        "treat": "part",
        "copy": "part",
        "take": "part",
        "free": "part",
        "casualty": "part",
    }
    played_options: Mapping[SideKey, PlayedOption] = {CREATURES: PlayedOption("alien_control", "player")}

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds of piece by key; the way they face does not matter."""
        return {kind: msgspec.structs.asdict(own) | {"faces": False} for kind, own in profiles().items()}

    @cached_property
    def doctrine(self) -> Doctrine:
        """The knowledge of automated players."""
        from .advice.doctrine import DOCTRINE

        return DOCTRINE

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Battle:
        """Return the first state of a scenario. Raises ScenarioError naming the key that is wrong."""
        from .battle import forces

        return forces.first_state(plan, ground, self.played_options)

    def next_step(self, state: Battle) -> Step | Outcome:
        """Return what comes next from a settled table; pure."""
        from .battle import turn_sequence

        return turn_sequence.next_step(state)

    def script(self, play: Play[Game], step: Step) -> Script[None]:
        """Return the script of a step. Raise KeyError for an unknown step."""
        from .battle import turn_sequence

        return turns.step_script(turn_sequence.STEP_SCRIPTS, play, step)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """Return what one side may know."""
        from .battle import view

        return view.view_for_side(state, side)

    def determinize(self, view: Battle, rng: Rng) -> Battle:
        """Return a whole state that fits a view."""
        from .battle import view as views

        return views.determinize(view, rng)

    def facts(self, state: Battle) -> GameFacts:
        """Turn, cards, scores of a moment."""
        from .battle import game_facts

        return game_facts.game_facts(state)

    def preview(self, view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return what an answer would lead to, exactly, before it is given."""
        from .attack import shot_previews as shots
        from .melee import melee_previews as fights

        shown = shots.shot_preview(view, decision, answer)
        if shown is not None or not isinstance(decision, ChooseOne):
            return shown
        return fights.melee_preview(view, decision, answer)

    def possible_decisions(self, view: Battle, piece: str) -> Iterable[Decision[Any]]:
        """Return the decisions that a figure is asked on its card and on Overwatch."""
        from .battle import possible_decisions

        return possible_decisions.possible_decisions(view, piece)

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the figures of the rulebook (tables.py)."""
        from .battle import rulebook_tables

        return rulebook_tables.rulebook_tables()

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Markers are in nobody's way, nor is anybody in theirs."""
        return is_marker(a) or is_marker(b)

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Heights of kinds of terrain."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Walls, windows, doors that are shut and obstacles; rooms are free."""
        return blocked_for_set_up(ground)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Explosions and the flame, by the option of who is caught."""
        from .attack import templates

        return templates.template_kinds(state is not None and state.game.parameters.any_touch)

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Walls, shut doors and what else stops flame and blast."""
        return surface(ground).blast_blockers

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules of sight of a battle, those of clear weather without one."""
        return default_sight_rules() if state is None else spotting_rules(state)


RULESET = TroiceStation()
