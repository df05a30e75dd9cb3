"""Background planning of the act that a draft answer begins, with its follow-up decisions.

A new plan is requested when the draft answer changes. Each follow-up decision has a control of its own, with
which the user can change its answer; that requests a new plan as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battlesim.engine.decisions import DICE_SIDE, DecisionRole
from battlesim.engine.lookahead import ActGoal, ActPlan, ActRequest, GoalPoint, PlannedAnswer, decision_role
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup
from battlesim.engine.repeat_answer import AnsweredDecision
from battlesim.engine.repeat_plan import RepeatRequest
from battlesim.ui.decision.click_targets import refusal_of
from battlesim.ui.decision.follow_up_rows import follow_up_rows
from battlesim.ui.decision.hover_plan import HoverPlan
from battlesim.ui.decision.pickers import Picker, picker_for
from battlesim.ui.decision.pickers.move import MovePicker
from battlesim.ui.decision.pickers.move_plan import MovePlan
from battlesim.ui.decision.pickers.picker_input import FollowUpInput
from battlesim.ui.decision.pickers.picker_rows import PickerRow
from battlesim.ui.session.human_player import HumanPlayer, OpenDecision, PlanRequest, request_begins_with
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import WorkQueue

PATIENCE_FRAMES: Final = 20
"""Number of frames after which the panel says that the first plan is still being computed."""


class HeldInput(NamedTuple):
    """A user input that is delayed until the plan it changes is ready.

    `draft` is the unconfirmed answer to which the input belongs.
    """

    draft: Any
    apply: Callable[[], object]


class ActPlanning(FollowUpInput):
    """The plan of an action: the user's unconfirmed answer to a decision, and the decisions that follow.

    `pickers` are the controls for the decisions that follow; they do slow work in `queue`. `last` is the
    action confirmed last.
    """

    def __init__(self, person: HumanPlayer, model: WindowModel, queue: WorkQueue | None = None) -> None:
        self._person, self._model, self._queue = person, model, queue
        self.last: tuple[AnsweredDecision, ...] = ()
        self.reset()

    def reset(self) -> None:
        """Start again for another decision."""
        self.plan: ActPlan | None = None
        self._idle_plan: ActPlan | None = None
        self.pickers: list[Picker[Any]] = []
        self._wish: PlanRequest = ()
        self._sent = False
        self._clicked: ActGoal = ""
        self._sends = 0
        self._seen = False
        self._held: list[HeldInput] = []
        self._busy_frames = 0
        self._others: tuple[str, ...] = ()
        self._goal: GoalPoint | None = None
        self._hover = HoverPlan(self._queue)

    @property
    def busy(self) -> bool:
        """True while a plan is being computed, or one of its lines."""
        looked_for = bool(self._wish) and not (self._sent and self.plan is not None)
        return looked_for or self._sends > 0 or self._at_work or bool(self._held)

    @property
    def _at_work(self) -> bool:
        """True while a line of the plan is being computed."""
        return any(one.busy for one in self.pickers)

    def _looks(self, question: OpenDecision) -> bool:
        return self._person.looks_ahead and question.decision.side != DICE_SIDE

    def update(self, question: OpenDecision, picker: Picker[Any]) -> bool:
        """Request the follow-ups of the draft and take what is ready. Return True if anything changed."""
        draft = picker.draft()
        if not self._looks(question) or not picker.lists or picker.answer is not None:
            return False
        if draft is None:
            return self._nothing(picker)
        if not request_begins_with(self._wish, draft):
            self._others, self._goal = (), None
            self._held = [held for held in self._held if held.draft == draft]
            self._want((draft,))
        taken = self._send(question) and self._take(question, picker)
        hovered = self._hover.update(self._sent_there)
        fresh, before = self._work_out(picker) or taken or hovered, picker.looking
        self._apply_held(picker)
        self._busy_frames = self._busy_frames + 1 if self.busy else 0
        picker.looking = self.busy and (bool(picker.follow_ups) or self._busy_frames > PATIENCE_FRAMES)
        return fresh or picker.looking != before

    def _is_settled(self, picker: Picker[Any]) -> bool:
        """Return True if the plan of the draft is ready and no change of it is pending."""
        there = self._sent and self.plan is not None and not self._sends
        return there and request_begins_with(self._wish, picker.draft())

    def _hold(self, picker: Picker[Any], apply: Callable[[], object]) -> bool:
        """Keep an input until the plan that it changes is ready. Return False if it is ready already."""
        looks = self._person.looks_ahead and picker.decision.side != DICE_SIDE and picker.lists
        if not looks or picker.draft() is None or (self._is_settled(picker) and not self._held):
            return False
        self._held.append(HeldInput(picker.draft(), apply))
        return True

    def _apply_held(self, picker: Picker[Any]) -> None:
        """Apply the held inputs in order, each to the plan that the previous one led to."""
        while self._held and self._is_settled(picker):
            first, *later = self._held
            self._held = []
            first.apply()
            self._held += later

    def _nothing(self, picker: Picker[Any]) -> bool:
        """Drop the plan while nothing is selected. Return True if something was planned."""
        before = bool(picker.follow_ups)
        self._wish, self._sent, self.plan, self.pickers, self._held = (), False, None, [], []
        picker.follow_ups, picker.looking = (), False
        return before

    @property
    def _sent_there(self) -> MovePicker | None:
        """The planned move that follows the pointer, None if there is none."""
        at = self.plan.first_index(MoveGroup) if self.plan and not (self._clicked or self._others) else 0
        found = self.pickers[at - 1] if at else None
        return found if isinstance(found, MovePicker) else None

    @property
    def _hovered(self) -> MovePlan | None:
        """The plan of a click at the pointer, None until it is known."""
        return self._hover.value(self._sent_there)

    def _want(self, wish: PlanRequest, clicked: ActGoal = "", seen: bool = False) -> None:
        self._wish, self._sent, self._clicked, self._sends, self._seen = wish, False, clicked, 0, seen

    def plan_again(self, act: Sequence[AnsweredDecision]) -> None:
        """Plan an act that was undone."""
        self._want(tuple(answer for _, answer in act))

    def _work_out(self, picker: Picker[Any]) -> bool:
        """Take what the lines have computed; an answer changed in one of them requests a new plan."""
        fresh = sum(one.tick() for one in self.pickers) > 0
        if fresh:
            picker.follow_ups = self._rows()
        at = self._sends
        if self.plan is not None and at and not self._at_work:
            sent, self._sends = self.pickers[at - 1], 0
            picker.refusal = sent.refusal_text()
            if isinstance(sent.decision, ChoosePoint) and sent.check(sent.draft()):
                sent.set_draft(self.plan.answers[at])
                self._clicked = ""
            if sent.draft() != self.plan.answers[at]:
                self._want(self._so((*self.plan.answers[:at], sent.draft())), self._clicked, self._seen)
        return fresh

    def _send(self, question: OpenDecision) -> bool:
        """Send the request if that is not done yet. Return True while its plan is not shown."""
        if not self._sent:
            self._person.request_plan(question.number, self._wish)
            self._sent, self.plan = True, None
        return self.plan is None

    def _take(self, question: OpenDecision, picker: Picker[Any]) -> bool:
        if not self._person.has_planned(question.number, self._wish):
            return False
        plan = self._person.plan_for(question.number, self._wish)
        if plan is None:
            return False
        if len(plan.lines) < (
            2 if isinstance(self._wish, RepeatRequest) else isinstance(self._wish, ActRequest)
        ):
            self._cannot(picker, plan)
            return True
        goal = self._wish.goal if isinstance(self._wish, ActRequest) else None
        if plan.lines and plan.answers[0] != picker.draft():
            picker.set_draft(plan.answers[0])
        if goal is not None:
            self._wish = plan.answers[:1]
        elif isinstance(self._wish, RepeatRequest) and not self._wish.given:
            self._wish = replace(self._wish, given=plan.answers[:1])
        if self._clicked == self._model.pointer.selected_piece:
            self._model.pointer.selected_piece = ""  # it was clicked as a target
        self.plan = plan
        self.pickers = [self._picker(line) for line in plan.lines[1:]]
        picker.follow_ups, picker.refusal = self._rows(), plan.words or picker.refusal
        if isinstance(goal, GoalPoint):
            self._arrive(goal)
        return True

    def _cannot(self, picker: Picker[Any], plan: ActPlan) -> None:
        """Say why the request cannot be met, at the pointer too, and go back to the draft."""
        goal = self._wish.goal if isinstance(self._wish, ActRequest) else ""
        who = refusal_of(goal, plan, picker)
        self._others, self._goal = (), None
        self._want((picker.draft(),))
        picker.refusal = who
        self._model.pointer.tip = str(who)

    def _so(self, given: tuple[Any, ...]) -> PlanRequest:
        """Return the request for some answers, with the units that follow and the goal of the first."""
        return RepeatRequest(given, (), self._others, self._goal) if self._others or self._goal else given

    def _rows(self) -> tuple[PickerRow, ...]:
        """Return the rows of the act."""
        return follow_up_rows(self.pickers, self._weight)

    def _picker(self, line: PlannedAnswer) -> Picker[Any]:
        found = picker_for(line.decision, line.view, self._model, self._queue)
        found.set_draft(line.answer)
        return found

    def _arrive(self, spot: GoalPoint) -> None:
        """Move to a point in one act, or in several if that was requested and pieces move one by one."""
        several = self._goal and self.plan and self.plan.first_index(MoveGroup)
        (self._go_on if several else self._go)(spot)

    def _go(self, spot: GoalPoint) -> None:
        """Move the planned unit, or what else the plan places, to a point."""
        assert self.plan is not None
        self._goal, self._clicked, self._sends = None, spot, self.plan.line_index_for(spot)
        sent = self.pickers[self._sends - 1]
        sent.press((spot.x, spot.y), [], 1)
        sent.drop((spot.x, spot.y))

    def _go_on(self, spot: GoalPoint) -> None:
        """Move the planned unit to a point with as many acts as that takes."""
        assert self.plan is not None
        self._goal = spot
        self._want(self._so(self.plan.answers[: self.plan.line_index_for(spot)]), spot)

    def _weight(self, picker: Picker[Any]) -> DecisionRole:
        """Return the decision role of a picker's decision."""
        return decision_role(self._model.ruleset, picker.decision)
