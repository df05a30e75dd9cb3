"""Interactive planning of an act: the answer to a decision, and the follow-up decisions with their answers.

Enter confirms the whole act. The user can open a follow-up decision to answer it separately, after those
above it. Other units may follow the selected unit and do the same, the selected unit may continue with
further acts, and the last act may be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from battlesim.engine.decisions import DICE_SIDE, ChooseOne
from battlesim.engine.lookahead import ActRequest, GoalPoint
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.repeat_answer import AnsweredDecision
from battlesim.engine.repeat_plan import RepeatRequest
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.table.phrases import phrase
from battlesim.ui.decision.act_planning import ActPlanning, HeldInput
from battlesim.ui.decision.click_targets import (
    clicked_candidate,
    goal_of_click,
    is_same_goal,
    other_candidates,
)
from battlesim.ui.decision.follow_up_rows import act_overlay, first_act_length
from battlesim.ui.decision.pickers import Picker
from battlesim.ui.decision.pickers.move import MovePicker
from battlesim.ui.decision.pickers.picker_rows import PickerButton
from battlesim.ui.session.human_player import OpenDecision, request_begins_with

UNSEEN_ACT_TEXT: Final = "this comes with it: confirm again to do it all"
"""Message for an act that was confirmed before its follow-ups were shown."""
IDLE_MOVE_TEXT: Final = "nobody would move: click where they should go, or confirm again"
"""Message for an act in which no piece would move; the second time it is confirmed."""


class ActPlanner(ActPlanning):
    """A plan of an action that the user edits with keys and clicks and then confirms."""

    def hover(self, at: Point | None) -> None:
        """Show how the unit would stand at the pointer until something is clicked; Enter confirms that."""
        self._hover.hover(at)

    def offered_buttons(self, picker: Picker[Any]) -> Iterator[PickerButton]:
        """Yield the buttons that bring the rest and that repeat the last act, where it can begin."""
        if picker.reacts or picker.decision.side == DICE_SIDE:
            return
        if not self._person.looks_ahead or self._weight(picker) not in ("who", "act"):
            return
        if self.other_candidates(picker):
            yield PickerButton("rest", "Bring the rest", lambda: self.toggle_all_followers(picker))
        if any(decision.what == picker.decision.what for decision, _ in self.last):
            yield PickerButton("again", "Repeat last act", lambda: self.repeat_last_act(picker))

    def remember_act(self, picker: Picker[Any], act: Sequence[AnsweredDecision]) -> None:
        """Remember an act of the user's own turn so that it can be repeated, unless it does nothing."""
        decision, answer = act[0]
        begins = isinstance(decision, ChooseOne) and self._weight(picker) in ("who", "act")
        if begins and not picker.reacts and answer != decision.default(picker.view):
            self.last = tuple(act)

    def repeat_last_act(self, picker: Picker[Any]) -> None:
        """Plan the last act again with the selected unit; a second time, confirm it."""
        if self._hold(picker, lambda: self.repeat_last_act(picker)):
            return
        if isinstance(self._wish, RepeatRequest) and self._wish.deed:
            picker.commit()
            return
        self._others, self._goal = (), None
        self._want(RepeatRequest((picker.draft(),) if self._weight(picker) == "who" else (), self.last))

    @property
    def has_followers(self) -> bool:
        """True if other units follow the selected one."""
        return bool(self._others)

    def can_follow(self, picker: Picker[Any]) -> list[str]:
        """Return the ids of the units or pieces that could do the planned act after the selected one."""
        return self.other_candidates(picker) if self.plan is not None and len(self.plan.lines) > 1 else []

    def other_candidates(self, picker: Picker[Any]) -> list[str]:
        """Return the ids of the open options that are pieces or units, without the selected one."""
        return other_candidates(picker) if self._weight(picker) == "who" else []

    def toggle_all_followers(self, picker: Picker[Any]) -> None:
        """Have all others do the same after the selected unit, or none if all already do."""
        if self._hold(picker, lambda: self.toggle_all_followers(picker)):
            return
        able = tuple(self.can_follow(picker))
        if not able:
            picker.refusal = "no other unit can do the same"
            return
        self._follow(() if set(able) <= set(self._others) else able)

    def _follow(self, others: tuple[str, ...]) -> None:
        assert self.plan is not None
        self._others, moves = others, self.plan.first_index(MoveGroup)
        done = moves + (self._goal is None) if moves else len(self.plan.lines)
        self._want(self._so(self.plan.answers[:done]), self._clicked)

    def confirm(self, question: OpenDecision, picker: Picker[Any]) -> bool:
        """Confirm the answer with its planned follow-ups. Return False until the plan is ready and seen."""
        if not self._looks(question):
            self._person.submit_answer(question.number, picker.answer)
            return True
        self._work_out(picker)
        if self._hovered and self._hover.at and not picker.opened:
            self._go(GoalPoint(*self._hover.at))
            self._seen = True
        if self._held:
            picker.answer, picker.opened = None, 0
            self._held.append(HeldInput(picker.draft(), lambda: self._show_first(picker)))
        if self._sends or self._held:
            return False
        if isinstance(self._wish, ActRequest) or not request_begins_with(self._wish, picker.answer):
            self._want((picker.answer,))
        self._send(question)
        plan = self.plan or self._person.plan_for(question.number, self._wish)
        if plan is None:
            return False
        shown = plan is self.plan or self._seen or len(plan.lines) < 2
        if picker.lists and not shown:
            self._show_first(picker)
            return False
        if plan.lines:
            self._person.confirm_plan(
                question.number, plan, (picker.opened or len(plan.lines)) if shown else 1
            )
        else:
            self._person.submit_answer(question.number, picker.answer)
        return True

    def _show_first(self, picker: Picker[Any]) -> None:
        """Require a second confirmation of an act that was confirmed before its plan was shown."""
        picker.answer, picker.opened, picker.refusal = None, 0, UNSEEN_ACT_TEXT

    def idle_move_warning(self, picker: Picker[Any]) -> str:
        """Return a warning if the planned act contains a group move in which no piece moves, else "".

        It is "" too if that move will be asked separately, or if this plan was warned of before.
        """
        asked = isinstance(picker.decision, MoveGroup) or picker.opened
        if self.plan is None or not self.plan.is_idle or asked or self._idle_plan is self.plan:
            return ""
        self._idle_plan = self.plan
        return IDLE_MOVE_TEXT

    def drafts(self) -> list[tuple[Picker[Any], Any]]:
        """Return the pickers whose odds are shown, with their answers: those of the first unit's first act.

        A move is taken to go to the pointer.
        """
        there, move = self._hovered, self._sent_there
        shown = self.pickers[: self._first]
        return [(one, there.legs if there and one is move else one.draft()) for one in shown]

    def planned_act(self, picker: Picker[Any]) -> list[AnsweredDecision]:
        """Return the answer of a picker and those that would be given with it."""
        lines = self.plan.lines[1 : picker.opened or len(self.plan.lines)] if self.plan else ()
        return [(picker.decision, picker.answer), *((line.decision, line.answer) for line in lines)]

    def press(self, picker: Picker[Any], at: Point, things: list[str], more: bool = False) -> bool:
        """Plan the act on what is clicked, or a move there; a second click on the same target confirms it.

        With `more` another unit of the same side follows, or the point is approached with as many acts as
        that takes. While a plan is computed the click waits for it, and a second click does not confirm a
        plan that was not shown. Returns True if the plan on the screen can select the target; for another
        target an act is looked for.
        """
        if self._hold(picker, lambda: self._click(picker, at, things, more, late=True)):
            pieces, side = picker.view.table.pieces, picker.decision.side
            return not any(name in pieces and pieces[name].side == side for name in things)
        return self._click(picker, at, things, more)

    def _click(
        self, picker: Picker[Any], at: Point, things: list[str], more: bool, late: bool = False
    ) -> bool:
        """Apply a click to the plan; a `late` one was made before the plan was ready."""
        if self.plan is None:
            return False
        if more and (unit := clicked_candidate(picker, things, self.can_follow(picker))):
            kept = tuple(other for other in self._others if other != unit)
            self._follow(kept if unit in self._others else (*kept, unit))
            return True
        goal = goal_of_click(self.plan, picker, at, things)
        if goal is None:
            return False
        number = self.plan.line_index_for(goal)
        if late and is_same_goal(goal, self._clicked):
            self._show_first(picker)
        elif is_same_goal(goal, self._clicked):
            picker.commit()
        elif not number:
            self._goal = goal if more and isinstance(goal, GoalPoint) else None
            self._want(ActRequest(picker.draft(), goal), goal)
        elif isinstance(goal, GoalPoint):
            self._goal = goal if more else None
            self._arrive(goal)
        else:
            self._want((*self.plan.answers[:number], self.plan.answer_for(number, goal)), goal)
        return number > 0

    def handle_letter(self, picker: Picker[Any], letter: str) -> bool:
        """Plan the act of a letter, or say why it is refused. Return False if the letter means nothing."""
        acts = [key for key, known in picker.letters().items() if known == letter]
        if acts and self._hold(picker, lambda: self.handle_letter(picker, letter)):
            return True
        found = self.plan.offered_option(acts) if self.plan else None
        if self.plan is None or found is None:
            return False
        number, option = found
        picker.refusal = phrase("{}: {}", option.label, option.shut) if option.shut else ""
        if not option.shut:
            self._want((*self.plan.answers[:number], option.key))
        return True

    def planned_picker_at(self, at: Point) -> Picker[Any] | None:
        """Return the picker of the planned move of a piece that will stand at a point, None for none."""
        pickers = reversed(self.pickers) if self.plan is not None else ()
        moves = (one for one in pickers if isinstance(one, MovePicker))
        return next((move for move in moves if move.ghost_at(at)), None)

    def replan_after_drag(self, picker: Picker[Any]) -> None:
        """Replan after the user dragged a piece's planned end position."""
        if self.plan is not None and picker in self.pickers:
            self._sends, self._clicked = self.pickers.index(picker) + 1, ""

    def overlay(self) -> list[Item]:
        """Return the graphics of the planned act, in grey while they belong to an earlier draft."""
        first, later = self.pickers[: self._first], self.pickers[self._first :]
        move, there = self._sent_there, self._hovered
        return greyed_if(self.plan is None or self._sends > 0, act_overlay(first, later, move, there))

    @property
    def _first(self) -> int:
        """The number of lines of the first unit's first act; later lines are abbreviated."""
        return first_act_length(self.pickers, self._weight)
