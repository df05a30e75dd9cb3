"""The contract between the engine and a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from battlesim.engine.cards_and_counts import Card, NamedCount, ResourceTally
from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.events import Event
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, State
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from battlesim.geometry.reach import Region

G = TypeVar("G", bound=msgspec.Struct)


class Step(msgspec.Struct, frozen=True):
    """One run of rules from a settled table to the next: its name in the ruleset and plain arguments."""

    name: str
    args: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The end of a battle: the winners (none in a draw), the scores and the reason as text."""

    winners: tuple[SideKey, ...]
    scores: dict[SideKey, float]
    reason: str


class Advice(msgspec.Struct, frozen=True):
    """An answer that a doctrine would consider, with a score (higher is better) and its reason."""

    answer: Any
    score: float
    reason: AnyText


class Doctrine(Protocol):
    """The knowledge of a ruleset that an AI player needs."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """Return how good a state is for a side; higher is better."""
        ...

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return answers worth considering, best first; an empty list for a decision without advice."""
        ...


class RuleText(msgspec.Struct, frozen=True):
    """One entry of a rulebook: our own short text, and for an option its key, values and default.

    `whole` is the full text if `text` is only a part of it, `chapter` the place of the entry in the book.
    `cover` is the grade of cover ("partial", "full") whose effect the entry describes, "" for other rules.
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
        """The full text of the rule."""
        return self.whole or self.text

    @property
    def heading(self) -> str:
        """The heading of the entry in the book."""
        return self.chapter or str(self.section)

    def contains_words(self, rule: str, words: Iterable[str]) -> bool:
        """Return whether all given words are in the entry, whose id is `rule`."""
        book = f"{rule} {self.heading} {self.section} {self.text} {self.whole} {self.option}".lower()
        return all(word.lower() in book for word in words)

    @property
    def option_text(self) -> str:
        """The option with its values as text; "" without one."""
        if not self.option:
            return ""
        named = (f"{c} (default)" if c == self.default else c for c in self.choices)
        return f"option {self.option}: {', '.join(named)}"


class RulebookTable(NamedTuple):
    """A table of the rulebook as it is printed: title, columns, and the cells of its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[AnyText, ...], ...]


@runtime_checkable
class SupportsTables(Protocol):
    """A ruleset whose values can be shown as tables; not every ruleset has any."""

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the tables that the rules look up: models, weapons, terrain and others."""
        ...


class PreviewRow(msgspec.Struct, frozen=True):
    """One value of a preview or a score: its name, its value with unit, and the rule it comes from.

    `change` is what it adds to a die or a number of dice; 0 if it is no modifier.
    """

    label: AnyText
    value: AnyText
    rule: str = ""
    change: int = 0


class GameFacts(msgspec.Struct, frozen=True):
    """The facts of a moment that the window shows, in the ruleset's own terms.

    `scores` are those of the sides if the battle ended now, `points` what each is made of and what else would
    score; `ends` is what ends or wins the battle, each with its result. `units` names units by id.
    `turn_word` and `turns_word` are the ruleset's words for a turn and for turns; `second` is a count within
    the turn ("pass 2 of 3"). `cards` and `counts` are shown beside the table, `weather` applies to all of it.
    `cards_are` names the cards, "" for those of the turn; `tallies` is what units and pieces have to spend.
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
    second: NamedCount | None = None
    cards: tuple[Card, ...] = ()
    cards_are: str = ""
    counts: tuple[NamedCount, ...] = ()
    tallies: tuple[ResourceTally, ...] = ()
    weather: AnyText = ""

    @property
    def turn_text(self) -> str:
        """The turn as text, with the number of turns if that is known: "turn 3 of 10"."""
        return self.turn_name(self.turn).lower() + (f" of {self.turns}" if self.turns else "")

    def tallies_of(self, about: str) -> list[ResourceTally]:
        """Return what a unit or a piece has to spend."""
        return [tally for tally in self.tallies if tally.about == about]

    def turn_name(self, turn: int) -> str:
        """Return the name of a turn by its number, with the ruleset's word for a turn."""
        return f"{self.turn_word} {turn}"


