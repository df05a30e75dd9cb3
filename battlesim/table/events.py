"""Events of the table: the only writers of state. Small, frozen, pure.

A ruleset adds its own subclasses of `Event` in its package. Remarks are another type and change nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from battlesim.table.compound_names import ids_listed
from battlesim.table.ids import NO_SIDE, CardId, SideKey, UnitId
from battlesim.table.limits import BoundedNumber, Count, DieNumber, Hits, Identifier, Name
from battlesim.table.phrases import AnyText, referenced_ids
from battlesim.table.pieces import Marker, Piece, Place
from battlesim.table.state import State
from battlesim.table.terrain import Coordinates, Terrain
from battlesim.table.units import Unit


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A change of the table or of the ruleset's part; `rule` is the id of the rule that made it.

    `reveals` marks a kind of event after which a side knows what was hidden: nothing is undone across it.
    """

    reveals: ClassVar[bool] = False

    rule: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state after this event; pure."""
        raise TypeError(f"{type(self).__name__} does not say what it changes")

    def audience(self) -> SideKey:
        """Return the only side that is told of the event; NO_SIDE for all sides."""
        return NO_SIDE

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the pieces and units that a side must see to be told of the event."""
        return frozenset()


class PieceTravel(msgspec.Struct, frozen=True):
    """One piece's part in a move: where from, where to, and along which points (inches).

    `entering` is what going into, onto or aboard something cost beside the path (inches).
    """

    piece: str
    old: Place
    new: Place
    path: tuple[Coordinates, ...] = ()
    entering: BoundedNumber = 0.0


class PiecesMoved(Event, frozen=True, tag="Moved"):
    """The event that pieces changed position, in order. `how` is move, fly, flinch, place and so on."""

    parts: tuple[PieceTravel, ...]
    how: str = "move"

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with every piece at its new position."""
        pieces = state.table.pieces
        changed = [msgspec.structs.replace(pieces[part.piece], place=part.new) for part in self.parts]
        return state.with_table(state.table.with_pieces(*changed))


class HitsChanged(Event, frozen=True, tag="HitsChanged"):
    """The event that a piece lost or regained hit points; `by` names the cause."""

    piece: str
    old: Hits
    new: Hits
    by: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the piece's new hit points."""
        piece = msgspec.structs.replace(state.table.piece(self.piece), hits=self.new)
        return state.with_table(state.table.with_pieces(piece))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece."""
        return frozenset((self.piece,))


class MarkChange(msgspec.Struct, frozen=True):
    """A mark of a piece, or of a unit (`piece` is its id then), going from an old to a new count.

    `note` says more about the new one.
    """

    piece: str
    name: Identifier
    old: Count
    new: Count
    note: Name = ""


class MarksChanged(Event, frozen=True, tag="MarksChanged"):
    """The event that marks of pieces or units were set or removed."""

    parts: tuple[MarkChange, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with every mark set to its new count."""
        table = state.table
        for part in self.parts:
            unit = table.units.get(UnitId(part.piece))
            if unit is not None:
                table = table.with_units(unit.with_mark(part.name, part.new, part.note))
            else:
                table = table.with_pieces(table.piece(part.piece).with_mark(part.name, part.new, part.note))
        return state.with_table(table)


