"""Counters that hide the pieces under them, and dummy counters that hide nothing.

A counter is face down as long as the pieces under it belong to a different unit from the counter itself. A
counter turned face up joins their unit. Other sides see the pieces under a face-down counter as off the
table, so they know what is hidden but not where. Users: Stargrunt, Troice Station (the order of counters that
are due, contents dealt at random).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from battlesim.engine.dice import Rng
from battlesim.engine.play import Play
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import Event, PiecesRemoved
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Identifier
from battlesim.table.pieces import Below, Off, Piece
from battlesim.table.state import State, Table

T = TypeVar("T")
SeenGaps = Sequence[tuple[float, Piece]]
"""The gaps in inches from a counter to viewers, each with the viewer."""
HIDDEN = Off("hidden")
"""The place of a piece that lies under an unknown counter."""


def is_hidden_below(table: Table, piece: Piece) -> bool:
    """Return whether a piece is hidden under a face-down counter."""
    place = piece.place
    return isinstance(place, Below) and table.pieces[place.piece].unit != piece.unit


def is_in_store(piece: Piece) -> bool:
    """Return whether a piece is under a counter. The viewing side may not know which counter it is."""
    return isinstance(piece.place, Below) or piece.place == HIDDEN


def with_contents_hidden(table: Table, side: SideKey) -> Table:
    """Return the table as a side sees it, with the places of pieces under enemy counters removed."""

    def build() -> Table:
        below = [p for p in table.pieces.values() if p.side != side and is_hidden_below(table, p)]
        hidden = [msgspec.structs.replace(piece, place=HIDDEN) for piece in below]
        return table.with_pieces(*hidden) if hidden else table

    return table.cached_value(("contents hidden", side), build)


def deal_contents(keys: Iterable[str], pool: Sequence[T], rng: Rng) -> dict[str, T]:
    """Shuffle a pool of items and deal one to each key. If the pool runs out, repeat it in the same order."""
    shuffled = rng.sample(pool, len(pool))
    return {key: shuffled[number % len(shuffled)] for number, key in enumerate(keys)}


def with_groups_dealt(table: Table, rng: Rng, counters: Mapping[UnitId, Sequence[str]]) -> Table:
    """Return the table with each hidden unit placed under a counter drawn at random.

    `counters` maps each unit to the counters that may hide it. No two units get the same counter.
    """
    taken: set[str] = set()
    for unit, options in counters.items():
        free = [key for key in options if key not in taken]
        if free:
            taken.add(chosen := rng.choice(free))
            own = [p for p in table.pieces_of_unit(unit) if p.place == HIDDEN]
            table = table.with_pieces(*(msgspec.structs.replace(p, place=Below(chosen)) for p in own))
    return table


def due_counters(
    table: Table,
    counters: Iterable[Piece],
    viewers: Sequence[Piece],
    is_due: Callable[[Piece, SeenGaps], bool],
) -> list[str]:
    """Return the ids of the counters that must be turned over, the counter nearest to any viewer first.

    `is_due` is given the gaps between a counter and the viewers, and returns whether it must be turned over.
    """
    nearest = dict[str, float]()
    for counter in counters:
        gaps = [(piece_gap(table, viewer, counter), viewer) for viewer in viewers]
        if gaps and is_due(counter, gaps):
            nearest[counter.id] = round(min(gap for gap, _ in gaps), 6)
    return sorted(nearest, key=lambda key: (nearest[key], key))


class ContentsLaid(Event, frozen=True, tag="ContentsLaid"):
    """An event that places pieces under a counter. Only the side that owns the pieces sees it."""

    side: SideKey
    counter: Identifier
    pieces: tuple[Identifier, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the pieces placed under the counter."""
        known, place = state.table.pieces, Below(self.counter)
        laid = (msgspec.structs.replace(known[key], place=place) for key in self.pieces)
        return state.with_table(state.table.with_pieces(*laid))

    def audience(self) -> SideKey:
        """Return the side that owns the pieces. Only that side may see the event."""
        return self.side


class CounterFlipped(Event, frozen=True, tag="CounterFlipped"):
    """An event that turns a counter face up. From then on, the counter belongs to the unit under it."""

    reveals: ClassVar[bool] = True

    counter: Identifier
    unit: UnitId

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which the counter belongs to the unit under it."""
        counter = msgspec.structs.replace(state.table.piece(self.counter), unit=self.unit)
        return state.with_table(state.table.with_pieces(counter))


class CountersTurnedOver(Event, frozen=True, tag="CountersTurnedOver"):
    """An event that removes the units of turned-over counters if these units have no pieces left.

    All sides learn which units are removed.
    """

    reveals: ClassVar[bool] = True

    units: tuple[UnitId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state without the units of these counters that have no pieces left."""
        empty = [unit for unit in self.units if not state.table.pieces_of_unit(unit)]
        return state.with_table(state.table.without_units(*empty))


EVENTS: tuple[type[Event], ...] = (ContentsLaid, CounterFlipped, CountersTurnedOver)


def remove_counters(play: Play[Any], counters: Sequence[Piece], rule: str) -> None:
    """Take counters off the table, and remove their units if no pieces are left in them."""
    play.emit(PiecesRemoved(rule=rule, pieces=tuple(counters)))
    play.emit(CountersTurnedOver(rule=rule, units=tuple(dict.fromkeys(piece.unit for piece in counters))))


def flip_counter(play: Play[Any], counter: Piece, unit: UnitId, rule: str) -> None:
    """Turn a counter face up and reveal the unit under it to all sides. The pieces stay under the counter."""
    play.emit(CounterFlipped(rule=rule, counter=counter.id, unit=unit))
    play.emit(CountersTurnedOver(rule=rule, units=(counter.unit,)))
