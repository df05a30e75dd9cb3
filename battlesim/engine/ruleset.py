"""The interface between the engine and a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from battlesim.engine.cards_and_counts import Card, NamedCount, ResourceTally
from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.play import Play, Script
from battlesim.engine.rule_texts import RuleText
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
    """A named part of the rules, such as a shot. It runs as a whole, from one stable state to the next."""

    name: str
    args: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The end of a battle: the winners (none in a draw), the scores and the reason why it ended."""

    winners: tuple[SideKey, ...]
    scores: dict[SideKey, float]
    reason: str


class Advice(msgspec.Struct, frozen=True):
    """An answer suggested to an AI player, with a score (higher is better) and a reason."""

    answer: Any
    score: float
    reason: AnyText


class Doctrine(Protocol):
    """The protocol of the knowledge that a ruleset gives to AI players: scores of states, and advice."""

    def score(self, state: AnyState, side: SideKey) -> float:
        """Return a score for how good a state is for a side. A higher score is better."""
        ...

    def advise(self, view: AnyState, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, best first, or an empty list if there is no advice."""
        ...


class PreviewRow(msgspec.Struct, frozen=True):
    """A row of a preview or of a score: a label, a value with its unit, and the rule that it is based on.

    `change` is the amount that a modifier adds to a die or to the number of dice. It is 0 if the row is not a
    modifier. `side` is the side that wins by the condition in the row, "" if the row is not one side's.
    """

    label: AnyText
    value: AnyText
    rule: str = ""
    change: int = 0
    side: str = ""


StepState = Literal["done", "open", "now", "later"]
"""The state of a step; an open one can still be taken, but nothing waits for it."""


class TurnStep(msgspec.Struct, frozen=True):
    """An entry in the window's checklist of the current turn, with a note on its result."""

    key: str
    label: str
    state: StepState
    note: AnyText = ""
    rule: str = ""


class AnnouncedArea(msgspec.Struct, frozen=True):
    """A circular area where an announced event, such as shelling, will occur later, with its text and icon.

    `at` and `radius` are in inches, and `side` is the side that causes the event.
    """

    at: tuple[float, float]
    radius: float
    words: AnyText
    side: str = ""
    icon: str = "shelled"


class OngoingFight(msgspec.Struct, frozen=True):
    """Pieces of several sides that are locked in one fight, with a text such as what will settle it.

    `card` is the number of the card that will settle it among the cards shown, or -1.
    """

    pieces: tuple[str, ...]
    words: AnyText
    name: str = ""
    card: int = -1


class GameFacts(msgspec.Struct, frozen=True):
    """The facts about a moment of a battle that the window shows, in the terms of the ruleset.

    `scores` are the scores if the battle ended now, `points` are the rows that explain them, and `ends` are
    the conditions that end or win the battle. `units` maps unit ids to names. `turn_word` and `turns_word`
    are the singular and plural of the ruleset's word for a turn, and `hits_word` is its word for hit points.
    `second` is a counter within the turn. `cards` and `counts` are shown beside the table. `cards_are` names
    the cards, or is "" for the cards of the turn. `weather` is that of the whole table. `tallies` are points
    that units and pieces can spend, and `steps` those of the turn while they run. `announced` lists areas of
    coming effects, and `fights` who is locked. If `ends_now`, the battle ends with this turn as it stands.
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
    fights: tuple[OngoingFight, ...] = ()
    ends_now: bool = False

    @property
    def current_step(self) -> str:
        """The key of the step of the turn that is in progress, or "" if there is none."""
        return next((step.key for step in self.steps if step.state == "now"), "")

    @property
    def turn_text(self) -> str:
        """The number of the turn as text, such as "turn 3 of 10", or "turn 3" if the length is not fixed."""
        return self.turn_name(self.turn).lower() + (f" of {self.turns}" if self.turns else "")

    def tallies_of(self, about: str) -> list[ResourceTally]:
        """Return the point tallies that belong to a unit or piece."""
        return [tally for tally in self.tallies if tally.about == about]

    def turn_name(self, turn: int) -> str:
        """Return the name of a turn, such as "Turn 3", in the ruleset's words."""
        return f"{self.turn_word} {turn}"


class EffectArea(msgspec.Struct, frozen=True):
    """An area that an answer would affect: a region in inches, with a description and a rule.

    `caught` lists the ids of all objects in the region. `sure` is False if the effect depends on dice.
    """

    region: Region
    words: AnyText
    rule: str
    caught: tuple[str, ...] = ()
    sure: bool = True


class LossOdds(msgspec.Struct, frozen=True):
    """The chances that a target loses 0, 1, 2 and so on points. The last is the chance of losing all points.

    Points are whatever the ruleset counts as losses: hit points, wounds or figures.
    """

    target: str
    lost: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The expected number of points that the target loses."""
        return sum(points * chance for points, chance in enumerate(self.lost))

    @property
    def destroyed_chance(self) -> float:
        """The chance that the target loses all its points, or 0 if it has no points."""
        return self.lost[-1] if len(self.lost) > 1 else 0.0


class Preview(msgspec.Struct, frozen=True):
    """A preview of the consequences of an answer, with exact odds and all modifiers.

    `chance` is the chance (0 to 1) of the result named by `chance_of`, and `bars` are the chances of several
    named results. `sights` lists viewer and target ids of the lines of sight that matter, the most important
    first. `areas` are the affected areas, `pushes` are the points to which pieces would be pushed, and
    `way_in` is the region, in inches, in which pieces arrive. `losses` are the odds for each endangered
    piece, targets first.
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
    """The protocol of a ruleset that can preview the consequences of an answer."""

    def preview(self, view: AnyState, decision: Decision[Any], answer: Any) -> Preview | None:
        """Return a preview of a legal answer, or None if there are no odds. It uses what the side can see."""
        ...


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short text for new players that is shown only once.

    `when` is the occasion: a kind of decision, "asked:" followed by the `what` of a decision, or a name known
    to the window. "asked:action:dig" is the decision "action" with the option "dig" open, and
    "asked:move:several" the decision "move" about several pieces.

    `beside` is the part of the screen next to which the hint is shown; if it is "", the hint is shown next to
    the object that it concerns. If `now` is true, the hint does not wait for the next decision.
    {name} in the text stands for the key bound to that action.
    """

    id: str
    when: str
    title: str
    text: str
    beside: Literal["", "table", "log", "top"] = ""
    now: bool = False


@runtime_checkable
class SupportsHints(Protocol):
    """The protocol of a ruleset that has hints for new players."""

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints for new players, in the order in which they are shown."""
        ...


class Threat(msgspec.Struct, frozen=True):
    """A region that a piece could strike in its next activation. Any base that touches it is in danger.

    `now` is the region that the piece can strike from its position, and `then` is the largest region that it
    can strike after the action described by `words`. Both are lists of polygons in inches, each an outer ring
    followed by holes.
    """

    name: str
    words: AnyText
    rule: str
    now: Region
    then: Region


@runtime_checkable
class SupportsThreats(Protocol):
    """The protocol of a ruleset that can compute the regions that pieces could strike."""

    def threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Return the regions that a piece could strike, with the longest range first.

        Only what `view` shows is taken into account.
        """
        ...

    def current_threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        """Return the regions that a piece could strike from where it is now. This is quick to compute."""
        ...


@runtime_checkable
class SupportsUnitRules(Protocol):
    """The protocol of a ruleset whose scenarios give units additional values in a table `rules`."""

    @property
    def unit_rules(self) -> type[msgspec.Struct]:
        """The type to which the `rules` table of a unit in a scenario file is converted."""
        ...


class Ruleset(Protocol, Generic[G]):
    """The protocol of a ruleset: the rules of a game as functions that read states and never change them.

    The engine calls `setup` once, then `next_step` and `script` in turn until an Outcome is returned. For
    example, a step "shoot" asks for a target, rolls dice and emits an event that removes the target.
    `state_type`, `events` and `decisions` are the ruleset's own types for the codec. `sight_ids` are the ids
    of the rules for line of sight, and `marker_kinds` are the kinds of markers that a scenario can place.
    `decision_roles` maps the `what` of decisions to unusual roles. `option_letters` and `option_digits`
    reserve keyboard letters and digits for options by their key.
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
        """Return the first state of a battle. Raises ScenarioError if the ruleset rejects the scenario."""
        ...

    def next_step(self, state: State[G]) -> Step | Outcome:
        """Return the next step of the rules, or the outcome if the battle has ended."""
        ...

    def script(self, play: Play[G], step: Step) -> Script[None]:
        """Run one step of the rules. Raises KeyError if there is no such step."""
        ...

    def view(self, state: State[G], side: SideKey) -> State[G]:
        """Return a copy of the state without the information that a side may not know."""
        ...

    def determinize(self, view: State[G], rng: Rng) -> State[G]:
        """Return a complete state that agrees with a side's view, with random values for hidden facts."""
        ...

    def facts(self, state: State[G]) -> GameFacts:
        """Return the facts about a state that the window shows, such as the turn and the scores."""
        ...

    def profile(self, kind: str) -> Mapping[str, Any]:
        """Return the profile (the values) of a kind of piece. Raises KeyError if the kind is unknown.

        It includes `name`, `base`, `height` and `hits`. `faces` is False if the facing of the piece does not
        matter.
        """
        ...

    def piece_kinds(self) -> tuple[str, ...]:
        """Return the keys of all kinds of pieces that have a profile."""
        ...

    def start_marks(self, kind: str) -> Mapping[str, int]:
        """Return the marks that a kind of piece can have at the start of a battle, with their highest counts.

        Raises KeyError if the kind is unknown.
        """
        ...

    def may_overlap(self, table: Table, a: Piece, b: Piece) -> bool:
        """Return whether the bases of two pieces may overlap on the table after a step of the rules."""
        ...

    def flying_heights(self, kind: str) -> tuple[float, float] | None:
        """Return the range of flying heights of a kind of piece in inches, or None if it cannot fly."""
        ...

    def terrain_values(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the heights and hit points of kinds of terrain that do not have the default values."""
        ...

    def solid_ids(self, ground: Ground) -> tuple[str, ...]:
        """Return the ids of the terrain, walls, doors and windows in which no piece may be deployed."""
        ...

    def sight_rules(self, state: State[G] | None) -> SightRules:
        """Return the rules of sight in a battle, or under the default options if `state` is None."""
        ...


AnyRuleset = Ruleset[Any]
