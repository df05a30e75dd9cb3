"""Background jobs that read tiles of the table from disk in a thread, or render them in a process."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from pathlib import Path

import pygame

from battlesim.processes import single_thread_executor
from battlesim.render.tiles import (
    Pixels,
    TilePlace,
    for_display,
    light_tile_to_disk,
    read_tile,
    render_tile,
    surface_from_pixels,
    tile_file,
    trim_tile_cache,
)
from battlesim.table.terrain import Ground

TileRequest = tuple[TilePlace, frozenset[str]]
"""A tile, and the ids of the buildings whose roofs are open in it."""

MAX_TILES_PER_FRAME = 4
"""Maximum number of tiles converted to surfaces in a frame."""


class TileJobs:
    """The background jobs that read the tiles of a view from disk or render them.

    Tiles are rendered only if there is an executor, and read from disk only if there is a folder.
    """

    def __init__(self, executor: Executor | None, folder: Path | None) -> None:
        self.executor, self.folder = executor, folder
        self._reader = single_thread_executor("tiles") if folder else None
        if self._reader and folder:
            self._reader.submit(trim_tile_cache, folder)
        self._reads: dict[str, Future[pygame.Surface | None]] = {}
        self._lights: dict[str, Future[Pixels]] = {}
        self._disk_jobs: list[Future[None]] = []
        self._not_on_disk: set[str] = set()
        self.broken = False

    @property
    def busy(self) -> bool:
        """True if any of the requested tiles are still pending."""
        return bool(self._reads or self._lights)

    def request_tiles(
        self,
        requests: Mapping[str, TileRequest],
        ground: Ground,
        at_once: bool = False,
        first_keys: Collection[str] = (),
    ) -> dict[str, pygame.Surface]:
        """Request tiles, and cancel earlier requests that have not started and are no longer needed.

        If `at_once` is true, tiles stored on disk are read immediately and returned. Tiles in `first_keys`
        are rendered in a thread, so that they need not wait for a process to start.
        """
        for waiting in (self._reads, self._lights):
            for key in [key for key, job in waiting.items() if key not in requests and job.cancel()]:
                del waiting[key]
        found = {}
        for key, (place, opened) in requests.items():
            if key in self._reads or key in self._lights:
                continue
            read = self._reader is not None and key not in self._not_on_disk
            kept = self._stored(key, read_tile(tile_file(self.folder, key))) if read and at_once else None
            if kept:
                found[key] = kept
            elif self._reader and key not in self._not_on_disk:
                self._reads[key] = self._reader.submit(read_tile, tile_file(self.folder, key))
            else:
                self._submit_lighting(key, (place, opened), ground, key in first_keys)
        return found

    def _stored(self, key: str, read: pygame.Surface | None) -> pygame.Surface | None:
        if read is None:
            self._not_on_disk.add(key)
        return for_display(read) if read else None

    def _submit_lighting(self, key: str, wanted: TileRequest, ground: Ground, in_thread: bool) -> None:
        if self.executor is None or self.broken:
            return
        by = self._reader if in_thread and self._reader else self.executor
        try:
            self._lights[key] = by.submit(render_tile, ground, *wanted, self.folder)
        except BrokenExecutor:
            self.broken = True

    def prepare_on_disk(
        self, tiles: Sequence[TilePlace], ground: Ground, open_roof_ids: frozenset[str]
    ) -> None:
        """Render tiles and store them on disk in the background. An earlier request to do so is cancelled."""
        for job in self._disk_jobs:
            job.cancel()
        self._disk_jobs = []
        if self.executor is None or self.folder is None or self.broken:
            return
        with suppress(BrokenExecutor):
            self._disk_jobs = [
                self.executor.submit(light_tile_to_disk, ground, place, open_roof_ids, self.folder)
                for place in tiles
            ]

    def wait_for_tiles(self, keys: Collection[str], seconds: float) -> dict[str, pygame.Surface]:
        """Wait until the given tiles are rendered or `seconds` have passed. Return the finished tiles."""
        wait([job for key, job in self._lights.items() if key in keys], seconds)
        return self.take_finished()

    def take_finished(self) -> dict[str, pygame.Surface]:
        """Return the finished tiles by key, but no more than may be processed in one frame."""
        found: dict[str, pygame.Surface] = {}
        for key in [key for key, job in self._reads.items() if job.done()][:MAX_TILES_PER_FRAME]:
            kept = self._stored(key, self._reads.pop(key).result())
            if kept:
                found[key] = kept
        for key in [key for key, job in self._lights.items() if job.done()][
            : MAX_TILES_PER_FRAME - len(found)
        ]:
            job = self._lights.pop(key)
            if not job.cancelled() and job.exception() is None:
                found[key] = surface_from_pixels(job.result())
        return found
