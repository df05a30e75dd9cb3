"""The rest of the act that a question begins: what follows on its draft, each line with its answer.

Enter gives all of it. A line that is opened is asked by itself, after what stands above it has been given.
"""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import DICE, Choice, ChooseOne
from battlesim.engine.plan_ahead import Line, Plan
from battlesim.render.drawlist import Item
from battlesim.table.words import Words, capital, with_names
from battlesim.ui.question.pickers import Picker, picker_for
from battlesim.ui.question.pickers.parts import Row
from battlesim.ui.story.model import Model
from battlesim.ui.story.person import Person, Question, Wish
from battlesim.ui.table.signs import marked


class Ahead:
    """Looks ahead from the draft of a picker. `pickers` are those of the lines that follow on it."""

    def __init__(self, person: Person, model: Model) -> None:
        self._person, self._model = person, model
        self.forget()

    def forget(self) -> None:
        """Begin anew, with another question."""
        self.plan: Plan | None = None
        self.pickers: list[Picker[Any]] = []
        self._wish: Wish = ()
        self._sent = self._by_click = False

    @property
    def busy(self) -> bool:
        """Whether what was wished for is still looked for."""
        return self._sent and self.plan is None

    def _looks(self, question: Question) -> bool:
        return self._person.looks_ahead and question.decision.side != DICE

    def look(self, question: Question, picker: Picker[Any]) -> bool:
        """Wish for what follows on the draft, and take what was found; whether there is anything new."""
        draft = picker.draft()
        if not self._looks(question) or not picker.lists or draft is None or picker.answer is not None:
            return False
        if isinstance(self._wish, tuple) and self._wish[:1] != (draft,):
            self._want((draft,))
        return self._send(question) and self._take(question, picker)

    def _want(self, wish: Wish, by_click: bool = False) -> None:
        self._wish, self._sent, self._by_click = wish, False, by_click

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
        if isinstance(self._wish, str):
            picker.lay(plan.answers[0])
            self._wish = plan.answers[:1]
        self.plan = plan
        self.pickers = [self._picker(line) for line in plan.lines[1:]]
        picker.then = tuple(map(_row, self.pickers))
        return True

    def _picker(self, line: Line) -> Picker[Any]:
        found = picker_for(line.decision, line.view, self._model)
        found.lay(line.answer)
        return found

    def confirm(self, question: Question, picker: Picker[Any]) -> bool:
        """Hand over the answer and what follows on it; False while that is still looked for."""
        if not self._looks(question):
            self._person.give(question.number, picker.answer)
            return True
        if self._wish[:1] != (picker.answer,):
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

    def press(self, picker: Picker[Any], things: list[str]) -> bool:
        """Do the act to what is clicked on, where that can be; a second click gives it.

        Whether the plan that is shown can choose it; for another thing an act is looked for.
        """
        if self.plan is None or not things:
            return False
        thing = next((one for one in things if self.plan.chooses(one)), "")
        at = self.plan.chooses(thing)
        if at and self._by_click and self.plan.answers[at] == thing:
            picker.commit()
        elif at:
            self._want((*self.plan.answers[:at], thing), by_click=True)
        else:
            self._want(things[0], by_click=True)
        return at > 0

    def overlay(self) -> list[Item]:
        """Brackets about what the lines have chosen on the table."""
        return [item for one in self.pickers for item in marked(one.view, _at(one), "target")]


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
