"""What is said beside the pointer."""

from __future__ import annotations

import pytest

from battlesim.render.drawlist import Box
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import tip
from battlesim.ui.settings.settings import Settings
from tests.ui.gallery import VIEWS, shown


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_the_card_about_a_piece_leaves_its_base_free(size: tuple[int, int], scale: int) -> None:
    with shown("tooltip", size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        model = window.model
        piece = model.state.table.pieces[model.pointing.pointed]
        x, y, room, radius = window.stage.base(piece)
        card = next(
            item
            for item in tip.about(model, model.state.table, piece, x, y, room, radius)
            if isinstance(item, Box)
        )
        across = max(card.x - x, 0.0, x - card.x - card.width)
        down = max(card.y - y, 0.0, y - card.y - card.height)
        assert across**2 + down**2 >= radius**2
        assert card.y + card.height <= y + radius, "the name below it is free as well"
