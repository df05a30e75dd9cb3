"""The ruleset Mobile Infantry: soldiers of the Mobile Infantry (MI) against swarms of Arachnids (bugs).

Modules that are needed only for playing are imported on first use, so that sight rulings load quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.ruleset import Threat
from battlesim.engine.template_kinds import TemplateKind
from battlesim.rulesets.modular_ruleset import ModularRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

from .core.events import EVENTS
from .core.marks import starting_marks
from .core.profiles import profile_values, profiles, terrain_kinds
from .core.state import Battle, Game
from .ground.sight import HEIGHTS, SIGHT, battle_sight_rules, default_sight_rules


class MobileInfantry(ModularRuleset[Game]):
    """The Mobile Infantry ruleset, as pure functions of the state; the subpackages hold its rules."""

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
        """The profiles (values) of all kinds of models, by key."""
        return {kind: profile_values(kind) for kind in profiles()}

    @cached_property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The types of decisions that only this ruleset asks, such as the allocation of dice to targets."""
        from battlesim.engine.dice_allocation import AssignLimited
        from battlesim.rulesets.mobile_infantry.attack.allocation import DieKindOrder, TiedModelOrder
        from battlesim.rulesets.mobile_infantry.attack.volleys import FiringAssignment

        return (AssignLimited, DieKindOrder, TiedModelOrder, FiringAssignment)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """Return the part of the state that one side may know."""
        from battlesim.rulesets.mobile_infantry.battle.view import view_for_side

        return view_for_side(state, side)

    def determinize(self, shown: Battle, rng: Rng) -> Battle:
        """Return a complete state that agrees with a side's view, with random values for what is hidden."""
        from battlesim.rulesets.mobile_infantry.battle.determinization import determinize

        return determinize(shown, rng)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the templates: blasts of Arachnid weapons around a point, and areas around a model."""
        from battlesim.rulesets.mobile_infantry.arachnids import bug_fire

        return bug_fire.template_kinds()

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return an empty tuple, because nothing stops a template in this ruleset."""
        return ()

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the highest count of each mark with which a kind of model can start."""
        return starting_marks(kind)

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return whether two bases may overlap, such as those of a flyer and the model below it."""
        from battlesim.rulesets.mobile_infantry.core import lookups

        return lookups.may_overlap(a, b)

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the values, such as heights, of the kinds of terrain for which this ruleset has its own."""
        return {kind: msgspec.structs.asdict(known) for kind, known in terrain_kinds().items()}

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules for sight in a battle, or those under the default options if `state` is None."""
        return default_sight_rules() if state is None else battle_sight_rules(state.game.parameters)

    def threats(self, shown: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions where a model could strike in its next activation."""
        from battlesim.rulesets.mobile_infantry.battle import threats

        return threats.threats(shown, piece)

    def current_threats(self, shown: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions that a model's weapons with an arc of fire cover from where it stands."""
        from battlesim.rulesets.mobile_infantry.battle import threats

        return threats.current_threats(shown, piece)


RULESET = MobileInfantry()
