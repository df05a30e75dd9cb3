"""Rendering of draw lists on pygame surfaces.

Every item becomes a cached sprite, so that a frame without new sprites consists only of blits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, TypeVar

import pygame

from battlesim.geometry.shapes import Point
from battlesim.render import grid_lines, sprites, weather
from battlesim.render.camera import Camera
from battlesim.render.drawlist import (
    CircleOutline,
    DrawList,
    Glyph,
    GridLines,
    Item,
    Layer,
    Patch,
    PictureItem,
    Plate,
    SideGlyphs,
    Snow,
    Stroke,
    Token,
    items_by_layer,
)
from battlesim.render.figures import FIGURES_WITHOUT_FACING
from battlesim.render.picture_scaling import MAX_SMOOTH_PIXELS, Blit, scaled_part
from battlesim.render.sprite_cache import SpriteCache
from battlesim.render.sprites import PixelBox, Sprite
from battlesim.render.text_extent import plate_extent
from battlesim.render.tokens import (
    BADGE_OFFSET,
    FACING_STEP_DEG,
    MIN_BADGE_RADIUS_PX,
    MIN_FIGURE_RADIUS_PX,
    SPRITE_SPAN,
    TokenLook,
    letter_sprite,
    min_letter_radius,
    token_badge,
    token_shadow,
    token_sprite,
)

BLOCK_PX = 512
"""Side in pixels of the blocks to which region sprites are clipped, so that panning rarely redraws them."""

MAX_REGION_KEYS = 64
"""Maximum number of regions and lines whose last sprite is remembered for use at another zoom."""
UNSEEN_ALPHA, PLANNED_ALPHA = 0.38, 0.6
"""Opacity of a token that the other side does not see, and of a token at a planned position."""


Size = TypeVar("Size", int, float)


class DrawSpace(Protocol):
    """A coordinate system for drawing, such as that of the table, and its conversion to pixels."""

    @property
    def ppi(self) -> float:
        """The number of pixels per unit of length. On the table, the unit is an inch."""

    @property
    def left(self) -> int:
        """The x coordinate of the left edge of the view, in pixels of the whole drawing."""

    @property
    def top(self) -> int:
        """The y coordinate of the upper edge of the view, in pixels of the whole drawing."""

    def to_lattice(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point to pixel coordinates of the whole drawing. The view shows a part of the drawing."""


