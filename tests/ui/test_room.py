"""Every screen at every size and scale: all words are whole, said in full, in their boxes, and none lies over
others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlesim.ui.battle.hints import HintPresenter, all_hints
from battlesim.ui.battle.window import Window
from battlesim.ui.replay import ReplayScreen
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.ui.gallery import AT_SCALES, SCREENS, SIZES, VIEWS, by_turns, shown
from tests.ui.gallery_battle import settle
from tests.ui.room import Seen, crowding, faults, watching

WITH_ODDS = (
    *("choose one", "assign", "move"),
    *("melee", "plasma", "strike run", "folded question"),
)
"""Screens of the gallery on which the card of odds is shown."""
WITHOUT_ODDS = (
    *("watch", "watch large", "dice card", "end", "folded", "hint", "review", "measured"),
    *("dice", "place", "point", "facing", "activation", "action", "choose some", "reaction"),
)
"""Other screens with a table, on which nothing hides words either."""
CUT = "…"
LENGTH = re.compile(r"\d in(ch(es)?)?\b(?! (all|play|reserve|melee)\b)")
SPELT = ("my own…", "Go into…", "Thinking…")
"""Words that end so because more is asked when they are chosen."""
TAPES = (
    ((0.05, 0.05), (0.4, 0.05)),
    ((0.5, 0.5), (0.95, 0.9)),
    ((0.6, 0.1), (0.9, 0.3)),
    ((0.1, 0.9), (-0.5, 2.0)),
)
"""Where tapes are laid: shares of the view from its lower left corner, where the scale is."""


def cut(seen: Seen) -> list[str]:
    """The words that were cut to the room they have."""
    said = {words.string for sheet in seen.sheets for _, words in sheet.words}
    return sorted(words for words in said if CUT in words and words not in SPELT)


@pytest.mark.parametrize(("size", "scale"), VIEWS)
@pytest.mark.parametrize("name", by_turns(SCREENS, 0))
def test_all_words_have_room_and_none_are_cut(name: str, size: tuple[int, int], scale: int) -> None:
    with watching() as seen, shown(name, size, Settings(scale=scale, volume=0)) as window:
        assert any(sheet.words for sheet in seen.sheets), "something is written"
        assert cut(seen) == []
        assert faults(seen) == []
        if name in WITHOUT_ODDS:
            assert isinstance(window, Window) and crowding(window) == []


@pytest.mark.parametrize("name", by_turns(SCREENS, 1))
def test_all_words_have_room_in_centimetres(name: str) -> None:
    with watching() as seen, shown(name, SIZES[0], Settings(units="cm", scale=100, volume=0)):
        assert faults(seen) == []
        said = {words.string for sheet in seen.sheets for _, words in sheet.words}
        assert sorted(words for words in said if LENGTH.search(words)) == [], "all lengths are in centimetres"


def tapes_over(window: Window) -> list[str]:
    """What runs over what with all that can be laid over the table, for each place of the tape."""
    camera, found = window.model.camera, list[str]()
    window.instruments = Instruments(window.model, WorkQueue(None))
    window.do("threats")
    settle(window)
    for tape in TAPES:
        ends = [camera.to_table(x * camera.width, (1 - y) * camera.height) for x, y in tape]
        window.instruments.ruler.start, window.instruments.ruler.end = ends
        settle(window)
        found += crowding(window)
    return found


@pytest.mark.parametrize(("size", "scale"), VIEWS)
@pytest.mark.parametrize("name", by_turns(WITH_ODDS, 0))
def test_nothing_on_the_table_hides_words(name: str, size: tuple[int, int], scale: int) -> None:
    with watching(), shown(name, size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.odds_card
        assert crowding(window) + tapes_over(window) == []


@pytest.mark.parametrize("scale", AT_SCALES)
@pytest.mark.parametrize("name", by_turns(WITH_ODDS, 1))
def test_hints_cover_no_card(name: str, scale: int, tmp_path: Path) -> None:
    with watching() as seen, shown(name, SIZES[0], Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        window.cards.hints = HintPresenter(tmp_path / "hints.json")
        for hint in all_hints():
            window.cards.hints.seen = frozenset(other.id for other in all_hints()) - {hint.id}
            for _ in range(3):
                window.advance_frame(0.05)
            assert faults(seen) + crowding(window) == [], hint.id


@pytest.mark.parametrize("name", ["action", "reaction", "choose one", "melee"])
def test_who_is_asked_about_is_in_view_on_a_small_table(name: str) -> None:
    with watching(), shown(name, SIZES[0], Settings(scale=200, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.picker
        camera, spots = window.model.camera, window.prompt.picker.looked_at_points()
        assert spots and all(camera.is_in_view(*spot) for spot in spots[-1:])


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_every_note_has_room(size: tuple[int, int], scale: int) -> None:
    with watching() as seen, shown("lesson", size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window) and isinstance(window.content, ReplayScreen)
        for mark in window.content.session.notes:
            window.model.playback.seek(mark.at)
            settle(window)
            assert faults(seen) + crowding(window) == [], mark.name


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", by_turns(WITH_ODDS, 1))
def test_every_leaf_of_the_odds_has_room(name: str, size: tuple[int, int]) -> None:
    with watching() as seen, shown(name, size, Settings(scale=200, volume=0)) as window:
        assert isinstance(window, Window)
        for _ in range(4):
            window.do("odds", 1)
            window.advance_frame(0.05)
            window.advance_frame(0.05)
            assert faults(seen) + crowding(window) == []
