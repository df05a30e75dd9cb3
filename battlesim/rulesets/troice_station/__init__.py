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
from battlesim.rulesets.rules import Rules
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground

from .core import events
from .core.facts import is_marker
from .core.profiles import profiles, terrain_kinds
from .core.state import CREATURES, Battle, Game
from .ground.sight import LIMIT, eyes, plain
from .ground.surface import solid, surface
from .markers import contents


class TroiceStation(Rules[Game]):
    """Pure functions over states of `State[Game]`; the rules are in the rooms beside this file."""

    key = "troice_station"
    title = "Return to Troice Station"
    prefix = "TS"
    version = "2"
    game = Game
    events = (*events.EVENTS, *contents.EVENTS)
    sight_ids = (LIMIT, "TS-GAP-48")
    marker_kinds = ("recorder", "copy")
    letters: Mapping[str, str] = {"move": "m", "run": "r", "fire": "s"}
    weights: Mapping[str, DecisionRole] = {
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
    played_with: Mapping[SideKey, PlayedOption] = {CREATURES: PlayedOption("alien_control", "player")}

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds of piece by key; the way they face does not matter."""
        return {kind: msgspec.structs.asdict(own) | {"faces": False} for kind, own in profiles().items()}

    @cached_property
    def doctrine(self) -> Doctrine:
        """What an automated player knows of it."""
        from .advice.doctrine import DOCTRINE

        return DOCTRINE

    def setup(self, plan: ScenarioPlan, ground: Ground) -> Battle:
        """The first state of a scenario. Raises ScenarioError naming the key that is wrong."""
        from .battle import forces

        return forces.setup(plan, ground, self.played_with)

    def next_step(self, state: Battle) -> Step | Outcome:
        """What comes next from a settled table; pure."""
        from .battle import sequence

        return sequence.next_step(state)

    def script(self, play: Play[Game], step: Step) -> Script[None]:
        """The rules of one step. Raises KeyError for a step it does not know."""
        from .battle import sequence

        return turns.step_script(sequence.SCRIPTS, play, step)

    def view(self, state: Battle, side: SideKey) -> Battle:
        """What one side may know."""
        from .battle import view

        return view.view(state, side)

    def determinise(self, view: Battle, rng: Rng) -> Battle:
        """A whole state that fits a view."""
        from .battle import view as views

        return views.determinise(view, rng)

    def facts(self, state: Battle) -> GameFacts:
        """Turn, cards, scores of a moment."""
        from .battle import facts_of

        return facts_of.facts(state)

    def preview(self, view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
        """What an answer would lead to, exactly, before it is given."""
        from .attack import cards as shots
        from .melee import cards as fights

        shown = shots.preview(view, decision, answer)
        if shown is not None or not isinstance(decision, ChooseOne):
            return shown
        return fights.preview(view, decision, answer)

    def offers(self, view: Battle, piece: str) -> Iterable[Decision[Any]]:
        """What a figure is asked on its card and on Overwatch, with what stands against it."""
        from .battle import offers

        return offers.offers(view, piece)

    def tables(self) -> tuple[RulebookTable, ...]:
        """The figures of the rulebook (tables.py)."""
        from .battle import tables

        return tables.tables()

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Markers are in nobody's way, nor is anybody in theirs."""
        return is_marker(a) or is_marker(b)

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """Heights of kinds of terrain."""
        return {kind: {"height": known.height} for kind, known in terrain_kinds().items()}

    def solid(self, ground: Ground) -> tuple[str, ...]:
        """Walls, windows, doors that are shut and obstacles; rooms are free."""
        return solid(ground)

    def stencils(self, state: Battle | None) -> tuple[TemplateKind, ...]:
        """Explosions and the flame, by the option of who is caught."""
        from .attack import templates

        return templates.stencils(state is not None and state.game.parameters.any_touch)

    def stops(self, ground: Ground) -> tuple[str, ...]:
        """Walls, shut doors and what else stops flame and blast."""
        return surface(ground).blasts

    def sight(self, state: Battle | None) -> SightRules:
        """The rules of sight of a moment, in clear weather without a battle."""
        return plain() if state is None else eyes(state)


RULESET = TroiceStation()
