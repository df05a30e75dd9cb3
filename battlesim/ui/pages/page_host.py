"""Display and input of pages, whose controls can all be used with the mouse alone or the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battlesim.render import palette, text_layout
from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Item, Layer, PanelBox
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.ui.pages.page import EDIT_COMMAND, FocusState, HotspotKey, Page
from battlesim.ui.panels.help_card import help_card
from battlesim.ui.settings.key_bindings import KeyBindings, chord_of
from battlesim.ui.settings.key_commands import ANY_SCREEN, MENU_SCREEN
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.display import toggle_fullscreen
from battlesim.ui.system.sound import Speaker
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelHotspot
from battlesim.ui.toolkit.scrolling import Pane, ScrollPositions

WHEEL_SCROLL_PX: Final = 60.0
BACKDROP_BRIGHTNESS: Final = 175
"""Brightness, of 255, of what remains visible around a dialog."""
NO_HOTSPOT: Final[HotspotKey] = ("", "")
CULL_MARGIN_PX: Final = 40.0
"""Pixels that an item without a height may reach above and below its point."""
FOCUS_MARGIN_PX: Final = 64.0
"""Pixels above and below the focused hotspot that are scrolled into view with it, for the text around it."""


def dimmed(screen: pygame.Surface) -> pygame.Surface:
    """Return a darkened copy of the screen, as the background of a page."""
    under = screen.copy()
    under.fill(
        (BACKDROP_BRIGHTNESS, BACKDROP_BRIGHTNESS, BACKDROP_BRIGHTNESS), special_flags=pygame.BLEND_RGB_MULT
    )
    return under


class PageHost:
    """A screen that shows a page. `handle` processes an event, and `advance_frame` lets time pass."""

    def __init__(
        self,
        screen: pygame.Surface,
        page: Page,
        scale: float = 1.0,
        bindings: KeyBindings | None = None,
        speaker: Speaker | None = None,
    ) -> None:
        self.screen, self.page = screen, page
        self.canvas = Canvas(scale)
        text_layout.set_text_style(scale)
        self.bindings = bindings or KeyBindings()
        self.speaker = speaker or Speaker(volume=0)
        self.focus: HotspotKey = NO_HOTSPOT
        self.show_help = False
        self.backdrop: pygame.Surface | None = None
        self.closed = False
        self._hovered: HotspotKey = NO_HOTSPOT
        self._by_keyboard = False
        self._pointer_position = (-1.0, -1.0)
        self._scrolls = ScrollPositions()
        self._dirty = True
        self.panes: list[Pane] = []
        self.update_panes()

    @property
    def running(self) -> bool:
        """True if the page is still to be shown."""
        return not self.closed and not self.page.done

    # -- drawing --

    def advance_frame(self, elapsed: float) -> None:
        """Let `elapsed` seconds pass, and draw if anything changed."""
        if self.page.tick(elapsed):
            self._dirty = True
        if self._dirty and self.running:
            self._dirty = False
            self.draw()
            pygame.display.flip()

    def apply_settings(self, settings: Settings) -> None:
        """Apply changed settings: palette, scale, keys, volume."""
        palette.use_palette(settings.palette)
        self.canvas = Canvas(settings.interface_scale(*self.screen.get_size()))
        text_layout.set_text_style(self.canvas.scale, LENGTH_UNITS[settings.units])
        self.bindings = settings.bindings
        self.speaker.set_volume(settings.volume)
        self._dirty = True

    def update_panes(self) -> list[Pane]:
        """Ask the page for its panes, keep the scrolling within them, and return them."""
        scale = self.canvas.scale
        width, height = self.screen.get_size()
        focused = self.focus if self._by_keyboard or self.focus[0] == EDIT_COMMAND else NO_HOTSPOT
        marks = FocusState(self._hovered, focused, scale)
        self.panes = self.page.panes(width / scale, height / scale, marks)
        self._scrolls.clamp(self.panes)
        return self.panes

    def draw(self) -> None:
        """Draw the whole screen."""
        if self.backdrop and self.backdrop.get_size() == self.screen.get_size():
            self.screen.blit(self.backdrop, (0, 0))
        else:
            self.screen.fill(rgba("void")[:3])
        for pane in self.update_panes():
            self._draw_pane(pane)
        if self.show_help:
            room = Rect(0, 0, *(side / self.canvas.scale for side in self.screen.get_size()))
            card = help_card(self.bindings.help((MENU_SCREEN, ANY_SCREEN)), room)
            self.canvas.draw(self.screen, DrawList((), tuple(card)), SCREEN_CAMERA)

    def _draw_pane(self, pane: Pane) -> None:
        scale, rect = self.canvas.scale, pane.rect
        place = pygame.Rect(rect.scaled(scale))
        top = self._scrolls.top(pane)
        picture = pygame.Surface((max(1, place.width), max(1, place.height, round(pane.tall * scale))))
        picture.fill(rgba("panel")[:3])
        self.canvas.pictures.update(self.page.pictures)
        seen = tuple(item for item in pane.drawn.items if _is_item_between(item, top, top + rect.height))
        self.canvas.draw(picture, DrawList((), seen), SCREEN_CAMERA)
        self.screen.blit(picture, place, pygame.Rect(0, round(top * scale), place.width, place.height))
        if pane.edge:
            around = round(4 * scale)
            corners = place.inflate(2 * around, 2 * around)
            pygame.draw.rect(self.screen, rgba("void")[:3], corners, around, round(8 * scale) + around)
            edge = PanelBox(Layer.PANEL, *rect, "panel", 0.0, 8, "line")
            self.canvas.draw(self.screen, DrawList((), (edge,)), SCREEN_CAMERA)
        self.canvas.draw(self.screen, DrawList((), self._scrolls.bar(pane)), SCREEN_CAMERA)

    # -- input --

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event of the keyboard, the pointer or the window."""
        found = _HANDLERS.get(event.type)
        if found:
            found(self, event)
            self._dirty = True

    def _key(self, event: pygame.event.Event) -> None:
        if self.page.wants_keys():
            chord = chord_of(event.key, event.mod)
            if chord:
                self.page.do("key", chord)
            return
        if self._edited_field()[0] == EDIT_COMMAND and self._edit_with_key(event):
            return
        action = self.bindings.find(MENU_SCREEN, event.key, event.mod)
        if action is None:
            return
        if self.show_help:
            self.show_help = False
            return
        known = _COMMANDS.get(action.command)
        if known:
            known(self, action.value)
        else:
            self.page.do(action.command, action.value)
        self.update_panes()

    def _edit_with_key(self, event: pygame.event.Event) -> bool:
        """Return whether a key belongs to the field that is being edited."""
        if event.key == pygame.K_BACKSPACE:
            self.page.do("erase", self._edited_field()[1])
            return True
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        return plain and bool(getattr(event, "unicode", "")) and event.unicode.isprintable()

    def _type_text(self, event: pygame.event.Event) -> None:
        if self._edited_field()[0] == EDIT_COMMAND and not self.page.wants_keys():
            self.page.do("type", (self._edited_field()[1], event.text))

    def _edited_field(self) -> HotspotKey:
        """Return the field that is being edited: the focused one, else the page's field for all typing."""
        return self.focus if self.focus[0] == EDIT_COMMAND else self.page.field

    def _press_focused(self, value: int) -> None:
        if self.focus[0] == EDIT_COMMAND:
            self.page.do("enter", self.focus[1])
        elif self.focus != NO_HOTSPOT:
            self._run_hotspot(self.focus)

    def _run_hotspot(self, place: HotspotKey) -> None:
        """Carry out the command of a hotspot."""
        self.speaker.play("click")
        if place[0] == "help":
            self._toggle_help(0)
        else:
            self.page.do(*place)

    def _move_focus_by(self, by: int) -> None:
        """Move the focus by so many hotspots, in drawing order."""
        places = [(spot.command, spot.value) for _, spot in self.spots()]
        if not places:
            return
        at = places.index(self.focus) + by if self.focus in places else (0 if by > 0 else -1)
        self.move_focus_to(places[at % len(places)])

    def _move_focus_toward(self, dx: int, dy: int) -> None:
        """Move the focus to the nearest hotspot in a direction, in its pane or one further that way."""
        found = self._find_hotspot(self.focus)
        if found is None:
            self._move_focus_by(1)
            return
        home, here = found[0].rect, self.screen_rect(*found)
        best: tuple[float, HotspotKey] | None = None
        for pane, spot in self.spots():
            ahead, aside = _gaps_ahead_and_aside(here, self.screen_rect(pane, spot), dx, dy)
            if ahead > 0 and (pane.rect == home or _gaps_ahead_and_aside(home, pane.rect, dx, dy)[0] > 0):
                far = ahead + 3 * aside
                if best is None or far < best[0]:
                    best = far, (spot.command, spot.value)
        if best:
            self.move_focus_to(best[1])

    def move_focus_to(self, place: HotspotKey) -> None:
        """Put the keyboard focus on a hotspot and scroll to it."""
        self.focus, self._by_keyboard = place, True
        found = self._find_hotspot(place)
        if found:
            pane, spot = found
            self._scrolls.scroll_into_view(
                pane, spot.rect.y - FOCUS_MARGIN_PX, spot.rect.bottom + FOCUS_MARGIN_PX
            )
        self.update_panes()

    def _scroll_page(self, by: int) -> None:
        """Scroll by a page, and move the focus along if it is in that pane."""
        found = self._find_hotspot(self.focus)
        pane = found[0] if found else max(self.panes, key=lambda pane: pane.tall - pane.rect.height)
        far = by * (pane.rect.height - 40)
        self._scrolls.scroll_by(pane, far)
        if found:
            goal = found[1].rect.y + far
            there = (spot for other, spot in self.spots() if other is pane)
            near = min(there, key=lambda spot: abs(spot.rect.y - goal))
            self.move_focus_to((near.command, near.value))
        self.update_panes()

    def _toggle_help(self, value: int) -> None:
        self.show_help = not self.show_help

    def spots(self) -> list[tuple[Pane, PanelHotspot]]:
        """Return all hotspots with a command and their panes, in drawing order."""
        return [(pane, spot) for pane in self.panes for spot in pane.drawn.spots if spot.command]

    def screen_rect(self, pane: Pane, spot: PanelHotspot) -> Rect:
        """Return the rect of a hotspot on the screen, pixels at scale 1.

        A hotspot that is scrolled away lies outside its pane.
        """
        y = pane.rect.y + spot.rect.y - self._scrolls.top(pane)
        return Rect(pane.rect.x + spot.rect.x, y, spot.rect.width, spot.rect.height)

    def _find_hotspot(self, place: HotspotKey) -> tuple[Pane, PanelHotspot] | None:
        """Return a hotspot by its command and value, with its pane; None if there is none."""
        return next(
            ((pane, spot) for pane, spot in self.spots() if (spot.command, spot.value) == place), None
        )

    def _hotspot_at(self, x: float, y: float) -> HotspotKey:
        for pane, spot in reversed(self.spots()):
            if pane.rect.holds(x, y) and self.screen_rect(pane, spot).holds(x, y):
                return spot.command, spot.value
        return NO_HOTSPOT

    def _pointer(self, event: pygame.event.Event) -> tuple[float, float]:
        self._pointer_position = event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale
        return self._pointer_position

    def _move(self, event: pygame.event.Event) -> None:
        x, y = self._pointer(event)
        if self._scrolls.grip:
            self._scrolls.drag(self.panes, y)
            self.update_panes()
        else:
            self._hovered = self._hotspot_at(x, y)

    def _button(self, event: pygame.event.Event) -> None:
        if event.button != 1:
            return
        x, y = self._pointer(event)
        if self.show_help:
            self.show_help = False
            return
        if self._scrolls.press(self.panes, x, y):
            self.update_panes()
            return
        place = self._hotspot_at(x, y)
        self.focus, self._by_keyboard, self._hovered = place, False, place
        if place != NO_HOTSPOT and place[0] != EDIT_COMMAND:
            self._run_hotspot(place)
        self.update_panes()

    def _release(self, event: pygame.event.Event) -> None:
        self._scrolls.grip = ""

    def _wheel(self, event: pygame.event.Event) -> None:
        x, y = self._pointer_position
        for pane in self.panes:
            if pane.rect.holds(x, y):
                self._scrolls.scroll_by(pane, -event.y * WHEEL_SCROLL_PX)
        self.update_panes()
        self._hovered = self._hotspot_at(x, y)

    def _resize(self, event: pygame.event.Event) -> None:
        self.screen = pygame.display.get_surface() or self.screen
        self.page.do("size", self.screen.get_size())

    def _drop(self, event: pygame.event.Event) -> None:
        self.page.do("drop", event.file)

    def _quit(self, event: pygame.event.Event) -> None:
        self.closed = True


