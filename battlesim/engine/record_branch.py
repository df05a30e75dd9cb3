"""A battle that goes another way: a new record with everything up to a moment of an old one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from pathlib import Path

import msgspec

from battlesim.engine.codec import encode
from battlesim.engine.record import AnswerLine, BookmarkLine, RecordError, RemarkLine
from battlesim.engine.record_file import create_record_file, encoded_lines
from battlesim.engine.record_read import Record, RecordItem, is_player_note, upgraded_lines
from battlesim.engine.record_replay import Replay
from battlesim.table.ids import SideKey


def branch_record(
    replay: Replay,
    events: int,
    players: Mapping[SideKey, str],
    path: Path,
    others: Iterable[Path] = (),
    seed: int | None = None,
) -> Path:
    """Write a record that breaks off at the first question after so many events, to be gone on with.

    At the end of a battle that is not over that is the question which is still open, and where a record is
    damaged the last of what stands. The new record has other `players`, no bookmarks and no name, and is the
    first free one of `path` and `others`. Another `seed` is only for one that begins anew. Raises
    RecordError when nothing is asked any more from there on, or when the file cannot be made; there is none
    then.
    """
    record = replay.record
    asked = next((mark.number for mark in replay.answers if mark.at >= events), 0)
    if not asked and record.outcome:
        raise RecordError(record.path, 0, "nothing is asked after this moment", "go back to an earlier one")
    seed = record.header.seed if seed is None else seed
    header = msgspec.structs.replace(record.header, players=dict(players), seed=seed, name="")
    changed = {side for side, name in players.items() if name != record.header.players.get(side)}
    raw = b"".join((encoded_lines(path, [header]), *_lines_before(record, asked, changed)))
    return create_record_file(path, others, raw)


def _lines_before(record: Record, answer: int, others: Container[str]) -> list[bytes]:
    """The lines that stand before an answer (0: all), as they are in the file, without what its player said.

    Where `others` play from now on they do not remember what those before them did.
    """
    raws, _ = upgraded_lines(Path(record.path))
    live = record.live
    found = (k for k, e in enumerate(live) if isinstance(e.what, AnswerLine) and e.what.number == answer)
    end = next(found, len(live))
    while end and is_player_note(live[end - 1].what):
        end -= 1
    kept = (entry for entry in live[:end] if not isinstance(entry.what, BookmarkLine))
    return [_forgotten(entry.what, others) or raws[entry.line - 1] for entry in kept]


def _forgotten(what: RecordItem, others: Container[str]) -> bytes:
    """The line of a remark without what its player remembers, where another one plays, else b""."""
    if not isinstance(what, RemarkLine) or what.memory is None or what.by not in others:
        return b""
    return encode(msgspec.structs.replace(what, memory=None)) + b"\n"
