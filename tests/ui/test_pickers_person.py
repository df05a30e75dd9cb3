"""A person plays whole battles: by keys through the pickers, and in the window against the program."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlesim.engine.decisions import Confirm
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import Run, start_run
from battlesim.engine.standing_orders import StandingOrder
from battlesim.engine.undo import UndoHistory
from battlesim.players.base import PlayerContext
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.table.state import AnyState
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.decision.odds_card import build, card_of, card_pages, odds_rows
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.human_player import HumanPlayer, WindowClosed
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.work_queue import KeyedResult, WorkQueue
from tests.support.scripted import RecordedPlayer
from tests.support.waiting import until
from tests.ui.asked import of_blue
from tests.ui.driver import Hands, play_by_keys
from tests.ui.gallery_battle import settle


def begun(scenario: str, path: Path) -> tuple[Run, Recorder]:
    loaded = load_scenario(scenario)
    state = loaded.initial_state()
    names = {side.key: "human" for side in loaded.plan.sides}
    header = make_header(loaded.ruleset, state, title=scenario, seed=5, players=names)
    run = start_run(loaded.ruleset, state)
    return run, Recorder.create(path, header, state, run)


def lines(path: Path) -> list[str]:
    """What happened: steps, answers, events, digests; not what players say about it."""
    kept = ('"type":"remark"',)
    return [line for line in path.read_text().splitlines() if not any(word in line for word in kept)]


@pytest.mark.parametrize("scenario", ["toy", "first_contact"])
def test_a_battle_by_keys_has_the_record_of_one_without_a_window(scenario: str, tmp_path: Path) -> None:
    run, recorder = begun(scenario, tmp_path / "keys.battle")
    given = play_by_keys(run, SeededDice(5), recorder, seed=5)
    recorder.close()
    assert run.outcome is not None and len(given) > 20
    again, recorder = begun(scenario, tmp_path / "match.battle")
    player = RecordedPlayer(given)
    seats = {side.key: player for side in again.state.table.sides}
    result = Match(again, seats, SeededDice(5), recorder, seed=5).play()
    recorder.close()
    assert result.faults == () and not player.left
    assert lines(tmp_path / "keys.battle") == lines(tmp_path / "match.battle")


def asked(person: HumanPlayer, what: str = "react") -> tuple[threading.Thread, list[Any]]:
    """A question put by another thread, and where its reply goes."""
    replies: list[Any] = []
    ruleset = registry.load_ruleset("toy")

    def rules() -> None:
        decision = Confirm(side="red", what=what, prompt="React?")
        try:
            replies.append(person.answer(of_blue(), decision, PlayerContext(ruleset, "red")).answer)
        except WindowClosed:
            replies.append("closed")

    thread = threading.Thread(target=rules)
    thread.start()
    return thread, replies


def question(person: HumanPlayer) -> int:
    until(lambda: person.open_decision)
    assert person.open_decision is not None
    return person.open_decision.number


def test_the_rules_wait_for_the_answer_to_their_own_question() -> None:
    person = HumanPlayer()
    thread, replies = asked(person)
    number = question(person)
    person.submit_answer(number + 1, True)
    assert person.open_decision is not None and not replies
    person.submit_answer(number, False)
    thread.join()
    assert replies == [False] and person.open_decision is None


def test_closing_the_window_sends_the_rules_home() -> None:
    person = HumanPlayer()
    thread, replies = asked(person)
    question(person)
    person.close()
    thread.join()
    assert replies == ["closed"]


def test_a_standing_order_answers_until_it_is_lifted() -> None:
    person = HumanPlayer()
    person.order(StandingOrder("red", "react", "least"))
    person.order(StandingOrder("red", "react", "yes"))
    assert len(person.orders) == 1
    thread, replies = asked(person)
    thread.join()
    assert replies == [True]
    person.lift(StandingOrder("red", "react", "yes"))
    thread, replies = asked(person)
    person.submit_answer(question(person), False)
    thread.join()
    assert replies == [False]


def test_real_dice_are_typed_into_the_window() -> None:
    person, faces = HumanPlayer(chance_rule=lambda: "R-1"), list[Any]()
    thread = threading.Thread(target=lambda: faces.append(person.throw((6, 6), "a at c")))
    thread.start()
    number = question(person)
    assert person.open_decision is not None
    asked_for = person.open_decision.decision
    assert (asked_for.prompt, asked_for.rule) == ("a at c", "R-1")
    person.submit_answer(number, (2, 5))
    thread.join()
    assert faces == [(2, 5)]


def test_work_done_aside_keeps_the_newest_wish_alone() -> None:
    gate, done = threading.Event(), list[int]()
    with ThreadPoolExecutor(1) as pool:
        later: KeyedResult[int] = KeyedResult(WorkQueue(lambda lane: pool))

        def slow() -> int:
            gate.wait()
            return 1

        later.request(1, slow)
        for key in (2, 3):
            later.request(key, lambda key=key: done.append(key) or key)  # type: ignore[misc]
        assert later.busy and later.value is None
        gate.set()
        later.wait()
    assert later.value == 3 and done == [3]


@pytest.mark.parametrize("way", [KeyedResult.poll, KeyedResult.wait])
def test_what_fails_aside_fails_where_it_is_waited_for(way: Callable[[KeyedResult[int]], Any]) -> None:
    def broken() -> int:
        raise ZeroDivisionError("a defect of ours")

    with ThreadPoolExecutor(1) as pool:
        later: KeyedResult[int] = KeyedResult(WorkQueue(lambda lane: pool))
        later.request(1, broken)
        pool.submit(int).result()
        with pytest.raises(ZeroDivisionError, match="a defect of ours"):
            way(later)


def shooting(scenario: str, wanted: str) -> tuple[AnyState, Hands]:
    """The first question of that kind in a battle."""
    from battlesim.players.levels import load_player

    loaded = load_scenario(scenario)
    run = start_run(loaded.ruleset, loaded.initial_state())
    seats = {side.key: load_player("recruit") for side in loaded.plan.sides}
    Match(run, seats, SeededDice(5), seed=5).play(
        lambda run: run.pending is not None and run.pending.what == wanted
    )
    assert run.pending is not None
    view = loaded.ruleset.view(run.state, run.pending.side)
    return view, Hands(run.pending, view, loaded.ruleset)


@pytest.mark.parametrize(("scenario", "what"), [("first_contact", "target"), ("first_contact", "weapons")])
def test_the_odds_stand_on_a_card_before_a_shot(scenario: str, what: str) -> None:
    view, hands = shooting(scenario, what)
    card = card_of(hands.picker, hands.picker.draft())
    assert card is not None and card.preview.chance is not None
    assert 0.0 <= card.preview.chance <= 1.0
    assert sum(chance for _, chance in card.preview.bars) == pytest.approx(1.0)
    assert any(row.rule.startswith("MI-") for row in odds_rows(card, view, ""))
    drawn = build(card, card_pages(card, view, "MI-GAP-06", Rect(0, 0, 900, 600)))
    words = " ".join(getattr(item, "shown_text", "") for item in drawn.items)
    assert (
        "over 99 %" in words if card.preview.chance > 0.995 else f"{100 * card.preview.chance:.0f} %" in words
    )


def test_the_toy_tells_its_odds_too() -> None:
    view, hands = shooting("toy", "target")
    card = card_of(hands.picker, hands.picker.draft())
    assert card is not None and card.preview.chance == pytest.approx((7 - view.game.needs) / 6)


def window_of(scenario: str, human: str, typed: bool = False) -> tuple[Window, BattleRunner]:
    """A window in which a person plays a side against the program."""
    from battlesim.report.picture import looks_of

    loaded = load_scenario(scenario)
    state = loaded.initial_state()
    run = start_run(loaded.ruleset, state)
    names = {side.key: "human" if side.key == human else "recruit" for side in loaded.plan.sides}
    feed = BattleRunner(UndoHistory(run), names, None if typed else SeededDice(5), 5)
    story = ViewHistory(loaded.ruleset, state, human)
    story.add(start_run(loaded.ruleset, state).take_updates())
    model = WindowModel(loaded.ruleset, looks_of(loaded.ruleset), story, Playback(story, True), scenario)
    model.playback.speed = 4
    if not pygame.font.get_init():
        pygame.font.init()
    return create_battle_window(pygame.Surface((1366, 768)), model, feed), feed


def test_a_person_plays_the_toy_to_its_end_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    window, feed = window_of("toy", "south")
    assert window.prompt is not None
    feed.start()
    answered = 0
    try:
        while not window.model.ending_text:
            window.advance_frame(0.5)
            if window.prompt.shown and window.prompt.picker and window.prompt.picker.answer is None:
                before = window.prompt.picker
                for key in (pygame.K_DOWN, pygame.K_RETURN):
                    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
                answered += before.answer is not None
    finally:
        feed.close()
        window.stage.queue.close()
    assert re.search(r"\d to \d", window.model.ending_text) and not feed.failure and not feed.faults
    assert answered > 5


def test_what_a_side_may_not_know_is_in_neither_table_nor_log() -> None:
    loaded = load_scenario("first_contact")
    from battlesim.players.levels import load_player

    state = loaded.initial_state()
    story, whole = ViewHistory(loaded.ruleset, state, "mi"), ViewHistory(loaded.ruleset, state)
    run = start_run(loaded.ruleset, state)
    seats = {side.key: load_player("recruit") for side in loaded.plan.sides}

    def heard(news: list[Any]) -> None:
        story.add(news)
        whole.add(news)

    Match(run, seats, SeededDice(5), seed=5, on_updates=heard).play()
    assert len(story) <= len(whole)
    shown = story.state(0).table.pieces
    hidden = [i for i in state.table.pieces if i not in shown]
    assert hidden and all(story.state(0).table.pieces.get(i) is None for i in hidden)
    assert story.state(len(story)) == loaded.ruleset.view(run.state, "mi")
    assert whole.state(len(whole)) == run.state
    assert all(line.last <= len(story) for line in story.lines)


def test_typed_dice_are_asked_for_in_a_window_without_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    window, feed = window_of("toy", "", typed=True)
    assert window.prompt is not None
    feed.start()
    rolled = 0
    try:
        while not window.model.ending_text:
            window.advance_frame(0.5)
            picker = window.prompt.picker if window.prompt.shown else None
            if picker is not None and picker.answer is None:
                for key in (pygame.K_6, pygame.K_RETURN):
                    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
                rolled += picker.answer == (6,)
    finally:
        feed.close()
        window.stage.queue.close()
    assert window.model.ending_text and not feed.failure and rolled > 0


def test_what_is_asked_about_comes_into_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    window, feed = window_of("toy", "south")
    assert window.prompt is not None
    feed.start()
    try:
        settle(window)
        window.view.zoom(9, 0, 0)
        window.view.centre(24, 24)
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
        settle(window)
        assert window.prompt.picker is not None
        spots = window.prompt.picker.looked_at_points()
    finally:
        feed.close()
        window.stage.queue.close()
    camera = window.model.camera
    pixels = [camera.to_screen(*spot) for spot in spots]
    assert camera.ppi > 40
    assert pixels and all(0 < x < camera.width and 0 < y < camera.height for x, y in pixels)
