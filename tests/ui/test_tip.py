"""What is said beside the pointer."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from battlesim.render.drawlist import PanelBox, TextLine
from battlesim.table.pieces import Aboard, Below
from battlesim.table.state import Table
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import tooltips, unit_card
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.card_placement import (
    candidate_rects,
    least_hiding_rect,
    overlaps_disc,
    rects_beside_disc,
)
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from tests.ui.battles import model
from tests.ui.gallery import VIEWS, shown


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_the_card_about_a_piece_leaves_its_base_free(size: tuple[int, int], scale: int) -> None:
    with shown("tooltip", size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        model = window.model
        piece = model.state.table.pieces[model.pointer.hovered_piece]
        disc = x, y, radius = window.stage.base_disc(piece)
        place = partial(window.stage.card_rect_beside_disc, disc)
        card = next(
            item
            for item in tooltips.piece_tooltip(model, model.state.table, piece, place)
            if isinstance(item, PanelBox)
        )
        across = max(card.x - x, 0.0, x - card.x - card.width)
        down = max(card.y - y, 0.0, y - card.y - card.height)
        assert across**2 + down**2 >= radius**2


def test_the_card_about_a_piece_hides_neither_the_fight_nor_cards_and_words() -> None:
    """Those who fight, the names beside them and the card of odds stay free where there is room."""
    room, disc = Rect(0, 0, 900, 600), (300.0, 300.0, 10.0)
    fight = [(330.0 + 20 * k, 290.0, 10.0) for k in range(4)]
    odds, name = Rect(600, 0, 300, 300), Rect(250, 315, 100, 20)
    near = rects_beside_disc(disc, 160.0, 80.0, room)
    at = least_hiding_rect(
        [*near, *candidate_rects(room, 160.0, 80.0, EMPTY_RECT)], [odds], [*fight, disc], [name], []
    )
    assert at in near and not at.overlaps(odds) and not at.overlaps(name)
    assert not any(overlaps_disc(at, one) for one in (*fight, disc))


def test_where_all_about_a_piece_is_crowded_its_card_stands_along_the_rim() -> None:
    room, disc = Rect(0, 0, 900, 600), (300.0, 300.0, 10.0)
    crowd = [(100.0 + 40 * j, 150.0 + 40 * k, 10.0) for j in range(10) for k in range(8)]
    near = rects_beside_disc(disc, 160.0, 80.0, room)
    at = least_hiding_rect([*near, *candidate_rects(room, 160.0, 80.0, EMPTY_RECT)], [], [disc], [], crowd)
    assert at not in near and not any(overlaps_disc(at, one) for one in crowd)


@pytest.mark.parametrize(("place", "words"), [(Aboard, "on it"), (Below, "under it")])
def test_the_card_about_a_piece_names_what_it_carries_and_what_lies_under_it(
    place: type[Aboard | Below], words: str
) -> None:
    known = model("first_contact")
    table, (ship, guest) = known.state.table, list(known.state.table.standing_pieces())[:2]
    laden = table.with_pieces(msgspec.structs.replace(guest, place=place(ship.id)))

    def said(of: Table) -> list[str]:
        items = tooltips.piece_tooltip(known, of, of.piece(ship.id), partial(Rect, 0.0, 0.0))
        return [i.shown_text for i in items if isinstance(i, TextLine)]

    assert f"{words}: {guest.name}" in said(laden)
    assert not any(words in line for line in said(table))


def test_the_unit_card_says_under_which_piece_a_piece_lies() -> None:
    known = model("first_contact")
    table, (counter, guest) = known.state.table, list(known.state.table.standing_pieces())[:2]
    known.state = known.state.with_table(table.with_place(guest.id, Below(counter.id)))
    known.pointer.selected_piece = guest.id
    shown = unit_card.build(known, Rect(0, 0, 400, 900), True).items
    assert f"under {counter.name}" in [i.shown_text for i in shown if isinstance(i, TextLine)]


@pytest.mark.parametrize(("full", "shown"), [(1, False), (3, True)])
def test_the_card_about_a_piece_counts_hit_points_only_where_there_are_several(
    full: int, shown: bool
) -> None:
    known = model("first_contact")
    piece = msgspec.structs.replace(known.state.table.standing_pieces()[0], hits=full, hits_full=full)
    card = tooltips.piece_tooltip(known, known.state.table, piece, partial(Rect, 0.0, 0.0))
    lines = [str(item.shown_text) for item in card if isinstance(item, TextLine)]
    assert any(f"{full} of {full}" in line for line in lines) is shown
