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
    """One stretch of rules from a settled table to the next: its name in the ruleset and plain arguments."""

    name: str
    args: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: who won, nobody in a draw, with the scores and the reason in words."""

    winners: tuple[SideKey, ...]
    scores: dict[SideKey, float]
    reason: str


class Advice(msgspec.Struct, frozen=True):
    """An answer a doctrine would consider, with a score (higher is better) and its reason in words."""

    answer: Any
    score: float
    reason: AnyText


class Doctrine(Protocol):
    """What an automated player needs to know of a ruleset."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """How good a state is for a side; higher is better."""
        ...

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Answers worth considering, best first; empty when it has no opinion on such a decision."""
        ...


class RuleText(msgspec.Struct, frozen=True):
    """One entry of a rulebook: our own short text; for an option its key, values and default.

    `whole` says all that is played where `text` says less, `chapter` where in the book the entry stands.
    `cover` is the grade of cover ("partial", "full") whose effect it says, "" for other rules.
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
        """All that is said of it."""
        return self.whole or self.text

    @property
    def heading(self) -> str:
        """What it stands under in the book."""
        return self.chapter or str(self.section)

    def contains_words(self, rule: str, words: Iterable[str]) -> bool:
        """Whether every one of some words is in the entry, whose id is `rule`."""
        book = f"{rule} {self.heading} {self.section} {self.text} {self.whole} {self.option}".lower()
        return all(word.lower() in book for word in words)

    @property
    def option_text(self) -> str:
        """The option with its values, "" without one."""
        if not self.option:
            return ""
        named = (f"{c} (default)" if c == self.default else c for c in self.choices)
        return f"option {self.option}: {', '.join(named)}"


class RulebookTable(NamedTuple):
    """A table of the rulebook, as it is printed: its title, its columns and the cells of its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[AnyText, ...], ...]


@runtime_checkable
class SupportsTables(Protocol):
    """A ruleset whose figures can be shown as tables; not every ruleset has any."""

    def tables(self) -> tuple[RulebookTable, ...]:
        """What the rules look up: models, weapons, terrain, whatever else has rows."""
        ...


class PreviewRow(msgspec.Struct, frozen=True):
    """One figure of a preview or a score: its name, its value with unit, the rule it comes from.

    `change` is what it adds to a die or a number of dice; 0 where it is no modifier.
    """

    label: AnyText
    value: AnyText
    rule: str = ""
    change: int = 0


class GameFacts(msgspec.Struct, frozen=True):
    """What the window may show of a moment, in the ruleset's own words.

    `scores` are those of the sides if the battle ended now, `points` what each is made of and what else would
    pay; `ends` are what ends the battle or wins it, each with what comes of it. `units` names units by id.
    A turn may have another word, several another one, and there may be a `second` count within it ("pass 2 of
    3"); `cards` and `counts` stand beside the table, `weather` is what holds all over it. `cards_are` says
    what the cards are, "" for those of the turn; `tallies` what units and pieces have to spend.
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
        """Which turn it is, of how many where that is known: "turn 3 of 10"."""
        return self.turn_name(self.turn).lower() + (f" of {self.turns}" if self.turns else "")

    def tallies_of(self, about: str) -> list[ResourceTally]:
        """What a unit or a piece has to spend."""
        return [tally for tally in self.tallies if tally.about == about]

    def turn_name(self, turn: int) -> str:
        """A turn by its number, in the ruleset's word."""
        return f"{self.turn_word} {turn}"


class EffectArea(msgspec.Struct, frozen=True):
    """An area that an answer would lay on the table: its region (inches), what it is in words, its rule.

    `caught` are the ids of all that it would touch. It is not `sure` where the dice decide whether, or where
    within the region, it comes down.
    """

    region: Region
    words: AnyText
    rule: str
    caught: tuple[str, ...] = ()
    sure: bool = True


class Preview(msgspec.Struct, frozen=True):
    """What an answer would lead to, before it is given: exact odds and everything that changes them.

    `chance` (0 to 1) is the chance of what `chance_of` says; `bars` a distribution: names and chances;
    `sights` pairs of viewer and target (ids of pieces) whose sight matters, the first one most; `areas` what
    would lie on the table; `pushes` where pieces (ids) would be pushed to; `way_in` where those who come
    onto the table could begin, inches.
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
    """A ruleset that can also say what an answer would lead to; not every ruleset does."""

    def preview(self, view: AnyState, decision: Decision[Any], answer: Any) -> Preview | None:
        """What a legal answer would lead to as far as the side asked can know; None for what has no odds."""
        ...


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Short words for who plays for the first time, shown once.

    `when` says what must be going on: a kind of question, the `what` of one after "asked:", or something that
    the window knows by a name. The card stands `beside` a part of the screen ("": what it speaks of). One for
    `now`
    does not wait for the next question. {name} in the text is the key of the action of that name.
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
        """Its hints, those first that go first."""
        ...


class Threat(msgspec.Struct, frozen=True):
    """Where a piece could strike with something in its next activation; a base that touches it is in danger.

    `now` is where it strikes from where it stands (polygons, each its outer ring and its holes, inches),
    `then` where it could after what `words` say, at most.
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
        """The threats of a piece as far as a view of the battle knows it, the farthest first."""
        ...

    def current_threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Where a piece bears as it stands and faces, quickly; what strikes all round is left out, and so is
        `then`."""
        ...


class Ruleset(Protocol, Generic[G]):
    """A ruleset: pure functions over states. `state_type`, `events` and `decisions` tell the codec what to
    expect; `decisions` are those that it has besides the common ones.

    `sight_ids` are the ids of the rules that its rulings of sight rest on; `marker_kinds` are those that
    a scenario can put on the table. `weights` says what questions, by their `what`, are within an act, where
    that is not what their kind usually is; `letters` are the keys that stand for acts, by the key of
    the option.
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

    def setup(self, plan: ScenarioPlan, ground: Ground) -> State[G]:
        """The first state of a scenario. Raises ScenarioError for what this ruleset cannot take."""
        ...

    def next_step(self, state: State[G]) -> Step | Outcome:
        """What comes next from a settled table; pure."""
        ...

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """The rules of one step. Raises KeyError for a step it does not know."""
        ...

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """What one side may know; of the same type."""
        ...

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """A whole state that fits a view, with what is hidden filled in by chance."""
        ...

    def facts(self, state: State[G]) -> GameFacts:
        """Turn, phase, scores of a moment."""
        ...

    def profile(self, kind: str) -> Mapping[str, Any]:
        """The profile of a kind of piece as plain values (`name`, `base`, `height`, `hits` and its own).

        `faces` is False where the way it faces does not matter. Raises KeyError for an unknown kind.
        """
        ...

    def piece_kinds(self) -> tuple[str, ...]:
        """The kinds of piece that have a profile."""
        ...

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """The marks that a piece of a kind can begin a battle with, and the most of each.

        Raises KeyError for a kind it does not have.
        """
        ...

    def may_overlap(self, a: Piece, b: Piece) -> bool:
        """Whether the bases of two standing pieces may lie over each other when a step is done."""
        ...

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Its own figures by kind of terrain (`height`, `hits`), where they differ from the plain table."""
        ...

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """The ids of terrain, walls and openings in which no piece may be set up."""
        ...

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """The rules of sight of a battle; of one with all options at their defaults without a state."""
        ...


AnyRuleset = Ruleset[Any]
