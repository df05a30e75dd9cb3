"""What all pickers share: a draft of an answer that mouse and keyboard change, checked at every step.

Places on the table are inches. `listing` draws the panel of a picker, `hands` leads keys and mouse to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar, cast

from battlesim.engine.decisions import DICE_SIDE, Decision
from battlesim.engine.lookahead import decision_role
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import GameFacts
from battlesim.engine.standing_orders import StandingOrder, is_reacting
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, with_names
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.sight_display import object_name
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_commands import BATTLE_SCREEN, DECISION_SCREEN
from battlesim.ui.toolkit.work_queue import WorkQueue

A = TypeVar("A")
K = TypeVar("K", bound=str)


ROW_DIGIT_KEYS: Final = "123456789"
"""The keys of the first rows."""


class Picker(ABC, Generic[A]):
    """Asks a person for the answer to one decision.

    `answer` is the answer once it is given, `refusal` why it cannot be given as it stands, in words; `order`
    is a standing order that goes with the answer. `then` are lines that would be answered with it, of an
    earlier draft while `looking`, and `opened` how many of the whole act are given before the next is asked
    (0: all).
    """

    status_kind: ClassVar[str]
    """The name of the picker in the status file; it stays when the class is renamed."""
    lists: ClassVar[bool] = True
    """Whether the arrows go up and down the rows; else they move a place on the table."""
    warns: ClassVar[bool] = False
    """Whether the decision is asked what it says to a draft before that is given."""
    follows: ClassVar[bool] = False
    """Whether the row that the cursor comes to is chosen."""

    def __init__(
        self, decision: Decision[A], view: AnyState, model: WindowModel, queue: WorkQueue | None = None
    ) -> None:
        self.decision, self.view, self.model = decision, view, model
        self.answer: A | None = None
        self.order: StandingOrder | None = None
        self.refusal: AnyText = ""
        self.rule = decision.rule
        self.cursor = 0
        self.extra_buttons: tuple[PickerButton, ...] = ()
        self.follow_ups: tuple[PickerRow, ...] = ()
        self.looking = False
        self.opened = 0
        self.changes = 0
        self.begin(queue)

    def begin(self, queue: WorkQueue | None) -> None:
        """Make the first draft; what takes long is done in `queue`, at once without one."""

    # -- what a kind of decision makes of it --

    def rows(self) -> list[PickerRow]:
        """The lines of the list."""
        return []

    def own_buttons(self) -> list[PickerButton]:
        """What can be done besides choosing a row, apart from `common` acts."""
        return []

    @abstractmethod
    def draft(self) -> A | None:
        """The answer as it stands; None while there is none."""

    @abstractmethod
    def set_draft(self, answer: A) -> None:
        """Take a whole answer as the draft."""

    def choose(self, row: PickerRow) -> None:
        """A row was chosen, by digit, click or on the table."""

    def back(self) -> None:
        """Take the last step back."""

    def overlay(self) -> list[Item]:
        """What is drawn on the table, apart from what all pickers show."""
        return []

    def keep_clear_points(self) -> list[Point]:
        """Places of the table that nothing may cover while the draft is looked at."""
        return []

    def summary(self) -> AnyText:
        """The draft in a few words."""
        return ""

    def draft_text(self) -> AnyText:
        """The draft as it is told on a line of an act."""
        return self.summary()

    def draft_note(self) -> AnyText:
        """What is said beside the draft on a line of an act."""
        return ""

    def warning(self) -> AnyText:
        """Why the draft would be refused as it stands, where that is known already."""
        draft = self.draft() if self.warns else None
        refused = None if draft is None else self.check(draft)
        return refused.reason if refused else ""

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """A button went down on the table; whether that meant something. Holding it may become a drag."""
        row = self._row_of(things)
        if row is None or button != 1:
            return False
        self.choose(row)
        return True

    def has_own_ghost_at(self, at: Point) -> bool:
        """Whether what is answered for the row of the cursor stands at a place of the table."""
        return False

    def drag(self, at: Point) -> None:
        """The pointer moves with the button held."""

    def drop(self, at: Point) -> None:
        """The button was let go."""

    def nudge(self, dx: float, dy: float) -> None:
        """An arrow key, for pickers of places (inches)."""

    def digits(self) -> Sequence[int]:
        """The digits that can be pressed now; none where no number is asked for."""
        return ()

    @property
    def busy(self) -> bool:
        """Whether anything that it shows is still worked out."""
        return False

    @property
    def drafting(self) -> bool:
        """Whether the draft is still worked out."""
        return False

    def tick(self) -> bool:
        """Take results that have become ready; whether something has changed."""
        return False

    # -- what they share --

    def common_buttons(self) -> list[PickerButton]:
        """Confirm, default, back."""
        return [
            PickerButton("answer", "Do it", self.commit, True),
            PickerButton("default", "Default", self.take_default),
            PickerButton("undo_step", "Back", self._back),
            *([PickerButton("open", "Ask me the rest", lambda: self.open(0))] if self.follow_ups else []),
        ]

    def all_buttons(self) -> list[PickerButton]:
        """Everything that the foot of the panel offers."""
        acts = (*self.common_buttons(), *self.extra_buttons, *self.own_buttons())
        return [replace(act, key=self.model.bindings.key_label(act.id)) for act in acts]

    def commit(self) -> None:
        """Give the draft as the answer if the decision takes it; else say why it does not."""
        draft = self.draft()
        refused = Refusal(self.missing_text()) if draft is None else self.check(draft)
        self.refusal = refused.reason if refused else ""
        self.rule = refused.rule if refused and refused.rule else self.decision.rule
        if refused is None:
            self.answer = draft

    def missing_text(self) -> AnyText:
        """What is still to be done before there is an answer."""
        return "nothing is chosen yet"

    def open(self, line: int) -> None:
        """Give what stands above a following line, and be asked that by itself."""
        self.opened = line + 1
        self.commit()

    def check(self, draft: A) -> Refusal | None:
        """What the decision says to a draft, as far as the side asked can know."""
        return self.decision.check(self.view, draft)

    def take_default(self) -> None:
        """Lay the answer that commits to least; Enter gives it."""
        self.set_draft(self.decision.default(self.view))
        self.refusal = ""

    def _back(self) -> None:
        self.refusal = ""
        self.back()

    def row_keys(self) -> dict[str, PickerRow]:
        """The first open rows by the digit that chooses them, then acts by the letter of their ruleset."""
        taken = self.model.bindings.used_keys(DECISION_SCREEN)
        free = (digit for digit in ROW_DIGIT_KEYS if digit not in taken)
        rows = [row for row in self.rows() if not row.blocked]
        known = self.letters() if decision_role(self.model.ruleset, self.decision) == "act" else {}
        lettered = {known[row.key]: row for row in rows if row.key in known}
        return dict(zip(free, rows, strict=False)) | lettered

    def pinned_key(self) -> str:
        """The key of a row that is always in view, "" for none."""
        return ""

    def letters(self) -> dict[str, str]:
        """The letters of the ruleset's acts by the keys of their options, but for those that a person uses
        for something else."""
        bindings = self.model.bindings
        taken = bindings.used_keys(DECISION_SCREEN) | bindings.used_keys(BATTLE_SCREEN)
        return {
            key: letter for key, letter in self.model.ruleset.option_letters.items() if letter not in taken
        }

    def current(self) -> PickerRow | None:
        """The row of the cursor."""
        rows = self.rows()
        return rows[self.cursor % len(rows)] if rows else None

    def row_matches(self, row: PickerRow, things: list[str]) -> bool:
        """Whether a row is meant by a click on things of the table."""
        return any(thing in row.object_ids for thing in things)

    def _row_of(self, things: list[str]) -> PickerRow | None:
        """The row about the first of some things on the table; clicking again goes to the next about any."""
        known = self.rows()
        found = [row for thing in things for row in known if self.row_matches(row, [thing])]
        rows = [row for k, row in enumerate(found) if row not in found[:k]]
        able = [row for row in rows if not row.blocked] or rows
        now = self.current()
        if now in able:
            return able[(able.index(now) + 1) % len(able)]
        return able[0] if able else None

    def put_cursor(self, key: str) -> None:
        """Put the cursor on the row of a key, if there is one."""
        keys = [row.key for row in self.rows()]
        if key in keys:
            self.cursor = keys.index(key)

    def name(self, thing: str) -> str:
        """The name of whatever has a key."""
        unit = self.view.table.pieces_of_unit(UnitId(thing))
        return object_name(self.view, thing, self.facts.units if unit else {})

    @cached_property
    def facts(self) -> GameFacts:
        """The facts of the view, which may take long."""
        return self.model.ruleset.facts(self.view)

    @property
    def prompt(self) -> AnyText:
        """What is asked, with names."""
        return with_names(self.decision.prompt, self.name)

    def refusal_text(self) -> AnyText:
        """Why the answer was refused, or would be as it stands; names in place of ids."""
        return with_names(self.refusal or self.warning(), self.name)

    @cached_property
    def reacts(self) -> bool:
        """Whether a side is asked in the turn of another one; real dice have no turn."""
        return self.decision.side != DICE_SIDE and is_reacting(
            self.model.ruleset, self.view, self.decision.side
        )

    def side_name(self) -> str:
        """The name of the side that is asked."""
        names = {DICE_SIDE: "Real dice"} | {side.key: side.name for side in self.view.table.sides}
        return names.get(self.decision.side, self.decision.side)

    def view_after(self, draft: A) -> AnyState:
        """The view as things will stand when a draft is carried out, for the evidence of its odds."""
        return self.view

    def looked_at_points(self) -> list[Point]:
        """Where on the table that is what is asked about and what is looked at, this last."""
        row = self.current()
        things = (self.decision.about, *(row.object_ids if row else ()))
        return [at for thing in things if thing for at in self._spots_of(thing)]

    def _spots_of(self, thing: str) -> list[Point]:
        """Where a thing is, or each piece of a unit."""
        place = object_position(self.view.table, thing)
        return (
            [place]
            if place
            else [p.xy for p in self.view.table.pieces_of_unit(UnitId(thing)) if p.table_position]
        )

    def handle_key(self, key: int) -> bool:
        """A key that neither does anything nor is the key of a row; whether it meant something."""
        return False

    def step(self, by: int) -> None:
        """Go up or down the rows, past those that are blocked."""
        rows = self.rows()
        for _ in rows:
            self.cursor = (self.cursor + by) % len(rows)
            if not rows[self.cursor].blocked:
                break
        self.refusal = ""
        if self.follows and rows:
            self.choose(rows[self.cursor])

    def turn(self, by: int) -> None:
        """Left and right, where the rows have values."""


class KeyPicker(Picker[K]):
    """A picker of one of the keys of its rows: looked at first, taken when it is meant once more.

    `chosen` is the key that is looked at, "" for none.
    """

    chosen = ""

    def set_draft(self, answer: K) -> None:
        """Look at a key."""
        self.chosen, self.refusal = answer, ""
        self.put_cursor(answer)

    def choose(self, row: PickerRow) -> None:
        """Look at a row; take it when it is looked at already."""
        if row.blocked:
            self.refusal, self.rule = row.blocked, row.rule
        elif row.key == self.chosen:
            self.commit()
        else:
            self.set_draft(cast("K", row.key))

    def step(self, by: int) -> None:
        """The next row."""
        super().step(by)
        row = self.current()
        self.chosen = row.key if row else ""
