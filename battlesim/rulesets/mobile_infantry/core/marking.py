"""Setting and clearing marks of pieces: one event for all whom it concerns, none when nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from battlesim.engine.play import Play
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Piece

from .facts import of
from .marks import MOVED, READY
from .profiles import has_ready
from .state import Game


def set_mark(play: Play[Game], pieces: Iterable[str], name: str, count: int, rule: str) -> None:
    """Set a mark of pieces where it is not so already; 0 takes it off."""
    known = play.state.table.pieces
    now = [(p, known[p].count(name)) for p in dict.fromkeys(pieces) if p in known]
    parts = tuple(MarkChange(p, name, old, count) for p, old in now if old != count)
    if parts:
        play.emit(MarksChanged(rule=rule, parts=parts))


def clear_marks(play: Play[Game], pieces: Iterable[Piece], gone: Callable[[str], bool], rule: str) -> None:
    """Take every mark off whose name is `gone`."""
    parts = tuple(
        MarkChange(p.id, mark.name, mark.count, 0) for p in pieces for mark in p.marks if gone(mark.name)
    )
    if parts:
        play.emit(MarksChanged(rule=rule, parts=parts))


def has_ready_weapon(piece: Piece) -> bool:
    """Whether one of its weapons has the Ready trait."""
    return has_ready(of(piece))


def changed_place(play: Play[Game], pieces: Iterable[str], rule: str = "MI-TRT-07") -> None:
    """A stand with a Ready weapon that changed place has a weaker gun until it takes Ready (MI-GAP-21)."""
    known = play.state.table.pieces
    set_mark(play, (p for p in pieces if p in known and has_ready_weapon(known[p])), MOVED, 1, rule)


def acted(play: Play[Game], pieces: Iterable[str], rule: str = "MI-REDY-02") -> None:
    """An Action or a Reaction ends the Ready state of those who took part."""
    set_mark(play, pieces, READY, 0, rule)
