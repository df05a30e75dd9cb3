"""What an event of the battle log is about: the pieces that act, their side and unit, dice and losses."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.table.agreement import is_plural_name
from battlesim.table.compound_names import ids_listed
from battlesim.table.events import DiceRolled, DieTag
from battlesim.table.ids import UnitId
from battlesim.table.state import Table
from battlesim.ui.session.log_line import LogLine, RolledDie


def fallen_dice(event: DiceRolled, table: Table) -> list[RolledDie]:
    """Return the dice of a roll with their faces, results and owners."""
    many, numbers = len(event.faces), {side.key: side.number for side in table.sides}
    results, tags = event.results or ("plain",) * many, event.tags or (DieTag(),) * many
    return [
        RolledDie(face, result, sides, numbers.get(tag.side, 0), tag.label, tag.shifts)
        for face, result, sides, tag in zip(event.faces, results, event.sides, tags, strict=True)
    ]


def table_with_revealed_pieces(before: Table, after: Table) -> Table:
    """Return the table before an event, plus the pieces that the event revealed."""
    fresh = [piece for name, piece in after.pieces.items() if name not in before.pieces]
    return before.with_pieces(*fresh) if fresh else before


def acting_piece_ids(table: Table, by: str) -> list[str]:
    """Return the ids of the pieces that an event's `by` refers to: piece ids, a piece name or a unit id."""
    ids = [name for name in ids_listed(by) if name in table.pieces]
    if ids or not by:
        return ids
    named = [p.id for p in table.pieces.values() if p.name == by]
    return named or [p.id for p in table.pieces_of_unit(UnitId(by))]


def side_of(table: Table, ids: Sequence[str]) -> int:
    """Return the side number of the first id that belongs to a known piece, or 0 if none does."""
    first = next((table.pieces[i] for i in ids if i in table.pieces), None)
    return table.side(first.side).number if first else 0


def is_plural_unit(table: Table, id: str) -> bool:
    """Return whether an id is that of a unit of several pieces with a plural name."""
    unit = table.units.get(UnitId(id))
    return unit is not None and is_plural_name(unit.name) and len(table.pieces_of_unit(unit.id)) > 1


def losing_line(lines: Sequence[LogLine], rule: str, found: LogLine) -> LogLine:
    """Return the log line to which a loss is added.

    This is `found`, unless `found` is the last line and only comments on earlier losses by the same rule.
    Then it is the line with those losses.
    """
    for line in reversed(lines) if found is lines[-1] else ():
        if line.lost and rule in line.rules:
            return line
        if line.kind or line.dice or line.trails:
            break
    return found
