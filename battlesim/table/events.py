"""Events of the table: small, immutable objects, which are the only means of changing a state.

A ruleset adds its own subclasses of `Event`. Remarks are a separate type and change nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from battlesim.table.compound_names import ids_listed
from battlesim.table.ids import NO_SIDE, CardId, SideKey, UnitId
from battlesim.table.limits import BoundedNumber, Count, DieNumber, Hits, Identifier, Name
from battlesim.table.phrases import AnyText, referenced_ids
from battlesim.table.pieces import Marker, Piece, Place
from battlesim.table.result_tables import ResultTable
from battlesim.table.state import State
from battlesim.table.terrain import Coordinates, Terrain
from battlesim.table.units import Unit


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A change of the table or of the ruleset's own data, with the id of the rule behind it.

    For example, applying `PiecesMoved` returns a state in which the pieces stand elsewhere. `reveals` is True
    for events that show hidden information to a side; an undo cannot go back past them.
    """

    reveals: ClassVar[bool] = False

    rule: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state after this event, without modifying the given state."""
        raise TypeError(f"{type(self).__name__} does not say what it changes")

    def audience(self) -> SideKey:
        """Return the side that alone receives the event, or NO_SIDE if all sides receive it."""
        return NO_SIDE

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the pieces and units that a side must see to receive the event."""
        return frozenset()


class PieceTravel(msgspec.Struct, frozen=True):
    """The move of a single piece: its old place, its new place and the points of its path in inches.

    `entering` is the additional cost in inches of going into, onto or aboard something.
    """

    piece: str
    old: Place
    new: Place
    path: tuple[Coordinates, ...] = ()
    entering: BoundedNumber = 0.0


class PiecesMoved(Event, frozen=True, tag="Moved"):
    """An event that moves pieces, one after the other; `how` is the kind of move, such as move or fly."""

    parts: tuple[PieceTravel, ...]
    how: str = "move"

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with every piece at its new position."""
        pieces = state.table.pieces
        changed = [msgspec.structs.replace(pieces[part.piece], place=part.new) for part in self.parts]
        return state.with_table(state.table.with_pieces(*changed))


class HitsChanged(Event, frozen=True, tag="HitsChanged"):
    """An event that changes the hit points of a piece; `by` names what caused the change."""

    piece: str
    old: Hits
    new: Hits
    by: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which the piece has its new hit points."""
        piece = msgspec.structs.replace(state.table.piece(self.piece), hits=self.new)
        return state.with_table(state.table.with_pieces(piece))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece whose hit points change."""
        return frozenset((self.piece,))


class MarkChange(msgspec.Struct, frozen=True):
    """A change of one mark of the piece or unit with the id `piece`, to a new count and note."""

    piece: str
    name: Identifier
    old: Count
    new: Count
    note: Name = ""


class MarksChanged(Event, frozen=True, tag="MarksChanged"):
    """An event that sets or removes marks of pieces or units."""

    parts: tuple[MarkChange, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which every changed mark has its new count and note."""
        table = state.table
        for part in self.parts:
            unit = table.units.get(UnitId(part.piece))
            if unit is not None:
                table = table.with_units(unit.with_mark(part.name, part.new, part.note))
            else:
                table = table.with_pieces(table.piece(part.piece).with_mark(part.name, part.new, part.note))
        return state.with_table(table)


