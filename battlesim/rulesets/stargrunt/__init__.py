"""The ruleset Stargrunt, in which squads fight with opposed dice rolls and lose their confidence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.range_rings import RangeRings
from battlesim.engine.relations import Relation
from battlesim.engine.ruleset import Threat
from battlesim.engine.template_kinds import TemplateKind
from battlesim.rulesets.modular_ruleset import ModularRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.levels import is_relief
from battlesim.table.phrases import AnyText
from battlesim.table.terrain import Ground

from .core.events import EVENTS
from .core.marks import COUNTER
from .core.profiles import profiles, terrain_kinds
from .core.state import Battle, Game, UnitRules
from .ground.sight import COVER, LINE_OF_SIGHT, sight_rules


class Stargrunt(ModularRuleset[Game]):
    """The ruleset Stargrunt; the code of its rules is in the packages beside this module."""

    key = "stargrunt"
    title = "Stargrunt"
    prefix = "SG"
    game = Game
    events = EVENTS
    sight_ids = (LINE_OF_SIGHT, COVER)
    marker_kinds = ("objective", "mine")
    secret_markers = ("mine",)
    unit_rules = UnitRules
    option_letters: Mapping[str, str] = {"move": "m", "fire": "s", "reorganise": "r", "board": "b"}
    option_digits: Mapping[str, str] = {
        "combat_move": "1",
        "travel": "2",
        "assault": "3",
        "go_in_position": "4",
        "leave_position": "5",
        "shake_off": "6",
        "transfer": "7",
        "rally": "8",
        "request": "9",
    }
    decision_roles: Mapping[str, DecisionRole] = {
        "unit": "who",
        "action": "act",
        "move": "part",
        "target": "part",
        "weapons": "part",
        "gun": "part",
        "bail_out": "part",
        "support": "part",
        "small_arms": "part",
        "carry": "part",
        "take_up": "part",
        "enemy": "part",
        "join": "part",
        "pairs": "part",
        "fend_off": "part",
        "retreat": "part",
        "withdrawal": "part",
        "deployed_unit": "who",
        "deploy": "part",
        "dug_in": "part",
        "battery": "part",
        "impact": "part",
        "rounds": "part",
        "chits": "part",
        "abandon": "part",
        "transfer": "part",
        "rally": "part",
        "regroup": "part",
        "detached": "part",
        "jam": "act",
        "react": "act",
        "drone": "part",
        "spot": "part",
        "markers": "part",
        "air_shot": "part",
        "counter": "part",
        "figures": "part",
        "shift": "part",
        "victim": "part",
        "false_impact": "part",
        "carrier": "part",
        "get_out": "part",
    }

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The profiles (values) of all kinds of figures, by key."""
        return {
            kind: msgspec.structs.asdict(profile) | ({"faces": False} if kind == COUNTER else {})
            for kind, profile in profiles().items()
        }

    @property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The types of decisions that only this ruleset asks."""
        from .electronics.air_defence import AirDefence
        from .electronics.drones import FlyDrone
        from .electronics.interference import Interference
        from .support.points import CallSupport

        return (CallSupport, Interference, FlyDrone, AirDefence)

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks with which a figure can start the battle: it may be wounded or stabilized."""
        return {"wounded": 1, "stabilised": 1}

    def view(self, state: Battle, side: SideKey) -> Battle:
        """Return the part of a state that a side is allowed to know."""
        from .hidden import view

        return view.view_for_side(super().view(state, side), side)

    def determinize(self, view: Battle, rng: Rng) -> Battle:
        """Return a complete state that agrees with a side's view, with hidden units under random counters."""
        from .hidden import view as views

        return views.determinize(view, rng)

    def may_measure(self, state: Battle) -> bool:
        """Return whether players may see ranges and dice before they give an order (SG-GAP-20)."""
        return state.game.parameters.measures_first

    def threats(self, view: Battle, piece: str) -> tuple[Threat, ...]:
        """Return the regions where a figure could fire or assault in its next activation."""
        from .battle import threats

        return threats.figure_threats(view, piece)

    def range_rings(self, view: Battle, piece: str) -> RangeRings | None:
        """Return rings around a figure's unit that show its range bands."""
        from .previews import range_bands

        return range_bands.range_rings(view, piece)

    def range_text(self, view: Battle, piece: str, target: str) -> AnyText:
        """Return the range band of a target and the die that a shot must beat there."""
        from .previews import range_bands

        return range_bands.text_at(view, piece, target)

    def relations(self, view: Battle, piece: str) -> tuple[Relation, ...]:
        """Return a figure's relations to other pieces: its unit, its commanders and the enemies in sight."""
        from .battle import relations

        return relations.relations(view, piece)

    def template_kinds(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Return the templates for bursts of artillery and other support."""
        from .support import templates

        return templates.template_kinds()

    def template_blockers(self, ground: Ground) -> tuple[str, ...]:
        """Return an empty tuple, because no terrain stops a burst."""
        return ()

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the heights of the kinds of terrain for which this ruleset has its own."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of the terrain in which no figure may be deployed."""
        kinds = terrain_kinds()
        known = (terrain for terrain in ground.terrain if terrain.kind in kinds and not is_relief(terrain))
        return tuple(terrain.id for terrain in known if kinds[terrain.kind].impassable)

    def sight_rules(self, state: Battle | None) -> SightRules:
        """Return the rules that decide what figures can see."""
        return sight_rules()


RULESET = Stargrunt()
