"""A cache of sprites that limits the time spent on building new sprites in each frame."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from time import perf_counter

from battlesim.render.sprites import Sprite

MAX_CACHED_PIXELS = 40_000_000
"""Maximum number of pixels of all cached sprites (four bytes each)."""


class SpriteCache:
    """A cache of sprites. When it is full, it drops the least recently used sprites.

    If the time for new sprites in a frame has run out, no more are built, and `unfinished` is True.
    """

    def __init__(self) -> None:
        self.unfinished = False
        self._sprites: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._pixels = 0
        self._spare = self._until = math.inf

    @contextmanager
    def limit_new_sprites(self, seconds: float) -> Iterator[None]:
        """Return a context that limits the time for building sprites to `seconds`, counted from the first."""
        self._spare, self._until, self.unfinished = seconds, math.inf, False
        try:
            yield
        finally:
            self._spare = self._until = math.inf

    def may_build(self) -> bool:
        """Return whether there is time to build another sprite. In each frame, one is always built."""
        now = perf_counter()
        may = now < self._until
        self._until = min(self._until, now + self._spare)
        self.unfinished = self.unfinished or not may
        return may

    def find(self, key: Hashable) -> Sprite | None:
        """Return the sprite cached under the given key, or None if there is none."""
        found = self._sprites.get(key)
        if found:
            self._sprites.move_to_end(key)
        return found

    def get_or_build(self, key: Hashable, build: Callable[[], Sprite]) -> Sprite:
        """Return the sprite cached under the given key. If there is none, build and cache it first."""
        found = self.find(key)
        if found:
            return found
        made = self._sprites[key] = build()
        self._pixels += _size(made)
        while self._pixels > MAX_CACHED_PIXELS and len(self._sprites) > 1:
            self._pixels -= _size(self._sprites.popitem(last=False)[1])
        return made


def _size(sprite: Sprite) -> int:
    return sprite[0].get_width() * sprite[0].get_height()
