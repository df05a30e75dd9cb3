"""The common part of rulesets as a base class; a ruleset defines only what is its own.

The package of a ruleset holds `rulebook.toml` and, where its kinds of piece need nothing but figures,
`profiles.toml`: a table a kind with `name` (and `names` for several, where an s will not do), `base`
(diameter, in), `height` (in), `hits`, its own figures, and `marks`, the most of each mark that a piece can
begin a battle with.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from typing import Any, Generic, TypeVar

import msgspec

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.optional_sides import PlayedOption, sides_as_chosen
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Advice, Doctrine, GameFacts, Hint, Outcome, RuleText, Step
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.mechanics import ruleset_files, turns
from battlesim.mechanics.turns import StepRules
from battlesim.rulesets.rulebook import load_rulebook
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules
from battlesim.table.events import Event
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Marker, Piece
from battlesim.table.redaction import redacted_table
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

G = TypeVar("G", bound=msgspec.Struct)


class _Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hint: tuple[Hint, ...]


class NoDoctrine:
    """An automated player is told nothing, and chooses among legal answers by chance."""

    def score(self, state: State[Any], side: SideKey) -> float:
        """No side is better off."""
        return 0.0

    def advise(self, view: State[Any], decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Nothing is advised."""
        return []


class RulesetBase(ABC, Generic[G]):
    """A `battlesim.engine.ruleset.Ruleset` with a default for whatever most have alike.

    A subclass says `key`, `title`, `prefix`, `game` (the type of its own part of the state) and `scripts`
    (the rules of each step), and defines `begin` (or `setup` whole), `next_step` and `facts`.
    """

    key: str
    title: str
    prefix: str
    version: str = "1"
    game: type[G]
    scripts: Mapping[str, StepRules] = {}
    events: tuple[type[Event], ...] = turns.EVENTS
    sight_ids: tuple[str, ...] = ()
    marker_kinds: tuple[str, ...] = ()
    decision_roles: Mapping[str, DecisionRole] = {}
    option_letters: Mapping[str, str] = {}
    option_digits: Mapping[str, str] = {}
    secret_markers: tuple[str, ...] = ()
    """Kinds of marker that only their own side knows of."""
    played_options: Mapping[SideKey, PlayedOption] = {}
    """Sides that act by the rules of the game unless an option is chosen, and which."""
    deploys: bool = False
    """Whether units may have a zone to be deployed in, or come in a later turn."""

    def initial_game(self, plan: ScenarioPlan, table: Table) -> G:
        """Return the ruleset's own part of the first state, or raise ScenarioError.

        Raises ScenarioError for what it cannot take.
        """
        raise TypeError(f"{type(self).__name__} says neither how it begins nor how it is set up")

    @abstractmethod
    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the next step from a settled table, without side effects."""

    @abstractmethod
    def facts(self, state: State[G]) -> GameFacts:
        """Turn, phase, scores of a moment."""

    @property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """None besides the common ones."""
        return ()

    @property
    def doctrine(self) -> Doctrine:
        """The advice for automated players: none."""
        return NoDoctrine()

    @property
    def package(self) -> str:
        """The package of its files: that of the class built on this one, also for what extends that one."""
        built = next(kind for kind in type(self).__mro__ if RulesetBase in kind.__bases__)
        return sys.modules[built.__module__].__package__ or ""

    @property
    def state_type(self) -> Any:
        """The type of its states."""
        return State[self.game]  # type: ignore[name-defined]

    @cached_property
    def rulebook(self) -> Mapping[str, RuleText]:
        """Its rules by id. Raises RulebookError."""
        return load_rulebook(self.package)

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """Its hints for who plays it for the first time, from hints.toml where it has one."""
        there = resources.files(self.package).joinpath("hints.toml").is_file()
        return ruleset_files.load_package_toml(self.package, "hints.toml", _Hints).hint if there else ()

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds of piece by key, from profiles.toml."""
        return ruleset_files.load_package_toml(self.package, "profiles.toml", dict[str, dict[str, Any]])

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """Return the first state of a scenario. Raises ScenarioError for what this ruleset cannot take."""
        for unit in plan.units:
            if (unit.zone or unit.arrives) and not self.deploys:
                raise ScenarioError(unit.key, f"{self.title} deploys nobody", "give the pieces places")
        pieces, markers = make_pieces(plan, self.profile), {marker.id: marker for marker in plan.markers}
        table = Table(
            ground, pieces, sides_as_chosen(plan, self.played_options), markers, self.units(plan, pieces)
        )
        return State(table, self.initial_game(plan, table))

    def units(self, plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> dict[UnitId, Unit]:
        """None: no unit has states or figures of its own."""
        return {}

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Return the script of a step. Raise KeyError for an unknown step."""
        return turns.step_script(self.scripts, play, step)

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Everything but the secret markers of others."""

        def show(marker: Marker) -> Marker | None:
            return None if marker.kind in self.secret_markers and marker.side != side else marker

        hides = any(show(marker) is None for marker in state.table.markers.values())
        return state.with_table(redacted_table(state.table, lambda piece: piece, show)) if hides else state

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return the view itself: nothing is hidden by default."""
        return view

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the figures of a kind of piece. Raises KeyError for one it does not have."""
        return self.profiles[kind]

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the kinds of piece."""
        return tuple(self.profiles)

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks that a piece of a kind can begin with.

        Raises KeyError for a kind it does not have.
        """
        found: Mapping[str, int] = self.profiles[kind].get("marks", {})
        return found

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Never."""
        return False

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """No figures of its own."""
        return {}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain with the trait `solid`."""
        return tuple(terrain.id for terrain in ground.terrain if terrain.has_trait("solid"))

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Plain geometry."""
        return PLAIN_SIGHT
