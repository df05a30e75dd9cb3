"""The interface between the engine and a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from battlesim.engine.cards_and_counts import Card, NamedCount, ResourceTally
from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.geometry.shapes import Region
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.events import Event
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, State, Table
from battlesim.table.terrain import Ground

G = TypeVar("G", bound=msgspec.Struct)


class Step(msgspec.Struct, frozen=True):
    """A named section of the rules with plain arguments, run from one settled state to the next."""

    name: str
    args: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The end of a battle, with the winners (none in a draw), the scores and the reason as text."""

    winners: tuple[SideKey, ...]
    scores: dict[SideKey, float]
    reason: str


class Advice(msgspec.Struct, frozen=True):
    """An answer that an AI player might give, with a score (higher is better) and a reason."""

    answer: Any
    score: float
    reason: AnyText


class Doctrine(Protocol):
    """The knowledge about a ruleset that AI players need."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """Return the value of a state for a side; higher is better."""
        ...

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return answers worth considering, best first, or an empty list if there is no advice."""
        ...


class RuleText(msgspec.Struct, frozen=True):
    """A rulebook entry with a short paraphrase of a rule and, for an option, its key, values and default.

    `whole` is the full text if `text` is only part of it; `chapter` is the heading above the entry. `cover`
    is the grade of cover ("partial" or "full") that the entry describes, or "" for other rules.
    """

    kind: str
    text: AnyText
    section: AnyText = ""
    option: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""
    whole: AnyText = ""
    chapter: str = ""
    cover: str = ""

    @property
    def full_text(self) -> AnyText:
        """The full text of the rule: `whole` if it is given, else `text`."""
        return self.whole or self.text

    @property
    def heading(self) -> str:
        """The heading under which the entry stands in the rulebook."""
        return self.chapter or str(self.section)

    def contains_words(self, rule: str, words: Iterable[str]) -> bool:
        """Return whether the entry, whose rule id is `rule`, contains all of the given words."""
        book = f"{rule} {self.heading} {self.section} {self.text} {self.whole} {self.option}".lower()
        return all(word.lower() in book for word in words)

    @property
    def option_text(self) -> str:
        """The option and its values as text, or "" if the entry has no option."""
        if not self.option:
            return ""
        named = (f"{c} (default)" if c == self.default else c for c in self.choices)
        return f"option {self.option}: {', '.join(named)}"


class RulebookTable(NamedTuple):
    """A table as printed in the rulebook, with its title, column headings and rows of cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[AnyText, ...], ...]


@runtime_checkable
class SupportsTables(Protocol):
    """A ruleset whose values can be shown as tables."""

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the tables that the rules look up, such as models, weapons and terrain."""
        ...


class PreviewRow(msgspec.Struct, frozen=True):
    """A row of a preview or score: its label, its value with unit, and the rule that it comes from.

    `change` is the number added to a die or to the number of dice, or 0 if the row is not a modifier.
    """

    label: AnyText
    value: AnyText
    rule: str = ""
    change: int = 0


StepState = Literal["done", "open", "now", "later"]
"""The state of a step; an open one can still be taken, but nothing waits for it."""


class TurnStep(msgspec.Struct, frozen=True):
    """A step of the present turn for the checklist in the window, with a note on its result."""

    key: str
    label: str
    state: StepState
    note: AnyText = ""
    rule: str = ""


class AnnouncedArea(msgspec.Struct, frozen=True):
    """An area around a point where something is announced to happen later, with its text and icon.

    `at` and `radius` are in inches, `side` is the side that brings it about.
    """

    at: tuple[float, float]
    radius: float
    words: AnyText
    side: str = ""
    icon: str = "shelled"


