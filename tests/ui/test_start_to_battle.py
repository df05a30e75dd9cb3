"""From the start screen into a battle, out of a crash, and on from a record."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from battlesim.commands import start as launcher
from battlesim.commands.battle_sessions import begin_battle, resume_in_window, review_in_window
from battlesim.commands.records import RecordPlace
from battlesim.engine.dice import DiceKind
from battlesim.engine.record import RecordError
from battlesim.engine.undo import UndoHistory
from battlesim.engine.verify import verify_record
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui import app
from battlesim.ui.battle.window import Window
from battlesim.ui.pages import page_host
from battlesim.ui.pages.settings_page import SettingsPage
from battlesim.ui.replay import BranchRequest
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start import NewBattleChoice, ReplayChoice, ResumeChoice, crash_page, show_start_screen
from battlesim.ui.start.start_page import StartPage
from tests.ui.battles import begun, play

QUIET = Settings(volume=0, scale=100, reduced_motion=True)
NOTHING = app.BattleWindowResult(None)
TOY = NewBattleChoice("toy", {"south": "recruit", "north": "recruit"}, {}, 7)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


def tap(key: int, how: int = pygame.KEYDOWN) -> None:
    """Press a key and let it go."""
    for kind in (how, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))


@pytest.fixture
def close_when_over(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has somebody leave the window when the battle is over: with Esc, or by closing it (`how`)."""

    def leave(how: int = pygame.KEYDOWN) -> None:
        def frame(window: Window, elapsed: float) -> None:
            shown(window, elapsed)
            if window.running and window.content.runner.is_over:
                tap(pygame.K_ESCAPE, how)

        shown = Window.advance_frame
        monkeypatch.setattr(Window, "advance_frame", frame)

    return leave


def kept(home: Path) -> Path:
    """Where the record of the battle `TOY` is kept."""
    return home / "DATA" / "battlesim" / "battles" / "toy-7.battle"


def test_a_battle_goes_on_from_its_record_as_if_it_had_never_stopped(
    tmp_path: Path, close_when_over: Callable[..., None]
) -> None:
    whole, path = tmp_path / "whole.battle", tmp_path / "cut.battle"
    play("toy", whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    answers = [k for k, line in enumerate(lines) if b'"type":"answer"' in line]
    path.write_bytes(b"".join(lines[: answers[6] + 1]) + b'{"type":"ev')
    close_when_over()
    resume_in_window(RecordPlace(path), QUIET)
    assert path.read_bytes() == whole.read_bytes()
    assert verify_record(load_record(path)).difference is None


def test_a_new_battle_is_recorded_and_the_start_screen_comes_back(
    tmp_path: Path, close_when_over: Callable[..., None]
) -> None:
    close_when_over()
    assert launcher.carry_out_choice(TOY, QUIET) == (None, "", kept(tmp_path))
    assert load_record(kept(tmp_path)).outcome is not None


def test_closing_the_window_itself_ends_the_program(
    tmp_path: Path, close_when_over: Callable[..., None]
) -> None:
    path = tmp_path / "a.battle"
    begin_battle(load_scenario("toy"), TOY.seats, 7, RecordPlace(path), DiceKind.seeded)[1].close()
    close_when_over(pygame.QUIT)
    with pytest.raises(SystemExit):
        launcher.carry_out_choice(ResumeChoice(path), QUIET)
    assert load_record(path).outcome is not None


def test_what_was_given_wrongly_is_said_on_the_start_screen(tmp_path: Path) -> None:
    after, message, _ = launcher.carry_out_choice(ReplayChoice(tmp_path / "none.battle"), QUIET)
    assert after is None and "none.battle" in message
    with pytest.raises(RecordError):
        review_in_window(tmp_path / "none.battle", QUIET)


def test_a_crash_leaves_a_report_and_the_battle_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, close_when_over: Callable[..., None]
) -> None:
    def broken(history, opening, names, dice, **kept):  # type: ignore[no-untyped-def]
        for _ in range(3):
            history.answer(history.run.pending.default(history.run.state))
        raise ZeroDivisionError("a defect of ours")

    told = pressed_again(monkeypatch)
    monkeypatch.setattr(app, "run_battle_window", broken)
    after, message, _ = launcher.carry_out_choice(TOY, QUIET)
    record = kept(tmp_path)
    assert (after, message) == (ResumeChoice(record), "")
    (page,) = told
    assert page.what == "ZeroDivisionError: a defect of ours" and page.reopen_choice == ResumeChoice(record)
    report = page.report.read_text() if page.report else ""
    assert "ZeroDivisionError" in report and "broken" in report
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    close_when_over()
    assert launcher.carry_out_choice(ResumeChoice(record), QUIET) == (None, "", record)
    assert verify_record(load_record(record)).difference is None


def pressed_again(monkeypatch: pytest.MonkeyPatch) -> list[crash_page.CrashPage]:
    """Has somebody open again whatever the crash screen offers; the pages that were shown."""
    seen: list[crash_page.CrashPage] = []

    def press(shown: page_host.PageHost, until: object = None) -> None:
        shown.advance_frame(0.0)
        assert isinstance(shown.page, crash_page.CrashPage)
        seen.append(shown.page)
        shown.page.do("again" if shown.page.reopen_choice else "start", "")

    monkeypatch.setattr(crash_page, "run_page", press)
    return seen


