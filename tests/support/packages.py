"""Rulesets that come as packages of their own, with metadata: found while their folder is on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "rulesets" / "packages"
DUEL = FOLDER / "card_duel" / "crossroads.toml"


@contextmanager
def on_path() -> Iterator[None]:
    """Have the packages installed, as it were. What was loaded of them stays loaded."""
    sys.path.insert(0, str(FOLDER))
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))
