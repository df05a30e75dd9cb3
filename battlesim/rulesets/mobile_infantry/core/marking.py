"""Setting and clearing marks of pieces: one event for all whom it concerns, none when nothing changes."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark
from battlesim.table.pieces import Piece

from .facts import of
from .marks import MOVED, READY
from .profiles import has_ready
from .state import Game

MOVED_AWAY = "MI-TRT-07"


def has_ready_weapon(piece: Piece) -> bool:
    """Whether one of its weapons has the Ready trait."""
    return has_ready(of(piece))


def changed_place(play: Play[Game], pieces: Iterable[str], rule: str = MOVED_AWAY) -> None:
    """A stand with a Ready weapon that changed place has a weaker gun until it takes Ready."""
    known = play.state.table.pieces
    set_mark(play, (p for p in pieces if p in known and has_ready_weapon(known[p])), MOVED, 1, rule)


def acted(play: Play[Game], pieces: Iterable[str], rule: str = "MI-REDY-02") -> None:
    """An Action or a Reaction ends the Ready state of those who took part."""
    set_mark(play, pieces, READY, 0, rule)
