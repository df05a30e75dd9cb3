"""The rest of the act that a question begins: what follows on its draft, each line with its answer.

Enter gives all of it. A line that is opened is asked by itself, after what stands above it has been given.
Others may do the same after the one who is chosen; that one may go on, act after act; what was done last may
be done again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from battlesim.engine.again import Again
from battlesim.engine.alike import Answered
from battlesim.engine.decisions import DICE, ChooseOne, Weight
from battlesim.engine.moves import MoveGroup
from battlesim.engine.plan_ahead import Goal, Line, Plan, Spot, Toward, weight_of
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.table.words import Ref, say, with_names
from battlesim.ui.parts.work_queue import ByIdentity, KeyedResult, WorkQueue
from battlesim.ui.question.pickers import Picker, picker_for
from battlesim.ui.question.pickers.hands import Beyond
from battlesim.ui.question.pickers.move import MovePicker
from battlesim.ui.question.pickers.parts import Act, Row
from battlesim.ui.question.pickers.plans import Plan as MovePlan
from battlesim.ui.question.then import act_on_table, goal_of_click, rows_of
from battlesim.ui.story.model import Model
from battlesim.ui.story.person import Person, Question, Wish, begins

SAME: Final = 0.5
"""Inches within which a second click means the same place."""

UNSEEN: Final = "this comes with it: confirm once more to do it all"
"""What is said of an act that was confirmed before it was seen."""


class Ahead(Beyond):
    """Looks ahead from the draft of a picker. `pickers` are those of the lines that follow on it; they work
    out in `queue` what takes long. `last` is the act that was given last."""

    def __init__(self, person: Person, model: Model, queue: WorkQueue | None = None) -> None:
        self._person, self._model, self._queue = person, model, queue
        self.last: tuple[Answered, ...] = ()
        self.forget()

    def forget(self) -> None:
        """Begin anew, with another question."""
        self.plan: Plan | None = None
        self.pickers: list[Picker[Any]] = []
        self._wish: Wish = ()
        self._sent = False
        self._clicked: Goal = ""
        self._sends = 0
        self._seen = False
        self._others: tuple[str, ...] = ()
        self._goal: Spot | None = None
        self._at: Point | None = None
        self._last: Point | None = None
        self._there: KeyedResult[MovePlan] = KeyedResult(self._queue)

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
        if not self._looks(question) or not picker.lists or picker.answer is not None:
            return False
        if draft is None:
            return self._nothing(picker)
        if not begins(self._wish, draft):
            self._others, self._goal = (), None
            self._want((draft,))
        taken = self._send(question) and self._take(question, picker)
        hovered = self._look_there()
        fresh, before = self._work_out(picker) or taken or hovered, picker.looking
        picker.looking = bool(picker.then) and self.busy
        return fresh or picker.looking != before

    def _nothing(self, picker: Picker[Any]) -> bool:
        """Plan nothing, as long as nothing is chosen. Return True if something was planned."""
        before = bool(picker.then)
        self._wish, self._sent, self.plan, self.pickers = (), False, None, []
        picker.then, picker.looking = (), False
        return before

    def hover(self, at: Point | None) -> None:
        """Show how the unit would stand at the pointer, until something is clicked; Enter gives that."""
        self._at = at and (round(at[0], 1), round(at[1], 1))

    @property
    def _sent_there(self) -> MovePicker | None:
        """The move that would follow the pointer."""
        at = self.plan.chooses(Spot(0.0, 0.0)) if self.plan and not (self._clicked or self._others) else 0
        found = self.pickers[at - 1] if at else None
        return found if isinstance(found, MovePicker) else None

    @property
    def _hovered(self) -> MovePlan | None:
        """What a click where the pointer is would plan, as far as that is known."""
        known = self._at and self._there.key == (ByIdentity(self._sent_there), self._at)
        return self._there.value if known else None

    def _look_there(self) -> bool:
        """Have worked out what a click would plan, once the pointer rests; whether that has come."""
        move, at, rests = self._sent_there, self._at, self._at == self._last
        self._last = at
        if move is not None and at is not None and rests:
            self._there.want((ByIdentity(move), at), lambda: move.all_to(at))
        return self._there.poll()

    def _want(self, wish: Wish, clicked: Goal = "", seen: bool = False) -> None:
        self._wish, self._sent, self._clicked, self._sends, self._seen = wish, False, clicked, 0, seen

    def plan_again(self, act: Sequence[Answered]) -> None:
        """Plan an act that was taken back."""
        self._want(tuple(answer for _, answer in act))

    def _work_out(self, picker: Picker[Any]) -> bool:
        """Take what the lines have worked out; an answer that was changed in one of them changes the plan."""
        fresh = sum(one.tick() for one in self.pickers) > 0
        if fresh:
            picker.then = self._rows()
        at = self._sends
        if self.plan is not None and at and not self._at_work:
            sent, self._sends = self.pickers[at - 1], 0
            picker.refusal = sent.why()
            if sent.draft() != self.plan.answers[at]:
                self._want(self._so((*self.plan.answers[:at], sent.draft())), self._clicked, self._seen)
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
            return False
        if len(plan.lines) < (2 if isinstance(self._wish, Again) else isinstance(self._wish, Toward)):
            self._cannot(picker, plan)
            return True
        goal = self._wish.goal if isinstance(self._wish, Toward) else None
        if plan.lines and plan.answers[0] != picker.draft():
            picker.lay(plan.answers[0])
        if goal is not None:
            self._wish = plan.answers[:1]
        elif isinstance(self._wish, Again) and not self._wish.given:
            self._wish = replace(self._wish, given=plan.answers[:1])
        self.plan = plan
        self.pickers = [self._picker(line) for line in plan.lines[1:]]
        picker.then, picker.refusal = self._rows(), plan.words or picker.refusal
        if isinstance(goal, Spot):
            self._arrive(goal)
        return True

    def _cannot(self, picker: Picker[Any], plan: Plan) -> None:
        """Say why what was wished for cannot be done, at the pointer too, and go back to the draft."""
        goal = self._wish.goal if isinstance(self._wish, Toward) else ""
        what = say("do anything to {} now", Ref(goal)) if isinstance(goal, str) and goal else "go there now"
        who = with_names(plan.words or say("they cannot {}", what if goal else "do that again"), picker.name)
        self._others, self._goal = (), None
        self._want((picker.draft(),))
        picker.refusal = who
        self._model.pointing.tip = str(who)

    def _so(self, given: tuple[Any, ...]) -> Wish:
        """Answers that are given, with those who do the same and where the first one goes on to."""
        return Again(given, (), self._others, self._goal) if self._others or self._goal else given

    def _rows(self) -> tuple[Row, ...]:
        """The lines of the act as they are listed."""
        return rows_of(self.pickers, self._weight)

    def _picker(self, line: Line) -> Picker[Any]:
        found = picker_for(line.decision, line.view, self._model, self._queue)
        found.lay(line.answer)
        return found

    def _arrive(self, spot: Spot) -> None:
        """Go to a place in one act, or on and on where that was wished."""
        (self._go_on if self._goal else self._go)(spot)

    def _go(self, spot: Spot) -> None:
        """Send whoever moves in the plan to a place."""
        assert self.plan is not None
        self._goal, self._clicked, self._sends = None, spot, self.plan.chooses(spot)
        self.pickers[self._sends - 1].press((spot.x, spot.y), [], 1)

    def _go_on(self, spot: Spot) -> None:
        """Send whoever moves in the plan to a place, with as many acts as that takes."""
        assert self.plan is not None
        self._goal = spot
        self._want(self._so(self.plan.answers[: self.plan.chooses(spot)]), spot)

    def offers(self, picker: Picker[Any]) -> Iterator[Act]:
        """The same by all others, and what was done last by whoever is asked now."""
        if picker.reacts or not self._person.looks_ahead or self._weight(picker) not in ("who", "act"):
            return
        if self.besides(picker):
            yield Act("rest", "Bring the rest", lambda: self.bring(picker))
        if self.last:
            yield Act("again", "The same again", lambda: self.again(picker))

    def remember(self, picker: Picker[Any], act: Sequence[Answered]) -> None:
        """Keep an act of one's own turn, so that it can be done again; not what takes nothing on."""
        decision, answer = act[0]
        begins = isinstance(decision, ChooseOne) and self._weight(picker) in ("who", "act")
        if begins and not picker.reacts and answer != decision.default(picker.view):
            self.last = tuple(act)

    def _weight(self, picker: Picker[Any]) -> Weight:
        """What a question is within an act."""
        return weight_of(self._model.ruleset, picker.decision)

    def again(self, picker: Picker[Any]) -> None:
        """Do what was done last once more, with who is chosen now; a second time gives it."""
        if isinstance(self._wish, Again) and self._wish.deed:
            picker.commit()
            return
        self._others, self._goal = (), None
        self._want(Again((picker.draft(),) if self._weight(picker) == "who" else (), self.last))

    def can_follow(self, picker: Picker[Any]) -> list[str]:
        """Who could do what is planned after the one who is chosen."""
        return self.besides(picker) if self.plan is not None and len(self.plan.lines) > 1 else []

    def besides(self, picker: Picker[Any]) -> list[str]:
        """Who else is asked about beside the one who is chosen: pieces and units, not what could be done."""
        decision, chosen, pieces = picker.decision, picker.draft(), picker.view.table.pieces
        somebody = pieces.keys() | {piece.unit for piece in pieces.values()}
        if not isinstance(decision, ChooseOne) or self._weight(picker) != "who" or chosen not in somebody:
            return []
        return [one.key for one in decision.open if one.key in somebody and one.key != chosen]

    def bring(self, picker: Picker[Any]) -> None:
        """Have all others do the same after the one who is chosen; nobody, where all do."""
        able = tuple(self.can_follow(picker))
        if not able:
            picker.refusal = "there is nobody else who could do the same"
            return
        self._follow(() if set(able) <= set(self._others) else able)

    def _follow(self, others: tuple[str, ...]) -> None:
        assert self.plan is not None
        self._others, moves = others, self.plan.chooses(Spot(0.0, 0.0))
        done = moves + (self._goal is None) if moves else len(self.plan.lines)
        self._want(self._so(self.plan.answers[:done]), self._clicked)

    def confirm(self, question: Question, picker: Picker[Any]) -> bool:
        """Hand over the answer and what follows on it, where that was shown; False while it is looked for."""
        if not self._looks(question):
            self._person.give(question.number, picker.answer)
            return True
        self._work_out(picker)
        if self._hovered and self._at and not picker.opened:
            self._go(Spot(*self._at))
            self._seen = True
        if self._sends:
            return False
        if isinstance(self._wish, Toward) or not begins(self._wish, picker.answer):
            self._want((picker.answer,))
        self._send(question)
        plan = self.plan or self._person.planned(question.number, self._wish)
        if plan is None:
            return False
        shown = plan is self.plan or self._seen or len(plan.lines) < 2
        if picker.lists and not shown:
            picker.answer, picker.refusal = None, UNSEEN
            return False
        if plan.lines:
            self._person.confirm(question.number, plan, (picker.opened or len(plan.lines)) if shown else 1)
        else:
            self._person.give(question.number, picker.answer)
        return True

    def idle(self, picker: Picker[Any]) -> str:
        """Why an act would come to nothing: a move that goes with it and in which nobody moves. "" where it
        would not, or where that is asked by itself."""
        asked = isinstance(picker.decision, MoveGroup) or picker.opened
        still = self.plan is not None and self.plan.idle and not asked
        return "nobody would move: click where they are to go" if still else ""

    def drafts(self) -> list[tuple[Picker[Any], Any]]:
        """The lines whose odds are shown with their answers: those of the first one's first act, a move to
        where the pointer is."""
        there, move = self._hovered, self._sent_there
        shown = self.pickers[: self._first]
        return [(one, there.legs if there and one is move else one.draft()) for one in shown]

    def act(self, picker: Picker[Any]) -> list[Answered]:
        """The answer of a picker, and those that would be given with it."""
        lines = self.plan.lines[1 : picker.opened or len(self.plan.lines)] if self.plan else ()
        return [(picker.decision, picker.answer), *((line.decision, line.answer) for line in lines)]

    def press(self, picker: Picker[Any], at: Point, things: list[str], more: bool = False) -> bool:
        """Do the act to what is clicked on, or go there, where that can be; a second click gives it. With
        `more` a unit of one's own does the same, and a place is gone to with as many acts as that takes.

        Whether the plan that is shown can choose it; for something else an act is looked for.
        """
        if self.plan is None:
            return False
        if more and (unit := self._fellow(picker, things)):
            kept = tuple(other for other in self._others if other != unit)
            self._follow(kept if unit in self._others else (*kept, unit))
            return True
        goal = goal_of_click(self.plan, picker, at, things)
        if goal is None:
            return False
        number = self.plan.chooses(goal)
        if self._again(goal):
            picker.commit()
        elif not number:
            self._goal = goal if more and isinstance(goal, Spot) else None
            self._want(Toward(picker.draft(), goal), goal)
        elif isinstance(goal, Spot) and more:
            self._go_on(goal)
        elif isinstance(goal, Spot):
            self._go(goal)
        else:
            self._want((*self.plan.answers[:number], goal), goal)
        return number > 0

    def letter(self, picker: Picker[Any], letter: str) -> bool:
        """Have who is chosen do the act of a letter, or say why that one cannot."""
        acts = [key for key, known in picker.letters().items() if known == letter]
        found = self.plan.offers(acts) if self.plan else None
        if self.plan is None or found is None:
            return False
        number, option = found
        picker.refusal = say("{}: {}", option.label, option.shut) if option.shut else ""
        if not option.shut:
            self._want((*self.plan.answers[:number], option.key))
        return True

    def grasp(self, at: Point) -> Picker[Any] | None:
        """The move in which somebody is going to stand at a place."""
        moves = (one for one in reversed(self.pickers) if isinstance(one, MovePicker))
        return next((move for move in moves if move.ghost_at(at)), None)

    def dropped(self, picker: Picker[Any]) -> None:
        """One who is going to stand elsewhere changes the plan."""
        self._sends, self._clicked = self.pickers.index(picker) + 1, ""

    def _fellow(self, picker: Picker[Any], things: list[str]) -> str:
        """Who of those that could follow is clicked on."""
        pieces = picker.view.table.pieces
        keys = (key for name in things if name in pieces for key in (name, pieces[name].unit))
        able = self.can_follow(picker)
        return next((key for key in keys if key in able), "")

    def _again(self, goal: Goal) -> bool:
        """Whether a click means what the last one meant."""
        if isinstance(goal, Spot) and isinstance(self._clicked, Spot):
            return math.dist((goal.x, goal.y), (self._clicked.x, self._clicked.y)) <= SAME
        return goal == self._clicked

    def overlay(self) -> list[Item]:
        """The act on the table, in grey while what is shown follows on an earlier draft."""
        first, later = self.pickers[: self._first], self.pickers[self._first :]
        move, there = self._sent_there, self._hovered
        return greyed_if(self.plan is None or self._sends > 0, act_on_table(first, later, move, there))

    @property
    def _first(self) -> int:
        """How many lines are what the first one does in its first act; what comes after is shown in short."""
        weights = [self._weight(one) for one in self.pickers]
        own = weights.index("act") if "act" in weights else 0
        later = (k for k, weight in enumerate(weights) if k > own and weight in ("who", "act"))
        return next(later, len(self.pickers))
