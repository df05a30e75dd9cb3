"""A record of every scenario is on file in the present format, and every event of its ruleset is in one."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from battlesim.engine.codec import Codec
from battlesim.engine.record_read import Record, parse_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import BUILT_IN_RULESETS, load_ruleset
from battlesim.table.events import TABLE_EVENTS, Event
from battlesim.table.tags import tag_of
from tests.golden import records
from tests.support.ours import SCENARIOS

FILES = sorted(records.FOLDER.glob("*.battle.gz"))
BEGINNING = 60
"""Lines that are read of each; the slow tests read all."""
EVENT = re.compile(rb'^\{"type":"event","event":(\{"type":"(\w+)".*\})\}$')

UNIT = b'{"id":"c","name":"Crowd","side":"people","kind":"crowd","leader":"","marks":[],"rules":{}}'
OTHERS = {
    "UnitsAdded": b'{"type":"UnitsAdded","units":[' + UNIT + b'],"rule":"BR-1"}',
    "UnitsRemoved": b'{"type":"UnitsRemoved","units":[' + UNIT + b'],"rule":""}',
    "Refused": b'{"type":"Refused","side":"red","reason":"there is a mine","rule":"M-1"}',
}
"""Events that rulesets can bring about, and ours never do."""

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])


def lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def read(file: Path, some: int | None = None) -> Record:
    record = parse_record(file.name, lines(file)[:some], 0, load_ruleset)
    assert record.damage is None
    return record


def events() -> dict[str, dict[str, bytes]]:
    """One event of each tag in the records of each ruleset, by their keys."""
    found: dict[str, dict[str, bytes]] = {key: {} for key in BUILT_IN_RULESETS}
    for file in FILES:
        header, *rest = lines(file)
        ruleset = next(key for key in BUILT_IN_RULESETS if f'"ruleset":"{key}"'.encode() in header)
        for line in rest:
            if match := EVENT.match(line):
                found[ruleset].setdefault(match[2].decode(), match[1])
    return found


def test_every_scenario_has_a_record() -> None:
    missing = SCENARIOS.keys() - {file.name.partition(".")[0] for file in FILES}
    assert not missing, f"python -m {records.__name__} {' '.join(sorted(missing))}"


@every_file
def test_a_record_is_read(file: Path) -> None:
    assert len(read(file, BEGINNING).entries) == BEGINNING


@pytest.mark.parametrize("key", BUILT_IN_RULESETS)
def test_every_event_of_a_ruleset_is_in_a_record_of_it(key: str) -> None:
    ruleset, found = load_ruleset(key), EVENTS[key]
    kinds: list[type[Event]] = [*ruleset.events, *TABLE_EVENTS]
    assert {tag_of(kind) for kind in kinds} - found.keys() == records.NEVER[key]
    codec = Codec(ruleset)
    for tag, raw in found.items():
        assert tag_of(type(codec.decode_event(raw))) == tag


def test_every_event_of_the_table_is_read() -> None:
    tags = {tag_of(kind) for kind in TABLE_EVENTS}
    assert tags == {tag for found in EVENTS.values() for tag in found.keys() & tags} | OTHERS.keys()
    codec = Codec(load_ruleset("toy"))
    assert {tag_of(type(codec.decode_event(raw))) for raw in OTHERS.values()} == OTHERS.keys()


@pytest.mark.slow
@every_file
def test_a_record_verifies_to_its_end(file: Path) -> None:
    verified = verify_record(read(file))
    assert verified.difference is None and not verified.missing


EVENTS = events()
