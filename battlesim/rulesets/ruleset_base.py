"""A base class for rulesets, with defaults for what most rulesets have in common.

The package of a ruleset holds `rulebook.toml` and, if numbers are enough to describe the kinds of pieces,
`profiles.toml`. That file has a table for each kind with `name` (and `names` for an irregular plural), `base`
(diameter in inches), `height` (inches), `hits`, further values, and `marks`, the highest count of each mark
with which a piece can start a battle.
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
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.ruleset import Advice, Doctrine, GameFacts, Hint, Outcome, Step, Threat
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
    """A doctrine without advice, so that automated players choose legal answers at random."""

    def score(self, state: State[Any], side: SideKey) -> float:
        """Return 0, because this doctrine does not value one state above another."""
        return 0.0

    def advise(self, view: State[Any], decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return an empty list, because this doctrine has no advice."""
        return []


class RulesetBase(ABC, Generic[G]):
    """A base class that implements `battlesim.engine.ruleset.Ruleset` with common defaults.

    A subclass sets `key`, `title`, `prefix`, `game` (the type of its part of the state) and `scripts` (the
    rules of each step), and defines `initial_game` (or `setup`), `next_step` and `facts`.
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
        raise TypeError(f"the class {type(self).__name__} must define initial_game or setup")

    @abstractmethod
    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the next step of the rules, or the outcome if the battle is over."""

    @abstractmethod
    def facts(self, state: State[G]) -> GameFacts:
        """Return the facts about a state that the window shows: the turn, the phase and the scores."""

    @property
    def decisions(self) -> tuple[type[Decision[Any]], ...]:
        """The types of decisions that only this ruleset has; by default there are none."""
        return ()

    @property
    def doctrine(self) -> Doctrine:
        """The advice for automated players; the default is a doctrine without advice."""
        return NoDoctrine()

    @property
    def package(self) -> str:
        """The name of the package with the ruleset's data files, which defines its first class of its own."""
        kinds = (kind for kind in type(self).__mro__ if issubclass(kind, RulesetBase))
        packages = [sys.modules[kind.__module__].__package__ or "" for kind in kinds]
        return [name for name in packages if name != __package__][-1]

    @property
    def state_type(self) -> Any:
        """The type of the ruleset's states, which is `State[Game]`."""
        return State[self.game]  # type: ignore[name-defined]

    @cached_property
    def rulebook(self) -> Mapping[str, RuleText]:
        """The rules by id, read from rulebook.toml. Raises RulebookError if the file is invalid."""
        return load_rulebook(self.package)

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """The hints for new players, read from hints.toml, or () if there is no such file."""
        return self._optional_file("hints.toml", _Hints, _Hints(())).hint

    @cached_property
    def presets(self) -> tuple[OptionPreset, ...]:
        """The named sets of option values, read from presets.toml, or () if there is no such file."""
        return self._optional_file("presets.toml", _Presets, _Presets()).preset

    @cached_property
    def voice(self) -> Voice:
        """The ruleset's own wording of texts, read from voice.toml if there is such a file."""
        return self._optional_file("voice.toml", Voice, SILENT_VOICE)

    def _optional_file(self, name: str, kind: type[T], absent: T) -> T:
        """Return the content of a TOML file of the package, or `absent` if there is no such file."""
        there = resources.files(self.package).joinpath(name).is_file()
        return ruleset_files.load_package_toml(self.package, name, kind) if there else absent

    @cached_property
    def profiles(self) -> Mapping[str, Mapping[str, Any]]:
        """The profiles (values) of all kinds of pieces by key, read from profiles.toml."""
        return ruleset_files.load_package_toml(self.package, "profiles.toml", dict[str, dict[str, Any]])

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """Return the first state of a battle. Raises ScenarioError if the scenario is unsupported."""
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
        """Return the units that have marks or values of their own, by id; by default there are none."""
        return {}

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Return the script that runs a step of the rules. Raises KeyError if there is no such step."""
        return turns.step_script(self.scripts, play, step)

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Return the state as a side may see it: by default, without the secret markers of other sides."""

        def show(marker: Marker) -> Marker | None:
            return None if marker.kind in self.secret_markers and marker.side != side else marker

        hides = any(show(marker) is None for marker in state.table.markers.values())
        return state.with_table(redacted_table(state.table, lambda piece: piece, show)) if hides else state

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return the view unchanged, because by default nothing is hidden."""
        return view

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the profile (values) of a kind of piece. Raises KeyError if the kind is unknown."""
        return self.profiles[kind]

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the keys of all kinds of pieces."""
        return tuple(self.profiles)

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the highest count of each mark that a kind can start with. Raises KeyError if unknown."""
        found: Mapping[str, int] = self.profiles[kind].get("marks", {})
        return found

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return False, because by default no two bases may overlap."""
        return False

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return None, because by default no piece can fly."""
        return None

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the values of kinds of terrain that differ from the defaults; by default there are none."""
        return {}

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain with the trait `solid`, except hills."""
        return tuple(
            terrain.id for terrain in ground.terrain if terrain.has_trait("solid") and not is_relief(terrain)
        )

    def may_measure(self, state: State[G]) -> bool:
        """Return True, because by default players may see distances and odds before they decide."""
        return True

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Return the rules for lines of sight, by default plain geometry."""
        return PLAIN_SIGHT

    def current_threats(self, view: State[G], piece: str) -> tuple[Threat, ...]:
        """Return (), because few games have arcs of fire; rulesets with `threats` need not override this."""
        return ()
