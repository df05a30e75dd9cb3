"""Going over a record: seeking, the timeline, bookmarks, notes, and playing on."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battlesim.commands import battle_sessions as command
from battlesim.engine.record_replay import Replay
from battlesim.render.drawlist import TextLine
from battlesim.render.text_layout import shown_text
from battlesim.report.picture import looks_of
from battlesim.scenarios.sources import load_record
from battlesim.ui import app
from battlesim.ui.battle.window import Window
from battlesim.ui.replay import BranchRequest, ReplaySession, create_replay_window, event_panel, timeline
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.settings import Settings
from tests.ui.battles import play
from tests.ui.room import plates_of

HELD = {"shift": pygame.KMOD_LSHIFT, "": 0}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "toy.battle"
    play("toy", found)
    return found


def note(path: Path, answer: int, words: str) -> None:
    with path.open("a") as file:
        file.write(f'{{"type":"bookmark","answer":{answer},"name":"Look","events":0,"note":"{words}"}}\n')


def viewer(screen: pygame.Surface, path: Path) -> Window:
    record = load_record(path)
    replay, story = Replay(record), ViewHistory(record.ruleset, record.state)
    story.add(replay.items)
    playback = Playback(story)
    playback.playing = False
    model = WindowModel(record.ruleset, looks_of(record.ruleset), story, playback, "toy")
    window = create_replay_window(screen, model, ReplaySession(replay, story))
    window.advance_frame(0.0)
    return window


def press(window: Window, key: int, held: str = "") -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=HELD[held], unicode="", scancode=0))
    window.advance_frame(0.0)


def spot(window: Window, part: str, words: str) -> tuple[float, float]:
    """The middle of the place that does something, on the screen."""
    rect = next(rect for name, rect, _ in window.panels() if name == part)
    panel = next(panel for name, _, panel in window.panels() if name == part)
    found = next(s for s in panel.spots if s.command == words)
    return rect.x + found.rect.x + found.rect.width / 2, rect.y + found.rect.y + found.rect.height / 2


def pointer(window: Window, kind: int, x: float, y: float) -> None:
    window.handle(pygame.event.Event(kind, pos=(round(x), round(y)), button=1, rel=(0, 0), buttons=(1, 0, 0)))
    window.advance_frame(0.0)


def words(window: Window, part: str) -> str:
    panel = next(panel for name, _, panel in window.panels() if name == part)
    return " ".join(item.shown_text for item in panel.items if isinstance(item, TextLine))


@pytest.mark.parametrize("screen", [(1920, 1080)], indirect=True)
def test_the_reasons_of_each_act_stand_beside_it(screen: pygame.Surface, path: Path) -> None:
    window = viewer(screen, path)
    lines = window.model.history.lines
    line = next(line for line in lines if line.trails)
    assert line.reasons and any(reason.others for reason in line.reasons)
    window.do("seek", line.last)
    window.advance_frame(0.0)
    told = words(window, "log").split("WHY ")[1].lower()
    assert all(shown_text(reason.words) in told for reason in line.reasons)
    assert "not: " in told


def test_who_looks_as_one_side_reads_its_own_reasons_alone(path: Path) -> None:
    review = ReplaySession(
        Replay(load_record(path)), ViewHistory(load_record(path).ruleset, load_record(path).state)
    )
    review.begin("south")
    review.poll_perspective()
    told = {reason.side for line in review._told["south"].history.lines for reason in line.reasons}
    assert told == {1}


@pytest.mark.parametrize(
    ("key", "held", "moment"),
    (
        (pygame.K_RIGHT, "", lambda review: 1),
        (pygame.K_RIGHT, "shift", lambda review: next(m.at for m in review.replay.steps if m.at)),
        (pygame.K_PAGEDOWN, "", lambda review: next(at for at, _ in review.chart.turns if at)),
        (pygame.K_DOWN, "", lambda review: next(line.last for line in review.history.lines if line.last)),
        (pygame.K_END, "", len),
    ),
    ids=("event", "step", "turn", "line", "end"),
)
def test_a_key_goes_on(screen, path, key, held, moment) -> None:
    window = viewer(screen, path)
    press(window, key, held)
    assert window.model.playback.event_index == moment(window.content.session)


@pytest.mark.parametrize(
    ("key", "held"),
    ((pygame.K_LEFT, ""), (pygame.K_LEFT, "shift"), (pygame.K_PAGEUP, ""), (pygame.K_HOME, "")),
)
def test_a_key_goes_back_to_the_beginning(screen, path, key, held) -> None:
    window = viewer(screen, path)
    window.model.playback.seek(1)
    press(window, key, held)
    assert window.model.playback.event_index == 0


def test_a_press_on_the_timeline_seeks_and_dragging_follows(screen, path) -> None:
    window = viewer(screen, path)
    line, review = window.content.timeline, window.content.session
    y = line.y + line.height / 2
    pointer(window, pygame.MOUSEBUTTONDOWN, line.x + timeline.moment_x(review, line, 20), y)
    assert window.model.playback.event_index == 20
    pointer(window, pygame.MOUSEMOTION, line.x + timeline.moment_x(review, line, 5), y)
    assert window.model.playback.event_index == 5
    pointer(window, pygame.MOUSEBUTTONUP, line.x + timeline.moment_x(review, line, 5), y)
    pointer(window, pygame.MOUSEMOTION, line.x + timeline.moment_x(review, line, 30), y)
    assert window.model.playback.event_index == 5


def test_a_bookmark_set_by_key_is_kept_in_the_file(screen, path) -> None:
    window = viewer(screen, path)
    window.model.playback.seek(9)
    press(window, pygame.K_b)
    assert [mark.at for mark in Replay(load_record(path)).bookmarks] == [9]


def test_the_same_key_takes_it_away(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_b)
    press(window, pygame.K_RETURN)
    press(window, pygame.K_b)
    assert Replay(load_record(path)).bookmarks == []


def test_a_bookmark_is_named_as_soon_as_it_is_set(screen, path) -> None:
    window = viewer(screen, path)
    window.model.playback.seek(9)
    press(window, pygame.K_b)
    for letters in ("b", "The ", "Turn"):
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=letters))
    press(window, pygame.K_SPACE)
    assert not window.model.playback.playing
    press(window, pygame.K_RETURN)
    assert [mark.name for mark in Replay(load_record(path)).bookmarks] == ["The Turn"]


def test_a_bookmark_keeps_its_name_where_another_one_is_not_wanted(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_b)
    before = Replay(load_record(path)).bookmarks
    window.handle(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    press(window, pygame.K_ESCAPE)
    assert Replay(load_record(path)).bookmarks == before


def test_a_bookmark_is_gone_to(screen, path) -> None:
    window = viewer(screen, path)
    window.model.playback.seek(9)
    press(window, pygame.K_b)
    press(window, pygame.K_RETURN)
    press(window, pygame.K_HOME)
    press(window, pygame.K_RIGHTBRACKET)
    assert window.model.playback.event_index == 9


def test_bookmarks_that_have_no_room_are_counted_and_rolled_to_by_wheel_or_key(screen, path) -> None:
    for number in range(9):
        note(path, number, "")
    window = viewer(screen, path)

    def seen() -> set[object]:
        return {
            s.value
            for s in next(p for n, _, p in window.panels() if n == "right").spots
            if s.command in ("seek", "name")
        }

    marks = [mark.at for mark in window.content.session.marks]
    assert f"{len(marks) - len(seen())} more: [ ] or wheel" in words(window, "right")
    assert marks[0] in seen() and marks[-1] not in seen()
    rect = window.stage.layout.right
    pointer(window, pygame.MOUSEMOTION, rect.x + 30, rect.y + 60)
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-9, x=0))
    window.advance_frame(0.0)
    assert marks[-1] in seen() and window.model.playback.event_index == marks[0]
    press(window, pygame.K_RIGHTBRACKET)
    assert window.model.playback.event_index == marks[1] and marks[1] in seen()


def test_a_record_that_comes_with_the_program_is_not_written_on(screen, path, monkeypatch) -> None:
    monkeypatch.setattr("battlesim.ui.replay.replay_session.data_root", path.parent.resolve)
    window, before = viewer(screen, path), path.read_bytes()
    press(window, pygame.K_b)
    assert path.read_bytes() == before
    assert "copy the file" in words(window, "where")


def test_playing_stops_at_a_note_and_goes_on_from_it(screen, path) -> None:
    note(path, 4, "One answer after the other.")
    window = viewer(screen, path)
    window.model.playback.playing = True
    for _ in range(60):
        window.advance_frame(1.0)
    at = Replay(load_record(path)).answers[3].at
    assert window.model.playback.event_index == at
    assert "One answer after the other." in words(window, "note")
    press(window, pygame.K_SPACE)
    window.advance_frame(0.5)
    assert window.model.playback.event_index >= at
    assert window.model.playback.playing


def test_playing_by_jumps_stops_at_a_note_as_well(screen, path) -> None:
    note(path, 4, "Here.")
    window = viewer(screen, path)
    window.model.playback.playing, window.model.playback.speed = True, 4
    for _ in range(60):
        window.advance_frame(1.0)
    assert window.model.playback.event_index == Replay(load_record(path)).answers[3].at


def test_the_end_says_who_has_won(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_END)
    assert "win" in words(window, "note")


def test_the_scores_and_losses_are_those_of_the_battle(screen, path) -> None:
    review = viewer(screen, path).content.session
    end = review.replay.state_after(len(review))
    facts = review.history.ruleset.facts(end)
    numbers = {side.key: side.number for side in review.sides}
    last = {side: curve[-1][1] for side, curve in review.chart.scores.items()}
    assert last == {numbers[key]: value for key, value in facts.scores.items()}
    lost = sum(not piece.in_play for piece in end.table.pieces.values())
    assert len(review.chart.losses) == lost


def test_playing_on_is_a_wish_for_a_moment_and_a_side(screen, path) -> None:
    window = viewer(screen, path)
    window.model.playback.seek(9)
    press(window, pygame.K_F6)
    press(window, pygame.K_F5)
    assert (window.running, window.content.session.branch) == (
        False,
        BranchRequest(9, window.content.session.sides[1].key),
    )


def test_at_the_end_it_is_played_again_from_the_start(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_END)
    pointer(window, pygame.MOUSEBUTTONDOWN, *spot(window, "note", "branch"))
    assert window.content.session.branch == BranchRequest(0, window.content.session.sides[0].key)


def test_the_battle_that_is_played_on_is_a_record_of_its_own(path, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr(app, "run_replay_window", lambda record, **more: BranchRequest(9, "north"))
    fresh = command.review_in_window(path, Settings(volume=0))
    assert fresh is not None
    header = load_record(fresh.path).header
    assert header.players == {"south": "recruit", "north": "human"}
    assert path.read_bytes() == before


def test_a_tape_lies_on_the_table_of_a_record_too(screen: pygame.Surface, path: Path) -> None:
    window = viewer(screen, path)
    window.instruments.ruler.start, window.instruments.ruler.end = (2.0, 2.0), (8.0, 2.0)
    window.draw()
    assert any("6.0 in" in plate.shown_text for plate in plates_of(window.view.drawn))


def test_the_place_of_an_event_is_its_own_row(screen, path) -> None:
    window = viewer(screen, path)
    for at in (0, 20, 40):
        window.model.playback.seek(at)
        window.advance_frame(0.0)
        panel = next(panel for name, _, panel in window.panels() if name == "log")
        rows = [spot.rect for spot in panel.spots if spot.command == "line"]
        assert [row.y for row in rows] == [
            event_panel.HEADER_HEIGHT_PX + event_panel.ROW_HEIGHT_PX * k for k in range(len(rows))
        ]