def _is_item_between(item: Item, top: float, bottom: float) -> bool:
    """Return whether an item of a pane can lie between two heights."""
    y = getattr(item, "y", None)
    return y is None or (y + getattr(item, "height", CULL_MARGIN_PX) >= top and y - CULL_MARGIN_PX <= bottom)


def _gaps_ahead_and_aside(here: Rect, there: Rect, dx: int, dy: int) -> tuple[float, float]:
    """Return how far one rect lies ahead of another (above 0 if it does) and how far aside, in pixels."""
    if dx:
        ahead = (there.x - here.right) if dx > 0 else (here.x - there.right)
        aside = max(there.y - here.bottom, here.y - there.bottom, 0.0)
    else:
        ahead = (there.y - here.bottom) if dy > 0 else (here.y - there.bottom)
        aside = max(there.x - here.right, here.x - there.right, 0.0)
    return ahead + 1.0, aside


_COMMANDS: Final[dict[str, Callable[[PageHost, int], None]]] = {
    "focus": PageHost._move_focus_by,
    "press": PageHost._press_focused,
    "page": PageHost._scroll_page,
    "help": PageHost._toggle_help,
    "fullscreen": lambda desk, value: toggle_fullscreen(),
    "go_left": lambda desk, value: desk._move_focus_toward(-1, 0),
    "go_right": lambda desk, value: desk._move_focus_toward(1, 0),
    "go_up": lambda desk, value: desk._move_focus_toward(0, -1),
    "go_down": lambda desk, value: desk._move_focus_toward(0, 1),
}

_HANDLERS: Final[dict[int, Callable[[PageHost, pygame.event.Event], None]]] = {
    pygame.KEYDOWN: PageHost._key,
    pygame.TEXTINPUT: PageHost._type_text,
    pygame.MOUSEMOTION: PageHost._move,
    pygame.MOUSEBUTTONDOWN: PageHost._button,
    pygame.MOUSEBUTTONUP: PageHost._release,
    pygame.MOUSEWHEEL: PageHost._wheel,
    pygame.VIDEORESIZE: PageHost._resize,
    pygame.WINDOWEXPOSED: lambda desk, event: None,
    pygame.DROPFILE: PageHost._drop,
    pygame.QUIT: PageHost._quit,
}
