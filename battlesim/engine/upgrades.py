"""Upgrade records of older format versions to the present one.

`UPGRADES[n]` turns the lines of version n, as plain values, into those of version n + 1. A change of the
format adds a function here, and to the tests a golden record of the version before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.legacy_names import PlainLine, events_in_lines, with_references

Upgrade = Callable[[list[PlainLine]], list[PlainLine]]


def _several_winners(lines: list[PlainLine]) -> list[PlainLine]:
    """List all winners in an outcome, which used to name one winner, "" in a draw."""
    for line in lines:
        if line.get("type") == "outcome" and isinstance(winner := line.pop("winner", None), str):
            line["winners"] = [winner] if winner else []
    return lines


def _without_digests(lines: list[PlainLine]) -> list[PlainLine]:
    """Remove the digests, which are unknown because a state is encoded differently now."""
    for line in lines:
        if line.get("type") == "digest":
            line["digest"] = ""
    return lines


def _toy_in_phases(lines: list[PlainLine]) -> list[PlainLine]:
    """Convert the toy ruleset's own fields for the active side and for who has acted."""
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
    """Replace the firer's name by its id, and the target's id in the text by its name; a mine has no id."""
    event["by"] = ids.get(event["by"], "")
    if event["type"] == "Rolled":
        who, _, target = event["why"].rpartition(" at ")
        event["why"] = f"{who} at {next(name for name, id in ids.items() if id == target)}"


def _format_2(lines: list[PlainLine]) -> list[PlainLine]:
    return with_references(_toy_in_phases(_without_digests(_several_winners(lines))))


UPGRADES: dict[int, Upgrade] = {1: _format_2}


def upgrade(lines: list[PlainLine], version: int, present: int) -> list[PlainLine]:
    """Return the lines in the present version. Raise KeyError for a version that cannot be upgraded."""
    for step in range(version, present):
        lines = UPGRADES[step](lines)
        lines[0]["version"] = step + 1
    return lines