class GameFacts(msgspec.Struct, frozen=True):
    """The facts about a moment of a battle that the window shows, in the terms of the ruleset.

    `scores` are the scores if the battle ended now, `points` the rows that explain them and show what else
    would score, and `ends` the conditions that end or win the battle, with their results. `units` maps unit
    ids to names. `turn_word` and `turns_word` are the ruleset's singular and plural words for a turn;
    `hits_word` is its word for what a piece can lose before it is removed.
    `second` is a counter within the turn ("pass 2 of 3"). `cards` and `counts` are shown beside the table;
    `cards_are` names the cards, or is "" for the cards of the turn. `weather` applies to the whole table.
    `tallies` lists the points that units and pieces can spend. `steps` lists the steps of the turn in order
    while they are run, and is empty at other times. `announced` lists areas where something will happen.
    """

    turn: int
    turns: int
    phase: str
    phases: tuple[str, ...] = ()
    active: str = ""
    scores: dict[SideKey, float] = {}
    points: dict[str, tuple[PreviewRow, ...]] = {}
    ends: tuple[PreviewRow, ...] = ()
    unit: UnitId = NO_UNIT
    actions_left: int = 0
    done: tuple[str, ...] = ()
    units: dict[str, str] = {}
    turn_word: str = "Turn"
    turns_word: str = "turns"
    hits_word: str = "HP"
    second: NamedCount | None = None
    cards: tuple[Card, ...] = ()
    cards_are: str = ""
    counts: tuple[NamedCount, ...] = ()
    tallies: tuple[ResourceTally, ...] = ()
    weather: AnyText = ""
    steps: tuple[TurnStep, ...] = ()
    announced: tuple[AnnouncedArea, ...] = ()

    @property
    def current_step(self) -> str:
        """The key of the step of the turn that is running now, or "" if there is none."""
        return next((step.key for step in self.steps if step.state == "now"), "")

    @property
    def turn_text(self) -> str:
        """The turn as text, such as "turn 3 of 10", or "turn 3" if the number of turns is unknown."""
        return self.turn_name(self.turn).lower() + (f" of {self.turns}" if self.turns else "")

    def tallies_of(self, about: str) -> list[ResourceTally]:
        """Return the resource tallies of a unit or piece."""
        return [tally for tally in self.tallies if tally.about == about]

    def turn_name(self, turn: int) -> str:
        """Return the name of a turn: the ruleset's word for a turn, followed by its number."""
        return f"{self.turn_word} {turn}"


class EffectArea(msgspec.Struct, frozen=True):
    """An area that an answer would affect, as a region in inches with a description and a rule.

    `caught` lists the ids of all objects that the area touches. `sure` is false if dice decide whether the
    effect occurs, or where in the region.
    """

    region: Region
    words: AnyText
    rule: str
    caught: tuple[str, ...] = ()
    sure: bool = True


class LossOdds(msgspec.Struct, frozen=True):
    """The chances that a piece or unit loses 0, 1, 2 … points; the last chance is for losing all its points.

    Points are the units in which the ruleset counts losses: hit points, wounds or figures.
    """

    target: str
    lost: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The mean number of points lost."""
        return sum(points * chance for points, chance in enumerate(self.lost))

    @property
    def destroyed_chance(self) -> float:
        """The chance that the target loses all its points, or 0 if it has no points."""
        return self.lost[-1] if len(self.lost) > 1 else 0.0


class Preview(msgspec.Struct, frozen=True):
    """A preview of the consequences of an answer, with exact odds and all modifiers.

    `chance` is the chance (0 to 1) of the result named by `chance_of`; `bars` is a distribution of named
    results and their chances. `sights` lists pairs of viewer and target ids whose line of sight matters, most
    important first. `areas` lists affected areas, `pushes` the points to which pieces would be pushed, and
    `way_in` is the region in inches where arriving pieces could begin. `losses` are the exact odds of each
    piece that the answer could hurt, with the targeted pieces first.
    """

    title: AnyText
    about: AnyText = ""
    rows: tuple[PreviewRow, ...] = ()
    chance: float | None = None
    chance_of: str = ""
    bars: tuple[tuple[str, float], ...] = ()
    note: AnyText = ""
    sights: tuple[tuple[str, str], ...] = ()
    areas: tuple[EffectArea, ...] = ()
    pushes: tuple[tuple[str, tuple[float, float]], ...] = ()
    way_in: Region = ()
    losses: tuple[LossOdds, ...] = ()


@runtime_checkable
class SupportsPreviews(Protocol):
    """A ruleset that can preview the consequences of an answer."""

    def preview(self, view: AnyState, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return a preview of a legal answer from its side's view, or None if there are no odds."""
        ...


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short text for a new player that is shown only once.

    `when` is the occasion: a kind of decision, "asked:" with the `what` of a decision, or a name known to the
    window. The hint is shown `beside` a part of the screen, or beside its subject if `beside` is "". If `now`
    is true, the hint does not wait for the next decision. {name} in the text stands for the key that triggers
    the action of that name.
    """

    id: str
    when: str
    title: str
    text: str
    beside: Literal["", "table", "log", "top"] = ""
    now: bool = False


@runtime_checkable
class SupportsHints(Protocol):
    """A ruleset that has its own hints."""

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints of the ruleset, in the order in which they are shown."""
        ...