class PiecesAdded(Event, frozen=True, tag="PiecesAdded"):
    """An event that adds new pieces to the battle."""

    pieces: tuple[Piece, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the pieces added."""
        return state.with_table(state.table.with_pieces(*self.pieces))


class PieceChanged(Event, frozen=True, tag="PieceChanged"):
    """An event that replaces a piece under the same id, for example after a promotion."""

    old: Piece
    new: Piece

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the piece replaced."""
        return state.with_table(state.table.with_pieces(self.new))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece that is replaced."""
        return frozenset((self.new.id,))


class PiecesRemoved(Event, frozen=True, tag="PiecesRemoved"):
    """An event that removes pieces from the battle for good, such as an empty tunnelling marker."""

    pieces: tuple[Piece, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the pieces."""
        return state.with_table(state.table.without_pieces(*(p.id for p in self.pieces)))


class UnitsAdded(Event, frozen=True, tag="UnitsAdded"):
    """An event that adds new units; their pieces are added by a separate event."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the units added."""
        return state.with_table(state.table.with_units(*self.units))


class UnitChanged(Event, frozen=True, tag="UnitChanged"):
    """An event that replaces a unit under the same id, for example if another leader takes over."""

    old: Unit
    new: Unit

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the unit replaced."""
        return state.with_table(state.table.with_units(self.new))


class UnitsRemoved(Event, frozen=True, tag="UnitsRemoved"):
    """An event that removes units that were lost, left the battle or joined another unit."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the units."""
        return state.with_table(state.table.without_units(*(unit.id for unit in self.units)))


class MarkerPlaced(Event, frozen=True, tag="MarkerPlaced"):
    """An event that places a marker on the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the marker added."""
        return state.with_table(state.table.with_marker(self.marker))


class MarkerRemoved(Event, frozen=True, tag="MarkerRemoved"):
    """An event that removes a marker from the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the marker."""
        return state.with_table(state.table.without_marker(self.marker.id))


class TerrainChanged(Event, frozen=True, tag="TerrainChanged"):
    """An event that changes a terrain piece, as by damage or an opened door; it is new if `old` is None."""

    old: Terrain | None
    new: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the terrain piece replaced or added."""
        return state.with_table(state.table.with_terrain(self.new))


class TerrainRemoved(Event, frozen=True, tag="TerrainRemoved"):
    """An event that removes a terrain piece, such as a collapsed tunnel."""

    old: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the terrain piece."""
        return state.with_table(state.table.without_terrain(self.old.id))


DieResult = Literal["miss", "hit", "kill"]
"""The result of a die against its target number: not enough, enough, or more than enough."""


class Modifier(msgspec.Struct, frozen=True):
    """A modifier of a roll: value, reason, rule id, and the number of dice it affects (0 for all of them)."""

    value: Count
    words: str
    rule: str
    dice: Count = 0


class DieTag(msgspec.Struct, frozen=True):
    """The owner of a single die of a roll, the die's label, and the modifiers that changed its size."""

    side: SideKey = NO_SIDE
    label: Name = ""
    shifts: tuple[Modifier, ...] = ()


class DiceRolled(Event, frozen=True, tag="Rolled"):
    """An event that dice were rolled: the reason, the rollers, and the sides and faces of the dice in order.

    `needs` is the required result as text ("4+"), and `modifiers` are the modifiers of the roll. `results`
    holds the result of each die, and is empty if the dice had no target number. `announced` is True if the
    dice belong to the message logged just before. `to` is the only side that sees the dice, "" for all sides
    and NO_AUDIENCE for none. `tags` distinguishes dice of several owners or kinds, with one tag per die or
    none at all. `came` is the total result as text, if the single results do not show it.
    """

    why: AnyText
    by: str
    sides: tuple[DieNumber, ...]
    faces: tuple[DieNumber, ...]
    needs: str = ""
    modifiers: tuple[Modifier, ...] = ()
    results: tuple[DieResult, ...] = ()
    announced: bool = False
    to: str = ""
    tags: tuple[DieTag, ...] = ()
    came: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because dice alone have no effect."""
        return state

    def audience(self) -> SideKey:
        """Return the side that alone sees the dice, or NO_SIDE if all sides see them."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the rollers and of the objects that the reason for the roll names."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class CardDrawn(Event, frozen=True, tag="Drawn"):
    """An event that a card was drawn for the reason `why`; if `to` is given, only that side sees the card."""

    why: AnyText
    card: CardId
    name: Name = ""
    by: str = ""
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because drawing a card alone has no effect."""
        return state

    def audience(self) -> SideKey:
        """Return the side that alone sees the card, or NO_SIDE if all sides see it."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the drawer and the ids of the objects that the reason for the draw names."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class AnswerRefused(Event, frozen=True, tag="Refused"):
    """An event that an answer was refused for a hidden reason, which the player thereby learns."""

    reveals: ClassVar[bool] = True

    side: SideKey
    reason: AnyText

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a refused answer only appears in the log."""
        return state

    def audience(self) -> SideKey:
        """Return the side whose answer was refused."""
        return self.side


class MessageLogged(Event, frozen=True, tag="Said"):
    """An event that only adds a message to the log; if `to` is given, only that side receives it."""

    text: AnyText
    by: str = ""
    at: tuple[str, ...] = ()
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a message has no effect."""
        return state

    def audience(self) -> SideKey:
        """Return the side that alone receives the message, or NO_SIDE if all sides receive it."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the objects that the message names, of the actor and of the targets."""
        return referenced_ids(self.text).union(ids_listed(self.by), self.at)


class MovesAnnounced(MessageLogged, frozen=True, tag="Announced"):
    """An event that announces a forced act, so that its paths are shown before they are taken.

    `table` is the table of results behind the act: before the roll, or with the entry that applies.
    """

    courses: tuple[tuple[Coordinates, ...], ...] = ()
    table: ResultTable | msgspec.UnsetType = msgspec.UNSET

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids in the message and in the table."""
        return super().mentioned_ids() | (self.table.mentioned_ids() if self.table else frozenset())


class TemplatePlaced(Event, frozen=True, tag="TemplatePlaced"):
    """An event that places a template, such as a blast or an area of suppression.

    The template is a disc of `radius` inches around `at`, or the polygon `ring`. `aimed_at` is the point that
    was aimed at, `caught` lists the ids of the pieces that it catches, and `by` names the cause.
    """

    name: Name
    at: Coordinates
    aimed_at: Coordinates
    radius: BoundedNumber = 0.0
    ring: tuple[Coordinates, ...] = ()
    caught: tuple[Identifier, ...] = ()
    by: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a template alone has no effect."""
        return state


TABLE_EVENTS: tuple[type[Event], ...] = (
    PiecesMoved,
    HitsChanged,
    MarksChanged,
    PiecesAdded,
    PieceChanged,
    PiecesRemoved,
    UnitsAdded,
    UnitChanged,
    UnitsRemoved,
    MarkerPlaced,
    MarkerRemoved,
    TerrainChanged,
    TerrainRemoved,
    DiceRolled,
    CardDrawn,
    AnswerRefused,
    MessageLogged,
    MovesAnnounced,
    TemplatePlaced,
)


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A side note without effect that is shown and recorded, such as odds or a player's reason."""

    kind: str
    text: AnyText
    about: str = ""
    data: dict[str, Any] = {}
