"""Writing: whole or not at all, whatever the disk does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.file_writing import (
    append_at,
    numbered_paths,
    remove_abandoned_parts,
    write_atomically,
    write_new,
    write_to_first_free,
)
from tests.support.disk import full, short_writes

RAW = bytes(range(256)) * 9
WAYS = [write_atomically, write_new]


@pytest.mark.parametrize("write", WAYS)
def test_a_write_that_takes_less_than_it_is_given_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write: Callable[[Path, bytes], None]
) -> None:
    short_writes(monkeypatch)
    write(tmp_path / "a", RAW)
    assert (tmp_path / "a").read_bytes() == RAW


@pytest.mark.parametrize("write", WAYS)
def test_a_full_disk_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write: Callable[[Path, bytes], None]
) -> None:
    full(monkeypatch, room=100)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "a", RAW)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("precious")
    full(monkeypatch, room=100)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "a", RAW)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_a_new_file_takes_no_place_that_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("precious")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a", RAW)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_a_place_that_is_taken_at_the_last_moment_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    linked = os.link

    def too_late(part: Path, path: Path) -> None:
        path.write_text("precious")
        linked(part, path)

    monkeypatch.setattr(os, "link", too_late)
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a", RAW)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_where_there_are_no_links_a_new_file_is_written_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def unknown(part: Path, path: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    write_new(tmp_path / "a", RAW)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [RAW]


@pytest.mark.parametrize("write", WAYS)
@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_is_not_followed(
    tmp_path: Path, write: Callable[[Path, bytes], None], there: bool
) -> None:
    aim, link = tmp_path / "aim", tmp_path / "link"
    if there:
        aim.write_text("precious")
    link.symlink_to(aim)
    try:
        write(link, RAW)
    except FileExistsError:
        assert write is write_new
    assert aim.exists() == there
    assert not there or aim.read_text() == "precious"


def test_the_first_free_name_is_taken(tmp_path: Path) -> None:
    names = numbered_paths(tmp_path / "toy.battle")
    for wanted in ("toy.battle", "toy-1.battle", "toy-2.battle"):
        assert (
            write_to_first_free(numbered_paths(tmp_path / "toy.battle"), RAW)
            == tmp_path / wanted
            == next(names)
        )


@pytest.fixture
def opened(tmp_path: Path) -> int:
    """A file of ten bytes, opened to append."""
    (tmp_path / "a").write_bytes(b"0123456789")
    return os.open(tmp_path / "a", os.O_WRONLY | os.O_APPEND)


def test_more_is_written_in_full_by_short_writes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: int
) -> None:
    short_writes(monkeypatch)
    append_at(opened, RAW, 10)
    os.close(opened)
    assert (tmp_path / "a").read_bytes() == b"0123456789" + RAW


def test_more_than_there_is_room_for_is_not_written_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: int
) -> None:
    full(monkeypatch, room=100)
    with pytest.raises(OSError, match="No space left"):
        append_at(opened, RAW, 10)
    os.close(opened)
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_torn_end_is_cut_off_by_what_is_written_next(tmp_path: Path, opened: int) -> None:
    append_at(opened, b"abc", 4)
    os.close(opened)
    assert (tmp_path / "a").read_bytes() == b"0123abc"


LEFT_BY_A_KILLED_WRITER = """\
import os, signal, sys
from pathlib import Path
from battlesim import file_writing

def killed(*names: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)

os.link = os.replace = killed
file_writing.write_atomically(Path(sys.argv[1]) / "b", b"never there")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("write", WAYS)
def test_what_a_killed_writer_leaves_is_swept_by_the_next_one(
    tmp_path: Path, write: Callable[[Path, bytes], None]
) -> None:
    subprocess.run([sys.executable, "-c", LEFT_BY_A_KILLED_WRITER, str(tmp_path)], check=False)
    (part,) = tmp_path.iterdir()
    assert part.suffix == ".part"
    write(tmp_path / "a", RAW)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_a_living_writer_has_open_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    replaced = os.replace

    def meanwhile(part: Path, path: Path) -> None:
        remove_abandoned_parts(tmp_path)
        replaced(part, path)

    monkeypatch.setattr(os, "replace", meanwhile)
    write_atomically(tmp_path / "a", RAW)
    assert (tmp_path / "a").read_bytes() == RAW


def test_other_files_are_not_swept(tmp_path: Path) -> None:
    others = [".part", "0123456789abcdef.part", ".0123456789abcdeg.part", ".0123456789abcdef.party"]
    for name in others:
        (tmp_path / name).write_text("precious")
    remove_abandoned_parts(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)


def test_a_part_that_is_swept_before_it_is_locked_is_made_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened, swept = os.open, list[Path]()

    def open_and_lose(path: Path, *args: int) -> int:
        fd = opened(path, *args)
        if not swept:
            swept.append(path)
            os.unlink(path)
        return fd

    monkeypatch.setattr(os, "open", open_and_lose)
    write_new(tmp_path / "a", RAW)
    assert swept and (tmp_path / "a").read_bytes() == RAW
