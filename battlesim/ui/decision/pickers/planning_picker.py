"""The base class of controls that plan their draft answer in the background, with undo step by step."""

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
PLAN_KEPT_SUFFIX: Final = "; the plan is unchanged"
CONFIRM_AGAIN_TEXT: Final = "confirm again to use it"


class DraftPlan(Protocol):
    """The plan of an answer that the user has not yet confirmed.

    It includes the reason if the answer is refused or the last request failed.
    """

    @property
    def words(self) -> AnyText:
        """The reason why the plan would be refused, or the last request failed; "" for none."""
        ...

    @property
    def stayed(self) -> bool:
        """True if the last request failed and the plan is an older one."""
        ...


class PlanningPicker(Picker[A], Generic[A, P]):
    """A base class for controls that plan the user's answer in the background, before it is confirmed."""

    lists = False

    plan: P

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no request."""
        self._past: list[tuple[str, A]] = []
        self._next: KeyedResult[P] = KeyedResult(queue)
        self._said = False
        self.arcs = ArcPreview(self.model.ruleset, queue)

    @abstractmethod
    def plan_for_answer(self, answer: A, words: str) -> P:
        """Return the plan of an answer, with `words` on why it is not as requested; may run in the worker."""

    @abstractmethod
    def planned_answer(self) -> A:
        """Return the answer of the plan."""

    @abstractmethod
    def face(self, by: float) -> None:
        """Turn the current piece, degrees counter-clockwise."""

    def on_new_plan(self) -> None:
        """No-op: called when a new plan is ready."""

    def draft(self) -> A:
        """Return the answer of the plan."""
        return self.planned_answer()

    def set_draft(self, answer: A) -> None:
        """Request the plan of a whole answer."""
        self.remember_for_undo("")
        self.request_plan(("laid", answer, len(self._past)), lambda: self.plan_for_answer(answer, ""))

    @abstractmethod
    def table_after_answer(self, answer: A) -> Table:
        """Return the table after an answer."""

    def _bear(self) -> None:
        """Request the arcs of fire of the current piece as it will stand."""
        row, answer = self.current(), self.planned_answer()
        if row is not None:
            key = row.key, answer
            self.arcs.look(key, row.key, lambda: self.view.with_table(self.table_after_answer(answer)))

    def warning(self) -> AnyText:
        """Return why the plan would be refused, or why the last request failed."""
        return self.plan.words

    def common_buttons(self) -> list[PickerButton]:
        """Return the common buttons; confirming is not emphasized for an older plan."""
        do_it, *others = super().common_buttons()
        return [replace(do_it, on=not self.plan.stayed), *others]

    def commit(self) -> None:
        """Wait for the plan, then confirm it; an older plan only the second time."""
        self.wait_for_plan()
        if self.plan.stayed and not self._said:
            self._said, self.refusal = True, phrase("{}: {}", self.warning(), CONFIRM_AGAIN_TEXT)
            return
        super().commit()

    def back(self) -> None:
        """Undo the last change."""
        if self._past:
            answer = self._past.pop()[1]
            self._next.reset()
            self.request_plan(("back", answer, len(self._past)), lambda: self.plan_for_answer(answer, ""))

    def facing_buttons(self, pieces: Iterable[str]) -> list[PickerButton]:
        """Return the buttons that turn the current piece, if facing matters for one of the pieces."""
        return turn_buttons(self.face) if any(map(self._faces, pieces)) else []

    def _faces(self, piece: str) -> bool:
        known = kind_profile(self.model.ruleset, self.view.table.piece(piece).kind)
        return bool(known.get("faces", True))

    def remember_for_undo(self, what: str) -> None:
        """Remember the answer before a change; changes of the same kind in a row count as one."""
        if not self._past or not what or self._past[-1][0] != what:
            self._past.append((what, self.planned_answer()))

    def request_plan(self, key: Hashable, work: Callable[[], P]) -> None:
        """Request a new plan, computed in the background."""
        self.refusal, self._said = "", False
        self._next.request(key, work)
        self.tick()

    def wait_for_plan(self) -> None:
        """Wait for the plan that was requested last."""
        self._next.wait()
        self.tick()

    @property
    def busy(self) -> bool:
        """True while the plan or the arcs are being computed."""
        return self._next.working or self.arcs.busy

    @property
    def drafting(self) -> bool:
        """True while the plan is being computed."""
        return self._next.working

    def tick(self) -> bool:
        """Take a plan and arcs that are ready. Return True if anything changed."""
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
