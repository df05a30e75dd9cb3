"""The folder of battles: each file is judged by itself, and none keeps the others from being shown."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.ui.start.catalogue import list_records
from tests.support.battles import recorded

BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "nested": (lambda p: p.write_text("[" * 200_000 + "\n"), "cannot be opened: expected a table"),
    "nested within": (lambda p: p.write_text('{"type":' + "[" * 200_000 + "\n"), "cannot be opened"),
    "a link": (lambda p: p.symlink_to("nowhere"), "is a link to a missing file"),
    "a link to itself": (lambda p: p.symlink_to(p), "cannot be opened: cannot be read"),
    "a pipe": (os.mkfifo, "is a pipe, a file is needed"),
    "a device": (lambda p: p.symlink_to("/dev/null"), "is a device, a file is needed"),
    "a folder": (lambda p: p.mkdir(), "is a folder, a file is needed"),
    "huge": (lambda p: (p.touch(), os.truncate(p, 10**10)), "is larger than 67.1 MB"),
    "empty": (lambda p: p.touch(), "cannot be opened"),
    "no start": (lambda p: p.write_text('{"type":"outcome"}\n'), "cannot be opened"),
    "a long title": (
        lambda p: p.write_text(
            '{"type":"header","version":1,"ruleset":"toy","players":{},"title":"' + "x" * 5000 + '"}\n'
        ),
        "title: expected text with at most 200 characters, got 5000",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_listed_with_its_reason_beside_the_good_ones(tmp_path: Path, kind: str) -> None:
    recorded(tmp_path / "good.battle")
    make, reason = BAD[kind]
    make(tmp_path / "bad.battle")
    listed = {one.path.stem: one.fault for one in list_records(tmp_path)}
    assert listed["good"] == "" and reason in listed["bad"]
