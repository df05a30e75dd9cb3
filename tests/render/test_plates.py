"""Plates beside what lies over the table: they stand clear of it, or names and labels are left out."""

from __future__ import annotations

import pytest

from battlesim.render import overlays
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Layer, Plate
from battlesim.render.plate_layout import ViewRect, arranged_items, plate_rect, rects_overlap

CAMERA = Camera(12, 28, 0, 0, 448, 336)
"""16 x 12 in, 28 pixels an inch."""
CARD: ViewRect = (60.0, 30.0, 448.0, 300.0)
"""Most of the view."""
TARGET: ViewRect = (0.0, 0.0, 448.0, 336.0)
"""A thing to keep free that is everywhere."""


def plate(x: float, y: float, words: str, colour: str = "cream", size: str = "small") -> Plate:
    return Plate(Layer.PLATE, x, y, words, colour, size=size)


def put(
    *plates: Plate,
    cards: tuple[ViewRect, ...] = (),
    keep: tuple[ViewRect, ...] = (),
    bases: tuple[ViewRect, ...] = (),
) -> list[ViewRect]:
    """Where the plates stand in the view."""
    placed = arranged_items(plates, CAMERA, 1.0, keep, cards, bases)
    return [plate_rect(item, CAMERA, 1.0) for item in placed if isinstance(item, Plate)]


def inside(rect: ViewRect) -> bool:
    return rect[0] >= 0 and rect[1] >= 0 and rect[2] <= CAMERA.width and rect[3] <= CAMERA.height


def test_words_under_a_large_card_stand_beside_it() -> None:
    (at,) = put(plate(9, 6, "24.6 in edge to edge, 25.1 in centre to centre"), cards=(CARD,))
    assert inside(at) and not rects_overlap(at, CARD)


def test_many_words_under_a_card_stand_beside_it_and_each_other() -> None:
    found = put(*(plate(9, 6, f"wall {k} hides 20 %") for k in range(4)), cards=(CARD,))
    assert len(found) == 4 and all(inside(at) and not rects_overlap(at, CARD) for at in found)
    assert not any(rects_overlap(a, b) for k, a in enumerate(found) for b in found[:k])


def test_words_rather_cover_a_target_than_stand_under_a_card() -> None:
    (at,) = put(plate(9, 6, "wall hides 20 %"), cards=(CARD,), keep=(TARGET,))
    assert inside(at) and not rects_overlap(at, CARD)


@pytest.mark.parametrize("label", [plate(9, 6, "Barracks", "dim"), plate(9, 6, "H", "sky", "caption")])
def test_a_name_or_letter_of_what_a_card_covers_is_left_out(label: Plate) -> None:
    assert put(label, cards=(CARD,)) == []
    assert len(put(label)) == 1


@pytest.mark.parametrize("label", [plate(3, 6, "Barracks", "dim"), plate(3, 6, "H", "sky", "caption")])
def test_a_label_of_what_lies_just_under_a_card_does_not_stand_beside_it(label: Plate) -> None:
    assert put(label, cards=(CARD,)) == []
    assert len(put(plate(1.9, 6, "H", "sky", "caption"), cards=(CARD,))) == 1


def test_a_name_never_stands_over_a_target_and_a_letter_does_when_it_must() -> None:
    assert put(plate(9, 6, "Barracks", "dim"), keep=(TARGET,)) == []
    assert len(put(plate(9, 6, "H", "sky", "caption"), keep=(TARGET,))) == 1


def test_a_name_gives_way_to_a_piece_and_is_left_out_among_many() -> None:
    base = (245.0, 160.0, 275.0, 175.0)
    (at,) = put(plate(9, 6, "Barracks", "dim"), bases=(base,))
    assert not rects_overlap(at, base)
    assert put(plate(9, 6, "Barracks", "dim"), bases=(TARGET,)) == []


def test_a_letter_gives_way_to_a_piece_where_it_can() -> None:
    base = (245.0, 160.0, 275.0, 175.0)
    (at,) = put(plate(9, 6, "H", "sky", "caption"), bases=(base,))
    assert not rects_overlap(at, base)
    assert len(put(plate(9, 6, "H", "sky", "caption"), bases=(TARGET,))) == 1


def test_a_label_stands_on_another_side_of_its_pin_where_its_own_is_under_a_card() -> None:
    (pin,) = (
        item
        for item in overlays.icon_pin((15.5, 6), "flag", text="at 72.0, 24.0 in")
        if isinstance(item, Plate)
    )
    sign, piece, card = (421.0, 155.0, 447.0, 181.0), (376.0, 150.0, 401.0, 175.0), (0.0, 182.0, 448.0, 336.0)
    (at,) = put(pin, cards=(card,), keep=(sign,), bases=(piece,))
    assert not any(rects_overlap(at, other) for other in (sign, piece, card))


def test_a_letter_between_words_stands_beside_its_piece() -> None:
    words = plate(9, 6.6, "4.7 in edge to edge"), plate(9, 7.4, "Acid Stream, 3 in: touches 2")
    base = (230.0, 148.0, 276.0, 190.0)
    *_, at = put(*words, plate(9, 6.6, "L", "sky", "caption"), bases=(base,))
    assert not rects_overlap(at, base)


def test_words_leave_a_piece_free_near_by_and_never_go_far_for_one() -> None:
    words, base = plate(9, 6, "0.96 in edge to edge"), (245.0, 160.0, 275.0, 175.0)
    (at,) = put(words, bases=(base,))
    assert not rects_overlap(at, base)
    (alone,), (among_many,) = put(words), put(words, bases=(TARGET,))
    assert among_many == alone


def test_words_go_round_a_crowd_of_pieces() -> None:
    crowd: ViewRect = (150.0, 60.0, 354.0, 276.0)
    (at,) = put(plate(9, 6, "0.96 in edge to edge"), bases=(crowd,))
    assert inside(at) and not rects_overlap(at, crowd)


def test_a_letter_stands_no_farther_than_it_must() -> None:
    low, high = (225.0, 140.0, 279.0, 190.0), (225.0, 86.0, 279.0, 139.0)
    (at,) = put(plate(9, 6.6, "H", "sky", "caption"), bases=(low, high))
    assert not rects_overlap(at, low) and not rects_overlap(at, high)
    assert min(abs(at[0] - low[2]), abs(at[2] - low[0])) <= 3


def test_words_give_way_sideways_between_a_card_and_a_piece() -> None:
    card, target = (54.0, 233.0, 402.0, 336.0), (410.0, 182.0, 438.0, 210.0)
    (at,) = put(plate(13.2, 3.2, "3.6 in edge to edge"), cards=(card,), bases=(target,))
    assert not rects_overlap(at, card) and not rects_overlap(at, target)


def test_words_stand_as_near_as_there_is_room() -> None:
    bar: ViewRect = (0.0, 280.0, 448.0, 336.0)
    (at,) = put(plate(8, 0.5, "7.9 in edge to edge"), cards=(bar,))
    assert 0 < bar[1] - at[3] <= 28
