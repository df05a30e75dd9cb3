"""The end of a battle: what decided it, losses, luck, and the ways on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pygame
import pytest

from battlesim.commands import start as launcher
from battlesim.commands.battle_sessions import choice_after_battle
from battlesim.engine.record_replay import Replay
from battlesim.engine.ruleset import PreviewRow
from battlesim.render.drawlist import TextLine
from battlesim.rulesets.troice_station import TroiceStation
from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.scenarios.sources import load_record
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.replay import BranchRequest, SeekRequest
from battlesim.ui.replay.ending_page import (
    INPUT_DELAY_S,
    EndingPage,
    FinishedBattle,
    load_finished_battle,
)
from battlesim.ui.replay.ending_rows import player_names_text
from battlesim.ui.session.battle_summary import _failed, casualties, summarize_battle
from battlesim.ui.session.log_line import LogLine, RemovedPiece, RolledDie
from battlesim.ui.session.summary_text import summary_lines
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.start_choice import NewBattleChoice, ReplayChoice, ResumeChoice
from battlesim.ui.toolkit.work_queue import KeyedResult
from tests.rules.troice_station.things import battle, line, marine
from tests.ui.battles import play, record
from tests.ui.gallery import shown
from tests.ui.hands import desk_of
from tests.ui.seated import seated

QUIET = Settings(volume=0)


@pytest.fixture
def page() -> EndingPage:
    """The end of a battle of the toy, for who played the south."""
    later: KeyedResult[FinishedBattle] = KeyedResult()
    later.request("toy", lambda: FinishedBattle(record("toy"), summarize_battle(record("toy"))))
    page = EndingPage(later, SideKey("south"), lambda: 5)
    page.tick(INPUT_DELAY_S)
    return page


def words(desk: PageHost) -> list[str]:
    """All that the page says."""
    return [
        str(item.shown_text) for pane in desk.panes for item in pane.drawn.items if isinstance(item, TextLine)
    ]


def test_who_has_won_is_said_before_the_rest_is_known() -> None:
    later: KeyedResult[FinishedBattle] = KeyedResult()
    page = EndingPage(later, SideKey("south"), lambda: 5, "South win, 3 to 1")
    assert "South win, 3 to 1" in words(desk_of(page))


@pytest.mark.usefixtures("screen")
def test_the_page_of_the_ending_is_asked_for_once_it_is_known_who_has_won(tmp_path: Path) -> None:
    with seated("toy", tmp_path / "toy.battle", "south") as table:
        while not table.feed.is_over:
            table.answer()
        table.until(lambda: table.window.requested_page == "ending")
        assert table.window.model.ending_text


def test_the_moments_of_the_toy_are_its_losses_each_a_point_for_the_other_side() -> None:
    told, replay = summarize_battle(record("toy")), Replay(record("toy"))
    assert told.turnings and all(one.turn != "Turn 0" for one in told.turnings)
    for one in told.turnings:
        pieces = replay.state_after(one.at).table.pieces.values()
        (lost,) = [p for p in pieces if not p.in_play and f"{p.name} lost" in str(one.words)]
        assert (one.gain, one.lost, one.side != lost.side) == (1.0, 1, True)


def test_a_volley_with_its_saves_is_one_moment() -> None:
    told = summarize_battle(record("first_contact"))
    assert told.turnings and not any(str(one.words).startswith("Saves") for one in told.turnings)


def test_losses_are_counted_by_unit() -> None:
    told = summarize_battle(record("toy"))
    assert {one.side: float(one.left) for one in told.casualties} == told.outcome.scores
    assert [one.of for one in told.casualties] == [3, 3]


def test_who_lies_where_he_fell_is_neither_left_nor_lost() -> None:
    state = battle(
        *line(10, 14, marks=[DOWN]), *(marine("trooper", id, 20, 10) for id in "efg"), phase="start"
    )
    (told,) = casualties(TroiceStation(), state, ())
    assert (told.left, told.lost, told.of, told.out) == (3, 0, 5, ((DOWN, 2),))
    known = msgspec.structs.replace(
        summarize_battle(record("toy")), state=state, casualties=(told,), turnings=(), fortunes=()
    )
    later: KeyedResult[FinishedBattle] = KeyedResult()
    later.request("it", lambda: FinishedBattle(record("toy"), known))
    page = EndingPage(later, NO_SIDE, lambda: 5)
    page.tick(INPUT_DELAY_S)
    assert {"0 of 5 pieces lost, 2 down", "3 of 5"} <= set(words(desk_of(page)))
    assert "  Marines, 1A: 3 of 5 left, 2 down" in summary_lines(known, state.table.sides)


def test_dice_that_are_added_up_are_lucky_by_their_points() -> None:
    known = summarize_battle(record("high_street"))
    told = list(summary_lines(known, known.state.table.sides))
    heading = told.index("luck, points rolled against the mean:")
    assert known.by_points and " points with " in told[heading + 1]


def test_the_text_of_an_ending_tells_which_aims_were_reached() -> None:
    known = summarize_battle(record("high_street"))
    won = [row for row in known.facts.ends if row.side in known.outcome.winners]
    told = list(summary_lines(known, known.state.table.sides))
    assert won and f"  {won[-1].label}: {won[-1].value}" in told[told.index("how each side wins:") :]


def test_a_battle_that_is_not_over_has_no_end_to_tell(tmp_path: Path) -> None:
    path = tmp_path / "open.battle"
    play("toy", path)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in whole if b'"type":"outcome"' not in line))
    with pytest.raises(ValueError, match="not over"):
        summarize_battle(load_record(path))


def test_the_page_tells_who_won_what_decided_it_and_whose_dice_were_better() -> None:
    with shown("ending", (1920, 1080), QUIET) as desk:
        assert isinstance(desk, PageHost)
        told = words(desk)
        known_of = summarize_battle(record("first_contact"))
        assert {"WHAT DECIDED IT", "LOSSES", "LUCK"} <= set(told)
        assert str(known_of.turnings[0].words) in told
        assert any("had better dice than in" in line for line in told)


def test_a_moment_that_is_pressed_is_wanted_again(page: EndingPage) -> None:
    assert page.finished_battle.value is not None
    first = page.finished_battle.value.account.turnings[0]
    page.do("look", first.at)
    assert (page.done, page.next_request) == (True, SeekRequest(first.at))


def test_a_key_meant_for_the_battle_presses_nothing_on_the_page_that_has_just_come(page: EndingPage) -> None:
    fresh = EndingPage(page.finished_battle, page.own_side, lambda: 5)
    fresh.tick(INPUT_DELAY_S / 2)
    fresh.do("look", 0)
    assert (fresh.done, fresh.next_request) == (False, None)


def test_it_can_be_played_again_with_other_dice_or_as_the_other_side(page: EndingPage) -> None:
    page.do("again", "")
    assert page.next_request == BranchRequest(0, NO_SIDE, 5)
    page.do("swap", "")
    assert page.next_request == BranchRequest(0, SideKey("north"))


def test_a_score_of_one_part_stands_in_one_line_with_what_it_is_made_of(page: EndingPage) -> None:
    desk = desk_of(page)
    (pane,) = (pane for pane in desk.panes if pane.name == "column 0")
    texts = [item for item in pane.drawn.items if isinstance(item, TextLine)]
    made = [item.y for item in texts if item.shown_text == "1 for each trooper left"]
    assert len(made) == 2 and all(
        {"South", "North"} & {item.shown_text for item in texts if item.y == y} for y in made
    )


def test_what_each_side_wins_by_stands_with_how_far_it_got(page: EndingPage) -> None:
    known = page.finished_battle.value
    assert known is not None
    ends = (PreviewRow("South: all eggs held", "3 held", side="south"), PreviewRow("Allies", "none"))
    facts = msgspec.structs.replace(known.account.facts, ends=ends)
    account = msgspec.structs.replace(known.account, facts=facts)
    later: KeyedResult[FinishedBattle] = KeyedResult()
    later.request("toy", lambda: known._replace(account=account))
    told = words(desk_of(EndingPage(later, SideKey("south"), lambda: 5)))
    assert {"HOW EACH SIDE WINS", "South: all eggs held", "3 held"} <= set(told) and "Allies" not in told


def test_of_many_who_played_each_is_named_once() -> None:
    assert player_names_text(["recruit", "human"]) == "recruit, human"
    assert player_names_text(["recruit", "human", "recruit", "recruit"]) == "recruit x 3, human"


def test_leaving_the_page_wants_nothing(page: EndingPage) -> None:
    page.do("leave", 0)
    assert (page.done, page.next_request) == (True, None)


def test_a_wish_becomes_a_battle_from_its_beginning_with_the_new_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path, settings = tmp_path / "a.battle", Settings(volume=0, battles=str(tmp_path))
    play("toy", path)
    wanted = choice_after_battle(path, BranchRequest(0, NO_SIDE, 5), settings)
    assert isinstance(wanted, ResumeChoice)
    fresh = load_record(wanted.path)
    assert (fresh.header.seed, fresh.header.players, fresh.answers) == (
        5,
        load_finished_battle(path).record.header.players,
        [],
    )
    other = choice_after_battle(path, BranchRequest(0, SideKey("north")), settings)
    assert isinstance(other, ResumeChoice)
    assert load_record(other.path).header.players == {"south": "recruit", "north": "human"}
    assert choice_after_battle(path, SeekRequest(7), settings) == ReplayChoice(path, 7)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["again", "look", "leave"])
def test_the_end_of_a_battle_leads_on(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("battlesim.ui.replay.ending_page.INPUT_DELAY_S", 0.0)
    met: list[str] = []

    def frame(desk: PageHost, elapsed: float) -> None:
        shows(desk, elapsed)
        if desk.page.finished_battle.value and not desk.page.done:
            met.append(command)
            desk.page.do(command, 3)

    def seen(window: Window, elapsed: float) -> None:
        drawn(window, elapsed)
        if met:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))

    shows, drawn = PageHost.advance_frame, Window.advance_frame
    monkeypatch.setattr(PageHost, "advance_frame", frame)
    monkeypatch.setattr(Window, "advance_frame", seen)
    settings = Settings(volume=0, reduced_motion=True, battles=str(tmp_path))
    seats = {"south": "recruit", "north": "recruit"}
    after, message, _ = launcher.carry_out_choice(NewBattleChoice("toy", seats, {}, 7), settings)
    (first,) = tmp_path.glob("toy-7.battle")
    fresh = ResumeChoice(tmp_path / "toy-7-from-0.battle")
    assert (after, message) == ({"again": fresh, "look": ReplayChoice(first, 3)}.get(command), "")
    assert met == [command]


def test_a_loss_to_a_failed_save_says_that_it_failed() -> None:
    lost = {"c": RemovedPiece("c", "trooper")}
    save = LogLine(1, 1, 2, "c saves", 0, 1, dice=[RolledDie(2, "miss")], lost=lost)
    assert _failed(save) and not _failed(replace(save, dice=[RolledDie(5, "hit")]))


def test_the_page_knows_who_has_won_as_soon_as_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    with seated("toy", tmp_path / "a.battle", "south") as table:
        while not table.feed.is_over:
            table.answer()
        table.until(lambda: table.window.requested_page == "ending")
        assert table.feed.outcome and table.feed.outcome.reason in table.window.model.ending_text
