"""A file is chosen by looking through folders, with the mouse or the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.start import LabChoice
from battlesim.ui.start.files_page import FilesPage, list_folder
from battlesim.ui.start.start_page import StartPage
from tests.ui.hands import click, desk_of, key_on, press, words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one of each, one that is hidden, one that cannot be opened, and a folder of its own."""
    for name in ("old.battle", "photo.JPG", ".hidden.battle", "letter.txt", "inner/map.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("...")
    return tmp_path


def test_folders_and_what_can_be_opened_are_listed(folder: Path) -> None:
    assert {one.path.name for one in list_folder(folder)} == {"inner", "old.battle", "photo.JPG"}
    assert list_folder(folder)[0].folder


def test_a_file_is_picked_with_the_mouse_in_a_folder_further_down(folder: Path) -> None:
    page = FilesPage(folder, {})
    desk = desk_of(page)
    click(desk, ("go", folder / "inner"))
    click(desk, ("pick", folder / "inner" / "map.toml"))
    assert page.done and page.chosen == folder / "inner" / "map.toml"


def test_a_file_is_picked_with_the_keyboard_from_a_place(folder: Path) -> None:
    page = FilesPage(folder / "inner", {"Battles": folder})
    desk = desk_of(page)
    key_on(desk, ("go", folder))
    key_on(desk, ("pick", folder / "old.battle"))
    assert page.chosen == folder / "old.battle"


def test_going_back_chooses_nothing(folder: Path) -> None:
    page = FilesPage(folder, {})
    press(desk_of(page), "escape")
    assert page.done and page.chosen is None


def test_a_folder_that_is_gone_is_said_in_words(folder: Path) -> None:
    page = FilesPage(folder, {"Battles": folder / "nowhere"})
    desk = desk_of(page)
    click(desk, ("go", folder / "nowhere"))
    assert page.folder == folder and "nowhere: No such file" in words(desk)


def test_a_bare_map_that_is_opened_goes_into_the_lab(desk: PageHost, tmp_path: Path) -> None:
    path = tmp_path / "field.toml"
    path.write_text("[table]\nwidth = 48\nheight = 48\n")
    assert isinstance(desk.page, StartPage)
    desk.page.do("drop", str(path))
    assert desk.page.choice == LabChoice(str(path))
