"""Draws a draw list on a pygame surface. Every item becomes a sprite, kept for as long as it is used:
a warm frame is blits alone."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pygame

from battlesim.render import sprites
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Area, DrawList, Item, Line, Picture, Token, in_order
from battlesim.render.figures import STILL
from battlesim.render.sprites import Sprite, Window
from battlesim.render.tokens import FIGURE_FROM, SPAN, TURN, TokenLook, badge_of, shadow, token

BLOCK = 512
"""Areas are drawn for a window of whole blocks about the view, so that panning seldom draws them anew."""

KEPT_PIXELS = 40_000_000
"""Sprites kept, counted in pixels (four bytes each)."""

Blit = tuple[pygame.Surface, tuple[int, int]]


class Space(Protocol):
    """How places of a space come to the screen."""

    @property
    def ppi(self) -> float:
        """Pixels a unit."""

    @property
    def left(self) -> int:
        """Lattice pixel at the left edge of the view."""

    @property
    def top(self) -> int:
        """Lattice pixel at the upper edge of the view."""

    def lattice(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of a place before the view is moved."""


class Screen:
    """The space of panels: pixels times the interface scale, y down."""

    def __init__(self, scale: float = 1.0) -> None:
        self.ppi, self.left, self.top = scale, 0, 0

    def lattice(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of a place of the panel."""
        return x * self.ppi, y * self.ppi


class Canvas:
    """Draws on surfaces and keeps the sprites. `scale` is that of the interface, 0.75 to 2.5."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.pictures: dict[str, pygame.Surface] = {}
        self._kept: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._pixels = 0
        self.unfinished = False
        self._made: set[TokenLook] = set()
        self._like: dict[TokenLook, TokenLook] = {}
        self._left: float = math.inf

    def draw(self, target: pygame.Surface, items: DrawList, camera: Camera) -> None:
        """Draw the items of the table as the camera sees them, then those of the screen."""
        if items.table:
            view = pygame.Rect(0, 0, camera.width, camera.height)
            target.set_clip(view)
            target.fblits(self._blits(items.table, camera, view))
            target.set_clip(None)
        if items.screen:
            target.fblits(self._blits(items.screen, Screen(self.scale), target.get_rect()))

    def _blits(self, items: tuple[Item, ...], space: Space, view: pygame.Rect) -> list[Blit]:
        blits: list[Blit] = []
        for item in in_order(items):
            if isinstance(item, Token):
                self._token(blits, item, space, view)
            elif isinstance(item, Area | Line):
                self._vector(blits, item, space, view)
            else:
                self._spot(blits, item, space, view)
        return blits

    def _token(self, blits: list[Blit], item: Token, space: Space, view: pygame.Rect) -> None:
        radius = max(2, round(item.radius * space.ppi))
        x, y = space.lattice(item.x, item.y)
        x, y = round(x) - space.left, round(y) - space.top
        half = int(radius * SPAN / 2) + 1
        if not view.colliderect((x - half, y - half, 2 * half, 2 * half)):
            return
        look = token_look(item, radius)
        shown = look if isinstance(space, Screen) else self._shown(look)
        body = self._body(shown, radius)
        corner = (x - body.get_width() // 2, y - body.get_height() // 2)
        if item.faded:
            blits.append((self._keep(("faded", shown, radius), lambda: (_faded(body), 0, 0))[0], corner))
        else:
            blits.append((shadow(radius, item.flying), corner))
            blits.append((body, corner))
        if item.badge and radius >= FIGURE_FROM:
            sign, q = badge_of(item.badge, radius, item.more)
            blits.append((sign, (x + round(0.78 * radius) - q, y - round(0.78 * radius) - q)))

    def _shown(self, look: TokenLook) -> TokenLook:
        """The look itself; where no more is to be made, the same at another size, or a plain piece."""
        if look in self._made or self._left > 0:
            self._left -= 0 if look in self._made else (look.radius * SPAN) ** 2
            self._made.add(look)
            self._like[look._replace(radius=0)] = look
            return look
        self.unfinished = True
        plain = TokenLook("plain", look.side, look.radius)
        return self._like.get(look._replace(radius=0), plain)

    def _body(self, look: TokenLook, radius: int) -> pygame.Surface:
        if look.radius == radius:
            return token(look)
        return self._keep((look, radius), lambda: (_resized(look, radius), 0, 0))[0]

    @contextmanager
    def sparing(self, pixels: int) -> Iterator[None]:
        """Begin no sprite of a token after so many pixels; `unfinished` says whether any are missing."""
        self._left, self.unfinished = pixels, False
        try:
            yield
        finally:
            self._left = math.inf

    def prepare(self, item: Token, ppi: float) -> bool:
        """Make the sprite of a token that will be needed soon; False when it was made before."""
        look = token_look(item, max(2, round(item.radius * ppi)))
        if look in self._made:
            return False
        self._made.add(look)
        token(look)
        return True

    def _spot(self, blits: list[Blit], item: Any, space: Space, view: pygame.Rect) -> None:
        """Items with a point: one sprite wherever they are."""
        x, y = space.lattice(item.x, item.y)
        x, y = round(x) - space.left, round(y) - space.top
        if isinstance(item, Picture):
            if item.key in self.pictures:
                blits.append((self.pictures[item.key], (x, y)))
            return
        key = (type(item), item[3:], space.ppi, self.scale)
        sprite, dx, dy = self._keep(key, lambda: sprites.spot(item, space.ppi, self.scale))
        if view.colliderect((x + dx, y + dy, *sprite.get_size())):
            blits.append((sprite, (x + dx, y + dy)))

    def _vector(self, blits: list[Blit], item: Area | Line, space: Space, view: pygame.Rect) -> None:
        """Regions and lines: one sprite on the lattice, cut to whole blocks about the view."""
        window = _blocks(view.move(space.left, space.top))
        at: Callable[[float, float], tuple[float, float]] = space.lattice
        key = (item[1:], type(item), at(0, 0), space.ppi, self.scale, window)
        sprite, dx, dy = self._keep(key, lambda: sprites.vector(item, at, self.scale, window))
        blits.append((sprite, (dx - space.left, dy - space.top)))

    def _keep(self, key: Hashable, build: Callable[[], Sprite]) -> Sprite:
        """The sprite of a key, built when it is not there; the oldest go when there are too many."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = self._kept[key] = build()
        self._pixels += _size(made)
        while self._pixels > KEPT_PIXELS and len(self._kept) > 1:
            self._pixels -= _size(self._kept.popitem(last=False)[1])
        return made


def token_look(item: Token, radius: int) -> TokenLook:
    """What the sprite of a token depends on, for a radius in pixels."""
    turn = 0 if item.figure in STILL else round(item.facing / TURN) % (360 // TURN)
    return TokenLook(item.figure, item.side, radius, turn, item.lost, item.full, item.spent, item.letter)


def _resized(look: TokenLook, radius: int) -> pygame.Surface:
    """The sprite of a token at another size, quick and a little soft."""
    size = max(1, math.ceil(radius * SPAN))
    return pygame.transform.smoothscale(token(look), (size, size))


def _size(sprite: Sprite) -> int:
    return sprite[0].get_width() * sprite[0].get_height()


def _blocks(view: pygame.Rect) -> Window:
    left, top = view.left // BLOCK * BLOCK, view.top // BLOCK * BLOCK
    return left, top, -(-view.right // BLOCK) * BLOCK, -(-view.bottom // BLOCK) * BLOCK


def _faded(body: pygame.Surface) -> pygame.Surface:
    """A token of one's own that the other side does not see."""
    out = body.copy()
    out.fill((255, 255, 255, 97), special_flags=pygame.BLEND_RGBA_MULT)
    return out
