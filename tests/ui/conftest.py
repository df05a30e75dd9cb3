from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def usual_look() -> Iterator[None]:
    """Colours, units and scale as they are at first, and no key held, whatever a test has chosen."""
    from battlesim.render import palette, text
    from battlesim.ui.incoming import INCOMING

    yield
    INCOMING.forget()
    palette.use("default")
    text.use(1.0, text.Unit())
