"""Records: what is written is read again, and a file that is not right is one clear error."""

from __future__ import annotations

import contextlib
import json
import random
import re

import pytest

from battlesim.engine import codec, record_read, record_resume, upgrades
from battlesim.engine import record as record_module
from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import ScriptedDice
from battlesim.engine.record import AnswerLine, DigestLine, RecordError, RemarkLine, StepLine
from battlesim.engine.record_read import read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import Event
from tests.contract.cases import toy
from tests.support.battles import begin_record, recorded


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.battle"


def test_a_record_holds_the_whole_battle(path):
    record = recorded(path)
    assert record.header.title == "toy 1"
    assert record.header.players == {"red": "random", "blue": "random"}
    assert record.state == toy().state
    assert record.outcome is not None
    kinds = {type(entry.what) for entry in record.live}
    assert {StepLine, DigestLine, AnswerLine, RemarkLine} < kinds
    assert any(isinstance(entry.what, Event) for entry in record.live)
    assert record.torn == 0


def test_every_answer_stands_before_its_events_and_after_its_reason(path):
    live = [entry.what for entry in recorded(path).live]
    for i, what in enumerate(live):
        if isinstance(what, AnswerLine) and what.side != "dice":
            assert isinstance(live[i - 1], RemarkLine)
            assert live[i - 1].by == what.side
            assert live[i - 1].text


def test_a_record_is_verified(path):
    record = recorded(path)
    found = verify_record(record)
    assert found.difference is None
    assert found.missing == ""
    assert found.answers == len(record.answers) > 20
    assert found.events > 50


def test_the_header_alone_gives_the_start(path):
    recorded(path)
    first = path.read_bytes().split(b"\n", 1)[0]
    path.write_bytes(first + b"\n")
    record = read_record(path, load_ruleset)
    assert record.live == ()
    assert Codec(record.ruleset).decode_state(encode(record.state)) == toy().state


def test_no_file_is_written_over(path):
    path.write_text("precious")
    with pytest.raises(RecordError, match="the file exists already"):
        begin_record(path)
    assert path.read_text() == "precious"


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path):
    with pytest.raises(RecordError, match="cannot be written"):
        begin_record(tmp_path / "nowhere" / "toy.battle")


def _line(path, number, change):
    lines = path.read_text().splitlines()
    lines[number] = change(lines[number])
    path.write_text("".join(f"{line}\n" for line in lines))


WRONG = {
    "empty": (lambda p: p.write_bytes(b""), "the file is empty"),
    "binary": (lambda p: p.write_bytes(bytes(range(256)) * 9 + b"\n"), "the header is invalid"),
    "other json": (lambda p: p.write_text('{"a": 1}\n'), "the header is invalid"),
    "a list": (lambda p: p.write_text("[1]\n"), "the header is invalid"),
    "newer": (
        lambda p: _line(
            p, 0, lambda s: s.replace(f'"version":{record_module.FORMAT_VERSION}', '"version":99')
        ),
        "update the program",
    ),
    "older": (
        lambda p: _line(
            p, 0, lambda s: s.replace(f'"version":{record_module.FORMAT_VERSION}', '"version":0')
        ),
        "cannot be upgraded",
    ),
    "ruleset": (lambda p: _line(p, 0, lambda s: s.replace('"toy"', '"tyo"', 1)), "did you mean toy"),
    "state": (lambda p: _line(p, 0, lambda s: s.replace('"turn":1', '"turn":"one"')), "first state"),
    "no start": (lambda p: p.write_text(p.read_text().split("\n", 1)[1]), "header is invalid|comes before"),
    "deep": (lambda p: p.write_text('{"type":' + "[" * 100_000 + "\n"), "the header is invalid"),
}


@pytest.mark.parametrize("fault", sorted(WRONG))
def test_a_file_that_is_not_right_is_one_clear_error(path, fault):
    recorded(path)
    spoil, words = WRONG[fault]
    spoil(path)
    with pytest.raises(RecordError, match=words) as error:
        read_record(path, load_ruleset)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_directory_a_missing_file_and_a_huge_one(path, tmp_path, monkeypatch):
    with pytest.raises(RecordError, match="is a folder"):
        read_record(tmp_path, load_ruleset)
    with pytest.raises(RecordError, match="there is no such file"):
        read_record(tmp_path / "none.battle", load_ruleset)
    recorded(path)
    monkeypatch.setattr(record_read, "MAX_RECORD_WEIGHT", 1000)
    with pytest.raises(RecordError, match=r"is larger than 0\.001 MB"):
        read_record(path, load_ruleset)


