"""What pickers of places share: a draft that is worked out aside and taken back in steps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Final, Generic, Protocol, TypeVar

from battlesim.report.unit_names import kind_profile
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.state import Table
from battlesim.ui.parts.work_queue import KeyedResult, WorkQueue
from battlesim.ui.question.pickers.arcs import Arcs
from battlesim.ui.question.pickers.base import Picker
from battlesim.ui.question.pickers.parts import Act, turning

A = TypeVar("A")
P = TypeVar("P", bound="Drafted")
STAYED: Final = "; the plan stays as it was"
AGAIN: Final = "once more to go by it"


class Drafted(Protocol):
    """A plan: `words` say why it would be refused; it `stayed` when the last wish came to nothing."""

    @property
    def words(self) -> AnyText:
        """Why."""
        ...

    @property
    def stayed(self) -> bool:
        """Whether it is an older one."""
        ...


class Planner(Picker[A], Generic[A, P]):
    """A picker with a plan: the draft and what is to be known of it."""

    lists = False

    plan: P

    def begin(self, queue: WorkQueue | None) -> None:
        """Nothing was wished for yet."""
        self._past: list[tuple[str, A]] = []
        self._next: KeyedResult[P] = KeyedResult(queue)
        self._said = False
        self.arcs = Arcs(self.knows.ruleset, queue)

    @abstractmethod
    def planned(self, answer: A, words: str) -> P:
        """The plan of an answer, with words why it is not what was wished; in the worker."""

    @abstractmethod
    def made(self) -> A:
        """The answer of the plan."""

    @abstractmethod
    def face(self, by: float) -> None:
        """Turn the piece of the cursor, degrees counter-clockwise."""

    def fresh(self) -> None:
        """A new plan is there."""

    def draft(self) -> A:
        """The plan's answer."""
        return self.made()

    def lay(self, answer: A) -> None:
        """Take a whole answer."""
        self.keep("")
        self.wish(("laid", answer, len(self._past)), lambda: self.planned(answer, ""))

    @abstractmethod
    def stood(self, answer: A) -> Table:
        """The table after an answer."""

    def _bear(self) -> None:
        """Have worked out where the piece of the cursor bears as it is going to stand."""
        row, answer = self.current(), self.made()
        if row is not None:
            key = row.key, answer
            self.arcs.look(key, row.key, lambda: self.view.with_table(self.stood(answer)))

    def warning(self) -> AnyText:
        """Why the plan would be refused, or what became of the last wish."""
        return self.plan.words

    def common(self) -> list[Act]:
        """The same, with less weight on an older plan."""
        do_it, *others = super().common()
        return [replace(do_it, on=not self.plan.stayed), *others]

    def commit(self) -> None:
        """Wait for what is being worked out, then give it; an older plan only when asked once more."""
        self.settle()
        if self.plan.stayed and not self._said:
            self._said, self.refusal = True, phrase("{}: {}", self.warning(), AGAIN)
            return
        super().commit()

    def back(self) -> None:
        """The last change undone."""
        if self._past:
            answer = self._past.pop()[1]
            self._next.forget()
            self.wish(("back", answer, len(self._past)), lambda: self.planned(answer, ""))

    def turns(self, pieces: Iterable[str]) -> list[Act]:
        """Turning the piece of the cursor, where it matters which way one of the pieces faces."""
        return turning(self.face) if any(map(self._faces, pieces)) else []

    def _faces(self, piece: str) -> bool:
        known = kind_profile(self.knows.ruleset, self.view.table.piece(piece).kind)
        return bool(known.get("faces", True))

    def keep(self, what: str) -> None:
        """Remember the answer before a change; changes of the same kind in a row count as one."""
        if not self._past or not what or self._past[-1][0] != what:
            self._past.append((what, self.made()))

    def wish(self, key: Hashable, work: Callable[[], P]) -> None:
        """Have a new plan worked out."""
        self.refusal, self._said = "", False
        self._next.want(key, work)
        self.tick()

    def settle(self) -> None:
        """Wait for the plan that was wished for last."""
        self._next.settle()
        self.tick()

    @property
    def busy(self) -> bool:
        """Whether the plan or the arcs are still worked out."""
        return self._next.working or self.arcs.busy

    @property
    def drafting(self) -> bool:
        """Whether the plan is still worked out."""
        return self._next.working

    def tick(self) -> bool:
        """Take a plan and arcs that are ready."""
        self._next.poll()
        turned = self.arcs.poll()
        value = self._next.value
        fresh = value is not None and value is not self.plan
        if fresh and value is not None:
            self.plan = value
            self.fresh()
        self._bear()
        self.changes += fresh or turned
        return fresh or turned