class PanelSpace:
    """The coordinate system of panels, in pixels at interface scale 1, with y pointing down."""

    def __init__(self, scale: float = 1.0) -> None:
        self.ppi, self.left, self.top = scale, 0, 0

    def to_lattice(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point on a panel to screen pixels."""
        return x * self.ppi, y * self.ppi


class RegionKey(NamedTuple):
    """The key under which the sprite of a region or line is cached.

    It holds the look of the region, the pixel position of the table's origin, the zoom, and the window to
    which the sprite is clipped.
    """

    look: tuple[Any, ...]
    origin: tuple[float, float]
    ppi: float
    window: PixelBox


class Canvas:
    """A renderer of draw lists on surfaces. It caches sprites to keep the time per frame short.

    An item is drawn once as a sprite, which is then blitted in every frame. If there is no time left for new
    sprites, sprites of another zoom are scaled, so tokens may look blurred just after zooming. `scale` is the
    interface scale, 0.75 to 2.5, and `seconds` is the time for which snow has been falling.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self.scale, self.seconds = scale, 0.0
        self._fallen: tuple[Hashable, Blit] | None = None
        self.pictures: dict[str, pygame.Surface] = {}
        self._store = SpriteCache()
        self._layers: dict[Layer, tuple[Hashable, tuple[list[Blit], list[Blit]]]] = {}
        self._sizes: dict[Hashable, set[Any]] = {}
        self._figures: dict[tuple[str, int], TokenLook] = {}
        self._regions: OrderedDict[Hashable, RegionKey] = OrderedDict()

    @property
    def unfinished(self) -> bool:
        """True if placeholders were drawn for some sprites, because the last frame ran out of time."""
        return self._store.unfinished

    def limit_new_sprites(self, seconds: float) -> AbstractContextManager[None]:
        """Return a context in which sprites are built for `seconds`. Later sprites become placeholders."""
        return self._store.limit_new_sprites(seconds)

    def draw(self, target: pygame.Surface, items: DrawList, camera: Camera) -> None:
        """Draw the items on the table as the camera sees them, and then the items on the screen."""
        if items.table:
            view = pygame.Rect(0, 0, camera.width, camera.height)
            target.set_clip(view)
            target.fblits(self._blits(items.layers, camera, view))
            target.set_clip(None)
        if items.screen:
            target.fblits(
                self._blits(items_by_layer(items.screen), PanelSpace(self.scale), target.get_rect())
            )

    def _blits(
        self, layers: Sequence[tuple[Layer, tuple[Item, ...]]], space: DrawSpace, view: pygame.Rect
    ) -> list[Blit]:
        """Return the blits bottom to top; letters and badges are above rings and markers."""
        blits: list[Blit] = []
        signs: list[Blit] = []
        for layer, items in layers:
            if layer > Layer.MARKER and signs:
                blits += signs
                signs.clear()
            below, above = self._layer(layer, items, space, view)
            blits += below
            signs += above
        return blits + signs

    def _layer(
        self, layer: Layer, items: tuple[Item, ...], space: DrawSpace, view: pygame.Rect
    ) -> tuple[list[Blit], list[Blit]]:
        """Return the blits of a layer and of its signs, cached until its items or the view change."""
        kept = self._layers.get(layer)
        if kept and kept[0] == (space, items):
            return kept[1]
        blits: list[Blit] = []
        signs: list[Blit] = []
        for item in items:
            self._item(blits, signs, item, space, view)
        lasting = not (
            isinstance(space, PanelSpace) or any(isinstance(item, Snow | PictureItem) for item in items)
        )
        if lasting and not self._store.unfinished:
            self._layers[layer] = (space, items), (blits, signs)
        return blits, signs

    def _item(
        self, blits: list[Blit], signs: list[Blit], item: Item, space: DrawSpace, view: pygame.Rect
    ) -> None:
        """Add the blits of an item; the letter and badge of a token are added to `signs`."""
        if isinstance(item, Token):
            self._token(blits, signs, item, space, view)
        elif isinstance(item, Patch | Stroke):
            self._vector(blits, item, space, view)
        elif isinstance(item, SideGlyphs):
            self._signs(blits, item, space)
        elif isinstance(item, Snow):
            blits.append(self._snow(item, space, view))
        elif isinstance(item, GridLines):
            x, y = space.to_lattice(0.0, item.height)
            corner = round(x) - space.left, round(y) - space.top
            blits += grid_lines.grid_line_blits(item, self.scale, space.ppi, corner, view)
        else:
            self._spot(blits, item, space, view)

    def _snow(self, item: Snow, space: DrawSpace, view: pygame.Rect) -> Blit:
        """Return the snow over the view, cached until it or the view moves."""
        x, y = weather.snow_offset(self.seconds, self.scale)
        key = item, space.ppi, space.left, space.top, view.size, x, y, self.scale
        if self._fallen is None or self._fallen[0] != key:

            def seen(ring: Sequence[Point]) -> list[Point]:
                at = (space.to_lattice(*point) for point in ring)
                return [(a - space.left, b - space.top) for a, b in at]

            corners = seen(item.area[0][0])
            (left, top), (right, bottom) = (tuple(map(one, zip(*corners, strict=True))) for one in (min, max))
            room = pygame.Rect(left, top, right - left, bottom - top).clip(view)
            shelters = [seen(rings[0]) for area in item.shelters for rings in area]
            offset = x - space.left, y - space.top
            self._fallen = key, (weather.snow_surface(room, offset, self.scale, shelters), room.topleft)
        return self._fallen[1]

    def _token(
        self, blits: list[Blit], signs: list[Blit], item: Token, space: DrawSpace, view: pygame.Rect
    ) -> None:
        """Add a token with its shadow, letter and badge."""
        radius = max(2, round(item.radius * space.ppi))
        x, y = space.to_lattice(item.x, item.y)
        x, y = round(x) - space.left, round(y) - space.top
        half = int(radius * SPRITE_SPAN * (item.stretch or 1.0) / 2) + 1
        if not view.colliderect((x - half, y - half, 2 * half, 2 * half)):
            return
        now = isinstance(space, PanelSpace)
        body, name = self._body(token_look(item, radius), now)
        if item.faded or item.planned:
            share = PLANNED_ALPHA if item.planned else UNSEEN_ALPHA
            body = self._store.get_or_build((share, name), lambda: (_faded(body, share), 0, 0))[0]
        elif not (item.aloft or item.stretch):
            flying = item.flying
            cast, _ = self._sized(("shadow", flying), radius, lambda r: token_shadow(r, flying), now)
            blits.append((cast, (x - cast.get_width() // 2, y - cast.get_height() // 2)))
        blits.append((body, (x - body.get_width() // 2, y - body.get_height() // 2)))
        aside, letter = round(BADGE_OFFSET * radius), item.letter
        if item.badge and radius >= MIN_FIGURE_RADIUS_PX:
            icon, more = item.badge, item.more
            kind = ("badge", icon, more, radius < MIN_BADGE_RADIUS_PX)
            sign, _ = self._sized(kind, radius, lambda r: token_badge(icon, r, more), now)
            q = sign.get_height() // 2
            signs.append((sign, (x + aside - q, y - aside - q)))
        if letter and radius >= min_letter_radius(self.scale):
            sign, _ = self._sized(("letter", letter), radius, lambda r: letter_sprite(letter, r), now)
            wide, high = sign.get_size()
            signs.append((sign, (x - aside - wide // 2, y - aside - high // 2)))

    def _body(self, look: TokenLook, now: bool) -> tuple[pygame.Surface, Hashable]:
        """Return a token's sprite and its key; if it may not be built yet, rotate a sprite of its figure."""

        def made(radius: int) -> pygame.Surface:
            self._figures[look[:2]] = look._replace(radius=radius)
            return token_sprite(look._replace(radius=radius))

        def turned() -> tuple[pygame.Surface, Hashable]:
            other = self._figures.get(look[:2])
            if other is None:
                return self._sized(_kind(look), look.radius, made, True)
            name = ("turned", other, look.turn, look.radius)
            return self._store.get_or_build(name, lambda: (_turned(token_sprite(other), other, look), 0, 0))[
                0
            ], name

        return self._sized(_kind(look), look.radius, made, now, turned)

    def _sized(
        self,
        kind: Hashable,
        size: Size,
        make: Callable[[Size], pygame.Surface],
        now: bool,
        other: Callable[[], tuple[pygame.Surface, Hashable]] | None = None,
    ) -> tuple[pygame.Surface, Hashable]:
        """Return a sprite at a size (radius in pixels, or pixels per inch), and its key.

        If it may not be built yet, return the sprite of the nearest size, scaled, or the result of `other`.
        """
        known: set[Any] = self._sizes.setdefault(kind, set())
        if size in known or now or self._store.may_build() or not (known or other):
            known.add(size)
            return make(size), (kind, size)
        if not known and other:
            return other()
        near = min(known, key=lambda one: abs(one - size))
        name = (kind, near, size)
        return self._store.get_or_build(name, lambda: (_resized(make(near), size / near), 0, 0))[0], name

    def prepare_token(self, item: Token, ppi: float) -> bool:
        """Build the sprite of a piece in advance. Return False if it already exists."""
        look = token_look(item, max(2, round(item.radius * ppi)))
        known = self._sizes.setdefault(_kind(look), set())
        if look.radius in known:
            return False
        known.add(look.radius)
        token_sprite(look)
        return True

    def _spot(self, blits: list[Blit], item: Any, space: DrawSpace, view: pygame.Rect) -> None:
        """Add an item that has a point and uses the same sprite everywhere."""
        x, y = space.to_lattice(item.x, item.y)
        x, y = round(x) - space.left, round(y) - space.top
        if isinstance(item, PictureItem):
            if item.key in self.pictures:
                blits.append((self.pictures[item.key], (x, y)))
            return
        look = item._replace(dx=0.0, dy=0.0) if isinstance(item, Plate) else item
        kind = (type(item), look[3:])

        def at_zoom(ppi: float) -> Sprite:
            return self._store.get_or_build((kind, ppi), lambda: sprites.point_sprite(look, ppi, self.scale))

        if isinstance(item, CircleOutline | Glyph):
            sprite, _ = self._sized(
                kind, space.ppi, lambda ppi: at_zoom(ppi)[0], isinstance(space, PanelSpace)
            )
            dx, dy = -(sprite.get_width() // 2), -(sprite.get_height() // 2)
        else:
            sprite, dx, dy = at_zoom(0.0)
        if isinstance(item, Plate):
            dx, dy, _, _ = plate_extent(item, self.scale)
        if view.colliderect((x + dx, y + dy, *sprite.get_size())):
            blits.append((sprite, (x + dx, y + dy)))

    def _signs(self, blits: list[Blit], item: SideGlyphs, space: DrawSpace) -> None:
        """Add the signs of a side, with one sprite for all points."""
        name = ("signs", item[2:], space.ppi)
        sprite, dx, dy = self._store.get_or_build(
            name, lambda: sprites.point_sprite(item, space.ppi, self.scale)
        )
        dx, dy = dx - space.left, dy - space.top
        places = (space.to_lattice(*place) for place in item.points)
        blits += [(sprite, (round(x) + dx, round(y) + dy)) for x, y in places]

    def _vector(self, blits: list[Blit], item: Patch | Stroke, space: DrawSpace, view: pygame.Rect) -> None:
        """Add a region or line, drawn as one sprite that is clipped to whole blocks around the view."""
        seen = view.move(space.left, space.top)
        at: Callable[[float, float], tuple[float, float]] = space.to_lattice
        name = RegionKey((type(item), *item[1:]), at(0, 0), space.ppi, _blocks(seen))
        found = self._store.find(name)
        if found is None and not isinstance(space, PanelSpace):
            if not self._store.may_build():
                blits += self._region_like(name, seen)
                return
            self._regions[name.look] = name
            if len(self._regions) > MAX_REGION_KEYS:
                self._regions.popitem(last=False)
        keep = self._store.get_or_build
        sprite, dx, dy = found or keep(name, lambda: sprites.region_sprite(item, at, self.scale, name.window))
        blits.append((sprite, (dx - space.left, dy - space.top)))

    def _region_like(self, name: RegionKey, seen: pygame.Rect) -> list[Blit]:
        """Return the last drawn sprite of a region, scaled, or nothing if it has not been drawn before."""
        before = self._regions.get(name.look)
        sprite = self._store.find(before) if before else None
        if before is None or sprite is None:
            return []
        smooth = seen.width * seen.height < MAX_SMOOTH_PIXELS
        part = scaled_part(sprite[0], (sprite[1], sprite[2]), name.ppi / before.ppi, seen, smooth)
        return [part] if part else []


def _kind(look: TokenLook) -> Hashable:
    """Return the look without its size."""
    return look[:2] + look[3:]


def token_look(item: Token, radius: int) -> TokenLook:
    """Return all properties on which the sprite of a token depends. `radius` is in pixels."""
    turn = (
        0
        if item.figure in FIGURES_WITHOUT_FACING
        else round(item.facing / FACING_STEP_DEG) % (360 // FACING_STEP_DEG)
    )
    return TokenLook(item.figure, item.side, radius, turn, item.lost, item.full, item.spent, item.stretch)


def _resized(sprite: pygame.Surface, k: float) -> pygame.Surface:
    """Return the sprite scaled by `k`, quickly but slightly blurred."""
    size = max(1, round(sprite.get_width() * k)), max(1, round(sprite.get_height() * k))
    return pygame.transform.smoothscale(sprite, size)


def _turned(sprite: pygame.Surface, made: TokenLook, wanted: TokenLook) -> pygame.Surface:
    """Return the sprite rotated and scaled to another look, quickly but with its original lighting."""
    return pygame.transform.rotozoom(
        sprite, FACING_STEP_DEG * (wanted.turn - made.turn), wanted.radius / made.radius
    )


def _blocks(view: pygame.Rect) -> PixelBox:
    left, top = view.left // BLOCK_PX * BLOCK_PX, view.top // BLOCK_PX * BLOCK_PX
    return left, top, -(-view.right // BLOCK_PX) * BLOCK_PX, -(-view.bottom // BLOCK_PX) * BLOCK_PX


def _faded(body: pygame.Surface, share: float) -> pygame.Surface:
    """Return a translucent copy of a token."""
    out = body.copy()
    out.fill((255, 255, 255, round(255 * share)), special_flags=pygame.BLEND_RGBA_MULT)
    return out