class EffectArea(msgspec.Struct, frozen=True):
    """An area that an answer would affect: its region in inches, its description, and its rule.

    `caught` holds the ids of all that it would touch. It is not `sure` if dice decide whether it takes
    effect, or where within the region.
    """

    region: Region
    words: AnyText
    rule: str
    caught: tuple[str, ...] = ()
    sure: bool = True


class Preview(msgspec.Struct, frozen=True):
    """The consequences of an answer before it is given: exact odds and everything that changes them.

    `chance` (0 to 1) is the chance of what `chance_of` names; `bars` a distribution of names and chances;
    `sights` the pairs of viewer and target (piece ids) whose line of sight matters, the most important first;
    `areas` the areas that would be affected; `pushes` where pieces (ids) would be pushed to; `way_in` the
    region where arriving pieces could begin, in inches.
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


@runtime_checkable
class SupportsPreviews(Protocol):
    """A ruleset that can preview what an answer would lead to; not every ruleset does."""

    def preview(self, view: AnyState, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return what a legal answer would lead to as far as its side can know; None if there are no odds."""
        ...


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short text for a new player, shown once.

    `when` is the occasion: a kind of decision, "asked:" with the `what` of a decision, or something the
    window knows by a name. The card is shown `beside` a part of the screen ("": beside its subject). A hint
    for `now` does not wait for the next decision. {name} in the text stands for the key of the action of that
    name.
    """

    id: str
    when: str
    title: str
    text: str
    beside: Literal["", "table", "log", "top"] = ""
    now: bool = False


@runtime_checkable
class SupportsHints(Protocol):
    """A ruleset that has hints of its own; not every ruleset does."""

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The ruleset's hints, in the order in which they are shown."""
        ...


class Threat(msgspec.Struct, frozen=True):
    """The region where a piece could strike in its next activation; a base that touches it is in danger.

    `now` is the region that it can strike from its position (polygons, each with its outer ring and its
    holes, in inches), `then` the largest region after what `words` describes.
    """

    name: str
    words: AnyText
    rule: str
    now: Region
    then: Region


@runtime_checkable
class SupportsThreats(Protocol):
    """A ruleset that can say where a piece could strike; not every ruleset does."""

    def threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Return the threats of a piece as far as a view of the battle knows it, longest range first."""
        ...

    def current_threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Return quickly the regions that a piece can strike from its position and facing.

        Threats in all directions are left out, and `then` is empty.
        """
        ...


class Ruleset(Protocol, Generic[G]):
    """A ruleset: pure functions over states.

    `state_type`, `events` and `decisions` tell the codec which types to expect; `decisions` are those besides
    the common ones. `sight_ids` are the ids of the rules behind its rulings of line of sight; `marker_kinds`
    are those that a scenario can put on the table. `decision_roles` gives the role of decisions by their
    `what`, if it is not the usual one of their type; `option_letters` are the keyboard keys for acts, by
    option key; `option_digits` are the digits reserved for acts, so that an act keeps its digit while others
    come and go.
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
        """Return the first state of a scenario. Raise ScenarioError for what this ruleset does not accept."""
        ...

    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return what comes next from a settled table; a pure function."""
        ...

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Run the rules of one step. Raise KeyError for an unknown step."""
        ...

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Return what one side may know, as a state of the same type."""
        ...

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return a whole state that fits a view, with hidden facts filled in at random."""
        ...

    def facts(self, state: State[G]) -> GameFacts:
        """Return what the window shows of a moment: turn, phase, scores and more."""
        ...

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the profile of a kind of piece as plain values.

        It has `name`, `base`, `height`, `hits` and values of the ruleset's own. `faces` is False if its
        facing does not matter. Raise KeyError for an unknown kind.
        """
        ...

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the kinds of piece that have a profile."""
        ...

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks with which a kind of piece can begin a battle, and the maximum of each.

        Raise KeyError for an unknown kind.
        """
        ...

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Return whether the bases of two standing pieces may overlap at the end of a step."""
        ...

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the ruleset's own values (`height`, `hits`) by kind of terrain, if not the defaults."""
        ...

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of terrain, walls and openings in which no piece may be set up."""
        ...

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Return the rules of sight of a battle; without a state, those of the default options."""
        ...


AnyRuleset = Ruleset[Any]
