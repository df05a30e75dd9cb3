"""One question of sight under every ruleset and every classic convention, as plain values: what
`battlesim judge --conventions` prints. Inches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from battlesim.report.judging import (
    JudgingRules,
    PieceOrPoint,
    PieceSize,
    SightOverrides,
    bare_piece_size,
    convention_judging_rules,
    resolve_pair,
    rule_on_pieces,
    ruleset_judging_rules,
    ruling_values,
    typical_size,
)
from battlesim.rulesets import registry
from battlesim.rulings.sight_conventions import SightJudge, disagreement_text, sight_conventions
from battlesim.scenarios.sources import TableSource, open_source
from battlesim.table.phrases import rendered_text
from battlesim.table.pieces import Piece


class SightEnds(NamedTuple):
    """A question of sight: both ends, switches; whether rulesets put their own typical figures in place of
    the two pieces, too."""

    viewer: PieceOrPoint
    target: PieceOrPoint
    overrides: SightOverrides = SightOverrides()
    typical: bool = False


class SightQuery(NamedTuple):
    """A question of sight about a source, at a step of it."""

    source: str
    step: int | None
    pair: SightEnds


def load_comparison_columns(query: SightQuery) -> tuple[list[ComparisonColumn], str]:
    """Return every column of a question, and the ruleset that is played on its table ("" for none).

    The first column is that of this ruleset, else true line of sight. Raises InputError.
    """
    opened = open_source(query.source, query.step)

    def under(key: str) -> TableSource:
        return opened if opened.ruleset or not key else open_source(query.source, query.step, key)

    return comparison_columns(query.pair, opened.ruleset, under), opened.ruleset


def compare_rulings(query: SightQuery) -> dict[str, Any]:
    """Return every column of a question as plain values. Raises InputError."""
    return comparison_values(load_comparison_columns(query)[0])


def comparison_values(rows: Sequence[ComparisonColumn]) -> dict[str, Any]:
    """The values of columns, what the quarrel turns on, and why the two are not seen alike."""
    columns = [column_values(row) for row in rows]
    return {
        "columns": columns,
        "turns_on": disagreement_text([row.column for row in rows]),
        "asymmetry": columns[0]["asymmetry"],
    }


def comparison_columns(
    ends: SightEnds, played_ruleset: str, source_under: Callable[[str], TableSource]
) -> list[ComparisonColumn]:
    """A row for every ruleset and classic convention, first that of the ruleset which is `played`, else true
    line of sight. `under` gives the table by the key of a ruleset, "" for none. Raises InputError."""
    rows = [*_by_rulesets(ends, played_ruleset, source_under), *_by_conventions(ends, source_under(""))]
    first = played_ruleset or "eye"
    return sorted(rows, key=lambda row: first not in (row.judging_rules.key, row.judging_rules.convention))


def ruling_basis(judging_rules: JudgingRules, ruling: Mapping[str, Any]) -> tuple[str, str]:
    """What a ruling was judged by, and its text: a convention's, or the rules that it rests on and those that
    say what such cover does, a line each."""
    if judging_rules.convention:
        convention = sight_conventions()[judging_rules.convention]
        return convention.title, convention.text
    if not judging_rules.key:
        return "Plain geometry", sight_conventions()["eye"].text
    ruleset = registry.load_ruleset(judging_rules.key)
    grade = ruling["cover"] if ruling["visible"] else ""
    told = [
        (id, entry)
        for id, entry in ruleset.rulebook.items()
        if id in judging_rules.ids or entry.cover == grade != ""
    ]
    lines = [f"{id}: {rendered_text(entry.text)}" for id, entry in told]
    return f"{ruleset.title}, version {ruleset.version}", "\n".join(lines)


class ComparisonColumn(NamedTuple):
    """A column with what it goes by and its text in one line; ids of rules with their texts by cover."""

    column: SightJudge
    judging_rules: JudgingRules
    text: str
    covers: Mapping[str, Mapping[str, str]]


def _by_rulesets(
    asked: SightEnds, played: str, under: Callable[[str], TableSource]
) -> Iterator[ComparisonColumn]:
    for key, ruleset in registry.loadable_rulesets().items():
        source = under(key)
        judged = asked.overrides.applied_to(ruleset_judging_rules(source, key))
        ends = resolve_pair(source.table, asked.viewer, asked.target, bare_piece_size(key))
        if asked.typical and played != key and (own := typical_size(ruleset)):
            ends = _as(ends[0], asked.viewer, own), _as(ends[1], asked.target, own)
        book = ruleset.rulebook
        text = " ".join(rendered_text(book[id].text) for id in judged.ids if id in book)
        covers: dict[str, dict[str, str]] = {}
        for id, entry in book.items():
            if entry.cover:
                covers.setdefault(entry.cover, {})[id] = rendered_text(entry.text)
        yield ComparisonColumn(
            SightJudge(ruleset.title, source.table, judged.rules, *ends), judged, text, covers
        )


def _by_conventions(asked: SightEnds, source: TableSource) -> Iterator[ComparisonColumn]:
    ends = resolve_pair(source.table, asked.viewer, asked.target)
    for key, convention in sight_conventions().items():
        judged = asked.overrides.applied_to(convention_judging_rules(key))
        column = SightJudge(convention.title, source.table, judged.rules, *ends)
        yield ComparisonColumn(column, judged, convention.text, {})


def _as(piece: Piece, given: PieceOrPoint, own: PieceSize) -> Piece:
    """Return a piece with a ruleset's own figures, where none are given."""
    base, height = (figure if mine is None else mine for figure, mine in zip(own, given[1:], strict=True))
    return msgspec.structs.replace(piece, radius=base / 2, shape=msgspec.UNSET, height=height)


def column_values(row: ComparisonColumn) -> dict[str, Any]:
    """A column as plain values: its ruling, what it goes by, what its cover does, what is seen from there."""
    column = row.column
    ruling = ruling_values(rule_on_pieces(column.table, column.viewer, column.target, row.judging_rules))
    effects = row.covers.get(ruling["cover"], {}) if ruling["visible"] else {}
    return {
        "title": column.title,
        "text": row.text,
        **ruling,
        "modifiers": [{"rule": id, "text": text} for id, text in effects.items()],
    }
