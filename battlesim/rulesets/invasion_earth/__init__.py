"""The ruleset Invasion Earth: single models with one action each, and aliens that are hard to command."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.campaign import CampaignRules
from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.muster import MusterRules
from battlesim.engine.relations import Relation
from battlesim.engine.ruleset import Preview, Threat
from battlesim.engine.template_kinds import TemplateKind
from battlesim.rulesets.modular_ruleset import ModularRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

from .core.events import EVENTS
from .core.marks import RADIO
from .core.parameters import resolve_parameters
from .core.profiles import profiles, terrain_kinds
from .core.state import Battle, Game
from .ground.heights import MAX_HEIGHT_IN, MIN_HEIGHT_IN, is_airborne
from .ground.sight import COVER, LINE_OF_SIGHT, default_sight_rules, sight_rules
from .ground.surface import blocked_for_set_up

MAX_BATTLES = 99
"""The largest number of battles that a model can have survived."""


class InvasionEarth(ModularRuleset[Game]):
    """The ruleset Invasion Earth; the code of its rules is in the packages beside this module."""

    key = "invasion_earth"
    version = "2"
    title = "Invasion Earth"
    prefix = "IE"
    game = Game
    events = EVENTS
    sight_ids = (LINE_OF_SIGHT, COVER)
    marker_kinds = ("objective",)
    option_letters: Mapping[str, str] = {"move": "m", "fire": "s"}
    option_digits: Mapping[str, str] = {
        "fire": "1",
        "move": "2",
        "move_fire": "3",
        "move_fast": "4",
        "assault": "5",
        "sneak": "6",
        "hide": "7",
        "turn": "8",
    }
    decision_roles: Mapping[str, DecisionRole] = {
        "piece": "who",
        "action": "act",
        "move": "part",
        "facing": "part",
        "target": "part",
        "target_after_move": "part",
        "enemy": "part",
        "perceive": "part",
        "fix": "part",
        "partners": "part",
        "aim": "part",
        "centre": "part",
        "cover": "part",
        "waiting": "who",
        "wait": "part",
        "stop_waiting": "part",
        "height": "part",
        "swivelled": "part",
        "swivel": "part",
        "push_side": "part",
        "item": "part",
        "building": "part",
    }

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The profiles (values) of all kinds of models, by key."""
        return {kind: msgspec.structs.asdict(profile) for kind, profile in profiles().items()}

    @cached_property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The types of decisions that only this ruleset asks: where to suppress an area."""
        from .attack.area_points import SuppressArea

        return (SuppressArea,)

    @cached_property
    def campaign(self) -> CampaignRules:
        """The rules for experience in a campaign of linked battles."""
        from .battle.campaign import CAMPAIGN

        return CAMPAIGN

    @cached_property
    def muster(self) -> MusterRules:
        """The rules for buying forces with points."""
        from .battle.musters import MUSTER

        return MUSTER

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks with which a model can start: a radio, if it has no comm. link, and skills."""
        from .core.skills import BATTLES, SKILLS

        radio = {} if "comm_link" in profiles()[kind].abilities else {RADIO: 1}
        skills = {mark: skill.most for mark, skill in SKILLS.items() if skill.is_usable(profiles()[kind])}
        return radio | skills | {BATTLES: MAX_BATTLES}

    def preview(self, view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return the odds of an answer to a decision before it is given."""
        from .battle import decision_previews

        return decision_previews.answer_preview(view, decision, answer)

    def threats(self, view: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions where a model could shoot or assault in its next turn."""
        from .battle import threats

        return threats.model_threats(view, piece)

    def relations(self, view: Battle, piece: str) -> tuple[Relation, ...]:
        """Return a model's relations to others: contact, lying in wait, sightings and reports."""
        from .battle import relations

        return relations.relations(view, piece)

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return whether the bases of two models may overlap, as they may if one of them is flying."""
        return is_airborne(table, a) or is_airborne(table, b)

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return the lowest and highest flying height of a kind of model, or None if it cannot fly."""
        return (MIN_HEIGHT_IN, MAX_HEIGHT_IN) if profiles()[kind].fly else None

    def current_threats(self, view: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions that a model's weapons cover from where it stands now."""
        from .battle import threats

        return threats.current_threats(view, piece)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the blast templates in the sizes that the options set."""
        from .attack import templates

        return templates.template_kinds(state.game.parameters if state else resolve_parameters({}))

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return an empty tuple, because no terrain stops a blast."""
        return ()

    def may_measure(self, state: Battle) -> bool:
        """Return whether an option lets players measure before they declare an action."""
        return state.game.parameters.measures_first

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the heights of the kinds of terrain for which this ruleset has its own."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of walls, closed doors, windows and obstacles in which no model may be deployed."""
        return blocked_for_set_up(ground)

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules for sight in a battle, or those under the default options if `state` is None."""
        return default_sight_rules() if state is None else sight_rules(state)


RULESET = InvasionEarth()
