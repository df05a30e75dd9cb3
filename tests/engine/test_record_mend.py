"""A damaged record is mended in a new one: what follows from the answers is there again, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.engine.record import RecordError
from battlesim.engine.record_read import read_record
from battlesim.engine.record_repair import RepairedRecord, repaired_record, write_repaired_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from tests.support.battles import go_on, recorded

Lines = list[bytes]


def line_with(lines: Lines, *words: bytes) -> int:
    """The number, from 0, of a line in the middle of the battle that has these words."""
    found = [at for at, line in enumerate(lines) if all(word in line for word in words)]
    return found[len(found) // 2]


def cut(*words: bytes) -> Callable[[Lines], Lines]:
    def spoil(lines: Lines) -> Lines:
        at = line_with(lines, *words)
        return [*lines[:at], lines[at][:20] + b"\n", *lines[at + 1 :]]

    return spoil


def two(lines: Lines) -> Lines:
    return cut(b'"type":"Moved"')(cut(b'"type":"step"')(lines))


WORKED_OUT: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "a move": (cut(b'"type":"Moved"'), "was worked out again"),
    "dice that fell": (cut(b'"type":"Rolled"'), "was worked out again"),
    "a roll of seeded dice": (cut(b'"type":"answer"', b'"side":"dice"'), "was worked out again"),
    "a step": (cut(b'"type":"step"'), "was worked out again"),
    "a digest": (cut(b'"type":"digest"'), "was worked out again"),
    "the end": (cut(b'"type":"outcome"'), "was worked out again"),
    "a line between": (lambda s: [*s[:50], b"?\n", *s[50:]], "changes nothing and is left out"),
    "two lines": (two, "was worked out again"),
}


def mend(path: Path, spoil: Callable[[Lines], Lines]) -> tuple[Lines, RepairedRecord]:
    """The lines of a whole battle, and what was mended of it once it was spoilt."""
    recorded(path)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(spoil(whole)))
    return whole, repaired_record(path, registry.load_ruleset)


@pytest.mark.parametrize("kind", WORKED_OUT)
def test_what_follows_from_the_answers_is_there_again(tmp_path: Path, kind: str) -> None:
    spoil, words = WORKED_OUT[kind]
    whole, found = mend(tmp_path / "a.battle", spoil)
    assert b"".join(found.lines).startswith(b"".join(whole))
    assert found.lost == () and all(words in said for said in found.again)


def test_the_new_record_verifies_and_names_what_was_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    _, found = mend(path, two)
    before = path.read_bytes()
    record = read_record(write_repaired_record(found, tmp_path / "b.battle"), registry.load_ruleset)
    assert record.damage is None and record.outcome and verify_record(record).difference is None
    assert record.entries[-1].what.name == found.again[-1]  # type: ignore[union-attr]
    assert path.read_bytes() == before


def test_a_remark_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    _, found = mend(tmp_path / "a.battle", cut(b'"kind":"reason"'))
    record = read_record(write_repaired_record(found, tmp_path / "b.battle"), registry.load_ruleset)
    assert "changes nothing and is left out" in found.again[0] and found.lost == ()
    assert record.outcome and verify_record(record).difference is None


def test_an_answer_that_only_its_player_knows_is_lost_and_named(tmp_path: Path) -> None:
    whole, found = mend(tmp_path / "a.battle", cut(b'"type":"answer"', b'"what":"move"'))
    at = line_with(whole, b'"type":"answer"', b'"what":"move"')
    assert b"".join(found.lines) == b"".join(whole[:at]) and found.again == ()
    (said,) = found.lost
    assert said.startswith(f"line {at + 1} cannot be worked out again; {len(whole) - at - 1} lines after it")


def test_a_battle_goes_on_where_an_answer_is_lost(tmp_path: Path) -> None:
    _, found = mend(tmp_path / "a.battle", cut(b'"type":"answer"', b'"what":"move"'))
    path = write_repaired_record(found, tmp_path / "b.battle")
    assert go_on(resume_battle(path, registry.load_ruleset)).outcome
    assert verify_record(read_record(path, registry.load_ruleset)).difference is None


def test_nothing_is_made_up_where_what_follows_does_not_agree(tmp_path: Path) -> None:
    def spoil(lines: Lines) -> Lines:
        at = line_with(lines, b'"type":"digest"')
        lines[at] = b'{"type":"digest","step":1,"digest":"0"}\n'
        return cut(b'"type":"Rolled"')(lines)

    _, found = mend(tmp_path / "a.battle", spoil)
    assert found.again == () and "cannot be worked out again" in found.lost[0]


def test_a_last_line_that_nobody_can_know_is_lost(tmp_path: Path) -> None:
    def spoil(lines: Lines) -> Lines:
        return [*lines[: line_with(lines, b'"type":"answer"', b'"what":"move"')], b"?\n"]

    _, found = mend(tmp_path / "a.battle", spoil)
    assert found.again == () and "cannot be worked out again" in found.lost[0]


def test_a_sound_record_needs_no_mending(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no line is damaged"):
        mend(tmp_path / "a.battle", lambda lines: lines)
