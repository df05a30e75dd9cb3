"""Phrases for moves in the log: the pieces, the kind of move, its length and its destination."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from battlesim.table.events import PieceTravel
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Aboard, Inside, Off, OnTable
from battlesim.table.state import Table

MIN_REPORTED_MOVE_IN: Final = 0.05
"""Shortest move in inches whose length is written in the log."""
MOVE_PHRASES: Final = {
    "move": (" moves", " move"),
    "move_fast": (" moves fast", " move fast"),
    "sneak": (" sneaks", " sneak"),
    "charge": (" charges", " charge"),
    "run": (" runs", " run"),
    "beat feet": (" beats feet", " beat feet"),
    "hug": (" hugs its victim", " hug their victims"),
    "tunnel": (" tunnels", " tunnel"),
    "break_off": (" breaks off", " break off"),
    "leave": (" leaves the table", " leave the table"),
    "fly": (" flies", " fly"),
    "lift_off": (" lifts off", " lift off"),
    "land": (" lands", " land"),
    "flinch": (" flinches", " flinch"),
    "flee": (" flees", " flee"),
    "enter": (" enters the table", " enter the table"),
    "exit": (" comes out", " come out"),
    "below": (" goes below ground", " go below ground"),
    "place": (": put down", ": put down"),
    "drop": (": left lying", ": left lying"),
    "capture": (": taken along", ": taken along"),
}
"""Singular and plural phrases by kind of move; a kind that is missing here is written as it is."""


def move_phrase(table: Table, how: str, ids: Sequence[str]) -> str:
    """Return the phrase for a kind of move by the given pieces, such as "Ada and Bo move"."""
    one, several = MOVE_PHRASES.get(how, (f": {how}", f": {how}"))
    return f"{piece_names_phrase(table, ids)}{one if len(set(ids)) == 1 else several}"


def distance_phrases(table: Table, trails: Sequence[PieceTravel]) -> list[AnyText]:
    """Return phrases for how far the pieces moved and what they entered; empty if they only turned."""
    far = max(travel_length(part) + part.entering for part in trails)
    one = len({part.piece for part in trails}) == 1
    if far >= MIN_REPORTED_MOVE_IN:
        return [
            length_text(far, 1) if one else phrase("up to {}", length_text(far, 1)),
            *entry_phrases(table, trails),
        ]
    if far:
        return ["stays where it is" if one else "stay where they are"]
    return []


def piece_names_phrase(table: Table, ids: Sequence[str]) -> str:
    """Return the names of the given pieces as a short phrase."""
    return names_phrase([table.pieces[i].name if i in table.pieces else i for i in ids])


def names_phrase(found: Sequence[str]) -> str:
    """Return names as a short phrase, such as "Ada and Bo" for two or "Ada and 4 more" for five."""
    if len(found) <= 2:
        return " and ".join(found)
    return f"{found[0]} and {len(found) - 1} more"


def entry_phrases(table: Table, trails: Sequence[PieceTravel]) -> list[str]:
    """Return phrases for what pieces moved into, onto or aboard; equal phrases are merged with a count."""
    last = {part.piece: part for part in trails}.values()
    ways = Counter(words for part in last if (words := entry_phrase(table, part)))
    return [f"{count} {words}" if count > 1 else words for words, count in ways.items()]


def entry_phrase(table: Table, part: PieceTravel) -> str:
    """Return a phrase for what a piece moved into, onto or aboard, or "" if it stays in the open."""
    old, new, ground = part.old, part.new, table.ground.terrain_by_id()
    if new == old or isinstance(new, Off):
        return ""
    if isinstance(new, Inside) and new.terrain in ground:
        return f"into {ground[new.terrain].display_name}"
    if isinstance(new, Aboard) and new.piece in table.pieces:
        return f"aboard {table.pieces[new.piece].name}"
    if isinstance(new, OnTable) and new.on in ground and not (isinstance(old, OnTable) and old.on == new.on):
        return f"onto {ground[new.on].display_name}"
    return ""


def travel_length(part: PieceTravel) -> float:
    """Return the length in inches of the path along which a piece moved."""
    return sum(math.dist(a, b) for a, b in zip(part.path, part.path[1:], strict=False))
