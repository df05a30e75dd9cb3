"""Words over the table's foot: broken into lines, beside the cards."""

from __future__ import annotations

from itertools import pairwise

from battlesim.render.drawlist import Plate
from battlesim.render.text_extent import plate_extent
from battlesim.ui.panels.banner import banner
from battlesim.ui.toolkit.layout import Rect

TABLE = Rect(100, 50, 700, 500)
WORDS = "Mobile Infantry win: the last Arachnid of the mission is gone, and everybody is aboard"


def places(words: str, heard: str = "", cards: tuple[Rect, ...] = ()) -> list[Rect]:
    found = []
    for item in banner(TABLE, words, heard, cards):
        assert isinstance(item, Plate)
        room = plate_extent(item, 1.0)
        found.append(Rect(item.x + room.x, item.y + room.y, room.width, room.height))
    return found


def test_long_words_stay_on_the_table_in_several_lines() -> None:
    lines = places(WORDS, "gunfire")
    assert len(lines) == 3
    assert all(TABLE.x <= line.x and line.right <= TABLE.right for line in lines)
    assert all(a.bottom <= b.y for a, b in pairwise(lines)), "one above the other"


def test_words_stand_beside_a_card_at_the_foot() -> None:
    card = Rect(440, 100, 344, 430)
    assert all(line.right <= card.x for line in places(WORDS, cards=(card,)))
    high = Rect(440, 60, 344, 200)
    assert places(WORDS, cards=(high,)) == places(WORDS)


def test_few_words_stand_under_a_card_that_leaves_them_room() -> None:
    card = Rect(440, 60, 344, 370)
    assert places("B looks back, Esc leaves", cards=(card,)) == places("B looks back, Esc leaves")
    assert all(line.right <= card.x for line in places(WORDS, cards=(card,)))


def test_a_caption_alone_stands_at_the_foot_beside_the_scale_bar() -> None:
    bar = Rect(116, 510, 186, 32)
    (line,) = places("", "gunfire", (bar,))
    assert bar.right < line.x and bar.y < line.y + line.height / 2 < bar.bottom
    assert places(WORDS, cards=(bar,)) == places(WORDS)
