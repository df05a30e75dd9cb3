"""The rest of the act that a question begins: what follows on its draft, each line with its answer.

Enter gives all of it. A line that is opened is asked by itself, after what stands above it has been given.
Others may do the same after the one who is chosen; that one may go on, act after act; what was done last may
be done again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from battlesim.engine.decisions import ChooseOne
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

UNSEEN_ACT_TEXT: Final = "this comes with it: confirm once more to do it all"
"""What is said of an act that was confirmed before it was seen."""


class ActPlanner(ActPlanning):
    """The plan of an act in the hands of the user: changed by keys and clicks, confirmed, drawn."""

    def hover(self, at: Point | None) -> None:
        """Show how the unit would stand at the pointer, until something is clicked; Enter gives that."""
        self._hover.hover(at)

    def offered_buttons(self, picker: Picker[Any]) -> Iterator[PickerButton]:
        """The same by all others, and what was done last by whoever is asked now."""
        if picker.reacts or not self._person.looks_ahead or self._weight(picker) not in ("who", "act"):
            return
        if self.other_candidates(picker):
            yield PickerButton("rest", "Bring the rest", lambda: self.toggle_all_followers(picker))
        if self.last:
            yield PickerButton("again", "The same again", lambda: self.repeat_last_act(picker))

    def remember_act(self, picker: Picker[Any], act: Sequence[AnsweredDecision]) -> None:
        """Keep an act of one's own turn, so that it can be done again; not what takes nothing on."""
        decision, answer = act[0]
        begins = isinstance(decision, ChooseOne) and self._weight(picker) in ("who", "act")
        if begins and not picker.reacts and answer != decision.default(picker.view):
            self.last = tuple(act)

    def repeat_last_act(self, picker: Picker[Any]) -> None:
        """Do what was done last once more, with who is chosen now; a second time gives it."""
        if self._hold(picker, lambda: self.repeat_last_act(picker)):
            return
        if isinstance(self._wish, RepeatRequest) and self._wish.deed:
            picker.commit()
            return
        self._others, self._goal = (), None
        self._want(RepeatRequest((picker.draft(),) if self._weight(picker) == "who" else (), self.last))

    def can_follow(self, picker: Picker[Any]) -> list[str]:
        """Who could do what is planned after the one who is chosen."""
        return self.other_candidates(picker) if self.plan is not None and len(self.plan.lines) > 1 else []

    def other_candidates(self, picker: Picker[Any]) -> list[str]:
        """Who else is asked about beside the one who is chosen: pieces and units, not what could be done."""
        return other_candidates(picker) if self._weight(picker) == "who" else []

    def toggle_all_followers(self, picker: Picker[Any]) -> None:
        """Have all others do the same after the one who is chosen; nobody, where all do."""
        if self._hold(picker, lambda: self.toggle_all_followers(picker)):
            return
        able = tuple(self.can_follow(picker))
        if not able:
            picker.refusal = "there is nobody else who could do the same"
            return
        self._follow(() if set(able) <= set(self._others) else able)

    def _follow(self, others: tuple[str, ...]) -> None:
        assert self.plan is not None
        self._others, moves = others, self.plan.line_index_for(GoalPoint(0.0, 0.0))
        done = moves + (self._goal is None) if moves else len(self.plan.lines)
        self._want(self._so(self.plan.answers[:done]), self._clicked)

    def confirm(self, question: OpenDecision, picker: Picker[Any]) -> bool:
        """Hand over the answer and what follows on it, where that was shown; False while it is looked for."""
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
        """Ask for a second confirmation of an act that was confirmed before its plan was shown."""
        picker.answer, picker.opened, picker.refusal = None, 0, UNSEEN_ACT_TEXT

    def idle_move_warning(self, picker: Picker[Any]) -> str:
        """Why an act would come to nothing: a move that goes with it and in which nobody moves. "" where it
        would not, or where that is asked by itself."""
        asked = isinstance(picker.decision, MoveGroup) or picker.opened
        still = self.plan is not None and self.plan.is_idle and not asked
        return "nobody would move: click where they are to go" if still else ""

    def drafts(self) -> list[tuple[Picker[Any], Any]]:
        """The lines whose odds are shown with their answers: those of the first one's first act, a move to
        where the pointer is."""
        there, move = self._hovered, self._sent_there
        shown = self.pickers[: self._first]
        return [(one, there.legs if there and one is move else one.draft()) for one in shown]

    def planned_act(self, picker: Picker[Any]) -> list[AnsweredDecision]:
        """The answer of a picker, and those that would be given with it."""
        lines = self.plan.lines[1 : picker.opened or len(self.plan.lines)] if self.plan else ()
        return [(picker.decision, picker.answer), *((line.decision, line.answer) for line in lines)]

    def press(self, picker: Picker[Any], at: Point, things: list[str], more: bool = False) -> bool:
        """Do the act to what is clicked on, or go there, where that can be; a second click gives it. With
        `more` a unit of one's own does the same, and a place is gone to with as many acts as that takes.

        While the plan is worked out the click waits for it; then a second one does not give what was not
        shown yet. Return whether the plan that is shown can choose it; for something else an act is looked
        for.
        """
        if self._hold(picker, lambda: self._click(picker, at, things, more, late=True)):
            pieces, side = picker.view.table.pieces, picker.decision.side
            return not any(name in pieces and pieces[name].side == side for name in things)
        return self._click(picker, at, things, more)

    def _click(
        self, picker: Picker[Any], at: Point, things: list[str], more: bool, late: bool = False
    ) -> bool:
        """Apply a click to the plan. `late` is one that was made before the plan was there."""
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
        elif isinstance(goal, GoalPoint) and more:
            self._go_on(goal)
        elif isinstance(goal, GoalPoint):
            self._go(goal)
        else:
            self._want((*self.plan.answers[:number], goal), goal)
        return number > 0

    def handle_letter(self, picker: Picker[Any], letter: str) -> bool:
        """Have who is chosen do the act of a letter, or say why that one cannot."""
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
        """The move in which somebody is going to stand at a place."""
        pickers = reversed(self.pickers) if self.plan is not None else ()
        moves = (one for one in pickers if isinstance(one, MovePicker))
        return next((move for move in moves if move.ghost_at(at)), None)

    def replan_after_drag(self, picker: Picker[Any]) -> None:
        """One who is going to stand elsewhere changes the plan."""
        if self.plan is not None and picker in self.pickers:
            self._sends, self._clicked = self.pickers.index(picker) + 1, ""

    def overlay(self) -> list[Item]:
        """The act on the table, in grey while what is shown follows on an earlier draft."""
        first, later = self.pickers[: self._first], self.pickers[self._first :]
        move, there = self._sent_there, self._hovered
        return greyed_if(self.plan is None or self._sends > 0, act_overlay(first, later, move, there))

    @property
    def _first(self) -> int:
        """How many lines are what the first one does in its first act; what comes after is shown in short."""
        return first_act_length(self.pickers, self._weight)
