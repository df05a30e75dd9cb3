"""Alien Invasion: factions, one deck of cards, groups that move, shoot and fight as one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.relations import Relation
from battlesim.engine.rule_texts import RulebookTable
from battlesim.engine.ruleset import Threat
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.engine.template_kinds import TemplateKind
from battlesim.rulesets.modular_ruleset import ModularRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.limits import Identifier, Name
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

from .core.events import EVENTS
from .core.factions import FactionProfile, factions, figure_profile, own_factions, with_own_factions
from .core.lookups import enemy_groups
from .core.state import Battle, Game, GroupRules
from .core.terrain import terrain_kinds
from .core.vehicle_kinds import vehicle_kinds
from .ground.sight import BLOCKS, SEES, plain_rules, sight_rules


class AlienInvasion(ModularRuleset[Game]):
    """The Alien Invasion ruleset; its rules are in the folders beside this file."""

    key = "alien_invasion"
    title = "Alien Invasion"
    prefix = "MT"
    version = "2"
    game = Game
    events = EVENTS
    sight_ids = (SEES, BLOCKS)
    secret_markers = ("below_secret", "hidden_craft")
    unit_rules = GroupRules
    marker_kinds = (
        *("hole", "manhole", "below", "below_secret", "hidden_craft"),
        *("egg", "sensor", "part", "site", "ship", "turf"),
    )
    option_letters: Mapping[str, str] = {"move": "m", "shoot": "s"}
    option_digits: Mapping[str, str] = {
        "close_hole": "1",
        "study": "2",
        "explode": "3",
        "charge": "4",
        "take_over": "5",
        "drive": "6",
        "take_off": "7",
        "fly": "8",
        "land": "9",
    }
    decision_roles: Mapping[str, DecisionRole] = {
        "zone": "offer",
        "start_hole": "act",
        "deploy": "part",
        "hiding_place": "act",
        "group": "who",
        "action": "act",
        "target": "part",
        "move": "part",
        "drive": "part",
        "turn": "part",
        "flight": "part",
        "support": "part",
        "deal": "recurring",
        "referee": "act",
        "set_right": "part",
        "set_right_at": "part",
        "granted": "part",
        "take_deal": "recurring",
        "support_point": "part",
        "blast_point": "part",
        "hole": "part",
        "thing": "part",
        "leader": "part",
        "runs": "offer",
        "run": "part",
        "taker": "part",
        "taken_in": "part",
        "set_down": "detail",
        "casualties": "part",
        "casualty": "part",
        "species": "part",
        "mite": "part",
        "carried": "offer",
        "roof": "part",
        "beneath": "part",
        "surface": "part",
        "entrance": "part",
        "come_up": "part",
        "prey": "part",
        "mites": "part",
        "arrive": "part",
        "link": "part",
        "hold": "part",
        "victim": "part",
        "join": "offer",
        "attach": "part",
        "guest": "part",
        "occupy": "offer",
        "retreat": "part",
    }

    def determinize(self, view: Battle, rng: Rng) -> Battle:
        """Return a complete state that agrees with a side's view, with craft hidden at random places."""
        from .objectives.hidden_craft import with_crafts_hidden

        return with_crafts_hidden(view, rng)

    def is_secret(self, view: Battle, decision: Decision[Any]) -> bool:
        """Return whether others do not learn an answer: where a craft is hidden, where a squad is below."""
        known = view.game.parameters
        return {"hiding_place": known.hides_assets, "start_hole": known.hides_below}.get(decision.what, False)

    companion_files: Mapping[str, Any] = {"factions": FactionProfile, "names": dict[Identifier, Name]}

    def __init__(self, own: Mapping[str, FactionProfile] | None = None) -> None:
        self.factions = with_own_factions(own or {})

    def for_plan(self, plan: ScenarioPlan) -> AlienInvasion:
        """Return the ruleset with the factions of a scenario. Raises ScenarioError if a key is taken."""
        own = own_factions(plan)
        return AlienInvasion(own) if own else self

    def for_state(self, state: Battle) -> AlienInvasion:
        """Return the ruleset with the factions of a battle that are not the game's own."""
        own = {str(key): faction for key, faction in state.game.factions.items() if key not in factions()}
        return AlienInvasion(own) if own else self

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the tables that the rules look up."""
        from .battle import rulebook_tables

        return rulebook_tables.rulebook_tables(self.factions)

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The profiles (values) of all kinds of figures, by key."""
        kinds = [kind for faction in self.factions.values() for kind in faction.figure]
        return {kind: figure_profile(kind, self.factions) for kind in (*kinds, *vehicle_kinds())}

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Return warnings about a scenario that makes a poor battle, such as unequal forces."""
        from .battle import scenario_warnings

        return scenario_warnings.scenario_warnings(plan, ground)

    def relations(self, view: Battle, piece: str) -> tuple[Relation, ...]:
        """Return how a figure is related to others: locked in combat with them, or able to shoot at them."""
        from .battle import relations

        return relations.relations(view, piece)

    def threats(self, view: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the region that a figure could reach in a charge with the next card."""
        from .battle import threats

        return threats.figure_threats(view, piece)

    def foes(self, view: Battle, side: SideKey) -> tuple[SideKey, ...]:
        """Return the sides that a side may attack: all that fight, except its allies."""
        enemies = {unit.side for unit in enemy_groups(view, side)}
        return tuple(other.key for other in view.table.sides if other.key in enemies)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the Blast and the explosion of a Mite."""
        from .ground.templates import template_kinds

        return template_kinds(state)

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return no ids, because neither walls nor buildings stop a blast."""
        return ()

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the heights of the kinds of terrain."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def table_sight_rules(self, table: Table) -> SightRules:
        """Return the rules of sight for the pieces of a table under the default options."""
        from .ground.table_sight import table_sight_rules

        return table_sight_rules(table)

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules of sight at this moment, including what currently hides nothing."""
        return sight_rules(state) if state is not None else plain_rules()


RULESET = AlienInvasion()