def test_a_line_that_is_too_long_is_not_decoded(path, monkeypatch):
    path.write_bytes(b"x" * 5000 + b"\n")
    monkeypatch.setattr(codec, "MAX_JSON_BYTES", 1000)
    with pytest.raises(RecordError, match="the maximum is 1000"):
        read_record(path, load_ruleset)


def test_damage_anywhere_is_an_error_or_harmless(path):
    """A short fuzz: bytes are changed, cut or doubled; nothing but a RecordError may come of it."""
    recorded(path)
    whole, rng = path.read_bytes(), random.Random(7)
    for _ in range(200):
        at, size = rng.randrange(len(whole)), rng.randrange(1, 200)
        patch = rng.choice([b"", bytes(rng.randrange(256) for _ in range(3)), whole[at : at + size] * 2])
        path.write_bytes(whole[:at] + patch + whole[at + size :])
        with contextlib.suppress(RecordError):
            record = read_record(path, load_ruleset)
            verify_record(record)
            Replay(record)
            resume_battle(path, load_ruleset).recorder.close()


def test_verifying_names_the_first_difference(path):
    recorded(path)
    lines = path.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"type":"Moved"' in line)
    moved = json.loads(lines[at])
    moved["event"]["parts"][0]["new"]["x"] = 1.5
    _line(path, at, lambda line: json.dumps(moved))
    difference = verify_record(read_record(path, load_ruleset)).difference
    assert f"line {at + 1}" in difference
    assert "Moved [TOY-MOVE-01]" in difference
    assert "parts.0.new.x: 1.5 and" in difference


def test_verifying_notices_other_dice_and_other_questions(path):
    recorded(path)
    lines = path.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if '"side":"dice"' in line)
    answer = json.loads(lines[at])
    other = [answer["answer"][0] % 6 + 1]
    _line(path, at, lambda line: json.dumps(answer | {"answer": other}))
    _line(path, 0, lambda line: line.replace('"dice":"seeded"', '"dice":"typed"'))
    assert "Rolled" in verify_record(read_record(path, load_ruleset)).difference
    _line(path, at, lambda line: json.dumps(answer | {"answer": [7]}))
    assert "a D6 has no face 7" in verify_record(read_record(path, load_ruleset)).difference
    _line(path, at, lambda line: json.dumps(answer | {"what": "luck"}))
    assert (
        "answers dice: luck, but the rules ask dice: dice"
        in verify_record(read_record(path, load_ruleset)).difference
    )


def _sixes(path):
    """A battle in which a person typed nothing but sixes."""
    match = begin_record(path, seed=2)
    match.dice = ScriptedDice([6] * 999)
    match.play()
    match.recorder.close()


def test_seeded_dice_are_those_of_the_seed(path):
    _sixes(path)
    difference = verify_record(read_record(path, load_ruleset)).difference
    assert re.search(r"line \d+ records 6 for roll \d+ \(.*\), but the seed 2 gives [1-5]$", difference)


def test_typed_dice_need_no_seed(path):
    _sixes(path)
    _line(path, 0, lambda line: line.replace('"dice":"seeded"', '"dice":"typed"'))
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_a_difference_says_that_the_rules_were_older(path):
    _sixes(path)
    _line(path, 0, lambda line: re.sub(r'"ruleset_version":"[^"]*"', '"ruleset_version":"0.1"', line))
    today = load_ruleset("toy").version
    difference = verify_record(read_record(path, load_ruleset)).difference
    assert difference.startswith(f"played by version 0.1 of the rules, which are version {today} now; ")


def test_verifying_notices_another_digest(path):
    recorded(path)
    lines = path.read_text().splitlines()
    at = max(i for i, line in enumerate(lines) if '"type":"digest"' in line)
    _line(path, at, lambda line: json.dumps(json.loads(line) | {"digest": "0" * 64}))
    assert ", digest: digest: " in verify_record(read_record(path, load_ruleset)).difference


def test_an_older_version_is_brought_up(path, monkeypatch):
    """As if the title had been called `heading` in the present version, and there were a later one."""
    before = recorded(path)
    _line(path, 0, lambda line: line.replace('"title"', '"heading"'))

    def named(lines):
        lines[0]["title"] = lines[0].pop("heading")
        return lines

    now = record_module.FORMAT_VERSION
    monkeypatch.setitem(upgrades.UPGRADES, now, named)
    for module in (record_read, record_resume):
        monkeypatch.setattr(module, "FORMAT_VERSION", now + 1)
    after = read_record(path, load_ruleset)
    assert after.version == now
    assert after.header.title == before.header.title
    assert verify_record(after).difference is None
    resumed = resume_battle(path, load_ruleset)
    resumed.recorder.close()
    assert resumed.answer_count == len(before.answers)
    assert read_record(path, load_ruleset).version == now + 1
