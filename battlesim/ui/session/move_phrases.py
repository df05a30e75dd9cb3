"""Phrases for moves in the battle log: the pieces, the kind of move, its length and its destination."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from battlesim.geometry.arcs import bearing
from battlesim.geometry.compass import compass_name
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.rulings.place_phrases import course_text, nameless_terrain, place_text
from battlesim.table.events import Event, PiecesMoved, PieceTravel
from battlesim.table.phrases import AnyText, length_text, phrase, with_names
from battlesim.table.pieces import Aboard, Inside, Off, OnTable
from battlesim.table.state import Table

MIN_REPORTED_MOVE_IN: Final = 0.05
"""Shortest move in inches whose length is written in the log."""
MOVE_PHRASES: Final = {
    "move": (" moves", " move"),
    "move_fast": (" moves fast", " move fast"),
    "sneak": (" sneaks", " sneak"),
    "combat_move": (" makes a combat move", " make a combat move"),
    "reorganise": (" closes up", " close up"),
    "drive": (" drives", " drive"),
    "embark": (" gets in", " get in"),
    "aside": (" steps aside", " step aside"),
    "referee": (" is set down", " are set down"),
    "retreat": (" retreats", " retreat"),
    "withdraw": (" withdraws", " withdraw"),
    "assault": (" assaults", " assault"),
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
    "reveal": (" is revealed", " are revealed"),
    "uncover": (" is uncovered", " are uncovered"),
    "below": (" goes below ground", " go below ground"),
    "occupy": (" occupies the ground", " occupy the ground"),
    "place": (": put down", ": put down"),
    "drop": (": left lying", ": left lying"),
    "travel": (" travels", " travel"),
    "carry": (" is carried", " are carried"),
    "board": (" gets in", " get in"),
    "disembark": (" gets out", " get out"),
    "jump": (" jumps", " jump"),
    "climb": (" climbs", " climb"),
    "capture": (": taken along", ": taken along"),
}
"""Singular and plural phrases by kind of move; a kind that is missing here is written as it is."""
LEAVING: Final = ("leave", "below")
"""The kinds of move by which pieces leave the table and that have a phrase of their own."""


def move_phrase(table: Table, how: str, ids: Sequence[str]) -> str:
    """Return the phrase for a kind of move by the given pieces, such as "Ada and Bo move"."""
    one, several = MOVE_PHRASES.get(how, (f": {how}", f": {how}"))
    return f"{piece_names_phrase(table, ids)}{one if len(set(ids)) == 1 else several}"


def leaving_phrase(table: Table, how: str, ids: Sequence[str]) -> str:
    """Return the phrase for pieces that leave the table by a kind of move."""
    if how in LEAVING:
        return move_phrase(table, how, ids)
    return f"{piece_names_phrase(table, ids)}: off the table"


def joining_phrase(table: Table, ids: Sequence[str]) -> str:
    """Return the phrase for pieces that join the battle, such as "Ada and 3 more join"."""
    return f"{piece_names_phrase(table, ids)} {'joins' if len(ids) == 1 else 'join'}"


def is_only_a_turn(event: Event) -> bool:
    """Return whether an event only turns pieces on the spot, which the log leaves out."""
    return isinstance(event, PiecesMoved) and event.how == "turn"


def are_set_down_beside(table: Table, parts: Sequence[PieceTravel], movers: Sequence[str]) -> bool:
    """Return whether pieces without a path of their own were put beside movers of their unit."""
    units = {table.pieces[piece].unit for piece in movers if piece in table.pieces}
    own = {table.pieces[part.piece].unit for part in parts if part.piece in table.pieces}
    return len(own) == 1 and "" not in own and own == units and not any(part.path for part in parts)


def distance_phrases(table: Table, trails: Sequence[PieceTravel]) -> list[AnyText]:
    """Return phrases for how far and where the pieces moved or what they entered; empty if they only turned.

    The lengths of a piece's moves are added. A piece that comes onto the table has the phrase of its place.
    """
    lengths: dict[str, float] = {}
    for part in trails:
        lengths[part.piece] = lengths.get(part.piece, 0.0) + travel_length(part) + part.entering
    far = max(lengths.values())
    one = len(lengths) == 1
    if far >= MIN_REPORTED_MOVE_IN:
        length = length_text(far, 1) if one else phrase("up to {}", length_text(far, 1))
        if entered := entry_phrases(table, trails):
            return [length, *entered]
        heading = heading_phrase(table, trails)
        return [phrase("{} {}", length, heading) if heading else length]
    if placed := [part for part in trails if _comes_onto_table(part)]:
        return [arrival_phrase(table, placed)]
    if far:
        return ["stays where it is" if one else "stay where they are"]
    return []


def heading_phrase(table: Table, trails: Sequence[PieceTravel]) -> AnyText:
    """Return the phrase for where the pieces went: toward a landmark or in a compass direction.

    A piece that did not go straight has the phrase of its place. Returns "" if several pieces went in several
    directions.
    """
    ways: dict[str, list[Point]] = {}
    for part in trails:
        if len(part.path) > 1:
            ways.setdefault(part.piece, []).extend(part.path)
    if len(ways) == 1:
        ((piece, way),) = ways.items()
        return with_names(course_text(table, way, {piece, *nameless_terrain(table)}), table.name_of)
    winds = {
        compass_name(bearing(way[0], way[-1])) for way in ways.values() if math.dist(way[0], way[-1]) > TOL
    }
    return winds.pop() if len(winds) == 1 else ""


def arrival_phrase(table: Table, placed: Sequence[PieceTravel]) -> AnyText:
    """Return the phrase for the place where the first of some pieces was put on the table.

    A piece with a smaller base that stood there makes room. It is not used as a landmark.
    """
    first, moved = placed[0], {part.piece for part in placed}
    assert isinstance(first.new, OnTable)
    at, radius = (first.new.x, first.new.y), table.piece(first.piece).radius
    smaller = (piece for piece in table.standing_pieces() if piece.radius < radius)
    in_the_way = {piece.id for piece in smaller if math.dist(piece.xy, at) <= piece.radius}
    without = moved | in_the_way | nameless_terrain(table)
    where = with_names(place_text(table, at, without), table.name_of)
    return where if len(moved) == 1 else phrase("{}: {}", piece_names_phrase(table, [first.piece]), where)


def _comes_onto_table(part: PieceTravel) -> bool:
    return isinstance(part.new, OnTable) and not isinstance(part.old, OnTable)


def piece_names_phrase(table: Table, ids: Sequence[str]) -> str:
    """Return the names of the given pieces as a short phrase."""
    return names_phrase([table.pieces[i].name if i in table.pieces else i for i in ids])


def names_phrase(found: Sequence[str]) -> str:
    """Return names as a short phrase, such as "Ada and Bo" for two or "Ada and 4 more" for five.

    Two pieces of the same name are counted as well.
    """
    if len(found) < 2 or (len(found) == 2 and found[0] != found[1]):
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
        return f"into {ground[new.terrain].spoken_name}"
    if isinstance(new, Aboard) and new.piece in table.pieces:
        return f"aboard {table.pieces[new.piece].name}"
    if isinstance(new, OnTable) and new.on in ground and not (isinstance(old, OnTable) and old.on == new.on):
        return f"onto {ground[new.on].spoken_name}"
    return ""


def travel_length(part: PieceTravel) -> float:
    """Return the length in inches of the path along which a piece moved."""
    return sum(math.dist(a, b) for a, b in zip(part.path, part.path[1:], strict=False))
