"""Events: small immutable objects that describe changes to a table. Only events change the state of a battle.

Rulesets add further subclasses of `Event`. A `Remark` is recorded in the same way, but changes nothing.
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
    """A change of the table or of the ruleset's own data, with the id of the rule that caused it.

    For example, applying `PiecesMoved` returns a state in which some pieces have moved. If `reveals` is True,
    the event shows hidden information to a side, and the players can no longer undo it.
    """

    reveals: ClassVar[bool] = False

    rule: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state after this event. The given state is not modified."""
        raise TypeError(f"the event class {type(self).__name__} must define apply")

    def audience(self) -> SideKey:
        """Return the only side that may see the event, or NO_SIDE if all sides may see it."""
        return NO_SIDE

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the pieces and units that the event is about.

        A side is shown the event only if it can see all of them.
        """
        return frozenset()


class PieceTravel(msgspec.Struct, frozen=True):
    """The move of a single piece: its old place, its new place and the points of its path, in inches.

    `entering` is the extra cost, in inches, of entering a building or vehicle or of climbing onto terrain.
    """

    piece: str
    old: Place
    new: Place
    path: tuple[Coordinates, ...] = ()
    entering: BoundedNumber = 0.0


class PiecesMoved(Event, frozen=True, tag="Moved"):
    """An event that moves pieces, one piece after another. `how` names the kind of move, such as "fly"."""

    parts: tuple[PieceTravel, ...]
    how: str = "move"

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the pieces moved to their new places."""
        pieces = state.table.pieces
        changed = [msgspec.structs.replace(pieces[part.piece], place=part.new) for part in self.parts]
        return state.with_table(state.table.with_pieces(*changed))


class HitsChanged(Event, frozen=True, tag="HitsChanged"):
    """An event that changes the hit points of a piece. `by` is the id of the object that caused this."""

    piece: str
    old: Hits
    new: Hits
    by: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the hit points of the piece updated."""
        piece = msgspec.structs.replace(state.table.piece(self.piece), hits=self.new)
        return state.with_table(state.table.with_pieces(piece))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece whose hit points change."""
        return frozenset((self.piece,))


class MarkChange(msgspec.Struct, frozen=True):
    """A change of a mark (a named state such as "alert") on a piece or unit.

    It holds the old count of the mark, the new count and the new note.
    """

    piece: str
    name: Identifier
    old: Count
    new: Count
    note: Name = ""


