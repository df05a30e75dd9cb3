"""Counters that hide what lies under them: pieces that are `Below` a counter, or nothing under a dummy.

A counter is inverted while its pieces belong to another unit than the counter itself; once it is flipped, it
belongs to their unit. The view of the other sides has the pieces under inverted counters off the table, so
that they know what is hidden and not where. Users: Stargrunt, Troice Station (the order of counters that are
due, contents dealt at random).
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
    """Return whether a piece lies under an inverted counter."""
    place = piece.place
    return isinstance(place, Below) and table.pieces[place.piece].unit != piece.unit


def is_in_store(piece: Piece) -> bool:
    """Return whether a piece lies under a counter, known or unknown."""
    return isinstance(piece.place, Below) or piece.place == HIDDEN


def with_contents_hidden(table: Table, side: SideKey) -> Table:
    """Return the table as a side sees it: nothing under the inverted counters of others has a known place."""

    def build() -> Table:
        below = [p for p in table.pieces.values() if p.side != side and is_hidden_below(table, p)]
        hidden = [msgspec.structs.replace(piece, place=HIDDEN) for piece in below]
        return table.with_pieces(*hidden) if hidden else table

    return table.cached_value(("contents hidden", side), build)


def deal_contents(keys: Iterable[str], pool: Sequence[T], rng: Rng) -> dict[str, T]:
    """Return contents of a shuffled pool for each key; a pool that is too small begins again."""
    shuffled = rng.sample(pool, len(pool))
    return {key: shuffled[number % len(shuffled)] for number, key in enumerate(keys)}


def with_groups_dealt(table: Table, rng: Rng, counters: Mapping[UnitId, Sequence[str]]) -> Table:
    """Return the table with hidden units put under counters at random.

    `counters` gives the counters under which each unit may lie; no two units share one.
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
    """Return the ids of the counters that must be turned over, the nearest to a viewer first."""
    nearest = dict[str, float]()
    for counter in counters:
        gaps = [(piece_gap(table, viewer, counter), viewer) for viewer in viewers]
        if gaps and is_due(counter, gaps):
            nearest[counter.id] = round(min(gap for gap, _ in gaps), 6)
    return sorted(nearest, key=lambda key: (nearest[key], key))


class ContentsLaid(Event, frozen=True, tag="ContentsLaid"):
    """An event that puts pieces under a counter, which only their side learns of."""

    side: SideKey
    counter: Identifier
    pieces: tuple[Identifier, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the pieces under the counter."""
        known, place = state.table.pieces, Below(self.counter)
        laid = (msgspec.structs.replace(known[key], place=place) for key in self.pieces)
        return state.with_table(state.table.with_pieces(*laid))

    def audience(self) -> SideKey:
        """Return the side to which the pieces belong."""
        return self.side


class CounterFlipped(Event, frozen=True, tag="CounterFlipped"):
    """An event that turns a counter face up: it belongs to the unit that lies under it from now on."""

    reveals: ClassVar[bool] = True

    counter: Identifier
    unit: UnitId

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the counter in the unit."""
        counter = msgspec.structs.replace(state.table.piece(self.counter), unit=self.unit)
        return state.with_table(state.table.with_pieces(counter))


class CountersTurnedOver(Event, frozen=True, tag="CountersTurnedOver"):
    """An event that shows to all sides that the unit of these counters has no pieces left."""

    reveals: ClassVar[bool] = True

    units: tuple[UnitId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without those of the units that have no pieces."""
        empty = [unit for unit in self.units if not state.table.pieces_of_unit(unit)]
        return state.with_table(state.table.without_units(*empty))


EVENTS: tuple[type[Event], ...] = (ContentsLaid, CounterFlipped, CountersTurnedOver)


def remove_counters(play: Play[Any], counters: Sequence[Piece], rule: str) -> None:
    """Take counters off the table, and their units if they had no other pieces."""
    play.emit(PiecesRemoved(rule=rule, pieces=tuple(counters)))
    play.emit(CountersTurnedOver(rule=rule, units=tuple(dict.fromkeys(piece.unit for piece in counters))))


def flip_counter(play: Play[Any], counter: Piece, unit: UnitId, rule: str) -> None:
    """Turn a counter face up, so that all sides know the unit under it; its pieces stay in store."""
    play.emit(CounterFlipped(rule=rule, counter=counter.id, unit=unit))
    play.emit(CountersTurnedOver(rule=rule, units=(counter.unit,)))
