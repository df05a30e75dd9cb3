"""What pickers of places share: a draft that is worked out aside and taken back in steps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Final, Generic, Protocol, TypeVar

from battlesim.report.unit_names import kind_profile
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.state import Table
from battlesim.ui.decision.pickers.arc_preview import ArcPreview
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, turn_buttons
from battlesim.ui.toolkit.work_queue import KeyedResult, WorkQueue

A = TypeVar("A")
P = TypeVar("P", bound="DraftPlan")
PLAN_KEPT_SUFFIX: Final = "; the plan stays as it was"
CONFIRM_AGAIN_TEXT: Final = "once more to go by it"


class DraftPlan(Protocol):
    """A plan: `words` say why it would be refused; it `stayed` when the last wish came to nothing."""

    @property
    def words(self) -> AnyText:
        """Why."""
        ...

    @property
    def stayed(self) -> bool:
        """Whether it is an older one."""
        ...


class PlanningPicker(Picker[A], Generic[A, P]):
    """A picker with a plan: the draft and what is to be known of it."""

    lists = False

    plan: P

    def begin(self, queue: WorkQueue | None) -> None:
        """Nothing was wished for yet."""
        self._past: list[tuple[str, A]] = []
        self._next: KeyedResult[P] = KeyedResult(queue)
        self._said = False
        self.arcs = ArcPreview(self.model.ruleset, queue)

    @abstractmethod
    def plan_for_answer(self, answer: A, words: str) -> P:
        """The plan of an answer, with words why it is not what was wished; in the worker."""

    @abstractmethod
    def planned_answer(self) -> A:
        """The answer of the plan."""

    @abstractmethod
    def face(self, by: float) -> None:
        """Turn the piece of the cursor, degrees counter-clockwise."""

    def on_new_plan(self) -> None:
        """A new plan is there."""

    def draft(self) -> A:
        """The plan's answer."""
        return self.planned_answer()

    def set_draft(self, answer: A) -> None:
        """Take a whole answer."""
        self.remember_for_undo("")
        self.request_plan(("laid", answer, len(self._past)), lambda: self.plan_for_answer(answer, ""))

    @abstractmethod
    def table_after_answer(self, answer: A) -> Table:
        """The table after an answer."""

    def _bear(self) -> None:
        """Have worked out where the piece of the cursor bears as it is going to stand."""
        row, answer = self.current(), self.planned_answer()
        if row is not None:
            key = row.key, answer
            self.arcs.look(key, row.key, lambda: self.view.with_table(self.table_after_answer(answer)))

    def warning(self) -> AnyText:
        """Why the plan would be refused, or what became of the last wish."""
        return self.plan.words

    def common_buttons(self) -> list[PickerButton]:
        """The same, with less weight on an older plan."""
        do_it, *others = super().common_buttons()
        return [replace(do_it, on=not self.plan.stayed), *others]

    def commit(self) -> None:
        """Wait for what is being worked out, then give it; an older plan only when asked once more."""
        self.wait_for_plan()
        if self.plan.stayed and not self._said:
            self._said, self.refusal = True, phrase("{}: {}", self.warning(), CONFIRM_AGAIN_TEXT)
            return
        super().commit()

    def back(self) -> None:
        """The last change undone."""
        if self._past:
            answer = self._past.pop()[1]
            self._next.reset()
            self.request_plan(("back", answer, len(self._past)), lambda: self.plan_for_answer(answer, ""))

    def facing_buttons(self, pieces: Iterable[str]) -> list[PickerButton]:
        """Turning the piece of the cursor, where it matters which way one of the pieces faces."""
        return turn_buttons(self.face) if any(map(self._faces, pieces)) else []

    def _faces(self, piece: str) -> bool:
        known = kind_profile(self.model.ruleset, self.view.table.piece(piece).kind)
        return bool(known.get("faces", True))

    def remember_for_undo(self, what: str) -> None:
        """Remember the answer before a change; changes of the same kind in a row count as one."""
        if not self._past or not what or self._past[-1][0] != what:
            self._past.append((what, self.planned_answer()))

    def request_plan(self, key: Hashable, work: Callable[[], P]) -> None:
        """Have a new plan worked out."""
        self.refusal, self._said = "", False
        self._next.request(key, work)
        self.tick()

    def wait_for_plan(self) -> None:
        """Wait for the plan that was wished for last."""
        self._next.wait()
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
            self.on_new_plan()
        self._bear()
        self.changes += fresh or turned
        return fresh or turned
