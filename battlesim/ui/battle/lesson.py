"""The presentation of a lesson in steps, each of which waits for the user to do what it explains.

Each step is shown on a card like a hint, and tells the user what is wrong with any other act.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from battlesim.engine.lookahead import decision_role
from battlesim.engine.repeat_answer import AnsweredDecision
from battlesim.engine.ruleset import Hint
from battlesim.scenarios.lessons import Lesson, LessonStep
from battlesim.table.phrases import AnyText
from battlesim.ui.battle.hints import card_rect_beside, height
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.layout import Rect

LOOK_PREFIX, COMMAND_PREFIX, ANSWER_PREFIX = "look", "do", "give"
LESSON_BUTTON_LABELS: Final = ("Skip", "End the lesson")


class LessonPresenter:
    """An object that shows the current step of a lesson on a card, and refuses actions not part of it."""

    def __init__(self, plan: Lesson) -> None:
        self.plan, self.number, self.on = plan, 0, True
        self.card_rect = Rect(0, 0, 0, 0)
        self._side, self._told = plan.side, 0

    @property
    def step(self) -> LessonStep | None:
        """The current step, None once the lesson is over."""
        return self.plan.step[self.number] if self.on and self.number < len(self.plan.step) else None

    @property
    def hint(self) -> Hint | None:
        """The current step as a hint, None once the lesson is over."""
        step, of = self.step, len(self.plan.step)
        if step is None:
            return None
        return Hint(f"step {self.number}", "", f"{self.number + 1} of {of}: {step.title}", step.text)

    @property
    def buttons(self) -> tuple[str, str]:
        """The labels of the card's buttons."""
        return (
            "Got it" if self.step and not self.step.awaits else LESSON_BUTTON_LABELS[0],
            LESSON_BUTTON_LABELS[1],
        )

    def tick(self, stage: Stage, asking: DecisionPrompt | None, elapsed: float) -> bool:
        """Advance a step that awaits a look, and place the card. Return True if anything changed."""
        before = self.number, self.card_rect
        piece = stage.model.state.table.pieces.get(stage.model.pointer.hovered_piece)
        if piece is not None and piece.side != self._side:
            self._met(f"{LOOK_PREFIX}:enemy")
        if self.hint:
            self.card_rect = self._place(stage, asking) or self.card_rect
        if self.number != self._told and asking and asking.picker:
            self._told, asking.picker.refusal = self.number, ""
        return before != (self.number, self.card_rect)

    def _place(self, stage: Stage, asking: DecisionPrompt | None) -> Rect | None:
        assert self.hint
        lay = stage.layout
        left = lay.button_area.right
        room = lay.table._replace(x=left, width=lay.table.right - left)
        anchor = (
            asking.picker_input.placement.panel
            if asking and asking.shown and asking.picker_input
            else lay.right
        )
        tall = height(self.hint, stage.model.bindings)
        return card_rect_beside(
            anchor, tall, room, stage.card_rects("hint"), stage.subject_discs(), stage.piece_discs()
        )

    def note_command(self, command: str) -> None:
        """Note a command that was run."""
        self._met(f"{COMMAND_PREFIX}:{command}")

    def note_act(self, act: Iterable[AnsweredDecision]) -> None:
        """Note an act that was confirmed: its decisions with their answers."""
        for decision, answer in act:
            self._met(f"{ANSWER_PREFIX}:{decision.what}={answer}")

    def _met(self, what: str) -> None:
        if self.step and self.step.awaits == what:
            self.number += 1

    def refusal(self, stage: Stage, act: Iterable[AnsweredDecision]) -> AnyText:
        """Return why an act is refused, "" if it is allowed; parts of an act and reactions always are."""
        step, given = self.step, list(act)
        if step is None or step.free or not given:
            return ""
        decision, ruleset = given[0][0], stage.model.ruleset
        begins = decision_role(ruleset, decision) in ("who", "act")
        own = stage.model.facts.active in ("", self._side)
        awaited = any(step.awaits == f"{ANSWER_PREFIX}:{one.what}={answer}" for one, answer in given)
        return "" if awaited or not begins or not own else step.wrong

    def dismiss(self) -> None:
        """Skip the step."""
        self.number += 1

    def back(self) -> None:
        """Go back to the previous step."""
        self.number = max(0, self.number - 1)

    def end(self) -> None:
        """End the lesson."""
        self.number = len(self.plan.step)

    def set_hints_enabled(self, on: bool) -> None:
        """No-op: a lesson ignores the hints setting."""
