"""Comparison sheets: printable pages on which all rulesets and conventions judge the same line of sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from battlesim import __version__
from battlesim.report.judging import JudgingRules, rule_on_pieces
from battlesim.report.output_files import OutputFile
from battlesim.report.rule_comparison import ComparisonColumn as ComparisonRow
from battlesim.report.rule_comparison import comparison_values
from battlesim.report.ruling_lines import LabelledLine, column_text, verdict_text
from battlesim.report.sheet import ruling_pictures
from battlesim.report.sheet_page import SheetPage, SheetPicture, provenance_rows
from battlesim.report.sheet_payload import encode_payload, json_digest
from battlesim.report.sheet_rules import RulesCheck, changed_rules, check_named_rules, finite_rules
from battlesim.rulings.sight_conventions import SightJudge
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

COMPARISON_SUBJECT: Final = "comparison"


class ColumnPayload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a column of a comparison sheet: a ruleset or convention, its rules, and the two pieces.

    `table` is the index of the column's table among the tables of the sheet. `changed` holds the rules that
    differ from those of the named ruleset or convention. `covers` maps each grade of cover to the texts of
    the rules on it, by rule id.
    """

    title: str
    text: str
    covers: dict[str, dict[str, str]]
    ruleset: str
    convention: str
    ids: tuple[str, ...]
    rules: SightRules
    table: int
    viewer: Piece
    target: Piece
    changed: dict[str, Any]

    @property
    def judging_rules(self) -> JudgingRules:
        """The sight rules by which a column of the comparison sheet judges the line of sight."""
        return JudgingRules(self.rules, self.ruleset, self.ids, self.convention)


class ComparisonPayload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a comparison sheet: the tables, a column for each set of sight rules, and the rulings.

    The sheet is drawn in the style of the ruleset `looks`. The digests are SHA-256 of the tables and rulings.
    """

    about: Literal["comparison"]
    program: str
    date: str
    looks: str
    tables: tuple[Table, ...]
    columns: tuple[ColumnPayload, ...]
    ruling: dict[str, Any]
    table_digest: str
    ruling_digest: str

    @property
    def comparison_columns(self) -> list[ComparisonRow]:
        """The columns of the comparison sheet, in a form in which they can be judged again.

        Raises IndexError if a table is missing.
        """
        return [
            ComparisonRow(
                SightJudge(c.title, self.tables[c.table], c.rules, c.viewer, c.target),
                c.judging_rules,
                c.text,
                c.covers,
            )
            for c in self.columns
        ]

    @property
    def table(self) -> tuple[Table, ...]:
        """The tables on the comparison sheet, from which the table digest (a hash) is computed."""
        return self.tables

    @property
    def question(self) -> str:
        """The question that the comparison sheet answers, such as "can Scout see Raider"."""
        return f"can {self.columns[0].viewer.name} see {self.columns[0].target.name}"


def make_comparison_payload(rows: Sequence[ComparisonRow], looks: str, date: str) -> ComparisonPayload:
    """Return the data of a comparison sheet, in which each table is stored only once."""
    tables = list({id(row.column.table): row.column.table for row in rows}.values())
    columns = tuple(_column(row, tables) for row in rows)
    ruling = json_comparison_values(rows)
    return ComparisonPayload(
        about=COMPARISON_SUBJECT,
        program=__version__,
        date=date,
        looks=looks,
        tables=tuple(tables),
        columns=columns,
        ruling=ruling,
        table_digest=json_digest(tables),
        ruling_digest=json_digest(ruling),
    )


def _column(row: ComparisonRow, tables: Sequence[Table]) -> ColumnPayload:
    column, judged = row.column, row.judging_rules
    return ColumnPayload(
        title=column.title,
        text=row.text,
        covers={cover: dict(texts) for cover, texts in row.covers.items()},
        ruleset=judged.key,
        convention=judged.convention,
        ids=judged.ids,
        rules=finite_rules(judged.rules),
        table=next(number for number, table in enumerate(tables) if table is column.table),
        viewer=column.viewer,
        target=column.target,
        changed=changed_rules(judged),
    )


def json_comparison_values(rows: Sequence[ComparisonRow]) -> dict[str, Any]:
    """Return a comparison of rulings as values that stay the same when encoded to and decoded from JSON."""
    values = comparison_values(rows)
    columns = [column | {"why": str(column["why"])} for column in values["columns"]]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values | {"columns": columns}))
    return plain


def draw_comparison_sheet(document: ComparisonPayload, output: OutputFile) -> None:
    """Draw a comparison sheet, without a display, and write its file. Raises InputError if writing fails."""
    from battlesim.report.sheet_files import SHEET_WRITERS

    first = document.comparison_columns[0]
    table, judged = first.column.table, first.judging_rules
    ruled = rule_on_pieces(table, first.column.viewer, first.column.target, judged)
    page = comparison_page(document, ruling_pictures(table, ruled, document.looks))
    output.write(SHEET_WRITERS[output.kind.suffix](page, encode_payload(document)))


def comparison_page(document: ComparisonPayload, pictures: Sequence[SheetPicture]) -> SheetPage:
    """Return the contents of a comparison sheet, with the given pictures of the first column's ruling."""
    columns, question = document.ruling["columns"], document.question
    told = [line for column in columns for line in _lines(column)]
    why = dict.fromkeys(column["asymmetry"] for column in columns if column["asymmetry"])
    turns = (document.ruling["turns_on"], *(f"Not mutual: {words}" for words in why))
    sections = (
        ("Side by side", tuple(told)),
        ("What the quarrel turns on", tuple(("", line) for line in turns)),
        ("This sheet", provenance_rows(document)),
    )
    return SheetPage(
        f"{question[0].upper()}{question[1:]}?", first_column_verdict(document), tuple(pictures), sections
    )


def first_column_verdict(document: ComparisonPayload) -> str:
    """Return a text with the verdict in the first column of a comparison sheet and the column's title."""
    first = document.ruling["columns"][0]
    return f"{verdict_text(first)} ({first['title']})"


def check_column_rules(document: ComparisonPayload) -> RulesCheck:
    """Check that the rules of each column are those of the ruleset or convention that the column names.

    Return the errors and warnings. Rules that the column lists as changed may differ.
    """
    checks = [check_named_rules(c.judging_rules, c.changed, c.title) for c in document.columns]
    return RulesCheck(
        "; ".join(check.by for check in checks),
        tuple(line for check in checks for line in check.wrong),
        tuple(line for check in checks for line in check.warnings),
    )


def _lines(column: Mapping[str, Any]) -> list[LabelledLine]:
    cited = f" ({', '.join(column['rules'])})" if column["rules"] else ""
    lines = [f"{column['title']}: {column_text(column)}{cited}"]
    lines += [f"{one['rule']}: {one['text']}" for one in column["modifiers"]]
    return [("", line) for line in (*lines, *(() if column["rules"] else (column["text"],)))]
