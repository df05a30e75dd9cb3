"""Records of every version of the format can still be viewed, verified and gone on with.

`records/<version>/*.battle.gz` were written by the program of their time, one of each scenario there was, and
are never written again. Of a long one only the beginning is read here; the slow tests read it whole.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from battlesim.engine.digest import digest
from battlesim.engine.record import VERSION, DigestLine
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume
from battlesim.engine.verify import verify
from battlesim.rulesets.registry import get
from battlesim.scenarios.library import scenario_files

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*/*.battle.gz"))
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
    record = read_record(path, get)
    assert record.damage is None
    return record


def last_digest(replay: Replay) -> list[tuple[DigestLine, int]]:
    """With the events before it; none in a record brought up from an older format."""
    found = [(entry.what, at) for entry, at in replay.lines if isinstance(entry.what, DigestLine)]
    assert found or replay.record.version < VERSION
    return found[-1:]


def is_of_today(record: Record) -> bool:
    return record.header.ruleset_version == record.ruleset.version


def test_every_version_has_one_of_every_scenario():
    names = scenario_files().keys()
    for version in range(1, VERSION + 1):
        assert names <= {file.name.partition(".")[0] for file in FILES if file.parent.name == str(version)}


def test_the_rules_of_today_are_among_them(tmp_path):
    assert any(is_of_today(read(unpacked(file, tmp_path, BEGINNING))) for file in FILES)


@every_file
def test_it_is_viewed_and_verifies_while_its_rules_are_those_of_today(file, tmp_path):
    record = read(unpacked(file, tmp_path, BEGINNING))
    replay = Replay(record)
    for what, events in last_digest(replay):
        assert digest(replay.state(events)) == what.digest
    if is_of_today(record):
        assert verify(record).difference is None


@pytest.mark.slow
@pytest.mark.parametrize("file", LONG, ids=name)
def test_it_verifies_to_its_end(file, tmp_path):
    record = read(unpacked(file, tmp_path))
    assert record.outcome is not None
    assert verify(record).difference is None


@every_file
def test_it_is_gone_on_with(file, tmp_path):
    path = unpacked(file, tmp_path, BEGINNING)
    record = read(path)
    if is_of_today(record):
        resumed = resume(path, get)
        resumed.recorder.close()
        assert resumed.answers == len(record.answers)
