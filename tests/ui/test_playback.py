from __future__ import annotations

import pytest

from battlesim.table.events import PiecesMoved
from battlesim.ui.session.playback import PLAYBACK_SPEEDS, event_duration
from battlesim.ui.session.table_frame import current_frame, point_and_heading
from tests.ui.battles import model


def test_a_battle_plays_to_its_end() -> None:
    play = model("toy").playback
    frames = 0
    while not play.live and frames < 20_000:
        play.tick(1 / 60)
        frames += 1
    assert play.live and not play.moving
    least = sum(event_duration(event) for event in play.history.events)
    assert frames / 60 >= least


@pytest.mark.parametrize("speed", range(len(PLAYBACK_SPEEDS)))
def test_speeds_grow(speed: int) -> None:
    def frames(at: int) -> int:
        play = model("toy").playback
        play.speed = at
        count = 0
        while not play.live:
            play.tick(1 / 60)
            count += 1
        return count

    assert speed == 0 or frames(speed) < frames(speed - 1)


def test_next_shows_one_line_and_stops() -> None:
    play = model("toy").playback
    play.seek(0)
    play.show_next_line()
    line = play.history.lines[play.line]
    while play.moving:
        play.tick(1 / 60)
    assert play.event_index == line.last and not play.playing
    play.show_next_line()
    play.show_next_line()
    assert play.event_index > line.last, "a second press skips what is moving"


def test_back_and_seek_stop_where_they_are_told() -> None:
    play = model("toy").playback
    play.seek(len(play.history))
    play.show_previous_line()
    assert play.event_index == play.history.lines[-1].first
    assert not play.tick(1.0)


def test_a_moving_piece_is_on_its_path_between_its_places() -> None:
    known = model("toy")
    play, story = known.playback, known.history
    number, event = next(
        (k, e) for k, e in enumerate(story.events) if isinstance(e, PiecesMoved) and len(e.parts[0].path) > 1
    )
    part = event.parts[0]
    play.event_index, play.event_time_s = number, event_duration(event) / 2
    spot = current_frame(play).table.pieces[part.piece].table_position
    assert spot is not None
    (x0, y0), (x1, y1) = part.path[0], part.path[-1]
    assert (spot.x, spot.y) == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2))
    assert story.state(number).table.pieces[part.piece].place == part.old


def test_reduced_motion_shows_no_piece_between_places() -> None:
    play = model("toy", reduced=True).playback
    while not play.live:
        play.tick(1 / 60)
        assert play.event_time_s == 0


def test_along_a_bent_path() -> None:
    path = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
    assert point_and_heading(path, 0.25) == ((2.0, 0.0), 0.0)
    assert point_and_heading(path, 0.75) == ((4.0, 2.0), 90.0)
    assert point_and_heading(path, 1.0)[0] == (4.0, 4.0)


@pytest.mark.parametrize("speed", range(len(PLAYBACK_SPEEDS)))
def test_on_request_the_window_waits_once_before_the_next_turn(speed: int) -> None:
    play = model("toy").playback
    turns = [line.first for line in play.history.lines if line.kind == "turn" and line.first]
    play.speed = speed
    play.tick(1 / 60)
    play.waits_before_turn = True
    while play.moving:
        play.tick(1 / 60)
    assert play.waiting and play.event_index == turns[0]
    play.resume()
    while play.moving:
        play.tick(1 / 60)
    assert play.live
