"""What all pickers share: a draft of an answer that mouse and keyboard change, checked at every step.

Places on the table are inches; events come in pixels of the screen, and `seat` says where table and panel
stand on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from string import ascii_lowercase
from typing import Any, ClassVar, Final, Generic, TypeVar

import pygame

from battlesim.engine.decisions import DICE, Decision
from battlesim.engine.refusal import Refusal
from battlesim.engine.standing_orders import Order, reacts
from battlesim.geometry.shapes import Point
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Item
from battlesim.table.ids import UnitId
from battlesim.table.state import AnyState
from battlesim.ui.battle.layout import Rect
from battlesim.ui.battle.panels.base import Drawn, Spot
from battlesim.ui.battle.pickers.parts import Act, Knows, Row, Seat, in_names
from battlesim.ui.battle.pickers.shown import middle_of, things_at
from battlesim.ui.settings.keys import BATTLE, QUESTION, Action
from battlesim.ui.story.evidence import named

A = TypeVar("A")
NEAR: Final = 10.0
"""Pixels about a base that still count as it."""
ARROWS: Final = {"go_left": (-1, 0), "go_right": (1, 0), "go_up": (0, 1), "go_down": (0, -1)}
FINE, COARSE = 0.1, 1.0
"""Inches that an arrow moves a place, and with Shift."""
FAR_ROWS: Final = 4
"""Rows that a list is scrolled by with Shift."""


class Picker(ABC, Generic[A]):
    """Asks a person for the answer to one decision.

    `answer` is the answer once it is given, `refusal` why it cannot be given as it stands, in words; `order`
    is a standing order that goes with the answer.
    """

    lists: ClassVar[bool] = True
    """Whether the arrows go up and down the rows; else they move a place on the table."""

    def __init__(
        self, decision: Decision[A], view: AnyState, knows: Knows, executor: Executor | None = None
    ) -> None:
        self.decision, self.view, self.knows, self.executor = decision, view, knows, executor
        self.answer: A | None = None
        self.order: Order | None = None
        self.refusal, self.rule = "", decision.rule
        self.cursor = 0
        self.hot = ""
        self.scroll = 0
        self.scrolled_for = (0, 0.0)
        self.seat = Seat()
        self.spots: list[Spot] = []
        self.extra: tuple[Act, ...] = ()
        self.changes = 0
        self.held = False

    # -- what a kind of decision makes of it --

    def rows(self) -> list[Row]:
        """The lines of the list."""
        return []

    def acts(self) -> list[Act]:
        """What can be done besides choosing a row, apart from `common` acts."""
        return []

    @abstractmethod
    def draft(self) -> A | None:
        """The answer as it stands; None while there is none."""

    @abstractmethod
    def lay(self, answer: A) -> None:
        """Take a whole answer as the draft."""

    def choose(self, row: Row) -> None:
        """A row was chosen, by letter, click or on the table."""

    def back(self) -> None:
        """Take the last step back."""

    def overlay(self) -> list[Item]:
        """What is drawn on the table, apart from what all pickers show."""
        return []

    def kept(self) -> list[Point]:
        """Places of the table that nothing may cover while the draft is looked at."""
        return []

    def summary(self) -> str:
        """The draft in a few words."""
        return ""

    def warning(self) -> str:
        """Why the draft would be refused as it stands, where that is known already."""
        return ""

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """A button went down on the table; whether that meant something. Holding it may become a drag."""
        row = self._row_of(things)
        if row is None or button != 1:
            return False
        self.choose(row)
        return True

    def drag(self, at: Point) -> None:
        """The pointer moves with the button held."""

    def drop(self, at: Point) -> None:
        """The button was let go."""

    def nudge(self, dx: float, dy: float) -> None:
        """An arrow key, for pickers of places (inches)."""

    @property
    def busy(self) -> bool:
        """Whether anything that it shows is still worked out."""
        return False

    def tick(self) -> bool:
        """Take results that have become ready; whether something has changed."""
        return False

    # -- what they share --

    def common(self) -> list[Act]:
        """Confirm, default, back."""
        return [
            Act("answer", "Do it", self.commit, True),
            Act("default", "Default", self.take_default),
            Act("undo_step", "Back", self._back),
        ]

    def all_acts(self) -> list[Act]:
        """Everything that the foot of the panel offers."""
        acts = (*self.common(), *self.extra, *self.acts())
        return [replace(act, key=self.knows.bindings.shown(act.id)) for act in acts]

    def commit(self) -> None:
        """Give the draft as the answer if the decision takes it; else say why it does not."""
        draft = self.draft()
        refused = Refusal("nothing is chosen yet") if draft is None else self.check(draft)
        self.refusal = refused.reason if refused else ""
        self.rule = refused.rule if refused and refused.rule else self.decision.rule
        if refused is None:
            self.answer = draft

    def check(self, draft: A) -> Refusal | None:
        """What the decision says to a draft, as far as the side asked can know."""
        return self.decision.check(self.view, draft)

    def take_default(self) -> None:
        """Lay the answer that commits to least; Enter gives it."""
        self.lay(self.decision.default(self.view))
        self.refusal = ""

    def _back(self) -> None:
        self.refusal = ""
        self.back()

    def letters(self) -> dict[str, Row]:
        """The rows by the letter that chooses them; letters that do something else are left out."""
        acts = [act.id for act in self.all_acts()]
        taken = self.knows.bindings.taken(BATTLE, acts)
        free = (letter for letter in ascii_lowercase if letter not in taken)
        return dict(zip(free, [row for row in self.rows() if not row.blocked], strict=False))

    def current(self) -> Row | None:
        """The row of the cursor."""
        rows = self.rows()
        return rows[self.cursor % len(rows)] if rows else None

    def about(self, row: Row, things: list[str]) -> bool:
        """Whether a row is meant by a click on things of the table."""
        return any(thing in row.at for thing in things)

    def _row_of(self, things: list[str]) -> Row | None:
        """The row about one of some things on the table; clicking again goes to the next about the same."""
        rows = [row for row in self.rows() if self.about(row, things)]
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
        unit = self.view.table.of_unit(UnitId(thing))
        return named(self.view, thing, self.knows.ruleset.facts(self.view).units if unit else {})

    def why(self) -> str:
        """Why the answer was refused, or would be as it stands; names in place of ids."""
        return in_names(self.refusal or self.warning(), self.view.table, self.name)

    @property
    def reacts(self) -> bool:
        """Whether a side is asked in the turn of another one."""
        return reacts(self.knows.ruleset, self.view, self.decision.side)

    def side_name(self) -> str:
        """The name of the side that is asked."""
        names = {DICE: "Real dice"} | {side.key: side.name for side in self.view.table.sides}
        return names.get(self.decision.side, self.decision.side)

    def places(self) -> list[Point]:
        """Where on the table that is what is asked about and what is looked at, this last."""
        row = self.current()
        things = (self.decision.about, *(row.at if row else ()))
        return [at for thing in things if thing for at in self._spots_of(thing)]

    def _spots_of(self, thing: str) -> list[Point]:
        """Where a thing is, or each piece of a unit."""
        middle = middle_of(self.view, thing)
        return [middle] if middle else [p.xy for p in self.view.table.of_unit(UnitId(thing)) if p.spot]

    # -- drawing --

    def items(self, camera: Camera) -> tuple[Item, ...]:
        """What is drawn on the table."""
        from battlesim.ui.battle.pickers.shown import about

        return (*about(self), *self.overlay())

    def panel(self, rect: Rect) -> Drawn:
        """The panel, in its own pixels."""
        from battlesim.ui.battle.pickers.listing import build

        drawn = build(self, rect)
        self.spots = drawn.spots
        return drawn

    # -- input --

    def event(self, event: pygame.event.Event, camera: Camera) -> bool:
        """Take an event of keyboard or mouse; whether it meant something here."""
        found = _HANDLERS.get(event.type)
        used = found(self, event, camera) if found else False
        self.changes += used
        return used

    def _key(self, event: pygame.event.Event, camera: Camera) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        action = self.knows.bindings.find(QUESTION, event.key, event.mod)
        if action is not None and self._act(action, COARSE if shift else FINE):
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META | pygame.KMOD_SHIFT):
            return False
        row = self.letters().get(_letter(event.key))
        if row is None:
            return self.typed(event.key)
        self.choose(row)
        return True

    def _act(self, action: Action, inches: float) -> bool:
        """Do what a key of the table stands for; False where it stands for nothing here."""
        for act in self.all_acts():
            if act.id == action.id:
                act.do()
                return True
        if action.id in ARROWS:
            self._arrow(*ARROWS[action.id], inches)
        elif action.command == "row":
            self.step(action.value)
        elif row := next((row for row in self.rows() if row.key == action.id), None):
            self.choose(row)
        else:
            return False
        return True

    def typed(self, key: int) -> bool:
        """Another key; whether it meant something."""
        return False

    def _arrow(self, dx: int, dy: int, inches: float) -> None:
        if not self.lists:
            self.nudge(dx * inches, dy * inches)
        elif dy and inches == COARSE:
            self._roll(-dy * FAR_ROWS)
        elif dy:
            self.step(-dy)
        else:
            self.turn(dx)

    def step(self, by: int) -> None:
        """Go up or down the rows, past those that are blocked."""
        rows = self.rows()
        for _ in rows:
            self.cursor = (self.cursor + by) % len(rows)
            if not rows[self.cursor].blocked:
                break
        self.refusal = ""

    def turn(self, by: int) -> None:
        """Left and right, where the rows have values."""

    def _down(self, event: pygame.event.Event, camera: Camera) -> bool:
        x, y = self._pointer(event)
        if self.seat.panel.holds(x, y):
            return self._on_panel(x, y, event.button)
        if not self.seat.table.holds(x, y) or event.button not in (1, 3):
            return False
        at = self._place(event, camera)
        self.held = self.press(at, things_at(self.view.table, at, NEAR / camera.ppi), event.button)
        return self.held

    def _on_panel(self, x: float, y: float, button: int) -> bool:
        if button == 1:
            for spot in self.spots:
                if spot.rect.holds(x - self.seat.panel.x, y - self.seat.panel.y):
                    self._click(spot)
                    break
        return True

    def _click(self, spot: Spot) -> None:
        if spot.command == "act":
            self.all_acts()[int(spot.value)].do()
        elif spot.command == "row":
            row = self.rows()[int(spot.value)]
            if row.blocked:
                self.refusal, self.rule = row.blocked, row.rule or self.decision.rule
            else:
                self.choose(row)

    def _motion(self, event: pygame.event.Event, camera: Camera) -> bool:
        x, y = self._pointer(event)
        if self.held:
            self.drag(self._place(event, camera))
            return True
        inside = self.seat.panel.holds(x, y)
        x, y = x - self.seat.panel.x, y - self.seat.panel.y
        hot = next((f"{s.command}{s.value}" for s in self.spots if inside and s.rect.holds(x, y)), "")
        self.changes += hot != self.hot
        self.hot = hot
        return False

    def _up(self, event: pygame.event.Event, camera: Camera) -> bool:
        held, self.held = self.held, False
        if held:
            self.drop(self._place(event, camera))
        return held

    def _wheel(self, event: pygame.event.Event, camera: Camera) -> bool:
        x, y = (side / self.seat.scale for side in pygame.mouse.get_pos())
        if not self.seat.panel.holds(x, y):
            return False
        self._roll(-event.y)
        return True

    def _roll(self, by: int) -> None:
        """Scroll the list; the cursor stays where it is."""
        self.scroll = max(0, min(self.scroll + by, len(self.rows()) - 1))

    def farther(self, way: int = 1) -> str:
        """The key that shows more rows, or those before (-1)."""
        key = (("row_next", "row_before"), ("go_down", "go_up"))[self.lists][way < 0]
        return "Shift+" * self.lists + self.knows.bindings.shown(key)

    def _pointer(self, event: pygame.event.Event) -> Point:
        return event.pos[0] / self.seat.scale, event.pos[1] / self.seat.scale

    def _place(self, event: pygame.event.Event, camera: Camera) -> Point:
        """The place on the table under the pointer, inches."""
        left, top, _, _ = self.seat.table.scaled(self.seat.scale)
        return camera.to_table(event.pos[0] - left, event.pos[1] - top)


def _letter(code: int) -> str:
    """The letter of a key; "" for any other key."""
    return chr(code) if pygame.K_a <= code <= pygame.K_z else ""


_HANDLERS: Final[dict[int, Callable[[Picker[Any], pygame.event.Event, Camera], bool]]] = {
    pygame.KEYDOWN: Picker._key,
    pygame.MOUSEBUTTONDOWN: Picker._down,
    pygame.MOUSEBUTTONUP: Picker._up,
    pygame.MOUSEMOTION: Picker._motion,
    pygame.MOUSEWHEEL: Picker._wheel,
}
