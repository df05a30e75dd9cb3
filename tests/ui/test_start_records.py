"""Battles to go on with, records and files on the start screen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pygame
import pytest

from battlesim.engine.record import UndoLine
from battlesim.engine.record_lock import open_locked
from battlesim.scenarios.sources import load_record
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.start import NewBattleChoice, ReplayChoice, ResumeChoice
from battlesim.ui.start.catalogue import list_records, read_record_summary
from battlesim.ui.start.choice_building import selected_choice
from battlesim.ui.start.start_model import StartModel
from tests.ui.hands import click, key_on, press, typed, words
from tests.ui.started import choice_on

TOY = ("scenario", "toy")


def test_an_unfinished_battle_is_gone_on_with(desk: PageHost, played: Path) -> None:
    click(desk, ("record", played / "open.battle"))
    assert "turn 1" in words(desk) and "4 answers" in words(desk)
    assert "South: recruit, North: recruit" in words(desk)
    key_on(desk, ("begin", ""))
    assert choice_on(desk) == ResumeChoice(played / "open.battle")


def test_a_battle_to_go_on_with_is_chosen_at_the_start(model: StartModel, played: Path) -> None:
    model.load_next()
    assert model.record and selected_choice(model) == ResumeChoice(played / "open.battle")


def test_records_are_gone_over(desk: PageHost, played: Path) -> None:
    click(desk, ("record", played / "done.battle"))
    click(desk, ("begin", ""))
    assert choice_on(desk) == ReplayChoice(played / "done.battle")


def test_an_unfinished_record_can_be_gone_over_too(desk: PageHost, played: Path) -> None:
    click(desk, ("record", played / "open.battle"))
    click(desk, ("review", ""))
    assert choice_on(desk) == ReplayChoice(played / "open.battle")


def test_records_say_whether_they_are_finished(played: Path, tmp_path: Path) -> None:
    listed = {one.path.stem: one.finished for one in list_records(played) if not one.fault}
    assert listed == {"done": True, "open": False}
    undone = tmp_path / "undone.battle"
    shutil.copy(played / "done.battle", undone)
    import msgspec

    with undone.open("ab") as file:
        file.write(msgspec.json.encode(UndoLine(to=1)) + b"\n")
    found = read_record_summary(undone)
    assert found is not None and not found.finished, "an undo takes the end back"
    assert read_record_summary(played / "other.battle") is None
    assert list_records(tmp_path / "nowhere") == []


def test_a_damaged_record_opens_and_says_where(desk: PageHost, played: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.battle"
    lines = (played / "done.battle").read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join([lines[0], *lines[20:]]))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(broken)))
    for event in pygame.event.get():
        desk.handle(event)
    desk.advance_frame(0.0)
    assert desk.running and "line 4 is damaged" in words(desk)


def test_a_kept_record_is_opened_by_its_name_alone(desk: PageHost, played: Path) -> None:
    click(desk, ("edit", "file"))
    typed(desk, "done.battle")
    click(desk, ("file", ""))
    click(desk, ("begin", ""))
    assert choice_on(desk) == ReplayChoice(played / "done.battle")


def test_a_home_of_nobody_is_said_in_words(desk: PageHost) -> None:
    desk.page.do("type", ("file", "~no-such-user/a.battle"))
    click(desk, ("file", ""))
    assert desk.running and "there is no such file" in words(desk)


def test_where_no_battle_can_be_kept_none_begins(desk: PageHost, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    model = desk.page.model  # type: ignore[attr-defined]
    model.set_folder(tmp_path / "file")
    click(desk, TOY)
    click(desk, ("begin", ""))
    assert desk.running and "no battle can be saved (it is not a folder)" in words(desk)
    model.set_folder(tmp_path / "made")
    click(desk, ("begin", ""))
    assert isinstance(choice_on(desk), NewBattleChoice) and (tmp_path / "made").is_dir()


def test_another_folder_has_other_records(desk: PageHost, played: Path, tmp_path: Path) -> None:
    places = {spot.value for _, spot in desk.spots() if spot.command == "record"}
    assert played / "open.battle" in places
    desk.page.model.set_folder(tmp_path)  # type: ignore[attr-defined]
    places = {
        spot.value.name
        for pane in desk.update_panes()
        for spot in pane.drawn.spots
        if spot.command == "record"
    }
    assert not places


def test_a_scenario_of_ones_own_is_opened_by_its_file(desk: PageHost, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('extends = "toy"\ntitle = "My own skirmish"\nturns = 3\n')
    click(desk, ("edit", "file"))
    typed(desk, str(own))
    click(desk, ("file", ""))
    assert "My own skirmish" in words(desk)
    click(desk, ("begin", ""))
    choice = choice_on(desk)
    assert isinstance(choice, NewBattleChoice) and choice.scenario == str(own)


def test_a_file_that_is_wrong_is_said_in_words(desk: PageHost, tmp_path: Path) -> None:
    own = tmp_path / "wrong.toml"
    own.write_text('extends = "toy"\ntitel = "?"\n')
    desk.page.do("drop", str(own))
    desk.advance_frame(1.0)
    assert "titel" in desk.page.model.message  # type: ignore[attr-defined]


@pytest.fixture
def kept(played: Path, tmp_path: Path) -> Path:
    """An unfinished battle in a folder of its own."""
    return Path(shutil.copy2(played / "open.battle", tmp_path / "open.battle"))


def test_a_battle_is_given_a_name_in_the_list(desk: PageHost, kept: Path) -> None:
    desk.page.model.set_folder(kept.parent)  # type: ignore[attr-defined]
    desk.update_panes()
    before = kept.read_bytes().splitlines(keepends=True), kept.stat().st_mtime
    click(desk, ("record", kept))
    click(desk, ("edit", "name"))
    typed(desk, "The long night ")
    press(desk, "return")
    assert "The long night" in words(desk) and "Toy skirmish" in words(desk)
    after = kept.read_bytes().splitlines(keepends=True), kept.stat().st_mtime
    assert after[0][1:] == before[0][1:] and after[1] == before[1]
    assert load_record(kept).header.display_name == "The long night"
    for _ in "The long night":
        desk.page.do("erase", "name")
    click(desk, ("call", ""))
    assert load_record(kept).header.display_name == "Toy skirmish"


def test_a_battle_that_is_played_elsewhere_keeps_its_name(desk: PageHost, kept: Path) -> None:
    model = desk.page.model  # type: ignore[attr-defined]
    model.open_record(kept)
    held = open_locked(kept)
    model.type_text("name", "Mine")
    model.rename_record()
    os.close(held)
    assert "is being played in another window" in model.message
    assert load_record(kept).header.name == ""


def test_a_new_battle_has_the_name_that_was_typed(desk: PageHost) -> None:
    click(desk, TOY)
    click(desk, ("edit", "name"))
    typed(desk, "Revenge")
    click(desk, ("begin", ""))
    choice = choice_on(desk)
    assert isinstance(choice, NewBattleChoice) and choice.name == "Revenge"


def test_the_list_says_which_turn_a_battle_has_come_to(desk: PageHost, kept: Path) -> None:
    model = desk.page.model  # type: ignore[attr-defined]
    model.set_folder(kept.parent)
    assert model.load_next() and not model.load_next()
    desk.draw()
    assert "Turn 1 of 6, " in words(desk)
