"""What decides is told on a small screen with large letters; cards and panes keep their edges."""

from __future__ import annotations

import pytest

from battlesim.render.drawlist import Layer
from battlesim.render.palette import rgba
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.settings.settings import Settings
from tests.ui.gallery import SCALES, SIZES, shown
from tests.ui.room import watching

DECISIVE = (
    *(
        ("log filtered", "2 of 2 hit; Rifles 1 lost"),
        ("log filtered", "Rifles 2 lost; Farmhouse at 3 of 4"),
        ("dice card", "Rifles 2 lost; Farmhouse at 3 of 4"),
    ),
    *(("end", "Mobile Infantry win"), ("watch", "Arachnid activations"), ("activation", "MI activations")),
)
"""What the log and the bar on top are read for, on a screen."""


@pytest.mark.parametrize(("name", "words"), DECISIVE)
def test_what_came_of_it_is_told_on_a_small_screen_with_large_letters(name: str, words: str) -> None:
    with watching() as seen, shown(name, SIZES[0], Settings(scale=200, volume=0)):
        assert any(said.string == words for sheet in seen.sheets for _, said in sheet.words)


@pytest.mark.parametrize("scale", SCALES)
def test_nothing_of_a_pane_shows_outside_its_round_corners(scale: int) -> None:
    with shown("curtain", SIZES[0], Settings(scale=scale, volume=0)) as desk:
        assert isinstance(desk, PageHost)
        x, y, width, height = (round(side) for side in desk.panes[0].rect.scaled(scale / 100))
        for corner in ((x, y), (x + width - 1, y), (x, y + height - 1), (x + width - 1, y + height - 1)):
            assert desk.screen.get_at(corner)[:3] == rgba("void")[:3]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_list_of_keys_stays_off_the_edges_of_the_window(size: tuple[int, int], scale: int) -> None:
    with watching() as seen, shown("keys of the battle", size, Settings(scale=scale, volume=0)):
        cards = [at for sheet in seen.sheets for _, box, at in sheet.boxes if box.layer == Layer.DIALOG]
        assert cards and all(left > 1 and right < size[0] - 1 for left, _, right, _ in cards)


@pytest.mark.parametrize("name", ["curtain", "orders", "crash"])
def test_what_a_card_in_the_middle_asks_stands_in_its_middle(name: str) -> None:
    with shown(name, SIZES[0], Settings(scale=100, volume=0)) as desk:
        assert isinstance(desk, PageHost)
        card = desk.panes[0]
        wide = [spot.rect for spot in card.drawn.spots if spot.rect.width > card.rect.width / 2]
        assert wide and all(rect.x == card.rect.width - rect.right for rect in wide)
