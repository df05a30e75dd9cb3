"""Comparison of the rulings of all rulesets and conventions on a line of sight, with lengths in inches."""

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
    """The viewer and target of a line of sight to be judged, with overrides of the sight rules.

    If `typical` is true, each ruleset except that of the battle judges pieces of its typical size.
    """

    viewer: PieceOrPoint
    target: PieceOrPoint
    overrides: SightOverrides = SightOverrides()
    typical: bool = False


class SightQuery(NamedTuple):
    """A query about a line of sight on the table of a map, scenario or situation, or of a saved battle."""

    source: str
    step: int | None
    pair: SightEnds


def load_comparison_columns(query: SightQuery) -> tuple[list[ComparisonColumn], str]:
    """Return the columns of a comparison, one for each set of sight rules, and the battle's ruleset key.

    The key is "" if there is no battle. The battle's ruleset, or else true line of sight, comes first. Raises
    InputError if the query is invalid.
    """
    opened = open_source(query.source, query.step)

    def under(key: str) -> TableSource:
        return opened if opened.ruleset or not key else open_source(query.source, query.step, key)

    return comparison_columns(query.pair, opened.ruleset, under), opened.ruleset


def compare_rulings(query: SightQuery) -> dict[str, Any]:
    """Judge a line of sight by all sight rules, and return a dict that compares the rulings.

    Raises InputError if the query is invalid.
    """
    return comparison_values(load_comparison_columns(query)[0])


def comparison_values(rows: Sequence[ComparisonColumn]) -> dict[str, Any]:
    """Return a comparison of rulings on a line of sight as a dict, with the reasons why they disagree."""
    columns = [column_values(row) for row in rows]
    return {
        "columns": columns,
        "turns_on": disagreement_text([row.column for row in rows]),
        "asymmetry": columns[0]["asymmetry"],
    }


def comparison_columns(
    ends: SightEnds, played_ruleset: str, source_under: Callable[[str], TableSource]
) -> list[ComparisonColumn]:
    """Return a column for each ruleset and sight convention to compare, beginning with `played_ruleset`.

    If `played_ruleset` is empty, true line of sight comes first. `source_under` is a function that returns
    the table under the rules of a ruleset, given its key or "". Raises InputError if the viewer or target is
    invalid.
    """
    rows = [*_by_rulesets(ends, played_ruleset, source_under), *_by_conventions(ends, source_under(""))]
    first = played_ruleset or "eye"
    return sorted(rows, key=lambda row: first not in (row.judging_rules.key, row.judging_rules.convention))


def ruling_basis(judging_rules: JudgingRules, ruling: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title and text of the rules by which a ruling was made.

    The text describes the convention, or lists the ruleset's rules on sight and on the resulting cover.
    """
    if judging_rules.convention:
        convention = sight_conventions()[judging_rules.convention]
        return convention.title, convention.text
    if not judging_rules.key:
        return "Plain geometry", sight_conventions()["eye"].text
    ruleset = registry.load_ruleset(judging_rules.key)
    grade = ruling["cover"] if ruling["visible"] else ""
    cited = [
        (id, entry)
        for id, entry in ruleset.rulebook.items()
        if id in judging_rules.ids or entry.cover == grade != ""
    ]
    lines = [f"{id}: {rendered_text(entry.text)}" for id, entry in cited]
    return f"{ruleset.title}, version {ruleset.version}", "\n".join(lines)


class ComparisonColumn(NamedTuple):
    """A column of a comparison of rulings: a ruleset or convention with its rules on sight and on cover."""

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
            ends = _with_size(ends[0], asked.viewer, own), _with_size(ends[1], asked.target, own)
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


def _with_size(piece: Piece, given: PieceOrPoint, own: PieceSize) -> Piece:
    """Return the piece with a ruleset's typical size, except where `given` has its own size."""
    base, height = (usual if typed is None else typed for usual, typed in zip(own, given[1:], strict=True))
    return msgspec.structs.replace(piece, radius=base / 2, shape=msgspec.UNSET, height=height)


def column_values(row: ComparisonColumn) -> dict[str, Any]:
    """Return a column of a comparison of rulings as a dict: the ruling, its rules and effects of cover."""
    column = row.column
    ruling = ruling_values(rule_on_pieces(column.table, column.viewer, column.target, row.judging_rules))
    effects = row.covers.get(ruling["cover"], {}) if ruling["visible"] else {}
    return {
        "title": column.title,
        "text": row.text,
        **ruling,
        "modifiers": [{"rule": id, "text": text} for id, text in effects.items()],
    }
