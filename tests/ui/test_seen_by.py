"""Going over a record as a side knew it: the table, the log, the dice and the timeline of that side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from battlesim.engine.record_replay import Replay
from battlesim.render.drawlist import TextLine
from battlesim.report.picture import looks_of
from battlesim.scenarios.sources import load_record
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import dice_card
from battlesim.ui.replay import ReplaySession, create_replay_window
from battlesim.ui.replay.perspective_page import PerspectivePage
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.support.in_hand import InHand
from tests.ui.battles import begun, play
from tests.ui.hands import click, desk_of, words

SECRET = (
    '{"type":"event","event":{"type":"Said","text":"A mine is laid","to":"north"}}',
    '{"type":"event","event":{"type":"Rolled","why":"Where the mine lies","by":"","sides":[6],"faces":[3],'
    '"to":"north"}}',
)
"""What only north may know."""


def with_secret(path: Path) -> Path:
    """The record with what north did in secret, after the first answer of each side."""
    lines = path.read_text().splitlines()
    spots = [k for k, line in enumerate(lines) if line.startswith('{"type":"event"')][2:8:4]
    for spot in reversed(spots):
        lines[spot:spot] = SECRET
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "toy.battle"
    play("toy", found)
    return with_secret(found)


def viewer(
    screen: pygame.Surface,
    path: Path,
    queue: WorkQueue | None = None,
    seen_by: str | None = None,
    bindings: KeyBindings | None = None,
) -> Window:
    record = load_record(path)
    replay, story = Replay(record), ViewHistory(record.ruleset, record.state)
    story.add(replay.events)
    playback = Playback(story)
    playback.playing = False
    model = WindowModel(record.ruleset, looks_of(record.ruleset), story, playback, "toy")
    review = ReplaySession(replay, story, queue)
    review.begin(seen_by)
    window = create_replay_window(screen, model, review, bindings=bindings)
    window.advance_frame(0.0)
    return window


def press(window: Window, key: int, held: int = 0) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=held, unicode="", scancode=0))
    window.advance_frame(0.0)


def said(window: Window, part: str) -> str:
    panel = next(panel for name, _, panel in window.panels() if name == part)
    return " ".join(item.shown_text for item in panel.items if isinstance(item, TextLine))


def log(window: Window) -> str:
    return " ".join(line.text for line in window.model.history.lines)


def thrown(window: Window) -> str:
    """What the dice on the table are for."""
    shown = dice_card.shown_roll(window.model)
    return shown[0].text if shown else ""


def laid(window: Window) -> int:
    """The moment just after the first secret."""
    events = window.content.session.replay.events
    return 1 + next(k for k, event in enumerate(events) if getattr(event, "text", "") == "A mine is laid")


@pytest.mark.parametrize(
    ("presses", "mines"), ((0, {"south-mine", "north-mine"}), (1, {"south-mine"}), (2, {"north-mine"}))
)
def test_the_key_shows_the_table_as_each_side_knew_it(screen, path, presses, mines) -> None:
    window = viewer(screen, path)
    for _ in range(presses):
        press(window, pygame.K_F7)
    assert set(window.model.state.table.markers) == mines


def test_what_is_shown_is_the_view_that_the_battle_uses(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_F7)
    press(window, pygame.K_END)
    replay = window.content.session.replay
    assert window.model.state == replay.record.ruleset.view(replay.state_after(len(replay)), "south")


def test_another_key_can_be_given_to_it(screen, path) -> None:
    window = viewer(screen, path, bindings=KeyBindings({"seen_by": ("y",)}))
    press(window, pygame.K_y)
    assert window.content.session.seen_by == "south"


def test_a_press_on_a_side_shows_what_it_knew(screen, path) -> None:
    window = viewer(screen, path)
    rect = next(rect for name, rect, _ in window.panels() if name == "timeline")
    panel = next(panel for name, _, panel in window.panels() if name == "timeline")
    north = [spot.rect for spot in panel.spots if spot.command == "seen_by"][2]
    at = round(rect.x + north.x + north.width / 2), round(rect.y + north.y + north.height / 2)
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    window.advance_frame(0.0)
    assert window.content.session.seen_by == "north"


def test_the_bar_says_as_whom_it_is_seen(screen, path) -> None:
    window = viewer(screen, path)
    before = said(window, "top")
    press(window, pygame.K_F7)
    assert "seen by" not in before
    assert "seen by South" in said(window, "top")


@pytest.mark.parametrize(("presses", "told"), ((0, True), (1, False), (2, True)))
def test_the_log_tells_what_that_side_was_told(screen, path, presses, told) -> None:
    window = viewer(screen, path)
    for _ in range(presses):
        press(window, pygame.K_F7)
    assert ("A mine is laid" in log(window)) is told


def test_dice_that_a_side_did_not_see_are_not_thrown_before_it(screen, path) -> None:
    window = viewer(screen, path)
    window.do("seek", laid(window) + 1)
    window.advance_frame(0.0)
    assert thrown(window) == "Where the mine lies"
    press(window, pygame.K_F7)
    assert thrown(window) != "Where the mine lies"


def test_the_moment_stays_the_same(screen, path) -> None:
    window = viewer(screen, path)
    window.do("seek", laid(window))
    seen = []
    for _ in range(4):
        seen.append(window.content.current_moment)
        press(window, pygame.K_F7)
    assert seen == [laid(window)] * 4


def test_an_event_on_is_the_next_one_that_the_side_saw(screen, path) -> None:
    window = viewer(screen, path)
    before = laid(window) - 1
    window.do("seek", before)
    press(window, pygame.K_F7)
    press(window, pygame.K_RIGHT)
    assert window.content.current_moment == before + len(SECRET) + 1


def test_the_way_back_is_as_long_as_the_way_on(screen, path) -> None:
    window = viewer(screen, path)
    press(window, pygame.K_F7)
    way = []
    while not window.model.playback.live:
        way.append(window.content.current_moment)
        press(window, pygame.K_DOWN)
    back = []
    while window.model.playback.event_index:
        press(window, pygame.K_UP)
        back.append(window.content.current_moment)
    assert back[::-1] == way


def test_every_bookmark_is_reached_whoever_looks(screen, path) -> None:
    window = viewer(screen, path)
    places = (2, laid(window), laid(window) + 1, 20)
    for place in places:
        window.do("seek", place)
        press(window, pygame.K_b)
        press(window, pygame.K_RETURN)
    press(window, pygame.K_F7)
    press(window, pygame.K_HOME)
    reached = []
    for _ in places:
        press(window, pygame.K_RIGHTBRACKET)
        reached.append(window.content.current_moment)
    assert tuple(reached) == places


def test_playing_halts_at_a_note_in_the_midst_of_what_the_side_did_not_see(screen, path) -> None:
    answer, events = Replay(load_record(path)).answer_and_offset(laid(viewer(screen, path)))
    with path.open("a") as file:
        file.write(f'{{"type":"bookmark","answer":{answer},"name":"Here","events":{events},"note":"Look"}}\n')
    window = viewer(screen, path)
    press(window, pygame.K_F7)
    window.model.playback.playing = True
    for _ in range(60):
        window.advance_frame(1.0)
    assert "Look" in said(window, "note")


def test_losses_that_a_side_did_not_know_of_are_not_on_its_timeline(screen, tmp_path) -> None:
    path = tmp_path / "first.battle"
    play("first_contact", path)
    window = viewer(screen, path)
    whole = window.content.session.chart
    press(window, pygame.K_F7)
    seen = window.content.session.chart
    assert whole is not seen
    story = window.content.session.history
    known = {name for line in story.lines for name in line.lost}
    assert len(seen.losses) == len(known) <= len(whole.losses)


def test_playing_on_begins_at_the_moment_that_is_shown(screen, path) -> None:
    window = viewer(screen, path)
    window.do("seek", laid(window))
    press(window, pygame.K_F7)
    press(window, pygame.K_F5)
    assert window.content.session.branch is not None
    assert window.content.session.branch.moment == laid(window)


def test_what_a_side_knew_is_worked_out_beside_the_window(screen, path) -> None:
    waiting = InHand()
    window = viewer(screen, path, WorkQueue(lambda lane: waiting))
    press(window, pygame.K_F7)
    assert "working out what South knew" in said(window, "where")
    assert window.content.session.seen_by == ""
    waiting.work(1)
    window.advance_frame(0.0)
    assert window.content.session.seen_by == "south"


# -- a battle that is not over --


@pytest.fixture
def begun_by(tmp_path: Path) -> Any:
    """A battle that is not over, played by people at some sides."""

    def make(*people: str) -> Path:
        path = tmp_path / "open.battle"
        _, _, recorder, _ = begun("toy", path)
        recorder.close()
        text = path.read_text()
        for side in people:
            text = text.replace(f'"{side}":"recruit"', f'"{side}":"human"')
        path.write_text(text)
        return path

    return make


def test_it_is_seen_at_first_by_whoever_plays_it(screen, begun_by) -> None:
    window = viewer(screen, begun_by("north"))
    assert set(window.model.state.table.markers) == {"north-mine"}


def test_where_nobody_plays_all_is_shown(screen, begun_by) -> None:
    assert len(viewer(screen, begun_by()).model.state.table.markers) == 2


def test_all_of_it_is_shown_where_that_was_asked_for(screen, begun_by) -> None:
    assert len(viewer(screen, begun_by("north"), seen_by="").model.state.table.markers) == 2


def test_the_key_asks_before_it_shows_more(screen, begun_by) -> None:
    window = viewer(screen, begun_by("north"))
    press(window, pygame.K_F7)
    assert (window.requested_page, window.content.session.seen_by) == ("who looks", "north")


def test_going_back_shows_no_more(screen, begun_by) -> None:
    window = viewer(screen, begun_by("north"))
    press(window, pygame.K_F7)
    page = PerspectivePage(window.content)
    page.do("leave", "")
    window.advance_frame(0.0)
    assert page.done
    assert set(window.model.state.table.markers) == {"north-mine"}


def test_what_was_agreed_to_is_shown(screen, begun_by) -> None:
    window = viewer(screen, begun_by("north"))
    press(window, pygame.K_F7)
    page = PerspectivePage(window.content)
    desk = desk_of(page)
    assert "The battle is not over" in words(desk)
    click(desk, ("show", ""))
    window.advance_frame(0.0)
    assert len(window.model.state.table.markers) == 2


def test_where_two_people_play_nothing_is_shown_before_one_of_them_looks(screen, begun_by) -> None:
    window = viewer(screen, begun_by("south", "north"))
    assert window.requested_page == "who looks"
    page = PerspectivePage(window.content)
    page.do("show", "south")
    window.advance_frame(0.0)
    assert set(window.model.state.table.markers) == {"south-mine"}
