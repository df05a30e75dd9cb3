"""Hands for the tests of pages: real events through pygame's queue, and whether all words have room."""

from __future__ import annotations

from itertools import combinations

import pygame

from battlesim.render.drawlist import TextLine
from battlesim.render.text_layout import font, text_pixels
from battlesim.ui.pages.page import HotspotKey, Page
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.settings.key_bindings import KEY_CODES
from battlesim.ui.toolkit.layout import Rect

HELD = {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT}
LEFT = {"l": 0.0, "c": 0.5, "r": 1.0}


def desk_of(page: Page, size: tuple[int, int] = (1366, 768), scale: float = 1.0) -> PageHost:
    """A desk with a page, drawn once."""
    pygame.display.init()
    pygame.font.init()
    pygame.event.clear()
    desk = PageHost(pygame.display.set_mode(size), page, scale)
    desk.advance_frame(0.0)
    return desk


def post(desk: PageHost, *events: pygame.event.Event) -> None:
    """Events by way of the queue, then a frame."""
    for event in events:
        pygame.event.post(event)
    for event in pygame.event.get():
        desk.handle(event)
    desk.advance_frame(0.0)


def press(desk: PageHost, chord: str, unicode: str = "") -> None:
    """A key with what is held."""
    *held, name = chord.split("+")
    mod = sum(HELD[word] for word in held)
    key = KEY_CODES[name]
    post(
        desk,
        pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0),
        pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=unicode, scancode=0),
    )


def typed(desk: PageHost, text: str) -> None:
    """Letters: the keys, then what they mean, as the system gives them."""
    for sign in text:
        if sign.lower() in KEY_CODES:
            press(desk, sign.lower(), sign)
        post(desk, pygame.event.Event(pygame.TEXTINPUT, text=sign))


def tab_to(desk: PageHost, place: HotspotKey) -> None:
    """The keyboard to a spot, with the key for the next one alone."""
    for _ in range(300):
        if desk.focus == place:
            return
        press(desk, "tab")
    raise AssertionError(f"{place} cannot be reached")


def key_on(desk: PageHost, place: HotspotKey) -> None:
    """Press a spot with the keyboard."""
    tab_to(desk, place)
    press(desk, "return")


def click(desk: PageHost, place: HotspotKey) -> None:
    """Press a spot with the mouse, scrolled to with the wheel."""
    for _ in range(200):
        at = _visible(desk, place)
        if at:
            break
    assert at, f"{place} is not on the screen"
    button = {"pos": at, "button": 1, "touch": False}
    post(
        desk,
        pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, **button),
        pygame.event.Event(pygame.MOUSEBUTTONUP, **button),
    )


def _visible(desk: PageHost, place: HotspotKey) -> tuple[int, int] | None:
    """Pixels of the middle of a spot; None after a turn of the wheel toward it."""
    for pane, spot in desk.spots():
        if (spot.command, spot.value) != place:
            continue
        rect = desk.screen_rect(pane, spot)
        x, y = rect.x + rect.width / 2, rect.y + rect.height / 2
        if pane.rect.y <= y - 4 and y + 4 <= pane.rect.bottom:
            return round(x * desk.canvas.scale), round(y * desk.canvas.scale)
        middle = ((pane.rect.x + 20) * desk.canvas.scale, (pane.rect.y + 20) * desk.canvas.scale)
        way = 1 if y < pane.rect.y + pane.rect.height / 2 else -1
        post(
            desk,
            pygame.event.Event(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=way, flipped=False),
        )
    return None


def words(desk: PageHost) -> str:
    """All that is written on the screen."""
    texts = (
        item.shown_text for pane in desk.panes for item in pane.drawn.items if isinstance(item, TextLine)
    )
    return " ".join(texts)


def faults(desk: PageHost) -> list[str]:
    """Words that are cut off, run over each other or out of their control, and controls over each other."""
    found = []
    for pane in desk.panes:
        room = Rect(0, 0, pane.rect.width, max(pane.tall, pane.rect.height))
        texts = [
            (item.shown_text, _extent(item, desk.canvas.scale)) for item in pane.drawn.items if _text(item)
        ]
        spots = [(f"{spot.command} {spot.value}", spot.rect) for spot in pane.drawn.spots]
        found += [f"{pane.name}: {name!r} leaves the pane" for name, rect in texts if not _in(rect, room)]
        found += [f"{pane.name}: {name} leaves the pane" for name, rect in spots if not _in(rect, room)]
        found += [
            f"{pane.name}: {a!r} over {b!r}" for (a, r), (b, s) in combinations(texts, 2) if _over(r, s)
        ]
        found += [f"{pane.name}: {a} over {b}" for (a, r), (b, s) in combinations(spots, 2) if _over(r, s)]
        found += [
            f"{pane.name}: {a!r} leaves {b}"
            for a, r in texts
            for b, s in spots
            if s.holds(r.x + r.width / 2, r.y + r.height / 2) and not _in(r, s)
        ]
    rects = [(pane.name, pane.rect) for pane in desk.panes]
    found += [f"{a} over {b}" for (a, r), (b, s) in combinations(rects, 2) if _over(r, s)]
    whole = Rect(0, 0, *(side / desk.canvas.scale for side in desk.screen.get_size()))
    return found + [f"{name} leaves the screen" for name, rect in rects if not _in(rect, whole)]


def _text(item: object) -> bool:
    return isinstance(item, TextLine) and bool(item.shown_text)


def _extent(item: TextLine, scale: float) -> Rect:
    """Where the ink of a line of text can be, pixels at scale 1."""
    drawn = font(text_pixels(item.size, scale), item.bold)
    width, height = drawn.size(item.shown_text)[0] / scale, (drawn.get_ascent() - drawn.get_descent()) / scale
    ink = height * 0.72
    return Rect(item.x - width * LEFT[item.anchor], item.y - ink / 2, width, ink)


def _in(inner: Rect, outer: Rect, slack: float = 1.0) -> bool:
    across = inner.x >= outer.x - slack and inner.right <= outer.right + slack
    return across and inner.y >= outer.y - slack and inner.bottom <= outer.bottom + slack


def _over(a: Rect, b: Rect, slack: float = 1.0) -> bool:
    across = a.x < b.right - slack and b.x < a.right - slack
    return across and a.y < b.bottom - slack and b.y < a.bottom - slack
