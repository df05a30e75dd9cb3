from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import pygame

    from battlesim.ui.pages.page_host import PageHost
    from battlesim.ui.start.start_model import StartModel

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def as_at_first(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test finds what another has left: its colours, what it held, what it did last to its window.

    Sprites are shared, as they are the same for all.
    """
    from battlesim.render.pygame_backend import Canvas
    from tests.ui.usual import restore, share_sprites

    monkeypatch.setattr(Canvas, "__init__", share_sprites)
    restore()
    yield
    restore()


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Iterator[pygame.Surface]:
    """A screen, 1366 x 768 unless a test asks for another size."""
    import pygame

    pygame.init()
    yield pygame.display.set_mode(getattr(request, "param", (1366, 768)))
    pygame.quit()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a battle that came to its end, and one that did not."""
    from tests.ui.started import fill

    return fill(tmp_path_factory.mktemp("battles"))


@pytest.fixture
def model(played: Path) -> StartModel:
    """The start screen of a person with these battles."""
    from battlesim.ui.start.start_model import StartModel
    from battlesim.ui.start.table_picture import TablePicture

    return StartModel(played, TablePicture(), people=True)


@pytest.fixture
def desk(model: StartModel) -> PageHost:
    """A desk with it."""
    from tests.ui.started import desk_with

    return desk_with(model)
