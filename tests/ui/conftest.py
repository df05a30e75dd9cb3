from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def as_at_first() -> Iterator[None]:
    """No test finds what another has left: its colours, what it held, what it did last to its window."""
    from tests.ui.usual import restore

    restore()
    yield
    restore()
