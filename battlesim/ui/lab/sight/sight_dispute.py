"""The question whether one piece sees another in the lab, with rulings computed in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from battlesim.report.judging import (
    AgreedTolerance,
    PairRuling,
    PieceOrPoint,
    margin_values,
    rule_on_pieces,
    ruling_values,
    table_tolerance,
    tolerance_values,
)
from battlesim.report.rule_comparison import (
    ComparisonColumn,
    SightEnds,
    comparison_columns,
    comparison_values,
)
from battlesim.table.state import Table
from battlesim.ui.lab.lab_table import LabTable
from battlesim.ui.toolkit.work_queue import FRAME_LANE, LONG_LANE, SHORT_LANE, KeyedResult, WorkQueue

TOLERANCES_IN: Final = (0.0, 1 / 16, 1 / 8, 1 / 4)
"""Tolerances in inches of both pieces' positions, 0 if it is not asked."""
AGREED_PROBABILITIES: Final = (0.9, 0.95, 0.99, 0.75)
"""Probabilities that a verdict may need before it is called."""
PlainValues = Mapping[str, Any]


class SightRuling(NamedTuple):
    """A ruling on a line of sight with the geometry that proves it.

    If sight is not mutual, the ruling in the other direction is included.
    """

    table: Table
    ruled: PairRuling
    values: PlainValues
    row: ComparisonColumn
    reverse_ruled: PairRuling | None


class SightPairKey(NamedTuple):
    """The key of a ruling on sight: the viewer, the target, and the ruleset or convention used."""

    viewer: str
    target: str
    judged_by: str


class SightDispute:
    """The question of whether `viewer` sees `target`, with the rules, the tolerance and the computed rulings.

    `judged_by` is the key of a ruleset or convention, or "" for the first. `asks` counts the questions asked
    so far. It is used to match each result to its question.
    """

    def __init__(self, tables: LabTable, queue: WorkQueue | None = None) -> None:
        self.tables = tables
        self.viewer = self.target = self.judged_by = ""
        self.own = table_tolerance(tables.opened.table)
        self.tolerances = tuple(sorted({*TOLERANCES_IN, self.own}))
        self.tolerance = self.tolerances.index(self.own)
        self.agreed = self.asks = 0
        self._key: SightPairKey | None = None
        self._table: Table | None = None
        self._ruling: KeyedResult[SightRuling] = KeyedResult(queue, FRAME_LANE)
        self._columns: KeyedResult[PlainValues] = KeyedResult(queue, SHORT_LANE)
        self._room: KeyedResult[PlainValues] = KeyedResult(queue, LONG_LANE)

    # -- what is asked --

    @property
    def radius(self) -> float:
        """The tolerance of both positions, inches."""
        return self.tolerances[self.tolerance]

    def drop_missing_pieces(self, table: Table) -> None:
        """Deselect pieces that are no longer on a table."""
        self.viewer = self.viewer if _stands(table, self.viewer) else ""
        self.target = self.target if _stands(table, self.target) else ""

    def set_viewer(self, piece: str) -> None:
        """Make a piece the viewer; if it was the target, swap the two."""
        self.viewer, self.target = piece, self.viewer if self.target == piece else self.target

    def set_target(self, piece: str) -> None:
        """Make a piece the target; the first piece becomes the viewer."""
        if not self.viewer:
            self.viewer = piece
        else:
            self.viewer, self.target = self.target if self.viewer == piece else self.viewer, piece

    def swap(self) -> None:
        """Swap viewer and target."""
        self.viewer, self.target = self.target, self.viewer

    @property
    def has_pair(self) -> bool:
        """True if there are two pieces to judge between."""
        return bool(self.viewer and self.target)

    def rows(self, table: Table) -> list[ComparisonColumn]:
        """Return the columns of every ruleset and convention, that of the opened table first."""
        pair = SightEnds(PieceOrPoint(self.viewer), PieceOrPoint(self.target))
        return comparison_columns(
            pair, self.tables.opened.ruleset, lambda key: self.tables.source_for_ruleset(key, table)
        )

    def tick(self, table: Table, held: bool) -> bool:
        """Request the rulings on a table, the margins only if no piece is `held`.

        Returns True if the pair or table changed or a result has arrived.
        """
        self.drop_missing_pieces(table)
        if not self.has_pair:
            gone = self.ruling is not None
            for later in (self._ruling, self._columns, self._room):
                later.reset()
            self._table = None
            return gone
        key = SightPairKey(self.viewer, self.target, self.judged_by)
        other = key != self._key or table is not self._table
        if other:
            self._key, self._table = key, table
            self.asks += 1
            self._ask(table, self.rows(table))
        if not held:
            self._ask_room(self.call_terms)
        fresh = [self._ruling.poll(), self._columns.poll(), self._room.poll(), other]
        return any(fresh)

    def _ask(self, table: Table, rows: list[ComparisonColumn]) -> None:
        row = next((row for row in rows if self.judged_by and self.judged_by == key_of(row)), rows[0])
        self._row = row
        self._ruling.request(self.asks, lambda: ruling_of(row))
        self._columns.request(self.asks, lambda: comparison_values(rows))

    @property
    def call_terms(self) -> AgreedTolerance:
        """The tolerance, and the probability that a verdict needs to be called."""
        return AgreedTolerance(self.radius, AGREED_PROBABILITIES[self.agreed])

    def _ask_room(self, how: AgreedTolerance) -> None:
        row = self._row

        def room() -> PlainValues:
            found = ruling_of(row)
            more = tolerance_values(found.table, found.ruled, how) if how.radius else {}
            return margin_values(found.table, found.ruled) | more

        self._room.request((self.asks, how), room)

    # -- what is found --

    @property
    def ruling(self) -> SightRuling | None:
        """The newest ruling, which belongs to an earlier question while `judging`."""
        return self._ruling.value

    @property
    def judging(self) -> bool:
        """True while the ruling of the current pair is being computed."""
        return self.has_pair and self._ruling.working

    @property
    def comparisons(self) -> PlainValues | None:
        """The rulings by every ruleset and convention, of an earlier question while `comparing`.

        They have the form of `battlesim judge --conventions --json`.
        """
        return self._columns.value

    @property
    def comparing(self) -> bool:
        """True while the comparison of the current pair is being computed."""
        return self.has_pair and self._columns.working

    @property
    def margins(self) -> PlainValues | None:
        """The margins and probabilities of the current pair, None while they are computed."""
        return self._room.value if self._room.key == (self.asks, self.call_terms) else None

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self._ruling.working or self._columns.working or self._room.working

    def stamp(self) -> tuple[object, ...]:
        """Return the values that the panels depend on."""
        found = (id(self._ruling.value), id(self._columns.value), id(self._room.value), self.margins is None)
        return self.viewer, self.target, self.judged_by, self.tolerance, self.agreed, *found


def key_of(row: ComparisonColumn) -> str:
    """Return the key of the ruleset or convention of a row."""
    return row.judging_rules.key or row.judging_rules.convention


def ruling_of(row: ComparisonColumn) -> SightRuling:
    """Compute the ruling of a row."""
    ruled = rule_on_pieces(row.column.table, row.column.viewer, row.column.target, row.judging_rules)
    values, other = ruling_values(ruled), row.column.reversed_ends
    back = (
        rule_on_pieces(other.table, other.viewer, other.target, row.judging_rules)
        if values["asymmetry"]
        else None
    )
    return SightRuling(row.column.table, ruled, values, row, back)


def _stands(table: Table, name: str) -> bool:
    return name in table.pieces and table.pieces[name].in_play
