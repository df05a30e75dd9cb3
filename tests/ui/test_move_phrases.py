"""Words of the log for moves: every kind of move that a ruleset of ours makes has a phrase."""

from __future__ import annotations

import gzip
import json

import pytest

from battlesim.ui.session.move_phrases import MOVE_PHRASES
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
