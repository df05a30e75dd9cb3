"""Records of every version of the format that was ever written are still read and viewed.

`records/<version>/*.battle` were written by the program of their time and are never written again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.digest import digest
from battlesim.engine.record import VERSION, DigestLine
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.verify import verify
from battlesim.rulesets.registry import get

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*/*.battle"))


def test_there_is_one_of_every_version():
    assert {int(file.parent.name) for file in FILES} == set(range(1, VERSION + 1))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_it_is_viewed_to_its_end(file):
    record = read_record(file, get)
    replay = Replay(record)
    last = [entry.what for entry in record.live if isinstance(entry.what, DigestLine)][-1]
    assert record.outcome is not None
    assert digest(replay.state(len(replay))) == last.digest


def test_one_verifies_while_its_rules_are_those_of_today():
    records = [read_record(file, get) for file in FILES]
    today = [r for r in records if r.header.ruleset_version == r.ruleset.version]
    assert today and [verify(record).difference for record in today] == [None] * len(today)
