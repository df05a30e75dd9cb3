"""Names in the text of records of format 1 become references, once, when such a record is read."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.legacy_names import with_references

PIECES = {"r1": "Rifles 1", "r11": "Rifles 11", "m1": "Light Mech", "w": "Twin", "v": "Twin", "": ""}
HOUSE = {"id": "V1", "kind": "building", "name": ""}


def ref(id: str) -> dict[str, str]:
    return {"type": "ref", "id": id}


def told(event: dict[str, Any], pieces: dict[str, str] = PIECES) -> Any:
    """The text of an event as it is read now."""
    table = {"pieces": {id: {"name": name} for id, name in pieces.items()}, "ground": {"terrain": [HOUSE]}}
    game = {"units": {"mechs": {"name": "Light Mech"}}}
    lines = [{"type": "header", "state": {"table": table, "game": game}}, {"type": "event", "event": event}]
    return with_references(lines)[1]["event"]["text"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rifles 1 at Rifles 11: 3 dice", [[ref("r1"), " at ", ref("r11"), ": 3 dice"]]),
        ("saves in Building V1", [["saves in ", ref("V1")]]),
        ("The battle begins", "The battle begins"),
        ("Rifles 1 becomes a Light Mech", [[ref("r1"), " becomes a Light Mech"]]),
        ("Rifles 12 and the Twins", "Rifles 12 and the Twins"),
    ],
)
def test_names_become_references(text: str, words: Any) -> None:
    assert told({"type": "Said", "text": text}) == words


@pytest.mark.parametrize("about", ["v", "w"])
def test_of_two_that_are_called_alike_it_is_the_one_that_the_event_is_about(about: str) -> None:
    assert told({"type": "Said", "text": "Twin blows up", "by": about}) == [[ref(about), " blows up"]]


def test_what_a_unit_does_is_said_by_its_name_also_where_a_piece_has_the_same() -> None:
    assert told({"type": "Said", "text": "Light Mech: Move", "by": "mechs"}) == "Light Mech: Move"


def test_a_battle_without_names_is_read() -> None:
    lines = [
        {"type": "header", "state": {"table": {"pieces": {}, "ground": {"terrain": []}}, "game": {}}},
        {"type": "event", "event": {"type": "Said", "text": "Nobody is here"}},
    ]
    assert with_references(lines)[1]["event"]["text"] == "Nobody is here"
