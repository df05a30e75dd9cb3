"""Where records are kept and found."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.scenarios import battle_files
from battlesim.scenarios.battle_files import (
    default_battle_folder,
    find_record,
    folder_problem,
    free_record_paths,
    record_picture_path,
)


def test_the_usual_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: f"{tmp_path}/{name}")
    assert default_battle_folder() == tmp_path / "battlesim" / "battles"


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    assert folder_problem(tmp_path / "a" / "b") == ""
    assert list((tmp_path / "a").iterdir()) == [tmp_path / "a" / "b"]
    assert list((tmp_path / "a" / "b").iterdir()) == [], "trying leaves nothing behind"


def test_a_file_is_no_folder_and_nothing_can_be_below_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert folder_problem(file) == "it is not a folder"
    assert folder_problem(file / "below") == "Not a directory"


def test_a_link_that_leads_nowhere_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    assert folder_problem(tmp_path / "link") == "it is not a folder"


def test_a_folder_that_takes_no_file_is_told_from_one_that_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(dir: Path) -> None:
        raise PermissionError(13, "Permission denied", dir)

    monkeypatch.setattr(battle_files, "TemporaryFile", refused)
    assert folder_problem(tmp_path) == "Permission denied"


def test_no_name_is_given_twice(tmp_path: Path) -> None:
    for wanted in ("toy-1.battle", "toy-1-1.battle", "toy-1-2.battle"):
        name = next(free_record_paths("toy-1", tmp_path))
        assert name == tmp_path / wanted
        name.touch()


def test_a_name_whose_picture_is_there_is_not_given(tmp_path: Path) -> None:
    (tmp_path / "toy-1.png").touch()
    assert next(free_record_paths("toy-1", tmp_path)) == tmp_path / "toy-1-1.battle"


def test_no_two_records_share_a_picture(tmp_path: Path) -> None:
    records = [tmp_path / name for name in ("my.v1", "my.v2", "my", "a.battle", "a.b.battle", ".battle")]
    assert [record_picture_path(record).name for record in records] == [
        "my.v1.png",
        "my.v2.png",
        "my.png",
        "a.png",
        "a.b.png",
        ".battle.png",
    ]


def test_a_name_means_the_file_here_then_the_kept_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, kept = tmp_path / "here", tmp_path / "kept"
    for folder in (here, kept):
        folder.mkdir()
        (folder / "both.battle").touch()
    (kept / "one.battle").touch()
    (kept / "map.toml").touch()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path))
    names = ("both.battle", "one.battle", "none.battle", "map.toml", str(here / "both.battle"))
    assert [str(find_record(name, kept)) for name in names] == [
        "both.battle",
        str(kept / "one.battle"),
        "none.battle",
        "map.toml",
        str(here / "both.battle"),
    ]
    assert find_record("~/kept/one.battle", kept) == kept / "one.battle"
    assert find_record("~no-such-user/x.battle", kept) == Path("~no-such-user/x.battle")