class MarksChanged(Event, frozen=True, tag="MarksChanged"):
    """An event that sets or removes marks, which are named states such as "alert", on pieces or units."""

    parts: tuple[MarkChange, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the marks updated."""
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
        """Return a copy of the state with the pieces added."""
        return state.with_table(state.table.with_pieces(*self.pieces))


class PieceChanged(Event, frozen=True, tag="PieceChanged"):
    """An event that replaces a piece with a new version of the same id, for example after a promotion."""

    old: Piece
    new: Piece

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the piece replaced by its new version."""
        return state.with_table(state.table.with_pieces(self.new))

    def mentioned_ids(self) -> frozenset[str]:
        """Return the id of the piece that is replaced."""
        return frozenset((self.new.id,))


class PiecesRemoved(Event, frozen=True, tag="PiecesRemoved"):
    """An event that removes pieces from the battle permanently, such as empty tunnelling markers."""

    pieces: tuple[Piece, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state without the removed pieces."""
        return state.with_table(state.table.without_pieces(*(p.id for p in self.pieces)))


class UnitsAdded(Event, frozen=True, tag="UnitsAdded"):
    """An event that adds new units. Their pieces are added by a separate event."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the units added."""
        return state.with_table(state.table.with_units(*self.units))


class UnitChanged(Event, frozen=True, tag="UnitChanged"):
    """An event that replaces a unit with a new version of the same id, for example with a new leader."""

    old: Unit
    new: Unit

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the unit replaced by its new version."""
        return state.with_table(state.table.with_units(self.new))


class UnitsRemoved(Event, frozen=True, tag="UnitsRemoved"):
    """An event that removes units that were lost, left the battle or joined another unit."""

    units: tuple[Unit, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state without the removed units."""
        return state.with_table(state.table.without_units(*(unit.id for unit in self.units)))


class MarkerPlaced(Event, frozen=True, tag="MarkerPlaced"):
    """An event that places a marker, such as smoke or an objective, on the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the marker added."""
        return state.with_table(state.table.with_marker(self.marker))


class MarkerRemoved(Event, frozen=True, tag="MarkerRemoved"):
    """An event that removes a marker, such as smoke or an objective, from the table."""

    marker: Marker

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state without the marker."""
        return state.with_table(state.table.without_marker(self.marker.id))


class TerrainChanged(Event, frozen=True, tag="TerrainChanged"):
    """An event that changes a piece of terrain, for example opens a door, or adds it if `old` is None."""

    old: Terrain | None
    new: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the piece of terrain replaced or added."""
        return state.with_table(state.table.with_terrain(self.new))


class TerrainRemoved(Event, frozen=True, tag="TerrainRemoved"):
    """An event that removes a piece of terrain, such as a collapsed tunnel."""

    old: Terrain

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state without the removed terrain."""
        return state.with_table(state.table.without_terrain(self.old.id))


DieResult = Literal["miss", "hit", "kill"]
"""The result of a die against its target number: not enough, enough, or more than enough."""


class Modifier(msgspec.Struct, frozen=True):
    """A modifier of a die roll: its value, reason, rule id and the number of affected dice (0 for all)."""

    value: Count
    words: str
    rule: str
    dice: Count = 0


class DieTag(msgspec.Struct, frozen=True):
    """The owner and label of a single die in a roll, and the modifiers that changed the size of the die."""

    side: SideKey = NO_SIDE
    label: Name = ""
    shifts: tuple[Modifier, ...] = ()


class DiceRolled(Event, frozen=True, tag="Rolled"):
    """A roll of dice: the reason, the ids of the rollers, and the number of sides and the face of each die.

    `needs` is the required result as text, such as "4+". `results` holds the result of each die, and is empty
    if the dice had no target number. `announced` is True if the previous message in the log announces the
    roll. `to` is the only side that sees the dice, "" for all sides or NO_AUDIENCE for none. `tags` has a tag
    for each die if the dice differ in owner or kind. `came` is the total as text if the dice do not show it.
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
        """Return the state unchanged, because a roll has no effect by itself."""
        return state

    def audience(self) -> SideKey:
        """Return the only side that may see the dice, or NO_SIDE if all sides may see them."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the pieces that rolled the dice and of all objects named in the reason."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class CardDrawn(Event, frozen=True, tag="Drawn"):
    """An event that records that a card was drawn, and why. If `to` is set, only that side sees the card."""

    why: AnyText
    card: CardId
    name: Name = ""
    by: str = ""
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because drawing a card has no effect by itself."""
        return state

    def audience(self) -> SideKey:
        """Return the only side that may see the card, or NO_SIDE if all sides may see it."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the piece that drew the card and of all objects named in the reason."""
        return referenced_ids(self.why).union(ids_listed(self.by))


class AnswerRefused(Event, frozen=True, tag="Refused"):
    """An event that refuses a player's answer for a reason that was hidden from the player until then."""

    reveals: ClassVar[bool] = True

    side: SideKey
    reason: AnyText

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a refused answer only appears in the log."""
        return state

    def audience(self) -> SideKey:
        """Return the side whose answer was refused. Only that side may see the event."""
        return self.side


class MessageLogged(Event, frozen=True, tag="Said"):
    """An event that adds a message to the log. If `to` is set, only that side may read the message."""

    text: AnyText
    by: str = ""
    at: tuple[str, ...] = ()
    to: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a message has no effect by itself."""
        return state

    def audience(self) -> SideKey:
        """Return the only side that may read the message, or NO_SIDE if all sides may read it."""
        return SideKey(self.to)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the acting pieces, of their targets and of all objects named in the message."""
        return referenced_ids(self.text).union(ids_listed(self.by), self.at)


class MovesAnnounced(MessageLogged, frozen=True, tag="Announced"):
    """A message that announces moves forced by the rules, so that their paths can be shown in advance.

    `table` is the table of results that caused the moves. After the roll, the result is marked in it.
    """

    courses: tuple[tuple[Coordinates, ...], ...] = ()
    table: ResultTable | msgspec.UnsetType = msgspec.UNSET

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of all objects mentioned in the message or in its table of results."""
        return super().mentioned_ids() | (self.table.mentioned_ids() if self.table else frozenset())


class TemplatePlaced(Event, frozen=True, tag="TemplatePlaced"):
    """An event that places a template (the area of a blast or of suppressive fire) on the table.

    The area is a disc of `radius` inches around `at`, or the polygon `ring`. `aimed_at` is the point of aim,
    `caught` holds the ids of the pieces in the area, and `by` is the id of the object that caused it.
    """

    name: Name
    at: Coordinates
    aimed_at: Coordinates
    radius: BoundedNumber = 0.0
    ring: tuple[Coordinates, ...] = ()
    caught: tuple[Identifier, ...] = ()
    by: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state unchanged, because a template has no effect by itself."""
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
