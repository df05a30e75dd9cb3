"""The base class of pickers, the controls with which the user answers decisions.

A picker holds a draft answer, which the user changes by mouse or keyboard and which is always checked. Points
on the table are in inches. `picker_panel` draws a picker, and `picker_input` passes input to it.
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
from battlesim.engine.standing_orders import StandingOrder, takes_orders
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
"""The digits that select the first rows."""


class Picker(ABC, Generic[A]):
    """A base class for pickers, the controls with which the user answers a decision.

    The draft is the answer that the user has not yet confirmed. `answer` is the confirmed answer, `refusal`
    the reason why the draft cannot be confirmed, and `order` a standing order given with the answer.
    `follow_ups` are rows for the decisions that follow; while `looking` is True, they are those of an earlier
    draft. `opened` is the number of decisions of the action that are confirmed before the next is asked (0
    for all).
    """

    status_kind: ClassVar[str]
    """The name of the picker in the status file; it stays if the class is renamed."""
    lists: ClassVar[bool] = True
    """True if the arrows move along the rows; otherwise they move a point on the table."""
    warns: ClassVar[bool] = False
    """True if the decision is asked what it says to a draft before that is confirmed."""
    follows: ClassVar[bool] = False
    """True if the row that the cursor comes to is selected."""

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
        """Create the first draft; slow work is done in `queue`, or at once without one."""

    # -- what a kind of decision makes of it --

    def rows(self) -> list[PickerRow]:
        """Return the rows of the list."""
        return []

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons of this kind of decision, without the common ones."""
        return []

    @abstractmethod
    def draft(self) -> A | None:
        """Return the draft answer, None while there is none."""

    @abstractmethod
    def set_draft(self, answer: A) -> None:
        """Take a whole answer as the draft."""

    def choose(self, row: PickerRow) -> None:
        """Select a row that was chosen by digit, click or on the table."""

    def back(self) -> None:
        """Undo the last step."""

    def overlay(self) -> list[Item]:
        """Return what is drawn on the table, in addition to what all pickers show."""
        return []

    def keep_clear_points(self) -> list[Point]:
        """Return the points of the table that no card may cover while the draft is shown."""
        return []

    def summary(self) -> AnyText:
        """Return the draft in a few words."""
        return ""

    def draft_text(self) -> AnyText:
        """Return the draft as it is written on a line of an act."""
        return self.summary()

    def draft_note(self) -> AnyText:
        """Return the note beside the draft on a line of an act, "" for none."""
        return ""

    def warning(self) -> AnyText:
        """Return why the draft would be refused, if that is known; else ""."""
        draft = self.draft() if self.warns else None
        refused = None if draft is None else self.check(draft)
        return refused.reason if refused else ""

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Handle a button pressed on the table, which may become a drag. Return True if it was used."""
        row = self._row_of(things)
        if row is None or button != 1:
            return False
        self.choose(row)
        return True

    def has_own_ghost_at(self, at: Point) -> bool:
        """Return True if the planned position of the current row's piece is at a point."""
        return False

    def drag(self, at: Point) -> None:
        """Handle a move of the pointer while the button is held."""

    def drop(self, at: Point) -> None:
        """Handle the release of the button."""

    def nudge(self, dx: float, dy: float) -> None:
        """Handle an arrow key in pickers of points; the step is in inches."""

    def digits(self) -> Sequence[int]:
        """Return the digits that can be pressed now, none if no number is asked for."""
        return ()

    @property
    def busy(self) -> bool:
        """True while anything that the picker shows is being computed."""
        return False

    @property
    def drafting(self) -> bool:
        """True while the draft is being computed."""
        return False

    def tick(self) -> bool:
        """Take results that are ready. Return True if anything changed."""
        return False

    # -- what they share --

    def common_buttons(self) -> list[PickerButton]:
        """Return the buttons to confirm, take the default and go back."""
        return [
            PickerButton("answer", "Do it", self.commit, True),
            PickerButton("default", "Default", self.take_default),
            PickerButton("undo_step", "Back", self._back),
            *([PickerButton("open", "Ask me the rest", lambda: self.open(0))] if self.follow_ups else []),
        ]

    def all_buttons(self) -> list[PickerButton]:
        """Return all buttons at the foot of the panel, with the labels of their keys."""
        acts = (*self.common_buttons(), *self.extra_buttons, *self.own_buttons())
        return [replace(act, key=self.model.bindings.key_label(act.id)) for act in acts]

    def commit(self) -> None:
        """Confirm the draft if the decision accepts it; else say why not."""
        draft = self.draft()
        refused = Refusal(self.missing_text()) if draft is None else self.check(draft)
        self.refusal = refused.reason if refused else ""
        self.rule = refused.rule if refused and refused.rule else self.decision.rule
        if refused is None:
            self.answer = draft

    def missing_text(self) -> AnyText:
        """Return what is still to be done before there is an answer."""
        return "nothing is selected yet"

    def open(self, line: int) -> None:
        """Confirm the lines above a follow-up, so that it is asked by itself."""
        self.opened = line + 1
        self.commit()

    def check(self, draft: A) -> Refusal | None:
        """Return the refusal of a draft as far as the side can know it, None if it is legal."""
        return self.decision.check(self.view, draft)

    def take_default(self) -> None:
        """Draft the answer that commits to the least; Enter confirms it."""
        self.set_draft(self.decision.default(self.view))
        self.refusal = ""

    def _back(self) -> None:
        self.refusal = ""
        self.back()

    def row_keys(self) -> dict[str, PickerRow]:
        """Return the first open rows by their digits, then acts by the letter of their ruleset."""
        taken = self.model.bindings.used_keys(DECISION_SCREEN)
        free = [digit for digit in ROW_DIGIT_KEYS if digit not in taken]
        rows = self._rows_for_digits(len(free))
        known = self.letters() if decision_role(self.model.ruleset, self.decision) == "act" else {}
        lettered = {known[row.key]: row for row in rows if row.key in known}
        return dict(zip(free, rows, strict=False)) | lettered

    def _rows_for_digits(self, count: int) -> list[PickerRow]:
        """Return the first open rows; if there are more than digits, the kept rows have the last digits."""
        rows, kept = [row for row in self.rows() if not row.blocked], self.kept_keys()
        if len(rows) <= count:
            return rows
        orders = [row for row in rows if row.key in kept and row.key != self.pinned_key()][:count]
        others = [row for row in rows if row not in orders]
        return [*others[: count - len(orders)], *orders]

    def pinned_key(self) -> str:
        """Return the key of the row of the default answer, which is always visible; "" for none."""
        return ""

    def kept_keys(self) -> tuple[str, ...]:
        """Return the keys of the rows that stay visible while others scroll, the most important first."""
        return tuple(filter(None, (self.pinned_key(),)))

    def letters(self) -> dict[str, str]:
        """Return the letters of the ruleset's acts by option, without those bound to other keys."""
        bindings = self.model.bindings
        taken = bindings.used_keys(DECISION_SCREEN) | bindings.used_keys(BATTLE_SCREEN)
        return {
            key: letter for key, letter in self.model.ruleset.option_letters.items() if letter not in taken
        }

    def current(self) -> PickerRow | None:
        """Return the current row, None without rows."""
        rows = self.rows()
        return rows[self.cursor % len(rows)] if rows else None

    def row_matches(self, row: PickerRow, things: list[str]) -> bool:
        """Return True if a click on some objects of the table means a row."""
        return any(thing in row.object_ids for thing in things)

    def _row_of(self, things: list[str]) -> PickerRow | None:
        """Return the row of the first of some objects; clicking again goes to the next such row."""
        known = self.rows()
        found = [row for thing in things for row in known if self.row_matches(row, [thing])]
        rows = [row for k, row in enumerate(found) if row not in found[:k]]
        able = [row for row in rows if not row.blocked] or rows
        now = self.current()
        if now in able:
            return able[(able.index(now) + 1) % len(able)]
        return able[0] if able else None

    def put_cursor(self, key: str) -> None:
        """Move the cursor to the row of a key, if there is one."""
        keys = [row.key for row in self.rows()]
        if key in keys:
            self.cursor = keys.index(key)

    def name(self, thing: str) -> str:
        """Return the name of an object."""
        unit = self.view.table.pieces_of_unit(UnitId(thing))
        return object_name(self.view, thing, self.facts.units if unit else {})

    @cached_property
    def facts(self) -> GameFacts:
        """The facts of the view; computing them may be slow."""
        return self.model.ruleset.facts(self.view)

    @property
    def prompt(self) -> AnyText:
        """The prompt, with names in place of ids."""
        return with_names(self.decision.prompt, self.name)

    def refusal_text(self) -> AnyText:
        """Return why the answer was refused or would be, with names in place of ids."""
        return with_names(self.refusal or self.warning(), self.name)

    @cached_property
    def reacts(self) -> bool:
        """True if standing orders may answer the question, as in another side's turn; real dice have none."""
        return self.decision.side != DICE_SIDE and takes_orders(self.model.ruleset, self.view, self.decision)

    def side_name(self) -> str:
        """Return the name of the side that is asked."""
        names = {DICE_SIDE: "Real dice"} | {side.key: side.name for side in self.view.table.sides}
        return names.get(self.decision.side, self.decision.side)

    def view_after(self, draft: A) -> AnyState:
        """Return the view as it will be when a draft is carried out, for the evidence of its odds."""
        return self.view

    def looked_at_points(self) -> list[Point]:
        """Return the points of what is asked about and of the current row, the latter last."""
        row = self.current()
        things = (self.decision.about, *(row.object_ids if row else ()))
        return [at for thing in things if thing for at in self._spots_of(thing)]

    def _spots_of(self, thing: str) -> list[Point]:
        """Return the position of an object, or of each piece of a unit."""
        place = object_position(self.view.table, thing)
        return (
            [place]
            if place
            else [p.xy for p in self.view.table.pieces_of_unit(UnitId(thing)) if p.table_position]
        )

    def handle_key(self, key: int) -> bool:
        """Handle a key that is neither a command nor a row's key. Return True if it was used."""
        return False

    def step(self, by: int) -> None:
        """Move along the rows, past those that are blocked."""
        rows = self.rows()
        for _ in rows:
            self.cursor = (self.cursor + by) % len(rows)
            if not rows[self.cursor].blocked:
                break
        self.refusal = ""
        if self.follows and rows:
            self.choose(rows[self.cursor])

    def turn(self, by: int) -> None:
        """Change the value of the current row with left and right."""


class KeyPicker(Picker[K]):
    """A base class for controls in which choosing a row selects it and choosing it again confirms it.

    `chosen` is the key of the selected row, or "" if no row is selected. A row that the program has selected,
    such as advice, is not confirmed before the user has chosen it twice.
    """

    chosen = ""
    _chosen_by_user = False

    def set_draft(self, answer: K) -> None:
        """Select a key without confirming it, and move the cursor to its row."""
        self.chosen, self.refusal, self._chosen_by_user = answer, "", False
        self.put_cursor(answer)

    def choose(self, row: PickerRow) -> None:
        """Select a row; confirm it if the user has selected it already."""
        if row.blocked:
            self.refusal, self.rule = row.blocked, row.rule
        elif row.key == self.chosen and self._chosen_by_user:
            self.commit()
        else:
            self.set_draft(cast("K", row.key))
            self._chosen_by_user = True

    def take_default(self) -> None:
        """Draft the answer that commits to the least, as if the user had chosen its row."""
        super().take_default()
        self._chosen_by_user = True

    def step(self, by: int) -> None:
        """Select the next row."""
        super().step(by)
        row = self.current()
        self.chosen, self._chosen_by_user = row.key if row else "", True
