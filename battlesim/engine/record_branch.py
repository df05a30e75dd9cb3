"""Branching of a battle: copying its record, up to a chosen moment, into a new record."""

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
    """Write a new record that contains a battle up to a chosen moment, and return its path.

    The new record ends at the first decision after `events` events, where the battle can be resumed, or at
    the end of an unfinished or damaged record. It has the given `players`, but no bookmarks and no name. It
    is written to the first path of `path` and `others` that is free. Give a `seed` only to play the battle
    again from the start. Raises RecordError, leaving no file, if there is no later decision or the file
    cannot be written.
    """
    record = replay.record
    asked = next((mark.number for mark in replay.answers if mark.at >= events), 0)
    if not asked and record.outcome:
        raise RecordError(record.path, 0, "there is no decision after this moment", "choose an earlier one")
    seed = record.header.seed if seed is None else seed
    header = msgspec.structs.replace(record.header, players=dict(players), seed=seed, name="")
    changed = {side for side, name in players.items() if name != record.header.players.get(side)}
    raw = b"".join((encoded_lines(path, [header]), *_lines_before(record, asked, changed)))
    return create_record_file(path, others, raw)


def _lines_before(record: Record, answer: int, others: Container[str]) -> list[bytes]:
    """Return the encoded lines before an answer (0 for all lines), without the notes on that answer.

    The sides in `others` have a new player and lose the saved data of the earlier player.
    """
    raws, _ = upgraded_lines(Path(record.path))
    live = record.live
    found = (k for k, e in enumerate(live) if isinstance(e.what, AnswerLine) and e.what.number == answer)
    end = next(found, len(live))
    while end and is_player_note(live[end - 1].what):
        end -= 1
    kept = (entry for entry in live[:end] if not isinstance(entry.what, BookmarkLine))
    return [_without_memory(entry.what, others) or raws[entry.line - 1] for entry in kept]


def _without_memory(what: RecordItem, others: Container[str]) -> bytes:
    """Return the encoded remark without its saved data if its side has a new player, or else b""."""
    if not isinstance(what, RemarkLine) or what.memory is None or what.by not in others:
        return b""
    return encode(msgspec.structs.replace(what, memory=None)) + b"\n"
