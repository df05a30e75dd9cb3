"""A ruleset for the lab, which provides names, pictures and rule texts for a table without a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.ruleset import Advice, AnyRuleset, Doctrine, GameFacts, Outcome, Step
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.rulesets import registry
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules
from battlesim.scenarios.map_sketch import MapSketch
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import MAX_HEIGHT_IN
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, State, Table
from battlesim.table.terrain import Ground


class LabGame(msgspec.Struct, frozen=True):
    """The game state of a table in the table editor. It is empty, because no game is played there."""

    sketch: MapSketch


class LabDoctrine:
    """The advice for AI players in the table editor. It is always empty, because no game is played there."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """Return 0: all states are equal."""
        return 0.0

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return no advice."""
        return []


class LabRuleset:
    """A ruleset for tables in the lab (the table editor). It has sight rules but no game to play.

    The kinds of pieces are those of `base_ruleset`, if any. The rulebooks of all rulesets are available.
    """

    key, title, prefix, version = "", "The lab", "", ""
    state_type: Any = State[LabGame]
    events: tuple[type[Event], ...] = ()
    decisions: tuple[type[Decision[Any]], ...] = ()
    sight_ids: tuple[str, ...] = ()
    marker_kinds: tuple[str, ...] = ()
    decision_roles: Mapping[str, DecisionRole] = {}
    option_letters: Mapping[str, str] = {}
    option_digits: Mapping[str, str] = {}
    doctrine: Doctrine = LabDoctrine()

    def __init__(self, base_ruleset: AnyRuleset | None = None) -> None:
        self.base_ruleset = base_ruleset
        self.rules: SightRules = PLAIN_SIGHT
        books = (ruleset.rulebook for ruleset in registry.loadable_rulesets().values())
        self.rulebook: Mapping[str, RuleText] = {id: text for book in books for id, text in book.items()}

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[LabGame]:
        """Raise ScenarioError: no scenario is played on this table."""
        raise ScenarioError("ruleset", "no game is played on this table", "name a ruleset")

    def next_step(self, state: AnyState) -> Step | Outcome:
        """Return an outcome without winners: there are no steps."""
        return Outcome((), {}, "nobody plays on this table")

    def script(self, play: Play[Any], step: Step) -> Script[None]:
        """Raise KeyError: there are no steps."""
        raise KeyError(step.name)

    def view(self, state: AnyState, side: SideKey) -> AnyState:
        """Return the whole state: nothing is hidden from any side."""
        return state

    def determinize(self, view: AnyState, rng: Rng) -> AnyState:
        """Return the view: nothing is hidden."""
        return view

    def facts(self, state: AnyState) -> GameFacts:
        """Return facts without a turn or phase."""
        return GameFacts(0, 0, "")

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the profile of a kind in the base ruleset.

        Raises KeyError without a base ruleset.
        """
        if self.base_ruleset is None:
            raise KeyError(kind)
        return self.base_ruleset.profile(kind)

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the kinds of piece of the base ruleset."""
        return self.base_ruleset.piece_kinds() if self.base_ruleset else ()

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks of a kind in the base ruleset.

        Raises KeyError without a base ruleset.
        """
        if self.base_ruleset is None:
            raise KeyError(kind)
        return self.base_ruleset.start_marks(kind)

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return any height: pieces may be put anywhere."""
        return (0.0, MAX_HEIGHT_IN)

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return True: pieces may be put anywhere."""
        return True

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the terrain values of the base ruleset."""
        return self.base_ruleset.terrain_values() if self.base_ruleset else {}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return no ids: pieces may be put anywhere."""
        return ()

    def sight_rules(self, state: AnyState | None) -> SightRules:
        """Return the rules of sight that judge the table."""
        return self.rules
