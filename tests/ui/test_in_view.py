"""What a screen speaks of is in view with nothing over it; other pieces are covered only where need be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from battlesim.render.camera import Camera
from battlesim.render.drawlist import Plate
from battlesim.render.framing import FramingSubject
from battlesim.render.plate_layout import plate_rect
from battlesim.ui.battle.hints import HintPresenter
from battlesim.ui.battle.window import Window
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.camera_follower import CameraFollower
from battlesim.ui.table.camera_subject import line_subject
from battlesim.ui.table.card_placement import candidate_rects, free_table_rect, overlaps_disc
from battlesim.ui.table.table_view import MIN_START_PX_PER_IN
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from tests.ui.gallery import AT_SCALES, SIZES, VIEWS, by_turns, shown
from tests.ui.gallery_battle import settle
from tests.ui.met import QUESTIONS
from tests.ui.room import watching

MOMENTS = (
    *("watch", "dice card", "end", "log filtered", "folded", "folded question", "hint", "measured"),
    *("review", "seen by", "lesson"),
)
"""Screens of a battle that are no plain questions."""
ROUND = 0.05
"""Inches that rounding to pixels may take."""


def spoken(window: Window) -> FramingSubject:
    """What is spoken of."""
    topic = window.stage.camera_subject()
    return topic.framing if topic else line_subject(window.model).framing


def lying_over(window: Window) -> dict[str, Rect]:
    """What lies over the table, by name."""
    scale, table = window.canvas.scale, window.stage.layout.table
    places = [
        Rect(table.x + a / scale, table.y + b / scale, (c - a) / scale, (d - b) / scale)
        for a, b, c, d in window.occluding_rects()
    ]
    return {f"card {k}": place for k, place in enumerate(places)} | {
        "scale": window.stage.table_projection.scale_bar_rect
    }


def hidden(window: Window) -> list[str]:
    """What is out of view, and what lies over what is spoken of."""
    camera, (discs, bounds) = window.model.camera, spoken(window)
    found = [f"{disc} is out of view" for disc in discs if not camera.is_in_view(*disc[:2], ROUND - disc[2])]
    found += [f"{at} is out of view" for at in bounds if not camera.is_in_view(*at, ROUND)]
    seen = [disc for disc in discs if window.stage.table_projection.screen_discs([disc])]
    over = lying_over(window)
    return found + [
        f"{name} over {disc}"
        for disc, at in zip(seen, window.stage.table_projection.screen_discs(seen), strict=True)
        for name, place in over.items()
        if overlaps_disc(place, at)
    ]


def covered(window: Window) -> list[str]:
    """The card that lies over a piece though there is a place where it lies over none, nor over what is
    spoken of."""
    asking = window.prompt
    card = asking.odds_panel.shown_rect if asking and asking.odds_card else window.cards.dice.shown_rect
    bases = window.stage.piece_discs()
    if not card.width or not any(overlaps_disc(card, base) for base in bases):
        return []
    panel = asking.panel_rect() if asking else EMPTY_RECT
    room = free_table_rect(window.stage.layout, panel)
    on = window.stage.table_projection
    ways, kept = (
        candidate_rects(room, card.width, card.height, on.scale_bar_rect),
        on.screen_discs(spoken(window).discs),
    )
    return [
        f"{card} could be at {way}"
        for way in ways
        if not any(overlaps_disc(way, at) for at in (*bases, *kept))
    ]


def words_over_pieces(window: Window) -> list[str]:
    """The words on the table that lie over a piece."""
    scale, camera, bases = window.canvas.scale, window.model.camera, window.stage.piece_discs()
    plates = [item for item in window.view.drawn.table if isinstance(item, Plate)]
    at = [(plate, plate_rect(plate, camera, scale)) for plate in plates]
    table = window.stage.layout.table
    edges = [(plate, [edge / scale for edge in place]) for plate, place in at]
    rects = [(plate, Rect(table.x + a, table.y + b, c - a, d - b)) for plate, (a, b, c, d) in edges]
    return [
        plate.shown_text for plate, rect in rects if any(overlaps_disc(rect, base, -1.0) for base in bases)
    ]


@pytest.mark.parametrize(("size", "scale"), VIEWS)
@pytest.mark.parametrize("name", by_turns([*MOMENTS, *QUESTIONS], 0))
def test_what_is_spoken_of_is_in_view_and_nothing_lies_over_it(
    name: str, size: tuple[int, int], scale: int
) -> None:
    with watching(), shown(name, size, Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        settle(window)
        assert hidden(window) == []
        window.draw()
        assert words_over_pieces(window) == []
        if name in QUESTIONS or name == "dice card":
            assert covered(window) == []


@pytest.mark.parametrize("scale", AT_SCALES)
@pytest.mark.parametrize("name", by_turns(QUESTIONS, 1))
def test_each_row_shows_what_it_is_about(name: str, scale: int) -> None:
    with watching(), shown(name, SIZES[0], Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.picker
        for _ in range(4):
            window.prompt.picker.step(1)
            settle(window)
            settle(window)
            assert hidden(window) == []


@pytest.mark.parametrize("scale", AT_SCALES)
@pytest.mark.parametrize("name", by_turns(QUESTIONS, 0))
def test_a_hint_lies_over_nobody_who_is_asked_about(name: str, scale: int, tmp_path: Path) -> None:
    with watching(), shown(name, SIZES[0], Settings(scale=scale, volume=0)) as window:
        assert isinstance(window, Window)
        window.cards.hints = HintPresenter(tmp_path / "hints.json")
        settle(window)
        settle(window)
        assert hidden(window) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_card_of_a_score_covers_least(size: tuple[int, int]) -> None:
    with watching(), shown("scores", size, Settings(scale=200, volume=0)) as window:
        assert isinstance(window, Window)
        card = window.cards.score.rect
        bar, bases = window.stage.table_projection.scale_bar_rect, window.stage.piece_discs()
        ways = candidate_rects(free_table_rect(window.stage.layout), card.width, card.height, bar)
        over = [sum(overlaps_disc(at, base) for base in bases) for at in (card, *ways)]
        assert over[0] == min(over)


def test_a_question_is_come_near_to_where_the_whole_table_is_too_small() -> None:
    with watching(), shown("melee", SIZES[1], Settings(scale=200, volume=0)) as window:
        assert isinstance(window, Window)
        settle(window)
        assert window.model.camera.ppi >= 2 * MIN_START_PX_PER_IN - 1


def test_a_view_that_shows_all_does_not_move() -> None:
    with watching(), shown("action", SIZES[2], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.picker
        before = window.model.camera
        window.prompt.picker.step(1)
        settle(window)
        assert window.model.camera == before


def test_a_view_moved_by_hand_stays_until_the_next_question() -> None:
    with watching(), shown("choose one", SIZES[0], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.picker
        window.do("zoom", 3)
        by_hand = window.model.camera
        window.prompt.picker.step(1)
        settle(window)
        assert window.model.camera.ppi == by_hand.ppi
        looked_at = window.prompt.picker.looked_at_points()[-1]
        assert window.model.camera.is_in_view(*looked_at), "what is gone to comes into view"


@pytest.mark.parametrize(("ppi", "stays"), [(17, True), (12, False)])
def test_a_new_question_moves_the_view_only_from_where_its_subject_is_too_small(
    ppi: int, stays: bool
) -> None:
    with watching(), shown("action", SIZES[2], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        x, y, _ = spoken(window).discs[-1]
        window.view.home = MIN_START_PX_PER_IN
        window.model.camera = replace(window.model.camera, ppi=ppi).centred(x, y)
        before, window.attention = window.model.camera, CameraFollower()
        settle(window)
        assert (window.model.camera == before) is stays


def test_with_reduced_motion_the_view_is_there_at_once() -> None:
    settings = Settings(scale=200, volume=0, reduced_motion=True)
    with watching(), shown("action", SIZES[0], settings) as window:
        assert isinstance(window, Window)
        window.model.playback.reduced_motion = True
        window.view.pan(4000, 4000)
        window.view.is_moved_by_hand = False
        window.attention = CameraFollower()
        window.advance_frame(0.001)
        assert hidden(window) == []


def cameras(name: str, card: tuple[tuple[float, float], ...]) -> list[Camera]:
    """The views of some lines with a card on the table, and of the first of them without one."""
    with watching(), shown(name, SIZES[0], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        lines, found = window.model.history.lines[5::8], []
        for line, sizes in (*((line, card) for line in lines), (lines[0], ())):
            window.stage.loose_card_sizes = lambda sizes=sizes: sizes
            window.model.playback.seek(line.last)
            settle(window)
            found.append(window.model.camera)
        return found


@pytest.mark.parametrize("name", ["watch", "watch large", "review"])
def test_a_card_that_is_gone_leaves_no_trace_in_the_view(name: str) -> None:
    bare, beside = cameras(name, ()), cameras(name, ((600.0, 300.0),))
    assert bare[:-1] != beside[:-1], "the view makes room for the card"
    assert bare[-1] == beside[-1]


def test_a_view_of_the_whole_table_comes_back_after_every_step() -> None:
    with watching(), shown("watch", SIZES[1], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        window.view.fit()
        whole, moved = window.model.camera, 0
        for line in window.model.history.lines[::6]:
            window.stage.loose_card_sizes = lambda: ((900.0, 500.0),)
            window.model.playback.seek(line.last)
            settle(window)
            moved += window.model.camera != whole
            window.stage.loose_card_sizes = tuple
            settle(window)
            assert window.model.camera == whole
        assert moved


def test_where_all_pieces_can_be_told_apart_on_it_the_whole_table_is_shown() -> None:
    with watching(), shown("lesson", SIZES[1], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        assert window.view.fitted and window.model.camera.ppi >= MIN_START_PX_PER_IN
