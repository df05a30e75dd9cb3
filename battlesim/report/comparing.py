"""One question of sight under every ruleset and every classic convention, as plain values: what
`battlesim judge --conventions` prints. Inches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from battlesim.report.judging import (
    Figures,
    Judged,
    Stand,
    Switches,
    both,
    by_convention,
    point_figures,
    rule,
    rules_of,
    ruling_values,
    typical,
)
from battlesim.rulesets import registry
from battlesim.rulings.sight_conventions import SightJudge, disagreement_text, sight_conventions
from battlesim.scenarios.sources import TableSource, open_source
from battlesim.table.phrases import rendered_text
from battlesim.table.pieces import Piece


class Pair(NamedTuple):
    """A question of sight: both ends, switches; whether rulesets put their own typical figures in place of
    the two pieces, too."""

    viewer: Stand
    target: Stand
    switches: Switches = Switches()
    typical: bool = False


class Asked(NamedTuple):
    """A question of sight about a source, at a step of it."""

    source: str
    at: int | None
    pair: Pair


def asked_rows(asked: Asked) -> tuple[list[Row], str]:
    """Return every column of a question, and the ruleset that is played on its table ("" for none).

    The first column is that of this ruleset, else true line of sight. Raises InputError.
    """
    opened = open_source(asked.source, asked.at)

    def under(key: str) -> TableSource:
        return opened if opened.ruleset or not key else open_source(asked.source, asked.at, key)

    return rows_of(asked.pair, opened.ruleset, under), opened.ruleset


def compare(asked: Asked) -> dict[str, Any]:
    """Return every column of a question as plain values. Raises InputError."""
    return compared(asked_rows(asked)[0])


def compared(rows: Sequence[Row]) -> dict[str, Any]:
    """The values of columns, what the quarrel turns on, and why the two are not seen alike."""
    columns = [values_of(row) for row in rows]
    return {
        "columns": columns,
        "turns_on": disagreement_text([row.column for row in rows]),
        "asymmetry": columns[0]["asymmetry"],
    }


def rows_of(asked: Pair, played: str, under: Callable[[str], TableSource]) -> list[Row]:
    """A row for every ruleset and classic convention, first that of the ruleset which is `played`, else true
    line of sight. `under` gives the table by the key of a ruleset, "" for none. Raises InputError."""
    rows = [*_by_rulesets(asked, played, under), *_by_conventions(asked, under(""))]
    first = played or "eye"
    return sorted(rows, key=lambda row: first not in (row.judged.key, row.judged.convention))


def told_by(judged: Judged, ruling: Mapping[str, Any]) -> tuple[str, str]:
    """What a ruling was judged by, and its text: a convention's, or the rules that it rests on and those that
    say what such cover does, a line each."""
    if judged.convention:
        convention = sight_conventions()[judged.convention]
        return convention.title, convention.text
    if not judged.key:
        return "Plain geometry", sight_conventions()["eye"].text
    ruleset = registry.load_ruleset(judged.key)
    grade = ruling["cover"] if ruling["visible"] else ""
    told = [
        (id, entry)
        for id, entry in ruleset.rulebook.items()
        if id in judged.ids or entry.cover == grade != ""
    ]
    lines = [f"{id}: {rendered_text(entry.text)}" for id, entry in told]
    return f"{ruleset.title}, version {ruleset.version}", "\n".join(lines)


class Row(NamedTuple):
    """A column with what it goes by and its text in one line; ids of rules with their texts by cover."""

    column: SightJudge
    judged: Judged
    text: str
    covers: Mapping[str, Mapping[str, str]]


def _by_rulesets(asked: Pair, played: str, under: Callable[[str], TableSource]) -> Iterator[Row]:
    for key, ruleset in registry.loadable_rulesets().items():
        source = under(key)
        judged = asked.switches.on(rules_of(source, key))
        ends = both(source.table, asked.viewer, asked.target, point_figures(key))
        if asked.typical and played != key and (own := typical(ruleset)):
            ends = _as(ends[0], asked.viewer, own), _as(ends[1], asked.target, own)
        book = ruleset.rulebook
        text = " ".join(rendered_text(book[id].text) for id in judged.ids if id in book)
        covers: dict[str, dict[str, str]] = {}
        for id, entry in book.items():
            if entry.cover:
                covers.setdefault(entry.cover, {})[id] = rendered_text(entry.text)
        yield Row(SightJudge(ruleset.title, source.table, judged.rules, *ends), judged, text, covers)


def _by_conventions(asked: Pair, source: TableSource) -> Iterator[Row]:
    ends = both(source.table, asked.viewer, asked.target)
    for key, convention in sight_conventions().items():
        judged = asked.switches.on(by_convention(key))
        column = SightJudge(convention.title, source.table, judged.rules, *ends)
        yield Row(column, judged, convention.text, {})


def _as(piece: Piece, given: Stand, own: Figures) -> Piece:
    """Return a piece with a ruleset's own figures, where none are given."""
    base, height = (figure if mine is None else mine for figure, mine in zip(own, given[1:], strict=True))
    return msgspec.structs.replace(piece, radius=base / 2, shape=msgspec.UNSET, height=height)


def values_of(row: Row) -> dict[str, Any]:
    """A column as plain values: its ruling, what it goes by, what its cover does, what is seen from there."""
    column = row.column
    ruling = ruling_values(rule(column.table, column.viewer, column.target, row.judged))
    effects = row.covers.get(ruling["cover"], {}) if ruling["visible"] else {}
    return {
        "title": column.title,
        "text": row.text,
        **ruling,
        "modifiers": [{"rule": id, "text": text} for id, text in effects.items()],
    }
