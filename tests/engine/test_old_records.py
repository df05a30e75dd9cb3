"""Records of every version of the format can still be viewed, verified and gone on with.

`records/<version>/*.battle.gz` were written by the program of their time, one of each scenario there was, and
are never written again. Of a long one only the beginning is read here; the slow tests read it whole. Records
of the present version are in `tests/golden/test_records.py`.
"""

from __future__ import annotations

import gzip
import tomllib
from pathlib import Path

import pytest

from battlesim.engine.digest import state_digest
from battlesim.engine.record import FORMAT_VERSION, BookmarkLine, DigestLine
from battlesim.engine.record_branch import branch_record
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from tests.support.ours import SCENARIOS

FOLDER = Path(__file__).parent / "records"
FILES = sorted(file for file in FOLDER.glob("*/*.battle.gz") if int(file.parent.name) < FORMAT_VERSION)
BEGINNING = 1000
"""Lines; two turns of most battles."""


def name(file: Path) -> str:
    return f"{file.parent.name}-{file.name.partition('.')[0]}"


def lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


every_file = pytest.mark.parametrize("file", FILES, ids=name)
LONG = [file for file in FILES if len(lines(file)) > BEGINNING]


def unpacked(file: Path, folder: Path, some: int | None = None) -> Path:
    path = folder / file.stem
    path.write_bytes(b"".join(lines(file)[:some]))
    return path


def read(path: Path) -> Record:
    record = read_record(path, load_ruleset)
    assert record.damage is None
    return record


def last_digest(replay: Replay) -> list[tuple[DigestLine, int]]:
    """With the events before it; not known in a record brought up from an older format."""
    found = [(entry.what, at) for entry, at in replay.lines if isinstance(entry.what, DigestLine)]
    assert bool(found[-1][0].digest) == (replay.record.version == FORMAT_VERSION)
    return found[-1:]


def is_of_today(record: Record) -> bool:
    return record.header.ruleset_version == record.ruleset.version


def test_every_version_before_has_one_of_every_scenario():
    names = {id for id, file in SCENARIOS.items() if not came_later(file)}
    for version in range(1, FORMAT_VERSION):
        assert names <= {file.name.partition(".")[0] for file in FILES if file.parent.name == str(version)}


def came_later(scenario: Path) -> bool:
    """Whether it is of a ruleset that the last change of the format found not yet there."""
    read = tomllib.loads(scenario.read_text(encoding="utf-8"))
    if "extends" in read:
        return came_later(SCENARIOS[read["extends"]])
    return read["ruleset"] in ("troice_station", "invasion_earth", "stargrunt", "alien_invasion")


def test_the_rules_of_today_are_among_them(tmp_path):
    assert any(is_of_today(read(unpacked(file, tmp_path, BEGINNING))) for file in FILES)


@every_file
def test_it_is_viewed_and_verifies_while_its_rules_are_those_of_today(file, tmp_path):
    record = read(unpacked(file, tmp_path, BEGINNING))
    replay = Replay(record)
    for what, events in last_digest(replay):
        assert what.digest in ("", state_digest(replay.state_after(events)))
    if is_of_today(record):
        assert verify_record(record).difference is None


@pytest.mark.slow
@pytest.mark.parametrize("file", LONG, ids=name)
def test_it_verifies_to_its_end(file, tmp_path):
    record = read(unpacked(file, tmp_path))
    assert record.outcome is not None
    assert verify_record(record).difference is None


@every_file
def test_it_is_gone_on_with(file, tmp_path):
    path = unpacked(file, tmp_path, BEGINNING)
    record = read(path)
    if is_of_today(record):
        resumed = resume_battle(path, load_ruleset)
        resumed.recorder.close()
        assert resumed.answer_count == len(record.answers)
        assert read(path).version == FORMAT_VERSION


OLD = next(file for file in FILES if name(file) == "1-toy_field_rules_2")


def test_the_end_of_an_older_one_names_its_winner_and_nobody_in_a_draw(tmp_path):
    ends = {name(file): read(unpacked(file, tmp_path)).outcome for file in FILES if "toy" in name(file)}
    assert {key: end and end.winners for key, end in ends.items()} == {
        "1-toy": ("south",),
        "1-toy_field_rules_1": (),
        "1-toy_field_rules_2": (),
    }


def test_an_older_one_is_gone_on_with_bookmarked_and_played_another_way(tmp_path):
    """Its file is brought up to the present format in its place, and stays as sound as it was."""
    path = unpacked(OLD, tmp_path, 60)
    replay = Replay(read(path))
    players = replay.record.header.players
    other = branch_record(replay, replay.answers[2].at, players, tmp_path / "other.battle")
    append_bookmark(replay.record, BookmarkLine(answer=2, name="here"))
    resumed = resume_battle(path, load_ruleset)
    resumed.recorder.close()
    for file, bookmarks in ((path, ["here"]), (other, [])):
        after = read(file)
        assert after.version == FORMAT_VERSION
        assert verify_record(after).difference is None
        assert [mark.name for mark in Replay(after).bookmarks] == bookmarks