class Threat(msgspec.Struct, frozen=True):
    """A region where a piece could strike in its next activation; any base that touches it is in danger.

    `now` is the region that the piece can strike from its position, `then` the largest region after the
    action described by `words`. Both are lists of polygons in inches, each with an outer ring and holes.
    """

    name: str
    words: AnyText
    rule: str
    now: Region
    then: Region


@runtime_checkable
class SupportsThreats(Protocol):
    """A ruleset that can compute the regions where a piece could strike."""

    def threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Return the threats of a piece, as far as the view shows them, longest range first."""
        ...

    def current_threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Quickly compute a piece's directional threats from its present position, with `then` empty."""
        ...


@runtime_checkable
class SupportsUnitRules(Protocol):
    """A ruleset that reads a table `rules` with additional values for each unit of a scenario."""

    @property
    def unit_rules(self) -> type[msgspec.Struct]:
        """The type of the table `rules` of a unit."""
        ...


class Ruleset(Protocol, Generic[G]):
    """The rules of one game as functions that read a state and never change it in place.

    The engine calls `setup` once, then alternates between `next_step` and `script` until an Outcome is
    returned. For example, a step "shoot" asks for a target, rolls dice and emits an event that removes the
    target. `state_type`, `events` and `decisions` give the codec the ruleset's types in addition to the
    common types. `sight_ids` are the ids of the rules for line of sight; `marker_kinds` are the markers that
    a scenario can place. `decision_roles` maps the `what` of a decision to a role that overrides its default;
    `option_letters` and `option_digits` map option keys to the keyboard letters and digits reserved for them.
    """

    key: str
    title: str
    prefix: str
    version: str
    state_type: Any
    events: tuple[type[Event], ...]
    decisions: tuple[type[Decision[Any]], ...]
    rulebook: Mapping[str, RuleText]
    doctrine: Doctrine
    sight_ids: tuple[str, ...]
    marker_kinds: tuple[str, ...]
    decision_roles: Mapping[str, DecisionRole]
    option_letters: Mapping[str, str]
    option_digits: Mapping[str, str]

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """Return the first state of a scenario. Raises ScenarioError if the ruleset does not accept it."""
        ...

    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the step that follows a settled state, or the outcome if the battle has ended."""
        ...

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Run the rules of one step. Raises KeyError if the step is unknown."""
        ...

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Return a state of the same type that contains only what `side` may know."""
        ...

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return a complete state that is consistent with a view, with the hidden facts chosen at random."""
        ...

    def facts(self, state: State[G]) -> GameFacts:
        """Return the facts that the window shows about a state, such as turn, phase and scores."""
        ...

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the profile of a kind of piece as plain values. Raises KeyError if the kind is unknown.

        A profile has `name`, `base`, `height`, `hits` and values of the ruleset. `faces` is False if the
        facing of such a piece does not matter.
        """
        ...

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the kinds of pieces that have a profile."""
        ...

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the maximum of each mark a piece can start with. Raises KeyError if the kind is unknown."""
        ...

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return whether the bases of two standing pieces may overlap at the end of a step."""
        ...

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return the least and greatest height in inches above the ground at which a kind flies."""
        ...

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return `height` and `hits` by kind of terrain, for the kinds that differ from the defaults."""
        ...

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain, walls and openings in which no piece may be set up."""
        ...

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Return the sight rules of a battle; if `state` is None, the rules under the default options."""
        ...


AnyRuleset = Ruleset[Any]
