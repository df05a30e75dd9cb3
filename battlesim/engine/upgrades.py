"""Upgrading of battle records from older format versions to the current version.

`UPGRADES[n]` converts the lines of version n, as plain values, to version n + 1. A change of the format needs
a new function here, and a golden record of the old version in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.legacy_names import PlainLine, events_in_lines, with_references

Upgrade = Callable[[list[PlainLine]], list[PlainLine]]


def _several_winners(lines: list[PlainLine]) -> list[PlainLine]:
    """Replace the single winner of an outcome ("" in a draw) by a list of winners."""
    for line in lines:
        if line.get("type") == "outcome" and isinstance(winner := line.pop("winner", None), str):
            line["winners"] = [winner] if winner else []
    return lines


def _without_digests(lines: list[PlainLine]) -> list[PlainLine]:
    """Clear all digests, because states are now encoded differently."""
    for line in lines:
        if line.get("type") == "digest":
            line["digest"] = ""
    return lines


def _toy_in_phases(lines: list[PlainLine]) -> list[PlainLine]:
    """Convert the toy ruleset's fields for the active side and for pieces that have acted."""
    if lines[0].get("ruleset") != "toy":
        return lines
    game, pieces = lines[0]["state"]["game"], lines[0]["state"]["table"]["pieces"]
    ids = {piece["name"]: id for id, piece in pieces.items()}
    game |= {"phase": game.pop("active"), "phases": game.pop("order")}
    for event in events_in_lines(lines):
        if event["type"] == "TurnPassed":
            event |= {"type": "PhaseBegan", "phase": event.pop("side"), "fresh": True}
        elif event["type"] == "Acted":
            event["acted"] = [event.pop("piece")]
        elif event.get("by"):
            _toy_by_id(event, ids)
    return lines


def _toy_by_id(event: PlainLine, ids: Mapping[str, str]) -> None:
    """Replace the firer's name by its id, and the target's id in the text by its name."""
    event["by"] = ids.get(event["by"], "")
    if event["type"] == "Rolled":
        who, _, target = event["why"].rpartition(" at ")
        event["why"] = f"{who} at {next(name for name, id in ids.items() if id == target)}"


def _format_2(lines: list[PlainLine]) -> list[PlainLine]:
    return with_references(_toy_in_phases(_without_digests(_several_winners(lines))))


UPGRADES: dict[int, Upgrade] = {1: _format_2}


def upgrade(lines: list[PlainLine], version: int, present: int) -> list[PlainLine]:
    """Return the lines of a record upgraded to version `present`. Raises KeyError if that is impossible."""
    for step in range(version, present):
        lines = UPGRADES[step](lines)
        lines[0]["version"] = step + 1
    return lines