def fail(*given: object, **more: object) -> None:
    raise ZeroDivisionError("a defect of ours")


@pytest.mark.parametrize("finished", [True, False])
def test_a_crash_while_a_record_is_gone_over_offers_the_record_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    path = tmp_path / "a.battle"
    if finished:
        play("toy", path)
    else:
        begin_battle(load_scenario("toy"), TOY.seats, 7, RecordPlace(path), DiceKind.seeded)[1].close()
    monkeypatch.setattr(app, "run_replay_window", fail)
    pressed_again(monkeypatch)
    assert launcher.carry_out_choice(ReplayChoice(path), QUIET) == (ReplayChoice(path), "", None)


def test_a_battle_that_fails_after_its_end_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    play("toy", path)
    monkeypatch.setattr(app, "run_battle_window", fail)
    pressed_again(monkeypatch)
    assert launcher.carry_out_choice(ResumeChoice(path), QUIET) == (ReplayChoice(path), "", None)


def test_a_crash_before_there_is_a_record_leads_to_the_start_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battlesim.commands.battle_sessions.begin_battle", fail)
    told = pressed_again(monkeypatch)
    assert launcher.carry_out_choice(TOY, QUIET) == (None, "", None)
    assert [page.reopen_choice for page in told] == [None]


def test_a_folder_that_takes_no_battle_is_said_on_the_start_screen(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    after, message, _ = launcher.carry_out_choice(TOY, replace(QUIET, battles=str(tmp_path / "file")))
    assert after is None and "no battle can be saved there: it is not a folder" in message


def test_rules_that_fail_in_their_thread_end_in_the_crash_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, opening, recorder, names = begun("toy", tmp_path / "a.battle")

    class Broken:
        def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
            raise ZeroDivisionError("the dice are broken")

    try:
        with pytest.raises(ZeroDivisionError, match="the dice are broken"):
            app.run_battle_window(
                UndoHistory(run, recorder), opening, names, Broken(), settings=QUIET, size=(1366, 768)
            )
    finally:
        recorder.close()
    assert load_record(tmp_path / "a.battle").outcome is None


def test_the_start_screen_opens_and_leaves_on_its_own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    visits = iter(
        [
            (StartPage, (pygame.K_TAB, pygame.K_F10)),
            (SettingsPage, (pygame.K_ESCAPE,)),
            (StartPage, (pygame.K_ESCAPE,)),
        ]
    )
    monkeypatch.setattr(
        "battlesim.ui.system.event_queue.FOCUS_GRACE_MS", 0
    )  # no key is too soon, whatever the clock says
    meant = [next(visits)]
    frame = page_host.PageHost.advance_frame

    def press(shown: page_host.PageHost, elapsed: float) -> None:
        frame(shown, elapsed)
        page, keys = meant[0]
        if isinstance(shown.page, page):
            for key in keys:
                tap(key)
            meant[0] = next(visits, meant[0])

    monkeypatch.setattr(page_host.PageHost, "advance_frame", press)
    choice, settings, _ = show_start_screen(QUIET, lambda choice: None, size=(1366, 768), people=False)
    assert choice is None and settings == QUIET and not list(visits)


def test_the_battle_that_was_left_is_the_one_that_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    begin_battle(load_scenario("toy"), TOY.seats, 7, RecordPlace(path, name="Mine"), DiceKind.seeded)[
        1
    ].close()
    monkeypatch.setattr("battlesim.ui.start._run_pages", lambda desk, page, settings: page.do("begin", ""))
    choice, _, _ = show_start_screen(QUIET, lambda choice: None, size=(1366, 768), left=path)
    assert choice == ResumeChoice(path)


def test_a_battle_with_typed_dice_goes_on_with_typed_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, thrown = tmp_path / "typed.battle", []
    scenario = load_scenario("toy")
    begin_battle(scenario, TOY.seats, 7, RecordPlace(path), DiceKind.typed)[1].close()
    monkeypatch.setattr(
        app, "run_battle_window", lambda run, state, players, dice, *_, **__: thrown.append(dice) or NOTHING
    )
    resume_in_window(RecordPlace(path), QUIET)
    assert thrown == [None]


def test_playing_on_from_a_record_goes_on_with_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.battle"
    play("toy", path)
    monkeypatch.setattr(app, "run_replay_window", lambda record, **more: BranchRequest(9, "south"))
    chosen, message, _ = launcher.carry_out_choice(ReplayChoice(path), QUIET)
    assert isinstance(chosen, ResumeChoice) and message == ""
    assert load_record(chosen.path).header.players == {"south": "human", "north": "recruit"}


def test_what_is_set_up_aside_is_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Future[object] = Future()
    found = launcher.prepare_choice(TOY)
    assert found is not None
    changed = found._replace(state=found.state.with_game(turn=3))
    made.set_result(changed)
    seen = []
    monkeypatch.setattr(
        app, "run_battle_window", lambda history, opening, *_, **__: seen.append(opening.game.turn) or NOTHING
    )
    assert launcher.carry_out_choice(TOY, QUIET, made).next is None
    assert seen == [3]


def test_what_goes_wrong_aside_is_said_on_the_start_screen() -> None:
    made: Future[object] = Future()
    made.set_exception(InputError("nowhere.toml", "", "there is no such file"))
    after, message, _ = launcher.carry_out_choice(TOY, QUIET, made)
    assert after is None and "nowhere.toml" in message
