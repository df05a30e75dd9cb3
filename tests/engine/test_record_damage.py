"""A record with a damaged line: what stands before it opens, what is missing is named, the file is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.engine.record import BookmarkLine, RecordError
from battlesim.engine.record_branch import branch_record
from battlesim.engine.record_labels import append_bookmark
from battlesim.engine.record_read import Record, read_record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets import registry
from benchmarks.attack_files import with_outline
from tests.support.battles import go_on, recorded

Lines = list[bytes]


deep = b'{"type":"remark","kind":"","text":"","memory":' + b"[" * 200_000 + b"\n"


def a_move(lines: Lines) -> int:
    return max(i for i, line in enumerate(lines) if b'"type":"Moved"' in line)


def an_event(**event: object) -> bytes:
    return json.dumps({"type": "event", "event": event}).encode() + b"\n"


def moved(lines: Lines, **changes: object) -> Lines:
    at = a_move(lines)
    line = json.loads(lines[at])
    line["event"]["parts"][0].update(changes)
    return [*lines[:at], json.dumps(line).encode() + b"\n", *lines[at + 1 :]]


def injected(lines: Lines, **event: object) -> Lines:
    return [*lines[:50], an_event(**event), *lines[50:]]


def answered(lines: Lines, side: str) -> Lines:
    at = max(i for i, line in enumerate(lines) if b'"type":"answer"' in line)
    line = json.loads(lines[at]) | {"side": side}
    return [*lines[:at], json.dumps(line).encode() + b"\n", *lines[at + 1 :]]


def wall(**figures: object) -> dict[str, object]:
    ring = [[1, 1], [2, 1], [2, 2]]
    return {"id": "w", "kind": "wall", "rings": [ring], "height": 2, **figures}


DAMAGE: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "cut short": (lambda s: [*s[:50], s[50][:20] + b"\n", *s[51:]], "line 51 is damaged"),
    "no text": (lambda s: [*s[:50], b'{"type":"\xff"}\n', *s[51:]], "line 51"),
    "deeply nested": (lambda s: [*s[:50], deep, *s[51:]], "nested too deeply"),
    "left out": (lambda s: s[:30] + s[60:], "is due"),
    "twice the battle": (lambda s: s * 2, "a second header"),
    "nobody moves": (lambda s: moved(s, piece="nobody"), "does not fit what came before"),
    "far away": (lambda s: moved(s, new={"type": "on", "x": 1e300, "y": 0}), "x: expected a number"),
    "into nothing": (lambda s: moved(s, new={"type": "inside", "terrain": "?"}), "there is no terrain '?'"),
    "aboard itself": (lambda s: moved(s, new={"type": "aboard", "piece": "r1"}), "pieces."),
    "hits": (lambda s: injected(s, type="HitsChanged", piece="r1", old=1, new=10**9), "new: expected"),
    "no ring": (lambda s: injected(s, type="TerrainChanged", old=None, new=wall(rings=[[]])), "0 different"),
    "no rings": (lambda s: injected(s, type="TerrainChanged", old=None, new=wall(rings=[])), "no outline"),
    "collinear": (
        lambda s: injected(s, type="TerrainChanged", old=None, new=wall(rings=[[[1, 1], [2, 2], [3, 3]]])),
        "rings: the outline has no area",
    ),
    "high": (lambda s: injected(s, type="TerrainChanged", old=None, new=wall(height=1e9)), "new.height: "),
    "turn": (lambda s: injected(s, type="PhaseBegan", phase="red", turn=10**12), "turn: expected"),
    "a list without end": (
        lambda s: [s[0], *[an_event(type="Passed", what="r1")] * 4100],
        "game.passed: lists 4001",
    ),
    "nobody answers": (lambda s: answered(s, ".."), "'..', which is not a side of the battle"),
    "its sort": (lambda s: injected(s, type="Wish"), "unknown word 'Wish'"),
}


def damaged(path: Path, kind: str = "cut short") -> Record:
    recorded(path)
    spoil, _ = DAMAGE[kind]
    path.write_bytes(b"".join(spoil(path.read_bytes().splitlines(keepends=True))))
    return read_record(path, registry.load_ruleset)


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_stands_before_a_damaged_line_opens_and_the_damage_is_named(tmp_path: Path, kind: str) -> None:
    record = damaged(tmp_path / "a.battle", kind)
    lines = (tmp_path / "a.battle").read_bytes().splitlines()
    assert record.damage and DAMAGE[kind][1] in record.damage.text
    assert len(record.entries) == record.damage.line - 1
    assert record.damage.line + record.damage.after == len(lines)


@pytest.mark.parametrize("kind", DAMAGE)
def test_every_moment_before_a_damaged_line_can_be_seen(tmp_path: Path, kind: str) -> None:
    replay = Replay(damaged(tmp_path / "a.battle", kind))
    assert [replay.state_after(at) for at in range(len(replay) + 1)]


def test_a_record_with_an_outline_of_too_many_corners_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    recorded(path)
    path.write_bytes(with_outline(path.read_bytes(), 100_000))
    with pytest.raises(RecordError, match="has 100000 corners, at most 10000 are allowed"):
        read_record(path, registry.load_ruleset)


def test_verifying_a_damaged_record_says_no_and_names_the_line(tmp_path: Path) -> None:
    record = damaged(tmp_path / "a.battle")
    assert record.damage and verify_record(record).difference == record.damage.text


@pytest.mark.parametrize(
    "write",
    [
        lambda record: resume_battle(Path(record.path), registry.load_ruleset),
        lambda record: append_bookmark(record, BookmarkLine(answer=1, name="here")),
    ],
)
def test_nothing_is_written_on_a_damaged_record(tmp_path: Path, write: Callable[[Record], None]) -> None:
    record = damaged(tmp_path / "a.battle")
    before = Path(record.path).read_bytes()
    with pytest.raises(RecordError, match=r"line 51 is damaged, and the \d+ lines after it"):
        write(record)
    assert Path(record.path).read_bytes() == before


@pytest.mark.parametrize("at", [0, 10, None])
def test_a_battle_goes_on_from_before_the_damage_in_a_new_record(tmp_path: Path, at: int | None) -> None:
    old, new = damaged(tmp_path / "old.battle"), tmp_path / "new.battle"
    before = Path(old.path).read_bytes()
    replay = Replay(old)
    branch_record(replay, len(replay) if at is None else at, old.header.players, new)
    go_on(resume_battle(new, registry.load_ruleset))
    found = read_record(new, registry.load_ruleset)
    assert found.outcome and verify_record(found).difference is None
    assert Path(old.path).read_bytes() == before


def test_an_undone_line_that_does_not_fit_harms_nothing(tmp_path: Path) -> None:
    record = recorded(tmp_path / "a.battle")
    lines = Path(record.path).read_bytes().splitlines(keepends=True)
    at = max(i for i, line in enumerate(lines) if b'"type":"answer"' in line)
    number = json.loads(lines[at])["number"]
    undo = json.dumps({"type": "undo", "to": number}).encode() + b"\n"
    nonsense = an_event(type="HitsChanged", piece="nobody", old=1, new=0)
    Path(record.path).write_bytes(b"".join([*lines[: at + 1], nonsense, undo]))
    assert read_record(Path(record.path), registry.load_ruleset).damage is None
