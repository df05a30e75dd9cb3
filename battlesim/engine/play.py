"""The interface through which the code of the rules asks for decisions, rolls dice and changes the state."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import DICE_SIDE, Assign, AssignItem, ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.dice import NO_CARD_NAMES
from battlesim.engine.event_application import APPLY_ERRORS, EventError, apply_new_event
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.engine.option import Option
from battlesim.engine.point_allocation import AllocatePoints, PointRecipient, nonzero_points
from battlesim.table.events import (
    CardDrawn,
    DiceRolled,
    DieResult,
    DieTag,
    Event,
    MessageLogged,
    Modifier,
    PiecesMoved,
    PieceTravel,
)
from battlesim.table.ids import NO_AUDIENCE, CardId, SideKey
from battlesim.table.phrases import AnyText, with_names
from battlesim.table.pieces import Place
from battlesim.table.remarks import Remark
from battlesim.table.state import State
from battlesim.table.tags import tag_of

G = TypeVar("G", bound=msgspec.Struct)
A = TypeVar("A")
R = TypeVar("R")
D = TypeVar("D", Event, Decision[Any])

Script = Generator[Decision[Any], Any, R]


def optional_script(live: Script[None] | None) -> Script[None]:
    """Run a script (a generator of the rules). If `live` is None, do nothing."""
    if live is not None:
        yield from live


class DiceNeeds(NamedTuple):
    """The result that a dice roll needs, with modifiers and a function that converts faces to results.

    `each` describes each die if the dice differ, and `tags` labels them in the log. `came` returns the
    outcome as text if the results do not show it. `made` is the chance of success of each die. If `unordered`
    is true, the dice are identical, and only the number of dice with each face counts.
    """

    text: str
    results: Callable[[Sequence[int]], tuple[DieResult, ...]]
    modifiers: tuple[Modifier, ...] = ()
    each: tuple[str, ...] = ()
    tags: tuple[DieTag, ...] = ()
    came: Callable[[Sequence[int]], str] = lambda faces: ""
    made: tuple[float, ...] = ()
    unordered: bool = False

    def notes(self, called: Callable[[SideKey], str]) -> tuple[str, ...]:
        """Return the description of each die, with the name of the side that owns it if its tag says so."""
        if len(self.tags) != len(self.each):
            return self.each
        owned = zip((tag.side for tag in self.tags), self.each, strict=True)
        return tuple(f"{called(side)}: {note}" if side else note for side, note in owned)

    def rolled_event(self, faces: Sequence[int], **told: Any) -> DiceRolled:
        """Return a `DiceRolled` event for the given faces. `told` holds the other fields of the event."""
        return DiceRolled(
            faces=tuple(faces),
            needs=self.text,
            modifiers=self.modifiers,
            results=self.results(faces),
            tags=self.tags,
            came=self.came(faces),
            **told,
        )


NO_NEEDS = DiceNeeds("", lambda faces: ())
"""The needs of dice that have nothing to reach."""


class _GameProgress(Generic[G]):
    """The current state of a game, with the events and remarks that have not been collected yet."""

    def __init__(self, state: State[G]) -> None:
        self.state = state
        self.news: list[Event | Remark] = []


class Play(Generic[G]):
    """The interface through which the rules of a running battle ask sides, roll dice and emit events.

    Events are applied at once and are the only way to change `state`, so every change is recorded. A script
    asks with `answer = yield from play.confirm(...)` and then emits an event. `ruleset` is the key of the
    ruleset. `rule` is the rule id for events, decisions and rolls that do not name a rule (see `under_rule`).
    """

    def __init__(self, state: State[G], ruleset: str) -> None:
        self.ruleset, self.rule = ruleset, ""
        self._course = _GameProgress(state)

    @property
    def state(self) -> State[G]:
        """The current state of the battle."""
        return self._course.state

    @state.setter
    def state(self, state: State[G]) -> None:
        self._course.state = state

    @property
    def updates(self) -> list[Event | Remark]:
        """The events and remarks of the rules that have not been collected yet."""
        return self._course.news

    @updates.setter
    def updates(self, news: list[Event | Remark]) -> None:
        self._course.news = news

    def under_rule(self, rule: str) -> Play[G]:
        """Return an interface to the same battle in which `rule` is the default rule id."""
        bound = copy(self)
        bound.rule = rule
        return bound

    def ask(self, decision: Decision[A]) -> Script[A]:
        """Ask a side to make a decision, and return its answer. The answer is always legal."""
        answer: A = yield self._by_rule(decision)
        return answer

    def choose_one(
        self,
        what: str,
        side: SideKey,
        prompt: AnyText,
        options: Sequence[Option],
        *,
        rule: str = "",
        about: str = "",
        least: str = "",
        begins: str = "",
    ) -> Script[Option]:
        """Ask a side to choose one of several options, and return the chosen option. See `ChooseOne`."""
        question = ChooseOne(
            side=side,
            what=what,
            prompt=prompt,
            rule=rule,
            about=about,
            options=tuple(options),
            least=least,
            begins=begins,
        )
        return question.chosen_option((yield from self.ask(question)))

    def confirm(
        self, what: str, side: SideKey, prompt: AnyText, *, rule: str = "", about: str = ""
    ) -> Script[bool]:
        """Ask a side a yes-or-no question and return the answer."""
        return (yield from self.ask(Confirm(side=side, what=what, prompt=prompt, rule=rule, about=about)))

    def choose_some(
        self,
        what: str,
        side: SideKey,
        prompt: AnyText,
        options: Sequence[Option],
        *,
        rule: str = "",
        about: str = "",
        least: int = 0,
        most: int | None = None,
        whole: bool = False,
        course: Sequence[tuple[float, float]] = (),
    ) -> Script[tuple[str, ...]]:
        """Ask a side to choose options (by default any number), and return their keys. See `ChooseSome`."""
        chosen: tuple[str, ...] = yield from self.ask(
            ChooseSome(
                side=side,
                what=what,
                prompt=prompt,
                rule=rule,
                about=about,
                options=tuple(options),
                least=least,
                most=len(options) if most is None else most,
                whole=whole,
                course=tuple(course),
            )
        )
        return chosen

    def assign(
        self,
        what: str,
        side: SideKey,
        prompt: AnyText,
        items: Sequence[AssignItem],
        *,
        rule: str = "",
        about: str = "",
        names: Mapping[str, str] | None = None,
        spread: bool = False,
    ) -> Script[dict[str, str]]:
        """Ask a side to assign items to keys, and return the key chosen for each item. See `Assign`."""
        question = Assign(
            side=side,
            what=what,
            prompt=prompt,
            rule=rule,
            about=about,
            items=tuple(items),
            names=dict(names or {}),
            spread=spread,
        )
        answer = yield from self.ask(question)
        return {item.key: key for item, key in zip(items, answer, strict=True)}

    def allocate(
        self,
        what: str,
        side: SideKey,
        prompt: AnyText,
        shares: Sequence[PointRecipient],
        total: int,
        *,
        rule: str = "",
        about: str = "",
        whole: bool = False,
        called: tuple[str, str] = ("point", "points"),
    ) -> Script[dict[str, int]]:
        """Ask a side to allocate points, and return a dict from recipients to points. See `AllocatePoints`.

        If there are no points or no recipient can receive any, return {} without asking.
        """
        if total <= 0 or not any(share.capacity for share in shares):
            return {}
        question = AllocatePoints(
            side=side,
            what=what,
            prompt=prompt,
            rule=rule,
            about=about,
            shares=tuple(shares),
            total=total,
            whole=whole,
            called=called,
        )
        return nonzero_points((yield from self.ask(question)))

    def choose_moment(
        self,
        what: str,
        side: SideKey,
        prompt: AnyText,
        stops: Sequence[PathMoment],
        *,
        rule: str = "",
        mover: str,
        course: Sequence[tuple[float, float]],
        about: str = "",
    ) -> Script[PathMoment | None]:
        """Ask a side at which point on another piece's path it wants to act, and return that point.

        Return None if the side lets the piece pass. If there are no points, return None without asking.
        """
        if not stops:
            return None
        question = ChooseMoment(
            side=side,
            what=what,
            prompt=prompt,
            rule=rule,
            about=about,
            course=tuple(course),
            stops=tuple(stops),
            mover=mover,
        )
        chosen = yield from self.ask(question)
        return None if chosen == LET_PASS else stops[chosen]

    def roll_dice(
        self,
        dice: Sequence[int],
        why: AnyText,
        *,
        rule: str = "",
        by: str = "",
        needs: DiceNeeds = NO_NEEDS,
        announced: bool = False,
        to: str = "",
        secret: bool = False,
    ) -> Script[tuple[int, ...]]:
        """Roll dice with the given numbers of sides, log the roll and return the faces.

        Only the side `to` sees the faces, or all sides if it is "". If `announced` is true, the roll belongs
        to the message that was logged just before it. No side sees the faces of a `secret` roll. The user is
        asked to enter faces only if all sides may see them. If `dice` is empty, nothing is rolled.
        """
        if not dice:
            return ()
        sides = tuple(dice)
        asked = RollDice(
            side=DICE_SIDE,
            what="dice",
            prompt=with_names(why, self._called),
            rule=rule,
            about=by,
            dice=sides,
            needs=needs.text,
            modifiers=needs.modifiers,
            each=needs.notes(lambda side: self.state.table.side(side).name),
            made=needs.made,
            secret=secret or bool(to),
            unordered=needs.unordered or msgspec.UNSET,
        )
        faces = yield from self.ask(asked)
        to = NO_AUDIENCE if secret else to
        self.emit(
            needs.rolled_event(faces, rule=rule, why=why, by=by, sides=sides, announced=announced, to=to)
        )
        return faces

    def draw_card(
        self,
        cards: Sequence[CardId],
        why: AnyText,
        *,
        rule: str = "",
        by: str = "",
        names: Mapping[CardId, str] = NO_CARD_NAMES,
        to: str = "",
        secret: bool = False,
    ) -> Script[CardId]:
        """Draw one of the remaining cards, log the draw and return the card's id.

        Only the side `to` sees the card, or all sides if it is "". The caller decides what happens to the
        card. The user is never asked to enter a card that is `secret` or shown to a single side.
        """
        question = DrawCard(
            side=DICE_SIDE,
            what="card",
            prompt=with_names(why, self._called),
            rule=rule,
            about=by,
            cards=tuple(sorted(cards)),
            names=dict(names or {}),
            secret=secret or bool(to),
        )
        card = yield from self.ask(question)
        self.emit(CardDrawn(rule=rule, why=why, by=by, card=card, name=names.get(card, card), to=to))
        return card

    def _by_rule(self, thing: D) -> D:
        """Return a decision or event with the default rule id filled in if it names no rule."""
        return thing if thing.rule or not self.rule else msgspec.structs.replace(thing, rule=self.rule)

    def _called(self, thing: str) -> str:
        return self.state.table.name_of(thing)

    def emit(self, event: Event) -> None:
        """Apply an event to the state and record it. Raises EventError if the event is invalid."""
        event = self._by_rule(event)
        try:
            self.state = apply_new_event(event, self.state)
        except APPLY_ERRORS as error:
            by = f" by {event.rule}" if event.rule else ""
            problem = f"{self.ruleset}: {tag_of(type(event))}{by} cannot be applied: {error}"
            raise EventError(f"{problem}; the battle ends here, but its record is safe") from None
        self.updates.append(event)

    def move_piece(
        self, piece: str, place: Place, how: str, *, path: Sequence[tuple[float, float]] = (), rule: str = ""
    ) -> None:
        """Move a piece to another place and record the move; see `PiecesMoved`."""
        part = PieceTravel(piece, self.state.table.piece(piece).place, place, tuple(path))
        self.emit(PiecesMoved(rule=rule, parts=(part,), how=how))

    def log_message(
        self, text: AnyText, *, by: str = "", at: Sequence[str] = (), to: str = "", rule: str = ""
    ) -> None:
        """Add a message to the log; see `MessageLogged`."""
        self.emit(MessageLogged(rule=rule, text=text, by=by, at=tuple(at), to=to))

    def remark(self, kind: str, text: AnyText, about: str = "", **data: Any) -> None:
        """Record a remark. A remark does not change the state."""
        self.updates.append(Remark(kind=kind, text=text, about=about, data=data))
