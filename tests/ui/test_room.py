"""Every screen at every size and scale: all words are whole, in their boxes, and none lies over others."""

from __future__ import annotations

import pytest

from battlesim.ui.settings import Settings
from tests.ui.gallery import SCALES, SCREENS, SIZES, shown
from tests.ui.room import faults, watching


def faults_of(name: str, size: tuple[int, int], settings: Settings) -> list[str]:
    with watching() as seen, shown(name, size, settings):
        assert any(sheet.words for sheet in seen.sheets), "something is written"
        return faults(seen)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_all_words_have_room(name: str, size: tuple[int, int], scale: int) -> None:
    assert faults_of(name, size, Settings(scale=scale, volume=0)) == []


@pytest.mark.parametrize("name", SCREENS)
def test_all_words_have_room_in_centimetres(name: str) -> None:
    assert faults_of(name, SIZES[0], Settings(units="cm", scale=100, volume=0)) == []
