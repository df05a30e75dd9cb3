"""The rest of the act that a question begins: what follows on its draft, each line with its answer.

Enter gives all of it. A line that is opened is asked by itself, after what stands above it has been given.
"""

from __future__ import annotations

import math
from concurrent.futures import Executor
from typing import Any, Final

from battlesim.engine.decisions import DICE, Choice, ChooseOne, Decision
from battlesim.engine.moves import MoveGroup
from battlesim.engine.plan_ahead import Goal, Line, Plan, Spot, Toward
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.table.words import Words, capital, with_names
from battlesim.ui.question.pickers import Picker, picker_for
from battlesim.ui.question.pickers.parts import Row
from battlesim.ui.story.model import Model
from battlesim.ui.story.person import Person, Question, Wish
from battlesim.ui.table.signs import marked

SAME: Final = 0.5
"""Inches within which a second click means the same place."""


Answered = tuple[Decision[Any], Any]
"""A question with its answer."""


class Ahead:
    """Looks ahead from the draft of a picker. `pickers` are those of the lines that follow on it; they work
    out in `pool` what takes long."""

    def __init__(self, person: Person, model: Model, pool: Executor | None = None) -> None:
        self._person, self._model, self._pool = person, model, pool
        self.forget()

    def forget(self) -> None:
        """Begin anew, with another question."""
        self.plan: Plan | None = None
        self.pickers: list[Picker[Any]] = []
        self._wish: Wish = ()
        self._sent = False
        self._clicked: Goal = ""
        self._sends = 0

    @property
    def busy(self) -> bool:
        """Whether what was wished for is still looked for, or how it is done."""
        looked_for = bool(self._wish) and not (self._sent and self.plan is not None)
        return looked_for or self._sends > 0 or self._at_work

    @property
    def _at_work(self) -> bool:
        """Whether a line still works out how it is done."""
        return any(one.busy for one in self.pickers)

    def _looks(self, question: Question) -> bool:
        return self._person.looks_ahead and question.decision.side != DICE

    def look(self, question: Question, picker: Picker[Any]) -> bool:
        """Wish for what follows on the draft, and take what was found; whether there is anything new."""
        draft = picker.draft()
        if not self._looks(question) or not picker.lists or draft is None or picker.answer is not None:
            return False
        if isinstance(self._wish, tuple) and self._wish[:1] != (draft,):
            self._want((draft,))
        taken = self._send(question) and self._take(question, picker)
        return self._work_out(picker) or taken

    def _want(self, wish: Wish, clicked: Goal = "") -> None:
        self._wish, self._sent, self._clicked, self._sends = wish, False, clicked, 0

    def _work_out(self, picker: Picker[Any]) -> bool:
        """Take what the lines have worked out; an answer that was changed in one of them changes the plan."""
        fresh = sum(one.tick() for one in self.pickers) > 0
        if fresh:
            picker.then = tuple(map(_row, self.pickers))
        at = self._sends
        if self.plan is not None and at and not self._at_work:
            sent, self._sends = self.pickers[at - 1], 0
            picker.refusal = sent.why()
            if sent.draft() != self.plan.answers[at]:
                self._want((*self.plan.answers[:at], sent.draft()), self._clicked)
        return fresh

    def _send(self, question: Question) -> bool:
        """Whether what was wished for is not shown yet."""
        if not self._sent:
            self._person.plan(question.number, self._wish)
            self._sent, self.plan = True, None
        return self.plan is None

    def _take(self, question: Question, picker: Picker[Any]) -> bool:
        if not self._person.found(question.number, self._wish):
            return False
        plan = self._person.planned(question.number, self._wish)
        if plan is None:
            self._want((picker.draft(),))
            return False
        goal = self._wish.goal if isinstance(self._wish, Toward) else None
        if goal is not None:
            picker.lay(plan.answers[0])
            self._wish = plan.answers[:1]
        self.plan = plan
        self.pickers = [self._picker(line) for line in plan.lines[1:]]
        picker.then = tuple(map(_row, self.pickers))
        if isinstance(goal, Spot):
            self._go(goal)
        return True

    def _picker(self, line: Line) -> Picker[Any]:
        found = picker_for(line.decision, line.view, self._model, self._pool)
        found.lay(line.answer)
        return found

    def _go(self, spot: Spot) -> None:
        """Send whoever moves in the plan to a place."""
        assert self.plan is not None
        self._clicked, self._sends = spot, self.plan.chooses(spot)
        self.pickers[self._sends - 1].press((spot.x, spot.y), [], 1)

    def confirm(self, question: Question, picker: Picker[Any]) -> bool:
        """Hand over the answer and what follows on it; False while that is still looked for."""
        if not self._looks(question):
            self._person.give(question.number, picker.answer)
            return True
        self._work_out(picker)
        if self._sends:
            return False
        if not isinstance(self._wish, tuple) or self._wish[:1] != (picker.answer,):
            self._want((picker.answer,))
        self._send(question)
        plan = self.plan or self._person.planned(question.number, self._wish)
        if plan is None:
            return False
        if plan.lines:
            self._person.confirm(question.number, plan, picker.opened or len(plan.lines))
        else:
            self._person.give(question.number, picker.answer)
        return True

    def idle(self, picker: Picker[Any]) -> str:
        """Why an act would come to nothing: a move that goes with it and in which nobody moves. "" where it
        would not, or where that is asked by itself."""
        lines = self.plan.lines[1:] if self.plan and not picker.opened else ()
        still = any(isinstance(line.decision, MoveGroup) and not line.answer for line in lines)
        return "nobody would move: click where they are to go" if still else ""

    def act(self, picker: Picker[Any]) -> list[Answered]:
        """The answer of a picker, and those that would be given with it."""
        lines = self.plan.lines[1 : picker.opened or len(self.plan.lines)] if self.plan else ()
        return [(picker.decision, picker.answer), *((line.decision, line.answer) for line in lines)]

    def press(self, picker: Picker[Any], at: Point, things: list[str]) -> bool:
        """Do the act to what is clicked on, or go there, where that can be; a second click gives it.

        Whether the plan that is shown can choose it; for something else an act is looked for.
        """
        if self.plan is None:
            return False
        goal = self._goal(picker, at, things)
        if goal is None:
            return False
        number = self.plan.chooses(goal)
        if self._again(goal):
            picker.commit()
        elif not number:
            self._want(Toward(picker.draft(), goal), goal)
        elif isinstance(goal, Spot):
            self._go(goal)
        else:
            self._want((*self.plan.answers[:number], goal), goal)
        return number > 0

    def _goal(self, picker: Picker[Any], at: Point, things: list[str]) -> Goal | None:
        """What a click means: a thing that the plan could choose, else an enemy, else the place; None where
        one's own stand."""
        assert self.plan is not None
        pieces = picker.view.table.pieces
        meant = [one for one in things if self.plan.chooses(one)] or [one for one in things if one in pieces]
        if not meant:
            return Spot(*at)
        own = meant[0] in pieces and pieces[meant[0]].side == picker.decision.side
        return None if own and not self.plan.chooses(meant[0]) else meant[0]

    def _again(self, goal: Goal) -> bool:
        """Whether a click means what the last one meant."""
        if isinstance(goal, Spot) and isinstance(self._clicked, Spot):
            return math.dist((goal.x, goal.y), (self._clicked.x, self._clicked.y)) <= SAME
        return goal == self._clicked

    def overlay(self) -> list[Item]:
        """What the lines have chosen on the table in brackets, and the ways that are gone in them."""
        chosen = [item for one in self.pickers for item in marked(one.view, _at(one), "target")]
        return chosen + [item for one in self.pickers if not one.lists for item in one.overlay()]


def _row(picker: Picker[Any]) -> Row:
    """A line of the act: what is asked, and its answer."""
    return Row(picker.decision.what, capital(picker.prompt), value=_answer(picker), rule=picker.decision.rule)


def _answer(picker: Picker[Any]) -> Words:
    """The draft of a picker in a few words."""
    decision, draft = picker.decision, picker.draft()
    if isinstance(decision, ChooseOne):
        return with_names(decision.chosen(str(draft)).label, picker.name)
    return picker.summary()


def _at(picker: Picker[Any]) -> list[str]:
    """The things on the table that a draft has chosen."""
    decision, draft = picker.decision, picker.draft()
    if not isinstance(decision, Choice):
        return []
    keys = (draft,) if isinstance(draft, str) else tuple(draft or ())
    return [thing for key in keys for thing in decision.chosen(key).at]
