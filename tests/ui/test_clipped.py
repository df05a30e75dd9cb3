"""No words are cut: on every screen at every size and scale all that is said is said in full."""

from __future__ import annotations

import pytest

from battlesim.ui.settings.settings import Settings
from tests.ui.gallery import SCALES, SCREENS, SIZES, shown
from tests.ui.room import Seen, watching

CUT = "…"
SPELT = ("my own…", "Go into…", "Thinking…")
"""Words that end so because more is asked when they are chosen."""


def cut(seen: Seen) -> list[str]:
    """The words that were cut to the room they have."""
    said = {words.string for sheet in seen.sheets for _, words in sheet.words}
    return sorted(words for words in said if CUT in words and words not in SPELT)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_no_words_are_cut(name: str, size: tuple[int, int], scale: int) -> None:
    with watching() as seen, shown(name, size, Settings(scale=scale, volume=0)):
        assert cut(seen) == []
