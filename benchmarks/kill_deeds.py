"""Deeds that are done again and again until a signal comes: branching, setting bookmarks, exporting pictures,
writing rosters.

Each deed is whole or not done at all, however the process ends; what was there before stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from battlesim.engine.record import BookmarkLine
from battlesim.engine.record_branch import branch_record
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.verify import verify_record
from battlesim.file_writing import numbered_paths
from battlesim.render.png import png_bytes
from battlesim.report.output_files import PICTURE_KIND, OutputFile
from battlesim.report.picture import battle_picture
from battlesim.rulesets import registry
from battlesim.scenarios.rosters import Roster, RosterModel, read_roster, write_roster


class LossError(AssertionError):
    """Raised when something is lost, half done, or there that should not be."""


class Deed(NamedTuple):
    """`prepare` gives, for the record of a whole battle, what to do once more, and the check of the folder
    after so many times."""

    name: str
    prepare: Callable[[Path], tuple[Callable[[], None], Callable[[int], None]]]


def _expect(good: bool, words: str) -> None:
    if not good:
        raise LossError(words)


def _branching(record: Path) -> tuple[Callable[[], None], Callable[[int], None]]:
    replay, before = Replay(read_record(record, registry.load_ruleset)), record.read_bytes()
    folder, players = record.parent / "branches", replay.record.header.players
    folder.mkdir(exist_ok=True)
    known = len(list(folder.glob("*.battle")))

    def act() -> None:
        name, *_ = names = [folder / "b.battle"]
        branch_record(replay, len(replay) // 2, players, name, numbered_paths(names[0]))

    def check(done: int) -> None:
        made = list(folder.glob("*.battle"))
        _expect(done <= len(made) - known <= done + 1, f"{done} branches were made, there are {len(made)}")
        for path in made[-3:]:
            _expect(
                verify_record(read_record(path, registry.load_ruleset)).difference is None,
                f"{path} does not verify",
            )
        _expect(record.read_bytes() == before, "the record that was branched from has changed")

    return act, check


def _marking(record: Path) -> tuple[Callable[[], None], Callable[[int], None]]:
    read, before = read_record(record, registry.load_ruleset), record.read_bytes()
    known = len(read.entries)

    def act() -> None:
        append_bookmark(read, BookmarkLine(answer=1, name="here", events=0))

    def check(done: int) -> None:
        now = read_record(record, registry.load_ruleset)
        held = len(now.entries) - known
        _expect(done <= held <= done + 1, f"{done} bookmarks were set, the record holds {held}")
        _expect(record.read_bytes().startswith(before), "what was written before has changed")
        _expect(verify_record(now).difference is None, "the record does not verify")

    return act, check


def _exporting(record: Path) -> tuple[Callable[[], None], Callable[[int], None]]:
    read = read_record(record, registry.load_ruleset)
    raw, output = _drawn(record), OutputFile(record.with_name("moment.png"), PICTURE_KIND, force=True)
    _expect(read.torn == 0, "the record is torn")

    def act() -> None:
        output.write(raw)

    def check(done: int) -> None:
        _expect(bool(not done or output.path.exists()), "the picture is gone")
        _expect(not output.path.exists() or output.path.read_bytes() == raw, "the picture is not whole")

    return act, check


def _drawn(record: Path) -> bytes:
    """The picture of the start, drawn once for all times: what counts here is that it is written."""
    kept = record.with_name("drawn")
    if not kept.exists():
        read = read_record(record, registry.load_ruleset)
        kept.write_bytes(png_bytes(battle_picture(read.state, read.ruleset)))
    return kept.read_bytes()


def _keeping_roster(record: Path) -> tuple[Callable[[], None], Callable[[int], None]]:
    path = record.with_name("roster.toml")
    models = tuple(RosterModel(f"m{k}", f"Model {k}", "unit_sergeant") for k in range(60))
    known = read_roster(path).model[0].points if path.exists() else 0
    points = count(known + 1)

    def act() -> None:
        number = next(points)
        kept = tuple(msgspec.structs.replace(own, points=number) for own in models)
        write_roster(path, Roster("three_nights", model=kept))

    def check(done: int) -> None:
        if not path.exists():
            _expect(not done, "the roster is gone")
            return
        held = read_roster(path).model
        written = held[0].points - known
        _expect(done <= written <= done + 1, f"{done} rosters were written, the file has number {written}")
        _expect(len(held) == 60 and len({own.points for own in held}) == 1, "the roster is not whole")

    return act, check


KEEPING_ROSTER: Final = Deed("keeping a roster", _keeping_roster)
DEEDS: Final = (
    Deed("branching", _branching),
    Deed("marking", _marking),
    Deed("exporting", _exporting),
    KEEPING_ROSTER,
)
