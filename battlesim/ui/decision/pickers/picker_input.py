"""Keyboard and mouse input for the control that answers a decision, on the table and on its panel.

Points on the table are in inches, and events in pixels of the screen; `placement` relates them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import pygame

from battlesim.geometry.shapes import Point
from battlesim.render.camera import Camera
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_panel import PickerPanel
from battlesim.ui.decision.pickers.picker_rows import PickerPlacement
from battlesim.ui.settings.key_commands import DECISION_SCREEN, KeyCommand
from battlesim.ui.table.object_marks import object_ids_at
from battlesim.ui.toolkit.components import MIN_DRAG_PX
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, PanelHotspot

BASE_HIT_SLACK_PX: Final = 10.0
"""Pixels around a base that still hit it."""
ARROW_DIRECTIONS_BY_ID: Final = {"go_left": (-1, 0), "go_right": (1, 0), "go_up": (0, 1), "go_down": (0, -1)}
FINE_STEP_IN, COARSE_STEP_IN = 0.1, 1.0
"""Steps in inches by which an arrow moves a point, without and with Shift."""
SHIFT_SCROLL_ROWS: Final = 4
"""Number of rows by which a list is scrolled with Shift."""
STEPPER_COMMANDS: Final = {"less": -1, "more": 1}
"""Step of the signs beside a number."""
MODIFIER_KEYS: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META | pygame.KMOD_SHIFT


class FollowUpInput:
    """A handler for input that the control of a decision does not use. This base class ignores all input."""

    def press(self, picker: Picker[Any], at: Point, things: list[str], more: bool = False) -> bool:
        """Return False: a click that the picker does not use means nothing.

        With `more` (Shift) it would go on, or add to what is planned.
        """
        return False

    def handle_letter(self, picker: Picker[Any], letter: str) -> bool:
        """Return False: there is no act for a letter."""
        return False

    def planned_picker_at(self, at: Point) -> Picker[Any] | None:
        """Return None: there is no follow-up to drag."""
        return None

    def hover(self, at: Point | None) -> None:
        """No-op: there is no plan to show at the pointer, a point in inches or None off the table."""

    def replan_after_drag(self, picker: Picker[Any]) -> None:
        """No-op: there is no follow-up to replan."""


class PickerInput:
    """The input handler for the control with which the user answers a decision.

    Input that the control does not use is passed to `follow_up_input`.
    """

    def __init__(self, picker: Picker[Any], follow_up_input: FollowUpInput | None = None) -> None:
        self.picker, self.listing, self.follow_up_input = (
            picker,
            PickerPanel(picker),
            follow_up_input or FollowUpInput(),
        )
        self.placement = PickerPlacement()
        self.spots: list[PanelHotspot] = []
        self._dragged: Picker[Any] | None = None
        self._pressed: tuple[int, int] | None = None

    @property
    def held(self) -> bool:
        """True while a press on the table may become a drag."""
        return self._dragged is not None

    def panel(self, rect: Rect) -> PanelContent:
        """Build the panel, in its own pixels."""
        drawn = self.listing.build(rect)
        self.spots = drawn.spots
        return drawn

    def event(self, event: pygame.event.Event, camera: Camera) -> bool:
        """Handle an event of keyboard or mouse. Return True if it was used."""
        found = _HANDLERS.get(event.type)
        used = found(self, event, camera) if found else False
        self.picker.changes += used
        return used

    # -- keys --

    def _key(self, event: pygame.event.Event, camera: Camera) -> bool:
        picker, shift = self.picker, bool(event.mod & pygame.KMOD_SHIFT)
        action = picker.model.bindings.find(DECISION_SCREEN, event.key, event.mod)
        if action is None or action.id != "answer":
            self.follow_up_input.hover(None)
        if action is not None and self._act(action, COARSE_STEP_IN if shift else FINE_STEP_IN):
            return True
        if event.mod & MODIFIER_KEYS:
            return False
        row = picker.row_keys().get(_sign(event.key))
        if row is None:
            return self.follow_up_input.handle_letter(picker, _sign(event.key)) or picker.handle_key(
                event.key
            )
        picker.choose(row)
        return True

    def _act(self, action: KeyCommand, inches: float) -> bool:
        """Run the command of a key. Return False if it means nothing here."""
        picker = self.picker
        for act in picker.all_buttons():
            if act.id == action.id:
                act.do()
                return True
        if action.id in ARROW_DIRECTIONS_BY_ID:
            self._arrow(*ARROW_DIRECTIONS_BY_ID[action.id], inches)
        elif action.command == "row":
            picker.step(action.value)
        elif row := next((row for row in picker.rows() if row.key == action.id), None):
            picker.choose(row)
        else:
            return False
        return True

    def _arrow(self, dx: int, dy: int, inches: float) -> None:
        if not self.picker.lists:
            self.picker.nudge(dx * inches, dy * inches)
        elif dy and inches == COARSE_STEP_IN:
            self.listing.roll(-dy * SHIFT_SCROLL_ROWS)
        elif dy:
            self.picker.step(-dy)
        else:
            self.picker.turn(dx)

    # -- mouse --

    def _down(self, event: pygame.event.Event, camera: Camera) -> bool:
        x, y = self._pointer(event)
        if self.placement.panel.holds(x, y):
            spot = self._spot(x, y)
            if spot and event.button == 1:
                return self._click(spot)
            return True
        if not self.placement.table.holds(x, y) or event.button not in (1, 3):
            return False
        at, more = self._place(event, camera), _shift()
        planned = self._grasped(at) if event.button == 1 and not more else None
        self._dragged, self._pressed = planned, event.pos if planned else None
        return planned is not None or self._press(at, camera, event.button, more)

    def _grasped(self, at: Point) -> Picker[Any] | None:
        """Return the picker whose answer is at a point: a second click confirms it, a drag changes it."""
        return self.picker if self.picker.has_own_ghost_at(at) else self.follow_up_input.planned_picker_at(at)

    def _press(self, at: Point, camera: Camera, button: int, more: bool) -> bool:
        """Handle a press on the table by the picker, else by the follow-ups; with Shift by those first."""
        picker, things = (
            self.picker,
            object_ids_at(self.picker.view.table, at, BASE_HIT_SLACK_PX / camera.ppi),
        )
        if more and button == 1 and self.follow_up_input.press(picker, at, things, True):
            return True
        if picker.press(at, things, button):
            self._dragged = picker
            return True
        return not more and button == 1 and self.follow_up_input.press(picker, at, things)

    def _spot(self, x: float, y: float) -> PanelHotspot | None:
        """Return the hotspot at a point of the screen, None if there is none."""
        panel = self.placement.panel
        inside = panel.holds(x, y)
        found = (spot for spot in self.spots if inside and spot.rect.holds(x - panel.x, y - panel.y))
        return next(found, None)

    def _click(self, spot: PanelHotspot) -> bool:
        """Run the command of a hotspot. Return True if it is an answer or leads to one."""
        picker = self.picker
        if spot.command == "act":
            picker.all_buttons()[int(spot.value)].do()
        elif spot.command == "row":
            row = picker.rows()[int(spot.value)]
            if row.blocked:
                picker.refusal, picker.rule = row.blocked, row.rule or picker.decision.rule
            else:
                picker.choose(row)
        elif spot.command == "then":
            picker.open(int(spot.value))
        elif spot.command == "digit":
            picker.handle_key(ord(str(spot.value)))
        elif spot.command in STEPPER_COMMANDS:
            picker.cursor = int(spot.value)
            picker.turn(STEPPER_COMMANDS[spot.command])
        return spot.command in ("act", "row", "then", "digit", *STEPPER_COMMANDS)

    def _motion(self, event: pygame.event.Event, camera: Camera) -> bool:
        if self._dragged:
            self._drag(self._dragged, event, camera)
            return True
        x, y = self._pointer(event)
        over = self.placement.table.holds(x, y) and not self.placement.panel.holds(x, y)
        self.follow_up_input.hover(self._place(event, camera) if over else None)
        spot = self._spot(x, y)
        hot = f"{spot.command}{spot.value}" if spot else ""
        self.picker.changes += hot != self.listing.hot
        self.listing.hot = hot
        return False

    def _up(self, event: pygame.event.Event, camera: Camera) -> bool:
        dragged, self._dragged = self._dragged, None
        if dragged is None:
            return False
        if self._pressed is not None:
            self.picker.commit()
            return True
        dragged.drop(self._place(event, camera))
        if dragged is not self.picker:
            self.follow_up_input.replan_after_drag(dragged)
        return True

    def _drag(self, picker: Picker[Any], event: pygame.event.Event, camera: Camera) -> None:
        """Drag what is held; a planned position only once the pointer has left where it was pressed."""
        at = self._place(event, camera)
        if self._pressed is None:
            picker.drag(at)
        elif math.dist(self._pressed, event.pos) >= MIN_DRAG_PX:
            picker.press(camera.to_table(*self._on_table(self._pressed)), [], 1)
            self._pressed = None
            picker.drag(at)

    def _wheel(self, event: pygame.event.Event, camera: Camera) -> bool:
        x, y = (side / self.placement.scale for side in pygame.mouse.get_pos())
        if not self.placement.panel.holds(x, y):
            return False
        self.listing.roll(-event.y)
        return True

    def _pointer(self, event: pygame.event.Event) -> Point:
        return event.pos[0] / self.placement.scale, event.pos[1] / self.placement.scale

    def _place(self, event: pygame.event.Event, camera: Camera) -> Point:
        """Return the point on the table under the pointer, inches."""
        return camera.to_table(*self._on_table(event.pos))

    def _on_table(self, pixel: tuple[int, int]) -> Point:
        left, top, _, _ = self.placement.table.scaled(self.placement.scale)
        return pixel[0] - left, pixel[1] - top


def _shift() -> bool:
    """Return True if Shift is held."""
    return pygame.display.get_init() and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


def _sign(code: int) -> str:
    """Return the letter or digit of a key, "" for any other key."""
    if pygame.K_KP_1 <= code <= pygame.K_KP_9:
        return str(code - pygame.K_KP_1 + 1)
    return chr(code) if pygame.K_a <= code <= pygame.K_z or pygame.K_1 <= code <= pygame.K_9 else ""


_HANDLERS: Final[dict[int, Callable[[PickerInput, pygame.event.Event, Camera], bool]]] = {
    pygame.KEYDOWN: PickerInput._key,
    pygame.MOUSEBUTTONDOWN: PickerInput._down,
    pygame.MOUSEBUTTONUP: PickerInput._up,
    pygame.MOUSEMOTION: PickerInput._motion,
    pygame.MOUSEWHEEL: PickerInput._wheel,
}
