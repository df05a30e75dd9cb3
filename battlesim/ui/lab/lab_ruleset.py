"""The rules of a table on which nobody plays: names, pictures and rule texts, and no steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Advice, AnyRuleset, Doctrine, GameFacts, Outcome, RuleText, Step
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.rulesets import registry
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules
from battlesim.scenarios.map_sketch import MapSketch
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, State
from battlesim.table.terrain import Ground


class LabGame(msgspec.Struct, frozen=True):
    """There is nothing but the table, and the map that it is."""

    sketch: MapSketch


class LabDoctrine:
    """No doctrine: nobody wins anything, and nothing is asked."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """All states are alike."""
        return 0.0

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """No opinion."""
        return []


class LabRuleset:
    """No rules but those of sight that are being judged by, `rules`; kinds of piece are those of a ruleset
    `of` which there may be, and every rulebook is at hand."""

    key, title, prefix, version = "", "The lab", "", ""
    state_type: Any = State[LabGame]
    events: tuple[type[Event], ...] = ()
    decisions: tuple[type[Decision[Any]], ...] = ()
    sight_ids: tuple[str, ...] = ()
    marker_kinds: tuple[str, ...] = ()
    decision_roles: Mapping[str, DecisionRole] = {}
    option_letters: Mapping[str, str] = {}
    doctrine: Doctrine = LabDoctrine()

    def __init__(self, base_ruleset: AnyRuleset | None = None) -> None:
        self.base_ruleset = base_ruleset
        self.rules: SightRules = PLAIN_SIGHT
        books = (ruleset.rulebook for ruleset in registry.loadable_rulesets().values())
        self.rulebook: Mapping[str, RuleText] = {id: text for book in books for id, text in book.items()}

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[LabGame]:
        """No scenario is played here. Raises ScenarioError."""
        raise ScenarioError("ruleset", "nobody plays on this table", "name the ruleset that is played")

    def next_step(self, state: AnyState) -> Step | Outcome:
        """Nothing comes next."""
        return Outcome((), {}, "nobody plays on this table")

    def script(self, play: Play[Any], step: Step) -> Script[None]:
        """There are no steps. Raises KeyError."""
        raise KeyError(step.name)

    def view(self, state: AnyState, side: SideKey) -> AnyState:
        """All of it: nothing is hidden from anybody."""
        return state

    def determinize(self, view: AnyState, rng: Rng) -> AnyState:
        """The state as it is."""
        return view

    def facts(self, state: AnyState) -> GameFacts:
        """No turn and no phase."""
        return GameFacts(0, 0, "")

    def profile(self, kind: str) -> Mapping[str, Any]:
        """The profile in the ruleset that the kind is of. Raises KeyError."""
        if self.base_ruleset is None:
            raise KeyError(kind)
        return self.base_ruleset.profile(kind)

    def piece_kinds(self) -> tuple[str, ...]:
        """The kinds of that ruleset."""
        return self.base_ruleset.piece_kinds() if self.base_ruleset else ()

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """The marks of a kind in it. Raises KeyError."""
        if self.base_ruleset is None:
            raise KeyError(kind)
        return self.base_ruleset.start_marks(kind)

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """A hand may put models wherever it likes."""
        return True

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """The figures of terrain in the ruleset that there may be."""
        return self.base_ruleset.terrain_values() if self.base_ruleset else {}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Nothing keeps a hand out."""
        return ()

    def sight_rules(self, state: AnyState | None) -> SightRules:
        """The rules that are being judged by."""
        return self.rules
