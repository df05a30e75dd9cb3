"""Words of the log for moves: every kind of move that a ruleset of ours makes has a phrase."""

from __future__ import annotations

import gzip
import json

import pytest

from battlesim.geometry.shapes import Point
from battlesim.table.events import PieceTravel
from battlesim.table.phrases import with_names
from battlesim.table.pieces import OnTable
from battlesim.testing.table import make_table, standing_piece
from battlesim.ui.session.move_phrases import MOVE_PHRASES, distance_phrases
from tests.golden.records import BATTLES, file_of

KNOWN_BY_THE_LOG = {"turn", "remove"}
"""Kinds of move that the log tells in another way."""


def kinds(name: str) -> set[str]:
    """The kinds of move in the record of a battle; the kind is left out of a plain move."""
    lines = (json.loads(line) for line in gzip.decompress(file_of(name).read_bytes()).splitlines())
    found = (line["event"] for line in lines if isinstance(line, dict) and "event" in line)
    return {event.get("how", "move") for event in found if event["type"] == "Moved"}


@pytest.mark.parametrize("name", sorted(BATTLES))
def test_every_kind_of_move_has_a_phrase(name: str) -> None:
    assert kinds(name) - KNOWN_BY_THE_LOG <= MOVE_PHRASES.keys()


def travel(piece: str, *path: Point) -> PieceTravel:
    """The move of a piece along a path on the table."""
    return PieceTravel(piece, OnTable(*path[0]), OnTable(*path[-1]), path)


def test_the_lengths_of_two_moves_of_a_piece_are_added() -> None:
    table = make_table(standing_piece("a", 5.0, 11.0), standing_piece("b", 9.0, 9.0))
    first, second = travel("a", (5.0, 5.0), (5.0, 8.0)), travel("a", (5.0, 8.0), (5.0, 11.0))
    beside = travel("b", (9.0, 5.0), (9.0, 9.0))
    assert [str(with_names(text, table.name_of)) for text in distance_phrases(table, [first, second])] == [
        "6.0 in north"
    ]
    assert [str(text) for text in distance_phrases(table, [first, beside, second])] == ["up to 6.0 in north"]
