"""The ruleset Return to Troice Station: a marine platoon in a blizzard against programmed aliens.

The rules are those of the scenario and its quick reference; GAP entries settle the rest (TS-GAP-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.optional_sides import PlayedOption
from battlesim.engine.relations import Relation
from battlesim.engine.ruleset import Preview
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.engine.template_kinds import TemplateKind
from battlesim.rulesets.modular_ruleset import ModularRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

from .core import events
from .core.lookups import is_marker
from .core.profiles import profiles, terrain_kinds
from .core.state import CREATURES, Battle, Game
from .ground.sight import LIMIT, default_sight_rules, spotting_rules
from .ground.surface import blocked_for_set_up, surface
from .markers import contents


class TroiceStation(ModularRuleset[Game]):
    """The Troice Station ruleset, as pure functions of the state; the subpackages hold its rules."""

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
        """The profiles (values) of all kinds of figures, by key; facing has no effect in this game."""
        return {kind: msgspec.structs.asdict(own) | {"faces": False} for kind, own in profiles().items()}

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Battle:
        """Return the first state of a battle. Raises ScenarioError if the scenario cannot be played."""
        from .battle import forces

        return forces.first_state(plan, ground, self.played_options)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """Return the part of a state that one side may know."""
        from .battle import view

        return view.view_for_side(state, side)

    def determinize(self, view: Battle, rng: Rng) -> Battle:
        """Return a complete state that agrees with a side's view, with random values for what is hidden."""
        from .battle import view as views

        return views.determinize(view, rng)

    def preview(self, view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return the exact chances of a shot or melee, or None for an answer that starts neither."""
        from .attack import shot_previews as shots
        from .melee import melee_previews as fights

        shown = shots.shot_preview(view, decision, answer)
        if shown is not None or not isinstance(decision, ChooseOne):
            return shown
        return fights.melee_preview(view, decision, answer)

    def relations(self, view: Battle, piece: str) -> tuple[Relation, ...]:
        """Return a figure's relations to others: hugs by Face Huggers, melee, and leaders."""
        from .battle import relations

        return relations.relations(view, piece)

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return whether two bases may overlap, as they may if one is that of an unrevealed marker."""
        return is_marker(a) or is_marker(b)

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the height in inches of each kind of terrain."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of walls, windows, shut doors and obstacles in which no piece may be deployed."""
        return blocked_for_set_up(ground)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the templates of explosions and flame; an option sets how much of a base they must cover."""
        from .attack import templates

        return templates.template_kinds(state is not None and state.game.parameters.any_touch)

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of the walls, shut doors and other terrain that stop flame and blast."""
        return surface(ground).blast_blockers

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules for sight in a battle, or those for clear weather if `state` is None."""
        return default_sight_rules() if state is None else spotting_rules(state)


RULESET = TroiceStation()
