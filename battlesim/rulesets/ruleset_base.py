"""A base class for rulesets, with defaults for everything that most rulesets have in common.

The package of a ruleset holds `rulebook.toml` and, if the kinds of piece can be described by numbers alone,
`profiles.toml`. That file has a table for each kind with `name` (and `names` for an irregular plural), `base`
(diameter in inches), `height` (inches), `hits`, further statistics, and `marks`, the maximum count of each
mark that a piece can have at the start of a battle.
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
from battlesim.engine.presets import OptionPreset
from battlesim.engine.ruleset import Advice, Doctrine, GameFacts, Hint, Outcome, RuleText, Step, Threat
from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, make_pieces
from battlesim.engine.voice import SILENT_VOICE, Voice
from battlesim.mechanics import ruleset_files, turns
from battlesim.mechanics.turns import StepRules
from battlesim.rulesets.rulebook import load_rulebook
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules
from battlesim.table.events import Event
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import is_relief
from battlesim.table.pieces import Marker, Piece
from battlesim.table.redaction import redacted_table
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit

G = TypeVar("G", bound=msgspec.Struct)
T = TypeVar("T")


class _Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hint: tuple[Hint, ...]


class _Presets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    preset: tuple[OptionPreset, ...] = ()


class NoDoctrine:
    """A doctrine without advice, with which automated players choose legal answers at random."""

    def score(self, state: State[Any], side: SideKey) -> float:
        """Return 0, so that no side is rated above another."""
        return 0.0

    def advise(self, view: State[Any], decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return an empty list, as there is no advice."""
        return []


class RulesetBase(ABC, Generic[G]):
    """A base class that implements `battlesim.engine.ruleset.Ruleset` with common defaults.

    A subclass sets `key`, `title`, `prefix`, `game` (the type of its part of the state) and `scripts` (the
    rules of each step). It defines `initial_game` (or all of `setup`), `next_step` and `facts`.
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
    """Kinds of marker that only their own side knows about."""
    played_options: Mapping[SideKey, PlayedOption] = {}
    """The sides that act by the rules of the game unless a player is chosen for them, with that option."""
    deploys: bool = False
    """Whether units may have a deployment zone, or arrive in a later turn."""

    def initial_game(self, plan: ScenarioPlan, table: Table) -> G:
        """Return the ruleset's part of the first state; a subclass defines this unless it overrides `setup`.

        Raises ScenarioError if the scenario is unsupported, and TypeError if no subclass has defined it.
        """
        raise TypeError(f"{type(self).__name__} defines neither initial_game nor setup")

    @abstractmethod
    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the next step from a settled table, or the final outcome, without side effects."""

    @abstractmethod
    def facts(self, state: State[G]) -> GameFacts:
        """Return the turn, phase and scores of a state."""

    @property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The decision types that only this ruleset has, by default ()."""
        return ()

    @property
    def doctrine(self) -> Doctrine:
        """The advice for automated players, by default a doctrine without advice."""
        return NoDoctrine()

    @property
    def package(self) -> str:
        """The package that contains the ruleset's data files and the direct subclass of `RulesetBase`."""
        built = next(kind for kind in type(self).__mro__ if RulesetBase in kind.__bases__)
        return sys.modules[built.__module__].__package__ or ""

    @property
    def state_type(self) -> Any:
        """The type of the ruleset's states, `State[Game]`."""
        return State[self.game]  # type: ignore[name-defined]

    @cached_property
    def rulebook(self) -> Mapping[str, RuleText]:
        """The rules by id, from rulebook.toml. Raises RulebookError if the file is invalid."""
        return load_rulebook(self.package)

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """The hints for new players from hints.toml, or () if the ruleset has no such file."""
        return self._optional_file("hints.toml", _Hints, _Hints(())).hint

    @cached_property
    def presets(self) -> tuple[OptionPreset, ...]:
        """The presets of the options from presets.toml, or () if the ruleset has no such file."""
        return self._optional_file("presets.toml", _Presets, _Presets()).preset

    @cached_property
    def voice(self) -> Voice:
        """The wording of the game, from voice.toml; silent if the ruleset has no such file."""
        return self._optional_file("voice.toml", Voice, SILENT_VOICE)

    def _optional_file(self, name: str, kind: type[T], absent: T) -> T:
        """Return the content of a TOML file of the package, or `absent` if there is no such file."""
        there = resources.files(self.package).joinpath(name).is_file()
        return ruleset_files.load_package_toml(self.package, name, kind) if there else absent

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The statistics of each kind of piece by key, from profiles.toml."""
        return ruleset_files.load_package_toml(self.package, "profiles.toml", dict[str, dict[str, Any]])

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """Return the first state of a scenario. Raises ScenarioError if it is unsupported."""
        for unit in plan.units:
            if (unit.zone or unit.arrives) and not self.deploys:
                raise ScenarioError(
                    unit.key, f"{self.title} does not support deployment", "give the pieces places"
                )
        pieces, markers = make_pieces(plan, self.profile), {marker.id: marker for marker in plan.markers}
        table = Table(
            ground, pieces, sides_as_chosen(plan, self.played_options), markers, self.units(plan, pieces)
        )
        return State(table, self.initial_game(plan, table))

    def units(self, plan: ScenarioPlan, pieces: Mapping[str, Piece]) -> dict[UnitId, Unit]:
        """Return the units that have marks or statistics, by id; by default {}."""
        return {}

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Return the script of a step. Raises KeyError if the step is unknown."""
        return turns.step_script(self.scripts, play, step)

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Return the part of a state that a side knows: all except other sides' secret markers."""

        def show(marker: Marker) -> Marker | None:
            return None if marker.kind in self.secret_markers and marker.side != side else marker

        hides = any(show(marker) is None for marker in state.table.markers.values())
        return state.with_table(redacted_table(state.table, lambda piece: piece, show)) if hides else state

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return the view unchanged, as it hides nothing by default."""
        return view

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the statistics of a kind of piece. Raises KeyError if the kind is unknown."""
        return self.profiles[kind]

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the keys of all kinds of piece."""
        return tuple(self.profiles)

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the maximum of each mark a piece can start with. Raises KeyError if the kind is unknown."""
        found: Mapping[str, int] = self.profiles[kind].get("marks", {})
        return found

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return False: by default no two bases may overlap."""
        return False

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return None: by default no piece is in the air."""
        return None

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the statistics of each kind of terrain: none by default."""
        return {}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of the terrain with the trait `solid` that is not ground."""
        return tuple(
            terrain.id for terrain in ground.terrain if terrain.has_trait("solid") and not is_relief(terrain)
        )

    def may_measure(self, state: State[G]) -> bool:
        """Return True: players may measure, and see odds, before they decide."""
        return True

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Return the rules for lines of sight, by default plain geometry."""
        return PLAIN_SIGHT

    def current_threats(self, view: State[G], piece: str) -> tuple[Threat, ...]:
        """Return (), as most games have no arcs; a ruleset that defines `threats` need not override this."""
        return ()