class PiecesAdded(Event, frozen=True, tag="PiecesAdded"):
    """The event that new pieces joined the battle."""

    pieces: tuple[Piece, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the pieces added."""
        return state.with_table(state.table.with_pieces(*self.pieces))


class PieceChanged(Event, frozen=True, tag="PieceChanged"):
    """A piece became another one under the same id (a promotion, another unit, another profile)."""

    old: Piece
    new: Piece

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the piece replaced."""
        return state.with_table(state.table.with_pieces(self.new))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece."""
        return frozenset((self.new.id,))


class PiecesRemoved(Event, frozen=True, tag="PiecesRemoved"):
    """The event that pieces were permanently removed (an empty tunneling marker)."""

    pieces: tuple[Piece, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the pieces."""
        return state.with_table(state.table.without_pieces(*(p.id for p in self.pieces)))


class UnitsAdded(Event, frozen=True, tag="UnitsAdded"):
    """The event that new units joined the battle; their pieces are added by a separate event."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the units added."""
        return state.with_table(state.table.with_units(*self.units))


class UnitsRemoved(Event, frozen=True, tag="UnitsRemoved"):
    """The event that units were removed because they were lost, left or merged into another unit."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the units."""
        return state.with_table(state.table.without_units(*(unit.id for unit in self.units)))


class MarkerPlaced(Event, frozen=True, tag="MarkerPlaced"):
    """The event that a marker was placed on the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the marker added."""
        return state.with_table(state.table.with_marker(self.marker))


class MarkerRemoved(Event, frozen=True, tag="MarkerRemoved"):
    """The event that a marker was removed from the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the marker."""
        return state.with_table(state.table.without_marker(self.marker.id))


class TerrainChanged(Event, frozen=True, tag="TerrainChanged"):
    """The event that a terrain piece changed (damage, breach, ruin, a door) or was added (`old` is None)."""

    old: Terrain | None
    new: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the terrain piece replaced or added."""
        return state.with_table(state.table.with_terrain(self.new))


class TerrainRemoved(Event, frozen=True, tag="TerrainRemoved"):
    """The event that a terrain piece was removed (a collapsed tunnel)."""

    old: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the terrain piece."""
        return state.with_table(state.table.without_terrain(self.old.id))


DieResult = Literal["miss", "hit", "kill"]
"""What the rules made of a die: not enough, enough, more than enough."""


class Modifier(msgspec.Struct, frozen=True):
    """What changes the dice of a roll: by how much, why, by which rule; so many of the dice, 0 for all."""

    value: Count
    words: str
    rule: str
    dice: Count = 0


class DieTag(msgspec.Struct, frozen=True):
    """What one die of several is: whose, what it is called, and the steps that made it the size it is."""

    side: SideKey = NO_SIDE
    label: Name = ""
    shifts: tuple[Modifier, ...] = ()


class DiceRolled(Event, frozen=True, tag="Rolled"):
    """Dice fell: `sides` and `faces` in the order rolled, why, for whom, and what each was for.

    `needs` says in words what they need ("4+") and `modifiers` what changes that; `results` are what the
    rules made of each die, none where nothing was to be reached. `announced` dice are those of what was said
    just before. `to` is the side that alone sees them, "" when everybody does, NOBODY when no side does.
    `tags` tell dice of several owners or kinds apart, one each or none; `came` says in words what all came to
    where single results do not tell.
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
        """Return the state unchanged."""
        return state

    def audience(self) -> SideKey:
        """Return the side named by `to`, or NO_SIDE if all sides see the dice."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids in the reason and of the roller."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class CardDrawn(Event, frozen=True, tag="Drawn"):
    """A card was drawn: why, for whom, its id and its name in words; `to` as for dice."""

    why: AnyText
    card: CardId
    name: Name = ""
    by: str = ""
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged."""
        return state

    def audience(self) -> SideKey:
        """Return the side named by `to`, or NO_SIDE if all sides see the card."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids in the reason and of the drawer."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class AnswerRefused(Event, frozen=True, tag="Refused"):
    """An answer was refused because of something that its giver could not know, and now does."""

    reveals: ClassVar[bool] = True

    side: SideKey
    reason: AnyText

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged."""
        return state

    def audience(self) -> SideKey:
        """Return the side that gave the answer."""
        return self.side


class MessageLogged(Event, frozen=True, tag="Said"):
    """A step of the rules that changes nothing but belongs in the log (an activation, an attack named).

    `to` is the side that alone hears of it, "" when everybody does.
    """

    text: AnyText
    by: str = ""
    at: tuple[str, ...] = ()
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged."""
        return state

    def audience(self) -> SideKey:
        """Return the side named by `to`, or NO_SIDE if all sides receive the message."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids in the message, of its actor and of its targets."""
        return referenced_ids(self.text).union(ids_listed(self.by), self.at)


class MovesAnnounced(MessageLogged, frozen=True, tag="Announced"):
    """The event that forced moves of pieces were announced before they are made.

    It is told and shown before it is done.
    """

    courses: tuple[tuple[Coordinates, ...], ...] = ()


TABLE_EVENTS: tuple[type[Event], ...] = (
    PiecesMoved,
    HitsChanged,
    MarksChanged,
    PiecesAdded,
    PieceChanged,
    PiecesRemoved,
    UnitsAdded,
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
)


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A side note (odds, a player's reason, why nobody reacted): shown, recorded, and without effect."""

    kind: str
    text: AnyText
    about: str = ""
    data: dict[str, Any] = {}
