"""Which view shows what is spoken of: a table of 60 by 40 in, a view of 600 by 400 pixels."""

from __future__ import annotations

from battlesim.render.camera import Camera
from battlesim.render.framing import FramingSubject, ViewCovers, ViewRect, framed_camera, framing_zooms

VIEW = Camera(40.0, 22.0, 0, 0, 600, 400)
ZOOMS = framing_zooms(22.0, 10.0)
UPPER, LOWER = (300.0, 0.0, 600.0, 200.0), (300.0, 200.0, 600.0, 400.0)


def view(*spots: tuple[float, float], cards: tuple[tuple[ViewRect, ...], ...] = ()) -> Camera:
    about = FramingSubject(tuple((*spot, 0.5) for spot in spots))
    return framed_camera(VIEW, ZOOMS, about, lambda camera: ViewCovers((), cards), 60.0)


def test_a_view_that_shows_all_stays() -> None:
    assert view((5, 35), (20, 30)) == VIEW


def test_what_is_out_of_view_is_come_to_without_zooming() -> None:
    seen = view((40, 10))
    assert seen.ppi == VIEW.ppi and seen.is_in_view(40, 10, -0.5)


def test_what_lies_far_apart_is_seen_from_farther_off_and_no_farther_than_need_be() -> None:
    seen = view((5, 35), (35, 30))
    assert seen.ppi == 17 and seen.is_in_view(5, 35, -0.5) and seen.is_in_view(35, 30, -0.5)


def test_the_view_moves_when_the_card_has_no_place_that_hides_nothing() -> None:
    seen = view((20, 35), cards=((UPPER,),))
    x, y = seen.to_screen(20, 35)
    assert seen.ppi == VIEW.ppi and not (x > 289 and y < 211)


def test_the_view_stays_when_the_card_has_another_place() -> None:
    assert view((20, 35), cards=((UPPER, LOWER),)) == VIEW


def test_a_place_that_is_only_to_be_in_view_may_lie_under_a_card() -> None:
    about = FramingSubject(points=((20.0, 35.0),))
    assert framed_camera(VIEW, ZOOMS, about, lambda camera: ViewCovers((UPPER,)), 60.0) == VIEW


def test_the_view_shows_nothing_beyond_the_table_without_need() -> None:
    seen = view((50, 39))
    assert seen.top == 0 and seen.left + seen.width <= 60 * seen.ppi


def test_the_signs_of_what_is_spoken_of_are_in_view_too() -> None:
    about = FramingSubject(((60.0, 20.0, 0.5),))
    seen = framed_camera(VIEW, ZOOMS, about, lambda camera: ViewCovers(), 60.0, pad=28)
    assert seen.to_screen(60, 20)[0] + 0.5 * seen.ppi + 28 <= seen.width
